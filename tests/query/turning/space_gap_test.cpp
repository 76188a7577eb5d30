#include "query/turning/base/turning_gap.hpp"

#include "core/vec_math.hpp"
#include "oracle/turning/apart.hpp"
#include "oracle/turning/random_pairs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <variant>

// How far two in space are apart at an instant, wherever the search begins, beside the judge's view of it.

namespace firsthit {
namespace {

using turning_judge::Asked;
using turning_judge::PairView;

/// [T] When these two are in each other by some errors.
constexpr double kJustIn = 9.5526265898636886;

/// A thin rod that falls, and a tiny box that spins, as they are told at a seed.
struct RodAndBox {
  Asked<3> asked = turning_judge::spinning_pair<3>(20049481);
  RoundedPolytope<3> rod;
  RoundedPolytope<3> box;
  TurningBody<3> a;
  TurningBody<3> b;

  RodAndBox() : a(core_of_rod(), motion_of_rod()), b(core_of_box(), motion_of_box()) {}

 private:
  const RoundedPolytope<3>& core_of_rod() {
    const auto& segment = std::get<Segment<3>>(asked.a.shape);
    rod.own[0] = segment.from;
    rod.own[1] = segment.to;
    rod.offsets = {rod.own.data(), 2};
    return rod;
  }
  const RoundedPolytope<3>& core_of_box() {
    box.box = &std::get<OrientedBox<3>>(asked.b.shape);
    return box;
  }
  TurningMotion<3> motion_of_rod() const {
    const auto& m = std::get<Falling<3>>(asked.a.motion);
    return {{m.position, m.velocity, m.acceleration, {}}};
  }
  TurningMotion<3> motion_of_box() const {
    const auto& m = std::get<Spinning<3>>(asked.b.motion);
    return {{m.position, m.velocity, m.acceleration, {}}, m.angular_velocity, m.orientation, m.centre};
  }
};

/// Just in each other, where a corner of a facet is beyond its plane by rounding: whichever corners the
/// search begins with, it ends with the depth, and with axes that have a direction.
TEST(SpaceGap, OfTwoJustInEachOtherIsTheirDepthFromAnyStart) {
  RodAndBox two;
  PairView<3, long double> view(two.asked);
  view.look(kJustIn);
  const auto truth = static_cast<double>(view.gap());
  const TurningPair<3> pair{two.a, two.b};
  const TurningInstant<3> now = at_instant(pair, kJustIn);
  ASSERT_LT(truth, -4.0 * now.error);
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t j = 0; j < 16; ++j)
      for (std::size_t k = 0; k < 16; ++k) {
        if (i == j || j == k || k == i) continue;
        TurningHint<3> hint;
        hint.corners = {{{i / 8, i % 8}, {j / 8, j % 8}, {k / 8, k % 8}}};
        hint.count = 3;
        const TurningGap<3> gap = gap_of(pair, now, hint);
        EXPECT_NEAR(gap.gap, truth, 1.25 * now.error) << i << " " << j << " " << k;
        for (std::size_t n = 0; n < gap.axis_count; ++n)
          EXPECT_NEAR(length(gap.axes[n].normal), 1.0, 1e-15) << i << " " << j << " " << k;
      }
}

/// Of an axis that turned by very many turns since, nothing is known: it is taken as it was.
TEST(SpaceGap, TakesAnAxisThatTurnedTooFarAsItWas) {
  RodAndBox two;
  const TurningPair<3> pair{two.a, two.b};
  TurningHint<3> hint;
  hint.axis = {{0.0, 0.6, 0.8}, {1e15, 0.0, 0.0}};
  const TurningGap<3> gap = gap_of(pair, at_instant(pair, kJustIn), hint);
  ASSERT_EQ(gap.axis_count, 2U);
  EXPECT_EQ(gap.axes[1].normal, (Vec<3>{0.0, 0.6, 0.8}));
  EXPECT_EQ(gap.axes[1].rate, (Vec<3>{}));
}

/// Near a touch any axis would prove that they get no deeper, if only it is short enough.
TEST(SpaceGap, TakesNoAxisWithoutADirection) {
  const auto taken = [](const Vec<3>& normal) {
    TurningGap<3> gap;
    gap.add({normal, {}});
    return gap.axis_count;
  };
  EXPECT_EQ(taken({0.0, 0.0, 0.0}), 0U);
  EXPECT_EQ(taken({0x1p-300, 0.0, 0.0}), 0U);
  EXPECT_EQ(taken({std::nan(""), 0.0, 0.0}), 0U);
  EXPECT_EQ(taken({0.6, 0.0, 0.8}), 1U);
}

}  // namespace
}  // namespace firsthit
