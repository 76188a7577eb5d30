#include "record/paths/film.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace firsthit {
namespace {

constexpr std::uint32_t kGreen = 0x00c800, kNoColor = 0xffffffff;

/// One green ball of radius 1 in a periodic box of 16 by 8 with the given course.
PathsFile one_ball(float x, float y, float vx, float vy, double end) {
  PathsFile paths;
  paths.dimension = 2;
  paths.end = paths.paths_end = end;
  paths.max = {16.0, 8.0, 0.0};
  paths.sides = {Side::Periodic, Side::Periodic, Side::Wall};
  paths.bodies = 1;
  paths.body_id = {0};
  paths.body_radius = {1.0F};
  paths.body_mass = {1.0F};
  paths.body_material = {0};
  paths.body_color = {kGreen};
  paths.start.position = {x, y};
  paths.start.velocity = {vx, vy};
  return paths;
}

/// Of the pixels of a strong green.
struct Seen {
  double x = 0.0, y = 0.0;
  int count = 0;
};

Seen greens(const PixelImage& image) {
  Seen seen;
  for (int row = 0; row < image.height; ++row)
    for (int column = 0; column < image.width; ++column) {
      const std::uint8_t* pixel = image.bytes.data() + 3 * (row * image.width + column);
      if (pixel[1] < pixel[0] + 90 || pixel[1] < pixel[2] + 90) continue;
      seen.x += column + 0.5;
      seen.y += row + 0.5;
      ++seen.count;
    }
  seen.x /= seen.count;
  seen.y /= seen.count;
  return seen;
}

// The sheet is 1280 by 720 at a quarter of its size: what is 16 by 8 gets 1224 by 612, 28 from the left.
constexpr FilmFormat kFormat{320, 180, 10.0, 1.0};
constexpr double kPixels = 0.25 * 76.5, kLeft = 0.25 * 28.0, kTop = 0.25 * 58.0;

TEST(Film, ShowsTrueParabolasBetweenKnots) {
  PathsFile paths = one_ball(3.0F, 2.0F, 4.0F, 4.0F, 2.0);
  paths.start.acceleration = {0.0F, -4.0F};
  // At time 1 it is at (7, 4) with no speed upwards: from there on back to the left, and weightless.
  paths.knot_body = {0};
  paths.knot_time = {1.0};
  paths.knot.position = {7.0F, 4.0F};
  paths.knot.velocity = {-4.0F, 0.0F};
  paths.knot.acceleration = {0.0F, 0.0F};
  paths.origin = {0.0, 0.0, 0.0};
  Film film(paths, "a parabola", kFormat);
  for (int i = 0; i < 10; ++i) {
    const double t = 2.0 * i / 9.0;
    const double x = t < 1.0 ? 3.0 + 4.0 * t : 7.0 - 4.0 * (t - 1.0);
    const double y = t < 1.0 ? 2.0 + 4.0 * t - 2.0 * t * t : 4.0;
    const Seen seen = greens(film.next());
    ASSERT_GT(seen.count, 500) << i;
    EXPECT_NEAR(seen.x, kLeft + kPixels * x, 1.5) << i;
    EXPECT_NEAR(seen.y, kTop + kPixels * (8.0 - y), 1.5) << i;
  }
}

TEST(Film, ShowsABallOnBothSidesOfAPeriodicBox) {
  const PathsFile paths = one_ball(15.9F, 4.0F, 0.0F, 0.0F, 1.0);
  Film film(paths, "", kFormat);
  const PixelImage image = film.next();
  const auto is_green = [&](double x, double y) {
    const auto column = static_cast<int>(kLeft + kPixels * x),
               row = static_cast<int>(kTop + kPixels * (8.0 - y));
    const std::uint8_t* pixel = image.bytes.data() + 3 * (row * image.width + column);
    return pixel[1] > pixel[0] + 60;
  };
  EXPECT_TRUE(is_green(15.7, 4.0));
  EXPECT_TRUE(is_green(0.3, 4.0));
  EXPECT_FALSE(is_green(8.0, 4.0));
}

TEST(Film, GoesOnStraightFromSampleToSampleWhereThePathsEnd) {
  PathsFile paths = one_ball(4.0F, 2.0F, 0.0F, 0.0F, 4.0);
  paths.paths_end = 1.0;
  paths.frame_steps = {65536, 65536, 1};
  paths.frame_quantum = {16.0 / 65536.0, 8.0 / 65536.0, 0.0};
  const auto at = [](double x, double y) {
    return std::vector<std::uint16_t>{static_cast<std::uint16_t>(x * 4096.0),
                                      static_cast<std::uint16_t>(y * 8192.0)};
  };
  paths.frames = {{1.0, at(4.0, 2.0), {0}}, {2.5, at(4.0, 5.0), {0}}, {4.0, at(11.0, 5.0), {0}}};
  FilmFormat format = kFormat;
  format.fps = 9.0;  // a frame every half
  Film film(paths, "", format);
  for (int i = 0; i <= 8; ++i) {
    const double t = 0.5 * i;
    const Seen seen = greens(film.next());
    const double x = t < 2.5 ? 4.0 : 4.0 + 7.0 * (t - 2.5) / 1.5;
    const double y = t < 1.0 ? 2.0 : t < 2.5 ? 2.0 + 3.0 * (t - 1.0) / 1.5 : 5.0;
    EXPECT_NEAR(seen.x, kLeft + kPixels * x, 1.5) << i;
    EXPECT_NEAR(seen.y, kTop + kPixels * (8.0 - y), 1.5) << i;
  }
}

TEST(Film, DrawsTheSameWhateverTheUnitsOfTheFile) {
  const PathsFile paths = one_ball(3.0F, 2.0F, 4.0F, 1.0F, 2.0);
  PathsFile far = paths;
  far.origin = {1024.0, 512.0, 0.0};
  far.min = {1024.0, 512.0, 0.0};
  far.max = {1040.0, 520.0, 0.0};
  PathsFile tiny = paths;
  tiny.length_unit = std::ldexp(1.0, -300);
  Film one(paths, "", kFormat), two(far, "", kFormat), three(tiny, "", kFormat);
  for (int i = 0; i < 10; ++i) {
    const Seen seen = greens(one.next());
    for (Film* other : {&two, &three}) {
      const Seen again = greens(other->next());
      EXPECT_EQ(seen.count, again.count);
      EXPECT_NEAR(seen.x, again.x, 1e-9);
      EXPECT_NEAR(seen.y, again.y, 1e-9);
    }
  }
}

TEST(Film, MarksImpactsThatFade) {
  PathsFile paths = one_ball(3.0F, 2.0F, 0.0F, 0.0F, 10.0);
  paths.body_color = {kNoColor};
  paths.impact_time = {5.0};
  paths.impact_a = {0};
  paths.impact_b = {1};
  paths.impact_point = {12.0F, 6.0F};
  paths.impact_normal = {1.0F, 0.0F};
  paths.collisions = 1;
  FilmFormat format = kFormat;
  format.seconds = 4.0;
  format.fps = 10.25;  // 41 frames, a quarter apart
  Film film(paths, "", format);
  double before = 255.0;
  for (int i = 0; i <= 40; ++i) {
    const PixelImage image = film.next();
    const auto column = static_cast<int>(kLeft + kPixels * 12.0),
               row = static_cast<int>(kTop + kPixels * 2.0);
    const double darkness = 255.0 - image.bytes[static_cast<std::size_t>(3 * (row * image.width + column))];
    const double t = 0.25 * i;
    if (t < 5.0 || t > 5.0 + 0.7 * 10.0 / 4.0) {
      EXPECT_EQ(darkness, 0.0) << t;
    } else {
      EXPECT_LE(darkness, before) << t;
    }
    if (t == 5.0) {
      EXPECT_GT(darkness, 10.0);
    }
    if (t >= 5.0) before = darkness;
  }
}

TEST(Film, HasNoTroubleWithRunsThatTakeNoTimeOrHaveNoBodies) {
  PathsFile paths = one_ball(3.0F, 2.0F, 4.0F, 1.0F, 0.0);
  Film still(paths, "", kFormat);
  const PixelImage first = still.next();
  for (int i = 1; i < 10; ++i) EXPECT_EQ(still.next().bytes, first.bytes);
  PathsFile nobody;
  nobody.end = nobody.paths_end = 1.0;
  nobody.max = {1.0, 1.0, 0.0};
  Film empty(nobody, "nobody", kFormat);
  EXPECT_EQ(greens(empty.next()).count, 0);
  FilmFormat short_one = kFormat;
  short_one.seconds = 0.001;
  EXPECT_EQ(short_one.frames(), 1U);
  Film only(paths, "", short_one);
  EXPECT_GT(greens(only.next()).count, 100);
}

}  // namespace
}  // namespace firsthit
