#include "query/convex/filter/filter_ball_box.hpp"

#include "core/vec_math.hpp"
#include "query/convex/filter/filter_corners.hpp"
#include "query/convex/filter/filter_stages.hpp"

#include <array>

namespace firsthit {

template <int D>
bool filter_ball_box(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double end,
                     ConvexEvent<D>& event) {
  event = {};
  const bool box_first = is_plain_box(a);
  const RoundedPolytope<D>& box = box_first ? a : b;
  const RoundedPolytope<D>& ball = box_first ? b : a;
  const BallAndBox<D> pair({box.position, box.velocity, box.offsets.back()}, {ball.position, ball.velocity},
                           sum_of_three(a.radius, b.radius, margin));
  SureImpact<D> impact;
  std::array<double, kAxes<D>> side;
  const bool told = take(event_of_ball_and_box(pair, end, impact, side), impact, event);
  if (!box_first) event.direction = Vec<D>{} - event.direction;  // no -0.0
  return told;
}

template bool filter_ball_box(const RoundedPolytope<2>&, const RoundedPolytope<2>&, double, double,
                              ConvexEvent<2>&);
template bool filter_ball_box(const RoundedPolytope<3>&, const RoundedPolytope<3>&, double, double,
                              ConvexEvent<3>&);

}  // namespace firsthit
