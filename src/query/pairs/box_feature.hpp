#pragma once

#include "query/convex/contact/support_feature.hpp"

#include <firsthit/first_hit.hpp>

#include <bit>
#include <cstddef>

namespace firsthit {

/// Which feature of a box that is, by the numbers of struct Feature.
template <int D>
Feature box_feature(const BoxPart& part) {
  const int wide = std::popcount(part.free);
  if (wide == 0) return {Feature::Kind::Vertex, static_cast<int>(part.upper)};
  if (wide == D - 1) {
    const int across = std::countr_zero(~part.free);
    return {D == 2 ? Feature::Kind::Edge : Feature::Kind::Face, 2 * across + (part.upper != 0 ? 1 : 0)};
  }
  const int along = std::countr_zero(part.free);
  const int first = static_cast<int>(part.upper >> (along == 0 ? 1U : 0U) & 1U);
  const int second = static_cast<int>(part.upper >> (along == 2 ? 1U : 2U) & 1U);
  return {Feature::Kind::Edge, 4 * along + first + 2 * second};
}

}  // namespace firsthit
