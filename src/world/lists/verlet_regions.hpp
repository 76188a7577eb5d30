#pragma once

#include "engine/record.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/fixed_shape.hpp"
#include "world/bodies/image_counters.hpp"
#include "world/bodies/scales.hpp"
#include "world/motion/free_flight.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace firsthit {

/// The ball in space that a moving body keeps within while its list holds, and how long that is.
template <int D>
struct VerletRegion {
  Vec<D> centre;       ///< [L] inside the box
  double reach = 0.0;  ///< [L] what the body can touch from within, with a margin
  double roam = 0.0;   ///< [L] how far from `centre` the body's centre may go
  Instant expiry = kEndOfTime;
  std::array<std::uint32_t, std::size_t{D}> wraps{};  ///< of the body at the centre, modulo 2^32
  std::int16_t steps = 0;  ///< by which the shell has been widened, four to double it
};

/// The Verlet regions of the moving bodies: what lists of neighbours stand on, however they are made.
///
/// The margin between what a region covers and where the body may go exceeds the rounding of every
/// position and cell, so that no impact is found after its time (docs/numerics/neighbour-lists.md).
template <int D>
class VerletRegions {
 public:
  /// All but the shells must outlive the regions.
  VerletRegions(const BodyTable<D>& table, const FreeFlight<D>& flight, const ImageCounters<D>& wraps,
                const Shells& shells);

  /// For bodies 0 to count - 1.
  void resize(std::size_t count) {
    regions_.resize(count);
    away_.resize(count);
  }

  const VerletRegion<D>& operator[](Id id) const { return regions_[id]; }

  /// From its next renewal on, the region of `body` is a step wider or narrower, if there are few or many
  /// neighbours.
  void adapt(Id body, std::size_t neighbours);
  /// Centres the region of `body` on where it is at `now`.
  void renew(std::span<const Record<D>> records, Id body, const Instant& now);
  /// The body's course changed at its clock: when will it leave its region now?
  void course_changed(std::span<const Record<D>> records, Id body);
  /// Something fixed stands in the region around `centre`, which may lie outside the box.
  void place_fixed(Id fixed, const Vec<D>& centre);
  /// Box lengths from the body's record to its region.
  std::int32_t offset(Id id, std::size_t axis) const {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(wraps_.along(id, axis)) -
                                     regions_[id].wraps[axis]);
  }
  /// Is any of these offsets not zero?
  bool is_away(Id id) const { return away_[id]; }
  /// The image between the records of two bodies, from the one between the boxes of their regions.
  Image<D> between_records(Id a, Id b, const Image<D>& image) const;
  /// Can `body`, within its region, touch what is fixed? `image` is between the boxes of the regions.
  bool reaches_fixed(Id body, Id fixed, const Image<D>& image) const;
  bool reaches_side(Id body, std::size_t axis, bool upper, const Space<D>& space) const;
  /// Can the two touch, each within its region? `image` is between the boxes of the regions.
  bool reach_each_other(Id a, Id b, const Image<D>& image) const;

 private:
  double shell_of(Id body) const;
  double thinnest_of(Id body) const;
  void note_offset(Id id);
  Instant leaves(Id body, const Record<D>& record, const Vec<D>& from_centre, const Instant& now) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const ImageCounters<D>& wraps_;
  Shells shells_;
  std::vector<VerletRegion<D>> regions_;
  std::vector<bool> away_;
};

}  // namespace firsthit
