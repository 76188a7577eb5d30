#include "scene/gas/gas_places.hpp"

#include "core/random.hpp"
#include "scene/base/ball_grid.hpp"
#include "scene/base/lattice.hpp"
#include "scene/build/build.hpp"
#include "scene/check/body_neighbours.hpp"
#include "world/bodies/thin_shapes.hpp"
#include "world/growth/growth.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

constexpr int kMostAttempts = 200'000;  // per ball; near the limits the unlucky ones need thousands

// Packing at which balls are inserted before they grow. Higher: nearly every attempt fails. Lower: there is
// more to grow.
constexpr double kBeforeGrowth[] = {0.35, 0.25};

class Placing {
 public:
  Placing(Draft& draft, const NewBalls& balls)
      : draft_(draft), scene_(draft.scene), balls_(balls), bodies_(scene_, room()) {}

  void on_lattice();
  void at_random();

 private:
  double largest() const;
  std::size_t axes() const { return static_cast<std::size_t>(scene_.dimension); }
  std::uint64_t total() const { return scene_.balls.size() - balls_.first; }
  Room room() const { return room_of(scene_); }
  bool clear_of_walls(const Triple& position, double radius) const;
  BallGrid grid_of_others() const;
  bool insert(double scale);
  template <int D>
  void grow_from(double scale);

  Draft& draft_;
  Scene& scene_;
  const NewBalls& balls_;
  BodyNeighbours bodies_;
};

/// Everything but balls; what is fixed is little, so each is asked.
bool Placing::clear_of_walls(const Triple& p, double radius) const {
  if (bodies_.touches(p, radius)) return false;
  for (const SceneFixed& fixed : scene_.fixed) {
    if (fixed.kind == SceneFixed::Kind::HalfSpace) {
      const auto& n = fixed.normal;
      const double size = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      if ((n[0] * p[0] + n[1] * p[1] + n[2] * p[2]) - fixed.offset <= radius * size) return false;
    } else if (fixed.kind == SceneFixed::Kind::Segment) {
      const double ux = fixed.to[0] - fixed.position[0];
      const double uy = fixed.to[1] - fixed.position[1];
      const double s =
          ((p[0] - fixed.position[0]) * ux + (p[1] - fixed.position[1]) * uy) / (ux * ux + uy * uy);
      const double t = std::clamp(s, 0.0, 1.0);
      const Triple nearest = {fixed.position[0] + t * ux, fixed.position[1] + t * uy, 0.0};
      const Triple d = room().separation(p, nearest);
      if (d[0] * d[0] + d[1] * d[1] <= radius * radius) return false;
    } else if (fixed.kind == SceneFixed::Kind::Container || fixed.kind == SceneFixed::Kind::Arc) {
      const Triple d = room().separation(p, fixed.position);
      const double far = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      const double depth = fixed.kind == SceneFixed::Kind::Container
                               ? far + radius - fixed.radius
                               : radius - distance_to_arc(arc_of(fixed), {d[0], d[1]});
      if (depth >= 0.0) return false;
    }
  }
  return true;
}

/// The balls and fixed balls that were there before the gas.
BallGrid Placing::grid_of_others() const {
  BallGrid grid(room(), scene_.balls.size() + scene_.fixed.size());
  for (std::uint32_t i = 0; i < balls_.first; ++i)
    grid.insert(i, scene_.balls[i].position, scene_.balls[i].radius);
  for (const SceneFixed& fixed : scene_.fixed)
    if (fixed.kind == SceneFixed::Kind::Ball) grid.insert(0, fixed.position, fixed.radius);
  return grid;
}

bool is_free(const BallGrid& grid, const Room& room, const Triple& position, double radius) {
  return !grid.near(position, radius, BallGrid::kLowestLevel,
                    [&](std::uint32_t, const Triple& other, double other_radius) {
                      const Triple d = room.separation(position, other);
                      const double sigma = radius + other_radius;
                      return (d[0] * d[0] + d[1] * d[1]) + d[2] * d[2] <= sigma * sigma;
                    });
}

double Placing::largest() const {
  double largest = 0.0;
  for (std::size_t i = balls_.first; i < scene_.balls.size(); ++i)
    largest = std::max(largest, scene_.balls[i].radius);
  return largest;
}

/// A place on the lattice for every ball, as evenly as the count allows; sizes are mixed.
void Placing::on_lattice() {
  const double largest = this->largest();
  const BallGrid others = grid_of_others();
  std::vector<Triple> places;
  for (std::uint64_t wanted = total(); places.size() < total();) {
    const Lattice lattice = roomiest_lattice(room(), wanted);
    if (lattice.radius < largest) {
      draft_.problems.error(
          balls_.place,
          fmt::format("start: a lattice for {} balls here has room for radius {:.6g}, but the largest is {}; "
                      "expected a lower packing{}",
                      wanted, lattice.radius, largest, balls_.are_mixed ? ", or start = \"random\"" : ""));
      return;
    }
    places = lattice.all();
    std::erase_if(places, [&](const Triple& p) {
      return !is_free(others, room(), p, largest) || !clear_of_walls(p, largest);
    });
    if (places.size() < total()) wanted += std::max<std::uint64_t>(total() - places.size(), wanted / 64 + 1);
  }
  std::vector<std::uint32_t> ball(total());
  std::iota(ball.begin(), ball.end(), balls_.first);
  if (balls_.are_mixed) {
    Random random(scene_.run.seed, kPlaces);
    for (std::size_t i = ball.size(); i > 1; --i) std::swap(ball[i - 1], ball[random.below(i)]);
  }
  for (std::uint64_t i = 0; i < total(); ++i)
    scene_.balls[ball[i]].position = places[i * places.size() / total()];
}

/// Insertion while that goes, growth beyond.
void Placing::at_random() {
  const std::size_t d = axes() - 2;
  if (balls_.packing <= kMostInserted[d] * kRoundedUp) {
    insert(1.0);
    return;
  }
  const double share = kBeforeGrowth[d] / balls_.packing;
  const double scale = axes() == 2 ? std::sqrt(share) : cube_root(share);
  if (!insert(scale)) return;
  for (std::size_t i = 0; i < axes(); ++i)
    if (2.0 * largest() >= scene_.max[i] - scene_.min[i]) return;  // the check of all bodies will tell
  if (axes() == 2)
    grow_from<2>(scale);
  else
    grow_from<3>(scale);
}

/// Random sequential insertion, the largest first, of balls with `scale` times their radii.
bool Placing::insert(double scale) {
  const Room here = room();
  BallGrid grid = grid_of_others();
  Random random(scene_.run.seed, kPlaces);
  std::vector<std::uint32_t> order(total());
  std::iota(order.begin(), order.end(), balls_.first);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return scene_.balls[a].radius > scene_.balls[b].radius;
  });
  std::uint64_t done = 0;
  for (const std::uint32_t i : order) {
    SceneBall& ball = scene_.balls[i];
    const double radius = scale * ball.radius;
    bool placed = false;
    for (int attempt = 0; attempt < kMostAttempts && !placed; ++attempt) {
      Triple p{};
      for (std::size_t axis = 0; axis < axes(); ++axis) {
        const double margin = here.periodic[axis] ? 0.0 : radius;
        const double low = scene_.min[axis] + margin;
        p[axis] = random.uniform(low, std::max(low, scene_.max[axis] - margin));
      }
      if (!is_free(grid, here, p, radius) || !clear_of_walls(p, radius)) continue;
      ball.position = p;
      grid.insert(i, p, radius);
      placed = true;
    }
    if (!placed) {
      draft_.problems.error(
          balls_.place,
          fmt::format(
              "start: after {} of {} balls no free place was found by random insertion in {} attempts; "
              "expected a lower packing, or start = \"lattice\"",
              done, total(), kMostAttempts));
      return false;
    }
    ++done;
  }
  return true;
}

/// Lets the balls, which do not overlap at `scale` times their radii, grow to their radii.
template <int D>
void Placing::grow_from(double scale) {
  Space<D> space;
  std::copy_n(scene_.min.begin(), D, space.min.c);
  std::copy_n(scene_.max.begin(), D, space.max.c);
  std::copy_n(scene_.sides.begin(), D, space.sides.begin());
  std::vector<double> radii;
  std::vector<Vec<D>> places(scene_.balls.size());
  for (std::size_t i = 0; i < scene_.balls.size(); ++i) {
    radii.push_back(scene_.balls[i].radius);
    std::copy_n(scene_.balls[i].position.begin(), D, places[i].c);
  }
  Random random(scene_.run.seed, kGrowth);
  const double reached = grow<D>(space, radii, scale, places, random);
  if (reached < 1.0) {
    draft_.problems.error(
        balls_.place,
        fmt::format("start: of a packing of {:.6g}, balls that grow at random reached {:.6g} and jammed; "
                    "expected a lower packing, another seed, or start = \"lattice\"",
                    balls_.packing, balls_.packing * (D == 2 ? 1.0 : reached) * reached * reached));
    return;
  }
  for (std::size_t i = 0; i < scene_.balls.size(); ++i)
    std::copy_n(places[i].c, D, scene_.balls[i].position.begin());
}

}  // namespace

/// By bisection.
double cube_root(double v) {
  double low = 0.0;
  double high = std::max(1.0, v);
  for (int i = 0; i < 1200 && low < high; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (middle * middle * middle < v ? low : high) = middle;
  }
  return high;
}

void place_on_lattice(Draft& draft, const NewBalls& balls) { Placing(draft, balls).on_lattice(); }
void place_at_random(Draft& draft, const NewBalls& balls) { Placing(draft, balls).at_random(); }

}  // namespace firsthit
