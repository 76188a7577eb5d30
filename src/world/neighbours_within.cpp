#include "world/neighbours_within.hpp"

#include <firsthit/distance.hpp>

#include "core/never.hpp"
#include "core/vec_math.hpp"
#include "world/bodies/fixed_shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace firsthit {

namespace {

/// By how much the search reaches further than asked, in roundings of the lengths that take part: cells
/// and separations round a few times each. Smaller: somebody exactly at the distance might be found by one
/// search and not by another. Larger: costs nothing.
constexpr double kSlackRoundings = 64.0;

/// Looks around from one body.
template <int D>
class Look {
 public:
  Look(const Present<D>& present, Id body, double distance)
      : present_(present),
        body_(body),
        distance_(distance),
        place_(present.flight.place_at(body, present.records[body], present.now)) {}

  std::vector<Neighbour<D>> around() {
    visit([this](Id id, const Image<D>& image) { add_body(id, image); });
    for (const Id id : present_.table.fixed)
      if (is_everywhere(present_.table.fixed_body(id).shape)) add_body(id, {});
    for (std::size_t axis = 0; axis < D; ++axis) {
      if (present_.space.sides[axis] != Side::Wall) continue;
      add_side(axis, false);
      add_side(axis, true);
    }
    std::sort(found_.begin(), found_.end(), [](const Neighbour<D>& a, const Neighbour<D>& b) {
      const auto rank = [](const Neighbour<D>& n) { return std::tie(n.time_to_collision, n.id, n.gap); };
      if (rank(a) != rank(b)) return rank(a) < rank(b);
      return std::lexicographical_compare(a.offset.c, a.offset.c + D, b.offset.c, b.offset.c + D);
    });
    return std::move(found_);
  }

  std::vector<Beside<D>> moving() {
    std::vector<Beside<D>> all;
    visit([this, &all](Id id, const Image<D>& image) {
      if (!present_.table.moves(id)) return;
      const Vec<D> offset = offset_of(id, image);
      const double gap = present_.table.meet_as_balls(body_, id)
                             ? length(offset) - (present_.table.radius[body_] + present_.table.radius[id])
                             : firsthit::distance(standing(body_, Vec<D>{}), standing(id, offset)).distance;
      if (gap <= distance_) all.push_back({{id, image}, gap});
    });
    std::sort(all.begin(), all.end(), [](const Beside<D>& a, const Beside<D>& b) {
      return std::tie(a.who.partner, a.who.image) < std::tie(b.who.partner, b.who.image);
    });
    return all;
  }

 private:
  /// Calls each(id, image) of all who may be within the distance, but for those without end.
  template <class Each>
  void visit(const Each& each) {
    const double reach = present_.table.radius[body_] + distance_;
    const double slack =
        kSlackRoundings * std::numeric_limits<double>::epsilon() * (reach + largest_length());
    present_.nearby.visit(place_.position, reach + slack, [this, &each](Id id, Image<D> image) {
      if (id == body_) return;  // moves along with its own images
      for (std::size_t axis = 0; axis < D; ++axis)
        image[axis] += static_cast<std::int32_t>(place_.wraps[axis]);
      each(id, image);
    });
  }

  double largest_length() const {
    double largest = max_abs(place_.position);
    for (std::size_t axis = 0; axis < D; ++axis)
      if (present_.space.sides[axis] == Side::Periodic)
        largest += std::fabs(present_.space.min[axis]) + std::fabs(present_.space.max[axis]);
    return largest;
  }

  /// The smaller id first, as where impacts are predicted: both bodies see the very same numbers.
  Vec<D> offset_of(Id id, Image<D> image) const {
    const auto& records = present_.records;
    if (body_ < id)
      return present_.flight.separation(body_, records[body_], id, records[id], image, present_.now);
    for (auto& n : image) n = -n;
    return -present_.flight.separation(id, records[id], body_, records[body_], image, present_.now);
  }

  void add_body(Id id, const Image<D>& image) {
    const Vec<D> offset = offset_of(id, image);
    if (!present_.table.meet_as_balls(body_, id)) {
      const Separation<D> apart = firsthit::distance(standing(body_, Vec<D>{}), standing(id, offset));
      const Vec<D> velocity = present_.table.moves(id)
                                  ? present_.flight.velocity_at(id, present_.records[id], present_.now)
                                  : Vec<D>{};
      add({id, image}, offset, apart.normal, velocity, apart.distance);
      return;
    }
    const double radius = present_.table.radius[body_];
    if (present_.table.moves(id)) {
      const double distance = length(offset);
      const Vec<D> velocity = present_.flight.velocity_at(id, present_.records[id], present_.now);
      add({id, image}, offset, offset, velocity, distance - (radius + present_.table.radius[id]));
    } else {
      const Facing<D> face = facing(present_.table.fixed_body(id).shape, offset, radius);
      add({id, image}, offset, face.toward, {}, face.distance - radius);
    }
  }

  void add_side(std::size_t axis, bool upper) {
    Vec<D> offset;
    offset[axis] = (upper ? present_.space.max[axis] : present_.space.min[axis]) - place_.position[axis];
    const double distance = upper ? offset[axis] : -offset[axis];
    Vec<D> toward;
    toward[axis] = upper ? 1.0 : -1.0;
    const Id side = side_id(axis, upper);
    add({side, {}}, offset, toward, {}, distance - reach_to(side));
  }

  /// How far the body reaches towards a side.
  double reach_to(Id side) const {
    const BodyTable<D>& table = present_.table;
    if (table.meet_as_balls(body_, side)) return table.radius[body_];
    const std::size_t axis = side_axis(side);
    const auto reach = [&](const Bounds<D>& bounds) {
      return side_is_upper(side) ? bounds.high[axis] : -bounds.low[axis];
    };
    if (!table.turns(body_)) return reach(table.solid(body_).bounds);
    return reach(turned(table.solid(body_), rotation_of(orientation_of(body_))).bounds);
  }

  Orientation<D> orientation_of(Id id) const {
    if (!present_.table.turns(id)) return {};
    return present_.spins.at(id, present_.now, present_.flight.timebase()).stands();
  }
  Placed<D> standing(Id id, const Vec<D>& place) const {
    return {present_.table.shape(id), place, orientation_of(id)};
  }

  void add(const Candidate<D>& candidate, const Vec<D>& offset, const Vec<D>& toward, const Vec<D>& velocity,
           double gap) {
    if (!(gap <= distance_)) return;
    const double size = length(toward);
    found_.push_back({BodyId{candidate.partner}, offset, size > 0.0 ? (1.0 / size) * toward : Vec<D>{},
                      velocity, gap, time_to(candidate)});
  }

  double time_to(const Candidate<D>& candidate) const {
    if (present_.supports.rests_on(body_, candidate.partner, candidate.image)) return kNever;
    const Instant time = present_.predictor.impact_time(present_.records, body_, candidate, present_.now);
    if (time == kEndOfTime) return kNever;
    return time < present_.now ? 0.0 : present_.flight.timebase().between(present_.now, time);
  }

  const Present<D>& present_;
  Id body_;
  double distance_;
  Place<D> place_;
  std::vector<Neighbour<D>> found_;
};

}  // namespace

template <int D>
std::vector<Neighbour<D>> neighbours_of(const Present<D>& present, Id body, double distance) {
  return Look<D>(present, body, distance).around();
}

template <int D>
std::vector<Beside<D>> moving_within(const Present<D>& present, Id body, double distance) {
  return Look<D>(present, body, distance).moving();
}

template std::vector<Beside<2>> moving_within(const Present<2>&, Id, double);
template std::vector<Beside<3>> moving_within(const Present<3>&, Id, double);
template std::vector<Neighbour<2>> neighbours_of(const Present<2>&, Id, double);
template std::vector<Neighbour<3>> neighbours_of(const Present<3>&, Id, double);

}  // namespace firsthit
