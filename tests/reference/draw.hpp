#pragma once

#include "reference/scene.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "query/tolerant/solid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace firsthit::reference {

inline constexpr std::array<double, 4> kUnits = {1e-6, 0.001, 1.0, 1e7};
/// Drawn from where every axis has its own: an open one lets the bodies go, and little happens.
inline constexpr std::array<Side, 5> kSides = {Side::Wall, Side::Wall, Side::Periodic, Side::Periodic,
                                               Side::Open};
inline constexpr std::uint32_t kMaterials = 3;  // of bodies; the sides of the box have the last one

/// Draws the parts of a scene, in order.
template <int D>
class Draw {
 public:
  Draw(std::string name, std::uint64_t seed) : random_(seed) {
    scene_.name = std::move(name) + ", D = " + std::to_string(D) + ", seed " + std::to_string(seed);
    scene_.options.side_material = Material{kMaterials - 1};
    scene_.options.rest = false;
  }

  bool chance(double p) { return random_.uniform() < p; }
  double between(double low, double high) { return random_.uniform(low, high); }
  std::uint64_t below(std::uint64_t n) { return random_.below(n); }
  Scene<D>& scene() { return scene_; }

  Vec<D> vector(double size) {
    Vec<D> v;
    for (double& x : v.c) x = between(-size, size);
    return v;
  }

  void box(double mean_side) {
    Space<D>& space = scene_.options.space;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double side = mean_side * between(0.8, 1.25);
      space.min[axis] = mean_side * between(-3.0, 3.0);
      space.max[axis] = space.min[axis] + side;
    }
  }

  /// All sides alike, or each axis its own.
  void sides() {
    const std::uint64_t choice = below(5);
    for (Side& side : scene_.options.space.sides)
      side = choice == 0 ? Side::Wall : choice <= 2 ? Side::Periodic : kSides[below(kSides.size())];
  }

  void restitution() {
    if (chance(0.6)) return;
    scene_.options.restitution = between(0.5, 1.0);
    if (chance(0.5)) return;
    for (std::uint32_t a = 0; a < kMaterials; ++a) {
      for (std::uint32_t b = a; b < kMaterials; ++b) {
        const double value = between(0.5, 1.0);
        scene_.rules.push_back({Material{b}, Material{a}, value});
      }
    }
  }

  /// Bodies that may rest, and contacts that may last. `time` [T] as between impacts.
  void contacts(double time) {
    scene_.options.rest = chance(0.6);
    if (chance(0.4)) scene_.options.contact_duration = time * between(0.01, 1.0);
  }

  /// Along axes that do not repeat.
  void gravity(double size) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double g = between(-size, size);
      if (scene_.options.space.sides[axis] != Side::Periodic) scene_.options.gravity[axis] = g;
    }
  }

  Vec<D> place() {
    const Space<D>& space = scene_.options.space;
    Vec<D> p;
    for (std::size_t axis = 0; axis < D; ++axis) p[axis] = between(space.min[axis], space.max[axis]);
    return p;
  }

  void obstacle(double size) {
    Body<D> body;
    body.kind = BodyKind::Fixed;
    body.material = Material{static_cast<std::uint32_t>(below(kMaterials))};
    body.position = place();
    const std::uint64_t choice = below(4);
    if (choice == 0) {
      body.shape = Ball{size * between(0.3, 1.0)};
    } else if (choice == 1) {
      body.shape = Point{};
    } else if (choice == 2) {
      HalfSpace<D> half_space{vector(1.0), 0.0};
      for (std::size_t axis = 0; axis < D; ++axis)
        if (scene_.options.space.sides[axis] == Side::Periodic) half_space.normal[axis] = 0.0;
      const Vec<D> middle = 0.5 * (scene_.options.space.min + scene_.options.space.max);
      const Vec<D> aside = 0.45 * (scene_.options.space.max - scene_.options.space.min);
      half_space.offset = -std::fabs(dot(half_space.normal, aside));
      body.position = middle;
      if (is_zero(half_space.normal)) return;
      body.shape = half_space;
    } else {
      if (D == 3) return;
      const Vec<D> from = vector(size);
      const Vec<D> to = vector(size);
      body.shape = Segment<D>{from, to};
    }
    scene_.bodies.push_back(body);
  }

  /// Adds a ball where it overlaps nobody; none if no such place is found soon.
  void ball(double radius, double speed, double mass) {
    Body<D> body;
    body.shape = Ball{radius};
    body.mass = mass;
    body.material = Material{static_cast<std::uint32_t>(below(kMaterials))};
    const Vec<D> velocity = vector(speed);
    if (!chance(0.15)) body.velocity = velocity;  // the others are at rest
    for (int attempt = 0; attempt < 300; ++attempt) {
      body.position = place();
      if (!is_free(body.position, radius)) continue;
      scene_.bodies.push_back(body);
      return;
    }
  }

  /// Any shape that may move, within a ball of radius `size` around its place, or little more.
  Shape<D> shape(double size) {
    switch (below(D == 2 ? 9 : 8)) {
      case 0:
        return Ball{size * between(0.3, 1.0)};
      case 1:
        return Point{};
      case 2:
        return Segment<D>{vector(0.6 * size), vector(0.6 * size)};
      case 3: {
        const Vec<D> from = vector(0.4 * size);
        return Capsule<D>{from, vector(0.4 * size), size * between(0.1, 0.3)};
      }
      case 4: {
        Box<D> box;
        for (double& half : box.half_extents.c) half = size * between(0.2, 0.6);
        return box;
      }
      case 5: {
        OrientedBox<D> box;
        for (double& half : box.half_extents.c) half = size * between(0.2, 0.6);
        const double angle = between(0.0, 3.0);
        box.axes[0][0] = box.axes[1][1] = std::cos(angle);
        box.axes[1][0] = std::sin(angle);
        box.axes[0][1] = -box.axes[1][0];
        if constexpr (D == 3) box.axes[2] = {0.0, 0.0, 1.0};
        return box;
      }
      case 6: {
        Hull<D> hull;
        for (std::uint64_t i = 0; i < 3 + below(6); ++i) hull.vertices.push_back(vector(0.6 * size));
        if (chance(0.5)) hull.radius = size * between(0.05, 0.2);
        return hull;
      }
      case 7:
        if constexpr (D == 3) return Triangle{{vector(0.6 * size), vector(0.6 * size), vector(0.6 * size)}};
        break;
      default:
        break;
    }
    if constexpr (D == 2) {  // an arrow, or a triangle
      const double in = size * between(-0.2, 0.3);
      return Polygon({{-0.6 * size, -0.5 * size}, {in, 0.0}, {-0.6 * size, 0.5 * size}, {0.7 * size, 0.0}});
    }
    return Ball{size};
  }

  /// Adds a body of any shape where the ball around it overlaps nobody's; none if no such place is found
  /// soon.
  void any_body(double size, double speed, double mass, bool moves) {
    Body<D> body;
    body.shape = shape(size);
    body.mass = mass;
    body.material = Material{static_cast<std::uint32_t>(below(kMaterials))};
    body.kind = moves ? BodyKind::Dynamic : BodyKind::Fixed;
    if (moves) body.velocity = vector(speed);
    for (int attempt = 0; attempt < 300; ++attempt) {
      body.position = place();
      if (!is_free(body.position, 1.1 * size)) continue;
      scene_.bodies.push_back(body);
      return;
    }
  }

  /// Windows for one scene in three, and steering for some of those. Where bodies can fly away for
  /// ever, not much happens later on.
  void timing(double until) {
    const auto& sides = scene_.options.space.sides;
    const bool open = std::find(sides.begin(), sides.end(), Side::Open) != sides.end();
    scene_.until = open ? 0.1 * until : until;
    if (chance(0.35)) {
      scene_.window = scene_.until / between(3.0, 600.0);
      scene_.steered = chance(0.5);
    }
  }

  /// Other units of length and time: neither is a power of two.
  void change_units() {
    const double longer = between(0.5, 2.0) * kUnits[below(kUnits.size())];
    const double slower = between(0.5, 2.0) * kUnits[below(kUnits.size())];
    Space<D>& space = scene_.options.space;
    space.min = longer * space.min;
    space.max = longer * space.max;
    scene_.options.gravity = (longer / (slower * slower)) * scene_.options.gravity;
    for (Body<D>& body : scene_.bodies) {
      body.position = longer * body.position;
      body.velocity = (longer / slower) * body.velocity;
      std::visit([longer](auto& shape) { stretch(shape, longer); }, body.shape);
    }
    scene_.options.contact_duration *= slower;
    scene_.until *= slower;
    scene_.window *= slower;
    scene_.look_ahead *= slower;
  }

  bool is_free(const Vec<D>& position, double radius) const {
    const Space<D>& space = scene_.options.space;
    for (std::size_t axis = 0; axis < D; ++axis) {
      if (space.sides[axis] != Side::Wall) continue;
      if (position[axis] - space.min[axis] < radius || space.max[axis] - position[axis] < radius)
        return false;
    }
    return std::all_of(scene_.bodies.begin(), scene_.bodies.end(),
                       [&](const Body<D>& other) { return gap(other, position) >= radius; });
  }

 private:
  static void stretch(Point&, double) {}
  static void stretch(Ball& ball, double longer) { ball.radius *= longer; }
  static void stretch(Container& container, double longer) { container.radius *= longer; }
  static void stretch(Arc& arc, double longer) { arc.radius *= longer; }
  static void stretch(HalfSpace<D>& half_space, double longer) { half_space.offset *= longer; }
  static void stretch(Segment<D>& segment, double longer) {
    segment.from = longer * segment.from;
    segment.to = longer * segment.to;
  }
  static void stretch(Capsule<D>& capsule, double longer) {
    capsule.from = longer * capsule.from;
    capsule.to = longer * capsule.to;
    capsule.radius *= longer;
  }
  static void stretch(Box<D>& box, double longer) { box.half_extents = longer * box.half_extents; }
  static void stretch(OrientedBox<D>& box, double longer) { box.half_extents = longer * box.half_extents; }
  static void stretch(Hull<D>& hull, double longer) {
    for (Vec<D>& vertex : hull.vertices) vertex = longer * vertex;
    hull.radius *= longer;
  }
  static void stretch(Polygon& polygon, double longer) {
    std::vector<Vec<2>> vertices = polygon.vertices();
    for (Vec<2>& vertex : vertices) vertex = longer * vertex;
    polygon = Polygon(std::move(vertices));
  }
  static void stretch(Triangle& triangle, double longer) {
    for (Vec<3>& vertex : triangle.vertices) vertex = longer * vertex;
  }

  /// From a point to the nearest surface of a body's images next to it.
  double gap(const Body<D>& body, const Vec<D>& point) const {
    double least = std::numeric_limits<double>::infinity();
    const Space<D>& space = scene_.options.space;
    for (int image = 0; image < (D == 2 ? 9 : 27); ++image) {
      Vec<D> d = body.position - point;
      int digits = image;
      for (std::size_t axis = 0; axis < D; ++axis, digits /= 3)
        if (space.sides[axis] == Side::Periodic)
          d[axis] += (digits % 3 - 1) * (space.max[axis] - space.min[axis]);
      least = std::min(least, gap_from_origin(body.shape, d));
    }
    return least;
  }

  static double gap_from_origin(const Shape<D>& shape, const Vec<D>& d) {
    if (const auto* ball = std::get_if<Ball>(&shape)) return length(d) - ball->radius;
    if (const auto* half_space = std::get_if<HalfSpace<D>>(&shape))
      return (-dot(half_space->normal, d) - half_space->offset) / length(half_space->normal);
    if (const auto* segment = std::get_if<Segment<D>>(&shape)) {
      const Vec<D> from = d + segment->from;
      const Vec<D> along = segment->to - segment->from;
      const double share = std::clamp(-dot(from, along) / length_squared(along), 0.0, 1.0);
      return length(from + share * along);
    }
    return length(d) - extent_of(shape);
  }

  Random random_;
  Scene<D> scene_;
};

}  // namespace firsthit::reference
