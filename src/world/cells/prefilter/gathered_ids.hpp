#pragma once

#include "core/prefetch.hpp"
#include "world/cells/prefilter/prefilter_lanes.hpp"

#include <cstddef>
#include <span>

namespace firsthit {

/// Whom a body looks at, gathered some time before it does, so that their float states are in a cache by
/// then.
class GatheredIds {
 public:
  bool are_of(Id body) const { return body_ == body; }
  /// Then they are not here, and to be found in another way.
  bool are_too_many() const { return are_too_many_; }
  /// Behind them are kRoomBehind places with the number of the body. Requires: they are not too many.
  std::span<const Id> ids() const { return {ids_.data(), count_}; }

  void forget() { body_ = kFirstSide; }
  /// It is known already that they are too many for this.
  void give_up(Id body) {
    body_ = body;
    are_too_many_ = true;
  }
  /// All in a patch of cells. `cells`: the first of all.
  template <int D>
  void gather(const PrefilterLanes<D>& lanes, const CellSlots::Piece* cells, const CellPatch& patch,
              Id body) {
    body_ = body;
    count_ = lanes.gather(cells, patch, body, ids_);
    are_too_many_ = count_ > kMostInPatch;
  }
  /// Requires: they are not too many. (In rounds that are all alike: how many are near nobody can foretell.)
  template <int D>
  void fetch(const FloatState<D>* by_id) const {
    for (std::size_t k = 0; k < count_; k += kRoomBehind)
      for (std::size_t i = 0; i < kRoomBehind; ++i) prefetch(by_id + ids_[k + i]);
  }

 private:
  Id body_ = kFirstSide;  // or nobody
  bool are_too_many_ = false;
  std::size_t count_ = 0;
  PatchIds ids_;
};

}  // namespace firsthit
