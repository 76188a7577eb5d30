#include "query/tolerant/solid_falling.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

constexpr double kEver = std::numeric_limits<double>::infinity();

/// The first time from `from` on that is behind all planes, their heights told by `height`. `entered` is the
/// plane that is passed then; null if it is so from the start.
template <int D, class Height>
TimeInterval first_behind(std::span<const Plane<D>> planes, double from, const Height& height,
                          const Plane<D>*& entered) {
  entered = nullptr;
  TimeInterval interval{from, kEver};
  // Every round but the last passes some plane's zero, of which there are two at most.
  for (bool passes = true; passes;) {
    passes = false;
    interval.end = kEver;
    for (const Plane<D>& plane : planes) {
      const TimeInterval one = height(plane).first_below(interval.begin);
      if (!one.happens()) return {};
      if (one.begin > interval.begin) {
        interval.begin = one.begin;
        entered = &plane;
        passes = true;
      }
      interval.end = std::min(interval.end, one.end);
    }
  }
  return interval;
}

/// The plane that is nearest at time t.
template <int D>
const Plane<D>& nearest_plane(std::span<const Plane<D>> planes, double t) {
  return *std::max_element(planes.begin(), planes.end(), [t](const Plane<D>& x, const Plane<D>& y) {
    return height_over(x).at(t) < height_over(y).at(t);
  });
}

/// It gets deep at time `deep`, behind `entered` at last: when and where they meet.
template <int D>
SolidMeeting<D> met_by(std::span<const Plane<D>> planes, const RelativeMotion<D>& approach, double deep,
                       const Plane<D>& entered) {
  const double touch = touch_before(entered, deep);
  const bool is_firm = std::all_of(planes.begin(), planes.end(), [&](const Plane<D>& plane) {
    return is_same_face(plane, entered) || height_with_tolerance(plane, approach).at(touch) <= 0.0;
  });
  return {is_firm ? touch : deep, entered.normal, entered.reach, 0.0};
}

}  // namespace

template <int D>
SolidMeeting<D> fall_through_planes(std::span<const Plane<D>> planes, const RelativeMotion<D>& approach) {
  const auto height = [&](const Plane<D>& plane) { return height_with_tolerance(plane, approach); };
  for (double from = 0.0; from < kEver;) {
    const Plane<D>* entered = nullptr;
    const TimeInterval deep = first_behind(planes, from, height, entered);
    if (!deep.happens()) return {};
    if (deep.begin > 0.0)
      return met_by(planes, approach, deep.begin,
                    entered != nullptr ? *entered : nearest_plane(planes, deep.begin));
    // Deep in from the start: they meet as soon as they close along the least depth, while they are in.
    const Plane<D>& nearest = nearest_plane(planes, 0.0);
    const double closes = closing_from(nearest, 0.0);
    if (closes < deep.end) return {closes, nearest.normal, nearest.reach, 0.0};
    from = deep.end;
  }
  return {};
}

template <int D>
std::vector<TimeInterval> intervals_behind(std::span<const Plane<D>> planes) {
  std::vector<TimeInterval> intervals;
  for (double from = 0.0; from < kEver;) {
    const Plane<D>* entered = nullptr;
    const TimeInterval interval = first_behind(planes, from, height_over<D>, entered);
    if (!interval.happens()) return intervals;
    intervals.push_back(interval);
    from = interval.end;
  }
  return intervals;
}

template SolidMeeting<2> fall_through_planes(std::span<const Plane<2>>, const RelativeMotion<2>&);
template SolidMeeting<3> fall_through_planes(std::span<const Plane<3>>, const RelativeMotion<3>&);
template std::vector<TimeInterval> intervals_behind(std::span<const Plane<2>>);
template std::vector<TimeInterval> intervals_behind(std::span<const Plane<3>>);

}  // namespace firsthit
