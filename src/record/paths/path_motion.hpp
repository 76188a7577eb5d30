#pragma once

#include "geometry/free_top.hpp"
#include "record/base/unit_quaternion.hpp"
#include "record/paths/paths_file.hpp"

#include <firsthit/orientation.hpp>
#include <firsthit/vec.hpp>

#include <map>
#include <optional>
#include <vector>

namespace firsthit {

/// Where the bodies of a paths.bin are at any time: on their true paths, and from the end of these on
/// straight lines between frames. Going on in time is cheap, going back begins anew.
class PathMotion {
 public:
  /// `paths` must outlive it. It stands at the begin.
  explicit PathMotion(const PathsFile& paths);

  /// Goes to `time` [T] since the begin.
  void move_to(double time);

  /// [L] of body `index` of those shown, its origin added, inside the box along periodic axes.
  Point3 place(std::size_t index) const;
  /// [L/T]
  Point3 velocity(std::size_t index) const;
  /// How it is turned; nothing of what does not spin, and between frames, which do not tell.
  std::optional<UnitQuaternion> stands(std::size_t index) const;

 private:
  /// Where a body's flight began; in file order.
  struct FreeFlight {
    double time = 0.0;
    Point3 position{}, velocity{}, acceleration{};
    Orientation<3> orientation{};
    Vec<3> angular_velocity{};      // [rad/T] in the world; of a top along its axes
    Vec<3> angular_acceleration{};  // [rad/T^2]
  };
  void begin_anew();
  void enter_frames();
  FreeFlight flight_of(const PathsFile::Courses& courses, std::size_t index, double time) const;
  Point3 frame_place(std::size_t frame, std::size_t index) const;
  UnitQuaternion tumbled(std::size_t index) const;

  const PathsFile& paths_;
  double time_ = 0.0;
  std::size_t next_knot_ = 0;
  std::vector<FreeFlight> flights_;
  std::size_t frame_ = 0;  ///< flights lead from this one to the next, if `in_frames_`
  bool in_frames_ = false;
  mutable std::map<std::size_t, FreeTop> tops_;  ///< in flight, of those who were asked for
};

}  // namespace firsthit
