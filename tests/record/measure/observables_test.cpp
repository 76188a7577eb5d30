#include "record/measure/observables.hpp"

#include "record/base/compensated_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace firsthit {
namespace {

template <int D>
RunSetup<D> setup_with(std::size_t balls, Side side, double length) {
  RunSetup<D> setup;
  for (std::size_t k = 0; k < D; ++k) {
    setup.space.max[k] = length;
    setup.space.sides[k] = side;
  }
  for (std::uint32_t i = 0; i < balls; ++i) setup.bodies.push_back({BodyId{i}, 0.5, 1.0, {}});
  return setup;
}

template <int D>
Frame<D> frame_at(double time, const std::vector<Vec<D>>& velocities) {
  Frame<D> frame;
  frame.time = time;
  for (const Vec<D>& velocity : velocities) frame.states.push_back({{}, velocity, {}});
  return frame;
}

TEST(Observables, AreUndefinedWithoutBodies) {
  const RunSetup<2> setup = setup_with<2>(0, Side::Periodic, 10.0);
  const Observables<2> observables(setup, frame_at<2>(0.0, {}), 0.0);
  const Measured measured = observables.measured(frame_at<2>(5.0, {}));
  EXPECT_EQ(measured.time, 5.0);
  EXPECT_FALSE(measured.temperature);
  EXPECT_FALSE(measured.pressure);
  EXPECT_FALSE(measured.compressibility);
  EXPECT_FALSE(measured.collision_rate_per_body);
}

TEST(Observables, AreUndefinedWhileNoTimeHasPassed) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 10.0);
  const Observables<2> observables(setup, frame_at<2>(0.0, {{{1, 0}}, {{0, 1}}}), 3.0);
  const Measured measured = observables.measured(frame_at<2>(2.0, {{{1, 0}}, {{0, 1}}}));
  EXPECT_EQ(measured.time, 0.0);
  EXPECT_FALSE(measured.temperature);
  EXPECT_FALSE(measured.collision_rate_per_body);
}

TEST(Observables, HaveNoPressureInAnOpenBox) {
  const RunSetup<2> setup = setup_with<2>(1, Side::Open, 10.0);
  const Observables<2> observables(setup, frame_at<2>(0.0, {{{3, 4}}}), 0.0);
  const Measured measured = observables.measured(frame_at<2>(2.0, {{{3, 4}}}));
  EXPECT_FALSE(measured.pressure);
  EXPECT_FALSE(measured.compressibility);
  EXPECT_EQ(measured.temperature.value(), 12.5);  // 2 (25 / 2) / (2 * 1)
}

TEST(Observables, SeeAPeriodicBoxFromItsCentreOfMass) {
  // Velocities u +- w: 2 E_kin = 2 |w|^2, T = 2 |w|^2 / (D (N - 1)) = |w|^2, whatever u.
  const RunSetup<2> setup = setup_with<2>(2, Side::Periodic, 4.0);
  const std::vector<Vec<2>> velocities = {{{100.0 + 3.0, 7.0}}, {{100.0 - 3.0, 7.0}}};
  const Observables<2> observables(setup, frame_at<2>(0.0, velocities), 0.0);
  const Measured measured = observables.measured(frame_at<2>(8.0, velocities));
  EXPECT_EQ(measured.temperature.value(), 9.0);
  EXPECT_EQ(measured.pressure.value(), 9.0 / 16.0);  // 2 E_kin / (D V) = 18 / (2 * 16)
  EXPECT_EQ(measured.compressibility.value(), 0.5);  // (N - 1) / N of an ideal gas
}

TEST(Observables, HaveNoTemperatureForOneBodyInAPeriodicBox) {
  const RunSetup<2> setup = setup_with<2>(1, Side::Periodic, 4.0);
  const Observables<2> observables(setup, frame_at<2>(0.0, {{{1, 2}}}), 0.0);
  const Measured measured = observables.measured(frame_at<2>(1.0, {{{1, 2}}}));
  EXPECT_FALSE(measured.temperature);
  EXPECT_FALSE(measured.compressibility);
  EXPECT_EQ(measured.pressure.value(), 0.0);
}

TEST(Observables, KeepTheLabFrameWhereSomethingIsFixed) {
  RunSetup<2> setup = setup_with<2>(1, Side::Periodic, 4.0);
  setup.obstacles.push_back({BodyId{1}, Ball{0.5}, {}, {}});
  const Observables<2> observables(setup, frame_at<2>(0.0, {{{1, 2}}}), 0.0);
  EXPECT_EQ(observables.measured(frame_at<2>(1.0, {{{1, 2}}})).temperature.value(), 2.5);
}

/// An impact of balls 0 and 1 that swaps their velocities along x.
Impact<2> head_on(double time, double elapsed, double speed, double virial) {
  Impact<2> impact;
  impact.time = time;
  impact.kind = ImpactKind::BodyBody;
  impact.a = {BodyId{0}, {}, {{speed, 0}}, {{-speed, 0}}, elapsed};
  impact.b = {BodyId{1}, {}, {{-speed, 0}}, {{speed, 0}}, elapsed};
  impact.virial = virial;
  impact.overlap = 1e-16 * time;
  return impact;
}

TEST(Observables, AddTheVirialToThePressure) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 4.0);
  Observables<2> observables(setup, frame_at<2>(0.0, {{{2, 0}}, {{-2, 0}}}), 0.0);
  observables.impact(head_on(1.0, 1.0, 2.0, 4.0));  // impulse 4, distance of centres 1
  const Measured measured = observables.measured(frame_at<2>(4.0, {{{-2, 0}}, {{2, 0}}}));
  EXPECT_EQ(measured.temperature.value(), 2.0);        // 2 * 4 / (2 * 2)
  EXPECT_EQ(measured.pressure.value(), 9.0 / 32.0);    // (2 * 4 + 4 / 4) / (2 * 16)
  EXPECT_EQ(measured.compressibility.value(), 1.125);  // (9 / 32) 16 / (2 * 2)
  EXPECT_EQ(measured.collision_rate_per_body.value(), 0.25);
  EXPECT_EQ(measured.collisions, (CollisionCounts{1, 0, 0}));
}

TEST(Observables, CountFromTheTimeOfMeasuringOnAlsoInsideAFlight) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 4.0);
  Observables<2> observables(setup, frame_at<2>(0.0, {{{2, 0}}, {{-2, 0}}}), 2.0);
  observables.impact(head_on(1.0, 1.0, 2.0, 4.0));  // before
  Impact<2> inelastic = head_on(3.0, 2.0, 2.0, 4.0);
  inelastic.a.velocity_after = {{-1, 0}};
  inelastic.b.velocity_after = {{1, 0}};
  observables.impact(inelastic);
  const Measured measured = observables.measured(frame_at<2>(6.0, {{{-1, 0}}, {{1, 0}}}));
  EXPECT_EQ(measured.time, 4.0);
  EXPECT_EQ(measured.collisions, (CollisionCounts{1, 0, 0}));
  EXPECT_EQ(observables.collisions(), (CollisionCounts{2, 0, 0}));
  // E_kin is 4 from time 2 to 3 and 1 from 3 to 6: on average 7 / 4; T = 2 (7 / 4) / (2 * 2).
  EXPECT_EQ(measured.temperature.value(), 0.875);
  EXPECT_EQ(measured.deepest_overlap, 3e-16);
}

TEST(Observables, CountAnImpactExactlyWhenMeasuringBegins) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 4.0);
  Observables<2> observables(setup, frame_at<2>(0.0, {{{2, 0}}, {{-2, 0}}}), 2.0);
  observables.impact(head_on(2.0, 2.0, 2.0, 4.0));
  EXPECT_EQ(observables.measured(frame_at<2>(3.0, {{{-2, 0}}, {{2, 0}}})).collisions[0], 1U);
}

TEST(Observables, IntegrateTheKineticEnergyOfAFallExactly) {
  // v(t) = (1, -3 t): E_kin = (1 + 9 t^2) / 2, its integral from 1 to 3 is 1 + 39 = 40.
  RunSetup<2> setup = setup_with<2>(1, Side::Wall, 100.0);
  setup.gravity = {{0.0, -3.0}};
  const Observables<2> still_flying(setup, frame_at<2>(0.0, {{{1, 0}}}), 1.0);
  Frame<2> falling = frame_at<2>(3.0, {{{1, -9}}});
  falling.states[0].acceleration = setup.gravity;
  const Measured in_flight = still_flying.measured(falling);
  EXPECT_DOUBLE_EQ(in_flight.temperature.value(), 20.0);  // 2 (40 / 2) / (2 * 1)

  Observables<2> bounced(setup, frame_at<2>(0.0, {{{1, 0}}}), 1.0);
  Impact<2> impact;
  impact.time = 2.0;
  impact.kind = ImpactKind::BodySide;
  impact.a = {BodyId{0}, {}, {{1, -6}}, {{1, -6}}, 2.0, setup.gravity};  // a wall that changes nothing
  impact.b.id = BodyId{4000000000U};
  bounced.impact(impact);
  const Measured after = bounced.measured(falling);
  EXPECT_DOUBLE_EQ(after.temperature.value(), 20.0);
  EXPECT_EQ(after.collisions, (CollisionCounts{0, 0, 1}));
}

ObservableRequest all_numbers() {
  ObservableRequest request;
  request.mean_square_displacement = request.velocity_autocorrelation = request.free_flight = true;
  return request;
}

TEST(Observables, MeasureOnRequestOnly) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 4.0);
  Observables<2> observables(setup, frame_at<2>(0.0, {{{2, 0}}, {{-2, 0}}}), 0.0);
  observables.impact(head_on(1.0, 1.0, 2.0, 4.0));
  const Measured measured = observables.measured(frame_at<2>(4.0, {{{-2, 0}}, {{2, 0}}}));
  for (const MeasuredNumber& number : numbers_of(all_numbers())) EXPECT_FALSE(measured.*number.value);
  EXPECT_EQ(numbers_of(all_numbers()).size(), 4U);
  EXPECT_TRUE(numbers_of({}).empty());
}

TEST(Observables, DivideTimesAndPathsByImpactsWithOtherBalls) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 4.0);
  Observables<2> observables(setup, frame_at<2>(0.0, {{{2, 0}}, {{-2, 0}}}), 2.0, all_numbers());
  observables.impact(head_on(1.0, 1.0, 2.0, 4.0));  // before
  EXPECT_FALSE(observables.measured(frame_at<2>(2.5, {{{-2, 0}}, {{2, 0}}})).mean_free_path);
  Impact<2> inelastic = head_on(3.0, 2.0, 2.0, 4.0);
  inelastic.a.velocity_after = {{-1, 0}};
  inelastic.b.velocity_after = {{1, 0}};
  observables.impact(inelastic);
  Impact<2> wall = inelastic;
  wall.time = 4.0;
  wall.kind = ImpactKind::BodySide;
  wall.a = {BodyId{0}, {}, {{-1, 0}}, {{1, 0}}, 1.0};
  wall.b = {BodyId{4000000000U}, {}, {}, {}, 0.0};
  observables.impact(wall);
  const Measured measured = observables.measured(frame_at<2>(6.0, {{{1, 0}}, {{1, 0}}}));
  // Each ball: 4 long, at speed 2 from time 2 to 3 and at speed 1 from 3 to 6; one impact each.
  EXPECT_EQ(measured.mean_free_time.value(), 4.0);
  EXPECT_EQ(measured.mean_free_path.value(), 5.0);
  EXPECT_EQ(*measured.mean_free_time * *measured.collision_rate_per_body, 1.0);
}

TEST(Observables, MeasureBentPathsAlongTheirCourse) {
  // Both fall from rest, v = 3 t, and meet at 2 without any change: from 1 to 3 each falls 12.
  RunSetup<2> setup = setup_with<2>(2, Side::Wall, 100.0);
  setup.gravity = {{0.0, -3.0}};
  Observables<2> observables(setup, frame_at<2>(0.0, {{{0, 0}}, {{0, 0}}}), 1.0, all_numbers());
  Impact<2> impact;
  impact.time = 2.0;
  impact.a = {BodyId{0}, {}, {{0, -6}}, {{0, -6}}, 2.0, setup.gravity};
  impact.b = {BodyId{1}, {}, {{0, -6}}, {{0, -6}}, 2.0, setup.gravity};
  observables.impact(impact);
  Frame<2> falling = frame_at<2>(3.0, {{{0, -9}}, {{0, -9}}});
  for (BodyState<2>& state : falling.states) state.acceleration = setup.gravity;
  EXPECT_DOUBLE_EQ(observables.measured(falling).mean_free_path.value(), 12.0);
}

TEST(Observables, SeeFreePathsFromTheCentreOfMass) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Periodic, 4.0);
  const auto frame = [](double time, double speed) {
    return frame_at<2>(time, {{{100.0 + speed, 7.0}}, {{100.0 - speed, 7.0}}});
  };
  Observables<2> observables(setup, frame(0.0, 2.0), 0.0, all_numbers());
  Impact<2> impact = head_on(1.0, 1.0, 0.0, 4.0);
  impact.a.velocity_before = impact.b.velocity_after = {{102, 7}};
  impact.b.velocity_before = impact.a.velocity_after = {{98, 7}};
  observables.impact(impact);
  EXPECT_EQ(observables.measured(frame(4.0, -2.0)).mean_free_path.value(), 8.0);
}

TEST(Observables, CompareWithTheStateWhereMeasuringBegan) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 10.0);
  Frame<2> frame = frame_at<2>(0.0, {{{2, 1}}, {{0, -1}}});
  Observables<2> observables(setup, frame, 3.0, all_numbers());
  EXPECT_FALSE(observables.measured(frame).mean_square_displacement);
  frame.time = 3.0;
  frame.states[0].position = {{1, 1}};
  frame.states[1].position = {{5, 5}};
  observables.look_back_to(frame);
  EXPECT_EQ(observables.measured(frame).mean_square_displacement.value(), 0.0);
  EXPECT_EQ(observables.measured(frame).velocity_autocorrelation.value(), 3.0);  // <v^2>: (5 + 1) / 2
  frame.time = 5.0;
  frame.states[0] = {{{4, 5}}, {{-2, 3}}, {}};  // has moved by (3, 4)
  frame.states[1] = {{{5, 4}}, {{7, 0}}, {}};   // by (0, -1)
  const Measured measured = observables.measured(frame);
  EXPECT_EQ(measured.mean_square_displacement.value(), 13.0);  // (25 + 1) / 2
  EXPECT_EQ(measured.velocity_autocorrelation.value(), -0.5);  // ((-4 + 3) + 0) / 2
}

TEST(Observables, TakeBackTheJumpsAtPeriodicSidesAndTheDrift) {
  RunSetup<2> setup = setup_with<2>(2, Side::Periodic, 4.0);
  setup.bodies[1].mass = 3.0;
  // u +- w: the centre of mass goes at (5, 1), the light ball 3 faster, the heavy one 1 slower.
  Frame<2> frame = frame_at<2>(0.0, {{{8, 1}}, {{4, 1}}});
  frame.states[0].position = {{1, 1}};
  frame.states[1].position = {{2, 3}};
  const Observables<2> observables(setup, frame, 0.0, all_numbers());
  EXPECT_EQ(observables.measured(frame).velocity_autocorrelation.value(), 5.0);  // (9 + 1) / 2
  frame.time = 2.0;
  frame.states[0].position = {{1, 3}};  // 17 = 1 + 4 * 4
  frame.states[0].wraps = {4, 0};
  frame.states[1].position = {{2, 1}};  // 10 = 2 + 2 * 4, 5 = 1 + 4
  frame.states[1].wraps = {2, 1};
  EXPECT_EQ(observables.measured(frame).mean_square_displacement.value(), 20.0);  // (36 + 4) / 2
}

TEST(Observables, HaveNoDisplacementOfNobodyOrOfOneBodyInAPeriodicBox) {
  for (const std::size_t bodies : {0U, 1U}) {
    const RunSetup<2> setup = setup_with<2>(bodies, Side::Periodic, 4.0);
    const Frame<2> frame = frame_at<2>(0.0, std::vector<Vec<2>>(bodies, {{1, 0}}));
    const Measured measured = Observables<2>(setup, frame, 0.0, all_numbers()).measured(frame);
    EXPECT_FALSE(measured.mean_square_displacement);
    EXPECT_FALSE(measured.velocity_autocorrelation);
    EXPECT_FALSE(measured.mean_free_time);
  }
}

TEST(Observables, FollowABodyThroughTurnsToo) {
  // Falls from rest for 2, rests for 3, is pushed and goes at 5 for 1.
  RunSetup<2> setup = setup_with<2>(1, Side::Wall, 100.0);
  setup.gravity = {{0.0, -3.0}};
  Observables<2> observables(setup, frame_at<2>(0.0, {{{0, 0}}}), 0.0);
  Turn<2> turn;
  turn.time = 2.0;
  turn.kind = TurnKind::Rested;
  turn.body = {BodyId{0}, {}, {{0, -6}}, {}, 2.0, setup.gravity};
  observables.turn(turn);
  turn.time = 5.0;
  turn.kind = TurnKind::Steered;
  turn.body = {BodyId{0}, {}, {}, {{3, 4}}, 3.0};
  observables.turn(turn);
  // 2 E_kin is 9 t^2 up to 2, integral 24, and 25 for 1: 49 in 6, over two dimensions.
  EXPECT_DOUBLE_EQ(observables.measured(frame_at<2>(6.0, {{{3, 4}}})).temperature.value(), 49.0 / 12.0);
  EXPECT_EQ(observables.collisions(), (CollisionCounts{0, 0, 0}));
}

TEST(Observables, GiveEnergyAndMomentumOfAFrame) {
  RunSetup<3> setup = setup_with<3>(2, Side::Wall, 10.0);
  setup.gravity = {{0, 0, -2}};
  setup.bodies[1].mass = 3.0;
  Frame<3> frame = frame_at<3>(0.0, {{{1, 2, 2}}, {{0, 0, -1}}});
  frame.states[0].position = {{1, 1, 5}};
  frame.states[1].position = {{1, 1, 2}};
  const Conserved<3> all = conserved(setup, frame);
  EXPECT_EQ(all.kinetic_energy, 6.0);     // 9 / 2 + 3 / 2
  EXPECT_EQ(all.potential_energy, 22.0);  // 2 * 5 + 3 * 2 * 2
  EXPECT_EQ(all.energy, 28.0);
  EXPECT_EQ(all.momentum, (Vec<3>{{1, 2, -1}}));
}

TEST(CompensatedSum, KeepsWhatPlainSummationLoses) {
  CompensatedSum sum;
  for (const double term : {1.0, 1e100, 1.0, -1e100}) sum.add(term);
  EXPECT_EQ(sum.value(), 2.0);
}

}  // namespace
}  // namespace firsthit
