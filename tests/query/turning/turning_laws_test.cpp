#include "core/vec_math.hpp"
#include "oracle/turning/judge.hpp"
#include "oracle/turning/random_pairs.hpp"
#include "query/answer_bits.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

// Laws of first_hit that do not end where something spins.

namespace firsthit::turning_judge {
namespace {

constexpr std::uint64_t kPairs2D = 4000;
constexpr std::uint64_t kPairs3D = 1000;

template <int D>
Encounter<D> answer_to(const Asked<D>& asked) {
  return first_hit(asked.a, asked.b, asked.query);
}

/// What is told but for features: the same numbers; 0 and -0 are the same.
template <int D>
void expect_same(const Encounter<D>& p, const Encounter<D>& q, const Asked<D>& asked) {
  EXPECT_TRUE(p.outcome == q.outcome && p.delay == q.delay && p.delay_upper == q.delay_upper &&
              p.first_touch == q.first_touch && p.normal == q.normal && p.point_a == q.point_a &&
              p.point_b == q.point_b && p.gap == q.gap)
      << text(asked) << "\n-> " << text(p) << "\n-> " << text(q);
}

/// `law`: of a pair; stops after three that break it.
template <int D>
void for_all(const auto& law) {
  const std::uint64_t count = D == 2 ? kPairs2D : kPairs3D;
  for (std::uint64_t seed = 500000; seed < 500000 + count; ++seed) {
    std::vector<Asked<D>> pairs{spinning_pair<D>(seed)};
    if constexpr (D == 2) pairs.push_back(drawn_arc_pair(seed).asked);
    for (const Asked<D>& pair : pairs) law(pair);
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << "seed " << seed;
      return;
    }
  }
}

template <int D>
void holds_when_swapped(const Asked<D>& asked) {
  Encounter<D> swapped = answer_to<D>({asked.b, asked.a, asked.query});
  swapped.normal = Vec<D>{} - swapped.normal;
  std::swap(swapped.point_a, swapped.point_b);
  std::swap(swapped.feature_a, swapped.feature_b);
  const Encounter<D> answer = answer_to(asked);
  expect_same(answer, swapped, asked);
  EXPECT_EQ(answer.feature_a.kind, swapped.feature_a.kind);
  EXPECT_EQ(answer.feature_a.index, swapped.feature_a.index);
  EXPECT_EQ(answer.feature_b.kind, swapped.feature_b.kind);
  EXPECT_EQ(answer.feature_b.index, swapped.feature_b.index);
}

TEST(TurningLaws, SwappingTheTwoMirrorsTheAnswerInThePlane) { for_all<2>(holds_when_swapped<2>); }
TEST(TurningLaws, SwappingTheTwoMirrorsTheAnswerInSpace) { for_all<3>(holds_when_swapped<3>); }

/// Points and segments that graze boxes and triangles, two of whose corners are as far from a plane, and a
/// point in the plane of a triangle.
TEST(TurningLaws, SwappingTheTwoMirrorsTheAnswerWhereCornersAreAsFar) {
  for (const std::uint64_t seed : {600248U, 602393U, 602432U, 605538U, 607526U, 608342U, 610551U, 610665U})
    holds_when_swapped<3>(spinning_pair<3>(seed));
}

/// A pair with every place, velocity and so on changed by functions of vectors and numbers.
template <int D>
class Changed {
 public:
  /// [L] places: `length`; rates of change of places too, times `per_time` a time.
  std::function<Vec<D>(const Vec<D>&)> place;  // of a place or direction
  std::function<AngularVelocity<D>(const AngularVelocity<D>&)> rate;
  std::function<Orientation<D>(const Orientation<D>&)> orientation;
  double size = 1.0;      // of lengths
  double per_time = 1.0;  // of rates

  Asked<D> of(const Asked<D>& asked) const {
    Asked<D> r{of(asked.a), of(asked.b), asked.query};
    r.query.margin *= size;
    r.query.horizon /= per_time;
    return r;
  }

 private:
  Vec<D> scaled(const Vec<D>& v) const { return size * place(v); }
  std::vector<Vec<D>> scaled(std::vector<Vec<D>> all) const {
    for (Vec<D>& v : all) v = scaled(v);
    return all;
  }

  Moving<D> of(const Moving<D>& moving) const {
    return {std::visit([this](const auto& s) { return this->shape(s); },
                       static_cast<const AnyShape<D>&>(moving.shape)),
            std::visit([this](const auto& m) { return this->motion(m); }, moving.motion)};
  }

  Shape<D> shape(const Point&) const { return Point{}; }
  Shape<D> shape(const Ball& s) const { return Ball{size * s.radius}; }
  Shape<D> shape(const Segment<D>& s) const { return Segment<D>{scaled(s.from), scaled(s.to)}; }
  Shape<D> shape(const Capsule<D>& s) const {
    return Capsule<D>{scaled(s.from), scaled(s.to), size * s.radius};
  }
  Shape<D> shape(const Box<D>& s) const { return Box<D>{size * s.half_extents}; }
  Shape<D> shape(const OrientedBox<D>& s) const {
    OrientedBox<D> r{size * s.half_extents, s.axes};
    for (Vec<D>& axis : r.axes) axis = place(axis);
    return r;
  }
  Shape<D> shape(const Hull<D>& s) const { return Hull<D>{scaled(s.vertices), size * s.radius}; }
  Shape<D> shape(const Polygon& s) const {
    if constexpr (D == 2) return Polygon(scaled(s.vertices()));
    return Point{};
  }
  Shape<D> shape(const Triangle& s) const {
    if constexpr (D == 3)
      return Triangle{{scaled(s.vertices[0]), scaled(s.vertices[1]), scaled(s.vertices[2])}};
    return Point{};
  }
  Shape<D> shape(const HalfSpace<D>& s) const { return HalfSpace<D>{place(s.normal), size * s.offset}; }
  Shape<D> shape(const Arc& s) const {
    if constexpr (D == 2) {
      const bool is_mirror = cross(place({1.0, 0.0}), place({0.0, 1.0})) < 0.0;
      const Arc r{size * s.radius, place(s.from), place(s.to)};
      return is_mirror ? Arc{r.radius, r.to, r.from} : r;
    }
    return Point{};
  }
  Shape<D> shape(const auto&) const { return Point{}; }

  Motion<D> motion(const Linear<D>& m) const {
    return Linear<D>{scaled(m.position), per_time * scaled(m.velocity)};
  }
  Motion<D> motion(const Falling<D>& m) const {
    return Falling<D>{scaled(m.position), per_time * scaled(m.velocity),
                      (per_time * per_time) * scaled(m.acceleration)};
  }
  Motion<D> motion(const Spinning<D>& m) const {
    Spinning<D> r;
    r.position = scaled(m.position);
    r.velocity = per_time * scaled(m.velocity);
    r.acceleration = (per_time * per_time) * scaled(m.acceleration);
    r.angular_velocity = per_time * rate(m.angular_velocity);
    r.orientation = orientation(m.orientation);
    r.centre = scaled(m.centre);
    return r;
  }
  Motion<D> motion(const Spline<D>& m) const {
    Spline<D> r{.duration = m.duration / per_time, .angular_velocity = per_time * rate(m.angular_velocity)};
    for (std::size_t i = 0; i < r.control.size(); ++i) r.control[i] = scaled(m.control[i]);
    r.orientation = orientation(m.orientation);
    r.centre = scaled(m.centre);
    return r;
  }
  Motion<D> motion(const Precessing<D>& m) const {
    Precessing<D> r{.position = scaled(m.position), .velocity = per_time * scaled(m.velocity)};
    r.precession = per_time * rate(m.precession);
    r.spin = per_time * rate(m.spin);
    r.orientation = orientation(m.orientation);
    r.acceleration = (per_time * per_time) * scaled(m.acceleration);
    r.centre = scaled(m.centre);
    return r;
  }
  Motion<D> motion(const Tumbling<D>& m) const { return m; }  // tumbling_pairs_test.cpp has its laws
};

template <int D>
Vec<D> mirrored(Vec<D> v) {
  v[0] = -v[0];
  return v;
}
double mirrored_rate(double rate) { return -rate; }
Vec<3> mirrored_rate(const Vec<3>& rate) { return {rate[0], -rate[1], -rate[2]}; }
Orientation<2> mirrored(const Orientation<2>& q) { return {q.w, -q.z}; }
Orientation<3> mirrored(const Orientation<3>& q) { return {q.w, q.x, -q.y, -q.z}; }

template <int D>
void holds_when_mirrored() {
  const Changed<D> mirror{[](const Vec<D>& v) { return mirrored(v); },
                          [](const AngularVelocity<D>& w) { return mirrored_rate(w); },
                          [](const Orientation<D>& q) { return mirrored(q); }};
  for_all<D>([&](const Asked<D>& asked) {
    Encounter<D> there = answer_to(mirror.of(asked));
    for (Vec<D>* v : {&there.normal, &there.point_a, &there.point_b}) *v = mirrored(*v);
    expect_same(answer_to(asked), there, asked);
  });
}

TEST(TurningLaws, AMirrorMirrorsTheAnswerInThePlane) { holds_when_mirrored<2>(); }
TEST(TurningLaws, AMirrorMirrorsTheAnswerInSpace) { holds_when_mirrored<3>(); }

/// Nothing but an order tells a normal there: of a ball whose centre lies on a capsule's core, of cores that
/// cross in their middles, of one box in the middle of another.
TEST(TurningLaws, SwappingTheTwoMirrorsTheAnswerWhereSymmetryLeavesTheNormalOpen) {
  const double rate = 6.283185307179586;
  const auto turning = [rate](Shape<2> shape, Orientation<2> orientation, Vec<2> velocity) {
    Spinning<2> motion;
    motion.orientation = orientation;
    motion.velocity = velocity;
    motion.angular_velocity = rate;
    return Moving<2>{std::move(shape), motion};
  };
  const Capsule<2> capsule{{-1.0, 0.0}, {1.0, 0.0}, 0.125};
  const Moving<2> turned = turning(capsule, turned_by(-80.0), {});
  const Moving<2> across = turning(capsule, turned_by(10.0), {});
  const Moving<2> box = turning(Box<2>{{1.0, 1.0}}, {}, {});
  for (const Moving<2>& other : {Moving<2>{Ball{0.5}, Linear<2>{{}, {-5.0, 0.0}}}, Moving<2>{Ball{0.5}, {}},
                                 across, turning(capsule, {}, {0.0, 1.0}), box,
                                 turning(Box<2>{{0.5, 0.5}}, {}, {}), Moving<2>{capsule, Linear<2>{}}}) {
    holds_when_swapped<2>({turned, other, {}});
    holds_when_swapped<2>({box, other, {1.0}});
  }
  EXPECT_NE(first_hit(turned, Moving<2>{Ball{0.5}, {}}).normal, Vec<2>{});
}

template <int D>
void holds_in_other_units(double size, double per_time) {
  const Changed<D> units{[](const Vec<D>& v) { return v; }, [](const AngularVelocity<D>& w) { return w; },
                         [](const Orientation<D>& q) { return q; }, size, per_time};
  for_all<D>([&](const Asked<D>& asked) {
    Encounter<D> there = answer_to(units.of(asked));
    for (double* t : {&there.delay, &there.delay_upper, &there.first_touch}) *t *= per_time;
    for (Vec<D>* v : {&there.point_a, &there.point_b}) *v = (1.0 / size) * *v;
    there.gap /= size;
    expect_same(answer_to(asked), there, asked);
  });
}

TEST(TurningLaws, UnitsOfPowersOfTwoDoNotShowInThePlane) {
  holds_in_other_units<2>(0x1p20, 1.0);
  holds_in_other_units<2>(1.0, 0x1p20);
  holds_in_other_units<2>(0x1p-70, 0x1p31);
}
TEST(TurningLaws, UnitsOfPowersOfTwoDoNotShowInSpace) {
  holds_in_other_units<3>(0x1p20, 1.0);
  holds_in_other_units<3>(1.0, 0x1p20);
  holds_in_other_units<3>(0x1p-70, 0x1p31);
}

template <int D>
void move(Moving<D>& moving, const auto& change) {
  if (auto* m = std::get_if<Linear<D>>(&moving.motion)) change(m->position, m->velocity);
  if (auto* m = std::get_if<Falling<D>>(&moving.motion)) change(m->position, m->velocity);
  if (auto* m = std::get_if<Spinning<D>>(&moving.motion)) change(m->position, m->velocity);
  if (auto* m = std::get_if<Precessing<D>>(&moving.motion)) change(m->position, m->velocity);
}

/// Splines have no velocity that a drift could be added to.
template <int D>
bool has_spline(const Asked<D>& asked) {
  return std::holds_alternative<Spline<D>>(asked.a.motion) ||
         std::holds_alternative<Spline<D>>(asked.b.motion);
}

/// Rounds to so few bits that sums and differences are exact.
template <int D>
void round_to(double step, Vec<D>& v) {
  for (double& x : v.c) x = std::nearbyint(x / step) * step;
}

template <int D>
void holds_in_a_moving_frame() {
  for_all<D>([](Asked<D> asked) {
    if (has_spline(asked)) return;
    double place = 0.0;
    double speed = 0.0;
    for (Moving<D>* moving : {&asked.a, &asked.b})
      move(*moving, [&](Vec<D>& p, Vec<D>& v) {
        place = std::max(place, max_abs(p));
        speed = std::max(speed, max_abs(v));
      });
    const auto step_of = [](double size) {
      return std::ldexp(1.0, size > 0.0 ? std::ilogb(size) - 30 : -30);
    };
    const double place_step = step_of(place);
    const double speed_step = step_of(speed);
    for (Moving<D>* moving : {&asked.a, &asked.b})
      move(*moving, [&](Vec<D>& p, Vec<D>& v) {
        round_to(place_step, p);
        round_to(speed_step, v);
      });
    Asked<D> moves = asked;
    for (Moving<D>* moving : {&moves.a, &moves.b})
      move(*moving, [&](Vec<D>& p, Vec<D>& v) {
        p[0] += 12345.0 * place_step;
        v[1] -= 98765.0 * speed_step;
      });
    const Encounter<D> p = answer_to(asked);
    const Encounter<D> q = answer_to(moves);
    EXPECT_TRUE(p.outcome == q.outcome && p.delay == q.delay && p.delay_upper == q.delay_upper &&
                p.first_touch == q.first_touch && p.normal == q.normal)
        << text(asked) << "\n-> " << text(p) << "\n-> " << text(q);
  });
}

TEST(TurningLaws, ACommonDriftDoesNotShowInThePlane) { holds_in_a_moving_frame<2>(); }
TEST(TurningLaws, ACommonDriftDoesNotShowInSpace) { holds_in_a_moving_frame<3>(); }

template <int D>
void closes_its_window() {
  int impacts = 0;
  for_all<D>([&](const Asked<D>& asked) {
    const Encounter<D> answer = answer_to(asked);
    if (answer.outcome != Outcome::Impact) return;
    ++impacts;
    const auto until = [&](double end) {
      Asked<D> cut = asked;
      cut.query.horizon = end;
      return answer_to(cut).outcome;
    };
    EXPECT_EQ(until(answer.delay_upper), Outcome::Impact) << text(asked) << "\n-> " << text(answer);
    if (answer.delay == 0.0) return;
    const Outcome before = until(std::nextafter(answer.delay, 0.0));
    EXPECT_TRUE(before == Outcome::Miss || before == Outcome::Graze)
        << text(asked) << "\n-> " << text(answer);
  });
  EXPECT_GT(impacts, 100);
}

TEST(TurningLaws, TheWindowIsClosedInThePlane) { closes_its_window<2>(); }
TEST(TurningLaws, TheWindowIsClosedInSpace) { closes_its_window<3>(); }

/// The same thing as one that spins at no rate.
template <int D>
Moving<D> at_no_rate(const Moving<D>& moving) {
  Spinning<D> r;
  if (const auto* m = std::get_if<Linear<D>>(&moving.motion)) r = {m->position, m->velocity};
  if (const auto* m = std::get_if<Falling<D>>(&moving.motion)) {
    r = {m->position, m->velocity};
    r.acceleration = m->acceleration;
  }
  return {moving.shape, r};
}

template <int D>
Moving<D> without_spin(const Moving<D>& moving) {
  if (const auto* m = std::get_if<Spinning<D>>(&moving.motion))
    return {moving.shape, Linear<D>{m->position, m->velocity}};
  if (const auto* m = std::get_if<Precessing<D>>(&moving.motion))
    return {moving.shape, Linear<D>{m->position, m->velocity}};
  if (const auto* m = std::get_if<Spline<D>>(&moving.motion))
    return {moving.shape, Linear<D>{m->control[0], m->control[1]}};
  return moving;
}

template <int D>
void is_the_same_at_no_rate() {
  for_all<D>([](const Asked<D>& asked) {
    Asked<D> straight{without_spin(asked.a), without_spin(asked.b), asked.query};
    if (std::holds_alternative<Falling<D>>(straight.a.motion) ||
        std::holds_alternative<Falling<D>>(straight.b.motion))
      return;
    const Asked<D> at_rest{at_no_rate(straight.a), straight.b, straight.query};
    EXPECT_EQ(bits(answer_to(straight)), bits(answer_to(at_rest))) << text(straight);
    const Asked<D> both{at_no_rate(straight.a), at_no_rate(straight.b), straight.query};
    EXPECT_EQ(bits(answer_to(straight)), bits(answer_to(both))) << text(straight);
  });
}

TEST(TurningLaws, NoSpinIsNoneToTheLastBitInThePlane) { is_the_same_at_no_rate<2>(); }
TEST(TurningLaws, NoSpinIsNoneToTheLastBitInSpace) { is_the_same_at_no_rate<3>(); }

template <int D>
void is_the_same_for_balls() {
  for_all<D>([](Asked<D> asked) {
    asked.a.shape = Ball{asked.query.horizon};
    asked.b.shape = Ball{0.5 * asked.query.horizon};
    for (Moving<D>* moving : {&asked.a, &asked.b})
      if (!std::holds_alternative<Spinning<D>>(moving->motion)) {
        *moving = without_spin(*moving);
        if (std::holds_alternative<Falling<D>>(moving->motion)) moving->motion = Linear<D>{};
      } else {
        auto* m = std::get_if<Spinning<D>>(&moving->motion);
        m->centre = {};
        m->acceleration = {};
      }
    const Asked<D> straight{without_spin(asked.a), without_spin(asked.b), asked.query};
    EXPECT_EQ(bits(answer_to(straight)), bits(answer_to(asked))) << text(asked);
  });
}

TEST(TurningLaws, ABallAboutItsCentreSpinsUnseenInThePlane) { is_the_same_for_balls<2>(); }
TEST(TurningLaws, ABallAboutItsCentreSpinsUnseenInSpace) { is_the_same_for_balls<3>(); }

}  // namespace
}  // namespace firsthit::turning_judge
