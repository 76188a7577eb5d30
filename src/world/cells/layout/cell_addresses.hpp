#pragma once

#include "core/large_pages.hpp"
#include "engine/record.hpp"
#include "world/cells/layout/cell_exit.hpp"
#include "world/cells/layout/cell_map.hpp"
#include "world/neighbours/packed_near_image.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace firsthit {

/// In which cell a body is, and how it will leave.
template <int D>
struct CellAddress {
  typename CellMap<D>::Cell at{};   // its cell along each axis; of large balls, their number in two halves
  std::uint16_t axis : 2 = 0;       // on which it passes into the next cell
  std::uint16_t up : 1 = 0;         // and whether to the higher one
  std::uint16_t is_inside : 1 = 0;  // nothing around it is across a side, seen from the body's record
  std::uint16_t is_large : 1 = 0;   // then the rest does not count
  std::uint16_t boxes : 9 = 0;      // that the cell is beyond the box of the record (CellAddresses::boxes)

  std::uint32_t large_ball() const { return at[0] | static_cast<std::uint32_t>(at[1]) << 16U; }
  void leave_by(const CellExit& exit) {
    axis = exit.axis & 3U;
    up = exit.up ? 1 : 0;
  }
  void set_large_ball(std::uint32_t number) {
    is_large = 1;
    at[0] = static_cast<std::uint16_t>(number);
    at[1] = static_cast<std::uint16_t>(number >> 16U);
  }
};

/// The cell addresses of all bodies, 8 bytes each. Boxes that are too many for that stand elsewhere.
template <int D>
class CellAddresses {
 public:
  explicit CellAddresses(std::size_t bodies) : all_(bodies) {}

  std::size_t size() const { return all_.size(); }
  CellAddress<D>& operator[](Id body) { return all_[body]; }
  const CellAddress<D>& operator[](Id body) const { return all_[body]; }

  /// So many boxes the cell of a body is beyond the box of its record.
  Image<D> boxes(Id body) const {
    const PackedNearImage<D> near(all_[body].boxes);
    return near.are_too_many() ? far_.at(body) : near.boxes();
  }
  void set_boxes(Id body, const Image<D>& boxes) {
    if (PackedNearImage<D>(all_[body].boxes).are_too_many()) far_.erase(body);
    const PackedNearImage<D> near(boxes);
    all_[body].boxes = near.bits() & 0x1ffU;
    if (near.are_too_many()) far_[body] = boxes;
  }
  /// Of how many bodies boxes are too many for an address.
  std::size_t count_far() const { return far_.size(); }

 private:
  static_assert(sizeof(CellAddress<D>) <= 8);

  LargeVector<CellAddress<D>> all_;
  std::unordered_map<Id, Image<D>> far_;
};

}  // namespace firsthit
