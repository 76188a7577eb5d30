#include "record/paths/paths.hpp"

#include "core/vec_math.hpp"
#include "geometry/free_top.hpp"
#include "geometry/rotation.hpp"
#include "record/base/unit_quaternion.hpp"
#include "record/paths/path_bodies.hpp"
#include "record/paths/path_motion.hpp"
#include "record/paths/trails.hpp"
#include "record/tables/tables.hpp"

#include <firsthit/world.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

constexpr std::size_t kMostBytes = 10000000;  // of knots and impacts, as stored
constexpr std::size_t kMostShown = 220000;    // bodies: leaves room for 100 frames of them
constexpr double kPlainSize = 1e12;  // numbers of up to this size, and down to its inverse, keep their units

/// 1 where numbers of this size can be stored as they are, else about their size; a power of two.
double unit_for(double size) {
  if (!(size > 0.0) || (size <= kPlainSize && size >= 1.0 / kPlainSize)) return 1.0;
  int exponent = 0;
  std::frexp(size, &exponent);
  return std::ldexp(1.0, exponent - 1);
}

bool any_tops(const MovingBodies& bodies) {
  const std::vector<MovingBody>& kinds = bodies.kinds();
  return std::any_of(kinds.begin(), kinds.end(), [](const MovingBody& body) { return body.top.has_value(); });
}

}  // namespace

template <int D>
Paths<D>::Paths(const RunSetup<D>& setup, const Frame<D>& start)
    : setup_(setup),
      begin_(start.time),
      origin_(0.5 * (setup.space.min + setup.space.max)),
      stride_(std::max<std::size_t>(1, (setup.bodies.size() + kMostShown - 1) / kMostShown)),
      accelerates_(length_squared(setup.gravity) > 0.0),
      spins_(any_spins(setup)),
      tumbles_(any_tops(setup.bodies)),
      samples_(1),
      collisions_(start.collisions) {
  choose_units(start);
  number_parties();
  start_.reserve((setup.bodies.size() + stride_ - 1) / stride_);
  for (std::size_t i = 0; i < setup.bodies.size(); i += stride_) {
    const FrameState<D>& state = start.states[i];
    start_.push_back(course_of(state.position, state.velocity));
    if (accelerates_) start_acceleration_.push_back(acceleration_of(state.acceleration));
    if (!spins_) continue;
    const FrameSpin<D>& spin = start.spins[i];
    spin_.push_back({spin.orientation, 0, spin.angular_velocity, {}, spin.angular_acceleration});
    const auto body = static_cast<std::uint32_t>(start_turning_.size());
    if (top_of(body)) spin_.back().acceleration = {};  // as it tumbles, at this time only
    start_turning_.push_back(turning_of(body));
  }
  if (accelerates_) waiting_.assign(start_.size(), kNobody);
}

/// Where ids count from 0, and what stands still comes after what moves, nothing needs to be kept.
template <int D>
void Paths<D>::number_parties() {
  const MovingBodies& bodies = setup_.bodies;
  if (bodies.count_from_zero()) return;
  const auto shown = static_cast<std::uint32_t>((bodies.size() + stride_ - 1) / stride_);
  const auto place_of = [&](BodyId id) -> std::uint32_t& {
    if (party_.size() <= id.value) party_.resize(std::size_t{id.value} + 1, kNobody);
    return party_[id.value];
  };
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    std::uint32_t& place = place_of(bodies.id(i));
    if (i % stride_ == 0) place = static_cast<std::uint32_t>(i / stride_);
  }
  for (std::size_t i = 0; i < setup_.obstacles.size(); ++i)
    place_of(setup_.obstacles[i].id) = static_cast<std::uint32_t>(shown + i);
}

template <int D>
void Paths<D>::choose_units(const Frame<D>& start) {
  const Vec<D> edges = setup_.space.max - setup_.space.min;
  double size = 0.0;
  for (std::size_t axis = 0; axis < D; ++axis) size = std::max(size, edges[axis]);
  double speed = std::sqrt(std::sqrt(length_squared(setup_.gravity)) * size);
  double mass = 0.0;
  for (std::size_t i = 0; i < start.states.size(); ++i) {
    speed = std::max(speed, std::sqrt(length_squared(start.states[i].velocity)));
  }
  for (const MovingBody& kind : setup_.bodies.kinds()) mass = std::max(mass, kind.mass);
  units_.length = unit_for(size);
  units_.time = 1.0 / unit_for(speed / units_.length);
  units_.mass = unit_for(mass);
}

template <int D>
auto Paths<D>::course_of(const Vec<D>& position, const Vec<D>& velocity) const -> Course {
  Course course{};
  for (std::size_t axis = 0; axis < D; ++axis) {
    course.position[axis] = rounded((position[axis] - origin_[axis]) / units_.length);
    course.velocity[axis] = rounded(velocity[axis] / units_.length * units_.time);
  }
  return course;
}

template <int D>
auto Paths<D>::acceleration_of(const Vec<D>& acceleration) const -> Acceleration {
  Acceleration result{};
  for (std::size_t axis = 0; axis < D; ++axis)
    result.along[axis] = rounded(acceleration[axis] / units_.length * units_.time * units_.time);
  return result;
}

/// Of one shown; nothing if it is no top.
template <int D>
std::optional<PrincipalInertia> Paths<D>::top_of(std::uint32_t body) const {
  if (!tumbles_) return {};
  return setup_.bodies[body * stride_].top;
}

template <int D>
Spin<D> Paths<D>::spin_at(std::uint32_t body, const Instant& time) const {
  const Spin<D>& spin = spin_[body];
  if constexpr (D == 3) {
    if (const std::optional<PrincipalInertia> top = top_of(body)) {
      const double elapsed = std::max(timebase_.between(spin.clock, time), 0.0);
      const FreeTop::Turned now = FreeTop(spin.orientation, spin.velocity, *top).after(elapsed);
      return {now.orientation, 0, now.angular_velocity, time, {}};
    }
  }
  return spin.at(time, timebase_);
}

/// How a body shown stands and turns at its spin's clock.
template <int D>
auto Paths<D>::turning_of(std::uint32_t body) const -> Turning {
  const Spin<D>& spin = spin_[body];
  Turning turning{};
  const auto [x, y, z, w] = unit_quaternion(spin.stands());
  if constexpr (D == 2) {
    turning.orientation[0] = rounded(w);
    turning.orientation[1] = rounded(z);
    turning.angular_velocity[0] = rounded(spin.velocity * units_.time);
    turning.angular_acceleration[0] = rounded(spin.acceleration * units_.time * units_.time);
  } else {
    std::size_t i = 0;
    for (const double each : {w, x, y, z}) turning.orientation[i++] = rounded(each);
    Vec<3> velocity = spin.velocity;
    if (const std::optional<PrincipalInertia> top = top_of(body))
      velocity = (rotation_of(spin.stands()) * rotation_of(top->axes)).inverse_of(velocity);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      turning.angular_velocity[axis] = rounded(velocity[axis] * units_.time);
      turning.angular_acceleration[axis] = rounded(spin.acceleration[axis] * units_.time * units_.time);
    }
  }
  return turning;
}

/// Is there room for an impact of this index and its two knots? At the first time that there is not, frames
/// take over.
template <int D>
bool Paths<D>::has_room(double time, std::uint64_t index) {
  if (paths_end_) return false;
  const std::size_t turning = spins_ ? sizeof(Turning) : 0;
  const std::size_t knot = 12 + (accelerates_ ? 12 : 8) * std::size_t{D} + turning;
  const std::size_t meeting = (stride_ > 1 ? 20 : 16) + 8 * std::size_t{D};
  const bool fits = index <= std::numeric_limits<std::uint32_t>::max();
  if (fits && (knots_.size() + 2) * knot + (meetings_.size() + 1) * meeting <= kMostBytes) return true;
  paths_end_ = time;
  return false;
}

/// The course after a knot is known but for its acceleration, which the end of the flight tells.
template <int D>
void Paths<D>::end_flight(std::uint32_t body, const Vec<D>& acceleration) {
  std::uint32_t& knot = waiting_[body];
  if (knot == kNobody) return;
  knot_acceleration_[knot] = acceleration_of(acceleration);
  knot = kNobody;
  --waiting_count_;
}

template <int D>
void Paths<D>::bend(const ImpactSide<D>& side, double time, bool room) {
  const std::uint32_t body = party_of(side.id);
  if (body >= start_.size()) return;
  if (accelerates_) end_flight(body, side.acceleration);
  if (!room) return;
  if (accelerates_) {
    waiting_[body] = static_cast<std::uint32_t>(knots_.size());
    ++waiting_count_;
  }
  knots_.push_back({(time - begin_) / units_.time, body, course_of(side.position, side.velocity_after)});
  if (accelerates_) knot_acceleration_.emplace_back();
  if (!spins_) return;
  spin_[body] = spin_at(body, instant_of(time));
  knot_turning_.push_back(turning_of(body));
}

template <int D>
std::uint32_t Paths<D>::party_of(BodyId id) const {
  if (id.value < party_.size()) return party_[id.value];
  const auto bodies = static_cast<std::uint32_t>(setup_.bodies.size());
  const auto shown = static_cast<std::uint32_t>(start_.size());
  if (party_.empty() && id.value < bodies)
    return id.value % stride_ == 0 ? static_cast<std::uint32_t>(id.value / stride_) : kNobody;
  if (party_.empty() && id.value - bodies < setup_.obstacles.size()) return shown + (id.value - bodies);
  const auto first_side = static_cast<std::uint32_t>(start_.size() + setup_.obstacles.size());
  return first_side + (id.value - World<D>::side(0, false).value);
}

template <int D>
void Paths<D>::impact(const Impact<D>& impact) {
  const bool room = has_room(impact.time, impact.index);
  if (!room && waiting_count_ == 0) return;
  bend(impact.a, impact.time, room);
  bend(impact.b, impact.time, room);
  if (!room) return;
  Meeting meeting{(impact.time - begin_) / units_.time,
                  party_of(impact.a.id),
                  party_of(impact.b.id),
                  static_cast<std::uint32_t>(impact.index),
                  {},
                  {}};
  if ((meeting.a == kNobody || meeting.a >= start_.size()) &&
      (meeting.b == kNobody || meeting.b >= start_.size()))
    return;
  for (std::size_t axis = 0; axis < D; ++axis) {
    meeting.point[axis] = rounded((impact.point[axis] - origin_[axis]) / units_.length);
    meeting.normal[axis] = rounded(impact.normal[axis]);
  }
  meetings_.push_back(meeting);
}

/// How a body turns from its last knot on, which is one of the last two.
template <int D>
void Paths<D>::tell_turning(std::uint32_t body, const AngularVelocity<D>& velocity,
                            const AngularVelocity<D>& acceleration) {
  if (!spins_ || paths_end_ || body >= start_.size()) return;
  spin_[body].velocity = velocity;
  if (!top_of(body)) spin_[body].acceleration = acceleration;
  const auto last =
      std::find_if(knots_.rbegin(), knots_.rend(), [body](const Knot& knot) { return knot.body == body; });
  if (last != knots_.rend())
    knot_turning_[static_cast<std::size_t>(knots_.rend() - last) - 1] = turning_of(body);
}

template <int D>
void Paths<D>::impact_spins(const Impact<D>& impact, const ImpactSpins<D>& spins) {
  tell_turning(party_of(impact.a.id), spins.a_after, spins.a_acceleration);
  tell_turning(party_of(impact.b.id), spins.b_after, spins.b_acceleration);
}

template <int D>
void Paths<D>::turn(const Turn<D>& turn) {
  const bool room = has_room(turn.time);
  if (room || waiting_count_ > 0) bend(turn.body, turn.time, room);
  tell_turning(party_of(turn.body.id), turn.angular_velocity_after, turn.angular_acceleration_after);
}

template <int D>
void Paths<D>::end_events(const Frame<D>& present) {
  for (std::size_t body = 0; body < waiting_.size(); ++body)
    end_flight(static_cast<std::uint32_t>(body), present.states[body * stride_].acceleration);
}

/// The numbers of the bodies shown as frames keep them.
template <int D>
void Paths<D>::add_frame(const Frame<D>& frame) {
  if (!frames_) open_frames();
  const double time = (frame.time - begin_) / units_.time;
  if (!(time > frames_->last_time())) return;
  frames_->add(time, [&](std::size_t body) {
    const FrameState<D>& state = frame.states[body * stride_];
    PathFrames::Shown shown{{}, std::sqrt(length_squared(state.velocity)) / units_.length * units_.time};
    for (std::size_t axis = 0; axis < D; ++axis)
      shown.place[axis] = (state.position[axis] - origin_[axis]) / units_.length;
    return shown;
  });
}

template <int D>
void Paths<D>::open_frames() {
  double smallest = 0.0;
  for (const MovingBody& ball : setup_.bodies.kinds())
    if (ball.radius > 0.0 && (smallest == 0.0 || ball.radius < smallest)) smallest = ball.radius;
  std::array<Side, 3> sides{};
  std::copy(setup_.space.sides.begin(), setup_.space.sides.end(), sides.begin());
  const auto inside = [&](const Vec<D>& corner) {
    return to_point3((1.0 / units_.length) * (corner - origin_));
  };
  frames_.emplace(D, start_.size(), inside(setup_.space.min), inside(setup_.space.max), sides,
                  smallest / units_.length);
  // Where the paths end is filled in when they are whole.
  frames_->add((*paths_end_ - begin_) / units_.time, [](std::size_t) { return PathFrames::Shown{}; });
}

/// Does all that was read name bodies, and knots, that are there?
template <int D>
bool Paths<D>::fits() const {
  const auto is_body = [&](std::uint32_t body) { return body < start_.size(); };
  return std::all_of(knots_.begin(), knots_.end(), [&](const Knot& knot) { return is_body(knot.body); }) &&
         knot_acceleration_.size() == (accelerates_ ? knots_.size() : 0) &&
         spin_.size() == (spins_ ? start_.size() : 0) &&
         knot_turning_.size() == (spins_ ? knots_.size() : 0) &&
         waiting_.size() == (accelerates_ ? start_.size() : 0) &&
         std::all_of(waiting_.begin(), waiting_.end(),
                     [&](std::uint32_t knot) { return knot == kNobody || knot < knots_.size(); });
}

template <int D>
void Paths<D>::end(const Frame<D>& last) {
  end_ = last.time;
  collisions_at_end_ = last.collisions;
  end_events(last);
  if (paths_end_ && *paths_end_ < last.time) {
    add_frame(last);
  } else {
    paths_end_.reset();
    frames_.reset();
  }
}

template <int D>
PathsFile Paths<D>::file(const RunInfo& info) {
  PathsFile file;
  put_header(file, info);
  put_bodies(file, setup_.bodies, stride_, setup_.shapes, info);
  put_courses(file);
  if (frames_) put_frames(file);
  return file;
}

template <int D>
void Paths<D>::put_header(PathsFile& file, const RunInfo& info) const {
  file.dimension = D;
  file.length_unit = units_.length;
  file.time_unit = units_.time;
  file.mass_unit = units_.mass;
  file.begin = begin_ / units_.time;
  file.end = end_ / units_.time;
  file.paths_end = paths_end_.value_or(end_) / units_.time;
  const auto in_units = [&](const Vec<D>& place) { return to_point3((1.0 / units_.length) * place); };
  file.origin = in_units(origin_);
  file.min = in_units(setup_.space.min);
  file.max = in_units(setup_.space.max);
  std::copy(setup_.space.sides.begin(), setup_.space.sides.end(), file.sides.begin());
  file.gravity = to_point3((units_.time * units_.time / units_.length) * setup_.gravity);
  file.bodies = setup_.bodies.size();
  file.collisions = collisions_at_end_ - collisions_;
  file.samples = samples_;
  std::uint32_t materials = 1;
  for (const MovingBody& ball : setup_.bodies.kinds())
    materials = std::max(materials, ball.material.value + 1);
  for (std::uint32_t i = 0; i < materials; ++i) file.materials.push_back(name_of(info, Material{i}));
  for (const FixedBody<D>& fixed : setup_.obstacles) {
    NamedObstacle named{name_of(info, fixed.id), picture_of(fixed, info)};
    named.obstacle.shape = scaled(named.obstacle.shape, 1.0 / units_.length);
    for (double& each : named.obstacle.position) each /= units_.length;
    file.obstacles.push_back(std::move(named));
  }
  for (int axis = 0; axis < D; ++axis)
    for (const bool upper : {false, true})
      file.side_names.push_back(name_of(info, World<D>::side(axis, upper)));
}

template <int D>
void Paths<D>::put_turning(PathsFile::Courses& courses, const Turning& turning) const {
  courses.orientation.insert(courses.orientation.end(), std::begin(turning.orientation),
                             std::end(turning.orientation));
  courses.angular_velocity.insert(courses.angular_velocity.end(), std::begin(turning.angular_velocity),
                                  std::end(turning.angular_velocity));
  if (accelerates_)
    courses.angular_acceleration.insert(courses.angular_acceleration.end(),
                                        std::begin(turning.angular_acceleration),
                                        std::end(turning.angular_acceleration));
}

template <int D>
void Paths<D>::put_courses(PathsFile& file) const {
  const auto put = [](std::vector<float>& numbers, const float(&some)[kAxes]) {
    numbers.insert(numbers.end(), some, some + D);
  };
  const auto make_room = [](PathsFile::Courses& courses, std::size_t count) {
    courses.position.reserve(count * kAxes);
    courses.velocity.reserve(count * kAxes);
  };
  make_room(file.start, start_.size());
  for (const Course& course : start_) {
    put(file.start.position, course.position);
    put(file.start.velocity, course.velocity);
  }
  for (const Acceleration& each : start_acceleration_) put(file.start.acceleration, each.along);
  for (const Turning& turning : start_turning_) put_turning(file.start, turning);
  for (const Acceleration& each : knot_acceleration_) put(file.knot.acceleration, each.along);
  for (const Turning& turning : knot_turning_) put_turning(file.knot, turning);
  make_room(file.knot, knots_.size());
  for (const Knot& knot : knots_) {
    file.knot_time.push_back(knot.time);
    file.knot_body.push_back(knot.body);
    put(file.knot.position, knot.course.position);
    put(file.knot.velocity, knot.course.velocity);
  }
  bool counts_from_zero = true;
  for (const Meeting& meeting : meetings_) {
    counts_from_zero = counts_from_zero && meeting.index == file.impact_time.size();
    file.impact_index.push_back(meeting.index);
    file.impact_time.push_back(meeting.time);
    file.impact_a.push_back(meeting.a);
    file.impact_b.push_back(meeting.b);
    file.impact_point.insert(file.impact_point.end(), meeting.point, meeting.point + D);
    file.impact_normal.insert(file.impact_normal.end(), meeting.normal, meeting.normal + D);
  }
  if (counts_from_zero) file.impact_index.clear();
}

/// The first frame is where the paths end.
template <int D>
void Paths<D>::put_frames(PathsFile& file) {
  PathMotion motion(file);
  motion.move_to(file.paths_end - file.begin);
  frames_->set_first([&](std::size_t body) {
    const Point3 place = motion.place(body);
    const Point3 velocity = motion.velocity(body);
    PathFrames::Shown shown{
        {}, std::sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2])};
    for (std::size_t axis = 0; axis < D; ++axis) shown.place[axis] = place[axis] - file.origin[axis];
    return shown;
  });
  frames_->move_to(file);
}

template class Paths<2>;
template class Paths<3>;

}  // namespace firsthit
