// FCL 0.7, in double precision.

#include "contest.hpp"

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/continuous_collision.h>

#include <memory>

namespace peers {
namespace {

using Transform = fcl::Transform3d;

fcl::Vector3d vec(const Vec<3>& a) { return {a[0], a[1], a[2]}; }

std::unique_ptr<fcl::CollisionGeometryd> shape(const BallCourse<3>& course) {
  return std::make_unique<fcl::Sphered>(course.radius);
}

std::unique_ptr<fcl::CollisionGeometryd> shape(const OrientedBoxCourse& course) {
  return std::make_unique<fcl::Boxd>(2.0 * vec(course.half_extents));
}

fcl::Matrix3d basis(const BallCourse<3>&) { return fcl::Matrix3d::Identity(); }

fcl::Matrix3d basis(const OrientedBoxCourse& course) {
  fcl::Matrix3d r;
  for (int i = 0; i < 3; ++i) r.col(i) = vec(course.axes[static_cast<std::size_t>(i)]);
  return r;
}

template <class Course>
Transform transform(const Course& course, double time) {
  Transform r = Transform::Identity();
  r.linear() = basis(course);
  r.translation() = vec(course.place) + time * vec(course.velocity);
  return r;
}

struct Input {
  std::unique_ptr<fcl::CollisionGeometryd> a, b;
  Transform a_from, a_to, b_from, b_to;
};

using Inputs = std::vector<Input, Eigen::aligned_allocator<Input>>;

Program program(const char* name, const std::shared_ptr<Inputs>& inputs,
                const fcl::ContinuousCollisionRequestd& request) {
  return {name, [inputs, request](std::size_t begin, std::span<Answer> answers) {
            for (std::size_t i = 0; i < answers.size(); ++i) {
              const Input& input = (*inputs)[begin + i];
              fcl::ContinuousCollisionResultd result;
              fcl::continuousCollide(input.a.get(), input.a_from, input.a_to, input.b.get(), input.b_from,
                                     input.b_to, request, result);
              answers[i] = {result.is_collide, result.is_collide ? result.time_of_contact : 1.0};
            }
          }};
}

template <class Course>
std::vector<Program> programs(const std::vector<Pair<Course>>& pairs) {
  const auto inputs = std::make_shared<Inputs>();
  for (const auto& [a, b] : pairs)
    inputs->push_back(
        {shape(a), shape(b), transform(a, 0.0), transform(a, 1.0), transform(b, 0.0), transform(b, 1.0)});
  const fcl::ContinuousCollisionRequestd usual;
  fcl::ContinuousCollisionRequestd advancing;
  advancing.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
  return {program("FCL as it comes (10 steps)", inputs, usual),
          program("FCL conservative advancement", inputs, advancing)};
}

}  // namespace

std::vector<Program> theirs(const std::vector<Pair<BallCourse<2>>>&) { return {}; }
std::vector<Program> theirs(const std::vector<Pair<BoxCourse>>&) { return {}; }
std::vector<Program> theirs(const std::vector<Pair<BallCourse<3>>>& pairs) { return programs(pairs); }
std::vector<Program> theirs(const std::vector<Pair<OrientedBoxCourse>>& pairs) { return programs(pairs); }

}  // namespace peers
