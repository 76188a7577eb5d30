#pragma once

#include <firsthit/body.hpp>

#include "core/room.hpp"
#include "core/vec_math.hpp"
#include "engine/record.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace firsthit {

/// What surfaces do to each other along themselves.
struct Surfaces {
  double friction = 0.0;                ///< >= 0, also infinite
  double tangential_restitution = 0.0;  ///< -1 to 1
  // Of what rests and turns, in parts of the force along the normal: >= 0.
  double rolling_friction = 0.0;
  double spinning_friction = 0.0;  ///< times the radius: a torque

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.friction, self.tangential_restitution, self.rolling_friction, self.spinning_friction);
    archive.require(
        self.friction >= 0.0 && std::fabs(self.tangential_restitution) <= 1.0 &&
            self.rolling_friction >= 0.0 && self.spinning_friction >= 0.0,
        "expected frictions from 0 on and a tangential restitution from -1 to 1, found another number");
  }
};

/// What bodies of two materials do when they meet: all that belongs to the pair.
template <int D>
struct PairProperties {
  double restitution = 1.0;                             ///< 0 to 1, of those who bounce
  Surfaces surfaces{};                                  ///< of the same
  Response response = Response::Bounce;                 ///< unless `react` decides
  std::function<Reaction<D>(const Contact<D>&)> react;  ///< a function of the user's, or none
  bool awaits_react = false;  ///< it had one when it was saved, and has not been given it again

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    bool reacts = self.react || self.awaits_react;
    archive(self.restitution, self.surfaces, reacts);
    archive.require(self.restitution >= 0.0 && self.restitution <= 1.0,
                    "expected a restitution from 0 to 1, found another number");
    archive.choice(self.response, Response::Pass);
    if constexpr (Archive::kReads) self.awaits_react = reacts;
  }
};

/// Who of a world meets whom, and what they do then. In most worlds everybody meets all others, and bounces.
template <int D>
class InteractionRules {
 public:
  /// The next `add` of it does not fail for want of memory.
  void make_room_for(Id id, const Body<D>& body) {
    if (is_plain(body)) return;
    make_room(traits_, id + std::size_t{1} - traits_.size());
    make_room(belts_);
  }
  void add(Id id, const Body<D>& body) {
    const bool plain = is_plain(body);
    select_ = select_ || !plain || body.kind == BodyKind::Kinematic || body.kind == BodyKind::Pinned;
    if (plain) return;
    traits_.resize(id);
    traits_.push_back({body.filter, body.sensor, body.after_hit == AfterHit::Waits, body.one_way,
                       body.surface_velocity, body.on_crush});
    if (!is_zero(body.surface_velocity)) belts_.push_back(id);
    waits_ = waits_ || body.after_hit == AfterHit::Waits;
    senses_ = senses_ || body.sensor || body.on_crush == OnCrush::Passes;
  }
  /// Of all pairs without properties of their own. Requires: none has any so far.
  void set_defaults(double restitution, const Surfaces& surfaces) {
    usual_.restitution = restitution;
    usual_.surfaces = surfaces;
    note(surfaces);
  }
  void set_restitution(Material a, Material b, double restitution) { own(a, b).restitution = restitution; }
  /// Sets one of their numbers.
  void set_surface(Material a, Material b, double Surfaces::*which, double value) {
    own(a, b).surfaces.*which = value;
    note(own(a, b).surfaces);
  }
  void set_response(Material a, Material b, Response response,
                    std::function<Reaction<D>(const Contact<D>&)> react) {
    select_ = true;
    senses_ = senses_ || response == Response::Pass || react;
    sticks_ = sticks_ || response == Response::Stick;
    PairProperties<D>& pair = own(a, b);
    pair.response = response;
    pair.react = std::move(react);
    pair.awaits_react = false;
  }
  /// Two materials of which a function is missing that they had when they were saved.
  std::optional<std::pair<Material, Material>> without_function() const {
    for (const auto& [materials, pair] : pairs_)
      if (pair.awaits_react) return materials;
    return std::nullopt;
  }

  /// Is there anything that does not meet all others, and bounce?
  bool is_select() const { return select_; }
  /// May anybody go through another?
  bool has_overlap_pairs() const { return senses_; }
  /// May any stick together?
  bool may_stick() const { return sticks_; }
  /// Are there functions of the user's?
  bool may_react() const {
    return std::any_of(pairs_.begin(), pairs_.end(),
                       [](const auto& one) { return one.second.react || one.second.awaits_react; });
  }

  /// Is there friction between any?
  bool rubs() const { return rubs_; }

  bool meet(Id a, Id b) const {
    const Filter& of_a = traits(a).filter;
    const Filter& of_b = traits(b).filter;
    return (of_a.mask & of_b.category) != 0 && (of_b.mask & of_a.category) != 0;
  }
  bool is_sensor(Id id) const { return traits(id).sensor; }
  bool waits(Id id) const { return waits_ && traits(id).waits; }
  const Vec<D>& one_way(Id id) const { return traits(id).one_way; }
  OnCrush on_crush(Id id) const { return traits(id).on_crush; }
  /// [L/T] Of a body, as it was given.
  const Vec<D>& surface_velocity(Id id) const { return traits(id).surface_velocity; }
  void set_surface_velocity(Id id, const Vec<D>& velocity) {
    if (traits_.size() <= id) traits_.resize(id + std::size_t{1});
    if (std::find(belts_.begin(), belts_.end(), id) == belts_.end()) belts_.push_back(id);
    traits_[id].surface_velocity = velocity;
    select_ = true;
  }
  /// Whose surfaces move, or have moved.
  const std::vector<Id>& belts() const { return belts_; }
  const Filter& filter(Id id) const { return traits(id).filter; }
  /// Are there pairs of materials with properties of their own?
  bool tells_pairs_apart() const { return !pairs_.empty(); }
  /// Those of all other pairs.
  const PairProperties<D>& usual() const { return usual_; }
  const PairProperties<D>& between(Material a, Material b) const {
    const auto found = pairs_.find(std::minmax(a, b));
    return found == pairs_.end() ? usual_ : found->second;
  }

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.traits_, self.usual_, self.pairs_);
    if constexpr (Archive::kReads)
      for (Id id = 0; id < self.traits_.size(); ++id)
        if (self.traits_[id].surface_velocity != Vec<D>{}) self.belts_.push_back(id);
    archive(self.select_, self.waits_, self.senses_, self.sticks_, self.rubs_);
  }

 private:
  static bool is_plain(const Body<D>& body) {
    return body.filter == Filter{} && !body.sensor && body.after_hit == AfterHit::GoesOn &&
           body.one_way == Vec<D>{} && body.surface_velocity == Vec<D>{} && body.on_crush == OnCrush::EndsRun;
  }

  struct Traits {
    Filter filter{};
    bool sensor = false;
    bool waits = false;
    Vec<D> one_way{};
    Vec<D> surface_velocity{};
    OnCrush on_crush = OnCrush::EndsRun;

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.filter, self.sensor, self.waits, self.one_way);
      if (archive.version() >= 5) archive(self.surface_velocity);
      if (archive.version() >= 8) archive.choice(self.on_crush, OnCrush::Passes);
      archive.require(std::isfinite(max_abs(self.surface_velocity)),
                      "expected finite velocities of surfaces, found others");
    }
  };

  void note(const Surfaces& surfaces) {
    rubs_ = rubs_ || surfaces.friction > 0.0 || surfaces.rolling_friction > 0.0 ||
            surfaces.spinning_friction > 0.0;
  }
  PairProperties<D>& own(Material a, Material b) {
    return pairs_.try_emplace(std::minmax(a, b), usual_).first->second;
  }
  const Traits& traits(Id id) const {
    static const Traits kPlain{};
    return id < traits_.size() ? traits_[id] : kPlain;
  }

  std::vector<Traits> traits_;  // by id, up to the last that is not plain
  std::vector<Id> belts_;       // whose surfaces move, or have moved
  PairProperties<D> usual_;
  std::map<std::pair<Material, Material>, PairProperties<D>> pairs_;  // only those that were set
  bool select_ = false;
  bool waits_ = false;
  bool senses_ = false;
  bool sticks_ = false;
  bool rubs_ = false;
};

}  // namespace firsthit
