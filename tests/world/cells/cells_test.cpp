#include "world/cells/cells.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

// Whom cells offer, beside everybody. That worlds with cells run like others is tested in same_bits_test and
// in tests/reference.

namespace firsthit {
namespace {

/// Balls on random places, that never meet: each flies as if it were alone.
template <int D>
struct Flock {
  BodyTable<D> table;
  Space<D> space;
  std::vector<Record<D>> records;
  FreeFlight<D> flight;

  /// The first so many are several times as large.
  Flock(Random& random, std::size_t count, std::size_t large_balls, double speed) {
    Period<D> period;
    for (std::size_t axis = 0; axis < D; ++axis) {
      space.sides[axis] = axis == 1 ? Side::Wall : Side::Periodic;
      space.min[axis] = random.uniform(-50.0, 50.0);
      space.max[axis] = space.min[axis] + random.uniform(14.0, 16.0);
      period.min[axis] = space.min[axis];
      if (axis != 1) period.length[axis] = space.max[axis] - space.min[axis];
    }
    for (std::size_t i = 0; i < count; ++i) {
      Vec<D> place;
      Vec<D> velocity;
      for (std::size_t axis = 0; axis < D; ++axis) {
        place[axis] = random.uniform(space.min[axis], space.max[axis]);
        // Along the walls: nobody answers impacts here.
        velocity[axis] = axis == 1 ? 0.0 : random.uniform(-speed, speed);
      }
      table.add(
          ball<D>(place, velocity, i < large_balls ? random.uniform(1.1, 1.8) : random.uniform(0.3, 0.5)));
      records.push_back({place, velocity, Instant{}});
    }
    flight = FreeFlight<D>(Vec<D>{}, period, Timebase(0x1p-4));
    flight.start(table.dynamic);
  }

  /// Is anybody among `candidates` who touches `body` at `time`, through every image?
  void expect_all_who_touch(Id body, const std::set<std::pair<Id, Image<D>>>& candidates, const Instant& time,
                            std::uint64_t& touching) const {
    for (Id other = 0; other < records.size(); ++other) {
      if (other == body) continue;
      const Place<D> a = flight.place_at(body, records[body], time);
      const Place<D> b = flight.place_at(other, records[other], time);
      Image<D> image{};
      double squared = 0.0;
      for (std::size_t axis = 0; axis < D; ++axis) {
        double way = b.position[axis] - a.position[axis];
        const double box = flight.period().length[axis];
        const auto boxes = box > 0.0 ? static_cast<std::int32_t>(std::lround(way / box)) : 0;
        way -= boxes * box;
        squared += way * way;
        image[axis] = static_cast<std::int32_t>(a.wraps[axis] - b.wraps[axis]) - boxes;
      }
      const double distance = std::sqrt(squared);
      if (distance > table.radius[body] + table.radius[other]) continue;
      // Nobody bounces here; elsewhere only those get so deep inside of a large ball who are there at the
      // start.
      const double larger = std::max(table.radius[body], table.radius[other]);
      if (larger > 0.5 && distance < larger && !(time == Instant{})) continue;
      ++touching;
      EXPECT_TRUE(candidates.contains({other, image})) << "ball " << body << " and " << other;
    }
  }
};

/// Each of them once, without the body itself.
template <int D>
std::set<std::pair<Id, Image<D>>> others(const Flock<D>& flock, Id body, const Candidates<D>& candidates,
                                         const Instant& now) {
  std::set<std::pair<Id, Image<D>>> all;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    auto [partner, image] = candidates[i];
    EXPECT_EQ(i < candidates.moving, partner < kFirstSide);
    if (partner == body) continue;
    if (candidates.are_nearest && i < candidates.moving)
      image = flock.flight.nearest_image(body, flock.records[body], partner, flock.records[partner], now);
    EXPECT_TRUE(all.insert({partner, image}).second);
  }
  for (std::size_t i = candidates.moving; i < candidates.moving + Candidates<D>::kRoom; ++i)
    EXPECT_EQ(candidates.partner[i], body);
  return all;
}

/// Carries out the first so many overlap_pairs from cell to cell, and looks around after each: those in sight
/// were there before, or are newcomers.
template <int D>
void fly(std::uint64_t seed, std::size_t large_balls, double speed, int overlap_pairs) {
  SCOPED_TRACE(testing::Message() << "D " << D << ", seed " << seed);
  Random random(seed);
  Flock<D> flock(random, 80, large_balls, speed);
  const auto layout = layout_of_cells(flock.table, flock.space);
  ASSERT_TRUE(layout);
  Cells<D> cells(flock.table, flock.flight, flock.space, *layout);
  cells.start(flock.records, Instant{});
  std::uint64_t touching = 0;
  std::uint64_t arrived = 0;
  for (Id body = 0; body < flock.records.size(); ++body)
    flock.expect_all_who_touch(body, others(flock, body, cells.candidates(body), Instant{}), Instant{},
                               touching);
  Instant now;
  for (int i = 0; i < overlap_pairs; ++i) {
    const auto expiry = [&](Id body) { return cells.expiry(flock.records, body, now); };
    Id next = 0;
    for (Id body = 1; body < flock.records.size(); ++body)
      if (expiry(body) < expiry(next)) next = body;
    ASSERT_LE(now, expiry(next));
    now = expiry(next);
    const auto before = others(flock, next, cells.candidates(next), now);
    cells.refresh(flock.records, next, now);
    const auto newcomers = others(flock, next, cells.newcomers(next), now);
    const auto after = others(flock, next, cells.candidates(next), now);
    for (const auto& one : after) ASSERT_TRUE(before.contains(one) || newcomers.contains(one));
    for (const auto& one : newcomers) ASSERT_TRUE(after.contains(one));
    arrived += newcomers.size();
    flock.expect_all_who_touch(next, after, now, touching);
  }
  EXPECT_GT(touching, 100U);
  EXPECT_GT(arrived, 1000U);
}

TEST(Cells, OfferAllWhoTouchWhereverTheyHaveFlown) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    fly<2>(seed, 0, 1.0, 3000);
    fly<3>(seed, 0, 1.0, 3000);
  }
  fly<2>(9, 0, 1.0, 200000);  // thousands of boxes away from their records
  fly<3>(9, 0, 1.0, 200000);
}

TEST(Cells, OfferLargeBallsToAllWhoTouchThemAndTheOtherWayRound) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    fly<2>(seed, 1, 1.0, 5000);
    fly<3>(seed, 1, 1.0, 5000);
    fly<2>(seed, 2, 1.0, 5000);
    fly<3>(seed, 4, 1.0, 5000);
  }
  fly<2>(9, 2, 1.0, 100000);
  fly<3>(9, 4, 1.0, 100000);
}

/// Everybody keeps changing its course, and its cell, where these overlap. Who looks around then, or from
/// outside, finds all who are there.
template <int D>
void turn(std::uint64_t seed, std::size_t large_balls, int turns) {
  SCOPED_TRACE(testing::Message() << "D " << D << ", seed " << seed);
  Random random(seed);
  Flock<D> flock(random, 80, large_balls, 1.0);
  const auto layout = layout_of_cells(flock.table, flock.space);
  ASSERT_TRUE(layout);
  for (std::size_t axis = 0; axis < D; ++axis) ASSERT_GT(layout->overhang[axis], 0.05 * layout->width[axis]);
  Cells<D> cells(flock.table, flock.flight, flock.space, *layout);
  cells.start(flock.records, Instant{});
  const auto expiry = [&](Id body, const Instant& now) { return cells.expiry(flock.records, body, now); };
  const auto offered = [&](Id body, const Instant& now) {
    return others(flock, body, cells.candidates(body), now);
  };
  Instant now;
  std::uint64_t touching = 0;
  std::uint64_t seen = 0;
  std::uint64_t changed = 0;
  for (int i = 0; i < turns; ++i) {
    const Instant coming = flock.flight.timebase().after(now, random.uniform(0.0, 0.2));
    for (Id next = 0;; next = 0) {
      for (Id body = 1; body < flock.records.size(); ++body)
        if (expiry(body, now) < expiry(next, now)) next = body;
      if (coming < expiry(next, now)) break;
      now = later(now, expiry(next, now));
      cells.refresh(flock.records, next, now);
    }
    now = coming;
    const auto who = static_cast<Id>(random.below(flock.records.size()));
    const auto before = offered(who, now);
    Record<D>& record = flock.records[who];
    record = {flock.flight.place_at(who, record, now).position, record.velocity, now};
    for (std::size_t axis = 0; axis < D; ++axis)
      record.velocity[axis] = axis == 1 ? 0.0 : random.uniform(-1.0, 1.0);
    cells.course_changed(flock.records, who);
    const auto after = offered(who, now);
    changed += before.size() != after.size() ? 1U : 0U;
    flock.expect_all_who_touch(who, after, now, touching);
    ASSERT_LE(now, expiry(who, now));

    Vec<D> centre;
    for (std::size_t axis = 0; axis < D; ++axis)
      centre[axis] = random.uniform(flock.space.min[axis], flock.space.max[axis]);
    const double reach = random.uniform(0.0, 3.0);
    std::set<Id> found;
    cells.visit(centre, reach, [&](Id id, const Image<D>&) { found.insert(id); });
    for (Id id = 0; id < flock.records.size(); ++id) {
      Vec<D> way = flock.flight.place_at(id, flock.records[id], now).position - centre;
      for (std::size_t axis = 0; axis < D; ++axis)
        way[axis] -=
            flock.flight.period().length[axis] * std::nearbyint(way[axis] * flock.flight.per_box()[axis]);
      if (length(way) > reach + flock.table.radius[id]) continue;
      ++seen;
      EXPECT_TRUE(found.contains(id)) << "ball " << id;
    }
  }
  EXPECT_GT(touching, 100U);
  EXPECT_GT(seen, 1000U);
  EXPECT_GT(changed, 100U);
}

TEST(Cells, OfferAllWhoTouchThoseWhoHaveTurnedAndTellAllWhoAreThere) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    turn<2>(seed, 0, 3000);
    turn<3>(seed, 0, 3000);
    turn<2>(seed, 2, 3000);
    turn<3>(seed, 3, 3000);
  }
}

TEST(Cells, AreNoMoreThanTheirPiecesHaveNumbers) {
  BodyTable<3> table;
  for (int i = 0; i < 20000; ++i) table.add(ball<3>({}, {}, 0.5));
  table.close();
  // A slab five cells thick; cells are as wide in it as would do for a cube.
  const auto layout = [&](double cells_along) {
    const double width = 5.2 * cells_along * cells_along / 20000.0;
    Space<3> space = box<3>(Side::Periodic, 5.2).space;
    space.max[1] = space.max[2] = cells_along * width;
    return layout_of_cells(table, space);
  };
  const auto fits = layout(3500.0);
  ASSERT_TRUE(fits);
  EXPECT_EQ(fits->count, (std::array<std::int32_t, 3>{5, 3500, 3500}));
  EXPECT_FALSE(layout(3700.0)) << "68 million cells";
}

TEST(Cells, AreForLikeBallsInABoxWithoutObstacles) {
  const auto layout = [](const std::vector<Body<2>>& bodies, const Space<2>& space) {
    BodyTable<2> table;
    for (const Body<2>& body : bodies) table.add(body);
    return layout_of_cells(table, space);
  };
  const Space<2> walls = box<2>(Side::Wall, 10.0).space;
  const Space<2> repeats = box<2>(Side::Periodic, 10.0).space;
  EXPECT_TRUE(layout({ball<2>({1.0, 1.0}, {}, 0.5), ball<2>({4.0, 4.0}, {}, 0.9)}, walls));
  EXPECT_TRUE(layout({ball<2>({1.0, 1.0}, {}, 0.5)}, repeats));
  const std::vector<Body<2>> mixture{ball<2>({1.0, 1.0}, {}, 0.5), ball<2>({4.0, 4.0}, {}, 0.5),
                                     ball<2>({7.0, 7.0}, {}, 1.1)};
  ASSERT_TRUE(layout(mixture, walls));
  EXPECT_EQ(layout(mixture, walls)->largest, 0.5);
  EXPECT_FALSE(layout(
      {ball<2>({1.0, 1.0}, {}, 0.5), ball<2>({2.0, 4.0}, {}, 0.5), ball<2>({5.0, 5.0}, {}, 4.0)}, repeats))
      << "one might touch two images of the largest";
  int limited = 0;
  for (double radius = 1.1; radius < 8.0; radius += 0.05) {
    std::vector<Body<2>> thin{ball<2>({10.0, 10.0}, {}, radius)};
    for (int i = 0; i < 60; ++i) thin.push_back(ball<2>({1.0, 1.0}, {}, 0.5));
    const auto found = layout(thin, box<2>(Side::Periodic, 20.0).space);
    if (!found) continue;
    const double cells = 1.25 * found->width[0];  // of which each can be as near as it was far
    EXPECT_LE(radius + 0.5 + cells + 2.0 * found->overhang[0], 10.0)
        << "one image is the nearest: " << radius;
    limited += found->overhang[0] < 0.49 * (found->width[0] - 1.0) ? 1 : 0;
  }
  EXPECT_GT(limited, 3);
  EXPECT_FALSE(layout({ball<2>({1.0, 1.0}, {}, 2.0)}, repeats)) << "two cells a side";
  EXPECT_FALSE(layout({ball<2>({1.0, 1.0}, {}, 0.5)}, open_space<2>().space));
  EXPECT_FALSE(layout({ball<2>({1.0, 1.0}, {}, 0.0)}, walls)) << "a point";
  EXPECT_FALSE(layout({ball<2>({1.0, 1.0}, {}, 0.5), fixed<2>(Ball{0.5}, {5.0, 5.0})}, walls));
}

}  // namespace
}  // namespace firsthit
