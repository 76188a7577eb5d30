#include "query/ballistic/falling_filter.hpp"

#include "core/vec_math.hpp"
#include "property/pairs.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

// What the filter of falling pairs says, beside the exact stage, bit for bit.

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;
using laws::Draw;
using laws::Source;

constexpr double kEver = std::numeric_limits<double>::max();

/// Two things, of which b is a ball and a may be a segment.
template <int D>
struct Pair {
  Course<D> a, b;
  Vec<D> from, to;
  double radius = 0.0;  ///< of both together
  double margin = 0.0;
  double end = kEver;
};

double nudged(double x, Source& source) {
  for (std::uint64_t i = source.below(4); i > 0; --i)
    x = std::nextafter(x, source.chance(0.5) ? HUGE_VAL : -HUGE_VAL);
  return x;
}

double tiny(Source& source, std::uint64_t most) {
  return std::ldexp(source.uniform(0.0, 1.0), -static_cast<int>(source.below(most)));
}

template <int D>
Vec<D> towards(const Vec<D>& x) {
  return (1.0 / length(x)) * x;
}

template <int D>
Course<D> course(Source& source, Draw draw) {
  return {source.vector<D>(draw, 4.0), source.vector<D>(draw, 2.0), source.vector<D>(draw, 1.0)};
}

template <int D>
Pair<D> drawn(Source& source, Draw draw = Draw::Continuum) {
  Pair<D> p{course<D>(source, draw), course<D>(source, draw), source.vector<D>(draw, 1.0),
            source.vector<D>(draw, 1.0)};
  p.radius = source.size(draw, 1.0);
  if (source.chance(0.3)) p.margin = source.size(draw, 0.25);
  if (source.chance(0.5)) p.end = source.size(draw, 4.0);
  return p;
}

/// Sends b so that at `time` it is at `place`, seen from a, but for rounding, with velocity `w`.
template <int D>
void send(Pair<D>& p, const Vec<D>& place, const Vec<D>& w, double time) {
  const Vec<D> g = p.b.acceleration - p.a.acceleration;
  p.b.velocity = p.a.velocity + (w - time * g);
  p.b.position = p.a.position + (place - time * ((w - time * g) + (0.5 * time) * g));
}

template <int D>
Pair<D> near_equal(Source& source) {
  Pair<D> p = drawn<D>(source);
  for (std::size_t i = 0; i < D; ++i) p.b.acceleration[i] = nudged(p.a.acceleration[i], source);
  return p;
}

/// Along one axis, with accelerations that are nearly equal, or opposed.
template <int D>
Pair<D> along_one_axis(Source& source) {
  Pair<D> p = drawn<D>(source);
  for (std::size_t i = 1; i < D; ++i) {
    p.b.position[i] = source.chance(0.8) ? p.a.position[i] : nudged(p.a.position[i], source);
    p.b.velocity[i] = p.a.velocity[i];
    p.b.acceleration[i] = p.a.acceleration[i];
  }
  p.b.acceleration[0] = source.chance(0.5) ? -p.a.acceleration[0] : nudged(p.a.acceleration[0], source);
  if (source.chance(0.3)) p.b.velocity = p.a.velocity;
  return p;
}

template <int D>
Pair<D> grazing(Source& source) {
  Pair<D> p = drawn<D>(source);
  const Vec<D> normal = towards(source.vector<D>(Draw::Continuum, 1.0));
  Vec<D> w = source.vector<D>(Draw::Continuum, 1.0);
  w = w - dot(w, normal) * normal;
  const Vec<D> place = source.chance(0.5) ? Vec<D>{} : (source.chance(0.5) ? p.from : p.to);
  send(p, place + (p.radius + p.margin) * normal, w, source.uniform(0.2, 3.0));
  if (source.chance(0.5)) p.b.position[0] += tiny(source, 60);
  return p;
}

/// Resting, sliding or bouncing a little.
template <int D>
Pair<D> touching(Source& source) {
  Pair<D> p = drawn<D>(source);
  Vec<D> normal = towards(source.vector<D>(Draw::Continuum, 1.0));
  Vec<D> foot = p.a.position;
  if constexpr (D == 2) {
    if (source.chance(0.5)) {
      const Vec<2> along = p.to - p.from;
      normal = towards(Vec<2>{-along[1], along[0]});
      foot = foot + (p.from + source.uniform(-0.5, 1.5) * along);
    }
  }
  for (std::size_t i = 0; i < D; ++i)
    p.b.position[i] = nudged(foot[i] + (p.radius + p.margin) * normal[i], source);
  if (source.chance(0.5)) p.b.velocity = p.a.velocity + tiny(source, 40) * normal;
  if (source.chance(0.3)) p.b.acceleration = p.a.acceleration - tiny(source, 20) * normal;
  if (source.chance(0.25)) p.b.velocity = p.a.velocity;
  return p;
}

/// Aimed at an end, past it or just beside it.
template <int D>
Pair<D> cornered(Source& source) {
  Pair<D> p = drawn<D>(source);
  if (source.chance(0.5)) p.radius = p.margin = 0.0;
  const Vec<D> side = tiny(source, 60) * source.vector<D>(Draw::Continuum, 1.0);
  const Vec<D> normal = towards(source.vector<D>(Draw::Continuum, 1.0));
  send(p, (source.chance(0.5) ? p.from : p.to) + (side + (p.radius + p.margin) * normal),
       source.vector<D>(Draw::Continuum, 2.0), source.uniform(0.2, 3.0));
  return p;
}

/// From so far away that it comes and goes between two doubles.
template <int D>
Pair<D> far(Source& source) {
  Pair<D> p = drawn<D>(source);
  send(p, p.from + source.uniform(0.0, 1.0) * (p.to - p.from), source.vector<D>(Draw::Continuum, 2.0),
       std::ldexp(1.0, static_cast<int>(source.below(35))));
  return p;
}

template <int D>
Pair<D> of_any_size(Source& source) {
  Pair<D> p = drawn<D>(source);
  const int place = static_cast<int>(source.below(170)) - 85;
  const int speed = static_cast<int>(source.below(80)) - 40;
  const int pull = static_cast<int>(source.below(80)) - 40;
  for (Course<D>* c : {&p.a, &p.b})
    *c = {std::ldexp(1.0, place) * c->position, std::ldexp(1.0, speed) * c->velocity,
          std::ldexp(1.0, pull) * c->acceleration};
  for (double* x : {&p.radius, &p.margin}) *x = std::ldexp(*x, place);
  p.from = std::ldexp(1.0, place) * p.from;
  p.to = std::ldexp(1.0, place) * p.to;
  return p;
}

/// Small whole numbers, so that what happens at the time that is aimed at happens exactly then.
template <int D>
Pair<D> at_a_double(Source& source) {
  Pair<D> p = drawn<D>(source, Draw::Grid);
  for (double* x : {&p.radius, &p.margin}) *x *= 4.0;
  for (Vec<D>* x : {&p.from, &p.to, &p.a.velocity, &p.a.acceleration, &p.b.acceleration}) *x = 4.0 * *x;
  Vec<D> w = source.vector<D>(Draw::Grid, 8.0);
  w[0] = -std::fabs(w[0]);
  Vec<D> place = source.chance(0.5) ? Vec<D>{} : p.to;
  place[0] += p.radius + p.margin;
  send(p, place, w, static_cast<double>(source.below(5) + 1));
  p.end = kEver;
  return p;
}

template <int D>
Pair<D> aimed(Source& source) {
  Pair<D> p = drawn<D>(source);
  send(p, 0.5 * (p.from + p.to), source.vector<D>(Draw::Continuum, 2.0), source.uniform(0.2, 3.0));
  return p;
}

struct Counts {
  int pairs = 0;
  int decided = 0;
  int decided_impacts = 0;
  int decided_grazes = 0;
  int decided_closings = 0;  ///< of what overlaps and parts at first
  int impacts = 0;
  int overlaps = 0;
  int grazes = 0;
  int misses = 0;
  int unresolved = 0;
  int whole = 0;  ///< impacts at a time that is a double
};

void count(const PairEvent& e, Counts& counts) {
  ++counts.pairs;
  if (e.unresolved) {
    ++counts.unresolved;
    return;
  }
  counts.impacts += e.event.kind == Kind::Impact ? 1 : 0;
  counts.overlaps += e.event.kind == Kind::Overlap ? 1 : 0;
  counts.whole += e.event.kind == Kind::Impact && e.event.lower == e.event.upper ? 1 : 0;
  if (e.event.kind == Kind::None) ++(e.event.touch ? counts.grazes : counts.misses);
}

/// How a pair of a kind is compared: by the filter and the exact stage, of the same arguments.
template <class Filter, class Exact, int D>
void compare(Pair<D> p, bool to_the_horizon, const Filter& filter, const Exact& exact, Counts& counts) {
  if (to_the_horizon) {
    const PairEvent far_off = exact(p);
    if (far_off.event.kind != Kind::None) p.end = far_off.event.upper;
  }
  const PairEvent expected = exact(p);
  count(expected, counts);
  const std::optional<PairEvent> found = filter(p);
  if (!found) return;
  ++counts.decided;
  const GapEvent& event = found->event;
  counts.decided_impacts += event.kind == Kind::Impact ? 1 : 0;
  counts.decided_grazes += event.kind == Kind::None && event.touch ? 1 : 0;
  counts.decided_closings += event.kind == Kind::Overlap && event.lower > 0.0 ? 1 : 0;
  EXPECT_FALSE(expected.unresolved);
  EXPECT_FALSE(found->unresolved);
  EXPECT_EQ(event.kind, expected.event.kind);
  EXPECT_EQ(event.lower, expected.event.lower);
  EXPECT_EQ(event.upper, expected.event.upper);
  EXPECT_EQ(event.touch, expected.event.touch);
  if (event.kind == Kind::None && !event.touch) return;
  EXPECT_EQ(found->part, expected.part);
  if (expected.part == Part::Face) {
    EXPECT_EQ(found->side, expected.side);
  }
}

const auto filter_balls = []<int D>(const Pair<D>& p) -> std::optional<PairEvent> {
  const auto event = filtered_ball_event<D>(p.a, 0.25 * p.radius, p.b, 0.75 * p.radius, p.margin, p.end);
  return event ? std::optional(PairEvent{*event, false, Part::Whole, 1}) : std::nullopt;
};
const auto exact_balls = []<int D>(const Pair<D>& p) {
  return ball_ball_event<D>(p.a, 0.25 * p.radius, p.b, 0.75 * p.radius, p.margin, p.end);
};
const auto filter_segment = [](const Pair<2>& p) {
  return filtered_segment_event(p.a, p.from, p.to, p.b, p.radius, p.margin, p.end);
};
const auto exact_segment = [](const Pair<2>& p) {
  return segment_ball_event(p.a, p.from, p.to, p.b, p.radius, p.margin, p.end);
};

template <int D, class Draws, class Filter, class Exact>
Counts compared(const Draws& draws, int cases, const Filter& filter, const Exact& exact) {
  Counts counts;
  for (int i = 0; i < (long_form() ? 50 * cases : cases); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const Pair<D> pair = draws(source);
    compare(pair, source.chance(0.1), filter, exact, counts);
    if (::testing::Test::HasFailure()) return counts;
  }
  return counts;
}

template <int D, class Filter, class Exact>
Counts compare_all(int cases, const Filter& filter, const Exact& exact) {
  // Of each kind, to be decided: hostile pairs are rarely as hostile as they are meant.
  constexpr double kShare = 0.7;
  Counts all;
  const auto check = [&](const char* name, Pair<D> (*draw)(Source&)) {
    SCOPED_TRACE(name);
    const Counts c = compared<D>(draw, cases, filter, exact);
    EXPECT_GT(c.decided, kShare * c.pairs);
    all.impacts += c.impacts;
    all.overlaps += c.overlaps;
    all.grazes += c.grazes;
    all.misses += c.misses;
    all.whole += c.whole;
    all.decided_impacts += c.decided_impacts;
    all.decided_grazes += c.decided_grazes;
    all.decided_closings += c.decided_closings;
    all.pairs += c.pairs;
  };
  check("random", [](Source& s) { return drawn<D>(s); });
  check("wild", [](Source& s) { return drawn<D>(s, Draw::Wild); });
  check("aimed", aimed<D>);
  check("nearly equal accelerations", near_equal<D>);
  check("along one axis", along_one_axis<D>);
  check("grazing", grazing<D>);
  check("touching", touching<D>);
  check("cornered", cornered<D>);
  check("far", far<D>);
  check("of any size", of_any_size<D>);
  check("at a double", at_a_double<D>);
  check("on a grid", [](Source& s) { return drawn<D>(s, Draw::Grid); });
  const int fair = all.pairs / 100;
  for (const int n : {all.impacts, all.overlaps, all.grazes, all.misses, all.decided_impacts})
    EXPECT_GT(n, fair);
  EXPECT_GT(all.whole, fair);
  EXPECT_GT(all.decided_grazes, fair / 10);
  return all;
}

TEST(FallingFilter, BallsHaveTheBitsOfTheExactStage) {
  EXPECT_GT(compare_all<2>(800, filter_balls, exact_balls).decided_closings, 20);
  EXPECT_GT(compare_all<3>(800, filter_balls, exact_balls).decided_closings, 20);
}

TEST(FallingFilter, SegmentsHaveTheBitsOfTheExactStage) {
  compare_all<2>(600, filter_segment, exact_segment);
}

}  // namespace
}  // namespace firsthit
