#pragma once

#include <firsthit/body.hpp>

#include "core/room.hpp"
#include "core/vec_math.hpp"
#include "engine/record.hpp"
#include "query/base/pair_table.hpp"
#include "query/tolerant/solid.hpp"
#include "world/bodies/fixed_shape.hpp"
#include "world/bodies/interaction_rules.hpp"
#include "world/bodies/solid_store.hpp"
#include "world/bodies/uniform_column.hpp"
#include "world/containers/sorted_ids.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace firsthit {

/// Ids from here on are the sides of the box: two per axis, the lower one first. They have no record.
inline constexpr Id kFirstSide = 0xfffffff0U;

constexpr Id side_id(std::size_t axis, bool upper) {
  return kFirstSide + static_cast<Id>(2 * axis) + (upper ? 1U : 0U);
}
constexpr std::size_t side_axis(Id side) { return (side - kFirstSide) / 2; }
constexpr bool side_is_upper(Id side) { return (side - kFirstSide) % 2 == 1; }

/// Points meet what is thin as balls of this part of the largest length: 512 roundings of it. Smaller: a
/// point that rounding has put behind a wall might stay there. Larger: it turns earlier than it should.
/// Place of an impact 6 u, separation 6 u and delay 8 u of the largest length, u = 2^-53, and the clock a
/// quarter of this: in all less than a third of it, so who has bounced stands at two thirds of it or more.
/// Whole derivation: docs/numerics/arcs.md.
inline constexpr double kLeastRadius = 0x1p-44;

/// Where a clock needs a length, this part of the largest one stands for a point's radius. Larger: the
/// clock's rounding at the highest speed could carry a point through what is thin. Smaller: the clock
/// reaches less far, and accepts less speed. The highest speed is 2^20 of these lengths a tick, a clock's
/// rounding 2^-53 ticks: a point moves by 2^-33 2^-13 = 2^-46 of the largest length, a quarter of
/// kLeastRadius.
inline constexpr double kPointLength = 0x1p-13;

/// [M] Of what no impact moves.
inline constexpr double kImmovable = std::numeric_limits<double>::infinity();

/// What bodies of a world are, by id; not where they are.
template <int D>
struct BodyTable {
  /// [L] Of balls; of other shapes that move, that of a ball around their place which holds them; else 0.
  UniformColumn<double> radius;
  /// [L] With so large a radius, at least, a ball meets things without an inside; 0 if there are none.
  double least_radius = 0.0;
  double largest_length = 0.0;  ///< [L] of all that takes part in arithmetic, at the start
  double point_length = 0.0;    ///< [L] what stands for the radius of a moving point where a scale is needed
  UniformColumn<double> mass;   ///< [M] infinite if kinematic
  UniformColumn<Material> materials;
  std::vector<bool> mobile;          ///< dynamic or kinematic
  std::vector<bool> dynamic;         ///< moved by gravity and impacts
  std::vector<Id> fixed;             ///< bodies that do not move
  std::vector<Id> kinematic;         ///< those that move as they are told
  SortedIds moving;                  ///< bodies that do
  InteractionRules<D> interactions;  ///< who meets whom, and what they then do
  bool falls = false;                ///< is there gravity?
  Material side_material{};

  /// A body that comes, and for which there is room.
  struct Coming {
    Body<D> body;
    double extent;  ///< [L] the radius, as above
  };
  /// What is thrown leaves all as it was.
  void add(const Body<D>& body) { add(prepare(body)); }
  /// The same in two steps, of which the second cannot fail.
  Coming prepare(const Body<D>& body) {
    const auto id = static_cast<Id>(size());
    const auto* ball = std::get_if<Ball>(&body.shape);
    const bool moves = body.kind != BodyKind::Fixed;
    Coming coming{body, ball != nullptr ? ball->radius : moves ? extent_of(body.shape) : 0.0};
    if (!is_plain(body)) {
      make_room(places_, id + std::size_t{1} - places_.size());
      make_room(bodies_);
    }
    radius.make_room_for(coming.extent);
    mass.make_room_for(weight_of(body));
    materials.make_room_for(body.material);
    make_room(mobile);
    make_room(dynamic);
    interactions.make_room_for(id, body);
    if (turns(body)) make_room(turning_, id + std::size_t{1} - turning_.size());
    if (moves) {
      moving.make_room_for(id);
    } else {
      make_room(fixed);
    }
    if (body.kind == BodyKind::Kinematic) make_room(kinematic);
    return coming;
  }
  void add(Coming&& coming) noexcept {
    const auto id = static_cast<Id>(size());
    Body<D>& body = coming.body;
    const bool moves = body.kind != BodyKind::Fixed;
    radius.push_back(coming.extent);
    mass.push_back(weight_of(body));
    materials.push_back(body.material);
    mobile.push_back(moves);
    dynamic.push_back(body.kind == BodyKind::Dynamic);
    interactions.add(id, body);
    if (turns(body)) {
      turning_.resize(id + std::size_t{1});
      turning_[id] = true;
    }
    if (moves) {
      moving.push_back(id);
    } else {
      fixed.push_back(id);
    }
    if (body.kind == BodyKind::Kinematic) kinematic.push_back(id);
    has_kinematic_ = has_kinematic_ || body.kind == BodyKind::Kinematic;
    note_shape(body);
    if (is_plain(body)) return;
    places_.resize(id + std::size_t{1}, kNone);
    places_[id] = static_cast<Id>(bodies_.size());
    bodies_.push_back(std::move(body));
  }

  /// A body less: its number is not used again. Only making room can fail.
  void make_room_to_remove(Id id) {
    if (moves(id)) moving.make_room_to_erase();
    make_room(gone_, size() - gone_.size());
  }
  void remove(Id id) {
    if (moves(id)) {
      moving.erase(id);
    } else {
      std::erase(fixed, id);
    }
    std::erase(kinematic, id);
    mobile[id] = dynamic[id] = false;
    gone_.resize(size());
    gone_[id] = true;
  }
  /// Was it removed?
  bool is_gone(Id id) const { return id < gone_.size() && gone_[id]; }
  const std::vector<bool>& gone() const { return gone_; }

  /// Body i is now the one that was order[i] so far. Requires: all are balls that move, and in nothing but
  /// size, mass and material unlike others.
  void renumber(std::span<const Id> order) { take(renumbered(order)); }
  /// What is like no other then: the same in two steps, of which the second cannot fail.
  struct Renumbered {
    UniformColumn<double> radius, mass;
    UniformColumn<Material> materials;
  };
  Renumbered renumbered(std::span<const Id> order) const {
    return {radius.renumbered(order), mass.renumbered(order), materials.renumbered(order)};
  }
  void take(Renumbered&& now) noexcept {
    radius = std::move(now.radius);
    mass = std::move(now.mass);
    materials = std::move(now.materials);
  }

  /// Gives back the memory that was set aside for more bodies.
  void close() {
    radius.close();
    mass.close();
    materials.close();
    fixed.shrink_to_fit();
    moving.shrink_to_fit();
    places_.shrink_to_fit();
    bodies_.shrink_to_fit();
    prepare_solids();
  }
  /// Shapes that are not prepared so far, if any have to be.
  void prepare_solids() {
    has_solids_ = has_solids_ || interactions.has_overlap_pairs() || (falls && has_kinematic_);
    if (has_solids_ || !solids_.is_empty()) prepare_all_solids();
    if (has_solids_) need_least_radius();
  }
  /// Prepares the shape of a body that is about to come, if it has to be, or takes that back. What is thrown
  /// leaves all as it was, and perhaps more prepared.
  void prepare_solid_of(const Body<D>& coming) {
    const bool moves = coming.kind != BodyKind::Fixed;
    const bool is_wanted = has_solids_ || !solids_.is_empty() || interactions.has_overlap_pairs() ||
                           coming.sensor || coming.kind == BodyKind::Pinned ||
                           !is_met_by_balls<D>(class_of<D>(coming.shape), !moves) ||
                           (falls && (has_kinematic_ || coming.kind == BodyKind::Kinematic));
    if (!is_wanted) return;
    prepare_all_solids();
    solids_.add(coming.shape, coming.kind == BodyKind::Fixed);
  }
  void take_back_solid() noexcept {
    if (solids_.size() > size()) solids_.take_back();
  }
  /// The same of all shapes: for those who ask about them. Nothing that happens depends on it.
  void prepare_all_solids() {
    for (Id id = solids_.size(); id < size(); ++id) solids_.add(shape(id), !moves(id));
  }
  /// There is something thin, or another solid.
  void need_least_radius() {
    if (least_radius == 0.0) least_radius = kLeastRadius * largest_length;
  }

  std::size_t size() const { return radius.size(); }

  bool moves(Id id) const { return id < mobile.size() && mobile[id]; }
  /// Do impacts move it?
  bool is_dynamic(Id id) const { return id < dynamic.size() && dynamic[id]; }

  /// Is it no ball, or pinned, and turns?
  bool turns(Id id) const { return id < turning_.size() && turning_[id]; }
  bool has_turning() const { return !turning_.empty(); }

  /// Does it move as it is told?
  bool is_kinematic(Id id) const { return moves(id) && !is_dynamic(id); }
  /// Is it held at its place, and turned by impacts?
  bool is_pinned(Id id) const {
    return has_pinned_ && id < places_.size() && places_[id] != kNone &&
           bodies_[places_[id]].kind == BodyKind::Pinned;
  }
  /// Do impacts change its course, or how it turns?
  bool yields(Id id) const { return is_dynamic(id) || is_pinned(id); }

  /// Is it nothing but a radius?
  bool is_ball_that_moves(Id id) const { return id >= places_.size() || places_[id] == kNone; }
  /// All about one that is no ball that moves freely.
  const Body<D>& fixed_body(Id id) const { return bodies_[places_[id]]; }

  /// Is there anything but balls, and what is fixed and balls have kernels of their own for?
  bool has_solids() const { return has_solids_; }
  /// Does anything but a ball move?
  bool has_moving_solids() const { return has_moving_solids_; }
  /// Does anybody move as he is told?
  bool has_kinematic() const { return has_kinematic_; }
  /// Is anybody held at its place, and turned by impacts?
  bool has_pinned() const { return has_pinned_; }
  /// Is there a container, or an arc?
  bool has_curved() const { return has_curved_; }
  /// Is there nothing but balls that impacts move, each of which meets all others, and bounces?
  bool is_plain_gas() const {
    return !has_solids_ && fixed.empty() && gone_.empty() && !interactions.is_select();
  }
  /// Is there nothing but balls, and what is for them? Once it is closed.
  bool is_all_balls() const { return !has_solids_; }
  /// Do the kernels of balls tell when the two meet? Sides are met by everybody. What falls may come to rest
  /// on what moves as it is told: balls know of that only as solids.
  bool meet_as_balls(Id a, Id b) const {
    if (!has_solids_) return true;
    if (falls && has_kinematic_ && (is_kinematic(a) || is_kinematic(b))) return false;
    if (b >= size()) return solids_.is_round(a);
    return (solids_.is_round(a) && solids_.is_for_balls(b)) ||
           (solids_.is_round(b) && solids_.is_for_balls(a));
  }
  bool is_for_balls(Id id) const { return !has_solids_ || solids_.is_for_balls(id); }
  /// Is it a ball, or a box along the axes?
  bool is_plain(Id id) const { return solids_.is_plain(id); }
  /// [L] As of its solid.
  double extent(Id id) const { return solids_.extent(id); }
  /// Of its solid; that of a ball or a box along the axes is made in `room`.
  std::span<const SolidPiece<D>> pieces(Id id, SolidPiece<D>& room) const { return solids_.pieces(id, room); }
  /// A hint: the body's shape will soon be looked at.
  void fetch_shape(Id id) const {
    if (id < solids_.size()) solids_.fetch(id);
  }
  /// Requires: it is prepared. Of a container or an arc it has no pieces.
  const Solid<D>& solid(Id id) const { return solids_[id]; }

  Shape<D> shape(Id id) const {
    return id < places_.size() && places_[id] != kNone ? bodies_[places_[id]].shape : Ball{radius[id]};
  }

  Material material(Id id) const { return id < materials.size() ? materials[id] : side_material; }

  /// [L] The radius with which the moving `ball` meets the fixed `other`.
  double radius_at(Id ball, Id other) const {
    const bool thin = other < size() && is_thin(fixed_body(other).shape);
    return thin ? std::max(radius[ball], least_radius) : radius[ball];
  }

  /// [L] A length to compare others with: the radius, unless the ball is a point.
  double length_of(Id ball) const { return radius[ball] > 0.0 ? radius[ball] : point_length; }

  /// Do the two meet at all? Sides meet everybody.
  bool meet(Id a, Id b) const {
    if (!interactions.is_select()) return true;
    if (!yields(a) && !yields(b) && !(a < size() && b < size() && passes(a, b))) return false;
    return interactions.meet(a, b);
  }
  /// Do the two go through each other?
  bool passes(Id a, Id b) const {
    return interactions.is_select() && a < size() && b < size() &&
           (interactions.is_sensor(a) || interactions.is_sensor(b) || pair(a, b).response == Response::Pass);
  }
  /// What the two do when they meet. Where no pair is special nobody's material is looked at.
  const PairProperties<D>& pair(Id a, Id b) const {
    if (!interactions.tells_pairs_apart()) return interactions.usual();
    return interactions.between(material(a), material(b));
  }

  /// Do they stop when they meet, or do what the user says, instead of bouncing or sliding?
  bool have_rule(Id a, Id b) const {
    if (!interactions.is_select()) return false;
    const PairProperties<D>& properties = pair(a, b);
    return properties.react || properties.response == Response::Stop ||
           properties.response == Response::Stick;
  }

  /// Of the impact of two bodies, or of a body and a side.
  double restitution(Id a, Id b) const {
    if (!interactions.tells_pairs_apart()) return interactions.usual().restitution;
    const PairProperties<D>& properties = interactions.between(material(a), material(b));
    return properties.response == Response::Slide ? 0.0 : properties.restitution;
  }
  /// The same along the surfaces.
  Surfaces surfaces(Id a, Id b) const {
    const PairProperties<D>& properties = pair(a, b);
    return properties.response == Response::Bounce ? properties.surfaces : Surfaces{};
  }

  /// [L/T] How fast the surface of a body, or of a side, moves along itself besides, where its unit normal is
  /// `normal`, either way.
  Vec<D> surface_velocity(Id id, const Vec<D>& normal) const {
    if (interactions.belts().empty() || id >= size()) return {};
    constexpr double kRounding = 0x1p-40;  // what leads so little out of it leads along it
    const Vec<D>& all = interactions.surface_velocity(id);
    const double out = dot(normal, all);
    return std::fabs(out) <= kRounding * length(all) ? all : all - out * normal;
  }

  /// Of what impacts do not move, as it was given and is told again.
  void set_surface_velocity(Id id, const Vec<D>& velocity) {
    interactions.set_surface_velocity(id, velocity);
    if (!is_ball_that_moves(id)) bodies_[places_[id]].surface_velocity = velocity;
  }

  /// All of it but what follows from the rest. What it reads is checked for being whole, and not for making
  /// sense.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.radius, self.least_radius, self.largest_length, self.point_length, self.mass,
            self.materials);
    archive(self.mobile, self.dynamic, self.gone_, self.turning_, self.falls, self.side_material);
    archive(self.interactions, self.bodies_, self.places_);
    if constexpr (Archive::kReads) {
      const std::size_t count = self.size();
      archive.require(self.mass.size() == count && self.materials.size() == count &&
                          self.mobile.size() == count && self.dynamic.size() == count &&
                          self.gone_.size() <= count && self.turning_.size() <= count &&
                          self.places_.size() <= count && count < kFirstSide,
                      "expected as many of each as there are bodies, found others");
      archive.require(self.find_rest(), "expected all that is told of bodies to fit, found another");
    }
  }

 private:
  static constexpr Id kNone = 0xffffffffU;

  /// Is it nothing but a ball that moves?
  static bool is_plain(const Body<D>& body) {
    return std::holds_alternative<Ball>(body.shape) && body.kind != BodyKind::Fixed &&
           body.kind != BodyKind::Pinned;
  }
  /// Is it no ball, or pinned, and turns?
  static bool turns(const Body<D>& body) {
    return body.spins && (!std::holds_alternative<Ball>(body.shape) || body.kind == BodyKind::Pinned);
  }
  static double weight_of(const Body<D>& body) {
    return body.kind == BodyKind::Dynamic || body.kind == BodyKind::Fixed ? body.mass : kImmovable;
  }

  void note_shape(const Body<D>& body) {
    const bool moves = body.kind != BodyKind::Fixed;
    const ShapeClass kind = class_of<D>(body.shape);
    const bool pinned = body.kind == BodyKind::Pinned;
    has_pinned_ = has_pinned_ || pinned;
    has_solids_ = has_solids_ || pinned || !is_met_by_balls<D>(kind, !moves);
    has_moving_solids_ = has_moving_solids_ || (moves && kind != ShapeClass::Round);
    has_curved_ = has_curved_ || kind == ShapeClass::Container || kind == ShapeClass::Arc;
  }
  /// What follows from what was read. False if that cannot be.
  bool find_rest() {
    std::size_t kept = 0;
    for (Id id = 0; id < size(); ++id) {
      const bool is_kept = id < places_.size() && places_[id] != kNone;
      if (is_kept && (places_[id] != kept || kept++ >= bodies_.size())) return false;
      if (is_gone(id) ? mobile[id] || dynamic[id] : dynamic[id] && !mobile[id]) return false;
      const bool told = is_kept ? bodies_[places_[id]].kind == BodyKind::Kinematic : mass[id] == kImmovable;
      has_kinematic_ = has_kinematic_ || told;
      if (is_gone(id)) continue;
      if (told) kinematic.push_back(id);
      if (is_kept && (bodies_[places_[id]].kind != BodyKind::Fixed) != mobile[id]) return false;
      if (!is_kept && !mobile[id]) return false;
      if (mobile[id]) {
        moving.push_back(id);
      } else {
        fixed.push_back(id);
      }
    }
    for (const Body<D>& body : bodies_) note_shape(body);
    return kept == bodies_.size();
  }

  std::vector<Body<D>> bodies_;  // all but the balls that move
  std::vector<Id> places_;       // by id, up to the last of them: its place in bodies_, or kNone
  std::vector<bool> gone_;       // by id, up to the last that was removed
  std::vector<bool> turning_;    // by id, up to the last that turns, and is no ball or pinned
  bool has_solids_ = false;
  bool has_kinematic_ = false;
  bool has_pinned_ = false;
  bool has_moving_solids_ = false;
  bool has_curved_ = false;
  SolidStore<D> solids_;
};

}  // namespace firsthit
