#include "world/input_checks.hpp"

#include "core/decimal.hpp"
#include "core/vec_math.hpp"
#include "query/pairs/input_checks.hpp"
#include "world/bodies/fixed_shape.hpp"

#include <firsthit/error.hpp>

#include <array>
#include <cmath>
#include <initializer_list>
#include <variant>

namespace firsthit {

namespace {

[[noreturn]] void refuse(std::string_view where, std::string_view expected, std::string_view found) {
  std::string message(where);
  message.append(": expected ").append(expected).append(", found ").append(found);
  throw InputError(message);
}

bool is_magnitude(double x) {
  const double size = std::fabs(x);
  return x == 0.0 || (size >= kSmallestMagnitude && size <= kLargestMagnitude);
}

void check_magnitude(std::string_view where, double x) {
  if (!std::isfinite(x)) refuse(where, "a finite number", shown(x));
  if (!is_magnitude(x)) refuse(where, "0 or a magnitude between 2^-200 and 2^200", shown(x));
}

std::string component(std::string_view where, std::size_t axis) {
  return std::string(where) + "[" + std::to_string(axis) + "]";
}

template <int D>
void check_vector(std::string_view where, const Vec<D>& v) {
  for (std::size_t axis = 0; axis < D; ++axis)
    if (!is_magnitude(v[axis])) check_magnitude(component(where, axis), v[axis]);
}

/// Boxes that repeat: seconds of looking.
constexpr double kMostBoxes = 0x1p29;
/// [lengths of a periodic side] What images of places that are asked about, and of bodies beside them, count.
constexpr double kFarthestAsked = 0x1p29;

/// Boxes are counted, of the way into the box and of the images that a body covers: within these
/// limits the counts are exact, and looking at every image ends.
template <int D>
void check_periodic(const Body<D>& body, const Space<D>& space) {
  constexpr double kLongest = 0x1p13;
  if (is_everywhere(body.shape)) return;
  // What is fixed stays there, and its images are counted from there, in 32 bits.
  const bool is_fixed = body.kind == BodyKind::Fixed;
  const double farthest = is_fixed ? 0x1p30 : 0x1p52;
  const auto* ball = std::get_if<Ball>(&body.shape);
  const auto [middle, reach] = ball_around(body.shape);
  const Vec<D> centre = body.position + middle;
  // What moves is looked for around its place, wherever its shape is.
  const bool has_extent = ball == nullptr && body.kind != BodyKind::Fixed;
  const double extent = has_extent ? extent_of<D>(body.shape) : 0.0;
  double boxes = 1.0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space.sides[axis] != Side::Periodic) continue;
    const double side = space.max[axis] - space.min[axis];
    if (!(std::fabs(centre[axis] - space.min[axis]) <= farthest * side))
      refuse("World::add: position[" + std::to_string(axis) + "]",
             (is_fixed ? "a fixed body within 2^30 lengths of the periodic side "
                       : "within 2^52 lengths of the periodic side ") +
                 shown(side),
             shown(centre[axis]));
    if (!(2.0 * extent < side))
      refuse("World::add: shape", "of less than half the periodic side " + shown(side) + " around its place",
             "the extent " + shown(extent));
    if (ball != nullptr && !(2.0 * ball->radius < side))
      refuse("World::add: radius", "a diameter below the periodic side " + shown(side),
             "the radius " + shown(ball->radius));
    if (!(reach <= kLongest * side))
      refuse("World::add: shape", "at most 2^13 times as long as the periodic side " + shown(side),
             "the length " + shown(reach));
    boxes *= 2.0 * reach / side + 1.0;
  }
  if (!(boxes <= kMostBoxes))
    refuse("World::add: shape", "one that reaches over at most 2^29 of the boxes that repeat",
           "one that reaches over " + shown(boxes));
}

template <int D>
void check_extent(const Space<D>& space) {
  const double farthest = farthest_in(space);
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space.sides[axis] == Side::Open) continue;
    for (const auto& [name, x] : {std::pair{"min", space.min[axis]}, std::pair{"max", space.max[axis]}})
      if (!(std::fabs(x) <= farthest))
        refuse(component(std::string("World: space.") + name, axis),
               "at most 2^39 lengths of the shortest periodic side, " + shown(farthest), shown(x));
  }
}

/// Along axes that do not repeat: along one that does, a place has an image in the box.
template <int D>
void check_near_enough(std::string_view where, const Vec<D>& position, const Space<D>& space) {
  const double farthest = farthest_in(space);
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space.sides[axis] != Side::Periodic && !(std::fabs(position[axis]) <= farthest))
      refuse(component(where, axis), "at most 2^39 lengths of the shortest periodic side, " + shown(farthest),
             shown(position[axis]));
}

/// Between the walls of the box.
template <int D>
void check_within(std::string_view where, const Vec<D>& position, const Space<D>& space) {
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space.sides[axis] == Side::Wall &&
        !(position[axis] >= space.min[axis] && position[axis] <= space.max[axis]))
      refuse(component(where, axis),
             "between the walls, " + shown(space.min[axis]) + " to " + shown(space.max[axis]),
             shown(position[axis]));
}

template <int D>
void check_moving(const Body<D>& body, const WorldOptions<D>& options) {
  if (is_everywhere<D>(body.shape) || std::holds_alternative<Arc>(body.shape))
    refuse("World::add: shape", "a shape that can move, or BodyKind::Fixed",
           "a half-space, container or arc");
  check_near_enough("World::add: position", body.position, options.space);
  check_magnitude("World::add: mass", body.mass);
  if (!(body.mass > 0.0)) refuse("World::add: mass", "> 0, or BodyKind::Fixed", shown(body.mass));
  check_within("World::add: position", body.position, options.space);
}

template <int D>
void check_arc(const Arc& arc) {
  if (D == 3) refuse("World::add: shape", "no arc in 3D", "an arc");
  check_magnitude("World::add: arc radius", arc.radius);
  if (!(arc.radius > 0.0)) refuse("World::add: arc radius", "> 0", shown(arc.radius));
  check_vector("World::add: arc from", arc.from);
  check_vector("World::add: arc to", arc.to);
  if (is_zero(arc.from)) refuse("World::add: arc from", "a vector that is not zero", "zero");
  if (is_zero(arc.to)) refuse("World::add: arc to", "a vector that is not zero", "zero");
}

template <int D>
void check_container(const Container& container, const Space<D>& space) {
  check_magnitude("World::add: container radius", container.radius);
  if (!(container.radius > 0.0)) refuse("World::add: container radius", "> 0", shown(container.radius));
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space.sides[axis] == Side::Periodic)
      refuse("World::add: shape", "no container in a periodic box", "a container");
}

/// A shape that queries know, too.
template <int D>
void check_solid(const Shape<D>& shape) {
  if (!check(Placed<D>{shape, {}}, Where{nullptr, "World::add: body"}))
    refuse("World::add: shape", "numbers that are 0 or of magnitudes between 2^-200 and 2^200", "another");
}

template <int D>
void check_half_space(const HalfSpace<D>& half_space, const Space<D>& space) {
  check_vector("World::add: half-space normal", half_space.normal);
  check_magnitude("World::add: half-space offset", half_space.offset);
  if (is_zero(half_space.normal))
    refuse("World::add: half-space normal", "a vector that is not zero", "zero");
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space.sides[axis] == Side::Periodic && half_space.normal[axis] != 0.0)
      refuse("World::add: half-space normal", "0 along a periodic axis", shown(half_space.normal[axis]));
}

template <int D>
void check_fixed(const Body<D>& body, const WorldOptions<D>& options) {
  if (!is_zero(body.velocity)) refuse("World::add: velocity", "zero for a fixed body", "another");
  if (const auto* arc = std::get_if<Arc>(&body.shape)) check_arc<D>(*arc);
  if (const auto* container = std::get_if<Container>(&body.shape)) check_container(*container, options.space);
  if (const auto* half_space = std::get_if<HalfSpace<D>>(&body.shape))
    check_half_space(*half_space, options.space);
  const double farthest = farthest_in(options.space);
  const double reach = max_abs(body.position) + size_of(body.shape);
  if (!(reach <= farthest))
    refuse("World::add: position",
           "a fixed body within 2^39 lengths of the shortest periodic side, " + shown(farthest),
           "one that reaches as far as " + shown(reach));
}

}  // namespace

std::string shown(double x) { return shortest_decimal(x); }

template <int D>
void check_options(const WorldOptions<D>& options) {
  check_restitution("World: restitution", options.restitution);
  check_friction("World: friction", options.friction);
  check_tangential_restitution("World: tangential_restitution", options.tangential_restitution);
  check_not_negative("World: rolling_friction", options.rolling_friction);
  check_not_negative("World: spinning_friction", options.spinning_friction);
  check_vector("World: gravity", options.gravity);
  check_magnitude("World: contact_duration", options.contact_duration);
  if (!(options.contact_duration >= 0.0))
    refuse("World: contact_duration", ">= 0", shown(options.contact_duration));
  const Space<D>& space = options.space;
  check_vector("World: space.min", space.min);
  check_vector("World: space.max", space.max);
  for (std::size_t axis = 0; axis < D; ++axis) {
    const std::string at = "[" + std::to_string(axis) + "]";
    if (space.sides[axis] != Side::Open && !(space.max[axis] > space.min[axis]))
      refuse("World: space.max" + at, "above space.min, " + shown(space.min[axis]), shown(space.max[axis]));
    if (space.sides[axis] == Side::Periodic && options.gravity[axis] != 0.0)
      refuse("World: gravity" + at, "0 along a periodic axis", shown(options.gravity[axis]));
  }
  check_extent(space);
}

/// A centre of mass is at its place to this part: who types decimals cannot have it to the last digit.
constexpr double kUneven = 1e-6;

/// The least moment of inertia over the largest of what turns in space.
constexpr double kThin = 1e-6;

template <int D>
std::string place_of(const Vec<D>& v) {
  std::string r = "(" + shown(v[0]);
  for (std::size_t axis = 1; axis < D; ++axis) r += ", " + shown(v[axis]);
  return r + ")";
}

/// Needles are turned endlessly fast about themselves by what twists them.
void check_moments(const Body<3>& body) {
  if (body.inertia > 0.0) return;
  const Vec<3> moments = principal_inertia(body.shape).moments;
  const double most = max_abs(moments);
  for (std::size_t i = 0; i < 3; ++i)
    if (!(moments[i] > kThin * most))
      refuse("World::add: spins", "in space a shape that is thick in all directions, or an `inertia`",
             "moments of inertia of " + shown(moments[0]) + ", " + shown(moments[1]) + " and " +
                 shown(moments[2]) + " of its mass");
}
void check_moments(const Body<2>&) {}

/// Bodies that turn and are no balls, or pinned.
template <int D>
void check_turning(const Body<D>& body, const Vec<D>& gravity) {
  if (std::holds_alternative<Point>(body.shape))
    refuse("World::add: spins", "a shape with an extent", "a point");
  if (body.sensor && body.kind == BodyKind::Pinned)
    refuse("World::add: sensor", "none that is pinned", "one");
  if (body.after_hit == AfterHit::Waits)
    refuse("World::add: spins", "a body that goes on after a hit, unless it is a ball", "one that waits");
  if (body.kind == BodyKind::Kinematic) return;
  if (!(extent_of<D>(body.shape) > 0.0))
    refuse("World::add: spins", "a shape with an extent", "one of extent 0");
  if (body.kind == BodyKind::Pinned && is_zero(gravity)) return;
  const Vec<D> centre = mass_properties<D>(body.shape).centre;
  if (max_abs(centre) > kUneven * extent_of<D>(body.shape))
    refuse("World::add: spins", "a shape whose centre of mass is at its position, " + place_of(Vec<D>{}),
           place_of(centre));
  check_moments(body);
}

/// What is held at its place.
template <int D>
void check_pinned(const Body<D>& body) {
  if (body.kind != BodyKind::Pinned) return;
  if (D == 3) refuse("World::add: kind", "none that is pinned in space", "BodyKind::Pinned");
  if (!body.spins) refuse("World::add: spins", "true for what is pinned", "false");
  if (!is_zero(body.velocity)) refuse("World::add: velocity", "zero for what is pinned", "another");
}

template <int D>
void check_spin(const Body<D>& body, const Vec<D>& gravity) {
  check_pinned(body);
  if (!body.spins) {
    if (body.angular_velocity != AngularVelocity<D>{})
      refuse("World::add: angular_velocity", "0 for a body that does not spin", "another");
    if (body.orientation != Orientation<D>{})
      refuse("World::add: orientation", "as it is listed, for a body that moves and does not spin",
             "another");
    return;
  }
  const auto* ball = std::get_if<Ball>(&body.shape);
  if (body.kind == BodyKind::Fixed || (ball != nullptr && !(ball->radius > 0.0)))
    refuse("World::add: spins", "a body that moves; a ball of a radius > 0", "another");
  if (ball == nullptr || body.kind == BodyKind::Pinned) check_turning(body, gravity);
  check_angular_velocity<D>("World::add: angular_velocity", body.angular_velocity);
  check_orientation<D>("World::add: orientation", body.orientation);
  check_not_negative("World::add: inertia", body.inertia);
}

template <int D>
void check_body(const Body<D>& body, const WorldOptions<D>& options) {
  check_vector("World::add: position", body.position);
  check_vector("World::add: velocity", body.velocity);
  check_vector("World::add: one_way", body.one_way);
  check_vector("World::add: surface_velocity", body.surface_velocity);
  const bool may_run = body.kind == BodyKind::Fixed || body.kind == BodyKind::Kinematic;
  if (!may_run && !is_zero(body.surface_velocity))
    refuse("World::add: surface_velocity", "zero but for what is fixed or kinematic", "another");
  if (body.kind != BodyKind::Kinematic && body.on_crush != OnCrush::EndsRun)
    refuse("World::add: on_crush", "that the run ends but for what is kinematic", "another");
  if (const auto* ball = std::get_if<Ball>(&body.shape)) {
    check_magnitude("World::add: radius", ball->radius);
    if (!(ball->radius >= 0.0)) refuse("World::add: radius", ">= 0", shown(ball->radius));
  }
  if (const auto* segment = std::get_if<Segment<D>>(&body.shape)) {
    check_vector("World::add: segment from", segment->from);
    check_vector("World::add: segment to", segment->to);
  }
  if (!is_met_by_balls<D>(class_of<D>(body.shape), true)) check_solid<D>(body.shape);
  if (body.kind != BodyKind::Fixed) {
    check_moving(body, options);
  } else {
    check_fixed(body, options);
  }
  check_periodic(body, options.space);
  check_spin(body, options.gravity);
  // Where they do not count they are yet told by body(), and saved.
  if (std::isnan(body.mass)) refuse("World::add: mass", "a number", shown(body.mass));
  if (std::isnan(body.inertia)) refuse("World::add: inertia", "a number", shown(body.inertia));
}

template <int D>
void check_width(const Body<D>& body, const Space<D>& space) {
  const auto* ball = std::get_if<Ball>(&body.shape);
  if (ball == nullptr || body.kind != BodyKind::Dynamic || body.sensor) return;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double width = space.max[axis] - space.min[axis];
    if (space.sides[axis] == Side::Wall && ball->radius > 0.5 * width)
      refuse("World::add: radius", "a diameter of at most " + shown(width) + ", from wall to wall",
             "the radius " + shown(ball->radius));
  }
}

template <int D>
void check_interactions(const Body<D>& body, const BodyTable<D>& table) {
  const bool moves = body.kind != BodyKind::Fixed && class_of<D>(body.shape) != ShapeClass::Round;
  const bool curved =
      std::holds_alternative<Container>(body.shape) || std::holds_alternative<Arc>(body.shape);
  if ((moves && table.has_curved()) || (curved && table.has_moving_solids()))
    refuse("World::add: shape", "no container or arc in a world where anything but balls moves", "both");
  const bool turns =
      body.spins && (!std::holds_alternative<Ball>(body.shape) || body.kind == BodyKind::Pinned);
  if (turns && (table.interactions.may_stick() || table.interactions.may_react()))
    refuse("World::add: spins", "only balls in a world in which bodies may stick, or functions respond",
           "another");
  if (curved && body.sensor) refuse("World::add: sensor", "neither a container nor an arc", "one of them");
}

template <int D>
void check_id(const BodyTable<D>& table, BodyId id) {
  if (id.value >= table.size())
    refuse("World: body", "an id below " + std::to_string(table.size()), std::to_string(id.value));
  if (table.is_gone(id.value))
    refuse("World: body", "one that is there", std::to_string(id.value) + ", removed");
}

template <int D>
void check_velocity(const BodyTable<D>& table, BodyId id, const Vec<D>& velocity) {
  check_id(table, id);
  check_vector("World::set_velocity", velocity);
  if (!table.moves(id.value)) refuse("World::set_velocity", "a moving body", "a fixed one");
  if (table.is_pinned(id.value)) refuse("World::set_velocity", "a body that is not pinned", "one that is");
}

template <int D>
void check_surface_velocity(const BodyTable<D>& table, BodyId id, const Vec<D>& velocity) {
  check_id(table, id);
  check_vector("World::set_surface_velocity", velocity);
  if (table.yields(id.value)) refuse("World::set_surface_velocity", "a fixed or kinematic body", "another");
}

template <int D>
void check_acceleration(const BodyTable<D>& table, const WorldOptions<D>& options, BodyId id,
                        const Vec<D>& acceleration) {
  check_id(table, id);
  check_vector("World::set_acceleration", acceleration);
  if (!table.is_kinematic(id.value) || table.is_pinned(id.value))
    refuse("World::set_acceleration", "a kinematic body", "another");
  if (is_zero(options.gravity)) refuse("World::set_acceleration", "a world with gravity", "one without");
  for (std::size_t axis = 0; axis < D; ++axis)
    if (options.space.sides[axis] == Side::Periodic && acceleration[axis] != 0.0)
      refuse("World::set_acceleration", "0 along a periodic axis", shown(acceleration[axis]));
}

template <int D>
void check_position(const BodyTable<D>& table, const WorldOptions<D>& options, BodyId id,
                    const Vec<D>& position) {
  check_id(table, id);
  if (!table.moves(id.value)) refuse("World::set_position", "a moving body", "a fixed one");
  check_vector("World::set_position", position);
  check_near_enough("World::set_position", position, options.space);
  check_within("World::set_position", position, options.space);
}

template <int D>
void check_way(std::string_view where, const Vec<D>& displacement, const Space<D>& space) {
  constexpr double kMostSides = 0x1p10;
  check_vector(where, displacement);
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space.sides[axis] == Side::Periodic &&
        std::fabs(displacement[axis]) > kMostSides * (space.max[axis] - space.min[axis]))
      refuse(where, "at most 2^10 lengths of a periodic side", shown(displacement[axis]));
}

template <int D>
void check_move(const BodyTable<D>& table, const Space<D>& space, BodyId id, const Vec<D>& displacement,
                const MovePolicy<D>& policy) {
  check_id(table, id);
  if (!table.moves(id.value) || table.is_dynamic(id.value))
    refuse("World::move", "a kinematic body", table.moves(id.value) ? "a dynamic one" : "a fixed one");
  if (table.is_pinned(id.value)) refuse("World::move", "a kinematic body", "one that is pinned");
  check_way("World::move: displacement", displacement, space);
  check_vector("World::move: up", policy.up);
  if (!(policy.max_slope >= 0.0 && policy.max_slope < 1.5707963267948966))
    refuse("World::move: max_slope", ">= 0 and below a right angle", shown(policy.max_slope));
  check_not_negative("World::move: step_height", policy.step_height);
  check_not_negative("World::move: snap_distance", policy.snap_distance);
  check_not_negative("World::move: skin", policy.skin);
}

template <int D>
void check_cast(std::string_view where, const Shape<D>& shape, const Vec<D>& position,
                const Vec<D>& displacement, const Space<D>& space) {
  if (is_everywhere<D>(shape) || std::holds_alternative<Arc>(shape))
    refuse(where, "a shape that can move", "a half-space, container or arc");
  const std::string name(where);
  if (!check(Placed<D>{shape, position}, Where{nullptr, (name + ": placed").c_str()}))
    refuse(where, "numbers that are 0 or of magnitudes between 2^-200 and 2^200", "another");
  check_way(name + ": displacement", displacement, space);
  const auto [middle, reach] = ball_around(shape);
  double boxes = 1.0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space.sides[axis] != Side::Periodic) continue;
    const double side = space.max[axis] - space.min[axis];
    if (!(std::fabs(position[axis] + middle[axis] - space.min[axis]) <= kFarthestAsked * side))
      refuse(component(name + ": position", axis), "within 2^29 lengths of the periodic side " + shown(side),
             shown(position[axis] + middle[axis]));
    boxes *= (2.0 * reach + std::fabs(displacement[axis])) / side + 1.0;
  }
  if (!(boxes <= kMostBoxes))
    refuse(name, "a shape and a way that reach over at most 2^29 of the boxes that repeat",
           "ones that reach over " + shown(boxes));
}

template <int D>
void check_near(const BodyTable<D>& table, const Space<D>& space, BodyId id, double distance) {
  constexpr double kMostSides = 0x1p10;
  check_id(table, id);
  if (!table.moves(id.value)) refuse("World::neighbours_within", "a moving body", "a fixed one");
  if (!(distance >= 0.0 && std::isfinite(distance)))
    refuse("World::neighbours_within: distance", "a finite number >= 0", shown(distance));
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space.sides[axis] == Side::Periodic && distance > kMostSides * (space.max[axis] - space.min[axis]))
      refuse("World::neighbours_within: distance", "at most 2^10 lengths of a periodic side",
             shown(distance));
}

void check_positive(std::string_view where, double x) {
  check_magnitude(where, x);
  if (!(x > 0.0)) refuse(where, "> 0", shown(x));
}

void check_not_negative(std::string_view where, double x) {
  check_magnitude(where, x);
  if (!(x >= 0.0)) refuse(where, ">= 0", shown(x));
}

void check_restitution(std::string_view where, double restitution) {
  if (!(restitution >= 0.0 && restitution <= 1.0)) refuse(where, "0 to 1", shown(restitution));
}

void check_friction(std::string_view where, double friction) {
  if (!(friction >= 0.0)) refuse(where, ">= 0", shown(friction));
}

void check_tangential_restitution(std::string_view where, double restitution) {
  if (!(restitution >= -1.0 && restitution <= 1.0)) refuse(where, "-1 to 1", shown(restitution));
}

template <int D>
void check_angular_velocity(std::string_view where, const AngularVelocity<D>& angular_velocity) {
  if constexpr (D == 2) {
    check_magnitude(where, angular_velocity);
  } else {
    check_vector(where, angular_velocity);
  }
}

template <int D>
void check_orientation(std::string_view where, const Orientation<D>& orientation) {
  const auto check_all = [&](std::initializer_list<double> numbers) {
    bool zero = true;
    for (const double number : numbers) {
      check_magnitude(where, number);
      zero = zero && number == 0.0;
    }
    if (zero) refuse(where, "numbers that are not all 0", "0");
  };
  if constexpr (D == 2) {
    check_all({orientation.w, orientation.z});
  } else {
    check_all({orientation.w, orientation.x, orientation.y, orientation.z});
  }
}

void check_window(double length) {
  if (length == 0.0) return;
  check_magnitude("World::set_window", length);
  if (length < 0.0) refuse("World::set_window", ">= 0", shown(length));
}

template <int D>
void check_measure(const MeasureOptions<D>& options) {
  if (!std::isfinite(options.from)) refuse("World::measure: from", "a finite time", shown(options.from));
  if (!is_finite(options.drift)) refuse("World::measure: drift", "finite numbers", "others");
}

void check_run_time(double time, double now) {
  if (std::isnan(time)) refuse("World::run_until", "a time", shown(time));
  if (time < now) refuse("World::run_until", "a time not before the present, " + shown(now), shown(time));
}

template void check_measure(const MeasureOptions<2>&);
template void check_measure(const MeasureOptions<3>&);
template void check_angular_velocity<2>(std::string_view, const AngularVelocity<2>&);
template void check_angular_velocity<3>(std::string_view, const AngularVelocity<3>&);
template void check_orientation(std::string_view, const Orientation<2>&);
template void check_orientation(std::string_view, const Orientation<3>&);
template void check_options(const WorldOptions<2>&);
template void check_options(const WorldOptions<3>&);
template void check_body(const Body<2>&, const WorldOptions<2>&);
template void check_body(const Body<3>&, const WorldOptions<3>&);
template void check_width(const Body<2>&, const Space<2>&);
template void check_width(const Body<3>&, const Space<3>&);
template void check_interactions(const Body<2>&, const BodyTable<2>&);
template void check_interactions(const Body<3>&, const BodyTable<3>&);
template void check_id(const BodyTable<2>&, BodyId);
template void check_id(const BodyTable<3>&, BodyId);
template void check_surface_velocity(const BodyTable<2>&, BodyId, const Vec<2>&);
template void check_surface_velocity(const BodyTable<3>&, BodyId, const Vec<3>&);
template void check_acceleration(const BodyTable<2>&, const WorldOptions<2>&, BodyId, const Vec<2>&);
template void check_acceleration(const BodyTable<3>&, const WorldOptions<3>&, BodyId, const Vec<3>&);
template void check_velocity(const BodyTable<2>&, BodyId, const Vec<2>&);
template void check_velocity(const BodyTable<3>&, BodyId, const Vec<3>&);
template void check_position(const BodyTable<2>&, const WorldOptions<2>&, BodyId, const Vec<2>&);
template void check_position(const BodyTable<3>&, const WorldOptions<3>&, BodyId, const Vec<3>&);
template void check_move(const BodyTable<2>&, const Space<2>&, BodyId, const Vec<2>&, const MovePolicy<2>&);
template void check_move(const BodyTable<3>&, const Space<3>&, BodyId, const Vec<3>&, const MovePolicy<3>&);
template void check_cast(std::string_view, const Shape<2>&, const Vec<2>&, const Vec<2>&, const Space<2>&);
template void check_cast(std::string_view, const Shape<3>&, const Vec<3>&, const Vec<3>&, const Space<3>&);
template void check_near(const BodyTable<2>&, const Space<2>&, BodyId, double);
template void check_near(const BodyTable<3>&, const Space<3>&, BodyId, double);

}  // namespace firsthit
