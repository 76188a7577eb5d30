#pragma once

#include "world/bodies/body_table.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace firsthit {

/// How a box is divided into cells.
template <int D>
struct CellLayout {
  std::array<std::int32_t, std::size_t{D}> count{};  ///< along each axis
  Vec<D> width;                                      ///< [L]
  Vec<D> overhang;             ///< [L] so far beyond its cell a ball may get before it passes into the next
  double part_of_radii = 1.0;  ///< with which balls may touch
  double largest = 0.0;        ///< [L] of all radii but those of large balls, which are larger

  /// As where balls are so few that they fly far, and pass into other cells often. Less than a sixteenth: few
  /// get so far.
  bool overlap_widely() const { return overhang[0] >= width[0] / 16.0; }
};

/// The cells for such a world (`Cells`); nothing where they would not do, or lists do better.
template <int D>
std::optional<CellLayout<D>> layout_of_cells(const BodyTable<D>& table, const Space<D>& space);

}  // namespace firsthit
