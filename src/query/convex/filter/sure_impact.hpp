#pragma once

#include "query/base/first_event.hpp"
#include "query/convex/exact/convex_event.hpp"

#include <firsthit/vec.hpp>

namespace firsthit {

/// What a stage has told of two that are apart at the start, beyond doubt.
enum class Told { Nothing, Miss, Impact };

/// The impact that a stage has told; else nothing of it counts.
template <int D>
struct SureImpact {
  double lower;      ///< [T] as in GapEvent
  double upper;      ///< [T]
  Vec<D> direction;  ///< as in ConvexEvent
};

/// As an event, which is a miss as it comes. Returns whether something was told.
template <int D>
bool take(Told told, const SureImpact<D>& impact, ConvexEvent<D>& event) {
  if (told == Told::Impact)
    event = {{GapEvent::Kind::Impact, impact.lower, impact.upper, impact.lower}, impact.direction};
  return told != Told::Nothing;
}

}  // namespace firsthit
