#include "query/ballistic/falling_filter.hpp"

#include "core/vec_math.hpp"
#include "query/ballistic/exact_path.hpp"
#include "query/ballistic/falling_path.hpp"
#include "query/ballistic/first_fall.hpp"
#include "query/ballistic/root_guess.hpp"

#include <cmath>
#include <cstddef>

namespace firsthit {
namespace {

/// Two balls, seen from a moment: |p|^2 - sigma^2.
struct BallView {
  RoundedPolynomial gap_;

  double guess(double from) const { return from + root_guess(from == 0.0 ? gap_ : gap_.shifted(from)); }
  bool is_quiet(double begin, double end) const {
    return gap_.surely_positive(begin, end) || gap_.surely_rises(begin, end) ||
           (begin == 0.0 && gap_.surely_rises_from_rest(end));
  }
  bool stays_quiet(double t) const { return gap_.only_rises(t); }
  std::optional<Part> part(double /*begin*/, double /*end*/) const { return Part::Whole; }
  const RoundedPolynomial& gap(Part /*part*/) const { return gap_; }
};

template <int D>
class BallFlight {
 public:
  BallFlight(const Course<D>& a, double a_radius, const Course<D>& b, double b_radius, double margin)
      : a_(a), b_(b), radii_{a_radius, b_radius, margin}, path_(a, b), sigma_(sum_of(radii_)) {}

  bool is_moderate() const { return path_.is_moderate && firsthit::is_moderate(radii_); }
  bool are_points() const { return sigma_.high == 0.0; }
  double scale() const { return path_.crossing_time(sigma_.high); }

  BallView around(double t) const { return {squared_gap(path_.at(t), sigma_)}; }

  Polynomial exact_gap() const {
    const Dyadic sigma = Dyadic(radii_[0]) + Dyadic(radii_[1]) + Dyadic(radii_[2]);
    return firsthit::squared_gap<D>(relative_path(a_, b_), sigma);
  }
  int exact_side(Part /*part*/, double t) const { return exact_gap().sign_at(Dyadic(t)); }

 private:
  const Course<D>& a_;
  const Course<D>& b_;
  Vec<3> radii_;
  FallingPath<D> path_;
  DoubleDouble sigma_;
};

/// The same pair; what falls is the rate at which its gap grows.
template <int D>
struct RateFlight {
  const BallFlight<D>& balls;

  BallView around(double t) const { return {balls.around(t).gap_.rate(1.0)}; }
  int exact_side(Part /*part*/, double t) const { return balls.exact_gap().derivative().sign_at(Dyadic(t)); }
};

/// Where two that overlap, and part at first, close again without having come apart.
template <int D>
bool closes_inside(const BallFlight<D>& flight, double end, GapEvent& event) {
  const RateFlight<D> rate{flight};
  const auto summit = first_fall(rate, rate.around(0.0), end, flight.scale());
  if (!summit || !summit->part) return false;
  const BallView late = flight.around(summit->upper);
  if (!late.gap_.surely_negative(summit->lower - summit->upper, 0.0)) return false;
  event.kind = GapEvent::Kind::Overlap;
  event.lower = summit->lower;
  event.upper = summit->upper;
  return true;
}

}  // namespace

template <int D>
std::optional<GapEvent> filtered_ball_event(const Course<D>& a, double a_radius, const Course<D>& b,
                                            double b_radius, double margin, double end) {
  const BallFlight<D> flight(a, a_radius, b, b_radius, margin);
  if (!flight.is_moderate()) return std::nullopt;
  const BallView now = flight.around(0.0);
  GapEvent event;
  if (flight.are_points() && !now.gap_.surely_positive(0.0, 0.0)) return std::nullopt;
  const int side = side_now(flight, now, Part::Whole);
  if (event_now(side, now.gap_, event)) return event;
  if (event.touch && now.gap_.sure_trend() == 0) return std::nullopt;
  const auto found = first_fall(flight, now, end, flight.scale());
  if (!found) return side < 0 && closes_inside(flight, end, event) ? std::optional(event) : std::nullopt;
  if (found->part && flight.are_points()) return std::nullopt;  // where they meet they have no inside
  if (found->part) set_impact(*found, event);
  return event;
}

template std::optional<GapEvent> filtered_ball_event(const Course<2>&, double, const Course<2>&, double,
                                                     double, double);
template std::optional<GapEvent> filtered_ball_event(const Course<3>&, double, const Course<3>&, double,
                                                     double, double);

}  // namespace firsthit
