// FCL 0.7, in double precision: continuousCollide with conservative advancement.

#include "contest.hpp"

#include <fcl/geometry/shape/box.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/spline_motion.h>
#include <fcl/narrowphase/continuous_collision.h>

#include <algorithm>
#include <variant>

namespace turning {
namespace {

using firsthit::Box;
using firsthit::Spinning;
using firsthit::Spline;

fcl::Vector3d vec(const Vec<3>& a) { return {a[0], a[1], a[2]}; }

fcl::Quaterniond rotation(const Moving<3>& moving) {
  const Orientation<3> q = pose(moving, 0.0).turned;
  return {q.w, q.x, q.y, q.z};
}

/// Its motion from one pose to another, by any angle: made from two poses it takes the shorter way.
class Spin : public fcl::InterpMotion<double> {
 public:
  Spin(const Moving<3>& moving, const Spinning<3>& spinning) {
    const fcl::Vector3d rate = vec(spinning.angular_velocity);
    reference_p = vec(spinning.centre);
    linear_vel = vec(spinning.velocity);
    angular_vel = rate.norm();
    if (angular_vel > 0.0) angular_axis = rate / angular_vel;
    tf1.linear() = rotation(moving).toRotationMatrix();
    tf1.translation() = vec(spinning.position) - tf1.linear() * reference_p;
    integrate(0.0);
  }
};

/// A cubic B-spline of the places, and one of the rotations' vectors, here constant.
std::unique_ptr<fcl::MotionBased> along(const Moving<3>& moving, const Spline<3>& spline) {
  const fcl::AngleAxisd turned(rotation(moving));
  const fcl::Vector3d r = turned.angle() * turned.axis();
  const fcl::Vector3d b0 = vec(spline.control[0]);
  const fcl::Vector3d b1 = vec(spline.control[1]);
  const fcl::Vector3d b2 = vec(spline.control[2]);
  const fcl::Vector3d b3 = vec(spline.control[3]);
  // Bezier's points in de Boor's.
  return std::make_unique<fcl::SplineMotion<double>>(6.0 * b0 - 7.0 * b1 + 2.0 * b2, 2.0 * b1 - b2,
                                                     2.0 * b2 - b1, 2.0 * b1 - 7.0 * b2 + 6.0 * b3, r, r, r,
                                                     r);
}

std::unique_ptr<fcl::MotionBased> motion(const Moving<3>& moving) {
  if (const auto* spline = std::get_if<Spline<3>>(&moving.motion)) return along(moving, *spline);
  return std::make_unique<Spin>(moving, std::get<Spinning<3>>(moving.motion));
}

struct Body {
  explicit Body(const Moving<3>& moving)
      : box(2.0 * vec(std::get<Box<3>>(moving.shape).half_extents)), motion(turning::motion(moving)) {}

  fcl::Boxd box;
  std::unique_ptr<fcl::MotionBased> motion;
};

struct Item {
  std::unique_ptr<Body> a, b;
};

/// [L/T] of any point of a body, at most.
double speed(const Moving<3>& moving) {
  const double turning_speed = rate(moving) * reach(moving);
  if (const auto* spinning = std::get_if<Spinning<3>>(&moving.motion))
    return vec(spinning->velocity).norm() + turning_speed;
  double fastest = 0.0;
  const auto& control = std::get<Spline<3>>(moving.motion).control;
  for (std::size_t i = 0; i < 3; ++i)
    fastest = std::max(fastest, 3.0 * (vec(control[i + 1]) - vec(control[i])).norm());
  return fastest + turning_speed;
}

Answer answer(const Item& item) {
  fcl::ContinuousCollisionRequestd request;
  request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
  fcl::ContinuousCollisionResultd result;
  item.a->motion->integrate(0.0);
  item.b->motion->integrate(0.0);
  fcl::continuousCollide(&item.a->box, item.a->motion.get(), &item.b->box, item.b->motion.get(), request,
                         result);
  return {result.is_collide, result.is_collide ? result.time_of_contact : 1.0};
}

}  // namespace

std::vector<Program> fcl_programs(const std::vector<Pair<3>>& pairs) {
  const auto items = std::make_shared<std::vector<Item>>();
  constexpr double kTimeError = 1e-4;  // [T] where it stops
  double tolerance = 0.0;
  for (const Pair<3>& pair : pairs) {
    // Its spline of rotations has no steady spin but from a pose that is not turned.
    if (std::holds_alternative<Spline<3>>(pair.b.motion) && rate(pair.b) > 0.0) return {};
    items->push_back({std::make_unique<Body>(pair.a), std::make_unique<Body>(pair.b)});
    tolerance = std::max(tolerance, kTimeError * (speed(pair.a) + speed(pair.b)));
  }
  return {{"FCL", tolerance, one_by_one(items, answer)}};
}

}  // namespace turning
