#include "core/vec_math.hpp"
#include "exact/double_double.hpp"
#include "exact/signed_sum.hpp"
#include "query/ballistic/exact_pairs.hpp"
#include "query/ballistic/falling_filter.hpp"
#include "query/ballistic/flight_proof.hpp"
#include "query/base/scaling.hpp"
#include "query/round/ball_kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

// What rounded arithmetic says of a ball that falls past a segment is proven afterwards, or asked of the
// exact stage of first_hit.

namespace firsthit {
namespace {

/// How far the ball's centre is from the line, less the radius, times the segment's length.
Enclosed gap_to_line(const Vec<2>& from, const Vec<2>& to, double radius) {
  const Enclosed height = Enclosed(from[0]) * Enclosed(to[1]) - Enclosed(from[1]) * Enclosed(to[0]);
  Enclosed square;
  for (std::size_t i = 0; i < 2; ++i) {
    const Enclosed along(exact_difference(to[i], from[i]), 0.0);
    square = square + along * along;
  }
  const Enclosed reach = Enclosed(radius) * square_root(square);
  return (height.value.high < 0.0 ? -height : height) - reach;
}

/// All gaps that count, and where the centre is, as polynomials in time.
class FallPastSegment {
 public:
  FallPastSegment(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v, const Vec<2>& g, double radius)
      : from_(squared_gap(from, -v, -g, radius, 1.0)),
        to_(squared_gap(to, -v, -g, radius, 1.0)),
        reach_(radius * length(to - from)),
        square_(radius * radius) {
    behind_from_.degree = behind_to_.degree = height_.degree = 2;
    const std::array<double, 4> ends{to[0], to[1], -from[0], -from[1]};
    const std::array<double, 4> across{to[0], -to[1], -from[0], from[1]};
    const auto set_rates = [&](RoundedPolynomial& p, const std::array<double, 4>& direction, bool turned) {
      const auto set = [&](std::size_t power, const Vec<2>& x, double part) {
        std::array<double, 4> other{part * x[0], part * x[1], part * x[0], part * x[1]};
        if (turned) other = {part * x[1], part * x[0], part * x[1], part * x[0]};
        set_coefficient(p, power, direction.data(), other.data(), 4);
      };
      set(1, v, 1.0);
      set(2, g, 0.5);
    };
    const auto set_place = [&](RoundedPolynomial& p, const Vec<2>& end) {
      const std::array<double, 4> other{-end[0], -end[1], -end[0], -end[1]};
      set_coefficient(p, 0, ends.data(), other.data(), 4);
      set_rates(p, ends, false);
    };
    set_place(behind_from_, from);
    set_place(behind_to_, to);
    const std::array<double, 2> first{from[0], -from[1]};
    const std::array<double, 2> second{to[1], to[0]};
    set_coefficient(height_, 0, first.data(), second.data(), 2);
    set_rates(height_, across, true);

    const Enclosed gap = gap_to_line(from, to, radius);
    const bool above = height_.c[0] >= 0.0;
    upper_ = above ? height_ : -height_;
    lower_ = -upper_;
    upper_.c[0] = gap.value.high;
    upper_.size[0] = std::fabs(gap.value.high) + 0x1p50 * gap.error;
    lower_.c[0] -= reach_;
    lower_.size[0] += reach_;
    is_above_ = above;
  }

  /// Is it surely within and closing now?
  bool starts() const {
    if (&gap() != &upper_) return gap().c[0] <= 0.0 && gap().c[1] < 0.0;
    const double error = 0x1p-49 * (upper_.size[0] - std::fabs(upper_.c[0]));
    return height_.c[0] != 0.0 && upper_.c[0] + error <= 0.0 && upper_.c[1] < 0.0;
  }

  /// The gap to the part that is nearest now.
  const RoundedPolynomial& gap() const {
    if (behind_from_.c[0] <= 0.0) return from_;
    return behind_to_.c[0] >= 0.0 ? to_ : upper_;
  }
  std::optional<double> small_bounce() const {
    return small_bounce_delay(gap(), &gap() == &upper_ ? reach_ : square_);
  }

  /// Is its first event surely at `delay`, but for kProofWidth of it?
  bool surely_at(double delay) const {
    const auto quiet = [this](double begin, double end) { return is_quiet(begin, end); };
    const double early = delay * (1.0 - kProofWidth);
    return delay > 0.0 && delay < kNever && is_inside_and_closing(delay * (1.0 + kProofWidth)) &&
           is_quiet(early, early) && quiet_throughout(0.0, early, quiet);
  }

  /// Is there surely no event at all? `scale`: a time in which it moves about as far as it is away.
  bool surely_never(double scale) const {
    const auto quiet = [this](double begin, double end) { return is_quiet(begin, end); };
    double end = 0.0;
    for (int i = 0; i < 64; ++i) {
      if (stays_quiet(end)) return end == 0.0 || quiet_throughout(0.0, end, quiet);
      end = end == 0.0 ? scale : 2.0 * end;
    }
    return false;
  }

 private:
  /// Is every part that may be nearest apart, or parting?
  bool is_quiet(double begin, double end) const {
    if (upper_.surely_positive(begin, end) || lower_.surely_positive(begin, end)) return true;
    const auto free = [&](const RoundedPolynomial& gap) {
      return gap.surely_positive(begin, end) || gap.surely_rises(begin, end);
    };
    const bool on_from = behind_from_.surely_negative(begin, end);
    const bool on_to = behind_to_.surely_positive(begin, end);
    if (on_from) return free(from_);
    if (on_to) return free(to_);
    if (!behind_from_.surely_positive(begin, end) && !free(from_)) return false;
    if (!behind_to_.surely_negative(begin, end) && !free(to_)) return false;
    const RoundedPolynomial height = is_above_ ? height_ : -height_;
    return (upper_.surely_rises(begin, end) && height.surely_positive(begin, end)) ||
           (lower_.surely_rises(begin, end) && height.surely_negative(begin, end));
  }

  bool stays_quiet(double t) const {
    if ((-behind_from_).stays_positive(t)) return from_.only_rises(t);
    if (behind_to_.stays_positive(t)) return to_.only_rises(t);
    if (!behind_from_.stays_positive(t) || !(-behind_to_).stays_positive(t)) return false;
    const RoundedPolynomial height = is_above_ ? height_ : -height_;
    return (height.stays_positive(t) && upper_.only_rises(t)) ||
           ((-height).stays_positive(t) && lower_.only_rises(t));
  }

  bool is_inside_and_closing(double t) const {
    const auto hit = [t](const RoundedPolynomial& gap) {
      return gap.surely_negative(t, t) && (-gap).surely_rises(t, t);
    };
    if (behind_from_.surely_negative(t, t)) return hit(from_);
    if (behind_to_.surely_positive(t, t)) return hit(to_);
    if (!behind_from_.surely_positive(t, t) || !behind_to_.surely_negative(t, t)) return false;
    const RoundedPolynomial height = is_above_ ? height_ : -height_;
    return (height.surely_positive(t, t) && hit(upper_)) || (height.surely_negative(t, t) && hit(lower_));
  }

  RoundedPolynomial from_;  // of the ends: squares
  RoundedPolynomial to_;
  RoundedPolynomial upper_;  // of the face on whose side the centre starts
  RoundedPolynomial lower_;
  RoundedPolynomial behind_from_;  // how far along the segment the centre is, from either end
  RoundedPolynomial behind_to_;
  RoundedPolynomial height_;
  double reach_;   // the radius times the segment's length
  double square_;  // of the radius
  bool is_above_ = false;
};

}  // namespace

std::optional<double> proven_segment_delay(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v,
                                           const Vec<2>& g, double radius) {
  const FallPastSegment fall(from, to, v, g, radius);
  if (fall.starts()) return 0.0;
  const std::optional<double> bounce = fall.small_bounce();
  if (bounce && fall.surely_at(*bounce)) return bounce;
  const double t = rounded_segment_delay(from, to, v, g, radius);
  const double scale = std::sqrt(std::max({max_abs(from), max_abs(to), radius}) / max_abs(g));
  return (t == kNever ? fall.surely_never(scale) : fall.surely_at(t)) ? std::optional(t) : std::nullopt;
}

double ball_segment_delay(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v, const Vec<2>& g,
                          double radius) {
  if (from == to) return ball_ball_falling_delay(from, -v, -g, radius);
  if (is_zero(g)) return straight_segment_delay(from, to, v, radius);
  if (const std::optional<double> t = proven_segment_delay(from, to, v, g, radius)) return *t;
  if (is_in_range(from) && is_in_range(to) && is_in_range(v) && is_in_range(g)) {
    constexpr double kEnd = std::numeric_limits<double>::max();
    const Course<2> fixed{};
    const Course<2> ball{{}, v, g};
    const std::optional<PairEvent> filtered =
        filtered_segment_event(fixed, from, to, ball, radius, 0.0, kEnd);
    const PairEvent exact =
        filtered ? *filtered : segment_ball_event(fixed, from, to, ball, radius, 0.0, kEnd);
    if (!exact.unresolved) return exact.event.kind == GapEvent::Kind::None ? kNever : exact.event.lower;
  }
  return rounded_segment_delay(from, to, v, g, radius);
}

}  // namespace firsthit
