// The native collision detection of DART, in double precision. Its documentation: narrow_phase/Ccd.hpp,
// Types.hpp.

#include "pieces.hpp"

#include <dart/collision/native/narrow_phase/Ccd.hpp>
#include <dart/collision/native/shapes/Shape.hpp>

#include <array>
#include <variant>

namespace turning {
namespace {

namespace native = dart::collision::native;
using firsthit::Spline;

Eigen::Vector3d vec(const Vec<3>& a) { return {a[0], a[1], a[2]}; }

native::ConvexShape shape(const Moving<3>& moving) {
  std::vector<Eigen::Vector3d> corners;
  for (const Vec<3>& corner : solid(moving).corners) corners.push_back(vec(corner));
  return native::ConvexShape(corners);
}

Eigen::Quaterniond rotation(const Pose<3>& pose) {
  const Orientation<3>& q = pose.turned;
  return {q.w, q.x, q.y, q.z};
}

Eigen::Isometry3d transform(const Moving<3>& moving, double time) {
  const Pose<3> p = pose(moving, time);
  Eigen::Isometry3d r = Eigen::Isometry3d::Identity();
  r.linear() = rotation(p).toRotationMatrix();
  r.translation() = vec(p.centre);
  return r;
}

struct Ends {
  Eigen::Isometry3d a_from, a_to, b_from, b_to;
};

struct Item {
  native::ConvexShape a, b;
  std::vector<Ends> ends;
};

Program program(const std::string& name, const std::vector<Pair<3>>& pairs, double angle,
                const native::CcdOption& option) {
  const auto items = std::make_shared<std::vector<Item>>();
  for (const Pair<3>& pair : pairs)
    items->push_back({shape(pair.a), shape(pair.b), cut(pair, angle, [&pair](double from, double to) {
                        return Ends{transform(pair.a, from), transform(pair.a, to), transform(pair.b, from),
                                    transform(pair.b, to)};
                      })});
  return {name, option.tolerance, one_by_one(items, [option](const Item& item) {
            return first_of(item.ends, [&](const Ends& ends) {
              native::CcdResult result;
              const bool touches = native::convexCast(item.a, ends.a_from, ends.a_to, item.b, ends.b_from,
                                                      ends.b_to, option, result);
              return Answer{touches, result.timeOfImpact};
            });
          })};
}

/// Of one that follows a curve, and one at rest.
struct Curve {
  native::ConvexShape moving, resting;
  std::array<Eigen::Vector3d, 4> places, rotations;
  Eigen::Isometry3d rest;
};

Program spline_program(const std::string& name, const std::vector<Pair<3>>& pairs,
                       const native::CcdOption& option) {
  const auto items = std::make_shared<std::vector<Curve>>();
  for (const Pair<3>& pair : pairs) {
    const auto& control = std::get<Spline<3>>(pair.b.motion).control;
    const Eigen::AngleAxisd turned(rotation(pose(pair.b, 0.0)));
    const Eigen::Vector3d r = turned.angle() * turned.axis();
    items->push_back({shape(pair.b),
                      shape(pair.a),
                      {vec(control[0]), vec(control[1]), vec(control[2]), vec(control[3])},
                      {r, r, r, r},
                      transform(pair.a, 0.0)});
  }
  return {name, option.tolerance, one_by_one(items, [option](const Curve& curve) {
            native::CcdResult result;
            const bool touches = native::splineCast(curve.moving, curve.places, curve.rotations,
                                                    curve.resting, curve.rest, option, result);
            return Answer{touches, result.timeOfImpact};
          })};
}

}  // namespace

std::vector<Program> dart_programs(const std::vector<Pair<3>>& pairs) {
  const bool curved = std::holds_alternative<Spline<3>>(pairs.front().b.motion);
  // Two that spin, of which one follows a curve, it does not know.
  if (curved && rate(pairs.front().a) > 0.0) return {};
  std::vector<Program> r;
  const auto add = [&](const std::string& called, const native::CcdOption& option) {
    if (curved) return r.push_back(spline_program(called, pairs, option));
    for (Program& p : whole_and_in_pieces(called, pairs, [&](const std::string&name, double angle) {
           return program(name, pairs, angle, option);
         }))
      r.push_back(std::move(p));
  };
  // As it comes it gives up after 32 steps, and says that nothing touches.
  auto option = native::CcdOption::standard();
  add("DART", option);
  option.maxIterations = 1000;
  add("DART, 1000 steps", option);
  return r;
}

}  // namespace turning
