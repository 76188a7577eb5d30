#include "pairs.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "oracle.hpp"

#include <cmath>

namespace peers {
namespace {

using namespace firsthit;  // random numbers, the arithmetic of vectors

double on_grid(double x) { return std::nearbyint(x / kGrid) * kGrid; }

template <int D>
Vec<D> on_grid(Vec<D> a) {
  for (double& x : a.c) x = on_grid(x);
  return a;
}

template <int D>
Vec<D> in_cube(Random& random, double half) {
  Vec<D> r;
  for (double& x : r.c) x = random.uniform(-half, half);
  return r;
}

template <int D>
Vec<D> direction(Random& random) {
  Vec<D> r;
  do {
    for (double& x : r.c) x = random.normal();
  } while (length_squared(r) < 0x1p-10);
  return (1.0 / length(r)) * r;
}

/// A unit vector across v.
template <int D>
Vec<D> across(Random& random, const Vec<D>& v) {
  while (true) {
    const Vec<D> d = direction<D>(random);
    const Vec<D> r = d - (dot(d, v) / length_squared(v)) * v;
    if (length(r) > 0x1p-5) return (1.0 / length(r)) * r;
  }
}

double size(Random& random) { return on_grid(random.uniform(0.25, 1.0)); }

template <int D>
void draw_shape(Random& random, BallCourse<D>& ball) {
  ball.radius = size(random);
}

void draw_shape(Random& random, BoxCourse& box) {
  for (double& x : box.half_extents.c) x = size(random);
}

void draw_shape(Random& random, OrientedBoxCourse& box) {
  for (double& x : box.half_extents.c) x = size(random);
  const Vec<3> x = direction<3>(random);
  const Vec<3> y = across(random, x);
  const Vec<3> z{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
  box.axes = {x, y, z};
  // The oracle counts in units of 2^-54. Components of less than 1/2 lose their last bits by that.
  for (Vec<3>& axis : box.axes)
    for (double& c : axis.c) c = std::nearbyint(c * 0x1p54) * 0x1p-54;
}

/// The place of a shape that is farthest along n, seen from its centre.
template <int D>
Vec<D> farthest(const BallCourse<D>& ball, const Vec<D>& n) {
  return (ball.radius / length(n)) * n;
}

Vec<2> farthest(const BoxCourse& box, const Vec<2>& n) {
  return {std::copysign(box.half_extents[0], n[0]), std::copysign(box.half_extents[1], n[1])};
}

Vec<3> farthest(const OrientedBoxCourse& box, const Vec<3>& n) {
  Vec<3> r;
  for (std::size_t i = 0; i < 3; ++i)
    r = r + std::copysign(box.half_extents[i], dot(box.axes[i], n)) * box.axes[i];
  return r;
}

template <int D>
void widen(BallCourse<D>& ball, double by) {
  ball.radius += by;
}

template <class Box>
void widen(Box& box, double by) {
  for (double& x : box.half_extents.c) x += by;
}

template <class Course>
auto draw_one(Random& random) {
  Pair<Course> pair;
  using V = decltype(pair.a.place);
  constexpr int D = sizeof(V) / sizeof(double);
  constexpr double kNearShare = 0.1;
  draw_shape(random, pair.a);
  draw_shape(random, pair.b);
  const V relative = random.uniform(1.0, 8.0) * direction<D>(random);
  const V n = across(random, relative);
  // How b would pass a: seen from a, at this place.
  const V edge = farthest(pair.a, n) + farthest(pair.b, n);
  V passing;
  if (random.uniform() < kNearShare) {
    const double beyond = std::ldexp(random.uniform(0.5, 1.0), -static_cast<int>(7 + random.below(9)));
    passing = edge + (random.uniform() < 0.5 ? beyond : -beyond) * n;
  } else {
    passing = random.uniform(0.0, 1.75) * edge;
  }
  const double when = random.uniform(0.2, 1.2);
  pair.a.place = on_grid(in_cube<D>(random, 4.0));
  pair.a.velocity = on_grid(in_cube<D>(random, 4.0));
  pair.b.place = on_grid(pair.a.place + passing - when * relative);
  pair.b.velocity = pair.a.velocity + on_grid(relative);
  return pair;
}

}  // namespace

template <class Course>
std::vector<Pair<Course>> draw(std::size_t count) {
  constexpr double kApart = 0x1p-4;  // at the start; some programs must not begin nearer
  Random random(1);
  std::vector<Pair<Course>> pairs;
  while (pairs.size() < count) {
    const Pair<Course> pair = draw_one<Course>(random);
    Pair<Course> wider = pair;
    widen(wider.a, kApart);
    wider.a.velocity = wider.b.velocity = {};
    if (!judge(wider).touches) pairs.push_back(pair);
  }
  return pairs;
}

template std::vector<Pair<BallCourse<2>>> draw(std::size_t);
template std::vector<Pair<BallCourse<3>>> draw(std::size_t);
template std::vector<Pair<BoxCourse>> draw(std::size_t);
template std::vector<Pair<OrientedBoxCourse>> draw(std::size_t);

}  // namespace peers
