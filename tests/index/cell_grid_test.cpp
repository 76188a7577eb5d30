#include "index/cell_grid.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 7;

/// What is hidden in the true distance of a neighbour that need not be found: rounding.
constexpr double kRounding = 1e-12;

template <int D>
using Found = std::pair<std::uint32_t, std::array<std::int32_t, std::size_t{D}>>;

/// A box, things in it and a grid that should know where they are.
template <int D>
class Crowd {
 public:
  Crowd(Random& random, std::uint32_t count, double size_ratio) : random_(random), size_ratio_(size_ratio) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      period_.min[axis] = random.uniform(-3.0, 3.0);
      if (random.below(2) == 0) period_.length[axis] = random.uniform(0.2, 4.0);
    }
    grid_ = std::make_unique<CellGrid<D>>(period_, smallest_ * random.uniform(0.1, 1.0));
    things_.resize(count);
    grid_->resize(count);
    for (std::uint32_t i = 0; i < count; ++i) move(i);
  }

  void move(std::uint32_t i) {
    Thing& thing = things_[i];
    thing.reach = smallest_ * std::exp2(random_.uniform() * std::log2(size_ratio_));
    for (std::size_t axis = 0; axis < D; ++axis) thing.centre[axis] = coordinate(axis);
    grid_->place(i, thing.centre, thing.reach);
  }

  void move_some() {
    for (std::uint32_t i = 0; i < things_.size(); ++i)
      if (random_.below(3) == 0) move(i);
  }

  /// Compares a visit with a look at all images of everything.
  void check_visit(const Vec<D>& centre, double reach) {
    std::set<Found<D>> found;
    grid_->visit(centre, reach,
                 [&](std::uint32_t item, const std::array<std::int32_t, std::size_t{D}>& image) {
                   EXPECT_TRUE(found.insert({item, image}).second)
                       << "thing " << item << " was found twice through one image";
                 });
    std::array<int, 3> images{};
    for (std::uint32_t i = 0; i < things_.size(); ++i) {
      const double touch = (reach + things_[i].reach) * (1.0 - kRounding);
      for (std::size_t axis = 0; axis < D; ++axis)
        images[axis] = period_.along(axis) ? static_cast<int>(touch / period_.length[axis]) + 2 : 0;
      for (int x = -images[0]; x <= images[0]; ++x)
        for (int y = -images[1]; y <= images[1]; ++y)
          for (int z = -images[2]; z <= images[2]; ++z) check_image(centre, touch, i, {x, y, z}, found);
    }
  }

  void check_all() {
    for (const Thing& thing : things_) check_visit(thing.centre, thing.reach);
    const double largest = smallest_ * size_ratio_;
    for (const double reach : {0.0, 0.5 * smallest_, largest, 2.0 * largest})
      check_visit(things_[random_.below(things_.size())].centre, reach);
  }

  std::uint64_t neighbours() const { return neighbours_; }
  std::uint64_t images() const { return through_images_; }

 private:
  struct Thing {
    Vec<D> centre;
    double reach = 0.0;
  };

  /// Anywhere inside; sometimes exactly at an end, sometimes, where the axis is open, far away.
  double coordinate(std::size_t axis) {
    const double low = period_.min[axis];
    if (!period_.along(axis)) {
      const std::uint64_t kind = random_.below(50);
      if (kind == 0) return 1e9 * random_.uniform(-1.0, 1.0);
      if (kind == 1) return 1e200;
      return low + 2.0 * random_.uniform();
    }
    const std::uint64_t kind = random_.below(20);
    if (kind == 0) return low;
    const double length = period_.length[axis];
    double x = kind == 1 ? low + length : low + length * random_.uniform();
    while (x - low >= length) x = std::nextafter(x, low);
    return x;
  }

  void check_image(const Vec<D>& centre, double touch, std::uint32_t i, const std::array<int, 3>& turn,
                   const std::set<Found<D>>& found) {
    double squared = 0.0;
    std::array<std::int32_t, std::size_t{D}> image{};
    for (std::size_t axis = 0; axis < D; ++axis) {
      image[axis] = turn[axis];
      const double d = things_[i].centre[axis] - centre[axis] + turn[axis] * period_.length[axis];
      squared += d * d;
    }
    if (!(squared < touch * touch)) return;
    ++neighbours_;
    if (turn != std::array<int, 3>{}) ++through_images_;
    EXPECT_TRUE(found.contains({i, image}))
        << "thing " << i << " through image " << turn[0] << ' ' << turn[1] << ' ' << turn[2]
        << ", which is at " << std::sqrt(squared) << " of " << touch;
  }

  static constexpr double smallest_ = 0.01;

  Random& random_;
  double size_ratio_;
  Period<D> period_;
  std::unique_ptr<CellGrid<D>> grid_;
  std::vector<Thing> things_;
  std::uint64_t neighbours_ = 0;
  std::uint64_t through_images_ = 0;
};

template <int D>
void compare_with_brute_force(double size_ratio, std::uint32_t most, int rounds) {
  Random random(kSeed, static_cast<std::uint64_t>(size_ratio) + D);
  std::uint64_t neighbours = 0;
  std::uint64_t images = 0;
  for (int round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << ", ratio " << size_ratio << ", round " << round);
    Crowd<D> crowd(random, 1 + static_cast<std::uint32_t>(random.below(most)), size_ratio);
    for (int turn = 0; turn < 4; ++turn) {
      crowd.check_all();
      crowd.move_some();
    }
    neighbours += crowd.neighbours();
    images += crowd.images();
  }
  EXPECT_GT(neighbours, 1000U);
  EXPECT_GT(images, neighbours / 100);
}

TEST(CellGrid, FindsAllNeighboursOfOneSizeInThePlane) { compare_with_brute_force<2>(1.0, 400, 30); }
TEST(CellGrid, FindsAllNeighboursOfSizesOneToTenInThePlane) { compare_with_brute_force<2>(10.0, 200, 30); }
TEST(CellGrid, FindsAllNeighboursOfSizesOneToAThousandInThePlane) {
  compare_with_brute_force<2>(1000.0, 30, 20);
}
TEST(CellGrid, FindsAllNeighboursOfOneSizeInSpace) { compare_with_brute_force<3>(8.0, 300, 30); }
TEST(CellGrid, FindsAllNeighboursOfSizesOneToAHundredInSpace) { compare_with_brute_force<3>(100.0, 40, 20); }

TEST(CellGrid, FindsAThingAtTheLastPlaceBeforeTheUpperEnd) {
  // In a box of 3 cells whose length is not exactly three cells, division rounds into the next box.
  Period<2> period;
  period.length = {1.0, 0.0};
  for (int cells = 1; cells < 200; ++cells) {
    const double reach = 0.5 / (cells + 0.5);
    CellGrid<2> grid(period, reach);
    grid.resize(1);
    const double last = std::nextafter(1.0, 0.0);
    grid.place(0, {last, 0.0}, reach);
    std::set<std::int32_t> images;
    grid.visit({last - reach, 0.0}, reach,
               [&](std::uint32_t, const auto& image) { images.insert(image[0]); });
    EXPECT_TRUE(images.contains(0)) << cells << " cells, from the same side";
    images.clear();
    grid.visit({0.0, 0.0}, reach, [&](std::uint32_t, const auto& image) { images.insert(image[0]); });
    EXPECT_TRUE(images.contains(-1)) << cells << " cells, from the other end";
  }
}

TEST(CellGrid, GrowsWithoutForgetting) {
  CellGrid<2> grid({}, 1.0);
  grid.resize(1);
  grid.place(0, {5.0, 5.0}, 1.0);
  grid.resize(1000);
  grid.place(999, {6.0, 5.0}, 1.0);
  std::set<std::uint32_t> found;
  grid.visit({5.5, 5.0}, 1.0, [&](std::uint32_t item, const auto&) { found.insert(item); });
  EXPECT_EQ(found, (std::set<std::uint32_t>{0, 999}));
}

TEST(CellGrid, LooksAtFewThingsInALargeCrowd) {
  CellGrid<2> grid({}, 0.5);
  grid.resize(10000);
  for (std::uint32_t i = 0; i < 10000; ++i)
    grid.place(i, {static_cast<double>(i % 100), static_cast<double>(i / 100)}, 0.5);
  int found = 0;
  grid.visit({50.0, 50.0}, 0.5, [&](std::uint32_t, const auto&) { ++found; });
  EXPECT_GE(found, 5) << "itself and the four that touch it";
  EXPECT_LE(found, 16) << "four cells by four, a thing in each";
}

}  // namespace
}  // namespace firsthit
