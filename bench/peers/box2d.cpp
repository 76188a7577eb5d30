// Box2D 2.4, in single precision. Its documentation: b2_time_of_impact.h, b2_distance.h.

#include "contest.hpp"

#include <box2d/b2_circle_shape.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_time_of_impact.h>

#include <memory>

namespace peers {
namespace {

b2Vec2 vec(const Vec<2>& a) { return {static_cast<float>(a[0]), static_cast<float>(a[1])}; }

std::unique_ptr<b2Shape> shape(const BallCourse<2>& course) {
  auto circle = std::make_unique<b2CircleShape>();
  circle->m_radius = static_cast<float>(course.radius);
  return circle;
}

std::unique_ptr<b2Shape> shape(const BoxCourse& course) {
  auto polygon = std::make_unique<b2PolygonShape>();
  polygon->SetAsBox(static_cast<float>(course.half_extents[0]), static_cast<float>(course.half_extents[1]));
  return polygon;
}

template <class Course>
b2Sweep sweep(const Course& course) {
  b2Sweep r;
  r.localCenter.SetZero();
  r.c0 = vec(course.place);
  r.c = r.c0 + vec(course.velocity);
  r.a0 = r.a = 0.0f;
  r.alpha0 = 0.0f;
  return r;
}

template <class Course>
b2Transform transform(const Course& course) {
  return {vec(course.place), b2Rot(0.0f)};
}

/// The inputs of both functions, and the shapes that they point to.
struct Inputs {
  std::vector<std::unique_ptr<b2Shape>> shapes;
  std::vector<b2TOIInput> impacts;
  std::vector<b2ShapeCastInput> casts;
};

template <class Course>
std::vector<Program> programs(const std::vector<Pair<Course>>& pairs) {
  const auto inputs = std::make_shared<Inputs>();
  for (const Pair<Course>& pair : pairs) {
    b2TOIInput impact;
    inputs->shapes.push_back(shape(pair.a));
    impact.proxyA.Set(inputs->shapes.back().get(), 0);
    inputs->shapes.push_back(shape(pair.b));
    impact.proxyB.Set(inputs->shapes.back().get(), 0);
    impact.sweepA = sweep(pair.a);
    impact.sweepB = sweep(pair.b);
    impact.tMax = 1.0f;
    inputs->impacts.push_back(impact);
    inputs->casts.push_back({impact.proxyA, impact.proxyB, transform(pair.a), transform(pair.b),
                             vec(pair.b.velocity) - vec(pair.a.velocity)});
  }
  return {{"Box2D b2TimeOfImpact",
           [inputs](std::size_t begin, std::span<Answer> answers) {
             for (std::size_t i = 0; i < answers.size(); ++i) {
               b2TOIOutput output;
               b2TimeOfImpact(&output, &inputs->impacts[begin + i]);
               const bool touches =
                   output.state == b2TOIOutput::e_touching || output.state == b2TOIOutput::e_overlapped;
               answers[i] = {touches, static_cast<double>(output.t)};
             }
           }},
          {"Box2D b2ShapeCast", [inputs](std::size_t begin, std::span<Answer> answers) {
             for (std::size_t i = 0; i < answers.size(); ++i) {
               b2ShapeCastOutput output;
               const bool touches = b2ShapeCast(&output, &inputs->casts[begin + i]);
               answers[i] = {touches, touches ? static_cast<double>(output.lambda) : 1.0};
             }
           }}};
}

}  // namespace

std::vector<Program> theirs(const std::vector<Pair<BallCourse<2>>>& pairs) { return programs(pairs); }
std::vector<Program> theirs(const std::vector<Pair<BoxCourse>>& pairs) { return programs(pairs); }
std::vector<Program> theirs(const std::vector<Pair<BallCourse<3>>>&) { return {}; }
std::vector<Program> theirs(const std::vector<Pair<OrientedBoxCourse>>&) { return {}; }

}  // namespace peers
