#include "query/ballistic/falling_filter.hpp"

#include "core/vec_math.hpp"
#include "query/ballistic/exact_path.hpp"
#include "query/ballistic/falling_path.hpp"
#include "query/ballistic/first_fall.hpp"

#include <cmath>
#include <cstddef>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

/// Two balls, seen from a moment: |p|^2 - sigma^2.
struct BallView {
  RoundedPolynomial gap;

  double guess(double from) const { return from + root_guess(from == 0.0 ? gap : gap.shifted(from)); }
  bool is_quiet(double begin, double end) const {
    return gap.surely_positive(begin, end) || gap.surely_rises(begin, end) ||
           (begin == 0.0 && gap.surely_rises_from_rest(end));
  }
  bool stays_quiet(double t) const { return gap.only_rises(t); }
  bool falls(double begin, double end) const { return (-gap).surely_rises(begin, end); }
  bool is_inside(double t) const { return gap.surely_negative(t, t); }
};

template <int D>
class BallFlight {
 public:
  BallFlight(const Course<D>& a, double a_radius, const Course<D>& b, double b_radius, double margin)
      : a_(a), b_(b), radii_{a_radius, b_radius, margin}, path_(a, b), sigma_(sum_of(radii_)) {}

  bool is_moderate() const { return path_.is_moderate && firsthit::is_moderate(radii_) && sigma_.high > 0.0; }
  double scale() const { return path_.crossing_time(sigma_.high); }

  BallView around(double t) const { return {squared_gap(path_.at(t), sigma_)}; }

  int side(const BallView& view, double moment, double t) const {
    const double since = t - moment;
    if (view.gap.surely_positive(since, since)) return 1;
    if (view.gap.surely_negative(since, since)) return -1;
    const Dyadic sigma = Dyadic(radii_[0]) + Dyadic(radii_[1]) + Dyadic(radii_[2]);
    return firsthit::squared_gap<D>(relative_path(a_, b_), sigma).sign_at(Dyadic(t));
  }

 private:
  const Course<D>& a_;
  const Course<D>& b_;
  Vec<3> radii_;
  FallingPath<D> path_;
  DoubleDouble sigma_;
};

}  // namespace

template <int D>
std::optional<GapEvent> filtered_ball_event(const Course<D>& a, double a_radius, const Course<D>& b,
                                            double b_radius, double margin, double end) {
  const BallFlight<D> flight(a, a_radius, b, b_radius, margin);
  if (!flight.is_moderate()) return std::nullopt;
  const BallView now = flight.around(0.0);
  GapEvent event;
  const int side = flight.side(now, 0.0, 0.0);
  if (side <= 0) {
    event.touch = 0.0;
    const int trend = now.gap.sure_trend();
    if (trend == 0) return std::nullopt;
    if (trend < 0) {
      event.kind = side == 0 ? Kind::Impact : Kind::Overlap;
      return event;
    }
  }
  const std::optional<FirstFall> found = first_fall(flight, now, end, flight.scale());
  if (!found) return std::nullopt;
  if (!found->impact) return event;
  event.kind = Kind::Impact;
  event.lower = found->lower;
  event.upper = found->upper;
  if (!event.touch) event.touch = found->lower;
  return event;
}

template std::optional<GapEvent> filtered_ball_event(const Course<2>&, double, const Course<2>&, double,
                                                     double, double);
template std::optional<GapEvent> filtered_ball_event(const Course<3>&, double, const Course<3>&, double,
                                                     double, double);

}  // namespace firsthit
