#include <firsthit/error.hpp>
#include <firsthit/outlines.hpp>

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "query/deforming/outline_search.hpp"
#include "support/long_form.hpp"
#include "support/outline_load.hpp"

#include <firsthit/features.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// Outlines that deform: cases that are known, the same answer as from all pairs, and that no vertex gets
// through a chain.

namespace firsthit {
namespace {

using Places = std::vector<Vec2>;

Places moved(Places places, const Vec2& by) {
  for (Vec2& p : places) p = p + by;
  return places;
}

OwnedOutline flying(const Places& places, const Vec2& by) { return {places, moved(places, by)}; }
OwnedOutline resting(const Places& places) { return {places, places}; }

const Places kSquare = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

void expect_feature(const Feature& found, Feature::Kind kind, int index) {
  EXPECT_EQ(found.kind, kind);
  EXPECT_EQ(found.index, index);
}

TEST(Outlines, ACornerFliesIntoASide) {
  const Places dart = {{3, 0.5}, {5, 0}, {4, 0.5}, {5, 1}};
  const Encounter<2> hit = first_hit(resting(kSquare), flying(dart, {-4, 0}));
  EXPECT_EQ(hit.outcome, Outcome::Impact);
  EXPECT_EQ(hit.delay, 0.5);
  EXPECT_EQ(hit.delay_upper, 0.5);
  EXPECT_EQ(hit.first_touch, 0.5);
  EXPECT_EQ(hit.point_a, (Vec2{1, 0.5}));
  EXPECT_EQ(hit.point_b, (Vec2{1, 0.5}));
  EXPECT_EQ(hit.normal, (Vec2{1, 0}));
  expect_feature(hit.feature_a, Feature::Kind::Edge, 1);
  expect_feature(hit.feature_b, Feature::Kind::Vertex, 0);
}

TEST(Outlines, ASideBendsOutToACorner) {
  const Places start = {{0, 0}, {1, 0}, {1, 0.5}, {1, 1}, {0, 1}};
  Places end = start;
  end[2] = {3, 0.5};
  const Places wall = {{2, -4}, {3, -4}, {3, 4}, {2, 4}};
  const Encounter<2> hit = first_hit(OwnedOutline{start, end}, resting(wall));
  EXPECT_EQ(hit.outcome, Outcome::Impact);
  EXPECT_EQ(hit.delay, 0.5);
  expect_feature(hit.feature_a, Feature::Kind::Vertex, 2);
  expect_feature(hit.feature_b, Feature::Kind::Edge, 3);
}

TEST(Outlines, WhatPassesByOrStaysInsideMisses) {
  const Encounter<2> by = first_hit(resting(kSquare), flying(moved(kSquare, {3, 2}), {-6, 0}));
  EXPECT_EQ(by.outcome, Outcome::Miss);
  EXPECT_EQ(by.delay, 1.0);
  EXPECT_EQ(by.normal, (Vec2{0, 0}));
  const Places around = {{-5, -5}, {5, -5}, {5, 5}, {-5, 5}};
  EXPECT_EQ(first_hit(resting(around), flying(kSquare, {2, 2})).outcome, Outcome::Miss);
}

TEST(Outlines, ASideThatComesToASideAndStopsThereImpactsAndOneThatRestsOnItGrazes) {
  const Encounter<2> stops = first_hit(resting(kSquare), flying(moved(kSquare, {0.5, 3}), {0, -2}));
  EXPECT_EQ(stops.outcome, Outcome::Impact);
  EXPECT_EQ(stops.delay, 1.0);
  const Encounter<2> rests = first_hit(resting(kSquare), resting(moved(kSquare, {0.5, 1})));
  EXPECT_EQ(rests.outcome, Outcome::Graze);
  EXPECT_EQ(rests.first_touch, 0.0);
  EXPECT_EQ(rests.delay, 1.0);
}

TEST(Outlines, ThatCrossAtTheStartTouchThenAndMayImpactLater) {
  const Places upright = {{1, -2}, {2, -2}, {2, 2}, {1, 2}};
  const Places across = {{0, -1}, {3, -1}, {3, 1}, {0, 1}};
  const Encounter<2> graze = first_hit(resting(upright), resting(across));
  EXPECT_EQ(graze.outcome, Outcome::Graze);
  EXPECT_EQ(graze.first_touch, 0.0);
  expect_feature(graze.feature_a, Feature::Kind::Edge, 3);
  expect_feature(graze.feature_b, Feature::Kind::Edge, 0);
  EXPECT_EQ(graze.point_a, (Vec2{1, -1}));
  EXPECT_EQ(graze.point_b, (Vec2{1, -1}));
  const Encounter<2> impact = first_hit(resting(upright), flying(across, {4, 0}));
  EXPECT_EQ(impact.outcome, Outcome::Impact);
  EXPECT_EQ(impact.first_touch, 0.0);
  EXPECT_EQ(impact.delay, 0.25);
}

TEST(Outlines, AVertexThatPassesATipInLineWithBothItsEdgesIsNotMissed) {
  // From below the chain to above it, at 1/2, while it has the same sign to the lines of both edges.
  const OwnedOutline point = {{{0, 0}}, {{0, 0}}};
  const OwnedOutline chain = {{{-1, 1}, {-1, 0}, {1, 1}, {0, 9}}, {{-1, -1}, {1, 0}, {1, -1}, {0, 9}}};
  for (std::size_t edge = 0; edge < 2; ++edge) {
    const std::array<Vec2, 2> from = {chain.start[edge], chain.start[edge + 1]};
    const std::array<Vec2, 2> to = {chain.end[edge], chain.end[edge + 1]};
    const Deformation<PointSegment> pair = {{{0, 0}, from}, {{0, 0}, to}};
    EXPECT_EQ(first_hit(pair).outcome, Outcome::Graze);
  }
  const Encounter<2> hit = first_hit(point, chain);
  EXPECT_EQ(hit.outcome, Outcome::Impact);
  EXPECT_EQ(hit.delay, 0.5);
  // Where both edges bend the same way, it only slides over the tip.
  const OwnedOutline other = {{{-1, 1}, {-1, 0}, {1, -1}, {0, 9}}, {{-1, -1}, {1, 0}, {1, 1}, {0, 9}}};
  EXPECT_EQ(first_hit(point, other).outcome, Outcome::Graze);
}

OutlineMeeting all_pairs(const DeformingOutline& a, const DeformingOutline& b) {
  OutlineMeeting r(a, b);
  for (std::size_t i = 0; i < a.start.size(); ++i)
    for (std::size_t j = 0; j < b.start.size(); ++j) {
      r.look_at_start({i, j});
      r.look_at({true, i, j});
      r.look_at({false, j, i});
    }
  return r;
}

void expect_equal(const Encounter<2>& found, const Encounter<2>& expected, std::uint64_t seed) {
  ASSERT_EQ(found.outcome, expected.outcome) << seed;
  ASSERT_EQ(found.delay, expected.delay) << seed;
  ASSERT_EQ(found.delay_upper, expected.delay_upper) << seed;
  ASSERT_EQ(found.first_touch, expected.first_touch) << seed;
  ASSERT_EQ(found.normal, expected.normal) << seed;
  ASSERT_EQ(found.point_a, expected.point_a) << seed;
  ASSERT_EQ(found.point_b, expected.point_b) << seed;
  ASSERT_EQ(found.feature_a.kind, expected.feature_a.kind) << seed;
  ASSERT_EQ(found.feature_a.index, expected.feature_a.index) << seed;
  ASSERT_EQ(found.feature_b.kind, expected.feature_b.kind) << seed;
  ASSERT_EQ(found.feature_b.index, expected.feature_b.index) << seed;
}

/// The earliest of all pairs by the public queries of features.
FeatureEncounter earliest_of_features(const DeformingOutline& a, const DeformingOutline& b) {
  FeatureEncounter r;
  const auto look_at = [&r](const DeformingOutline& points, const DeformingOutline& edges) {
    for (std::size_t i = 0; i < points.start.size(); ++i)
      for (std::size_t j = 0; j < edges.start.size(); ++j) {
        const std::size_t to = (j + 1) % edges.start.size();
        const FeatureEncounter found =
            first_hit(Deformation<PointSegment>{{points.start[i], {edges.start[j], edges.start[to]}},
                                                {points.end[i], {edges.end[j], edges.end[to]}}});
        r.delay = std::min(r.delay, found.delay);
        r.delay_upper = std::min(r.delay_upper, found.delay_upper);
        r.first_touch = std::min(r.first_touch, found.first_touch);
        r.outcome = std::max(r.outcome, found.outcome);
      }
  };
  look_at(a, b);
  look_at(b, a);
  return r;
}

TEST(Outlines, GiveTheAnswerOfAllPairsOnGridsOfSmallNumbers) {
  std::array<int, 3> outcomes{};
  int crossings = 0;
  int in_line = 0;
  const std::uint64_t count = long_form() ? 300000 : 10000;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    GridOutlines source(seed);
    const OwnedOutline a = source.next(source.size(7));
    const OwnedOutline b = source.next(source.size(7));
    const Encounter<2> hit = first_hit(a, b);
    expect_equal(hit, all_pairs(a, b).encounter(), seed);
    const FeatureEncounter features = earliest_of_features(a, b);
    if (hit.delay < features.delay || hit.outcome > features.outcome) {
      ++in_line;
    } else {
      ASSERT_EQ(hit.delay, features.delay) << seed;
      ASSERT_EQ(hit.delay_upper, features.delay_upper) << seed;
    }
    if (hit.first_touch < features.first_touch) {
      ++crossings;
      ASSERT_EQ(hit.first_touch, 0.0) << seed;
    } else {
      ASSERT_EQ(hit.first_touch, features.first_touch) << seed;
    }
    ++outcomes[static_cast<std::size_t>(hit.outcome)];
  }
  for (const int n : outcomes) EXPECT_GT(n, static_cast<int>(count / 100));
  EXPECT_GT(crossings, static_cast<int>(count / 100));
  EXPECT_GT(in_line, 0);
}

TEST(Outlines, GiveTheAnswerOfAllPairsWhateverTheirNumbersOfVertices) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    OutlineLoad source(seed);
    const OwnedOutline a = source.outline(1 + seed % 33, {0, 0}, {0.5, 0});
    const OwnedOutline b = source.outline(1 + seed % 17, {2, 0.25}, {-1, -0.5});
    expect_equal(first_hit(a, b), all_pairs(a, b).encounter(), seed);
  }
}

TEST(Outlines, GiveTheAnswerOfAllPairsAfterATenthOfTheTests) {
  int impacts = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<OwnedOutline> pair = OutlineLoad(seed).pair(200);
    const OutlineMeeting by_index = meeting(pair[0], pair[1]);
    const OutlineMeeting by_all = all_pairs(pair[0], pair[1]);
    expect_equal(by_index.encounter(), by_all.encounter(), seed);
    expect_equal(first_hit(pair[0], pair[1]), by_all.encounter(), seed);
    EXPECT_EQ(by_all.count(), 2U * 200U * 200U);
    EXPECT_LT(by_index.count(), by_all.count() / 10) << seed;
    if (by_all.encounter()) ++impacts;
  }
  EXPECT_GT(impacts, 10);
  EXPECT_LT(impacts, 20);
}

/// How often a chain winds around a point, if that is not on it. Whole numbers.
struct Winding {
  int turns = 0;
  bool on_chain = false;
};

Winding winding(const Places& chain, const Vec2& point) {
  Winding r;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const Vec2 from = chain[i] - point;
    const Vec2 to = chain[(i + 1) % chain.size()] - point;
    const double area = cross(from, to);
    if (area == 0.0 && dot(from, to) <= 0.0) r.on_chain = true;
    if ((from[1] <= 0.0) != (to[1] <= 0.0) && area != 0.0 && (area > 0.0) == (to[1] > 0.0))
      r.turns += to[1] > 0.0 ? 1 : -1;
  }
  return r;
}

/// Does a point stay on the line of an edge for ever, and touch it?
bool rides(const OwnedOutline& point, const OwnedOutline& chain) {
  for (std::size_t i = 0; i < chain.start.size(); ++i) {
    const std::size_t to = (i + 1) % chain.start.size();
    const auto area = [&](double t) {
      const Vec2 p = (1.0 - t) * point.start[0] + t * point.end[0];
      return cross((1.0 - t) * chain.start[i] + t * chain.end[i] - p,
                   (1.0 - t) * chain.start[to] + t * chain.end[to] - p);
    };
    const Deformation<PointSegment> pair = {{point.start[0], {chain.start[i], chain.start[to]}},
                                            {point.end[0], {chain.end[i], chain.end[to]}}};
    if (area(0.0) == 0.0 && area(0.5) == 0.0 && area(1.0) == 0.0 && first_touch(pair)) return true;
  }
  return false;
}

TEST(Outlines, NoVertexGetsThroughAChainWithoutAnImpact) {
  int through = 0;
  int rode = 0;
  int in_line = 0;
  const std::uint64_t count = long_form() ? 2000000 : 60000;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    GridOutlines source(seed);
    const bool grid = seed % 2 == 0;
    const OwnedOutline chain = grid ? source.next(2 + source.size(4)) : source.tip();
    const OwnedOutline point = grid ? source.next(1) : resting({{0, 0}});
    const Winding before = winding(chain.start, point.start[0]);
    const Winding after = winding(chain.end, point.end[0]);
    if (before.on_chain || after.on_chain) continue;
    const bool impact = first_hit(point, chain).outcome == Outcome::Impact;
    const bool only_in_line = impact && earliest_of_features(point, chain).outcome != Outcome::Impact;
    if (before.turns == after.turns) {
      // On an edge's line for ever it has no side.
      ASSERT_FALSE(only_in_line && !rides(point, chain)) << seed;
      continue;
    }
    ASSERT_TRUE(impact) << seed;
    ++through;
    if (only_in_line) ++in_line;
    if (only_in_line && rides(point, chain)) ++rode;
  }
  EXPECT_GT(through, static_cast<int>(count / 20));
  EXPECT_GT(in_line, static_cast<int>(count / 200));
  EXPECT_GT(rode, static_cast<int>(count / 10000));
}

TEST(OutlineLaws, SwappingOrRenumberingOrReversingThemChangesNothingElse) {
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    GridOutlines source(seed);
    const OwnedOutline a = source.next(3 + source.size(4));
    OwnedOutline b = source.next(3 + source.size(4));
    const Encounter<2> hit = first_hit(a, b);
    Encounter<2> swapped = first_hit(b, a);
    std::swap(swapped.point_a, swapped.point_b);
    std::swap(swapped.feature_a, swapped.feature_b);
    swapped.normal = -swapped.normal;
    expect_equal(swapped, hit, seed);
    std::rotate(b.start.begin(), b.start.begin() + 2, b.start.end());
    std::rotate(b.end.begin(), b.end.begin() + 2, b.end.end());
    std::reverse(b.start.begin(), b.start.end());
    std::reverse(b.end.begin(), b.end.end());
    const Encounter<2> renumbered = first_hit(a, b);
    ASSERT_EQ(renumbered.outcome, hit.outcome) << seed;
    ASSERT_EQ(renumbered.delay, hit.delay) << seed;
    ASSERT_EQ(renumbered.delay_upper, hit.delay_upper) << seed;
    ASSERT_EQ(renumbered.first_touch, hit.first_touch) << seed;
  }
}

TEST(OutlineLaws, AMirrorAndAUnitChangeNoTime) {
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    GridOutlines source(seed);
    OwnedOutline a = source.next(3 + source.size(4));
    OwnedOutline b = source.next(3 + source.size(4));
    const Encounter<2> hit = first_hit(a, b);
    for (Places* places : {&a.start, &a.end, &b.start, &b.end})
      for (Vec2& p : *places) p = {-0x1p90 * p[1], 0x1p90 * p[0]};
    const Encounter<2> changed = first_hit(a, b);
    ASSERT_EQ(changed.outcome, hit.outcome) << seed;
    ASSERT_EQ(changed.delay, hit.delay) << seed;
    ASSERT_EQ(changed.delay_upper, hit.delay_upper) << seed;
    ASSERT_EQ(changed.first_touch, hit.first_touch) << seed;
  }
}

TEST(OutlineLaws, NumbersOfAnySizeGiveNumbers) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    GridOutlines source(seed);
    OwnedOutline a = source.next(source.size(5));
    OwnedOutline b = source.next(source.size(5));
    Random random(seed, 1);
    for (Places* places : {&a.start, &a.end, &b.start, &b.end})
      for (Vec2& p : *places)
        for (std::size_t axis = 0; axis < 2; ++axis)
          p[axis] =
              std::ldexp(p[axis], random.below(2) == 0 ? 1021 : static_cast<int>(random.below(2095)) - 1074);
    const Encounter<2> hit = first_hit(a, b);
    expect_equal(hit, all_pairs(a, b).encounter(), seed);
    for (const double x : {hit.delay, hit.delay_upper, hit.first_touch})
      ASSERT_TRUE(x >= 0.0 && x <= 1.0) << seed;
    ASSERT_TRUE(is_finite(hit.point_a) && is_finite(hit.point_b) && is_finite(hit.normal)) << seed;
  }
}

TEST(OutlineLaws, WhatIsNotAnOutlineIsRefusedByName) {
  const auto message = [](const OwnedOutline& a, const OwnedOutline& b) -> std::string {
    try {
      first_hit(a, b);
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  const OwnedOutline good = resting(kSquare);
  EXPECT_EQ(message({{}, {}}, good), "first_hit: a.start: expected a vertex, found none");
  EXPECT_EQ(message(good, {kSquare, {{0, 0}}}),
            "first_hit: b.end: expected as many vertices as at the start, 4, found 1");
  OwnedOutline bad = good;
  bad.end[2][1] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(message(bad, good), "first_hit: a.end[2][1]: expected a finite number, found inf");
}

}  // namespace
}  // namespace firsthit
