#include "query/ballistic/falling_filter.hpp"

#include "core/vec_math.hpp"
#include "query/ballistic/exact_path.hpp"
#include "query/ballistic/falling_path.hpp"
#include "query/ballistic/first_fall.hpp"

#include <cmath>
#include <cstddef>

namespace firsthit {
namespace {

template <int D>
class BallFlight {
 public:
  BallFlight(const Course<D>& a, double a_radius, const Course<D>& b, double b_radius, double margin)
      : a_(a), b_(b), radii_{a_radius, b_radius, margin}, path_(a, b), sigma_(sum_of(radii_)) {}

  bool is_moderate() const { return path_.is_moderate && firsthit::is_moderate(radii_); }
  bool are_points() const { return sigma_.high == 0.0; }
  double scale() const { return path_.crossing_time(sigma_.high); }

  GapView around(double t) const { return {squared_gap(path_.at(t), sigma_)}; }

  Polynomial exact_gap(Part /*part*/) const {
    const Dyadic sigma = Dyadic(radii_[0]) + Dyadic(radii_[1]) + Dyadic(radii_[2]);
    return firsthit::squared_gap<D>(relative_path(a_, b_), sigma);
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
  const GapView now = flight.around(0.0);
  GapEvent event;
  if (flight.are_points() && !now.whole.surely_positive(0.0, 0.0)) return std::nullopt;
  const int side = side_now(flight, now, Part::Whole);
  if (event_now(side, now.whole, event)) return event;
  if (event.touch && now.whole.sure_trend() == 0) return std::nullopt;
  const auto found = first_fall(flight, now, end, flight.scale());
  if (!found)
    return side < 0 && closes_inside(flight, Part::Whole, end, event) ? std::optional(event) : std::nullopt;
  if (found->part && flight.are_points()) return std::nullopt;  // where they meet they have no inside
  if (found->part) set_impact(*found, event);
  return event;
}

template std::optional<GapEvent> filtered_ball_event(const Course<2>&, double, const Course<2>&, double,
                                                     double, double);
template std::optional<GapEvent> filtered_ball_event(const Course<3>&, double, const Course<3>&, double,
                                                     double, double);

}  // namespace firsthit
