// Bullet 3, in double precision: btContinuousConvexCollision, its only caster of what turns, used as
// btCollisionWorld::objectQuerySingle uses the others.

#include "pieces.hpp"

#include <btBulletCollisionCommon.h>

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <variant>

static_assert(sizeof(btScalar) == sizeof(double));

namespace turning {
namespace {

// [L] that it lets two be apart: the radius at which its iteration ends.
constexpr double kTolerance = 0.001;
// [L] by which it rounds corners off. It is 0.04 unless it is set.
constexpr double kMargin = 0x1p-20;

btVector3 vec(const Vec<3>& a) { return {a[0], a[1], a[2]}; }

std::unique_ptr<btConvexShape> shape(const Moving<3>& moving) {
  std::unique_ptr<btConvexShape> r;
  const auto* spinning = std::get_if<firsthit::Spinning<3>>(&moving.motion);
  if (spinning != nullptr && spinning->centre == Vec<3>{}) {
    r = std::make_unique<btBoxShape>(vec(std::get<firsthit::Box<3>>(moving.shape).half_extents));
  } else {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vec<3>& corner : solid(moving).corners) hull->addPoint(vec(corner));
    r = std::move(hull);
  }
  r->setMargin(kMargin);
  return r;
}

btTransform transform(const Moving<3>& moving, double time) {
  const Pose<3> p = pose(moving, time);
  return btTransform({p.turned.x, p.turned.y, p.turned.z, p.turned.w}, vec(p.centre));
}

struct Ends {
  btTransform a_from, a_to, b_from, b_to;
};

struct Item {
  std::unique_ptr<btConvexShape> a, b;
  std::vector<Ends> ends;
};

Answer answer(const Item& item) {
  return first_of(item.ends, [&item](const Ends& ends) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btContinuousConvexCollision caster(item.a.get(), item.b.get(), &simplex, &depth);
    btConvexCast::CastResult result;
    result.m_fraction = 1.0;
    const bool touches = caster.calcTimeOfImpact(ends.a_from, ends.a_to, ends.b_from, ends.b_to, result);
    return Answer{touches, result.m_fraction};
  });
}

Program program(const std::string& name, const std::vector<Pair<3>>& pairs, double angle) {
  const auto items = std::make_shared<std::vector<Item>>();
  for (const Pair<3>& pair : pairs)
    items->push_back({shape(pair.a), shape(pair.b), cut(pair, angle, [&pair](double from, double to) {
                        return Ends{transform(pair.a, from), transform(pair.a, to), transform(pair.b, from),
                                    transform(pair.b, to)};
                      })});
  return {name, kTolerance, one_by_one(items, answer)};
}

}  // namespace

std::vector<Program> bullet_programs(const std::vector<Pair<3>>& pairs) {
  if (std::holds_alternative<firsthit::Spline<3>>(pairs.front().b.motion)) return {};
  return whole_and_in_pieces("Bullet", pairs, [&pairs](const std::string& name, double angle) {
    return program(name, pairs, angle);
  });
}

}  // namespace turning
