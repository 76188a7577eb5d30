#include "c/in_c.hpp"
#include "core/random.hpp"
#include "query/base/one_of_each.hpp"
#include "query/random_shapes.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/error.hpp>
#include <firsthit/features.hpp>
#include <firsthit/outlines.hpp>
#include <firsthit/path_crossing.hpp>

#include <cmath>
#include <cstring>
#include <numbers>
#include <optional>
#include <string>

namespace firsthit {
namespace {

template <int D>
AngularVelocity<D> rate(ShapeSource& numbers) {
  if constexpr (D == 2)
    return numbers.number(2.0);
  else
    return numbers.vector<3>(2.0);
}

/// Of a box: two of its moments may be equal, and may not.
PrincipalInertia random_inertia(ShapeSource& numbers) {
  const double x = 0.25 + numbers.size(1.0), y = 0.25 + numbers.size(1.0), z = 0.25 + numbers.size(1.0);
  PrincipalInertia r{{y * y + z * z, z * z + x * x, x * x + y * y}, {}};
  r.axes = {0.5 + numbers.size(1.0), numbers.number(1.0), numbers.number(1.0), numbers.number(1.0)};
  return r;
}

/// Of any kind.
template <int D>
Motion<D> random_motion(ShapeSource& numbers) {
  const Vec<D> position = numbers.vector<D>(4.0), velocity = numbers.vector<D>(1.0);
  Orientation<D> stands;
  stands.w = 0.5 + numbers.size(1.0);
  stands.z = numbers.number(1.0);
  switch (numbers.below(6)) {
    case 0:
      return Linear<D>{position, velocity};
    case 1:
      return Falling<D>{position, velocity, numbers.vector<D>(1.0)};
    case 2:
      return Spinning<D>{
          position, velocity, rate<D>(numbers), stands, numbers.vector<D>(0.5), numbers.vector<D>(0.5)};
    case 3: {
      Spline<D> r{
          {position, position, velocity, velocity}, 1.0 + numbers.size(3.0), rate<D>(numbers), stands, {}};
      for (Vec<D>& point : r.control) point[0] += numbers.number(1.0);
      return r;
    }
    case 4:
      return Precessing<D>{position, velocity, rate<D>(numbers),      rate<D>(numbers),
                           stands,   {},       numbers.vector<D>(0.5)};
    default: {
      Tumbling<D> r{position, velocity, rate<D>(numbers), stands, numbers.vector<D>(0.5), {}, {}};
      r.centre = numbers.vector<D>(0.5);
      if (D == 3) r.inertia = random_inertia(numbers);
      return r;
    }
  }
}

template <int D>
std::optional<Encounter<D>> unless_refused(const Moving<D>& a, const Moving<D>& b, const Query& query) {
  try {
    return first_hit(a, b, query);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

template <int D>
void expect_the_answers_of_cpp(std::uint64_t seed) {
  ShapeSource numbers(seed, false);
  int outcomes[5] = {}, refused = 0;
  for (int i = 0; i < 1500; ++i) {
    const std::uint64_t kind_a = numbers.below(kShapeKinds), kind_b = numbers.below(kShapeKinds);
    const Shape<D> shape_a = numbers.shape<D>(kind_a);
    const Shape<D> shape_b = numbers.shape<D>(kind_b);
    const Moving<D> a{shape_a, random_motion<D>(numbers)};
    const Moving<D> b{shape_b, random_motion<D>(numbers)};
    const Query query{3.0, i % 4 == 0 ? 0.125 : 0.0};

    const ShapeInC in_c_a = in_c(a.shape), in_c_b = in_c(b.shape);
    const FirsthitMotion motion_a = in_c(a.motion), motion_b = in_c(b.motion);
    const FirsthitQuery asked{sizeof(FirsthitQuery), query.horizon, query.margin};
    FirsthitEncounter found{};
    found.size = sizeof found;
    const FirsthitStatus status =
        firsthit_first_hit(in_c_a.get(), &motion_a, in_c_b.get(), &motion_b, &asked, &found);
    if (const auto expected = unless_refused(a, b, query)) {
      ASSERT_EQ(status, FIRSTHIT_OK) << firsthit_last_error();
      expect_same(found, *expected);
      ++outcomes[static_cast<int>(expected->outcome)];
      double delay = 0.0;
      ASSERT_EQ(firsthit_time_to_collision(in_c_a.get(), &motion_a, in_c_b.get(), &motion_b, &asked, &delay),
                FIRSTHIT_OK);
      EXPECT_EQ(delay, *expected ? expected->delay : HUGE_VAL);
    } else {
      EXPECT_EQ(status, FIRSTHIT_ERROR_INPUT);
      ++refused;
    }
    ASSERT_FALSE(::testing::Test::HasFailure()) << "pair " << i << " of seed " << seed;
  }
  EXPECT_GT(outcomes[static_cast<int>(Outcome::Miss)], 100);
  EXPECT_GT(outcomes[static_cast<int>(Outcome::Impact)], 50);
  EXPECT_GT(refused, 10);  // half-spaces that turn, or two of them
}

TEST(QueriesInC, HaveTheBitsOfCpp) {
  expect_the_answers_of_cpp<2>(1);
  expect_the_answers_of_cpp<3>(2);
}

template <int D>
void expect_every_shape() {
  for (const Shape<D>& shape : one_of_each<D>()) {
    if (D == 3 && std::holds_alternative<Arc>(shape)) continue;
    const ShapeInC made = in_c(shape);
    FirsthitShapeKind kind = -1;
    std::int32_t dimension = 0;
    double filled = -1.0;
    ASSERT_EQ(firsthit_shape_kind(made.get(), &kind), FIRSTHIT_OK);
    ASSERT_EQ(firsthit_shape_dimension(made.get(), &dimension), FIRSTHIT_OK);
    ASSERT_EQ(firsthit_shape_volume(made.get(), &filled), FIRSTHIT_OK);
    EXPECT_EQ(static_cast<std::size_t>(kind), shape.index());
    EXPECT_EQ(dimension, D);
    EXPECT_EQ(bytes(filled), bytes(volume(shape)));

    FirsthitMassProperties found{};
    found.size = sizeof found;
    const FirsthitStatus status = firsthit_shape_mass_properties(made.get(), &found);
    if (std::holds_alternative<HalfSpace<D>>(shape) || std::holds_alternative<Container>(shape)) {
      EXPECT_EQ(status, FIRSTHIT_ERROR_INPUT);
      continue;
    }
    ASSERT_EQ(status, FIRSTHIT_OK);
    const MassProperties<D> expected = mass_properties(shape);
    EXPECT_EQ(bytes(found.volume), bytes(expected.volume));
    EXPECT_EQ(bytes(found.centre), bytes(in_c(expected.centre)));
    if constexpr (D == 2)
      EXPECT_EQ(bytes(found.inertia_per_mass[0]), bytes(expected.inertia_per_mass));
    else
      EXPECT_EQ(
          std::memcmp(found.inertia_per_mass, &expected.inertia_per_mass, sizeof found.inertia_per_mass), 0);

    FirsthitPrincipalInertia principal{};
    const FirsthitStatus told = firsthit_shape_principal_inertia(made.get(), &principal);
    if constexpr (D == 2) {
      EXPECT_EQ(told, FIRSTHIT_ERROR_INPUT);
    } else {
      ASSERT_EQ(told, FIRSTHIT_OK);
      const PrincipalInertia in_cpp = principal_inertia(shape);
      EXPECT_EQ(bytes(principal.moments), bytes(in_c(in_cpp.moments)));
      EXPECT_EQ(bytes(principal.axes), bytes(in_c(in_cpp.axes)));
    }
  }
}

TEST(QueriesInC, KnowEveryShape) {
  expect_every_shape<2>();
  expect_every_shape<3>();
}

template <int D>
void expect_places_and_distances() {
  ShapeSource numbers(5, false);
  for (int i = 0; i < 500; ++i) {
    const Motion<D> motion = random_motion<D>(numbers);
    const FirsthitMotion asked = in_c(motion);
    const double delay = numbers.size(2.0);
    const Vec<D> point = numbers.vector<D>(1.0);
    const FirsthitVec of_shape = in_c(point);
    FirsthitVec centre, there;
    ASSERT_EQ(firsthit_motion_at(D, &asked, delay, nullptr, &centre), FIRSTHIT_OK);
    ASSERT_EQ(firsthit_motion_at(D, &asked, delay, &of_shape, &there), FIRSTHIT_OK);
    std::visit(
        [&](const auto& m) {
          EXPECT_EQ(bytes(centre), bytes(in_c(m.at(delay))));
          if constexpr (requires { m.at(delay, point); })
            EXPECT_EQ(bytes(there), bytes(in_c(m.at(delay, point))));
          else
            for (int k = 0; k < D; ++k)
              EXPECT_EQ((&there.x)[k],
                        m.at(delay)[static_cast<std::size_t>(k)] + point[static_cast<std::size_t>(k)]);
        },
        motion);

    const Placed<D> a{numbers.shape<D>(numbers.below(7)), numbers.vector<D>(3.0)};
    const Placed<D> b{numbers.shape<D>(numbers.below(7)), numbers.vector<D>(3.0), {.w = 1.0, .z = 0.5}};
    const FirsthitOrientation stands = in_c(b.orientation);
    FirsthitSeparation found{};
    found.size = sizeof found;
    ASSERT_EQ(firsthit_distance(in_c(a.shape).get(), in_c(a.position), nullptr, in_c(b.shape).get(),
                                in_c(b.position), &stands, &found),
              FIRSTHIT_OK);
    const Separation<D> expected = distance(a, b);
    EXPECT_EQ(bytes(found.distance), bytes(expected.distance));
    EXPECT_EQ(bytes(found.normal), bytes(in_c(expected.normal)));
    EXPECT_EQ(bytes(found.point_a), bytes(in_c(expected.point_a)));
    EXPECT_EQ(bytes(found.point_b), bytes(in_c(expected.point_b)));
  }
}

TEST(QueriesInC, TellPlacesAndDistances) {
  expect_places_and_distances<2>();
  expect_places_and_distances<3>();

  FirsthitOrientation turned{};
  const FirsthitVec axis{1.0, -2.0, 0.5};
  ASSERT_EQ(firsthit_turned_by(33.0, nullptr, &turned), FIRSTHIT_OK);
  EXPECT_EQ(bytes(turned), bytes(in_c(turned_by(33.0))));
  ASSERT_EQ(firsthit_turned_by(33.0, &axis, &turned), FIRSTHIT_OK);
  EXPECT_EQ(bytes(turned), bytes(in_c(turned_by(33.0, {1.0, -2.0, 0.5}))));
}

/// A symmetric top, told by its moments, is where it is as a regular precession: moments (i, i, k) along its
/// own axis, z, and the angular momentum l = i * across + k * along.
TEST(QueriesInC, TellWhereATopTumblesTo) {
  const double i = 3.0, k = 2.0;
  const FirsthitVec rate{0.5, -1.0, 2.0};  // of now, as it stands
  FirsthitMotion tumbles, precesses;
  for (FirsthitMotion* motion : {&tumbles, &precesses}) {
    ASSERT_EQ(firsthit_motion_default(motion, sizeof *motion), FIRSTHIT_OK);
    motion->position = {1.0, 2.0, 3.0};
    motion->acceleration = {0.0, 0.0, -1.0};
    motion->centre = {0.0, 0.0, 0.25};
  }
  tumbles.kind = FIRSTHIT_MOTION_TUMBLING;
  tumbles.angular_velocity = rate;
  tumbles.inertia.moments = {10.0 * i, 10.0 * i, 10.0 * k};  // only ratios count
  precesses.kind = FIRSTHIT_MOTION_PRECESSING;
  precesses.angular_velocity = {rate.x, rate.y, k * rate.z / i};
  precesses.spin = {0.0, 0.0, (1.0 / k - 1.0 / i) * (k * rate.z)};
  // The same with the axis of the shape that is x, which its axes turn to z; and that does not stand as z.
  FirsthitMotion lies = tumbles;
  lies.inertia.moments = {10.0 * k, 10.0 * i, 10.0 * i};
  lies.inertia.axes = {1.0, 0.0, -1.0, 0.0};  // by -90 degrees about y: x becomes z
  for (const double delay : {0.0, 0.25, 3.0, 40.0}) {
    const FirsthitVec corner{1.0, -0.5, 0.75};
    FirsthitVec expected, found;
    ASSERT_EQ(firsthit_motion_at(3, &precesses, delay, &corner, &expected), FIRSTHIT_OK);
    for (const FirsthitMotion& motion : {tumbles, lies}) {
      ASSERT_EQ(firsthit_motion_at(3, &motion, delay, &corner, &found), FIRSTHIT_OK) << firsthit_last_error();
      EXPECT_NEAR(found.x, expected.x, 1e-13 * (1.0 + delay * delay));
      EXPECT_NEAR(found.y, expected.y, 1e-13 * (1.0 + delay * delay));
      EXPECT_NEAR(found.z, expected.z, 1e-13 * (1.0 + delay * delay));
    }
  }
}

/// Landau and Lifshitz, Mechanics, par. 37: the turning about the axis of the middle moment is sn(p t), here
/// from where that is largest; a quarter of a period later, after K / p, this axis is across the momentum.
TEST(QueriesInC, KnowWhenABrickTurnsOver) {
  const ShapeInC brick = in_c(Shape<3>(Box<3>{{1.0, 2.0, 3.0}})), point = in_c(Shape<3>(Point{}));
  FirsthitMotion motion;
  ASSERT_EQ(firsthit_motion_default(&motion, sizeof motion), FIRSTHIT_OK);
  motion.kind = FIRSTHIT_MOTION_TUMBLING;
  motion.angular_velocity = {0.5, 1.0, 0.0};
  motion.centre = {0.0, -1.0, 0.0};  // the point is on the axis of the middle moment
  ASSERT_EQ(firsthit_shape_principal_inertia(brick.get(), &motion.inertia), FIRSTHIT_OK);
  // Over the mass (a^2 + b^2) / 3 of the half extents across.
  const double most = 13.0 / 3.0, middle = 10.0 / 3.0, least = 5.0 / 3.0;
  EXPECT_NEAR(motion.inertia.moments.x, most, 1e-14);
  EXPECT_NEAR(motion.inertia.moments.y, middle, 1e-14);
  EXPECT_NEAR(motion.inertia.moments.z, least, 1e-14);

  const FirsthitVec momentum{0.5 * most, middle, 0.0};
  const double square = momentum.x * momentum.x + momentum.y * momentum.y;
  const double energy = 0.25 * most + middle;  // twice
  const double pace = (most - middle) * (square - energy * least),
               rest = (middle - least) * (energy * most - square);
  double a = 1.0, b = std::sqrt(1.0 - rest / pace);  // K = pi / 2 over their arithmetic-geometric mean
  for (int i = 0; i < 9; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  const double quarter = 0.5 * std::numbers::pi / a / std::sqrt(pace / (least * middle * most));
  FirsthitShape* made = nullptr;
  ASSERT_EQ(firsthit_shape_half_space(3, momentum, 0.0, &made), FIRSTHIT_OK);
  const ShapeInC below(made);
  FirsthitEncounter hit{};
  hit.size = sizeof hit;
  ASSERT_EQ(firsthit_first_hit(point.get(), &motion, below.get(), nullptr, nullptr, &hit), FIRSTHIT_OK);
  EXPECT_EQ(hit.outcome, FIRSTHIT_IMPACT);
  EXPECT_NEAR(hit.delay, quarter, 1e-12);
  EXPECT_NEAR(hit.delay_upper, quarter, 1e-12);
}

/// As a program that was built before things tumbled has it.
TEST(QueriesInC, ReadMotionsOfCallersWhoKnowOfNoInertia) {
  const std::size_t then = offsetof(FirsthitMotion, inertia);
  FirsthitMotion motion;
  std::memset(&motion, 0x55, sizeof motion);
  ASSERT_EQ(firsthit_motion_default(&motion, then), FIRSTHIT_OK);
  EXPECT_EQ(motion.size, then);
  EXPECT_EQ(bytes(motion.inertia), std::vector<unsigned char>(sizeof motion.inertia, 0x55)) << "not theirs";
  motion.kind = FIRSTHIT_MOTION_TUMBLING;  // with equal moments, so steadily
  motion.angular_velocity = {1.0, 0.0, 0.0};
  const FirsthitVec point{0.0, 1.0, 0.0};
  FirsthitVec there;
  ASSERT_EQ(firsthit_motion_at(3, &motion, 2.0, &point, &there), FIRSTHIT_OK) << firsthit_last_error();
  EXPECT_NEAR(there.y, std::cos(2.0), 1e-15);
  EXPECT_NEAR(there.z, std::sin(2.0), 1e-15);
}

FirsthitFeatureEncounter as_told(const FeatureEncounter& e) {
  return {e.delay,
          e.delay_upper,
          e.first_touch,
          e.first_touch_upper,
          static_cast<FirsthitOutcome>(e.outcome),
          static_cast<std::int32_t>(e.stage)};
}

TEST(QueriesInC, KnowFeaturesOutlinesAndPaths) {
  ShapeSource numbers(7, true);
  int impacts = 0;
  for (int i = 0; i < 300; ++i) {
    Vec<3> p[2][4];
    for (auto& side : p)
      for (Vec<3>& place : side) place = numbers.vector<3>(1.0);
    FirsthitVertexFace faces[2];
    FirsthitEdgeEdge edges[2];
    for (int t = 0; t < 2; ++t) {
      faces[t] = {in_c(p[t][0]), {in_c(p[t][1]), in_c(p[t][2]), in_c(p[t][3])}};
      edges[t] = {{in_c(p[t][0]), in_c(p[t][1])}, {in_c(p[t][2]), in_c(p[t][3])}};
    }
    FirsthitFeatureEncounter found{};
    ASSERT_EQ(firsthit_first_hit_vertices_and_faces(&faces[0], &faces[1], 1, &found), FIRSTHIT_OK);
    const auto face = [&p](int t) { return VertexFace{p[t][0], {p[t][1], p[t][2], p[t][3]}}; };
    EXPECT_EQ(bytes(found), bytes(as_told(first_hit(Deformation<VertexFace>{face(0), face(1)}))));
    impacts += found.outcome == FIRSTHIT_IMPACT;
    ASSERT_EQ(firsthit_first_hit_edges(&edges[0], &edges[1], 1, &found), FIRSTHIT_OK);
    const auto edge = [&p](int t) { return EdgeEdge{{p[t][0], p[t][1]}, {p[t][2], p[t][3]}}; };
    EXPECT_EQ(bytes(found), bytes(as_told(first_hit(Deformation<EdgeEdge>{edge(0), edge(1)}))));

    Vec<2> q[4][3];
    for (auto& side : q)
      for (Vec<2>& place : side) place = numbers.vector<2>(1.0);
    FirsthitPointSegment segments[2];
    for (int t = 0; t < 2; ++t) segments[t] = {in_c(q[t][0]), {in_c(q[t][1]), in_c(q[t][2])}};
    ASSERT_EQ(firsthit_first_hit_point_features(&segments[0], &segments[1], 1, &found), FIRSTHIT_OK);
    const auto segment = [&q](int t) { return PointSegment{q[t][0], {q[t][1], q[t][2]}}; };
    EXPECT_EQ(bytes(found), bytes(as_told(first_hit(Deformation<PointSegment>{segment(0), segment(1)}))));

    std::vector<FirsthitVec> chains[4];
    for (int k = 0; k < 4; ++k) chains[k] = all_in_c(q[k]);
    FirsthitEncounter met{};
    met.size = sizeof met;
    ASSERT_EQ(firsthit_first_hit_outlines(chains[0].data(), chains[1].data(), 3, chains[2].data(),
                                          chains[3].data(), 3, &met),
              FIRSTHIT_OK);
    expect_same(met, first_hit(DeformingOutline{q[0], q[1]}, DeformingOutline{q[2], q[3]}));

    FirsthitPathCrossing crossing{};
    ASSERT_EQ(firsthit_path_crossing(2, in_c(q[0][0]), in_c(q[0][1]), in_c(q[1][0]), in_c(q[1][1]), 2.0,
                                     HUGE_VAL, 0.25, &crossing),
              FIRSTHIT_OK);
    const PathCrossing<2> expected =
        path_crossing(Linear<2>{q[0][0], q[0][1]}, Linear<2>{q[1][0], q[1][1]}, {2.0, HUGE_VAL, 0.25});
    EXPECT_EQ(crossing.kind, static_cast<std::int32_t>(expected.kind));
    EXPECT_EQ(crossing.opposed != 0, expected.opposed);
    EXPECT_EQ(bytes(crossing.distance), bytes(expected.distance));
    EXPECT_EQ(bytes(crossing.p.enter), bytes(expected.p.enter));
    EXPECT_EQ(bytes(crossing.q.leave), bytes(expected.q.leave));
    EXPECT_EQ(bytes(crossing.p.from), bytes(in_c(expected.p.from)));
    EXPECT_EQ(bytes(crossing.q.to), bytes(in_c(expected.q.to)));
  }
  EXPECT_GT(impacts, 20);
}

TEST(QueriesInC, TellWhatIsWrong) {
  const ShapeInC ball = in_c(Shape<2>(Ball{1.0})), cube = in_c(Shape<3>(Box<3>{{1.0, 1.0, 1.0}}));
  FirsthitEncounter found{};
  found.size = sizeof found;
  EXPECT_EQ(firsthit_first_hit(ball.get(), nullptr, cube.get(), nullptr, nullptr, &found),
            FIRSTHIT_ERROR_INPUT);
  EXPECT_STREQ(firsthit_last_error(), "b: expected one in 2 dimensions, found one in 3");
  FirsthitMotion motion = in_c(Motion<2>(Linear<2>{}));
  motion.position.z = 1.0;
  EXPECT_EQ(firsthit_first_hit(ball.get(), &motion, ball.get(), nullptr, nullptr, &found),
            FIRSTHIT_ERROR_INPUT);
  EXPECT_STREQ(firsthit_last_error(), "motion_a.position.z: expected 0 in the plane, found 1");
  motion.kind = 7;
  EXPECT_EQ(firsthit_first_hit(ball.get(), &motion, ball.get(), nullptr, nullptr, &found),
            FIRSTHIT_ERROR_INPUT);
  EXPECT_STREQ(firsthit_last_error(), "motion_a.kind: expected 0 to 5, found 7");
}

}  // namespace
}  // namespace firsthit
