#include "query/pairs/rescaled.hpp"

#include "core/vec_math.hpp"
#include "geometry/simple_polygon.hpp"
#include "query/pairs/pair_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <variant>

namespace firsthit {
namespace {

constexpr double kMost = std::numeric_limits<double>::max();

/// [T] From here on, all doubles have all their digits: the smallest normal one is 2^-1022.
constexpr double kShortest = 0x1p-1000;

template <int D>
void multiply(Vec<D>& a, int exponent) {
  for (double& x : a.c) x = std::ldexp(x, exponent);
}

/// The range of sizes of numbers, as exponents; zeros have none.
class Sizes {
 public:
  void add(double x) {
    if (x == 0.0) return;
    low_ = std::min(low_, std::ilogb(x));
    high_ = std::max(high_, std::ilogb(x));
  }
  template <int D>
  void add(const Vec<D>& a) {
    for (const double x : a.c) add(x);
  }
  void add(const Sizes& other) {
    low_ = std::min(low_, other.low_);
    high_ = std::max(high_, other.high_);
  }
  /// Can all be made 2^-reach or more, and less than 2^reach?
  bool fit(int reach) const { return high_ - low_ < 2 * reach - 1; }
  /// By which power of two.
  int to_middle() const { return low_ > high_ ? 0 : -std::midpoint(low_, high_); }
  bool fit_if_multiplied(int exponent, int reach) const {
    return low_ > high_ || (low_ + exponent >= -reach && high_ + exponent < reach);
  }
  int high() const { return low_ > high_ ? 0 : high_; }

 private:
  int low_ = std::numeric_limits<int>::max() / 4;
  int high_ = std::numeric_limits<int>::min() / 4;
};

/// Calls use(vector or number) with all lengths of a shape but for a polygon's.
template <class S, class Use>
void for_lengths(S& shape, const Use& use) {
  using Plain = std::remove_const_t<S>;
  if constexpr (requires { shape.radius; }) use(shape.radius);
  if constexpr (requires { shape.from; } && !std::is_same_v<Plain, Arc>) {
    use(shape.from);
    use(shape.to);
  }
  if constexpr (requires { shape.half_extents; }) use(shape.half_extents);
  if constexpr (requires { shape.offset; }) use(shape.offset);
  if constexpr (requires { shape.vertices; } && !std::is_same_v<Plain, Polygon>)
    for (auto& vertex : shape.vertices) use(vertex);
}

void multiply(double& x, int exponent) { x = std::ldexp(x, exponent); }

template <int D>
void multiply_lengths(Shape<D>& shape, int exponent) {
  std::visit([&](auto& s) { for_lengths(s, [&](auto& x) { multiply(x, exponent); }); }, shape);
  if (auto* polygon = std::get_if<Polygon>(&shape)) PolygonLengths::multiply(*polygon, exponent);
}

/// Normals and axes have no unit: made of the size of 1, with what is a length only if multiplied by them.
template <int D>
void normalise(Shape<D>& shape) {
  if (auto* plane = std::get_if<HalfSpace<D>>(&shape)) {
    const int exponent = -std::ilogb(max_abs(plane->normal));
    multiply(plane->normal, exponent);
    multiply(plane->offset, exponent);
  }
  if (auto* box = std::get_if<OrientedBox<D>>(&shape))
    for (std::size_t k = 0; k < D; ++k) {
      Vec<D>& axis = box->axes[k];
      if (is_zero(axis)) continue;
      const int exponent = -std::ilogb(max_abs(axis));
      multiply(axis, exponent);
      multiply(box->half_extents[k], -exponent);
    }
}

/// Of a normalised shape; numbers without unit are added to `plain`.
template <int D>
void add_sizes(const Shape<D>& shape, Sizes& lengths, Sizes& plain) {
  std::visit([&](const auto& s) { for_lengths(s, [&](const auto& x) { lengths.add(x); }); }, shape);
  if (const auto* polygon = std::get_if<Polygon>(&shape))
    for (const Vec<2>& vertex : polygon->vertices()) lengths.add(vertex);
  if (const auto* plane = std::get_if<HalfSpace<D>>(&shape)) plain.add(plane->normal);
  if (const auto* box = std::get_if<OrientedBox<D>>(&shape))
    for (std::size_t k = 0; k < D; ++k) {
      plain.add(box->axes[k]);
      lengths.add(box->half_extents[k] * box->axes[k]);
    }
}

/// Calls the functions with the vectors of a motion.
template <int D, class OnPlace, class OnSpeed, class OnAcceleration>
void for_vectors(Motion<D>& motion, const OnPlace& on_place, const OnSpeed& on_speed,
                 const OnAcceleration& on_acceleration) {
  std::visit(
      [&](auto& m) {
        if constexpr (requires { m.position; }) {
          on_place(m.position);
          on_speed(m.velocity);
        }
        if constexpr (requires { m.control; })
          for (Vec<D>& place : m.control) on_place(place);
        if constexpr (requires { m.acceleration; }) on_acceleration(m.acceleration);
        if constexpr (requires { m.centre; }) on_place(m.centre);
      },
      motion);
}

/// Durations and rates of turning.
template <int D>
void multiply_times(Motion<D>& motion, int exponent) {
  std::visit(
      [&](auto& m) {
        if constexpr (requires { m.duration; }) multiply(m.duration, exponent);
        if constexpr (requires { m.angular_velocity; }) multiply(m.angular_velocity, -exponent);
        if constexpr (requires { m.precession; }) {
          multiply(m.precession, -exponent);
          multiply(m.spin, -exponent);
        }
      },
      motion);
}

/// t * 2^exponent, rounded down or up.
double short_of(double t, int exponent) {
  const double r = std::ldexp(t, exponent);
  return std::ldexp(r, -exponent) > t ? std::nextafter(r, 0.0) : r;
}
double beyond(double t, int exponent) {
  const double r = std::ldexp(t, exponent);
  return std::ldexp(r, -exponent) < t ? std::nextafter(r, HUGE_VAL) : r;
}

}  // namespace

template <int D>
Rescaled<D>::Rescaled(const Moving<D>& a, const Moving<D>& b, const Query& query, bool keep_time)
    : a_(a), b_(b), query_(query) {
  normalise<D>(a_.shape);
  normalise<D>(b_.shape);
  choose(keep_time);
  for (Moving<D>* moving : {&a_, &b_}) {
    multiply_lengths<D>(moving->shape, length_);
    for_vectors<D>(
        moving->motion, [&](Vec<D>& x) { multiply(x, length_); }, [&](Vec<D>& x) { multiply(x, speed_); },
        [&](Vec<D>& x) { multiply(x, speed_ - time()); });
    multiply_times<D>(moving->motion, time());
  }
  multiply(query_.margin, length_);
  multiply(query_.horizon, time());
}

template <int D>
void Rescaled<D>::choose(bool keep_time) {
  constexpr int kUsual = 200;
  Sizes lengths;
  Sizes speeds;
  Sizes accelerations;
  Sizes plain;
  for (Moving<D>* moving : {&a_, &b_}) {
    add_sizes<D>(moving->shape, lengths, plain);
    for_vectors<D>(
        moving->motion, [&](const Vec<D>& x) { lengths.add(x); }, [&](const Vec<D>& x) { speeds.add(x); },
        [&](const Vec<D>& x) { accelerations.add(x); });
  }
  lengths.add(query_.margin);
  Sizes all = lengths;
  all.add(speeds);
  all.add(accelerations);
  const bool plain_fit = plain.fit_if_multiplied(0, kUsual);
  if (plain_fit && all.fit(kUsual)) {
    length_ = speed_ = all.to_middle();
    return;
  }
  length_ = lengths.to_middle();
  speed_ = speeds.to_middle();
  const bool horizon_fits = query_.horizon == 0.0 || std::ldexp(query_.horizon, time()) >= kShortest;
  if (!keep_time && plain_fit && lengths.fit(kUsual / 2) && speeds.fit(kUsual / 2) &&
      accelerations.fit_if_multiplied(speed_ - time(), kUsual) && horizon_fits)
    return;
  // Contacts are about lengths, and the exact stage takes any velocities.
  if (!lengths.fit(kUsual)) length_ = kUsual - 1 - lengths.high();
  speed_ = length_;
  wide_ = true;
}

template <int D>
bool Rescaled<D>::is_certain(const Encounter<D>& answer) const {
  if (time() == 0 || answer.outcome == Outcome::Miss) return true;
  const bool at_start = answer && answer.delay_upper == 0.0;
  return at_start || answer.first_touch >= kShortest;
}

template <int D>
Encounter<D> Rescaled<D>::restored(Encounter<D> r, double horizon) const {
  replace_what_overflowed(r);
  const bool happens = r.outcome == Outcome::Impact || r.outcome == Outcome::Overlap;
  r.delay_upper = happens ? beyond(r.delay_upper, -time()) : horizon;
  r.delay = happens || r.outcome == Outcome::Unresolved ? short_of(r.delay, -time()) : horizon;
  r.first_touch = r.outcome == Outcome::Miss ? horizon : short_of(r.first_touch, -time());
  r.gap = restored(r.gap);
  r.point_a = restored(r.point_a);
  r.point_b = restored(r.point_b);
  return r;
}

template <int D>
double Rescaled<D>::restored(double length) const {
  return std::ldexp(length, -length_);
}

template <int D>
Vec<D> Rescaled<D>::restored(Vec<D> place) const {
  for (double& x : place.c) x = std::clamp(std::ldexp(x, -length_), -kMost, kMost);
  return place;
}

/// Both may be carried so far by what they have in common that no double tells where. Then their own sizes
/// are nothing beside that.
template <int D>
void Rescaled<D>::replace_what_overflowed(Encounter<D>& r) const {
  if (!is_finite(r.normal)) r.normal = {};
  if (!std::isfinite(r.gap)) r.gap = query_.margin;
  if (is_finite(r.point_a) && is_finite(r.point_b)) return;
  const double t = r.outcome == Outcome::Graze ? r.first_touch : r.delay;
  const bool a_is_everywhere = std::holds_alternative<HalfSpace<D>>(a_.shape);
  const bool b_is_everywhere = std::holds_alternative<HalfSpace<D>>(b_.shape);
  const Vec<D> a = place_after(course_of<D>((a_is_everywhere ? b_ : a_).motion), t);
  const Vec<D> b = place_after(course_of<D>((b_is_everywhere ? a_ : b_).motion), t);
  for (std::size_t i = 0; i < D; ++i)
    for (Vec<D>* point : {&r.point_a, &r.point_b})
      if (!std::isfinite((*point)[i]))
        (*point)[i] = 0.5 * std::clamp(a[i], -kMost, kMost) + 0.5 * std::clamp(b[i], -kMost, kMost);
}

template class Rescaled<2>;
template class Rescaled<3>;

}  // namespace firsthit
