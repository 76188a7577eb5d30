#include "query/turning/space/space_boxes.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

/// A box's sides, and how the other one and the way between the middles reach across them.
struct Sides {
  std::array<Vec<3>, 3> normal;                     // unit; 0 of a side without width
  std::array<double, 3> width{};                    // [L^2] of the side, a quarter of its area
  std::array<double, 3> own{};                      // [L] half the box' thickness
  std::array<double, 3> way{};                      // [L]
  std::array<std::array<double, 3>, 3> of_other{};  // [L] by side, then by the other's half edge

  Sides(const TurningBox& box, const TurningBox& other, const Vec<3>& between) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec<3> across = cross(box.half[(i + 1) % 3], box.half[(i + 2) % 3]);
      width[i] = length(across);
      const double scale = width[i] > 0.0 ? 1.0 / width[i] : 0.0;
      normal[i] = scale * across;
      own[i] = std::fabs(dot(normal[i], box.half[i]));
      way[i] = dot(normal[i], between);
      for (std::size_t k = 0; k < 3; ++k) of_other[i][k] = dot(normal[i], other.half[k]);
    }
  }

  double gap(std::size_t i) const {
    const auto& o = of_other[i];
    return std::fabs(way[i]) - (own[i] + (std::fabs(o[0]) + std::fabs(o[1]) + std::fabs(o[2])));
  }
};

/// Whichever way the boxes are told: of two as good, the one that faces most along the first axis.
bool faces_before(const Vec<3>& p, const Vec<3>& q) {
  for (std::size_t i = 0; i < 3; ++i)
    if (std::fabs(p[i]) != std::fabs(q[i])) return std::fabs(p[i]) > std::fabs(q[i]);
  return false;
}

class Search {
 public:
  Search(const TurningBox& a, const TurningBox& b, const Vec<3>& place, double error)
      : a_(a),
        b_(b),
        between_(place + (b.middle - a.middle)),
        error_(error),
        sides_a_(a, b, between_),
        sides_b_(b, a, between_) {}

  std::optional<BoxAxis> run() {
    for (std::size_t i = 0; i < 3; ++i) {
      if (sides_a_.width[i] > 0.0) take({sides_a_.gap(i), sides_a_.normal[i], BoxAxis::Of::SideOfA}, 0.0);
      if (sides_b_.width[i] > 0.0) take({sides_b_.gap(i), sides_b_.normal[i], BoxAxis::Of::SideOfB}, 0.0);
    }
    // Far apart, an axis across a side is as good: it stands still along that body's corners.
    constexpr double kFar = 0.125;
    if (!(best_.gap > kFar * length(between_))) take_edges();
    const double way = dot(best_.normal, between_);
    if (way == 0.0) return std::nullopt;
    if (way < 0.0) best_.normal = -best_.normal;
    best_.proves_impact = highest_ < -2.0 * error_ && highest_ - best_.gap <= error_;
    return best_;
  }

 private:
  void take_edges() {
    std::array<Vec<3>, 3> moment;  // of b's half edges about the way: a_i x b_j . way = a_i . moment
    for (std::size_t j = 0; j < 3; ++j) moment[j] = cross(b_.half[j], between_);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        const double whole = length_squared(a_.half[i]) * length_squared(b_.half[j]);
        const double along = dot(a_.half[i], b_.half[j]);
        const double way = dot(a_.half[i], moment[j]);
        // Most are shorter along the way than the best gap is, by far more than rounding.
        const double square = whole * (1.0 - 0x1p-40) - along * along;
        if (best_.gap > 0.0 && way * way < best_.gap * best_.gap * square) continue;
        take_edges(i, j, whole);
      }
  }

  void take_edges(std::size_t i, std::size_t j, double whole) {
    const Vec<3> across = cross(a_.half[i], b_.half[j]);
    const double square = length_squared(across);
    constexpr double kParallel = 0x1p-100;  // to rounding
    if (!(square > kParallel * whole)) return;
    // (a_i x b_j) . a_k is the width of the side across both a_i and a_k, times how far b_j reaches across
    // it.
    const auto reach = [&](const Sides& s, std::size_t own, std::size_t others) {
      const std::size_t k = (own + 1) % 3;
      const std::size_t l = (own + 2) % 3;
      return s.width[k] * std::fabs(s.of_other[k][others]) + s.width[l] * std::fabs(s.of_other[l][others]);
    };
    const double apart = std::fabs(dot(across, between_)) - (reach(sides_a_, i, j) + reach(sides_b_, j, i));
    if (best_.gap > 0.0 && apart <= 0.0) return;
    const double scale = 1.0 / std::sqrt(square);
    const double inverse_sine = std::sqrt(whole) * scale;
    const double doubt = error_ * std::max(0.0, 0.25 * inverse_sine - 1.0);
    take({scale * apart - doubt, scale * across, BoxAxis::Of::Edges, i, j}, 2.0 * doubt);
  }

  /// `doubt` [L]: by how much more than two errors the gap may be too low.
  void take(const BoxAxis& axis, double doubt) {
    highest_ = std::max(highest_, axis.gap + doubt);
    if (axis.gap > best_.gap || (axis.gap == best_.gap && faces_before(axis.normal, best_.normal)))
      best_ = axis;
  }

  const TurningBox& a_;
  const TurningBox& b_;
  Vec<3> between_;
  double error_;
  Sides sides_a_;
  Sides sides_b_;
  BoxAxis best_{-std::numeric_limits<double>::infinity(), {}};
  double highest_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

std::optional<BoxAxis> axis_between_boxes(const TurningBox& a, const TurningBox& b, const Vec<3>& place,
                                          double error) {
  return Search(a, b, place, error).run();
}

}  // namespace firsthit
