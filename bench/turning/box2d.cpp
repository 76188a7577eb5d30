// Box2D 2.4, in single precision. Its documentation: b2_time_of_impact.h, b2_distance.h.

#include "pieces.hpp"

#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>

namespace turning {
namespace {

b2Vec2 vec(const Vec<2>& a) { return {static_cast<float>(a[0]), static_cast<float>(a[1])}; }

struct Outline {
  std::vector<b2Vec2> corners;
  float radius;  // what is not round gets a skin

  explicit Outline(const Moving<2>& moving) {
    const Solid<2> s = solid(moving);
    for (const Vec<2>& corner : s.corners) corners.push_back(vec(corner));
    radius = s.radius > 0.0 ? static_cast<float>(s.radius) : b2_polygonRadius;
  }
};

b2Sweep sweep(const Moving<2>& moving, double from, double to) {
  const Pose<2> start = pose(moving, from);
  const Pose<2> end = pose(moving, to);
  b2Sweep r;
  r.localCenter.SetZero();
  r.c0 = vec(start.centre);
  r.c = vec(end.centre);
  r.a0 = static_cast<float>(start.angle);
  r.a = static_cast<float>(end.angle);
  r.alpha0 = 0.0f;
  return r;
}

struct Sweeps {
  b2Sweep a, b;
};

struct Item {
  Outline a, b;
  std::vector<Sweeps> sweeps;
};

Answer answer(const Item& item) {
  b2TOIInput input;
  input.proxyA.Set(item.a.corners.data(), static_cast<int32>(item.a.corners.size()), item.a.radius);
  input.proxyB.Set(item.b.corners.data(), static_cast<int32>(item.b.corners.size()), item.b.radius);
  input.tMax = 1.0f;
  return first_of(item.sweeps, [&input](const Sweeps& sweeps) {
    input.sweepA = sweeps.a;
    input.sweepB = sweeps.b;
    b2TOIOutput output;
    b2TimeOfImpact(&output, &input);
    // As b2World::SolveTOI reads it: what has failed or overlaps is no impact.
    return Answer{output.state == b2TOIOutput::e_touching, static_cast<double>(output.t)};
  });
}

Program program(const std::string& name, const std::vector<Pair<2>>& pairs, double angle) {
  const auto items = std::make_shared<std::vector<Item>>();
  // It aims at a depth of three slops, which the skins of two polygons take up.
  double tolerance = b2_linearSlop + 0.25 * b2_linearSlop;
  for (const Pair<2>& pair : pairs) {
    items->push_back({Outline(pair.a), Outline(pair.b), cut(pair, angle, [&pair](double from, double to) {
                        return Sweeps{sweep(pair.a, from, to), sweep(pair.b, from, to)};
                      })});
    if (solid(pair.a).radius > 0.0) tolerance = 3.0 * b2_linearSlop + 0.25 * b2_linearSlop;
  }
  return {name, tolerance, one_by_one(items, answer)};
}

}  // namespace

std::vector<Program> box2d_programs(const std::vector<Pair<2>>& pairs) {
  return whole_and_in_pieces("Box2D 2.4", pairs, [&pairs](const std::string& name, double angle) {
    return program(name, pairs, angle);
  });
}

}  // namespace turning
