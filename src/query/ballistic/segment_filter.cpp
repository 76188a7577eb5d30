#include "core/vec_math.hpp"
#include "query/ballistic/exact_segment.hpp"
#include "query/ballistic/falling_filter.hpp"
#include "query/ballistic/falling_path.hpp"
#include "query/ballistic/first_fall.hpp"
#include "query/ballistic/root_guess.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

/// The part that is nearest, of the face the side as well.
enum class Nearest : std::size_t { From, To, Left, Right };

constexpr Part part_of(Nearest part) {
  constexpr Part kParts[] = {Part::From, Part::To, Part::Face, Part::Face};
  return kParts[static_cast<std::size_t>(part)];
}
constexpr int side_of(Nearest part) { return part == Nearest::Right ? -1 : 1; }

/// A segment and a ball that falls, seen from a moment: all gaps that count, and where the centre is.
class SegmentView {
 public:
  double moment = 0.0;                    ///< [T]
  std::array<RoundedPolynomial, 4> gaps;  ///< of each part; of the face times the segment's length
  RoundedPolynomial beyond_from;          ///< how far along the segment the centre is, from either end,
  RoundedPolynomial beyond_to;            ///< times the segment's length
  RoundedPolynomial height;               ///< over the line, times the segment's length

  const RoundedPolynomial& gap(Nearest part) const { return gaps[static_cast<std::size_t>(part)]; }

  double guess(double from) const {
    double first = kNever;
    const bool above = value(height, from) >= 0.0;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      const auto part = static_cast<Nearest>(i);
      if (part == (above ? Nearest::Right : Nearest::Left)) continue;
      const double t = from + root_guess(from == 0.0 ? gaps[i] : gaps[i].shifted(from));
      if (t < first && may_be(part, t)) first = t;
    }
    return first;
  }

  /// As far out as the next doubles: the exact stage looks at all of the time between two of them at once.
  bool is_quiet(double begin, double end) const {
    if (moment == 0.0) return is_quiet_within(begin, end);
    return is_quiet_within(double_before(double_before(moment + begin)) - moment,
                           double_after(double_after(moment + end)) - moment);
  }

  bool stays_quiet(double t) const {
    if (gap(Nearest::Left).stays_positive(t) || gap(Nearest::Right).stays_positive(t)) return true;
    if ((-beyond_from).stays_positive(t)) return gap(Nearest::From).only_rises(t);
    if (beyond_to.stays_positive(t)) return gap(Nearest::To).only_rises(t);
    if (!beyond_from.stays_positive(t) || !(-beyond_to).stays_positive(t)) return false;
    return (height.stays_positive(t) && gap(Nearest::Left).only_rises(t)) ||
           ((-height).stays_positive(t) && gap(Nearest::Right).only_rises(t));
  }

  std::optional<Nearest> part(double begin, double end) const {
    if (beyond_from.surely_negative(begin, end)) return Nearest::From;
    if (beyond_to.surely_positive(begin, end)) return Nearest::To;
    if (!beyond_from.surely_positive(begin, end) || !beyond_to.surely_negative(begin, end))
      return std::nullopt;
    // A point passes the line when it impacts: from the side on which it is before.
    if (height.surely_positive(begin, begin)) return Nearest::Left;
    return height.surely_negative(begin, begin) ? std::optional(Nearest::Right) : std::nullopt;
  }

 private:
  bool is_quiet_within(double begin, double end) const {
    if (gap(Nearest::Left).surely_positive(begin, end) || gap(Nearest::Right).surely_positive(begin, end))
      return true;
    if (beyond_from.surely_negative(begin, end)) return is_free(Nearest::From, begin, end);
    if (beyond_to.surely_positive(begin, end)) return is_free(Nearest::To, begin, end);
    if (!beyond_from.surely_positive(begin, end) && !is_free(Nearest::From, begin, end)) return false;
    if (!beyond_to.surely_negative(begin, end) && !is_free(Nearest::To, begin, end)) return false;
    return (height.surely_positive(begin, end) && rises(Nearest::Left, begin, end)) ||
           (height.surely_negative(begin, end) && rises(Nearest::Right, begin, end));
  }

  bool rises(Nearest part, double begin, double end) const {
    return gap(part).surely_rises(begin, end) || (begin == 0.0 && gap(part).surely_rises_from_rest(end));
  }
  bool is_free(Nearest part, double begin, double end) const {
    return gap(part).surely_positive(begin, end) || rises(part, begin, end);
  }
  static double value(const RoundedPolynomial& p, double t) { return p.c[0] + t * (p.c[1] + t * p.c[2]); }
  /// As far as rounded values tell.
  bool may_be(Nearest part, double t) const {
    if (part == Nearest::From) return value(beyond_from, t) <= 0.0;
    if (part == Nearest::To) return value(beyond_to, t) >= 0.0;
    return value(beyond_from, t) >= 0.0 && value(beyond_to, t) <= 0.0;
  }
};

class SegmentFlight {
 public:
  SegmentFlight(const Course<2>& solid, const Vec<2>& from, const Vec<2>& to, const Course<2>& ball,
                double radius, double margin)
      : solid_(solid),
        ball_(ball),
        from_(from),
        to_(to),
        radius_(radius),
        margin_(margin),
        path_(solid, ball),
        along_{exact_difference(to[0], from[0]), exact_difference(to[1], from[1])},
        reach_(exact_sum(radius, margin)),
        reach_along_(times_length(reach_, along_)) {}

  bool is_moderate() const {
    return path_.is_moderate && firsthit::is_moderate(from_) && firsthit::is_moderate(to_) &&
           firsthit::is_moderate(Vec<2>{radius_, margin_}) && from_ != to_;
  }
  double scale() const { return path_.crossing_time(std::max({max_abs(from_), max_abs(to_), reach_.high})); }

  SegmentView around(double t) const {
    const FallingState<2> middle = path_.at(t);
    const FallingState<2> at_from = seen_from(from_, middle);
    const FallingState<2> at_to = seen_from(to_, middle);
    const Along height = along(-along_[1], along_[0], at_from);
    SegmentView view;
    view.moment = t;
    view.gaps = {squared_gap(at_from, reach_), squared_gap(at_to, reach_), over(height, 1.0),
                 over(height, -1.0)};
    view.height = height.p;
    view.beyond_from = along(along_[0], along_[1], at_from).p;
    view.beyond_to = along(along_[0], along_[1], at_to).p;
    return view;
  }

  Polynomial exact_gap(Nearest part) const {
    const SegmentAndBall pair(relative_path(solid_, ball_), from_, to_, Dyadic(radius_) + Dyadic(margin_));
    return pair.gap(part_of(part), side_of(part));
  }

 private:
  /// direction . place, in the time since the moment of a state.
  struct Along {
    RoundedPolynomial p;
    DoubleDouble now;
    double size;  ///< of what that is made of
  };

  static FallingState<2> seen_from(const Vec<2>& end, FallingState<2> state) {
    for (std::size_t i = 0; i < 2; ++i) {
      state.place[i].value = state.place[i].value + DoubleDouble{-end[i], 0.0};
      state.place[i].size += std::fabs(end[i]);
    }
    return state;
  }

  static Along along(const DoubleDouble& x, const DoubleDouble& y, const FallingState<2>& state) {
    Along r;
    r.now = x * state.place[0].value + y * state.place[1].value;
    const double x_size = std::fabs(x.high);
    const double y_size = std::fabs(y.high);
    r.size = x_size * state.place[0].size + y_size * state.place[1].size;
    r.p.degree = 2;
    r.p.c[0] = r.now.high;
    r.p.c[1] = x.high * state.speed[0].high() + y.high * state.speed[1].high();
    r.p.c[2] = x.high * state.half_pull[0] + y.high * state.half_pull[1];
    r.p.size[0] = std::fabs(r.now.high) + 0x1p-51 * r.size;
    r.p.size[1] = x_size * state.speed[0].padded() + y_size * state.speed[1].padded();
    r.p.size[2] = x_size * std::fabs(state.half_pull[0]) + y_size * std::fabs(state.half_pull[1]);
    return r;
  }

  /// What is left of a height over the line, on that side, above the ball's radius.
  RoundedPolynomial over(const Along& height, double side) const {
    RoundedPolynomial r = side > 0.0 ? height.p : -height.p;
    const DoubleDouble above = side > 0.0 ? height.now : -height.now;
    r.c[0] = (above - reach_along_.value).high;
    r.size[0] = std::fabs(r.c[0]) + 0x1p-51 * (height.size + reach_along_.size());
    return r;
  }

  /// Error: 21 u^2 of it.
  static Enclosed times_length(const DoubleDouble& reach, const std::array<DoubleDouble, 2>& along) {
    const Enclosed x(along[0], 0.0);
    const Enclosed y(along[1], 0.0);
    return Enclosed(reach, 0.0) * square_root(x * x + y * y);
  }

  const Course<2>& solid_;
  const Course<2>& ball_;
  const Vec<2>& from_;
  const Vec<2>& to_;
  double radius_;
  double margin_;
  FallingPath<2> path_;
  std::array<DoubleDouble, 2> along_;  // from -> to
  DoubleDouble reach_;
  Enclosed reach_along_;  // times the segment's length
};

}  // namespace

std::optional<PairEvent> filtered_segment_event(const Course<2>& solid, const Vec<2>& from, const Vec<2>& to,
                                                const Course<2>& ball, double radius, double margin,
                                                double end) {
  const SegmentFlight flight(solid, from, to, ball, radius, margin);
  if (!flight.is_moderate()) return std::nullopt;
  const SegmentView now = flight.around(0.0);
  const std::optional<Nearest> nearest = now.part(0.0, 0.0);
  if (!nearest) return std::nullopt;
  PairEvent r{{}, false, part_of(*nearest), side_of(*nearest)};
  const int side = side_now(flight, now, *nearest);
  if (event_now(side, now.gap(*nearest), r.event)) return r;
  if (r.event.touch && now.gap(*nearest).sure_trend() == 0) return std::nullopt;
  const auto found = first_fall(flight, now, end, flight.scale());
  if (!found)
    return side < 0 && closes_inside(flight, *nearest, end, r.event) ? std::optional(r) : std::nullopt;
  if (!found->part) return r;
  r.part = part_of(*found->part);
  r.side = side_of(*found->part);
  set_impact(*found, r.event);
  return r;
}

}  // namespace firsthit
