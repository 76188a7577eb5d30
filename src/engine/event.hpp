#pragma once

#include "engine/record.hpp"

#include <cstdint>

namespace firsthit {

enum class EventKind : std::uint8_t {
  Refresh,  ///< the list of neighbours expires; no record changes
  Impact
};

/// What is scheduled for a body: the earliest thing that will happen to it.
template <int D>
struct Event {
  Instant time;
  double area = 0.0;  ///< [L^(D-1)] of the contact
  Id partner = 0;
  std::uint32_t partner_epoch = 0;
  std::uint32_t generation = 0;  ///< 0, or one more than the last impact of either body at this very time
  Image<D> image{};
  EventKind kind = EventKind::Impact;
};

/// The total order of events: (time, kind, generation, larger area, smaller id, larger id, image).
/// A refresh goes first: it changes no record, and impacts then see fresh lists.
template <int D>
bool precedes(Id body_a, const Event<D>& a, Id body_b, const Event<D>& b) {
  if (!(a.time == b.time)) return a.time < b.time;
  if (a.kind != b.kind) return a.kind < b.kind;
  if (a.generation != b.generation) return a.generation < b.generation;
  if (a.area != b.area) return a.area > b.area;
  const bool turned_a = a.partner < body_a;
  const bool turned_b = b.partner < body_b;
  const Id small_a = turned_a ? a.partner : body_a;
  const Id small_b = turned_b ? b.partner : body_b;
  if (small_a != small_b) return small_a < small_b;
  const Id large_a = turned_a ? body_a : a.partner;
  const Id large_b = turned_b ? body_b : b.partner;
  if (large_a != large_b) return large_a < large_b;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const std::int32_t image_a = turned_a ? -a.image[axis] : a.image[axis];
    const std::int32_t image_b = turned_b ? -b.image[axis] : b.image[axis];
    if (image_a != image_b) return image_a < image_b;
  }
  return false;
}

}  // namespace firsthit
