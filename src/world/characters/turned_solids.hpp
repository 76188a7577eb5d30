#pragma once

#include "engine/record.hpp"
#include "query/tolerant/solid.hpp"

#include <firsthit/orientation.hpp>

#include <unordered_map>

namespace firsthit {

/// The solids of the bodies that turn, as they stand.
template <int D>
class TurnedSolids {
 public:
  /// A body stands so, whose solid is `listed` as it is listed; false if it stood so before.
  bool set(Id id, const Solid<D>& listed, const Orientation<D>& orientation) {
    const auto [known, is_new] = all_.try_emplace(id);
    if (!is_new && known->second.orientation == orientation) return false;
    known->second = {orientation, turned(listed, rotation_of(orientation))};
    return true;
  }

  /// Requires: it has been set.
  const Solid<D>& solid(Id id) const { return all_.at(id).solid; }
  const Orientation<D>& orientation(Id id) const { return all_.at(id).orientation; }

 private:
  struct Turned {
    Orientation<D> orientation{};
    Solid<D> solid;
  };
  std::unordered_map<Id, Turned> all_;
};

}  // namespace firsthit
