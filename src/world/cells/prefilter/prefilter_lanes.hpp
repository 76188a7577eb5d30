#pragma once

#include "world/bodies/body_table.hpp"
#include "world/cells/layout/cell_patch.hpp"
#include "world/cells/layout/cell_slots.hpp"
#include "world/cells/prefilter/float_state_cache.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

// Straight flights of balls, one ball against many, in single precision and in as many lanes as the machine
// has. Lanes only rule out who cannot be met first; who is left is judged by the one kernel, so neither the
// number of lanes nor their rounding changes a bit.

namespace firsthit {

/// What one looks by.
template <int D>
struct PrefilterField {
  const FloatStateFrame<D>& frame;
  const FloatState<D>* float_states;  // by id
  const Record<D>* records;           // by id
  const BodyTable<D>& table;
  const FreeFlight<D>& flight;
};

/// One who looks at others.
template <int D>
struct PrefilterQuery {
  OwnFloatState<D> own;
  std::span<const Id> ids;  ///< of those; behind them are kRoomBehind places with the number of any ball
  float bound =
      std::numeric_limits<float>::infinity();  ///< asked until then, from now (in times of the frame)
  std::uint64_t left = 0;  ///< what comes of it: who of the first kPrefilterBlock may be first, a bit each
};
inline constexpr std::size_t kRoomBehind = 16;
inline constexpr std::size_t kPrefilterBlock = 64;

/// Rules out, for each of some, who cannot be met first, and bounds the first meeting.
void prefilter(const PrefilterField<2>& field, std::span<PrefilterQuery<2>> looks);
void prefilter(const PrefilterField<3>& field, std::span<PrefilterQuery<3>> looks);

/// Of a block, all who may touch before `latest`, from now, a bit each: also those who touch and part.
std::uint64_t met_soon(const PrefilterField<2>& field, const OwnFloatState<2>& own, std::span<const Id> ids,
                       float latest);
std::uint64_t met_soon(const PrefilterField<3>& field, const OwnFloatState<3>& own, std::span<const Id> ids,
                       float latest);

/// Ids in a patch: so many at most, and kRoomBehind places.
inline constexpr std::size_t kMostInPatch = 27 * CellSlots::kSlots + 47;
using PatchIds = std::array<Id, kMostInPatch + kRoomBehind>;

/// What is called at every impact, for this machine's instructions.
template <int D>
struct PrefilterLanes {
  /// As above.
  void (*prefilter)(const PrefilterField<D>& field, std::span<PrefilterQuery<D>> looks) = nullptr;
  /// Gathers all in a patch, and tells how many; kMostInPatch + 1 if they are more.
  std::size_t (*gather)(const CellSlots::Piece* cells, const CellPatch& patch, Id filler,
                        PatchIds& ids) = nullptr;
};
template <int D>
PrefilterLanes<D> prefilter_lanes();

}  // namespace firsthit
