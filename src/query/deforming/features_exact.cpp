#include "query/deforming/features_exact.hpp"

#include "exact/window_roots.hpp"
#include "query/deforming/features_gaps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

namespace firsthit {
namespace {

/// What a condition says about one moment.
enum class Verdict { Apart, Together, Open };

/// A number of polynomials of which the signs, at a moment when everything before them vanishes, tell
/// whether the features touch; if all of them vanish too, the next condition tells.
struct Condition {
  enum class Rule {
    NoOppositeSigns,  ///< within each of two sets
    NotAllOneSign     ///< all above 0, or all below, is apart
  };

  Rule rule;
  std::array<IntegerCubic, 4> polynomials;
  std::size_t count;
  std::size_t first_set;

  bool is_zero() const {
    return std::all_of(polynomials.begin(), polynomials.begin() + static_cast<std::ptrdiff_t>(count),
                       [](const IntegerCubic& f) { return f.is_zero(); });
  }

  Verdict at(const WindowRoot& moment) const {
    bool open = true;
    bool one_sign = true;
    int common = 0;  // of all
    int set = 0;     // of the set so far
    for (std::size_t i = 0; i < count; ++i) {
      const int sign = moment.sign_of(polynomials[i]);
      if (i == 0) common = sign;
      if (i == first_set) set = 0;
      if (rule == Rule::NoOppositeSigns && sign * set < 0) return Verdict::Apart;
      if (sign != 0) open = false;
      if (sign != 0) set = sign;
      one_sign = one_sign && sign == common;
    }
    if (open) return Verdict::Open;
    return rule == Rule::NotAllOneSign && one_sign ? Verdict::Apart : Verdict::Together;
  }
};

/// The exponent of the lowest bit of x. Requires: not 0.
std::int64_t lowest_bit(double x) {
  int exponent = 0;
  const auto mantissa = static_cast<std::uint64_t>(std::frexp(std::fabs(x), &exponent) * 0x1p53);
  return exponent - 53 + std::countr_zero(mantissa);
}

/// The gaps as whole numbers, each axis in a unit of its own: start + change t.
template <class Features>
class WholeGaps {
  using Traits = FeatureTraits<Features>;
  static constexpr std::size_t kAxes = Traits::kAxes;
  static constexpr std::size_t kGapCount = Traits::kGaps.size();

 public:
  explicit WholeGaps(const Deformation<Features>& pair) {
    const auto first = vertices(pair.start);
    const auto last = vertices(pair.end);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      std::int64_t lowest = INT64_MAX;
      for (std::size_t i = 0; i < first.size(); ++i)
        for (const double x : {(*first[i])[axis], (*last[i])[axis]})
          if (x != 0.0) lowest = std::min(lowest, lowest_bit(x));
      const auto whole = [&](double x) { return Integer::scaled(x, -lowest); };
      for (std::size_t i = 0; i < kGapCount; ++i) {
        const Gap gap = Traits::kGaps[i];
        start_[i][axis] = whole((*first[gap.to])[axis]) - whole((*first[gap.from])[axis]);
        const Integer end = whole((*last[gap.to])[axis]) - whole((*last[gap.from])[axis]);
        change_[i][axis] = end - start_[i][axis];
      }
    }
  }

  /// gaps[i] x gaps[j], the component along the axis that follows `x` and `y` in their cycle.
  IntegerCubic area(std::size_t i, std::size_t j, std::size_t x, std::size_t y) const {
    return {{start_[i][x] * start_[j][y] - start_[i][y] * start_[j][x],
             start_[i][x] * change_[j][y] + change_[i][x] * start_[j][y] -
                 (start_[i][y] * change_[j][x] + change_[i][y] * start_[j][x]),
             change_[i][x] * change_[j][y] - change_[i][y] * change_[j][x], 0}};
  }

  /// Vanishes when all vertices are in one plane (3D) or on one line (2D).
  IntegerCubic flatness() const {
    if constexpr (kAxes == 2) {
      return area(0, 1, 0, 1);
    } else {
      IntegerCubic r;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const IntegerCubic a = area(1, 2, (axis + 1) % 3, (axis + 2) % 3);
        const Integer& s = start_[0][axis];
        const Integer& c = change_[0][axis];
        r.c[0] = r.c[0] + s * a.c[0];
        r.c[1] = r.c[1] + (s * a.c[1] + c * a.c[0]);
        r.c[2] = r.c[2] + (s * a.c[2] + c * a.c[1]);
        r.c[3] = r.c[3] + c * a.c[2];
      }
      return r;
    }
  }

  Condition areas(std::size_t axis) const {
    if constexpr (kAxes == 3) {
      Condition r{Condition::Rule::NoOppositeSigns, {}, Traits::kAreas.size(), Traits::kFirstSet};
      for (std::size_t i = 0; i < r.count; ++i)
        r.polynomials[i] =
            area(Traits::kAreas[i].first, Traits::kAreas[i].second, (axis + 1) % 3, (axis + 2) % 3);
      return r;
    }
  }

  Condition gaps(std::size_t axis) const {
    Condition r{Condition::Rule::NotAllOneSign, {}, kGapCount, kGapCount};
    for (std::size_t i = 0; i < kGapCount; ++i)
      r.polynomials[i] = {{start_[i][axis], change_[i][axis], 0, 0}};
    return r;
  }

 private:
  std::array<std::array<Integer, kAxes>, kGapCount> start_;
  std::array<std::array<Integer, kAxes>, kGapCount> change_;
};

/// The conditions in their order, each made when it is first asked for.
template <class Features>
class Conditions {
 public:
  static constexpr std::size_t kAxes = FeatureTraits<Features>::kAxes;
  static constexpr std::size_t kCount = kAxes == 3 ? 6 : 2;

  explicit Conditions(const WholeGaps<Features>& gaps) : gaps_(gaps) {}

  const Condition& operator[](std::size_t i) {
    if (!made_[i]) {
      if constexpr (kAxes == 3) {
        made_[i] = i < 3 ? gaps_.areas(i) : gaps_.gaps(i - 3);
      } else {
        made_[i] = gaps_.gaps(i);
      }
    }
    return *made_[i];
  }

  bool together_at(const WindowRoot& moment) {
    for (std::size_t i = 0; i < kCount; ++i) {
      const Verdict verdict = (*this)[i].at(moment);
      if (verdict != Verdict::Open) return verdict == Verdict::Together;
    }
    return true;  // all vertices are at one place
  }

 private:
  const WholeGaps<Features>& gaps_;
  std::array<std::optional<Condition>, kCount> made_;
};

/// The first of some moments, by the doubles around it.
class Earliest {
 public:
  bool found() const { return found_; }
  double lower() const { return lower_; }
  double upper() const { return upper_; }

  bool would_change_by(const Enclosure& e) const { return !found_ || e.lower < upper_; }
  void take(const Enclosure& e) {
    found_ = true;
    lower_ = std::min(lower_, e.lower);
    upper_ = std::min(upper_, e.upper);
  }

 private:
  bool found_ = false;
  double lower_ = 1.0;
  double upper_ = 1.0;
};

/// The first of some moments at which the features touch, and the first at which one passes through the
/// other.
template <class Features>
class FirstMoments {
 public:
  explicit FirstMoments(Conditions<Features>& conditions) : conditions_(conditions) {}

  /// `passes`: where they touch then, one passes through the other.
  void look_at(WindowRoot moment, bool passes) {
    const Enclosure enclosure = moment.enclosure();
    passes = passes && impact_.would_change_by(enclosure);
    if (!passes && !touch_.would_change_by(enclosure)) return;
    if (!conditions_.together_at(moment)) return;
    touch_.take(enclosure);
    if (passes) impact_.take(enclosure);
  }

  /// The flatness changes its sign where it has an odd root. At the start nothing is known of what was
  /// before; at the end the motion is judged as if it went on.
  void look_at_roots_of_flatness(const IntegerCubic& f) {
    for (WindowRoot& root : window_roots(f)) {
      const bool passes = root.multiplicity() % 2 != 0 && !root.is_at_start();
      look_at(std::move(root), passes);
    }
  }

  void look_at_roots(const IntegerCubic& f) {
    for (WindowRoot& root : window_roots(f)) look_at(std::move(root), false);
  }

  bool touches() const { return touch_.found(); }
  FeatureEncounter encounter() const {
    const Outcome outcome = impact_.found()  ? Outcome::Impact
                            : touch_.found() ? Outcome::Graze
                                             : Outcome::Miss;
    return {outcome, FeatureStage::Exact, impact_.lower(), impact_.upper(), touch_.lower(), touch_.upper()};
  }

 private:
  Conditions<Features>& conditions_;
  Earliest touch_;
  Earliest impact_;
};

template <class Features>
FeatureEncounter decide(const Deformation<Features>& pair) {
  const WholeGaps<Features> gaps(pair);
  Conditions<Features> conditions(gaps);
  FirstMoments<Features> first(conditions);
  const IntegerCubic flatness = gaps.flatness();
  if (!flatness.is_zero()) {
    first.look_at_roots_of_flatness(flatness);
    return first.encounter();
  }
  // Flat for ever: the first condition that says anything changes its mind at its own roots only.
  first.look_at(WindowRoot(BinaryFraction{}), false);
  for (std::size_t i = 0; i < conditions.kCount && !first.touches(); ++i) {
    const Condition& condition = conditions[i];
    if (condition.is_zero()) continue;
    for (std::size_t k = 0; k < condition.count; ++k)
      if (!condition.polynomials[k].is_zero()) first.look_at_roots(condition.polynomials[k]);
    break;
  }
  return first.encounter();
}

template <class Features>
FeatureTouch touch_of(const Deformation<Features>& pair) {
  const FeatureEncounter found = decide(pair);
  return {found.outcome != Outcome::Miss, FeatureStage::Exact, found.first_touch, found.first_touch_upper};
}

}  // namespace

FeatureTouch exact_first_touch(const Deformation<VertexFace>& pair) { return touch_of(pair); }
FeatureTouch exact_first_touch(const Deformation<EdgeEdge>& pair) { return touch_of(pair); }
FeatureTouch exact_first_touch(const Deformation<PointSegment>& pair) { return touch_of(pair); }

FeatureEncounter exact_first_hit(const Deformation<VertexFace>& pair) { return decide(pair); }
FeatureEncounter exact_first_hit(const Deformation<EdgeEdge>& pair) { return decide(pair); }
FeatureEncounter exact_first_hit(const Deformation<PointSegment>& pair) { return decide(pair); }

}  // namespace firsthit
