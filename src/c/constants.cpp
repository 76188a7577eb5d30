#include <firsthit/firsthit.h>
#include <firsthit/agent.hpp>
#include <firsthit/batch.hpp>
#include <firsthit/features.hpp>
#include <firsthit/path_crossing.hpp>
#include <firsthit/world.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

// C's constants are C++'s, number by number: they are handed over as they are.

namespace firsthit {
namespace {

template <class Enum>
constexpr bool are(Enum last, int number) {
  return static_cast<int>(last) == number;
}

template <class S>
constexpr bool is_shape(std::size_t kind) {
  bool same[] = {false, false, false, false, false, false, false, false, false, false, false, false};
  [&]<std::size_t... k>(std::index_sequence<k...>) {
    ((same[k] = std::is_same_v<std::variant_alternative_t<k, AnyShape<2>>, S>), ...);
  }
  (std::make_index_sequence<std::variant_size_v<AnyShape<2>>>());
  return same[kind];
}

static_assert(are(Outcome::Miss, FIRSTHIT_MISS) && are(Outcome::Graze, FIRSTHIT_GRAZE) &&
              are(Outcome::Impact, FIRSTHIT_IMPACT) && are(Outcome::Overlap, FIRSTHIT_OVERLAP) &&
              are(Outcome::Unresolved, FIRSTHIT_UNRESOLVED));
static_assert(are(Feature::Kind::Face, 0) && are(Feature::Kind::Edge, 1) && are(Feature::Kind::Vertex, 2));
static_assert(are(FeatureStage::Cull, 0) && are(FeatureStage::Filter, 1) && are(FeatureStage::Bracket, 2) &&
              are(FeatureStage::Exact, 3));
static_assert(are(Crossing::None, 0) && are(Crossing::Point, 1) && are(Crossing::Stretch, 2));
static_assert(are(Side::Wall, FIRSTHIT_SIDE_WALL) && are(Side::Periodic, FIRSTHIT_SIDE_PERIODIC) &&
              are(Side::Open, FIRSTHIT_SIDE_OPEN));
static_assert(are(BodyKind::Dynamic, FIRSTHIT_BODY_DYNAMIC) && are(BodyKind::Fixed, FIRSTHIT_BODY_FIXED) &&
              are(BodyKind::Kinematic, FIRSTHIT_BODY_KINEMATIC) &&
              are(BodyKind::Pinned, FIRSTHIT_BODY_PINNED));
static_assert(are(AfterHit::GoesOn, FIRSTHIT_AFTER_HIT_GOES_ON) &&
              are(AfterHit::Waits, FIRSTHIT_AFTER_HIT_WAITS));
static_assert(are(OnCrush::EndsRun, FIRSTHIT_ON_CRUSH_ENDS_RUN) &&
              are(OnCrush::Stops, FIRSTHIT_ON_CRUSH_STOPS) && are(OnCrush::Passes, FIRSTHIT_ON_CRUSH_PASSES));
static_assert(are(Response::Bounce, FIRSTHIT_RESPONSE_BOUNCE) &&
              are(Response::Slide, FIRSTHIT_RESPONSE_SLIDE) && are(Response::Stop, FIRSTHIT_RESPONSE_STOP) &&
              are(Response::Stick, FIRSTHIT_RESPONSE_STICK) && are(Response::Pass, FIRSTHIT_RESPONSE_PASS));
static_assert(are(NeighbourSearch::Automatic, FIRSTHIT_NEIGHBOURS_AUTOMATIC) &&
              are(NeighbourSearch::Lists, FIRSTHIT_NEIGHBOURS_LISTS) &&
              are(NeighbourSearch::AllPairs, FIRSTHIT_NEIGHBOURS_ALL_PAIRS));
static_assert(are(ImpactKind::BodyBody, FIRSTHIT_IMPACT_BODY_BODY) &&
              are(ImpactKind::BodyObstacle, FIRSTHIT_IMPACT_BODY_OBSTACLE) &&
              are(ImpactKind::BodySide, FIRSTHIT_IMPACT_BODY_SIDE));
static_assert(are(TurnKind::Steered, FIRSTHIT_TURN_STEERED) && are(TurnKind::Rested, FIRSTHIT_TURN_RESTED) &&
              are(TurnKind::Left, FIRSTHIT_TURN_LEFT) && are(TurnKind::Pulled, FIRSTHIT_TURN_PULLED) &&
              are(TurnKind::Moved, FIRSTHIT_TURN_MOVED) && are(TurnKind::Gripped, FIRSTHIT_TURN_GRIPPED) &&
              are(TurnKind::Rubbed, FIRSTHIT_TURN_RUBBED) && are(TurnKind::Crushed, FIRSTHIT_TURN_CRUSHED));
static_assert(are(RunOutcome::ReachedTime, FIRSTHIT_RUN_REACHED_TIME) &&
              are(RunOutcome::ReachedCollisions, FIRSTHIT_RUN_REACHED_COLLISIONS) &&
              are(RunOutcome::Collapsed, FIRSTHIT_RUN_COLLAPSED) &&
              are(RunOutcome::Crushed, FIRSTHIT_RUN_CRUSHED) &&
              are(RunOutcome::Interrupted, FIRSTHIT_RUN_INTERRUPTED) &&
              are(RunOutcome::Paused, FIRSTHIT_RUN_PAUSED));
static_assert(are(MoveResponse::Slide, FIRSTHIT_MOVE_SLIDE) &&
              are(MoveResponse::Bounce, FIRSTHIT_MOVE_BOUNCE) &&
              are(MoveResponse::Stop, FIRSTHIT_MOVE_STOP) && are(MoveResponse::Cross, FIRSTHIT_MOVE_CROSS));
static_assert(are(Steering::Goal, FIRSTHIT_STEERING_GOAL) && are(Steering::Avoid, FIRSTHIT_STEERING_AVOID));
static_assert(is_shape<Point>(FIRSTHIT_SHAPE_POINT) && is_shape<Ball>(FIRSTHIT_SHAPE_BALL) &&
              is_shape<Segment<2>>(FIRSTHIT_SHAPE_SEGMENT) &&
              is_shape<HalfSpace<2>>(FIRSTHIT_SHAPE_HALF_SPACE) &&
              is_shape<Container>(FIRSTHIT_SHAPE_CONTAINER) && is_shape<Arc>(FIRSTHIT_SHAPE_ARC) &&
              is_shape<Capsule<2>>(FIRSTHIT_SHAPE_CAPSULE) && is_shape<Box<2>>(FIRSTHIT_SHAPE_BOX) &&
              is_shape<OrientedBox<2>>(FIRSTHIT_SHAPE_ORIENTED_BOX) &&
              is_shape<Hull<2>>(FIRSTHIT_SHAPE_HULL) && is_shape<Polygon>(FIRSTHIT_SHAPE_POLYGON) &&
              is_shape<Triangle>(FIRSTHIT_SHAPE_TRIANGLE));

}  // namespace
}  // namespace firsthit
