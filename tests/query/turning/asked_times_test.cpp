#include "core/random.hpp"
#include "oracle/turning/random_pairs.hpp"
#include "query/pairs/turning/turning_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>

// Who asks for less than where two meet, or for nothing that comes late, is told the same.

namespace firsthit::turning_judge {
namespace {

using What = GapEvent::Kind;

template <int D>
int rank(const Shape<D>& shape) {
  if (std::holds_alternative<HalfSpace<D>>(shape)) return 0;
  return std::holds_alternative<Arc>(shape) ? 1 : 2;
}

/// [T] When a world has the two meet.
double time_of(const GapEvent& event) { return event.kind == What::Overlap ? event.lower : event.upper; }

/// Of an overlap its upper end is not asked for.
template <int D>
bool are_same(const PairMeeting<D>& p, const PairMeeting<D>& q) {
  return p.unresolved == q.unresolved && p.event.kind == q.event.kind &&
         (p.event.kind == What::None || time_of(p.event) == time_of(q.event));
}

struct Counts {
  std::uint64_t told = 0;      // of those that come in time
  std::uint64_t left_out = 0;  // of those that come later
};

template <int D>
void ask_for_less(Asked<D> asked, std::uint64_t seed, Counts& counts) {
  if (rank<D>(asked.b.shape) < rank<D>(asked.a.shape)) std::swap(asked.a, asked.b);
  if (rank<D>(asked.b.shape) == 0) return;
  QueryWindow window{.end = asked.query.horizon, .margin = asked.query.margin};
  for (const Moving<D>* moving : {&asked.a, &asked.b})
    if (const auto* spline = std::get_if<Spline<D>>(&moving->motion))
      window.end = std::min(window.end, spline->duration);
  const PairMeeting<D> full = turning_meet(asked.a, asked.b, window);
  if (full.unresolved) return;
  window.only_when = true;
  EXPECT_TRUE(are_same(full, turning_meet(asked.a, asked.b, window))) << "seed " << seed;
  const bool meets = full.event.kind != What::None;
  const double time = meets ? time_of(full.event) : window.end;
  Random random(seed);
  for (const double latest : {random.uniform(0.0, time), (1.0 - 0x1p-30) * time, time, 2.0 * time}) {
    window.latest = latest;
    const PairMeeting<D> less = turning_meet(asked.a, asked.b, window);
    const bool is_late = meets && time > latest;
    EXPECT_TRUE(are_same(full, less) || (is_late && !less.unresolved && less.event.kind == What::None))
        << "seed " << seed << ", until " << latest << " of " << time;
    if (meets && !is_late) ++counts.told;
    if (is_late && less.event.kind == What::None) ++counts.left_out;
  }
}

template <int D>
void ask_all_for_less(std::uint64_t count, Asked<D> (*draw)(std::uint64_t)) {
  Counts counts;
  for (std::uint64_t seed = 800000; seed < 800000 + count; ++seed) ask_for_less(draw(seed), seed, counts);
  EXPECT_GT(counts.told, count / 4);
  EXPECT_GT(counts.left_out, count / 8);
}

TEST(AskedTimes, AreToldInThePlaneWhateverElseIsAsked) { ask_all_for_less<2>(4000, spinning_pair<2>); }
TEST(AskedTimes, AreToldInSpaceWhateverElseIsAsked) { ask_all_for_less<3>(1500, spinning_pair<3>); }
TEST(AskedTimes, OfArcsAreToldWhateverElseIsAsked) {
  ask_all_for_less<2>(2000, [](std::uint64_t seed) { return drawn_arc_pair(seed).asked; });
}
TEST(AskedTimes, OfWhatTumblesAreToldWhateverElseIsAsked) {
  ask_all_for_less<3>(500, [](std::uint64_t seed) { return drawn_tumbling_pair(seed).asked; });
}

}  // namespace
}  // namespace firsthit::turning_judge
