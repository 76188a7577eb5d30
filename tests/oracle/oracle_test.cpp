#include "core/never.hpp"
#include "oracle/tasks.hpp"

#include "core/random.hpp"
#include "oracle/cases.hpp"
#include "oracle/numbers_of.hpp"
#include "oracle/verdict.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

// The short form of `make oracle`, and proof that the oracle notices what is wrong.

namespace firsthit::judging {
namespace {

TEST(Oracle, HasNoObjectionToAnyPair) {
  std::array<std::uint64_t, 5> outcomes{};
  std::uint64_t all = 0;
  const std::uint64_t share = long_form() ? 50 : 1000;
  for (const Task& task : tasks()) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < task.queries / share; ++seed) task.ask(seed, tally);
    EXPECT_TRUE(tally.objections.empty()) << tally.objections.size() << " objections\n"
                                          << task.name << " " << tally.objections.front();
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      all += tally.outcomes[i], outcomes[i] += tally.outcomes[i];
  }
  for (std::size_t i = 0; i < 4; ++i) EXPECT_GT(outcomes[i], all / 20) << "outcome " << i << " of " << all;
  EXPECT_EQ(outcomes[4], 0U);
}

/// Every number of a size of its own, from 2^-450 to 2^450.
template <int D>
Case<D> of_all_sizes(Case<D> query, std::uint64_t seed) {
  Random random(seed, 0x517e);
  const double share = random.uniform(0.0, 1.0);
  const auto resize = [&](double& x) {
    if (random.uniform() < share) x = std::ldexp(x, static_cast<int>(random.below(901)) - 450);
    const double size = std::fabs(x);
    if (size < 0x1p-450 || size > 0x1p450) x = std::copysign(1.0, x);
  };
  const auto change = [&](auto& x, Meaning) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(x)>, double>) {
      resize(x);
    } else {
      for (double& part : x.c) resize(part);
    }
  };
  change_numbers(query.a, change);
  change_numbers(query.b, change);
  if (random.uniform() < 0.5) query.query.horizon = kNever;
  return query;
}

template <int D>
void accepts_all_sizes() {
  int asked = 0;
  int touches = 0;
  for (const Kind a : kinds(D))
    for (const Kind b : kinds(D))
      for (std::uint64_t seed = 0; seed < (long_form() ? 300U : 8U); ++seed) {
        try {
          const Case<D> query = of_all_sizes(drawn<D>(a, b, 90000 + seed), seed);
          const Encounter<D> answer = first_hit(query.a, query.b, query.query);
          EXPECT_EQ(objection(query, answer), "") << text(query);
          ++asked;
          touches += answer.outcome == Outcome::Miss ? 0 : 1;
        } catch (const InputError&) {  // a polygon that crosses itself, or a product that is out of range
        }
      }
  EXPECT_GT(asked, 300);
  EXPECT_GT(touches, 100);
}

TEST(Oracle, HasNoObjectionToNumbersOfAnySize) {
  accepts_all_sizes<2>();
  accepts_all_sizes<3>();
}

/// Every pair of convex shapes; use(query, answer) with the first answers that it accepts.
template <int D, class Use>
void for_answers(const Use& use) {
  for (const Kind a : kinds(D))
    for (const Kind b : kinds(D)) {
      if (a == Kind::Polygon || b == Kind::Polygon) continue;
      int used = 0;
      for (std::uint64_t seed = 5000; seed < 5100 && used < 6; ++seed) {
        const Case<D> query = drawn<D>(a, b, seed);
        if (use(query, first_hit(query.a, query.b, query.query))) ++used;
      }
      EXPECT_GT(used, 0) << name(a) << " and " << name(b);
    }
}

template <int D>
void notices_wrong_outcomes() {
  for_answers<D>([](const Case<D>& query, const Encounter<D>& answer) {
    for (const Outcome other : {Outcome::Miss, Outcome::Graze, Outcome::Impact, Outcome::Overlap}) {
      if (other == answer.outcome) continue;
      Encounter<D> wrong = answer;
      wrong.outcome = other;
      if (other == Outcome::Miss || other == Outcome::Graze)
        wrong.delay = wrong.delay_upper = query.query.horizon;
      if (other == Outcome::Miss) {
        wrong.first_touch = query.query.horizon;
        wrong.normal = {};
      }
      if (other == Outcome::Overlap) wrong.delay = wrong.delay_upper = wrong.first_touch = 0.0;
      EXPECT_NE(objection(query, wrong), "") << text(query) << " said to be " << static_cast<int>(other);
    }
    return true;
  });
}

TEST(Oracle, NoticesEveryWrongOutcome) {
  notices_wrong_outcomes<2>();
  notices_wrong_outcomes<3>();
}

template <int D>
void notices_wrong_times() {
  for_answers<D>([](const Case<D>& query, const Encounter<D>& answer) {
    if (answer.outcome != Outcome::Impact || answer.delay == 0.0) return false;
    for (const double towards : {-kNever, kNever}) {
      Encounter<D> wrong = answer;
      wrong.delay = wrong.first_touch = std::nextafter(answer.delay, towards);
      wrong.delay_upper = std::nextafter(answer.delay_upper, towards);
      EXPECT_NE(objection(query, wrong), "") << text(query) << " both bounds one step off";
    }
    Encounter<D> wrong = answer;
    if (answer.delay == answer.delay_upper) {
      wrong.delay_upper = std::nextafter(answer.delay, kNever);
    } else {
      wrong.delay_upper = answer.delay;
    }
    EXPECT_NE(objection(query, wrong), "") << text(query) << " with bounds equal or not";
    return true;
  });
}

TEST(Oracle, NoticesATimeThatIsOneStepOff) {
  notices_wrong_times<2>();
  notices_wrong_times<3>();
}

template <int D>
void notices_wrong_normals() {
  for_answers<D>([](const Case<D>& query, const Encounter<D>& answer) {
    if (answer.normal == Vec<D>{}) return false;
    for (std::size_t axis = 0; axis < std::size_t{D}; ++axis) {
      Encounter<D> wrong = answer;
      wrong.normal[axis] += 0x1p-48;
      EXPECT_NE(objection(query, wrong), "") << text(query) << " with a normal a little off";
    }
    Encounter<D> wrong = answer;
    for (double& x : wrong.normal.c) x = -x;
    EXPECT_NE(objection(query, wrong), "") << text(query) << " with a normal from b to a";
    return true;
  });
}

TEST(Oracle, NoticesANormalThatIsALittleOff) {
  notices_wrong_normals<2>();
  notices_wrong_normals<3>();
}

template <int D>
void notices_wrong_places() {
  for_answers<D>([](const Case<D>& query, const Encounter<D>& answer) {
    const bool of_size_one =
        query.style != Style::Ratios && query.style != Style::Scaled && answer.delay < 100.0;
    if (answer.outcome != Outcome::Impact || !of_size_one) return false;
    for (Vec<D> Encounter<D>::*point : {&Encounter<D>::point_a, &Encounter<D>::point_b}) {
      Encounter<D> wrong = answer;
      for (std::size_t axis = 0; axis < std::size_t{D}; ++axis)
        (wrong.*point)[axis] += answer.normal[axis] * 1e-9;
      EXPECT_NE(objection(query, wrong), "") << text(query) << " with a place a little off";
    }
    return true;
  });
}

TEST(Oracle, NoticesAPlaceThatIsALittleOff) {
  notices_wrong_places<2>();
  notices_wrong_places<3>();
}

}  // namespace
}  // namespace firsthit::judging
