#include "reference/random_scenes.hpp"

#include "reference/draw.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <variant>
#include <vector>

namespace firsthit::reference {

namespace {

/// The side [L] of a box in which balls of this volume take up this share.
template <int D>
double side_for(double volume, double packing) {
  double side = 1e-3;
  while ((D == 2 ? side * side : side * side * side) * packing < volume) side *= 1.01;
  return side;
}

template <int D>
double volume_of(double radius) {
  return D == 2 ? 3.1416 * radius * radius : 4.1888 * radius * radius * radius;
}

template <int D>
Scene<D> gas(std::uint64_t seed) {
  constexpr std::array<double, 5> kParts = {1.0, 0.5, 0.1, 0.03, 0.0101};
  Draw<D> draw("gas", seed);
  const std::uint64_t count = 3 + draw.below(58);
  const std::uint64_t sizes = draw.chance(0.6) ? 1 + draw.below(kParts.size()) : 1;
  std::vector<double> radii;
  double volume = 0.0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double part = i == 0 ? kParts[sizes - 1] : kParts[draw.below(sizes)];
    radii.push_back(0.5 * part * draw.between(1.0, 1.01));
    volume += volume_of<D>(radii.back());
  }
  std::sort(radii.rbegin(), radii.rend());  // large ones find their places first
  const double side = std::max(side_for<D>(volume, draw.between(0.05, 0.35)), 2.8 * radii.front());
  draw.box(side);
  draw.sides();
  draw.restitution();
  draw.contacts(0.1);
  if (draw.chance(0.25)) draw.gravity(1.0 / side);
  if (draw.chance(0.3)) draw.obstacle(0.3 * side);
  if (draw.chance(0.3)) draw.obstacle(0.2 * side);
  const bool by_volume = draw.chance(0.5);
  for (const double radius : radii)
    draw.ball(radius, 1.0, by_volume ? volume_of<D>(radius) : draw.between(0.2, 5.0));
  draw.timing(400.0 * side);
  draw.scene().look_ahead = 0.5 * side;
  draw.change_units();
  return draw.scene();
}

template <int D>
Scene<D> alike(std::uint64_t seed) {
  Draw<D> draw("alike", seed);
  const std::uint64_t count = 20 + draw.below(100);
  const double unlike = draw.chance(0.5) ? 0.5 : draw.between(0.25, 0.5);
  std::vector<double> large(draw.chance(0.5) ? 1 + draw.below(3) : 0);
  double volume = static_cast<double>(count) * volume_of<D>(0.5);
  for (double& radius : large) {
    radius = draw.between(1.1, draw.chance(0.5) ? 1.5 : 4.0);
    volume += volume_of<D>(radius);
  }
  const double side = side_for<D>(volume, draw.between(0.02, 0.25));
  draw.box(side);
  for (Side& each : draw.scene().options.space.sides) each = draw.chance(0.5) ? Side::Wall : Side::Periodic;
  draw.restitution();
  draw.contacts(0.1);
  if (draw.chance(0.4)) draw.gravity(1.0 / side);
  for (const double radius : large) draw.ball(radius, 1.0, draw.between(0.2, 100.0));
  for (std::uint64_t i = 0; i < count; ++i) draw.ball(draw.between(unlike, 0.5), 1.0, draw.between(0.2, 5.0));
  draw.timing(400.0 * side);
  draw.scene().look_ahead = 0.5 * side;
  draw.change_units();
  return draw.scene();
}

template <int D>
Scene<D> falling(std::uint64_t seed) {
  Draw<D> draw("falling", seed);
  draw.box(8.0);
  draw.sides();
  draw.restitution();
  draw.contacts(0.1);
  draw.gravity(2.0);
  const std::uint64_t obstacles = 1 + draw.below(5);
  for (std::uint64_t i = 0; i < obstacles; ++i) draw.obstacle(1.5);
  const std::uint64_t count = 1 + draw.below(15);
  for (std::uint64_t i = 0; i < count; ++i) {
    const double radius = draw.between(0.2, 0.6);
    draw.ball(radius, 1.5, draw.between(0.5, 3.0));
  }
  draw.timing(draw.between(50.0, 1000.0));
  draw.scene().look_ahead = 4.0;
  draw.change_units();
  return draw.scene();
}

template <int D>
Scene<D> small_box(std::uint64_t seed) {
  Draw<D> draw("small box", seed);
  const std::uint64_t count = 1 + draw.below(3);
  const double slit = draw.between(0.0, 1.0) * kUnits[draw.below(3)];
  const auto channel = static_cast<std::size_t>(draw.below(D));  // the axis with room for all
  Space<D>& space = draw.scene().options.space;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const bool is_long = axis == channel;
    const bool periodic = draw.chance(0.75);
    space.min[axis] = draw.between(-1.0, 1.0);
    space.max[axis] =
        space.min[axis] + (is_long ? 1.2 * static_cast<double>(count) : draw.between(1.0, 1.02)) + slit;
    space.sides[axis] = periodic || (axis == 0 && D == 2) ? Side::Periodic
                        : is_long                         ? Side::Open
                                                          : Side::Wall;
  }
  draw.restitution();
  draw.contacts(0.1);
  draw.gravity(0.5);
  for (std::uint64_t i = 0; i < count; ++i) {
    draw.ball(draw.chance(0.3) ? draw.between(0.02, 0.5) : 0.4999, 1.0, draw.between(0.2, 5.0));
    if (draw.chance(0.3)) draw.ball(0.05, 1.0, 0.3);
  }
  draw.timing(1000.0);
  if (draw.chance(0.5)) draw.scene().look_ahead = 2.0;
  draw.change_units();
  return draw.scene();
}

/// Balls of radius 1/2 on a lattice, all numbers exact in binary, with velocities along few directions.
template <int D>
Scene<D> lattice(std::uint64_t seed) {
  constexpr std::array<double, 5> kSpacings = {1.0, 1.0, 1.25, 1.5, 2.0};
  Draw<D> draw("lattice", seed);
  const double spacing = kSpacings[draw.below(kSpacings.size())];
  const bool one_row = draw.chance(0.25);
  const std::uint64_t style = draw.below(4);
  const bool two_masses = draw.chance(0.25);
  Space<D>& space = draw.scene().options.space;
  std::array<int, std::size_t{D}> counts{};
  const double inset = draw.chance(0.5) ? 0.5 * spacing : 0.5 * spacing + 0.25;
  for (std::size_t axis = 0; axis < D; ++axis) {
    counts[axis] = one_row ? (axis == 0 ? 6 : 1) : 2 + static_cast<int>(draw.below(D == 2 ? 6 : 3));
    space.sides[axis] = kSides[draw.below(kSides.size())];
    space.max[axis] = counts[axis] * spacing + (2.0 * inset - spacing);
    if (space.sides[axis] == Side::Periodic && counts[axis] == 1) space.max[axis] += 1.0;
  }
  if (draw.chance(0.3)) draw.scene().options.restitution = 0.5;
  draw.contacts(0.5);
  const auto mover = draw.below(6);
  std::array<int, std::size_t{D}> at{};
  for (std::uint64_t number = 0; at[D - 1] < counts[D - 1]; ++number) {
    Body<D> body;
    body.shape = Ball{0.5};
    if (two_masses && number % 2 == 1) body.mass = 2.0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      body.position[axis] = inset + at[axis] * spacing;
      const double from_middle = 2 * at[axis] - (counts[axis] - 1);
      const double sign = draw.below(2) == 0 ? -0.5 : 0.5;
      if (style == 0) body.velocity[axis] = sign;                                      // along diagonals
      if (style == 1) body.velocity[axis] = -0.25 * from_middle;                       // to the middle
      if (style == 2) body.velocity[axis] = axis == 0 ? 2.0 * sign : 0.0;              // along rows
      if (style == 3) body.velocity[axis] = number == mover && axis == 0 ? 1.0 : 0.0;  // one alone
    }
    draw.scene().bodies.push_back(body);
    std::size_t axis = 0;
    while (axis + 1 < D && ++at[axis] == counts[axis]) at[axis++] = 0;
    if (axis + 1 == D) ++at[D - 1];
  }
  draw.timing(512.0);
  draw.scene().window = draw.scene().window > 0.0 ? 2.0 : 0.0;  // many impacts fall on a window's end
  draw.scene().look_ahead = draw.chance(0.5) ? 1.0 : 2.0;
  return draw.scene();
}

/// Rows of one ball each, every other one shifted by half a side of a narrow box: a ball that moves
/// along the last axis meets two images (in 3D perhaps four) of the next at one instant.
template <int D>
Scene<D> between_images(std::uint64_t seed) {
  constexpr std::array<double, 3> kWidths = {1.25, 1.5, 1.75};
  Draw<D> draw("between images", seed);
  Space<D>& space = draw.scene().options.space;
  Vec<D> shift;
  for (std::size_t axis = 0; axis + 1 < D; ++axis) {
    space.sides[axis] = Side::Periodic;
    space.max[axis] = kWidths[draw.below(kWidths.size())];
    shift[axis] = axis == 0 || draw.chance(0.5) ? 0.5 * space.max[axis] : 0.0;
  }
  const auto rows = static_cast<int>(2 + draw.below(5));
  space.sides[D - 1] = kSides[draw.below(kSides.size())];
  space.max[D - 1] = 1.25 * rows;
  if (draw.chance(0.3)) draw.scene().options.restitution = 0.75;
  for (int row = 0; row < rows; ++row) {
    Body<D> body;
    body.shape = Ball{0.5};
    body.mass = draw.chance(0.3) ? 2.0 : 1.0;
    if (row % 2 == 1) body.position = shift;
    body.position[D - 1] = 0.625 + 1.25 * row;
    body.velocity[D - 1] = 0.5 * static_cast<double>(draw.below(5)) - 1.0;
    draw.scene().bodies.push_back(body);
  }
  draw.timing(200.0);
  draw.scene().look_ahead = 1.0;
  return draw.scene();
}

/// Level and sloping segments above a floor, which may repeat sideways; in space, sloping planes and balls.
template <int D>
Scene<D> slopes(std::uint64_t seed) {
  Draw<D> draw("slopes", seed);
  draw.box(8.0);
  draw.sides();
  Space<D>& space = draw.scene().options.space;
  space.sides[D - 1] = draw.chance(0.7) ? Side::Wall : Side::Open;
  draw.scene().options.gravity[D - 1] = -draw.between(0.5, 2.0);
  draw.scene().options.restitution = draw.chance(0.3) ? 0.0 : draw.between(0.0, 0.5);
  draw.contacts(0.05);
  draw.scene().options.rest = draw.chance(0.9);
  const std::uint64_t slopes = 2 + draw.below(5);
  for (std::uint64_t i = 0; i < slopes; ++i) {
    if (D == 3 || draw.chance(0.2)) {
      draw.obstacle(1.5);
      continue;
    }
    Body<D> body;
    body.kind = BodyKind::Fixed;
    body.position = draw.place();
    Vec<D> from = draw.vector(0.5);
    from[0] -= 2.0;
    if (draw.chance(0.4)) from[1] = 0.0;
    const Vec<D> to = -1.0 * from;
    body.shape = Segment<D>{from, to};
    draw.scene().bodies.push_back(body);
  }
  const std::uint64_t count = 1 + draw.below(6);
  for (std::uint64_t i = 0; i < count; ++i) draw.ball(draw.between(0.1, 0.4), 0.5, draw.between(0.5, 3.0));
  draw.timing(draw.between(20.0, 300.0));
  draw.scene().look_ahead = 4.0;
  draw.change_units();
  return draw.scene();
}

template <int D>
Scene<D> few(std::uint64_t seed) {
  Draw<D> draw("few", seed);
  draw.box(draw.between(2.0, 6.0));
  draw.sides();
  draw.restitution();
  draw.contacts(0.1);
  if (draw.chance(0.3)) draw.gravity(0.5);
  if (draw.chance(0.5)) draw.obstacle(0.8);
  const std::uint64_t count = 1 + draw.below(2);
  for (std::uint64_t i = 0; i < count; ++i) draw.ball(draw.between(0.1, 0.7), 1.0, draw.between(0.2, 5.0));
  draw.timing(draw.between(100.0, 5000.0));
  if (draw.chance(0.3)) draw.scene().look_ahead = 10.0;
  draw.change_units();
  return draw.scene();
}

}  // namespace

template <int D>
Scene<D> random_scene(SceneKind kind, std::uint64_t seed) {
  switch (kind) {
    case SceneKind::Gas:
      return gas<D>(seed);
    case SceneKind::Falling:
      return falling<D>(seed);
    case SceneKind::SmallBox:
      return small_box<D>(seed);
    case SceneKind::Lattice:
      return lattice<D>(seed);
    case SceneKind::Between:
      return between_images<D>(seed);
    case SceneKind::Slopes:
      return slopes<D>(seed);
    case SceneKind::Alike:
      return alike<D>(seed);
    case SceneKind::InlineVector:
      break;
  }
  return few<D>(seed);
}

namespace {

/// Bodies of all shapes in a box, some of which sense, do not meet everybody, or move as they are told.
template <int D>
void add_shapes(Draw<D>& draw) {
  const std::uint64_t count = 3 + draw.below(38);
  const double side = std::max(side_for<D>(static_cast<double>(count) * volume_of<D>(0.5), 0.12), 2.5);
  draw.box(side);
  draw.sides();
  draw.restitution();
  if (draw.chance(0.3)) draw.scene().options.contact_duration = draw.between(0.001, 0.1);
  for (std::uint64_t i = 0; i < count; ++i)
    draw.any_body(draw.between(0.3, 0.5), 1.0, draw.between(0.2, 5.0), draw.chance(0.8));
  if (draw.chance(0.2)) {
    Body<D> plane;
    plane.kind = BodyKind::Fixed;
    plane.shape = HalfSpace<D>{{0.0, 1.0}, 0.0};
    plane.position = draw.scene().options.space.min - Vec<D>{0.0, 1.0};
    if (draw.scene().options.space.sides[1] != Side::Periodic) draw.scene().bodies.push_back(plane);
  }
  for (Body<D>& body : draw.scene().bodies) {
    if (body.kind == BodyKind::Fixed && draw.chance(0.3)) body.sensor = true;
    if (draw.chance(0.05)) body.sensor = true;
    if (draw.chance(0.1)) body.filter = {1, 2};
    if (draw.chance(0.1)) body.filter = {2, 3};
    if (body.kind == BodyKind::Dynamic && draw.chance(0.05)) body.kind = BodyKind::Kinematic;
  }
  if (draw.chance(0.5)) {
    constexpr std::array<Response, 4> kResponses = {Response::Slide, Response::Stop, Response::Stick,
                                                    Response::Pass};
    draw.scene().responses.push_back({Material{0}, Material{1}, kResponses[draw.below(kResponses.size())]});
  }
  draw.timing(400.0 * side);
  draw.scene().look_ahead = 0.5 * side;
}

}  // namespace

template <int D>
Scene<D> random_shapes(std::uint64_t seed) {
  Draw<D> draw("shapes", seed);
  add_shapes(draw);
  draw.change_units();
  return draw.scene();
}

template <int D>
Scene<D> random_falling_shapes(std::uint64_t seed) {
  Draw<D> draw("falling shapes", seed);
  add_shapes(draw);
  draw.gravity(2.0);
  draw.scene().options.restitution = draw.chance(0.3) ? 0.0 : draw.between(0.0, 0.5);
  draw.scene().options.contact_duration = draw.between(0.01, 0.1);
  draw.scene().options.rest = true;
  draw.scene().until *= 0.05;
  draw.scene().window = draw.between(0.5, 5.0);
  draw.scene().steered = draw.chance(0.7);
  for (Body<D>& body : draw.scene().bodies) {
    if (body.kind == BodyKind::Dynamic && draw.chance(0.1)) body.kind = BodyKind::Kinematic;
    if (body.kind == BodyKind::Dynamic && draw.chance(0.5)) body.kind = BodyKind::Fixed;
    if (body.kind == BodyKind::Fixed) body.velocity = {};
  }
  draw.change_units();
  return draw.scene();
}

/// Boxes of side 1 on a lattice, some of them fixed, flush with their neighbours or not, all numbers exact in
/// binary, with velocities along few directions: corners are hit exactly, and much happens at one instant.
template <int D>
Scene<D> random_tiles(std::uint64_t seed) {
  Draw<D> draw("tiles", seed);
  const double spacing = draw.chance(0.5) ? 1.5 : 2.0;
  const std::uint64_t style = draw.below(3);
  Space<D>& space = draw.scene().options.space;
  std::array<int, std::size_t{D}> counts{};
  for (std::size_t axis = 0; axis < D; ++axis) {
    counts[axis] = 2 + static_cast<int>(draw.below(D == 2 ? 5 : 2));
    space.sides[axis] = draw.chance(0.6) ? Side::Wall : Side::Periodic;
    space.max[axis] = counts[axis] * spacing;
  }
  if (draw.chance(0.3)) draw.scene().options.restitution = 0.5;
  std::array<int, std::size_t{D}> at{};
  while (at[D - 1] < counts[D - 1]) {
    Body<D> body;
    Box<D> box;
    for (double& half : box.half_extents.c) half = 0.5;
    body.shape = box;
    if (draw.chance(0.3)) body.shape = Ball{0.5};
    body.kind = draw.chance(0.25) ? BodyKind::Fixed : BodyKind::Dynamic;
    if (body.kind == BodyKind::Fixed) {
      for (double& half : box.half_extents.c) half = 0.5 * spacing;
      body.shape = box;
    }
    for (std::size_t axis = 0; axis < D; ++axis) {
      body.position[axis] = (at[axis] + 0.5) * spacing;
      const double sign = draw.below(2) == 0 ? -0.5 : 0.5;
      if (body.kind == BodyKind::Fixed) continue;
      if (style == 0) body.velocity[axis] = sign;
      if (style == 1) body.velocity[axis] = axis == 0 ? 2.0 * sign : 0.0;
      if (style == 2) body.velocity[axis] = 0.25 * static_cast<double>(draw.below(5)) - 0.5;
    }
    draw.scene().bodies.push_back(body);
    std::size_t axis = 0;
    while (axis + 1 < D && ++at[axis] == counts[axis]) at[axis++] = 0;
    if (axis + 1 == D) ++at[D - 1];
  }
  draw.timing(512.0);
  draw.scene().window = draw.scene().window > 0.0 ? 2.0 : 0.0;
  draw.scene().look_ahead = draw.chance(0.5) ? 1.0 : 2.0;
  return draw.scene();
}

template <int D>
Scene<D> random_crowd(std::uint64_t most, std::uint64_t seed) {
  Draw<D> draw("crowd", seed);
  const double side = std::max(side_for<D>(static_cast<double>(most) * volume_of<D>(0.5), 0.3), 1.6);
  draw.box(side);
  draw.sides();
  draw.restitution();
  if (draw.chance(0.4)) draw.gravity(0.5);
  if (draw.chance(0.5)) draw.obstacle(0.3 * side);
  for (std::uint64_t i = 0; i < most; ++i) {
    const double radius = draw.between(0.4, 0.6);
    draw.ball(radius, 1.0, draw.between(0.5, 2.0));
  }
  draw.scene().until = 20.0 * side;
  draw.change_units();
  return draw.scene();
}

template <int D>
Scene<D> with_spins(Scene<D> scene, std::uint64_t seed) {
  Random random(seed);
  WorldOptions<D>& options = scene.options;
  scene.name += ", spinning";
  options.friction =
      random.uniform(0.0, 1.0) < 0.3 ? std::numeric_limits<double>::infinity() : random.uniform(0.05, 1.0);
  options.tangential_restitution = random.uniform(0.0, 1.0) < 0.3 ? 1.0 : random.uniform(-0.5, 1.0);
  if (random.uniform(0.0, 1.0) < 0.5) {
    options.rolling_friction = random.uniform(0.0, 0.1);
    options.spinning_friction = random.uniform(0.0, 0.1);
  }
  for (Body<D>& body : scene.bodies) {
    const auto* ball = std::get_if<Ball>(&body.shape);
    if (ball == nullptr || body.kind == BodyKind::Fixed || !(ball->radius > 0.0)) continue;
    body.spins = true;
    const double rate = (max_abs(body.velocity) + max_abs(scene.bodies[0].velocity)) / ball->radius;
    if constexpr (D == 2) {
      body.angular_velocity = random.uniform(-rate, rate);
    } else {
      for (double& c : body.angular_velocity.c) c = random.uniform(-rate, rate);
    }
  }
  return scene;
}

template Scene<2> random_scene(SceneKind, std::uint64_t);
template Scene<3> random_scene(SceneKind, std::uint64_t);
template Scene<2> random_falling_shapes(std::uint64_t);
template Scene<3> random_falling_shapes(std::uint64_t);
template Scene<2> with_spins(Scene<2>, std::uint64_t);
template Scene<3> with_spins(Scene<3>, std::uint64_t);
template Scene<2> random_shapes(std::uint64_t);
template Scene<3> random_shapes(std::uint64_t);
template Scene<2> random_tiles(std::uint64_t);
template Scene<3> random_tiles(std::uint64_t);
template Scene<2> random_crowd(std::uint64_t, std::uint64_t);
template Scene<3> random_crowd(std::uint64_t, std::uint64_t);

}  // namespace firsthit::reference
