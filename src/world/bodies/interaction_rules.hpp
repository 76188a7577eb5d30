#pragma once

#include <firsthit/world.hpp>

#include "engine/record.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace firsthit {

/// What bodies of two materials do when they meet.
template <int D>
struct Rule {
  Response kind = Response::Bounce;
  std::function<Reaction<D>(const Contact<D>&)> react;  ///< if there is one, it decides
};

/// Who of a world meets whom, and what they do then. In most worlds everybody meets all others, and bounces.
template <int D>
class InteractionRules {
 public:
  void add(Id id, const Body<D>& body) {
    const bool plain = body.filter == Filter{} && !body.sensor && body.after_hit == AfterHit::GoesOn &&
                       body.one_way == Vec<D>{};
    select_ = select_ || !plain || body.kind == BodyKind::Kinematic;
    if (plain) return;
    traits_.resize(id);
    traits_.push_back({body.filter, body.sensor, body.after_hit == AfterHit::Waits, body.one_way});
    waits_ = waits_ || body.after_hit == AfterHit::Waits;
    senses_ = senses_ || body.sensor;
  }
  void set_rule(Material a, Material b, Rule<D> rule) {
    select_ = true;
    senses_ = senses_ || rule.kind == Response::Pass || rule.react;
    rules_[std::minmax(a, b)] = std::move(rule);
  }

  /// Is there anything that does not meet all others, and bounce?
  bool is_select() const { return select_; }
  /// May anybody go through another?
  bool has_overlap_pairs() const { return senses_; }

  bool meet(Id a, Id b) const {
    const Filter& of_a = traits(a).filter;
    const Filter& of_b = traits(b).filter;
    return (of_a.mask & of_b.category) != 0 && (of_b.mask & of_a.category) != 0;
  }
  bool is_sensor(Id id) const { return traits(id).sensor; }
  bool waits(Id id) const { return waits_ && traits(id).waits; }
  const Vec<D>& one_way(Id id) const { return traits(id).one_way; }
  const Filter& filter(Id id) const { return traits(id).filter; }
  const Rule<D>& rule(Material a, Material b) const {
    static const Rule<D> kBounce;
    if (rules_.empty()) return kBounce;
    const auto found = rules_.find(std::minmax(a, b));
    return found == rules_.end() ? kBounce : found->second;
  }

 private:
  struct Traits {
    Filter filter{};
    bool sensor = false;
    bool waits = false;
    Vec<D> one_way{};
  };

  const Traits& traits(Id id) const {
    static const Traits kPlain{};
    return id < traits_.size() ? traits_[id] : kPlain;
  }

  std::vector<Traits> traits_;  // by id, up to the last that is not plain
  std::map<std::pair<Material, Material>, Rule<D>> rules_;
  bool select_ = false;
  bool waits_ = false;
  bool senses_ = false;
};

}  // namespace firsthit
