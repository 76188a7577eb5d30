#include "record/paths/path_motion.hpp"

#include "exact/sin_cos.hpp"
#include "geometry/rotation.hpp"
#include "record/base/unit_quaternion.hpp"
#include "world/bodies/spin_table.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

PathMotion::PathMotion(const PathsFile& paths) : paths_(paths), flights_(paths.shown()) { begin_anew(); }

auto PathMotion::flight_of(const PathsFile::Courses& courses, std::size_t index, double time) const
    -> FreeFlight {
  FreeFlight flight;
  flight.time = time;
  const auto axes = static_cast<std::size_t>(paths_.dimension);
  for (std::size_t k = 0; k < axes; ++k) {
    flight.position[k] = static_cast<double>(courses.position[index * axes + k]);
    flight.velocity[k] = static_cast<double>(courses.velocity[index * axes + k]);
    if (!courses.acceleration.empty())
      flight.acceleration[k] = static_cast<double>(courses.acceleration[index * axes + k]);
  }
  if (courses.orientation.empty()) return flight;
  const std::size_t q = numbers_of_orientation(paths_.dimension), w = numbers_of_turning(paths_.dimension);
  const auto part = [&](std::size_t k) { return static_cast<double>(courses.orientation[index * q + k]); };
  const auto about = [&](const std::vector<float>& all) {
    if (all.empty()) return Vec<3>{};
    const auto one = [&](std::size_t k) { return static_cast<double>(all[index * w + k]); };
    return w == 1 ? Vec<3>{0.0, 0.0, one(0)} : Vec<3>{one(0), one(1), one(2)};
  };
  flight.orientation = paths_.dimension == 2 ? Orientation<3>{part(0), 0.0, 0.0, part(1)}
                                             : Orientation<3>{part(0), part(1), part(2), part(3)};
  flight.angular_velocity = about(courses.angular_velocity);
  flight.angular_acceleration = about(courses.angular_acceleration);
  return flight;
}

void PathMotion::begin_anew() {
  for (std::size_t i = 0; i < flights_.size(); ++i) flights_[i] = flight_of(paths_.start, i, 0.0);
  time_ = 0.0;
  next_knot_ = 0;
  in_frames_ = false;
  tops_.clear();
}

Point3 PathMotion::frame_place(std::size_t frame, std::size_t index) const {
  Point3 place{};
  const auto axes = static_cast<std::size_t>(paths_.dimension);
  for (std::size_t k = 0; k < axes; ++k)
    place[k] =
        paths_.frame_origin[k] + paths_.frames[frame].place[index * axes + k] * paths_.frame_quantum[k];
  return place;
}

void PathMotion::enter_frames() {
  const std::vector<PathsFile::Frame>& frames = paths_.frames;
  const auto after = std::upper_bound(frames.begin() + 1, frames.end() - 1, time_,
                                      [](double time, const auto& frame) { return time < frame.time; });
  const auto frame = static_cast<std::size_t>(after - frames.begin()) - 1;
  if (in_frames_ && frame == frame_) return;
  in_frames_ = true;
  frame_ = frame;
  const double duration = frames[frame + 1].time - frames[frame].time;
  for (std::size_t i = 0; i < flights_.size(); ++i) {
    flights_[i] = {frames[frame].time, frame_place(frame, i), {}, {}, {}, {}, {}};
    const Point3 to = frame_place(frame + 1, i);
    for (std::size_t k = 0; k < 3; ++k) {
      double way = to[k] - flights_[i].position[k];
      const double side = paths_.max[k] - paths_.min[k];
      if (paths_.sides[k] == Side::Periodic && side > 0.0) way -= side * std::round(way / side);
      flights_[i].velocity[k] = way / duration;
    }
  }
}

void PathMotion::move_to(double time) {
  const bool on_frames = time > paths_.paths_end - paths_.begin && paths_.frames.size() > 1;
  if (time < time_ || (in_frames_ && !on_frames)) begin_anew();
  time_ = time;
  if (on_frames) return enter_frames();
  for (; next_knot_ < paths_.knot_time.size() && paths_.knot_time[next_knot_] <= time; ++next_knot_) {
    const std::uint32_t body = paths_.knot_body[next_knot_];
    flights_[body] = flight_of(paths_.knot, next_knot_, paths_.knot_time[next_knot_]);
    tops_.erase(body);
  }
}

Point3 PathMotion::place(std::size_t index) const {
  const FreeFlight& flight = flights_[index];
  const double s = time_ - flight.time;
  Point3 place{};
  for (std::size_t k = 0; k < static_cast<std::size_t>(paths_.dimension); ++k) {
    place[k] =
        paths_.origin[k] + flight.position[k] + s * (flight.velocity[k] + 0.5 * s * flight.acceleration[k]);
    const double side = paths_.max[k] - paths_.min[k];
    if (paths_.sides[k] == Side::Periodic) place[k] -= side * std::floor((place[k] - paths_.min[k]) / side);
  }
  return place;
}

std::optional<UnitQuaternion> PathMotion::stands(std::size_t index) const {
  if (in_frames_ || paths_.body_spins.empty() || paths_.body_spins[index] == 0) return {};
  if (paths_.top_of(index) != kNoTop) return tumbled(index);
  const FreeFlight& flight = flights_[index];
  const Timebase timebase;
  const Spin<3> spin{flight.orientation, 0, flight.angular_velocity, timebase.after({}, flight.time),
                     flight.angular_acceleration};
  return unit_quaternion(spin.at(timebase.after({}, time_), timebase).stands());
}

/// Of a top. So fast that 32 bits tell nothing any more, it stays as it was.
UnitQuaternion PathMotion::tumbled(std::size_t index) const {
  const FreeFlight& flight = flights_[index];
  const auto [found, is_new] = tops_.try_emplace(index);
  FreeTop& top = found->second;
  if (is_new) {
    const PrincipalInertia& inertia = paths_.tops[paths_.top_of(index)];
    const Rotation<3> axes = rotation_of(flight.orientation) * rotation_of(inertia.axes);
    top = FreeTop(flight.orientation, axes.of(flight.angular_velocity), inertia);
  }
  const double elapsed = time_ - flight.time;
  if (!(top.fastest() * elapsed <= kLargestAngle)) return unit_quaternion(flight.orientation);
  return unit_quaternion(top.after(elapsed).orientation);
}

Point3 PathMotion::velocity(std::size_t index) const {
  const FreeFlight& flight = flights_[index];
  Point3 velocity{};
  for (std::size_t k = 0; k < 3; ++k)
    velocity[k] = flight.velocity[k] + (time_ - flight.time) * flight.acceleration[k];
  return velocity;
}

}  // namespace firsthit
