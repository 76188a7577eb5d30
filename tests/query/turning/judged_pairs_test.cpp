#include "oracle/turning/judge.hpp"
#include "oracle/turning/random_pairs.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

// The short form of `turning_oracle`: random pairs of which one spins, judged by arithmetic of its own.

namespace firsthit::turning_judge {
namespace {

/// Of all pairs, one in so many may remain Unresolved; one in so many the judge may not tell; and of one in
/// so many the places or a gap from the start may be off (the aim is none).
constexpr std::uint64_t kUnresolved = 100;
constexpr std::uint64_t kUndecided = 500;
template <int D>
constexpr std::uint64_t kOff = D == 2 ? 5000 : 2000;

/// `draw`: tells the pair of a seed.
template <int D>
void judge_pairs(std::uint64_t first, std::uint64_t count, Asked<D> (*draw)(std::uint64_t)) {
  if (long_form()) count *= 20;
  std::array<std::uint64_t, 5> outcomes{};
  std::uint64_t undecided = 0;
  std::uint64_t missed = 0;
  std::uint64_t off = 0;
  std::string wrong;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Asked<D> asked = draw(seed);
    const Encounter<D> answer = first_hit(asked.a, asked.b, asked.query);
    const Verdict verdict = judge(asked, answer);
    ++outcomes[static_cast<std::size_t>(answer.outcome)];
    if (verdict.undecided > 0) ++undecided;
    if (verdict.missed) ++missed;
    if (!verdict.objection.empty()) ++off;
    EXPECT_FALSE(verdict.false_alarm) << "seed " << seed << ": " << verdict.objection << "\n" << text(asked);
    if (wrong.size() < 10000 && !verdict.objection.empty())
      wrong += "seed " + std::to_string(seed) + ": " + verdict.objection + "\n" + text(asked) + "\n-> " +
               text(answer) + "\n";
  }
  EXPECT_EQ(missed, 0U) << wrong;
  EXPECT_LE(off, count / kOff<D>) << wrong;
  EXPECT_LE(undecided, count / kUndecided);
  EXPECT_LE(outcomes[4], count / kUnresolved);
  EXPECT_GT(outcomes[0], count / 8) << "misses";
  EXPECT_GT(outcomes[1], count / 40) << "grazes";
  EXPECT_GT(outcomes[2], count / 8) << "impacts";
  EXPECT_GT(outcomes[3], count / 100) << "overlaps";
}

TEST(JudgedPairs, OfThePlaneAreAnsweredRight) { judge_pairs<2>(0, 25000, spinning_pair<2>); }
TEST(JudgedPairs, OfThePlaneAreAnsweredRightOnceMore) { judge_pairs<2>(10000000, 25000, spinning_pair<2>); }
TEST(JudgedPairs, OfThePlaneAreAnsweredRightForOtherSeeds) {
  judge_pairs<2>(20000000, 25000, spinning_pair<2>);
}
TEST(JudgedPairs, OfThePlaneAreAnsweredRightForMoreSeeds) {
  judge_pairs<2>(30000000, 25000, spinning_pair<2>);
}
TEST(JudgedPairs, OfSpaceAreAnsweredRight) { judge_pairs<3>(0, 4000, spinning_pair<3>); }
TEST(JudgedPairs, OfArcsAreAnsweredRight) {
  judge_pairs<2>(0, 10000, [](std::uint64_t seed) { return drawn_arc_pair(seed).asked; });
}
/// Symmetric tops, which the judge knows in closed form, and half of which first_hit follows step by step.
TEST(JudgedPairs, OfWhatTumblesAreAnsweredRight) {
  judge_pairs<3>(0, 2000, [](std::uint64_t seed) { return drawn_tumbling_pair(seed).asked; });
}

/// Expects that the judge has nothing to say, and tells what was answered.
template <int D>
Outcome judged_right(const Asked<D>& asked) {
  const Encounter<D> answer = first_hit(asked.a, asked.b, asked.query);
  EXPECT_EQ(judge(asked, answer).objection, "") << text(asked) << "\n-> " << text(answer);
  return answer.outcome;
}

/// Two that overlap by seven errors at the start and come to be 38 deep, and part, all within a time in which
/// those that are deep in each other need not be looked at.
TEST(JudgedPairs, WhatHardlyOverlapsAtTheStartGetsNoDeeperUnseen) {
  EXPECT_EQ(judged_right(drawn_arc_pair(13764).asked), Outcome::Overlap);
}

/// A point that hardly overlaps an arc which turns about its own centre: nothing changes until the opening
/// passes, and then an end comes.
TEST(JudgedPairs, WhatIsLetGoByAnOpeningIsMetByTheArcsEnd) {
  EXPECT_EQ(judged_right(drawn_arc_pair(20080816).asked), Outcome::Impact);
}

/// Segments that go into what has an inside, where a facet of the differences has no direction just then; and
/// two points in the plane that hardly miss each other, and have none.
TEST(JudgedPairs, WhatHasNoDirectionForAMomentIsNotLost) {
  for (const std::uint64_t seed : {20049481U, 40041095U, 40088859U}) judged_right(spinning_pair<3>(seed));
  for (const std::uint64_t seed : {40017346U, 40031044U, 40088040U})
    EXPECT_EQ(judged_right(spinning_pair<2>(seed)), Outcome::Graze);
}

/// A point through a triangle, and segments past each other, while they slide by much more than they come
/// nearer; seen only some time after.
TEST(JudgedPairs, ThinOnesThatSlideThroughEachOtherAreSeen) {
  for (const std::uint64_t seed : {200156081U, 200514825U, 200906879U, 200943927U, 100029243U})
    EXPECT_EQ(judged_right(spinning_pair<3>(seed)), Outcome::Impact);
}

/// A capsule without a radius that a point slides along for a quarter of the time, within some errors of it;
/// and a place far from where they begin, where errors are larger than what the last step left.
TEST(JudgedPairs, ThinOnesOfThePlaneThatSlideThroughEachOtherAreSeen) {
  for (const std::uint64_t seed : {2971024U, 300186900U})
    EXPECT_EQ(judged_right(spinning_pair<2>(seed)), Outcome::Impact);
}

/// Two that overlap from the start, also where one is in the middle of a diagonal between two pieces of the
/// other, and deeper there; and meet again with other pieces after they have parted.
TEST(JudgedPairs, WhoIsOnADiagonalFromTheStartIsNotLostLater) {
  EXPECT_EQ(judged_right(spinning_pair<2>(6919116)), Outcome::Impact);
}

/// Edges and corners that a normal takes for each other: it is told where they are apart by less than they
/// turn by until they meet, or is that of another place that is as near.
TEST(JudgedPairs, PlacesAreToldWhereNormalsAreOff) {
  for (const std::uint64_t seed : {145577U, 160073U, 50739U, 207449U, 614185U, 245503U, 546327U})
    judged_right(spinning_pair<3>(seed));
  for (const std::uint64_t seed : {66484U, 117882U, 418842U, 605162U}) judged_right(spinning_pair<2>(seed));
}

/// An edge that is lower at one end by three to six errors, and two capsules whose normal their radii do not
/// tell as sharply as their length wants it: not a corner meets, but an edge.
TEST(JudgedPairs, AnEdgeThatIsNearlyFlushIsNoCorner) {
  for (const std::uint64_t seed : {100002995U, 100015067U, 100065887U}) judged_right(spinning_pair<3>(seed));
}

/// Two dips that are deeper than what is told of pairs of which one precesses.
TEST(JudgedPairs, WhatPrecessesIsToldAboutAsSharplyAsWhatSpins) {
  for (const std::uint64_t seed : {10049053U, 30008375U}) judged_right(spinning_pair<3>(seed));
}

/// A pair that meets in the middle of its time, alone and clearly, and what is answered.
template <int D>
struct Clear {
  Asked<D> asked;
  Encounter<D> answer;
};
template <int D>
Clear<D> clear_impact(std::uint64_t seed, Asked<D> (*draw)(std::uint64_t)) {
  for (;; ++seed) {
    Clear<D> r{draw(seed), {}};
    r.answer = first_hit(r.asked.a, r.asked.b, r.asked.query);
    const double part = r.answer.delay / r.asked.query.horizon;
    if (r.answer.outcome != Outcome::Impact || part < 0.1 || part > 0.9) continue;
    if (r.answer.delay_upper - r.answer.delay > 1e-12 * r.asked.query.horizon) continue;
    PairView<D, long double> view(r.asked);
    if (view.a().is_plane() || view.b().is_plane() || view.pairs() > 1) continue;
    if (view.gap() < 0.0L) continue;
    view.look(r.answer.delay_upper + 1e-3 * r.asked.query.horizon);
    if (view.gap() < -1e-6L * view.size(0.0) && judge(r.asked, r.answer).objection.empty()) return r;
  }
}

template <int D>
void notices_what_is_wrong(Asked<D> (*draw)(std::uint64_t)) {
  constexpr std::uint64_t kPairs = 50;
  for (std::uint64_t seed = 0; seed < kPairs; ++seed) {
    const Clear<D> clear = clear_impact<D>(1000 * seed, draw);
    const auto wrong = [&](const auto& change) {
      Encounter<D> answer = clear.answer;
      change(answer);
      return judge(clear.asked, answer);
    };
    const double horizon =
        std::min({clear.asked.query.horizon, end_of_course(clear.asked.a), end_of_course(clear.asked.b)});
    EXPECT_TRUE(wrong([&](Encounter<D>& e) {
                  e = {};
                  e.delay = e.delay_upper = e.first_touch = horizon;
                }).missed)
        << text(clear.asked);
    EXPECT_TRUE(wrong([&](Encounter<D>& e) {
                  e.delay += 1e-3 * horizon;
                  e.delay_upper = e.delay;
                }).missed)
        << text(clear.asked);
    EXPECT_TRUE(wrong([&](Encounter<D>& e) {
                  e.delay *= 0.5;
                  e.delay_upper = e.first_touch = e.delay;
                }).false_alarm)
        << text(clear.asked);
    EXPECT_FALSE(wrong([&](Encounter<D>& e) {
                   for (double& x : e.normal.c) x = -x;
                 }).objection.empty())
        << text(clear.asked);
    EXPECT_FALSE(wrong([&](Encounter<D>& e) { e.point_a[0] += 1e4; }).objection.empty()) << text(clear.asked);
  }
}

TEST(TurningJudge, NoticesWhatIsWrongInThePlane) { notices_what_is_wrong<2>(spinning_pair<2>); }
TEST(TurningJudge, NoticesWhatIsWrongInSpace) { notices_what_is_wrong<3>(spinning_pair<3>); }
TEST(TurningJudge, NoticesWhatIsWrongOfArcs) {
  notices_what_is_wrong<2>([](std::uint64_t seed) { return drawn_arc_pair(seed).asked; });
}

}  // namespace
}  // namespace firsthit::turning_judge
