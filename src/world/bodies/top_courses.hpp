#pragma once

#include "engine/record.hpp"
#include "geometry/free_top.hpp"
#include "world/bodies/spin.hpp"

#include <mutex>
#include <vector>

namespace firsthit {

/// How tops turn that were asked for last, with what was found of their courses: the same bits as without.
class TopCourses {
 public:
  TopCourses() = default;
  // What is kept is not the table's, and not worth copying.
  TopCourses(const TopCourses&) {}
  TopCourses& operator=(const TopCourses&) { return *this; }

  /// Of one that turns so at 0, after a time. Threads: any number at once.
  FreeTop::Turned after(Id id, const Spin<3>& spin, const PrincipalInertia& inertia, double time);

 private:
  struct Course {
    Orientation<3> orientation{};
    Vec<3> velocity{};
    PrincipalInertia inertia{};
    FreeTop top{};
  };
  std::mutex asking_;
  std::vector<Course> courses_;  // each of the ids that leave its place over kMostCourses
};

}  // namespace firsthit
