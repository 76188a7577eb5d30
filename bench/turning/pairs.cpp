#include "pairs.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "referee.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>
#include <variant>

namespace turning {
namespace {

using namespace firsthit;  // random numbers, the arithmetic of vectors

constexpr double kTurn = 2.0 * std::numbers::pi;  // [rad]

template <int D>
Vec<D> in_cube(Random& random) {
  Vec<D> r;
  for (double& x : r.c) x = random.uniform(-1.0, 1.0);
  return r;
}

template <int D>
Vec<D> direction(Random& random) {
  Vec<D> r = in_cube<D>(random);
  while (length_squared(r) > 1.0 || length_squared(r) < 0x1p-10) r = in_cube<D>(random);
  return (1.0 / length(r)) * r;
}

template <int D>
firsthit::Shape<D> box(Random& random) {
  Box<D> box;
  for (double& x : box.half_extents.c) x = random.uniform(0.3, 1.0);
  return box;
}

/// 3 to 8 corners of an ellipse.
Polygon polygon(Random& random) {
  const Vec<2> half{random.uniform(0.4, 1.0), random.uniform(0.4, 1.0)};
  const auto count = static_cast<std::size_t>(3 + random.below(6));
  std::vector<Vec<2>> corners;
  for (std::size_t i = 0; i < count; ++i) {
    const double at =
        kTurn * (static_cast<double>(i) + random.uniform(0.0, 0.7)) / static_cast<double>(count);
    corners.push_back({half[0] * std::cos(at), half[1] * std::sin(at)});
  }
  return Polygon(corners);
}

template <int D>
firsthit::Shape<D> shape(Random& random, Shape kind) {
  if (kind == Shape::Polygon) return polygon(random);
  if (kind == Shape::Box) return box<D>(random);
  const Vec<D> half = random.uniform(0.3, 1.0) * direction<D>(random);
  return Capsule<D>{-half, half, random.uniform(0.1, 0.4)};
}

template <int D>
AngularVelocity<D> angular_velocity(Random& random, double turns) {
  const double rate = kTurn * turns * random.uniform(-1.0, 1.0);
  if constexpr (D == 2)
    return rate;
  else
    return rate * direction<3>(random);
}

template <int D>
Orientation<D> orientation(Random& random) {
  if constexpr (D == 2)
    return {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
  else
    return {random.normal(), random.normal(), random.normal(), random.normal()};
}

template <int D>
Spinning<D> spinning(Random& random, const Kind& kind) {
  Spinning<D> r;
  r.angular_velocity = angular_velocity<D>(random, kind.turns);
  r.orientation = orientation<D>(random);
  if (kind.course == Course::Screw) r.centre = in_cube<D>(random);
  return r;
}

/// a turns on the spot; b comes from a distance of 2 to 4, more or less towards it.
template <int D>
Pair<D> draw_one(Random& random, const Kind& kind) {
  Pair<D> pair;
  Spinning<D> a = spinning<D>(random, kind);
  Spinning<D> b = spinning<D>(random, kind);
  pair.a.shape = shape<D>(random, kind.shape);
  pair.b.shape = shape<D>(random, kind.shape);
  b.position = random.uniform(2.0, 4.0) * direction<D>(random);
  b.velocity = 1.5 * in_cube<D>(random) - 0.9 * b.position;
  pair.a.motion = a;
  pair.b.motion = b;
  if (kind.course == Course::Spline || kind.course == Course::SpinningSpline) {
    const Vec<D> start = b.position;
    const auto on_the_way = [&](double share) {
      return start + share * b.velocity + 1.5 * in_cube<D>(random);
    };
    const Vec<D> leaving = on_the_way(1.0 / 3.0);
    const Vec<D> arriving = on_the_way(2.0 / 3.0);
    pair.b.motion = Spline<D>{.control = {start, leaving, arriving, start + b.velocity},
                              .angular_velocity = b.angular_velocity,
                              .orientation = b.orientation};
  }
  return pair;
}

/// f(motion) of one of those that are drawn.
template <int D, class F>
auto with_motion(const Moving<D>& moving, const F& f) {
  if (const auto* spline = std::get_if<Spline<D>>(&moving.motion)) return f(*spline);
  return f(std::get<Spinning<D>>(moving.motion));
}

/// First q, then p.
Orientation<2> product(const Orientation<2>& p, const Orientation<2>& q) {
  return {p.w * q.w - p.z * q.z, p.w * q.z + p.z * q.w};
}

Orientation<3> product(const Orientation<3>& p, const Orientation<3>& q) {
  return {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
          p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

Orientation<2> unit(const Orientation<2>& q) {
  const double size = std::hypot(q.w, q.z);
  return {q.w / size, q.z / size};
}

Orientation<3> unit(const Orientation<3>& q) {
  const double size = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w / size, q.x / size, q.y / size, q.z / size};
}

Orientation<2> turned_by_rate(double rate, double time) {
  return {std::cos(0.5 * rate * time), std::sin(0.5 * rate * time)};
}

Orientation<3> turned_by_rate(const Vec<3>& rate, double time) {
  const double size = length(rate);
  if (size == 0.0) return {};
  const Vec<3> v = (std::sin(0.5 * size * time) / size) * rate;
  return {std::cos(0.5 * size * time), v[0], v[1], v[2]};
}

double angle_of(const Orientation<2>& q, double rate, double time) {
  return 2.0 * std::atan2(q.z, q.w) + rate * time;
}
double angle_of(const Orientation<3>&, const Vec<3>&, double) { return 0.0; }

double size_of(double rate) { return std::abs(rate); }
double size_of(const Vec<3>& rate) { return length(rate); }

}  // namespace

template <int D>
std::vector<Pair<D>> draw(const Kind& kind, std::size_t count) {
  constexpr double kApart = 0x1p-4;  // at the start: some programs must not begin nearer
  Random random(1);
  std::vector<Pair<D>> pairs;
  while (pairs.size() < count) {
    const Pair<D> pair = draw_one<D>(random, kind);
    if (Referee<D>(pair).gap(0.0) > kApart) pairs.push_back(pair);
  }
  return pairs;
}

template <int D>
Solid<D> solid(const Moving<D>& moving) {
  Solid<D> r;
  if (const auto* box = std::get_if<Box<D>>(&moving.shape)) {
    for (std::size_t i = 0; i < std::size_t{1} << std::size_t{D}; ++i) {
      Vec<D> corner = box->half_extents;
      for (std::size_t axis = 0; axis < std::size_t{D}; ++axis)
        if ((i >> axis & 1U) == 0) corner[axis] = -corner[axis];
      r.corners.push_back(corner);
    }
    if (D == 2) std::swap(r.corners[2], r.corners[3]);  // counterclockwise
  } else if (const auto* capsule = std::get_if<Capsule<D>>(&moving.shape)) {
    r = {{capsule->from, capsule->to}, capsule->radius};
  } else if constexpr (D == 2) {
    r.corners = std::get<Polygon>(moving.shape).vertices();
  }
  const Vec<D> centre = with_motion(moving, [](const auto& m) { return m.centre; });
  for (Vec<D>& corner : r.corners) corner = corner - centre;
  return r;
}

template <int D>
Pose<D> pose(const Moving<D>& moving, double time) {
  return with_motion(moving, [&](const auto& m) {
    return Pose<D>{m.at(time), unit(product(turned_by_rate(m.angular_velocity, time), m.orientation)),
                   angle_of(m.orientation, m.angular_velocity, time)};
  });
}

template <int D>
double rate(const Moving<D>& moving) {
  return with_motion(moving, [](const auto& m) { return size_of(m.angular_velocity); });
}

template <int D>
double reach(const Moving<D>& moving) {
  double r = 0.0;
  for (const Vec<D>& corner : solid(moving).corners) r = std::max(r, length(corner));
  return r;
}

template <int D>
std::size_t pieces(const Pair<D>& pair, double angle) {
  const double most = std::max(rate(pair.a), rate(pair.b));
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(most / angle)));
}

template std::vector<Pair<2>> draw(const Kind&, std::size_t);
template std::vector<Pair<3>> draw(const Kind&, std::size_t);
template Solid<2> solid(const Moving<2>&);
template Solid<3> solid(const Moving<3>&);
template Pose<2> pose(const Moving<2>&, double);
template Pose<3> pose(const Moving<3>&, double);
template double rate(const Moving<2>&);
template double rate(const Moving<3>&);
template double reach(const Moving<2>&);
template double reach(const Moving<3>&);
template std::size_t pieces(const Pair<2>&, double);
template std::size_t pieces(const Pair<3>&, double);

}  // namespace turning
