// Bullet 3, in double precision. The casters are used as btCollisionWorld::objectQuerySingle uses them.

#include "contest.hpp"

#include <btBulletCollisionCommon.h>

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>
#include <type_traits>

static_assert(sizeof(btScalar) == sizeof(double));

namespace peers {
namespace {

btVector3 vec(const Vec<3>& a) { return {a[0], a[1], a[2]}; }

std::unique_ptr<btConvexShape> shape(const BallCourse<3>& course) {
  return std::make_unique<btSphereShape>(course.radius);
}

std::unique_ptr<btConvexShape> shape(const OrientedBoxCourse& course) {
  return std::make_unique<btBoxShape>(vec(course.half_extents));
}

btMatrix3x3 basis(const BallCourse<3>&) { return btMatrix3x3::getIdentity(); }

btMatrix3x3 basis(const OrientedBoxCourse& course) {
  const auto& [x, y, z] = course.axes;
  return {x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]};
}

struct Input {
  std::unique_ptr<btConvexShape> a, b;
  btTransform a_from, a_to, b_from, b_to;
};

using Inputs = std::vector<Input>;

/// One of the casters takes a solver for depths too.
template <class Caster>
Caster make_caster(const Input& input, btSimplexSolverInterface& simplex,
                   btConvexPenetrationDepthSolver& depth) {
  if constexpr (std::is_same_v<Caster, btContinuousConvexCollision>)
    return Caster(input.a.get(), input.b.get(), &simplex, &depth);
  else
    return Caster(input.a.get(), input.b.get(), &simplex);
}

template <class Caster>
Program program(const char* name, const std::shared_ptr<Inputs>& inputs) {
  return {name, [inputs](std::size_t begin, std::span<Answer> answers) {
            for (std::size_t i = 0; i < answers.size(); ++i) {
              const Input& input = (*inputs)[begin + i];
              btVoronoiSimplexSolver simplex;
              btGjkEpaPenetrationDepthSolver depth;
              Caster caster = make_caster<Caster>(input, simplex, depth);
              btConvexCast::CastResult result;
              result.m_fraction = 1.0;
              const bool touches =
                  caster.calcTimeOfImpact(input.a_from, input.a_to, input.b_from, input.b_to, result);
              answers[i] = {touches, touches ? result.m_fraction : 1.0};
            }
          }};
}

template <class Course>
std::shared_ptr<Inputs> make_inputs(const std::vector<Pair<Course>>& pairs) {
  const auto inputs = std::make_shared<Inputs>();
  for (const auto& [a, b] : pairs)
    inputs->push_back({shape(a), shape(b), btTransform(basis(a), vec(a.place)),
                       btTransform(basis(a), vec(a.place) + vec(a.velocity)),
                       btTransform(basis(b), vec(b.place)),
                       btTransform(basis(b), vec(b.place) + vec(b.velocity))});
  return inputs;
}

std::vector<Program> programs(const std::shared_ptr<Inputs>& inputs) {
  return {program<btContinuousConvexCollision>("Bullet btContinuousConvexCollision", inputs),
          program<btSubsimplexConvexCast>("Bullet btSubsimplexConvexCast", inputs),
          program<btGjkConvexCast>("Bullet btGjkConvexCast", inputs)};
}

}  // namespace

std::vector<Program> theirs(const std::vector<Pair<BallCourse<2>>>&) { return {}; }
std::vector<Program> theirs(const std::vector<Pair<BoxCourse>>&) { return {}; }

std::vector<Program> theirs(const std::vector<Pair<BallCourse<3>>>& pairs) {
  return programs(make_inputs(pairs));
}

std::vector<Program> theirs(const std::vector<Pair<OrientedBoxCourse>>& pairs) {
  std::vector<Program> r = programs(make_inputs(pairs));
  // The collision margin rounds the corners of a box off. It is 0.04 unless it is set.
  const auto sharp = make_inputs(pairs);
  for (Input& input : *sharp) {
    input.a->setMargin(0x1p-20);
    input.b->setMargin(0x1p-20);
  }
  r.push_back(program<btGjkConvexCast>("the same, collision margin 2^-20", sharp));
  return r;
}

}  // namespace peers
