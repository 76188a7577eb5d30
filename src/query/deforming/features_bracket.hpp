#pragma once

#include "exact/bracketed_root.hpp"
#include "exact/double_double.hpp"
#include "exact/double_order.hpp"
#include "query/deforming/features_filter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

// The bracket stage of first_touch: the roots of the flatness polynomial, taken in the order of time, and
// where they are the signs of areas and gaps. Derivation: docs/numerics/features.md.

namespace firsthit {

inline constexpr double kUnit = 0x1p-53;
/// Covers everything that underflow can do, where gaps are of a size from 2^-100 to 2^100: a product that
/// underflows errs by 2^-1075, and is multiplied by at most one more gap, 2^100.
inline constexpr double kUnderflow = 0x1p-900;

/// Bernstein's coefficients of the flatness on an interval of time, and what bounds them.
struct Flatness {
  std::array<double, 4> b;
  double size;  ///< no smaller than any coefficient: their rounding errors are multiples of u times it

  /// The two inner coefficients err by 70 u D_x D_y D_z, size being 6 of these: within 14 u of it, and so do
  /// the outer ones. A halving averages three times over, u each time. Whole derivation:
  /// docs/numerics/features.md.
  double error(int halvings) const { return (14.0 + 3.0 * halvings) * kUnit * size + kUnderflow; }
};

/// Is the flatness of one sign, beyond all doubt?
inline bool of_one_sign(const std::array<double, 4>& b, double error) {
  const double low = std::min(std::min(b[0], b[1]), std::min(b[2], b[3]));
  const double high = std::max(std::max(b[0], b[1]), std::max(b[2], b[3]));
  return low > error || high < -error;
}

template <class Features>
class BracketStage {
  using Gaps = RoundedGaps<Features>;
  using Traits = FeatureTraits<Features>;
  static constexpr std::size_t kAxes = Gaps::kAxes;
  static constexpr std::size_t kCount = Gaps::kCount;

 public:
  BracketStage(const Deformation<Features>& pair, const Gaps& gaps, const Flatness& flatness)
      : pair_(pair), gaps_(gaps), flatness_(flatness) {}

  FilterResult run() {
    switch (search(0.0, 1.0, flatness_.b, 0)) {
      case Found::Nothing:
        return {true, {false, FeatureStage::Bracket, 1.0, 1.0}};
      case Found::Touch:
        return {true, {true, FeatureStage::Bracket, lower_, upper_}};
      default:
        return {false, {}};
    }
  }

 private:
  enum class Found { Nothing, Touch, Doubt };
  enum class Verdict { Apart, Together, Doubt };
  static constexpr int kHalvings = 6;

  /// The gaps at one moment, each with an error of at most `error` times the largest on its axis.
  struct Still {
    std::array<typename Gaps::Axis, kAxes> gap;
  };

  /// The first touch in [a, b], where b are the coefficients of the flatness.
  Found search(double a, double b, const std::array<double, 4>& p, int halvings) {
    const double error = flatness_.error(halvings);
    if (of_one_sign(p, error)) return Found::Nothing;
    const double sign = p[0] > error && p[3] < -error ? 1.0 : p[0] < -error && p[3] > error ? -1.0 : 0.0;
    // Three roots need four coefficients of alternating signs.
    if (sign != 0.0 && (sign * p[1] > error || sign * p[2] < -error)) {
      const Found found = at_single_root(a, b, p, sign, error);
      if (found != Found::Doubt || halvings == kHalvings) return found;
    }
    if (apart_throughout(a, b)) return Found::Nothing;
    if (halvings == kHalvings) return Found::Doubt;
    const double b01 = 0.5 * (p[0] + p[1]);
    const double b12 = 0.5 * (p[1] + p[2]);
    const double b23 = 0.5 * (p[2] + p[3]);
    const double b012 = 0.5 * (b01 + b12);
    const double b123 = 0.5 * (b12 + b23);
    const double middle = 0.5 * (b012 + b123);
    const double half = 0.5 * (a + b);
    const Found found = search(a, half, {p[0], b01, b012, middle}, halvings + 1);
    return found != Found::Nothing ? found : search(half, b, {middle, b123, b23, p[3]}, halvings + 1);
  }

  static double value(const std::array<double, 4>& p, double s) {
    const double r = 1.0 - s;
    const double b01 = r * p[0] + s * p[1];
    const double b12 = r * p[1] + s * p[2];
    const double b23 = r * p[2] + s * p[3];
    return r * (r * b01 + s * b12) + s * (r * b12 + s * b23);
  }

  /// Of the value in s, not in time.
  static double slope(const std::array<double, 4>& p, double s) {
    const double r = 1.0 - s;
    const double d0 = p[1] - p[0];
    const double d1 = p[2] - p[1];
    const double d2 = p[3] - p[2];
    return 3.0 * (r * (r * d0 + s * d1) + s * (r * d1 + s * d2));
  }

  /// The flatness falls (sign 1) or rises (-1) through its only root in [a, b].
  Found at_single_root(double a, double b, const std::array<double, 4>& p, double sign, double error) {
    const double s = bracketed_root(0.0, 1.0, sign < 0.0, [&p](double x) {
      return Slope{value(p, x), slope(p, x)};
    });
    const double sure = error + 14.0 * kUnit * flatness_.size;
    double radius = 2.0 * sure / std::fabs(slope(p, s)) + 0x1p-50;
    for (int i = 0; i < 3; ++i, radius *= 8.0) {
      if (!(radius < 0x1p-10)) return Found::Doubt;
      if ((s <= radius || sign * value(p, s - radius) > sure) &&
          (s >= 1.0 - radius || sign * value(p, s + radius) < -sure))
        return at_bracket(a + (b - a) * s, (b - a) * radius + 0x1p-52);
    }
    return Found::Doubt;
  }

  /// The only root in question is within `radius` of t.
  Found at_bracket(double t, double radius) {
    const Verdict verdict = at_moment(t, radius);
    if (verdict == Verdict::Apart) return Found::Nothing;
    if (!sharpen(t, radius)) return Found::Doubt;
    const Verdict sharper = verdict == Verdict::Doubt ? at_moment(lower_, 0x1p-52) : verdict;
    if (sharper == Verdict::Apart) return Found::Nothing;
    return sharper == Verdict::Together ? Found::Touch : Found::Doubt;
  }

  Still still(double t) const {
    Still r;
    const double before = 1.0 - t;
    for (std::size_t axis = 0; axis < kAxes; ++axis)
      for (std::size_t i = 0; i < kCount; ++i)
        r.gap[axis][i] = before * gaps_.start[axis][i] + t * gaps_.end[axis][i];
    return r;
  }

  /// Whether the features touch at their only flat moment within `radius` of t.
  Verdict at_moment(double t, double radius) const {
    const Still now = still(t);
    // A gap rounds by 4.2 u in all, and within `radius` of the moment changes by two largest gaps times that.
    const double error = 4.2 * kUnit + 2.1 * radius;
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const double margin = error * gaps_.largest[axis] + kUnderflow;
      const auto [low, high] = std::minmax_element(now.gap[axis].begin(), now.gap[axis].end());
      if (*low > margin || *high < -margin) return Verdict::Apart;
      if (kAxes == 2 && *low<-margin&& * high> margin) return Verdict::Together;
    }
    if constexpr (kAxes == 3) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const Verdict verdict = areas_at(now, (axis + 1) % 3, (axis + 2) % 3, error);
        if (verdict != Verdict::Doubt) return verdict;
      }
    }
    return Verdict::Doubt;
  }

  Verdict areas_at(const Still& now, std::size_t x, std::size_t y, double error) const {
    // Two products with two erring factors: 2 (2 e + e^2) + 4 u.
    const double margin = 4.2 * (error + kUnit) * gaps_.largest[x] * gaps_.largest[y] + kUnderflow;
    std::array<double, 2> low = {HUGE_VAL, HUGE_VAL};
    std::array<double, 2> high = {-HUGE_VAL, -HUGE_VAL};
    for (std::size_t k = 0; k < Traits::kAreas.size(); ++k) {
      const auto [i, j] = Traits::kAreas[k];
      const double area = now.gap[x][i] * now.gap[y][j] - now.gap[y][i] * now.gap[x][j];
      const std::size_t set = k < Traits::kFirstSet ? 0 : 1;
      low[set] = std::min(low[set], area);
      high[set] = std::max(high[set], area);
    }
    if ((low[0] < -margin && high[0] > margin) || (low[1] < -margin && high[1] > margin))
      return Verdict::Apart;
    const auto sure = [&](std::size_t set) { return low[set] > margin || high[set] < -margin; };
    return sure(0) && sure(1) ? Verdict::Together : Verdict::Doubt;
  }

  /// Do the signs of areas or gaps keep the features apart during all of [a, b]?
  bool apart_throughout(double a, double b) const {
    const Still first = still(a);
    const Still last = still(b);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const double margin = 4.2 * kUnit * gaps_.largest[axis] + kUnderflow;
      double low = HUGE_VAL;
      double high = -HUGE_VAL;
      for (std::size_t i = 0; i < kCount; ++i) {
        low = std::min(low, std::min(first.gap[axis][i], last.gap[axis][i]));
        high = std::max(high, std::max(first.gap[axis][i], last.gap[axis][i]));
      }
      if (low > margin || high < -margin) return true;
    }
    if constexpr (kAxes == 3)
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (areas_apart(first, last, (axis + 1) % 3, (axis + 2) % 3)) return true;
    return false;
  }

  bool areas_apart(const Still& first, const Still& last, std::size_t x, std::size_t y) const {
    // With gaps off by 4.2 u an area errs by 21.7 u; half the sum of two, (2 * 21.7 + 4) u / 2 < 24 u.
    const double margin = 24.0 * kUnit * gaps_.largest[x] * gaps_.largest[y] + kUnderflow;
    std::array<bool, 2> above{};
    std::array<bool, 2> below{};
    const auto area = [x, y](const Still& g, const Still& h, Area k) {
      return g.gap[x][k.first] * h.gap[y][k.second] - g.gap[y][k.first] * h.gap[x][k.second];
    };
    for (std::size_t k = 0; k < Traits::kAreas.size(); ++k) {
      const Area which = Traits::kAreas[k];
      const double b0 = area(first, first, which);
      const double b1 = 0.5 * (area(first, last, which) + area(last, first, which));
      const double b2 = area(last, last, which);
      const std::size_t set = k < Traits::kFirstSet ? 0 : 1;
      if (std::min(b0, std::min(b1, b2)) > margin) above[set] = true;
      if (std::max(b0, std::max(b1, b2)) < -margin) below[set] = true;
    }
    return (above[0] && below[0]) || (above[1] && below[1]);
  }

  /// The flatness at t with twice the digits. Error: below 176 u^2 of its size.
  DoubleDouble precise(double t) const {
    const auto first = vertices(pair_.start);
    const auto last = vertices(pair_.end);
    constexpr std::size_t kNeeded = kAxes == 3 ? 3 : 2;
    std::array<std::array<DoubleDouble, kAxes>, kNeeded> g;
    for (std::size_t i = 0; i < kNeeded; ++i) {
      const Gap gap = Traits::kGaps[i];
      for (std::size_t axis = 0; axis < kAxes; ++axis) {
        const DoubleDouble start = exact_difference((*first[gap.to])[axis], (*first[gap.from])[axis]);
        const DoubleDouble end = exact_difference((*last[gap.to])[axis], (*last[gap.from])[axis]);
        g[i][axis] = start + (end - start) * t;
      }
    }
    const auto area = [&g](std::size_t i, std::size_t j, std::size_t x, std::size_t y) {
      return g[i][x] * g[j][y] - g[i][y] * g[j][x];
    };
    if constexpr (kAxes == 2) {
      return area(0, 1, 0, 1);
    } else {
      return g[0][0] * area(1, 2, 1, 2) + g[0][1] * area(1, 2, 2, 0) + g[0][2] * area(1, 2, 0, 1);
    }
  }

  /// Finds the doubles next to the only root within `radius` of t, or sees that it may be one itself.
  bool sharpen(double t, double radius) {
    const auto& b = flatness_.b;
    const double bend =
        6.0 * std::max(std::fabs(b[0] - 2.0 * b[1] + b[2]), std::fabs(b[1] - 2.0 * b[2] + b[3]));
    const double rate = slope(b, t);
    const double rate_error = 8.0 * flatness_.error(3) + 1.1 * radius * (bend + 64.0 * flatness_.error(0));
    const double doubt = rate_error / std::fabs(rate);
    if (!(doubt < 0.125)) return false;
    // The height errs by 113 u^2 of the size (a gap 30 u^2, an area 140 u^2, three products 674 u^2 of a
    // sixth of it), counted as 176 u^2; 1.5 for that the rate is known to an eighth only.
    const DoubleDouble height = precise(t);
    const double correction = -height.high / rate;
    const double blur = 1.5 * doubt * std::fabs(correction) +
                        1.5 * (176.0 * kUnit * kUnit * flatness_.size + kUnderflow) / std::fabs(rate) +
                        4.0 * kUnit * std::fabs(correction);
    const Exactly root = two_sum(t, correction);
    if (!(root.value > 0.0 && root.value < 1.0)) return false;
    const double below = from_ordinal(ordinal(root.value) - 1);
    const double above = from_ordinal(ordinal(root.value) + 1);
    if (root.error > blur && root.error + blur < above - root.value) {
      lower_ = root.value;
      upper_ = above;
      return true;
    }
    if (root.error < -blur && root.value - below > blur - root.error) {
      lower_ = below;
      upper_ = root.value;
      return true;
    }
    return false;
  }

  const Deformation<Features>& pair_;
  const Gaps& gaps_;
  const Flatness& flatness_;
  double lower_ = 1.0;
  double upper_ = 1.0;
};

}  // namespace firsthit
