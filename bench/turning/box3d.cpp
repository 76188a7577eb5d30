// Box3D, in single precision. Its documentation: collision.h, types.h.

#include "pieces.hpp"

#include <box3d/collision.h>
#include <box3d/constants.h>

#include <algorithm>
#include <variant>

namespace turning {
namespace {

// [rad] by which a chord between two quaternions of a turn of 45 degrees, which it goes along, is off a
// steady turn: twice the largest atan(x tan h) - x h at a quarter of the angle.
constexpr double kChord = 0.0020;

b3Vec3 vec(const Vec<3>& a) {
  return {static_cast<float>(a[0]), static_cast<float>(a[1]), static_cast<float>(a[2])};
}

std::vector<b3Vec3> corners(const Moving<3>& moving) {
  std::vector<b3Vec3> r;
  for (const Vec<3>& corner : solid(moving).corners) r.push_back(vec(corner));
  return r;
}

b3Quat rotation(const Pose<3>& pose) {
  const Orientation<3>& q = pose.turned;
  return {vec({q.x, q.y, q.z}), static_cast<float>(q.w)};
}

b3Sweep sweep(const Moving<3>& moving, double from, double to) {
  const Pose<3> start = pose(moving, from);
  const Pose<3> end = pose(moving, to);
  return {{0.0f, 0.0f, 0.0f}, vec(start.centre), vec(end.centre), rotation(start), rotation(end)};
}

struct Sweeps {
  b3Sweep a, b;
};

struct Item {
  std::vector<b3Vec3> a, b;
  std::vector<Sweeps> sweeps;
};

Answer answer(const Item& item) {
  b3TOIInput input;
  input.proxyA = {item.a.data(), static_cast<int>(item.a.size()), 0.0f};
  input.proxyB = {item.b.data(), static_cast<int>(item.b.size()), 0.0f};
  input.maxFraction = 1.0f;
  return first_of(item.sweeps, [&input](const Sweeps& sweeps) {
    input.sweepA = sweeps.a;
    input.sweepB = sweeps.b;
    const b3TOIOutput output = b3TimeOfImpact(&input);
    // As its world reads it: the time counts where the iteration has failed, but no overlap does.
    return Answer{output.state == b3_toiStateHit || output.state == b3_toiStateFailed,
                  static_cast<double>(output.fraction)};
  });
}

Program program(const std::string& name, const std::vector<Pair<3>>& pairs, double angle) {
  const auto items = std::make_shared<std::vector<Item>>();
  double reaches = 0.0;
  for (const Pair<3>& pair : pairs) {
    reaches = std::max(reaches, reach(pair.a) + reach(pair.b));
    items->push_back({corners(pair.a), corners(pair.b), cut(pair, angle, [&pair](double from, double to) {
                        return Sweeps{sweep(pair.a, from, to), sweep(pair.b, from, to)};
                      })});
  }
  return {name, 1.25 * static_cast<double>(B3_LINEAR_SLOP) + kChord * reaches, one_by_one(items, answer)};
}

}  // namespace

std::vector<Program> box3d_programs(const std::vector<Pair<3>>& pairs) {
  if (std::holds_alternative<firsthit::Spline<3>>(pairs.front().b.motion)) return {};
  return whole_and_in_pieces("Box3D", pairs, [&pairs](const std::string& name, double angle) {
    return program(name, pairs, angle);
  });
}

}  // namespace turning
