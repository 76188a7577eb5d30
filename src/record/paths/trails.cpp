#include "record/paths/trails.hpp"

#include "record/base/unit_quaternion.hpp"
#include "record/tables/tables.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace firsthit {
namespace {

constexpr std::size_t kFewBodies = 64;      // so many are all followed
constexpr std::size_t kFollowed = 18;       // of more: what an eye can tell apart
constexpr std::size_t kMostShown = 20000;   // about 20 bytes each
constexpr std::size_t kMostFlights = 8000;  // remembered in all; about 30 bytes each in the picture
constexpr std::size_t kMostImpacts = 4000;
constexpr double kInkOfFew = 90.0;   // diagonals of the box: length of all trails together
constexpr double kInkOfMany = 14.0;  // the same where they lie over many bodies
constexpr int kMostCrossings = 64;   // of periodic sides in one flight

/// Its length [L] from then on, `most` at most: what flies off for ever leaves the picture soon.
double length_of(const Leg& flight, double from, double most) {
  double squared = 0.0;
  for (const double v : flight.velocity) squared += v * v;
  return std::min(most, std::sqrt(squared) * std::max(0.0, flight.end - std::max(from, flight.begin)));
}

/// Where a flight is, `back` [T] before its end and without jumps.
Point3 place(const Leg& flight, double back) {
  Point3 p = flight.position;
  for (std::size_t k = 0; k < 3; ++k)
    p[k] -= back * (flight.velocity[k] - 0.5 * back * flight.acceleration[k]);
  return p;
}

/// Times before the flight's end at which it crosses periodic sides, from its begin to its end.
std::vector<double> crossings(const Picture& picture, const Leg& flight, double duration) {
  std::vector<double> times = {duration, 0.0};
  for (std::size_t k = 0; k < static_cast<std::size_t>(picture.dimension); ++k) {
    const double side = picture.max[k] - picture.min[k];
    if (picture.sides[k] != Side::Periodic || flight.velocity[k] == 0.0) continue;
    const double to_side =
        flight.velocity[k] > 0.0 ? flight.position[k] - picture.min[k] : picture.max[k] - flight.position[k];
    for (int i = 0; i < kMostCrossings; ++i) {
      const double back = (to_side + i * side) / std::abs(flight.velocity[k]);
      if (!(back < duration)) break;
      if (back > 0.0) times.push_back(back);
    }
  }
  std::sort(times.begin(), times.end(), std::greater<>());
  return times;
}

}  // namespace

Shown choose_shown(std::size_t count) {
  Shown shown;
  shown.followed = count <= kFewBodies ? count : kFollowed;
  std::vector<bool> taken(count, false);
  // Golden steps: spread over the ids without marking a row of the lattice that they may come from.
  double at = 0.5;
  for (std::size_t i = 0; i < shown.followed; ++i) {
    std::size_t body = count <= kFewBodies ? i : static_cast<std::size_t>(at * static_cast<double>(count));
    while (taken[body]) body = (body + 1) % count;
    taken[body] = true;
    shown.bodies.push_back(body);
    at += 0.6180339887498949;
    at -= std::floor(at);
  }
  const std::size_t stride = std::max<std::size_t>(1, (count + kMostShown - 1) / kMostShown);
  for (std::size_t body = 0; body < count; body += stride)
    if (!taken[body]) shown.bodies.push_back(body);
  return shown;
}

void add_trail(Picture& picture, std::size_t ball, const std::deque<Leg>& flights) {
  for (const Leg& flight : flights) {
    const double duration = flight.end - std::max(flight.begin, picture.trails_from);
    if (!(duration > 0.0)) continue;
    const std::vector<double> times = crossings(picture, flight, duration);
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
      const double half = 0.5 * (times[i] - times[i + 1]);
      TrailPiece piece{
          ball, flight.end - times[i + 1], place(flight, times[i]), {}, place(flight, times[i + 1])};
      const Point3 middle = place(flight, times[i + 1] + half);
      for (std::size_t k = 0; k < static_cast<std::size_t>(picture.dimension); ++k) {
        double shift = 0.0;
        if (picture.sides[k] == Side::Periodic) {
          const double side = picture.max[k] - picture.min[k];
          shift = -side * std::floor((middle[k] - picture.min[k]) / side);
        }
        // The tangent at `from`, half the duration long, ends where the two tangents meet.
        const double tangent = flight.velocity[k] - times[i] * flight.acceleration[k];
        piece.control[k] = piece.from[k] + half * tangent + shift;
        piece.from[k] += shift;
        piece.to[k] += shift;
      }
      picture.trails.push_back(piece);
    }
  }
}

double trails_begin(const Picture& picture, const std::vector<std::deque<Leg>>& flights) {
  double squared = 0.0;
  for (std::size_t k = 0; k < 3; ++k)
    squared += (picture.max[k] - picture.min[k]) * (picture.max[k] - picture.min[k]);
  const double diagonal = std::sqrt(squared);
  const double ink = (picture.bodies <= kFewBodies ? kInkOfFew : kInkOfMany) * diagonal;
  const auto length_from = [&](double from) {
    double sum = 0.0;
    for (const std::deque<Leg>& each : flights)
      for (const Leg& flight : each) sum += length_of(flight, from, 3.0 * diagonal);
    return sum;
  };
  double begin = picture.trails_from;
  if (!(ink > 0.0) || length_from(begin) <= ink) return begin;
  double late = picture.time;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (begin + late);
    (length_from(middle) > ink ? begin : late) = middle;
  }
  return late;
}

template <int D>
PictureObstacle picture_of(const FixedBody<D>& fixed, const RunInfo& info) {
  PictureObstacle drawn{
      plain_shape(fixed.shape), to_point3(fixed.position), {}, fixed.sensor, to_point3(fixed.one_way)};
  if (info.color_of) drawn.color = info.color_of(fixed.id);
  return drawn;
}

template <int D>
Trails<D>::Trails(const RunSetup<D>& setup, const Frame<D>& start)
    : setup_(setup), shown_(choose_shown(setup.bodies.size())), forgotten_before_(start.time) {
  for (std::uint32_t i = 0; i < shown_.followed; ++i) {
    const std::size_t ball = shown_.bodies[i];
    const std::uint32_t id = setup.bodies.id(ball).value;
    slots_.emplace_back(id, i);
    start_.push_back(to_point3(start.states[ball].position));
    stood_.emplace_back();
    if (setup.bodies[ball].spins) stood_.back() = unit_quaternion(start.spins[ball].orientation);
  }
  std::sort(slots_.begin(), slots_.end());
  flights_.resize(shown_.followed);
  last_impact_.assign(shown_.followed, start.time);
}

template <int D>
std::vector<BodyId> Trails<D>::followed() const {
  std::vector<BodyId> ids;
  for (std::size_t i = 0; i < shown_.followed; ++i) ids.push_back(setup_.bodies.id(shown_.bodies[i]));
  return ids;
}

/// kNotFollowed of all others.
template <int D>
std::size_t Trails<D>::slot_of(BodyId id) const {
  if (slots_.empty()) return kNotFollowed;
  const std::uint32_t first = slots_.front().first, last = slots_.back().first;
  if (id.value < first || id.value > last) return kNotFollowed;
  if (last - first + std::size_t{1} == slots_.size()) return slots_[id.value - first].second;  // ids in a row
  const auto found = std::lower_bound(slots_.begin(), slots_.end(), std::pair(id.value, std::uint32_t{0}));
  return found == slots_.end() || found->first != id.value ? kNotFollowed : found->second;
}

template <int D>
void Trails<D>::end_flight(std::size_t slot, const ImpactSide<D>& side, double time) {
  if (slot == kNotFollowed) return;
  std::deque<Leg>& flights = flights_[slot];
  double& last_impact = last_impact_[slot];
  flights.push_back({std::max(time - side.elapsed, last_impact), time, to_point3(side.position),
                     to_point3(side.velocity_before), to_point3(side.acceleration)});
  last_impact = time;
  if (flights.size() * shown_.followed > kMostFlights) {
    forgotten_before_ = std::max(forgotten_before_, flights.front().end);
    flights.pop_front();
  }
}

template <int D>
void Trails<D>::impact(const Impact<D>& impact) {
  const std::size_t a = slot_of(impact.a.id), b = slot_of(impact.b.id);
  if (a == kNotFollowed && b == kNotFollowed) return;
  end_flight(a, impact.a, impact.time);
  end_flight(b, impact.b, impact.time);
  impacts_.push_back({impact.time, to_point3(impact.point)});
  if (impacts_.size() > kMostImpacts) impacts_.pop_front();
}

template <int D>
Picture Trails<D>::picture(const RunInfo& info, const Frame<D>& present) const {
  Picture picture;
  picture.dimension = D;
  picture.title = info.scene;
  picture.min = to_point3(setup_.space.min);
  picture.max = to_point3(setup_.space.max);
  std::copy(setup_.space.sides.begin(), setup_.space.sides.end(), picture.sides.begin());
  picture.time = present.time;
  picture.collisions = present.collisions;
  picture.bodies = setup_.bodies.size();
  picture.followed = shown_.followed;
  picture.shapes = setup_.shapes;
  picture.moving.reserve(shown_.bodies.size());
  for (std::size_t i = 0; i < shown_.bodies.size(); ++i) {
    const std::size_t ball = shown_.bodies[i];
    const MovingBody& body = setup_.bodies[ball];
    PictureBody& drawn = picture.moving.emplace_back();
    drawn.end = to_point3(present.states[ball].position);
    drawn.start = i < shown_.followed ? start_[i] : drawn.end;
    drawn.radius = body.radius;
    drawn.shape = body.shape;
    drawn.kinematic = body.kinematic;
    drawn.sensor = body.sensor;
    if (body.spins) drawn.stands = unit_quaternion(present.spins[ball].orientation);
    if (body.spins && i < shown_.followed) drawn.stood = stood_[i];
    if (info.color_of) drawn.color = info.color_of(body.id);
    if (i < shown_.followed) drawn.name = name_of(info, body.id);
  }
  for (const FixedBody<D>& fixed : setup_.obstacles) picture.obstacles.push_back(picture_of(fixed, info));
  std::vector<std::deque<Leg>> flights = flights_;
  for (std::size_t i = 0; i < shown_.followed; ++i) {
    const FrameState<D>& state = present.states[shown_.bodies[i]];
    flights[i].push_back({last_impact_[i], present.time, to_point3(state.position), to_point3(state.velocity),
                          to_point3(state.acceleration)});
  }
  picture.trails_from = forgotten_before_;
  picture.trails_from = trails_begin(picture, flights);
  for (std::size_t i = 0; i < flights.size(); ++i) add_trail(picture, i, flights[i]);
  for (const ImpactMark& mark : impacts_)
    if (mark.time >= picture.trails_from) picture.impacts.push_back(mark);
  return picture;
}

template PictureObstacle picture_of(const FixedBody<2>&, const RunInfo&);
template PictureObstacle picture_of(const FixedBody<3>&, const RunInfo&);
template class Trails<2>;
template class Trails<3>;

}  // namespace firsthit
