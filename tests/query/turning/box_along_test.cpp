#include "query/turning/boxes/box_along.hpp"

#include "core/vec_math.hpp"
#include "oracle/turning/judge.hpp"
#include "oracle/turning/random_pairs.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

// Two boxes in space have a short way of their own: the course of what is nearest along a direction, which
// goes with a side or stays across two edges.

namespace firsthit {
namespace {

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : bits_(seed) {}
  double within(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits_() >> 11U) * 0x1p-53);
  }
  Vec<3> in_cube(double half) { return {within(-half, half), within(-half, half), within(-half, half)}; }

 private:
  std::mt19937_64 bits_;
};

struct Pair {
  TurningMotion<3> a;
  TurningMotion<3> b;
  Vec<3> half_a;
  Vec<3> half_b;

  explicit Pair(Numbers& numbers) {
    for (TurningMotion<3>* m : {&a, &b}) {
      m->centre = {{}, numbers.in_cube(1.0), numbers.in_cube(0.5), numbers.in_cube(0.5)};
      m->angular_velocity = numbers.in_cube(2.0);
      m->orientation = {numbers.within(-1.0, 1.0), numbers.within(-1.0, 1.0), numbers.within(-1.0, 1.0),
                        numbers.within(-1.0, 1.0)};
      m->centre_of_shape = numbers.in_cube(0.3);
    }
    b.centre.position = 3.0 * unit_or_up(numbers.in_cube(1.0));
    for (std::size_t i = 0; i < 3; ++i) {
      half_a[i] = numbers.within(0.2, 1.0);
      half_b[i] = numbers.within(0.2, 1.0);
    }
  }

 private:
  static Vec<3> unit_or_up(const Vec<3>& v) {
    return length(v) > 0.1 ? (1.0 / length(v)) * v : Vec<3>{0.0, 0.0, 1.0};
  }
};

/// A box's axes and middle, and a way: what geometry needs.
struct Seen {
  const BoxView& view;
  Vec<3> between;

  explicit Seen(const BoxView& of)
      : view(of), between(of.now().place + (of.side(1).middle() - of.side(0).middle())) {}

  Vec<3> direction(const BoxFacing& facing) const {
    if (facing.of == BoxFacing::Of::Side) return view.side(facing.owner).axis(facing.axis[0]);
    return cross(view.side(0).axis(facing.axis[0]), view.side(1).axis(facing.axis[1]));
  }
  /// [L] How far both are apart along a direction of any length, times that.
  double gap(const Vec<3>& along) const {
    double r = std::fabs(dot(along, between));
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t k = 0; k < 3; ++k)
        r -= view.side(i).half[k] * std::fabs(dot(along, view.side(i).axis(k)));
    return r;
  }
  /// The least part of a half edge along a direction, other than of those that define it.
  double least_part(const BoxFacing& facing, const Vec<3>& along) const {
    double r = 1.0;
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const bool is_own = facing.of == BoxFacing::Of::Side ? i == facing.owner : k == facing.axis[i];
        if (!is_own) r = std::min(r, std::fabs(dot(along, view.side(i).axis(k))));
      }
    return r;
  }
};

/// All fifteen.
std::vector<BoxFacing> all_facings() {
  std::vector<BoxFacing> r;
  for (std::size_t i = 0; i < 3; ++i) {
    r.push_back({BoxFacing::Of::Side, 0, {i, 0}, 0.0});
    r.push_back({BoxFacing::Of::Side, 1, {i, 0}, 0.0});
    for (std::size_t j = 0; j < 3; ++j) r.push_back({BoxFacing::Of::Edges, 0, {i, j}, 0.0});
  }
  return r;
}

/// Three derivatives leave an error of the fourth order, and the bound on the fourth derivative tells how
/// much.
TEST(BoxAlong, TheCourseIsThatOfGeometry) {
  Numbers numbers(5);
  std::array<int, 2> compared{};
  for (int round = 0; round < 2000; ++round) {
    const Pair pair(numbers);
    BoxView view({pair.half_a, pair.a}, {pair.half_b, pair.b});
    const double start = numbers.within(0.0, 0.5);
    const double time = std::exp2(-numbers.within(1.0, 7.0));
    for (BoxFacing facing : all_facings()) {
      view.look(start);
      const Seen before(view);
      const Vec<3> along = before.direction(facing);
      const double scale = 1.0 / length(along);
      facing.gap = scale * before.gap(along);
      // Nothing else comes to be nearest within the time.
      if (!(facing.gap > 0.0) || length(along) < 0.25 || before.least_part(facing, along) < 8.0 * time)
        continue;
      TurningCourse course;
      const double step = BoxAlong(view, facing).step(0.0, time, course);
      if (step < time) continue;
      view.look(start + time);
      const Seen after(view);
      const double gap = scale * after.gap(after.direction(facing));
      const double left_out = course.fourth_within(time) * (time * time * time * time) / 24.0;
      EXPECT_LE(std::fabs(gap - course.value_at(time)), left_out + 1e-13) << round;
      ++compared[facing.of == BoxFacing::Of::Side ? 0 : 1];
    }
  }
  EXPECT_GT(compared[0], 1000);
  EXPECT_GT(compared[1], 1000);
}

/// While a step lasts, the direction parts them, whichever corners come nearest; and where it is not the
/// whole time, it ends where they are nearly as near as that, or the bound on the fourth derivative has
/// grown.
TEST(BoxAlong, AStepEndsBeforeTheyAreNearer) {
  Numbers numbers(6);
  int shorter = 0;
  for (int round = 0; round < 2000; ++round) {
    const Pair pair(numbers);
    BoxView view({pair.half_a, pair.a}, {pair.half_b, pair.b});
    for (BoxFacing facing : all_facings()) {
      view.look(0.0);
      const Seen before(view);
      const Vec<3> along = before.direction(facing);
      facing.gap = before.gap(along) / length(along);
      if (!(facing.gap > 0.0) || length(along) < 0.0625) continue;
      const double least = facing.gap * numbers.within(0.0, 0.9);
      TurningCourse course;
      const double step = BoxAlong(view, facing).step(least, 1.0, course);
      ASSERT_LE(step, 1.0);
      for (const double part : {0.25, 0.5, 0.75, 1.0}) {
        view.look(part * step);
        const Seen now(view);
        const Vec<3> direction = now.direction(facing);
        EXPECT_GE(now.gap(direction), (least - 1e-13) * length(direction)) << round;
      }
      if (step < 1.0) ++shorter;
    }
  }
  EXPECT_GT(shorter, 1000);
}

using turning_judge::Asked;
using turning_judge::Kind;
using turning_judge::Verdict;

TEST(BoxAlong, BoxesInSpaceAreAnsweredRight) {
  const std::uint64_t count = long_form() ? 300000 : 3000;
  std::array<std::size_t, 5> outcomes{};
  std::size_t off = 0;
  for (std::uint64_t seed = 60000000; seed < 60000000 + count; ++seed) {
    const Asked<3> asked = turning_judge::spinning_pair<3>(Kind::Box, Kind::Box, seed);
    const Encounter<3> answer = first_hit(asked.a, asked.b, asked.query);
    const Verdict verdict = judge(asked, answer);
    ++outcomes[static_cast<std::size_t>(answer.outcome)];
    EXPECT_FALSE(verdict.missed || verdict.false_alarm)
        << "seed " << seed << ": " << verdict.objection << "\n"
        << turning_judge::text(asked) << "\n-> " << turning_judge::text(answer);
    if (!verdict.objection.empty()) ++off;
  }
  EXPECT_LE(off, count / 1000);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_GT(outcomes[i], count / 100) << "outcome " << i;
}

}  // namespace
}  // namespace firsthit
