#include "index/bounds_tree.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace firsthit {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Item = std::uint32_t;
template <int D>
using Boxes = std::map<Item, Bounds<D>>;

/// What numbers of boxes are drawn from.
enum class Kind { Grid, Even, AnySize, Endless };
constexpr Kind kKinds[] = {Kind::Grid, Kind::Even, Kind::AnySize, Kind::Endless};

double draw_number(Random& random, Kind kind) {
  if (kind == Kind::Grid || kind == Kind::Endless) return static_cast<double>(random.below(20)) - 10.0;
  const double x = random.uniform(-10.0, 10.0);
  if (kind == Kind::Even) return x;
  const int exponent = static_cast<int>(random.below(400)) - 200;
  return random.below(8) == 0 ? -0.0 : std::ldexp(x, exponent);
}

template <int D>
Vec<D> draw_vec(Random& random, Kind kind) {
  Vec<D> r;
  for (double& x : r.c) x = draw_number(random, kind);
  return r;
}

template <int D>
Bounds<D> draw_box(Random& random, Kind kind, double size) {
  Bounds<D> r;
  for (std::size_t axis = 0; axis < D; ++axis) {
    r.low[axis] = draw_number(random, kind);
    const double other = draw_number(random, kind);
    r.high[axis] = kind == Kind::AnySize ? other : r.low[axis] + size * std::fabs(other);
    if (r.high[axis] < r.low[axis]) std::swap(r.low[axis], r.high[axis]);
    if (random.below(8) == 0) r.high[axis] = r.low[axis];
    if (kind == Kind::Endless && random.below(6) == 0) r.low[axis] = -kInfinity;
    if (kind == Kind::Endless && random.below(6) == 0) r.high[axis] = kInfinity;
  }
  return r;
}

mpq_class minus(double x, double y) { return mpq_class(x) - mpq_class(y); }

/// When a box meets another, from time 0 on.
struct Meeting {
  mpq_class from = 0;
  std::optional<mpq_class> to;
  bool never = false;

  bool is_empty() const { return never || (to && (*to < from || *to < 0)); }
};

template <int D>
Meeting exact_meeting(const Bounds<D>& start, const Vec<D>& by, const Bounds<D>& box) {
  Meeting r;
  for (std::size_t axis = 0; axis < D; ++axis)
    for (const bool upper : {false, true}) {
      // The gap to one side of the box is not above 0.
      const double side = upper ? box.high[axis] : box.low[axis];
      if (std::isinf(side)) continue;
      const mpq_class gap = upper ? minus(start.low[axis], side) : minus(side, start.high[axis]);
      const mpq_class rate = upper ? mpq_class(by[axis]) : mpq_class(-by[axis]);
      if (rate == 0) {
        r.never = r.never || gap > 0;
      } else if (rate < 0) {
        r.from = std::max<mpq_class>(r.from, gap / -rate);
      } else if (!r.to || -gap / rate < *r.to) {
        r.to = -gap / rate;
      }
    }
  return r;
}

struct Told {
  int meets, misses;
};

template <int D>
void expect_time_near_the_exact_one(const Bounds<D>& start, const Vec<D>& by, const Bounds<D>& box,
                                    Told& told) {
  const double time = BoxCourse<D>(start, by).time_to(box);
  const Meeting exact = exact_meeting(start, by, box);
  const mpq_class somewhat_less = exact.from * (1 - mpq_class(0x1p-49)) - mpq_class(0x1p-999);
  ASSERT_GE(time, 0.0);
  if (!exact.is_empty()) {
    ++told.meets;
    ASSERT_TRUE(std::isfinite(time) || exact.from > mpq_class(0x1p960));
    if (std::isinf(time)) return;
    ASSERT_LE(mpq_class(time), exact.from);
    ASSERT_GE(mpq_class(time), somewhat_less);
  } else if (!std::isinf(time)) {  // it meets a box that is a little larger
    ASSERT_FALSE(exact.never);
    ASSERT_LE(somewhat_less, *exact.to);
  } else {
    ++told.misses;
  }
}

TEST(BoxCourses, MeetNoEarlierThanToldAndHardlyLater) {
  Random random(1);
  Told told{};
  for (const Kind kind : kKinds)
    for (int i = 0; i < 10000; ++i) {
      Bounds<2> start = draw_box<2>(random, kind == Kind::Endless ? Kind::Grid : kind, 0.3);
      const Bounds<2> box = draw_box<2>(random, kind, 0.3);
      Vec<2> by = draw_vec<2>(random, kind);
      if (random.below(4) == 0) by[random.below(2)] = random.below(2) == 0 ? 0.0 : -0.0;
      if (random.below(4) == 0 && std::isfinite(box.low[1])) start.high[1] = box.low[1];
      if (random.below(4) == 0 && std::isfinite(box.high[0])) start.low[0] = start.high[0] = box.high[0];
      if (start.low[1] > start.high[1]) start.low[1] = start.high[1];
      ASSERT_NO_FATAL_FAILURE(expect_time_near_the_exact_one(start, by, box, told));
    }
  EXPECT_GT(std::min(told.meets, told.misses), 5000);
}

TEST(BoxCourses, MissNoCornerThatTheyPassAtOnePointOnly) {
  for (int p = 1; p < 30; ++p)
    for (int q = p; q < 30; ++q)
      for (int i = 1; i < 30; ++i)
        for (int j = 1; j < 30; ++j) {
          const BoxCourse<2> course({{0.0, 0.0}, {0.0, 0.0}}, {1.0 * q * i, 1.0 * q * j});
          const double time = course.time_to({{1.0 * p * i, -1.0}, {1000.0, 1.0 * p * j}});
          ASSERT_LE(time * q, 1.0 * p) << p << " " << q << " " << i << " " << j;
        }
}

TEST(BoxCourses, MayBeAsLongAndAsShortAsDoublesAre) {
  Told told{};
  const double least = std::numeric_limits<double>::denorm_min();
  const std::vector<double> numbers = {0.0,    -0.0,      least,     3.0 * least, 0x1p-1022, 0x1p-1000,
                                       1.5e-9, 0x1p-1001, 0x1.8p200, 1.0,         0x1p200};
  const std::vector<double> ways = {0.0, -0.0, least, 5.0 * least, 0x1p-1000, 0x1p-999, 1.0, 0x1p200, 1e300};
  for (const double from : numbers)
    for (const double to : numbers)
      for (const double way : ways)
        for (const double sign : {1.0, -1.0}) {
          const Bounds<2> start = {{sign * from, 0.0}, {sign * from, 0.0}};
          const Bounds<2> box = {{sign * to, 0.0}, {sign * to, 0.0}};
          const Vec<2> by = {sign * way, -0.0};
          SCOPED_TRACE(std::to_string(from) + " to " + std::to_string(to) + " by " + std::to_string(way));
          const double time = BoxCourse<2>(start, by).time_to(box);
          if (std::fabs(way) >= 0x1p-1000 || way == 0.0) {
            ASSERT_NO_FATAL_FAILURE(expect_time_near_the_exact_one(start, by, box, told));
          } else {  // as if at once
            ASSERT_EQ(time, from <= to && to <= from + way ? 0.0 : kInfinity);
          }
        }
  EXPECT_GT(std::min(told.meets, told.misses), 100);
}

template <int D>
void expect_same_boxes(const BoundsTree<D>& tree, const Boxes<D>& boxes) {
  ASSERT_EQ(tree.size(), boxes.size());
  for (Item item = 0; item < 400; ++item) ASSERT_EQ(tree.contains(item), boxes.contains(item));
  for (const auto& [item, box] : boxes) ASSERT_EQ(tree.bounds(item), box);
}

template <int D>
std::size_t expect_all_that_meet(const BoundsTree<D>& tree, const Boxes<D>& boxes, const Bounds<D>& where) {
  std::multiset<Item> expected;
  for (const auto& [item, box] : boxes)
    if (meet(box, where)) expected.insert(item);
  std::multiset<Item> visited;
  tree.visit(where, [&visited](Item item, const Bounds<D>&) {
    visited.insert(item);
    return true;
  });
  EXPECT_EQ(visited, expected);
  return visited.size();
}

/// Is told just what it should be, and in order? `limit` is what visits return, `key` what is told.
template <int D, class Visit, class Key>
std::size_t expect_in_order(const Boxes<D>& boxes, double last, double limit, const Visit& visit,
                            const Key& key) {
  std::multiset<Item> visited;
  double before = 0.0;
  // What is returned later counts only if it is less.
  visit([&](Item item, double told) {
    EXPECT_EQ(told, key(boxes.at(item)));
    EXPECT_GE(told, before);
    EXPECT_LE(told, visited.empty() ? last : std::min(last, limit));
    before = told;
    visited.insert(item);
    return visited.size() == 1 ? limit : last;
  });
  std::multiset<Item> expected;
  for (const auto& [item, box] : boxes)
    if (key(box) <= std::min(last, limit)) expected.insert(item);
  // The limit holds from the first visit on.
  if (visited.size() == 1 && expected.empty()) {
    EXPECT_GT(before, limit);
    for (const auto& [item, box] : boxes) EXPECT_GE(key(box), before);
  } else {
    EXPECT_EQ(visited, expected);
  }
  return visited.size();
}

template <int D>
double distance_below(const Bounds<D>& a, const Bounds<D>& b) {
  double found = -1.0;
  BoundsTree<D> tree;
  tree.insert(0, b);
  tree.visit_near(a, kInfinity, [&found](Item, double distance) { return found = distance; });
  return found;
}

struct Counts {
  std::size_t met, along, near, pairs;
};

template <int D>
void expect_answers(const BoundsTree<D>& tree, const Boxes<D>& boxes, Random& random, Kind kind,
                    Counts& counts) {
  const Kind of_mover = kind == Kind::Endless ? Kind::Grid : kind;
  const Bounds<D> where = draw_box<D>(random, of_mover, 0.4);
  const Vec<D> by = draw_vec<D>(random, of_mover);
  counts.pairs += boxes.size();
  counts.met += expect_all_that_meet(tree, boxes, where);
  const BoxCourse<D> course(where, by);
  const auto time = [&course](const Bounds<D>& box) { return course.time_to(box); };
  const auto distance = [&where](const Bounds<D>& box) { return distance_below(where, box); };
  for (const double limit : {1.0, 0.75, 0.25}) {
    counts.along += expect_in_order<D>(
        boxes, 1.0, limit, [&](const auto& visit) { tree.visit_along(where, by, visit); }, time);
    counts.near += expect_in_order<D>(
        boxes, 4.0, 4.0 * limit, [&](const auto& visit) { tree.visit_near(where, 4.0, visit); }, distance);
  }
}

template <int D>
void change(BoundsTree<D>& tree, Boxes<D>& boxes, Random& random, Kind kind) {
  const Item item = static_cast<Item>(random.below(400));
  Bounds<D> box = draw_box<D>(random, kind, 0.4);
  if (!boxes.contains(item)) {
    tree.insert(item, box);
    boxes[item] = box;
  } else if (random.below(3) == 0) {
    tree.remove(item);
    boxes.erase(item);
  } else {
    if (random.below(2) == 0) {  // nearby
      box = boxes[item];
      for (std::size_t axis = 0; axis < D; ++axis) box.high[axis] += 0.1 * random.uniform();
    }
    tree.update(item, box);
    boxes[item] = box;
  }
}

template <int D>
void expect_answers_while_all_changes(Kind kind) {
  Counts counts{};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    BoundsTree<D> tree;
    Boxes<D> boxes;
    if (seed % 2 == 1) {
      std::vector<typename BoundsTree<D>::Leaf> leaves;
      for (Item item = 0; item < 400; item += 1 + static_cast<Item>(random.below(3))) {
        leaves.push_back({item, draw_box<D>(random, kind, 0.4)});
        boxes[item] = leaves.back().bounds;
      }
      tree.insert(7, {});  // to be replaced
      tree.build(leaves);
    }
    for (int round = 0; round < 30; ++round) {
      for (std::uint64_t i = random.below(60); i > 0; --i) change(tree, boxes, random, kind);
      ASSERT_NO_FATAL_FAILURE(expect_same_boxes(tree, boxes));
      expect_answers(tree, boxes, random, kind, counts);
      if (testing::Test::HasFailure()) return;
    }
    while (!boxes.empty()) {
      tree.remove(boxes.begin()->first);
      boxes.erase(boxes.begin());
    }
    expect_answers(tree, boxes, random, kind, counts);
    EXPECT_EQ(tree.height(), 0U);
  }
  for (const std::size_t visited : {counts.met, counts.along / 3, counts.near / 3}) {
    EXPECT_GT(visited, counts.pairs / 1000);
    EXPECT_LT(visited, counts.pairs / 10 * 9);
  }
}

TEST(BoundsTrees, AnswerInThePlaneWhileAllChanges) {
  for (const Kind kind : kKinds) expect_answers_while_all_changes<2>(kind);
}

TEST(BoundsTrees, AnswerInSpaceWhileAllChanges) {
  for (const Kind kind : kKinds) expect_answers_while_all_changes<3>(kind);
}

TEST(BoundsTrees, TellDistancesJustBelowTheExactOnes) {
  Random random(5);
  int apart = 0;
  for (const Kind kind : kKinds)
    for (int i = 0; i < 3000; ++i) {
      const double unit = random.below(4) == 0 ? 0x1p-537 : 1.0;  // squares may underflow
      Bounds<3> a = draw_box<3>(random, kind, 0.3);
      Bounds<3> b = draw_box<3>(random, kind, 0.3);
      for (Bounds<3>* box : {&a, &b}) *box = {unit * box->low, unit * box->high};
      mpq_class squared = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        mpq_class gap = 0;
        if (b.low[axis] > a.high[axis]) gap = minus(b.low[axis], a.high[axis]);
        if (a.low[axis] > b.high[axis]) gap = minus(a.low[axis], b.high[axis]);
        squared += gap * gap;
      }
      const mpq_class told = distance_below(a, b);
      ASSERT_LE(told * told, squared);
      ASSERT_GE(told * told, squared * (1 - mpq_class(0x1p-48)) - mpq_class(0x1p-998));
      apart += squared > 0 ? 1 : 0;
    }
  EXPECT_GT(apart, 3000);
}

TEST(BoundsTrees, VisitNothingBehindTheFirst) {
  BoundsTree<2> tree;
  for (Item item = 0; item < 1000; ++item) {
    const double x = std::floor(item * 0.5);
    tree.insert(item, {{x, 0.0}, {x + 0.5, 1.0}});
  }
  std::set<Item> visited;
  tree.visit_along({{-3.0, 0.0}, {-2.0, 1.0}}, {1000.0, 0.0}, [&visited](Item item, double time) {
    visited.insert(item);
    return time;
  });
  EXPECT_EQ(visited, (std::set<Item>{0, 1}));
  tree.visit_near({{30.75, 0.0}, {30.75, 0.0}}, kInfinity, [&visited](Item item, double distance) {
    visited.insert(item);
    return distance;
  });
  EXPECT_EQ(visited, (std::set<Item>{0, 1, 60, 61, 62, 63}));
}

template <int D>
void expect_height_within(const BoundsTree<D>& tree, double factor) {
  const double least = std::log2(tree.size());
  EXPECT_GE(static_cast<double>(tree.height()), least);
  EXPECT_LE(static_cast<double>(tree.height()), factor * least);
}

TEST(BoundsTrees, StayLowWhateverTheOrder) {
  const Item n = 20000;
  const auto box = [](double x) { return Bounds<2>{{x, 0.0}, {x + 1.0, 1.0}}; };
  BoundsTree<2> sorted;
  for (Item item = 0; item < n; ++item) sorted.insert(item, box(item));
  expect_height_within(sorted, 3.0);
  for (Item item = 1; item + 1 < n; ++item) sorted.remove(item);
  EXPECT_EQ(sorted.height(), 1U);

  BoundsTree<2> same;
  for (Item item = 0; item < n; ++item) same.insert(item, box(0.0));
  expect_height_within(same, 9.0);

  BoundsTree<2> moved;
  for (Item item = 0; item < n; ++item) moved.insert(item, box(item % 100));
  for (Item item = 0; item < n; ++item) moved.update(item, box(1e6 + item));
  expect_height_within(moved, 3.0);

  BoundsTree<2> with_two_large;
  for (Item item = 0; item < 2; ++item)
    with_two_large.insert(n + item, {{-9.0 - item, 0.0}, {9.0 + item, 9.0}});
  for (Item item = 0; item < n; ++item) with_two_large.insert(item, box(0.0));
  expect_height_within(with_two_large, 9.0);

  std::vector<BoundsTree<3>::Leaf> halved;  // the largest always far from all others
  for (Item item = 0; item < 900; ++item) {
    const Vec<3> place = {std::ldexp(1.0, 1000 - static_cast<int>(item)), 0.0, 0.0};
    halved.push_back({item, {place, place}});
  }
  BoundsTree<3> built;
  built.build(halved);
  expect_height_within(built, 9.0);
}

}  // namespace
}  // namespace firsthit
