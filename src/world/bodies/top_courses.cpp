#include "world/bodies/top_courses.hpp"

#include <cstddef>

namespace firsthit {

namespace {

/// So many courses of tops are kept, of some five thousand bytes each. Fewer: more are found again.
constexpr std::size_t kMostCourses = 4096;

}  // namespace

FreeTop::Turned TopCourses::after(Id id, const Spin<3>& spin, const PrincipalInertia& inertia, double time) {
  const std::lock_guard<std::mutex> held(asking_);
  const std::size_t place = id % kMostCourses;
  if (courses_.size() <= place) courses_.resize(place + 1);
  Course& course = courses_[place];
  if (course.orientation != spin.orientation || course.velocity != spin.velocity || course.inertia != inertia)
    course = {spin.orientation, spin.velocity, inertia, FreeTop(spin.orientation, spin.velocity, inertia)};
  return course.top.after(time);
}

}  // namespace firsthit
