#include "query/convex/exact/exact_pair.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

/// The place of the lowest bit of x that is 1.
std::int64_t lowest_bit(double x) {
  if (x == 0.0) return kNone;
  int exponent = 0;
  const auto mantissa = static_cast<std::uint64_t>(std::fabs(std::frexp(x, &exponent)) * 0x1p53);
  return exponent - 53 + std::countr_zero(mantissa);
}

template <int D>
std::int64_t lowest_bit(const Vec<D>& x) {
  std::int64_t r = kNone;
  for (std::size_t i = 0; i < D; ++i) r = std::min(r, lowest_bit(x[i]));
  return r;
}

template <int D>
std::int64_t lowest_bit_of_lengths(const RoundedPolytope<D>& core) {
  std::int64_t r = std::min(lowest_bit(core.position), lowest_bit(core.radius));
  for (const Vec<D>& offset : core.offsets) r = std::min(r, lowest_bit(offset));
  if (core.box == nullptr) return r;
  for (std::size_t k = 0; k < D; ++k) {
    const std::int64_t half = lowest_bit(core.box->half_extents[k]);
    const std::int64_t axis = lowest_bit(core.box->axes[k]);
    if (half != kNone && axis != kNone) r = std::min(r, half + axis);
  }
  return r;
}

template <int D>
IntegerVec<D> scaled(const Vec<D>& x, std::int64_t unit) {
  IntegerVec<D> r;
  for (std::size_t i = 0; i < D; ++i) r[i] = Integer::scaled(x[i], -unit);
  return r;
}

template <int D>
std::vector<IntegerVec<D>> vertices(const RoundedPolytope<D>& core, std::int64_t unit) {
  const IntegerVec<D> position = scaled(core.position, unit);
  std::vector<IntegerVec<D>> r;
  if (core.box == nullptr) {
    r.reserve(core.offsets.size());
    for (const Vec<D>& offset : core.offsets) r.push_back(position + scaled(offset, unit));
    return r;
  }
  r.reserve(std::size_t{1} << static_cast<unsigned>(D));
  r.push_back(position);
  for (std::size_t k = 0; k < D; ++k) {
    const double half = core.box->half_extents[k];
    if (half == 0.0) continue;
    const std::int64_t half_unit = lowest_bit(half);
    const Integer extent = Integer::scaled(half, -half_unit);
    IntegerVec<D> step;
    for (std::size_t i = 0; i < D; ++i)
      step[i] = extent * Integer::scaled(core.box->axes[k][i], half_unit - unit);
    const std::size_t size = r.size();
    for (std::size_t i = 0; i < size; ++i) {
      r.push_back(r[i] - step);
      r[i] = r[i] + step;
    }
  }
  return r;
}

}  // namespace

template <int D>
ExactPair<D>::ExactPair(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin) {
  const std::int64_t lengths =
      std::min({lowest_bit_of_lengths(a), lowest_bit_of_lengths(b), lowest_bit(margin)});
  const std::int64_t speeds = std::min(lowest_bit(a.velocity), lowest_bit(b.velocity));
  length_unit = lengths == kNone ? 0 : lengths;
  const std::int64_t speed_unit = speeds == kNone ? length_unit : speeds;
  time_unit = length_unit - speed_unit;
  hull.a = vertices(a, length_unit);
  hull.b = vertices(b, length_unit);
  velocity = scaled(b.velocity, speed_unit) - scaled(a.velocity, speed_unit);
  reach = Integer::scaled(a.radius, -length_unit) + Integer::scaled(b.radius, -length_unit) +
          Integer::scaled(margin, -length_unit);
}

template <int D>
RationalPlace<D> ExactPair<D>::at(double t) const {
  if (t == 0.0) return {};
  const std::int64_t place = lowest_bit(t) - time_unit;
  const Integer ticks = Integer::scaled(t, -lowest_bit(t));
  if (place >= 0) return {(ticks << static_cast<std::size_t>(place)) * velocity, 1};
  return {ticks * velocity, Integer(1) << static_cast<std::size_t>(-place)};
}

template struct ExactPair<2>;
template struct ExactPair<3>;

}  // namespace firsthit
