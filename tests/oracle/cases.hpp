#pragma once

#include <firsthit/first_hit.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Random and hostile pairs of shapes on straight courses.

namespace firsthit::judging {

/// The shapes that first_hit is asked about.
enum class Kind : std::uint8_t {
  Point,
  Segment,
  Ball,
  Capsule,
  Box,
  OrientedBox,
  Hull,
  Polygon,   ///< 2D
  Triangle,  ///< 3D
  HalfSpace,
  Arc  ///< 2D; only beside what turns, so none of kinds()
};

/// As on the command line: "half-space".
std::string name(Kind kind);

/// All kinds of a dimension that queries of straight courses know.
const std::vector<Kind>& kinds(int dimension);

/// How the numbers of a query are drawn.
enum class Style : std::uint8_t {
  Continuum,   ///< nothing special
  Grid,        ///< small whole numbers: ties and degeneracies everywhere
  Neighbours,  ///< a grid, some of its numbers one unit in the last place off
  Ratios,      ///< sizes that differ by up to 2^60
  Parallel,    ///< edges and faces of both nearly parallel, or exactly
  Tangent,     ///< made to pass, or to slide along, a corner, an edge or a round
  Scaled       ///< any of those above, times 1e-100 to 1e100
};
inline constexpr std::size_t kStyles = 7;

template <int D>
struct Case {
  Moving<D> a, b;
  Query query;
  Style style = Style::Continuum;
};

/// The same query for the same number, everywhere.
template <int D>
Case<D> drawn(Kind a, Kind b, std::uint64_t seed);

/// All its numbers, so that they can be read back to the same bits.
template <int D>
std::string text(const Case<D>& query);

}  // namespace firsthit::judging
