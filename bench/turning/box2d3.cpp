// Box2D 3, in single precision. Its documentation: collision.h.

#include "pieces.hpp"

#include <box2d/collision.h>
#include <box2d/constants.h>

#include <algorithm>

namespace turning {
namespace {

// [rad] by which a chord between two complex numbers 45 degrees apart, which it goes along, is off a steady
// turn: the largest atan(x tan h) - x h at half of the angle.
constexpr double kChord = 0.0081;

b2Vec2 vec(const Vec<2>& a) { return {static_cast<float>(a[0]), static_cast<float>(a[1])}; }

b2ShapeProxy proxy(const Moving<2>& moving) {
  const Solid<2> s = solid(moving);
  std::vector<b2Vec2> corners;
  for (const Vec<2>& corner : s.corners) corners.push_back(vec(corner));
  return b2MakeProxy(corners.data(), static_cast<int>(corners.size()), static_cast<float>(s.radius));
}

b2Rot rotation(const Pose<2>& pose) {
  const Orientation<2>& q = pose.turned;
  return {static_cast<float>(q.w * q.w - q.z * q.z), static_cast<float>(2.0 * q.w * q.z)};
}

b2Sweep sweep(const Moving<2>& moving, double from, double to) {
  const Pose<2> start = pose(moving, from);
  const Pose<2> end = pose(moving, to);
  return {{0.0f, 0.0f}, vec(start.centre), vec(end.centre), rotation(start), rotation(end)};
}

struct Sweeps {
  b2Sweep a, b;
};

struct Item {
  b2ShapeProxy a, b;
  std::vector<Sweeps> sweeps;
};

Answer answer(const Item& item) {
  b2TOIInput input;
  input.proxyA = item.a;
  input.proxyB = item.b;
  input.maxFraction = 1.0f;
  return first_of(item.sweeps, [&input](const Sweeps& sweeps) {
    input.sweepA = sweeps.a;
    input.sweepB = sweeps.b;
    const b2TOIOutput output = b2TimeOfImpact(&input);
    // As its world reads it: the time counts where the iteration has failed, but no overlap does.
    return Answer{output.state == b2_toiStateHit || output.state == b2_toiStateFailed,
                  static_cast<double>(output.fraction)};
  });
}

Program program(const std::string& name, const std::vector<Pair<2>>& pairs, double angle) {
  const auto items = std::make_shared<std::vector<Item>>();
  double reaches = 0.0;
  for (const Pair<2>& pair : pairs) {
    reaches = std::max(reaches, reach(pair.a) + reach(pair.b));
    items->push_back({proxy(pair.a), proxy(pair.b), cut(pair, angle, [&pair](double from, double to) {
                        return Sweeps{sweep(pair.a, from, to), sweep(pair.b, from, to)};
                      })});
  }
  return {name, 1.25 * static_cast<double>(B2_LINEAR_SLOP) + kChord * reaches, one_by_one(items, answer)};
}

}  // namespace

std::vector<Program> box2d3_programs(const std::vector<Pair<2>>& pairs) {
  return whole_and_in_pieces("Box2D 3", pairs, [&pairs](const std::string& name, double angle) {
    return program(name, pairs, angle);
  });
}

}  // namespace turning
