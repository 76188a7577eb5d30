#include "reference/precise_world.hpp"
#include "reference/scene.hpp"

#include "core/random.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

// Two small balls in a box that repeats fly a million boxes before they meet. Where they then are is
// known exactly: every double is a fraction, and the one square root is taken to 400 bits.

namespace firsthit::reference {
namespace {

constexpr double kBoxes = 1e6;
constexpr unsigned kBits = 400;

template <int D>
using Exact = std::array<mpf_class, std::size_t{D}>;

mpf_class exactly(double x) { return mpf_class(x, kBits); }

mpf_class floor_of(const mpf_class& x) {
  mpf_class r(0, kBits);
  mpf_floor(r.get_mpf_t(), x.get_mpf_t());
  return r;
}

/// The first meeting of the two, by looking at every image that the straight relative path passes.
template <int D>
struct ExactMeeting {
  mpf_class time{0, kBits};
  double closing_part = 0.0;  ///< of the relative speed
  double boxes = 0.0;         ///< flown by either body, at most

  explicit ExactMeeting(const Scene<D>& scene) {
    const Body<D>& a = scene.bodies[0];
    const Body<D>& b = scene.bodies[1];
    const Space<D>& space = scene.options.space;
    LongVec<D> d, v, side;
    for (std::size_t i = 0; i < D; ++i) {
      side[i] = space.max[i] - space.min[i];
      d[i] = static_cast<long double>(b.position[i]) - a.position[i];
      v[i] = static_cast<long double>(b.velocity[i]) - a.velocity[i];
    }
    const long double sigma = std::get<Ball>(a.shape).radius + std::get<Ball>(b.shape).radius;
    // The relative path comes near an image only when it crosses, on the first axis, one of the
    // planes through the images; the nearest image on the other axes is the one to ask there.
    for (long double n = v[0] > 0.0L ? std::ceil(d[0] / side[0] - 1.0L) : std::floor(d[0] / side[0] + 1.0L);;
         n += v[0] > 0.0L ? 1.0L : -1.0L) {
      const long double t = (n * side[0] - d[0]) / v[0];
      LongVec<D> image;
      image[0] = n;
      long double aside = 0.0L;
      for (std::size_t i = 1; i < D; ++i) {
        const long double x = d[i] + v[i] * t;
        image[i] = std::round(x / side[i]);
        const long double off = x - image[i] * side[i];
        aside += off * off;
      }
      // The path is no steeper than 1 : 3 to the first axis (see the scenes): so far off it may be.
      if (aside > 16.0L * sigma * sigma) continue;
      if (meets(scene, image)) return;
    }
  }

 private:
  bool meets(const Scene<D>& scene, const LongVec<D>& image) {
    const Body<D>& a = scene.bodies[0];
    const Body<D>& b = scene.bodies[1];
    const Space<D>& space = scene.options.space;
    const mpf_class sigma = exactly(std::get<Ball>(a.shape).radius) + exactly(std::get<Ball>(b.shape).radius);
    mpf_class aa(0, kBits), bb(0, kBits), cc(0, kBits);
    for (std::size_t i = 0; i < D; ++i) {
      const mpf_class shift = exactly(static_cast<double>(image[i])) * exactly(space.max[i] - space.min[i]);
      const mpf_class d = exactly(b.position[i]) - exactly(a.position[i]) - shift;
      const mpf_class v = exactly(b.velocity[i]) - exactly(a.velocity[i]);
      aa += v * v;
      bb += d * v;
      cc += d * d;
    }
    cc -= sigma * sigma;
    const mpf_class disc = bb * bb - aa * cc;
    if (sgn(disc) <= 0) return false;
    const mpf_class root = sqrt(disc);
    time = (-bb - root) / aa;
    closing_part = mpf_class(root / (sqrt(aa) * sigma)).get_d();
    for (std::size_t i = 0; i < D; ++i)
      for (const Body<D>& body : scene.bodies)
        boxes = std::max(boxes, std::fabs(body.velocity[i]) * time.get_d() / (space.max[i] - space.min[i]));
    return sgn(time) > 0;
  }
};

/// Where a body then is, inside the box.
template <int D>
mpf_class place_at(const Body<D>& body, const Space<D>& space, const mpf_class& time, std::size_t axis) {
  const mpf_class side = exactly(space.max[axis] - space.min[axis]);
  const mpf_class x =
      exactly(body.position[axis]) - exactly(space.min[axis]) + exactly(body.velocity[axis]) * time;
  return x - floor_of(x / side) * side + exactly(space.min[axis]);
}

/// A scene in which the mean free path is about a million boxes.
template <int D>
Scene<D> long_flight(std::uint64_t seed) {
  Random random(seed);
  Scene<D> scene;
  for (std::size_t i = 0; i < D; ++i) {
    scene.options.space.sides[i] = Side::Periodic;
    scene.options.space.min[i] = random.uniform(-1.0, 1.0);
    scene.options.space.max[i] = scene.options.space.min[i] + random.uniform(0.7, 1.3);
  }
  for (int k = 0; k < 2; ++k) {
    Body<D> body;
    body.shape = Ball{D == 2 ? 1e-7 : 2e-4};
    for (std::size_t i = 0; i < D; ++i) {
      body.position[i] = random.uniform(scene.options.space.min[i], scene.options.space.max[i]);
      body.velocity[i] = random.uniform(0.1, 0.3);
    }
    // Together no steeper than 1 : 3 to the first axis.
    body.velocity[0] = k == 0 ? random.uniform(-1.0, -0.5) : random.uniform(0.5, 1.0);
    scene.bodies.push_back(body);
  }
  scene.until = 1e9;
  return scene;
}

/// The engine meets at the exact place, to the rounding of coordinates: where the bodies are at the
/// computed time is off by a few roundings of the box over the part of the speed that closes.
template <int D>
void expect_exact_flight(std::uint64_t seed) {
  SCOPED_TRACE("D = " + std::to_string(D) + ", seed " + std::to_string(seed));
  const Scene<D> scene = long_flight<D>(seed);
  const ExactMeeting<D> exact(scene);
  ASSERT_GE(exact.boxes, kBoxes);
  World<D> world = make_world(scene);
  RunLimits limits;
  limits.collisions = 1;
  ASSERT_EQ(world.run_until(scene.until, limits).outcome, RunOutcome::ReachedCollisions);
  EXPECT_NEAR(world.time(), exact.time.get_d(), 0x1p-52 * world.time());
  const double rounding = 0x1p-52;  // of coordinates between 1 and 2; all are below 2.3
  for (std::uint32_t id = 0; id < 2; ++id) {
    const Vec<D> found = world.state(BodyId{id}).position;
    for (std::size_t i = 0; i < D; ++i) {
      const mpf_class expected = place_at(scene.bodies[id], scene.options.space, exact.time, i);
      EXPECT_LE(std::fabs(mpf_class(expected - exactly(found[i])).get_d()),
                16.0 * rounding / exact.closing_part);
    }
  }
}

// The seeds were chosen for flights of 1.0 to 1.4 million boxes.
TEST(LongFlight, OfAMillionBoxesLosesNoDigitsIn2D) {
  for (const std::uint64_t seed : {22U, 54U}) expect_exact_flight<2>(seed);
}

TEST(LongFlight, OfAMillionBoxesLosesNoDigitsIn3D) {
  for (const std::uint64_t seed : {9U, 15U}) expect_exact_flight<3>(seed);
}

}  // namespace
}  // namespace firsthit::reference
