#pragma once

#include "engine/record.hpp"

#include <cstdint>
#include <functional>

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
/// A refresh goes first: it changes no record, and impacts then see fresh lists. `name` tells by which ids
/// they are told apart.
template <int D, class Name = std::identity>
bool precedes(Id body_a, const Event<D>& a, Id body_b, const Event<D>& b, const Name& name = {}) {
  if (!(a.time == b.time)) return a.time < b.time;
  if (a.kind != b.kind) return a.kind < b.kind;
  if (a.generation != b.generation) return a.generation < b.generation;
  if (a.area != b.area) return a.area > b.area;
  const Id name_a = name(body_a);
  const Id name_b = name(body_b);
  const Id partner_a = name(a.partner);
  const Id partner_b = name(b.partner);
  const bool turned_a = partner_a < name_a;
  const bool turned_b = partner_b < name_b;
  const Id small_a = turned_a ? partner_a : name_a;
  const Id small_b = turned_b ? partner_b : name_b;
  if (small_a != small_b) return small_a < small_b;
  const Id large_a = turned_a ? name_a : partner_a;
  const Id large_b = turned_b ? name_b : partner_b;
  if (large_a != large_b) return large_a < large_b;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const std::int32_t image_a = turned_a ? -a.image[axis] : a.image[axis];
    const std::int32_t image_b = turned_b ? -b.image[axis] : b.image[axis];
    if (image_a != image_b) return image_a < image_b;
  }
  return false;
}

}  // namespace firsthit
