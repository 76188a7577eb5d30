#include "world/lists/all_pairs.hpp"

#include <cmath>

namespace firsthit {

template <int D>
void AllPairs<D>::start(std::span<const Record<D>> records, const Instant& now) {
  if (!flight_.repeats()) return;
  for (const Id id : table_.fixed) place_fixed(id);
  for (const Id id : table_.moving) regions_.renew(records, id, now);
}

template <int D>
void AllPairs<D>::place_fixed(Id id) {
  const Body<D>& body = table_.fixed_body(id);
  if (!is_everywhere(body.shape)) regions_.place_fixed(id, body.position + ball_around(body.shape).centre);
}

template <int D>
void AllPairs<D>::add(std::span<const Record<D>> records, Id body, const Instant& now,
                      std::vector<Id>& affected) {
  regions_.resize(table_.size());
  if (!table_.moves(body))
    for (const Id id : table_.moving) affected.push_back(id);
  if (!flight_.repeats()) return;
  if (table_.moves(body)) {
    regions_.renew(records, body, now);
  } else {
    place_fixed(body);
  }
}

template <int D>
Instant AllPairs<D>::expiry(std::span<const Record<D>>, Id body, const Instant&) {
  return flight_.repeats() ? regions_[body].expiry : kEndOfTime;
}

template <int D>
void AllPairs<D>::course_changed(std::span<const Record<D>> records, Id body) {
  if (flight_.repeats()) regions_.course_changed(records, body);
}

template <int D>
void AllPairs<D>::refresh(std::span<const Record<D>> records, Id body, const Instant& now) {
  regions_.renew(records, body, now);
}

template <int D>
Candidates<D> AllPairs<D>::candidates(Id body) {
  found_.clear();
  for (const Id partner : table_.moving) {
    if (partner == body) continue;
    if (flight_.repeats()) {
      add_images(body, partner);
    } else {
      found_.add_moving(partner, {});
    }
  }
  for (const Id partner : table_.fixed) {
    if (flight_.repeats() && !is_everywhere(table_.fixed_body(partner).shape)) {
      add_images(body, partner);
    } else {
      found_.add_fixed(partner, {});
    }
  }
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space_.sides[axis] != Side::Wall) continue;
    found_.add_fixed(side_id(axis, false), {});
    found_.add_fixed(side_id(axis, true), {});
  }
  return found_.view_of(body);
}

/// All images of `partner` that `body` can touch while both keep within their regions.
template <int D>
void AllPairs<D>::add_images(Id body, Id partner) {
  visit_images(regions_[body].centre, regions_[body].reach, partner, [&](const Image<D>& image) {
    const bool moves = table_.moves(partner);
    const bool near = moves ? regions_.reach_each_other(body, partner, image)
                            : regions_.reaches_fixed(body, partner, image);
    if (!near) return;
    const Image<D> between = regions_.between_records(body, partner, image);
    if (moves) {
      found_.add_moving(partner, between);
    } else {
      found_.add_fixed(partner, between);
    }
  });
}

/// All images of `partner`, between the boxes of `centre` and of its region, that may come within `reach`.
template <int D>
template <typename Each>
void AllPairs<D>::visit_images(const Vec<D>& centre, double reach, Id partner, Each&& each) const {
  const Period<D>& period = flight_.period();
  reach +=
      regions_[partner].reach +
      (table_.moves(partner) ? table_.radius[partner] : ball_around(table_.fixed_body(partner).shape).reach);
  Image<D> low{};
  Image<D> high{};
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (!period.along(axis)) continue;
    const double d = regions_[partner].centre[axis] - centre[axis];
    low[axis] = static_cast<std::int32_t>(std::floor((-reach - d) / period.length[axis]));
    high[axis] = static_cast<std::int32_t>(std::ceil((reach - d) / period.length[axis]));
  }
  each_image<D>(low, high, each);
}

template <int D>
void AllPairs<D>::visit(const Vec<D>& centre, double reach, const Found& found) const {
  for (Id id = 0; id < table_.size(); ++id) {
    if (table_.is_gone(id)) continue;
    if (!table_.moves(id) && is_everywhere(table_.fixed_body(id).shape)) continue;
    if (!flight_.repeats()) {
      found(id, {});
      continue;
    }
    visit_images(centre, reach, id, [&](Image<D> image) {
      for (std::size_t axis = 0; axis < D; ++axis)
        image[axis] += static_cast<std::int32_t>(regions_.offset(id, axis));
      found(id, image);
    });
  }
}

template class AllPairs<2>;
template class AllPairs<3>;

}  // namespace firsthit
