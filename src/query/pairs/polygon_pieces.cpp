#include "query/pairs/polygon_pieces.hpp"

#include "core/vec_math.hpp"
#include "geometry/orientation.hpp"
#include "query/convex/contact/support_feature.hpp"
#include "query/convex/exact/exact_cone.hpp"
#include "query/convex/exact/exact_pair.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace firsthit {
namespace {

struct Range {
  double low, high;
};

CoreBox box_around(const RoundedPolytope<2>& core) {
  const Vec<2> first = offset_of(core, 0);
  CoreBox r{core.position, core.velocity, first, first, sizes_of(core), core.radius};
  for (std::size_t i = 1; i < vertex_count(core); ++i) {
    const Vec<2> offset = offset_of(core, i);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      r.low[axis] = std::min(r.low[axis], offset[axis]);
      r.high[axis] = std::max(r.high[axis], offset[axis]);
    }
  }
  return r;
}

constexpr double kRounding = 0x1p-53;

/// Where along an axis b must be, seen from where it is, for the boxes around both, grown by a margin, to
/// overlap. A little more, for sure: of up to eight roundings each is within the size of all numbers.
Range meeting_places(const CoreBox& a, const CoreBox& b, std::size_t axis, double margin) {
  const double reach = a.radius + b.radius + margin;
  const double size =
      std::fabs(a.position[axis]) + std::fabs(b.position[axis]) + a.sizes[axis] + b.sizes[axis] + reach;
  const double grown = reach + 16.0 * kRounding * size;
  const double apart = b.position[axis] - a.position[axis];
  return {((a.low[axis] - b.high[axis]) - apart) - grown, ((a.high[axis] - b.low[axis]) - apart) + grown};
}

/// Keeps those for which `score` is largest.
template <class Score>
void keep_best(std::vector<PiecePair>& pairs, const Score& score) {
  double best = -std::numeric_limits<double>::infinity();
  for (const PiecePair& pair : pairs) best = std::max(best, score(pair));
  std::erase_if(pairs, [&](const PiecePair& pair) { return score(pair) < best; });
}

}  // namespace

Pieces::Pieces(const MovingShape<2>& side) : side_(side) {
  const auto* polygon = std::get_if<Polygon>(&side.shape);
  if (polygon != nullptr && polygon->pieces() > 1) {
    add_polygon(*polygon);
  } else {
    cores_ = std::vector<RoundedPolytope<2>>(1);
    polytope_of(side, cores_[0]);
  }
  for (std::size_t i = 0; i < solid_; ++i) boxes_.push_back(box_around(cores_[i]));
}

void Pieces::add_polygon(const Polygon& polygon) {
  solid_ = polygon.pieces();
  const auto count = static_cast<int>(polygon.vertices().size());
  for (std::size_t i = 0; i < solid_; ++i) {
    const auto numbers = polygon.numbers(i);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const int from = numbers[k];
      const int to = numbers[(k + 1) % numbers.size()];
      const bool is_edge = (from + 1) % count == to || (to + 1) % count == from;
      if (!is_edge && from < to) diagonals_.push_back({from, to});
    }
  }
  cores_ = std::vector<RoundedPolytope<2>>(solid_ + diagonals_.size());
  for (std::size_t i = 0; i < cores_.size(); ++i) {
    RoundedPolytope<2>& core = cores_[i];
    core.position = side_.course.position;
    core.velocity = side_.course.velocity;
    core.wide = side_.wide;
    if (i < solid_) {
      core.offsets = polygon.piece(i);
      continue;
    }
    for (std::size_t k = 0; k < 2; ++k)
      core.own[k] = polygon.vertices()[static_cast<std::size_t>(diagonals_[i - solid_][k])];
    core.offsets = {core.own.data(), 2};
  }
}

std::span<const int> Pieces::numbers(std::size_t i) const {
  if (cores_.size() == 1) return {};
  if (i >= solid_) return diagonals_[i - solid_];
  return std::get<Polygon>(side_.shape).numbers(i);
}

bool Pieces::is_thin() const {
  const RoundedPolytope<2>& core = cores_[0];
  if (cores_.size() > 1 || core.radius > 0.0) return false;
  if (core.box != nullptr) {
    // Both of its sides, with their lengths, along one line.
    const auto& box = *core.box;
    return box.half_extents[0] == 0.0 || box.half_extents[1] == 0.0 ||
           orientation({}, box.axes[0], box.axes[1]) == 0;
  }
  const auto& offsets = core.offsets;
  const auto other =
      std::find_if(offsets.begin(), offsets.end(), [&](const Vec<2>& o) { return o != offsets[0]; });
  return other == offsets.end() || std::all_of(other, offsets.end(), [&](const Vec<2>& o) {
           return orientation(offsets[0], *other, o) == 0;
         });
}

Vec<2> choose(std::vector<PiecePair>& pairs, const Vec<2>& v) {
  keep_best(pairs, [](const PiecePair& pair) { return -pair.gap; });
  keep_best(pairs, [&](const PiecePair& pair) { return -dot(v, unit(pair.direction)); });
  for (std::size_t axis = 0; axis < 2; ++axis)
    keep_best(pairs, [&](const PiecePair& pair) { return std::fabs(pair.direction[axis]); });
  std::vector<Vec<2>> seen;
  Vec<2> sum;
  for (const PiecePair& pair : pairs) {
    if (std::find(seen.begin(), seen.end(), pair.direction) != seen.end()) continue;
    seen.push_back(pair.direction);
    sum = sum + pair.direction;
  }
  return sum;
}

bool may_touch(const CoreBox& a, const CoreBox& b, const QueryWindow& window) {
  // Along each axis, near <= v t <= far while the boxes overlap.
  double from = 0.0;
  double until = window.end;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    Range place = meeting_places(a, b, axis, window.margin);
    double v = b.velocity[axis] - a.velocity[axis];
    if (v < 0.0) {
      v = -v;
      place = {-place.high, -place.low};
    }
    if (place.high < 0.0 || (v == 0.0 && place.low > 0.0)) return false;
    if (v == 0.0) continue;
    from = std::max(from, (1.0 - 8.0 * kRounding) * (place.low / v));
    until = std::min(until, (1.0 + 8.0 * kRounding) * (place.high / v));
  }
  return from <= until;
}

double least_gap(const CoreBox& a, const CoreBox& b) {
  double least = -std::numeric_limits<double>::infinity();
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const Range place = meeting_places(a, b, axis, 0.0);
    least = std::max({least, place.low, -place.high});
  }
  return least;
}

std::optional<ConvexEvent<2>> slip_along(const RoundedPolytope<2>& diagonal, const RoundedPolytope<2>& thin,
                                         double end) {
  const Vec<2> rounded_along = diagonal.offsets[1] - diagonal.offsets[0];
  const Vec<2> rounded_v = thin.velocity - diagonal.velocity;
  const double left = rounded_along[0] * rounded_v[1];
  const double right = rounded_along[1] * rounded_v[0];
  if (std::fabs(left - right) > 0x1p-50 * (std::fabs(left) + std::fabs(right))) return std::nullopt;

  const ExactPair<2> pair(diagonal, thin, 0.0);
  const IntegerVec<2> along = pair.hull.a[1] - pair.hull.a[0];
  if (cross(along, pair.velocity).sign() != 0) return std::nullopt;
  // Places along the line, from the diagonal's first end on, times its length.
  Integer low;
  Integer high;
  for (std::size_t i = 0; i < pair.hull.b.size(); ++i) {
    const IntegerVec<2> to = pair.hull.b[i] - pair.hull.a[0];
    if (cross(along, to).sign() != 0) return std::nullopt;
    const Integer place = dot(along, to);
    if (i == 0 || compare(place, low) < 0) low = place;
    if (i == 0 || compare(place, high) > 0) high = place;
  }
  const Integer length = dot(along, along);
  const Integer rate = dot(along, pair.velocity);
  ConvexEvent<2> r;
  r.direction = direction_of(-pair.velocity);
  if (high.sign() > 0 && compare(low, length) < 0) {
    r.event.touch = 0.0;
    return r;
  }
  const bool from_start = high.sign() <= 0;
  if (rate.sign() == 0 || (rate.sign() > 0) != from_start) return std::nullopt;
  const Rounded time = from_start ? rounded_quotient(-high, rate, pair.time_unit)
                                  : rounded_quotient(low - length, -rate, pair.time_unit);
  if (time.upper > end) return std::nullopt;
  r.event = {GapEvent::Kind::Impact, time.lower, time.upper, time.lower};
  return r;
}

}  // namespace firsthit
