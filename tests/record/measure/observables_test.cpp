#include "record/measure/observables.hpp"

#include "record/base/compensated_sum.hpp"
#include "record/record_support.hpp"

#include <gtest/gtest.h>

#include <vector>

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

/// What a world has counted: by itself, only kinetic energy.
Statistics counted(double kinetic_action) {
  Statistics statistics;
  statistics.kinetic_action = kinetic_action;
  return statistics;
}

TEST(Observables, AreUndefinedWithoutBodies) {
  const RunSetup<2> setup = setup_with<2>(0, Side::Periodic, 10.0);
  const Observables<2> observables(setup, frame_at<2>(0.0, {}), 0.0);
  const Measured measured = observables.measured(frame_at<2>(5.0, {}), {});
  EXPECT_EQ(measured.time, 5.0);
  EXPECT_FALSE(measured.temperature);
  EXPECT_FALSE(measured.pressure);
  EXPECT_FALSE(measured.compressibility);
  EXPECT_FALSE(measured.collision_rate_per_body);
}

TEST(Observables, AreUndefinedWhileNoTimeHasPassed) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 10.0);
  const Observables<2> observables(setup, frame_at<2>(0.0, {{{1, 0}}, {{0, 1}}}), 3.0);
  const Measured measured = observables.measured(frame_at<2>(2.0, {{{1, 0}}, {{0, 1}}}), {});
  EXPECT_EQ(measured.time, 0.0);
  EXPECT_FALSE(measured.temperature);
  EXPECT_FALSE(measured.collision_rate_per_body);
}

TEST(Observables, HaveNoPressureInAnOpenBox) {
  const RunSetup<2> setup = setup_with<2>(1, Side::Open, 10.0);
  const Observables<2> observables(setup, frame_at<2>(0.0, {{{3, 4}}}), 0.0);
  const Measured measured = observables.measured(frame_at<2>(2.0, {{{3, 4}}}), counted(25.0));
  EXPECT_FALSE(measured.pressure);
  EXPECT_FALSE(measured.compressibility);
  EXPECT_EQ(measured.temperature.value(), 12.5);  // E_kin is 25 / 2, for 2: 2 (25 / 2) / (2 * 1)
}

TEST(Observables, SeeAPeriodicBoxFromItsCentreOfMass) {
  // Velocities u +- w, seen from u: 2 E_kin = 2 |w|^2, T = 2 |w|^2 / (D (N - 1)) = |w|^2, whatever u.
  const RunSetup<2> setup = setup_with<2>(2, Side::Periodic, 4.0);
  const std::vector<Vec<2>> velocities = {{{100.0 + 3.0, 7.0}}, {{100.0 - 3.0, 7.0}}};
  const Observables<2> observables(setup, frame_at<2>(0.0, velocities), 0.0);
  EXPECT_EQ(observables.to_measure().drift, (Vec<2>{{100.0, 7.0}}));
  const Measured measured = observables.measured(frame_at<2>(8.0, velocities), counted(8.0 * 9.0));
  EXPECT_EQ(measured.temperature.value(), 9.0);
  EXPECT_EQ(measured.pressure.value(), 9.0 / 16.0);  // 2 E_kin / (D V) = 18 / (2 * 16)
  EXPECT_EQ(measured.compressibility.value(), 0.5);  // (N - 1) / N of an ideal gas
}

TEST(Observables, HaveNoTemperatureForOneBodyInAPeriodicBox) {
  const RunSetup<2> setup = setup_with<2>(1, Side::Periodic, 4.0);
  const Observables<2> observables(setup, frame_at<2>(0.0, {{{1, 2}}}), 0.0);
  const Measured measured = observables.measured(frame_at<2>(1.0, {{{1, 2}}}), counted(0.0));
  EXPECT_FALSE(measured.temperature);
  EXPECT_FALSE(measured.compressibility);
  EXPECT_EQ(measured.pressure.value(), 0.0);
}

TEST(Observables, KeepTheLabFrameWhereSomethingIsFixed) {
  RunSetup<2> setup = setup_with<2>(1, Side::Periodic, 4.0);
  setup.obstacles.push_back({BodyId{1}, Ball{0.5}, {}, {}});
  const Observables<2> observables(setup, frame_at<2>(0.0, {{{1, 2}}}), 0.0);
  EXPECT_EQ(observables.to_measure().drift, (Vec<2>{}));
  EXPECT_EQ(observables.measured(frame_at<2>(1.0, {{{1, 2}}}), counted(2.5)).temperature.value(), 2.5);
}

/// Of two balls of mass 1 that fly at 2 and -2 for 4 and meet head on once: the kinetic energy is 4, the
/// impulse 4, the distance of centres 1.
Statistics counted_head_on() {
  Statistics statistics = counted(16.0);
  statistics.impacts = {1, 0, 0};
  statistics.meetings = 2;
  statistics.virial = 4.0;
  return statistics;
}

TEST(Observables, AddTheVirialToThePressure) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 4.0);
  const Observables<2> observables(setup, frame_at<2>(0.0, {{{2, 0}}, {{-2, 0}}}), 0.0);
  const Measured measured = observables.measured(frame_at<2>(4.0, {{{-2, 0}}, {{2, 0}}}), counted_head_on());
  EXPECT_EQ(measured.temperature.value(), 2.0);        // 2 * 4 / (2 * 2)
  EXPECT_EQ(measured.pressure.value(), 9.0 / 32.0);    // (2 * 4 + 4 / 4) / (2 * 16)
  EXPECT_EQ(measured.compressibility.value(), 1.125);  // (9 / 32) 16 / (2 * 2)
  EXPECT_EQ(measured.collision_rate_per_body.value(), 0.25);
  EXPECT_EQ(measured.collisions, (CollisionCounts{1, 0, 0}));
}

TEST(Observables, HaveTheWorldCountFromTheTimeOfMeasuringOn) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 4.0);
  const Observables<2> later(setup, frame_at<2>(1.0, {{{2, 0}}, {{-2, 0}}}), 2.0);
  EXPECT_EQ(later.to_measure().from, 2.0);
  EXPECT_FALSE(later.to_measure().path_length);
  const Observables<2> at_once(setup, frame_at<2>(3.0, {{{2, 0}}, {{-2, 0}}}), 2.0);
  EXPECT_EQ(at_once.to_measure().from, 3.0);

  // E_kin is 4 from time 2 to 3 and 1 from 3 to 6: on average 7 / 4; T = 2 (7 / 4) / (2 * 2).
  Statistics statistics = counted_head_on();
  statistics.kinetic_action = 7.0;
  statistics.impacts = {1, 5, 3};
  statistics.deepest_overlap = 3e-16;
  const Measured measured = later.measured(frame_at<2>(6.0, {{{-1, 0}}, {{1, 0}}}), statistics);
  EXPECT_EQ(measured.time, 4.0);
  EXPECT_EQ(measured.collisions, (CollisionCounts{1, 5, 3}));
  EXPECT_EQ(measured.temperature.value(), 0.875);
  EXPECT_EQ(measured.deepest_overlap, 3e-16);
}

ObservableRequest all_numbers() {
  ObservableRequest request;
  request.mean_square_displacement = request.velocity_autocorrelation = request.free_flight = true;
  return request;
}

TEST(Observables, MeasureOnRequestOnly) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 4.0);
  const Observables<2> observables(setup, frame_at<2>(0.0, {{{2, 0}}, {{-2, 0}}}), 0.0);
  const Measured measured = observables.measured(frame_at<2>(4.0, {{{-2, 0}}, {{2, 0}}}), counted_head_on());
  for (const MeasuredNumber& number : numbers_of(all_numbers())) EXPECT_FALSE(measured.*number.value);
  EXPECT_EQ(numbers_of(all_numbers()).size(), 4U);
  EXPECT_TRUE(numbers_of({}).empty());
}

TEST(Observables, DivideTimesAndPathsByImpactsWithOtherBalls) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 4.0);
  const Observables<2> observables(setup, frame_at<2>(0.0, {{{2, 0}}, {{-2, 0}}}), 2.0, all_numbers());
  EXPECT_TRUE(observables.to_measure().path_length);
  Statistics statistics = counted(2.0);
  statistics.path_length = 2.0;
  EXPECT_FALSE(observables.measured(frame_at<2>(2.5, {{{-2, 0}}, {{2, 0}}}), statistics).mean_free_path);
  // Each ball: 4 long, at speed 2 from time 2 to 3 and at speed 1 from 3 to 6; one impact with the other,
  // and one of them with a wall.
  statistics = counted(7.0);
  statistics.impacts = {1, 0, 1};
  statistics.meetings = 2;
  statistics.path_length = 10.0;
  const Measured measured = observables.measured(frame_at<2>(6.0, {{{1, 0}}, {{1, 0}}}), statistics);
  EXPECT_EQ(measured.mean_free_time.value(), 4.0);
  EXPECT_EQ(measured.mean_free_path.value(), 5.0);
  EXPECT_EQ(*measured.mean_free_time * *measured.collision_rate_per_body, 1.0);
}

TEST(Observables, CompareWithTheStateWhereMeasuringBegan) {
  const RunSetup<2> setup = setup_with<2>(2, Side::Wall, 10.0);
  Frame<2> frame = frame_at<2>(0.0, {{{2, 1}}, {{0, -1}}});
  Observables<2> observables(setup, frame, 3.0, all_numbers());
  EXPECT_FALSE(observables.measured(frame, {}).mean_square_displacement);
  frame.time = 3.0;
  frame.states[0].position = {{1, 1}};
  frame.states[1].position = {{5, 5}};
  observables.look_back_to(frame);
  EXPECT_EQ(observables.measured(frame, {}).mean_square_displacement.value(), 0.0);
  EXPECT_EQ(observables.measured(frame, {}).velocity_autocorrelation.value(), 3.0);  // <v^2>: (5 + 1) / 2
  frame.time = 5.0;
  frame.states[0] = {{{4, 5}}, {{-2, 3}}, {}};  // has moved by (3, 4)
  frame.states[1] = {{{5, 4}}, {{7, 0}}, {}};   // by (0, -1)
  const Measured measured = observables.measured(frame, {});
  EXPECT_EQ(measured.mean_square_displacement.value(), 13.0);  // (25 + 1) / 2
  EXPECT_EQ(measured.velocity_autocorrelation.value(), -0.5);  // ((-4 + 3) + 0) / 2
}

TEST(Observables, TakeBackTheJumpsAtPeriodicSidesAndTheDrift) {
  RunSetup<2> setup = setup_with<2>(2, Side::Periodic, 4.0);
  testing::change(setup.bodies, 1, [](MovingBody& body) { body.mass = 3.0; });
  // u +- w: the centre of mass goes at (5, 1), the light ball 3 faster, the heavy one 1 slower.
  Frame<2> frame = frame_at<2>(0.0, {{{8, 1}}, {{4, 1}}});
  frame.states[0].position = {{1, 1}};
  frame.states[1].position = {{2, 3}};
  const Observables<2> observables(setup, frame, 0.0, all_numbers());
  EXPECT_EQ(observables.measured(frame, {}).velocity_autocorrelation.value(), 5.0);  // (9 + 1) / 2
  frame.time = 2.0;
  frame.states[0].position = {{1, 3}};  // 17 = 1 + 4 * 4
  frame.states[0].wraps = {4, 0};
  frame.states[1].position = {{2, 1}};  // 10 = 2 + 2 * 4, 5 = 1 + 4
  frame.states[1].wraps = {2, 1};
  EXPECT_EQ(observables.measured(frame, {}).mean_square_displacement.value(), 20.0);  // (36 + 4) / 2
}

TEST(Observables, HaveNoDisplacementOfNobodyOrOfOneBodyInAPeriodicBox) {
  for (const std::size_t bodies : {0U, 1U}) {
    const RunSetup<2> setup = setup_with<2>(bodies, Side::Periodic, 4.0);
    const Frame<2> frame = frame_at<2>(0.0, std::vector<Vec<2>>(bodies, {{1, 0}}));
    const Measured measured = Observables<2>(setup, frame, 0.0, all_numbers()).measured(frame, {});
    EXPECT_FALSE(measured.mean_square_displacement);
    EXPECT_FALSE(measured.velocity_autocorrelation);
    EXPECT_FALSE(measured.mean_free_time);
  }
}

TEST(Observables, GiveEnergyAndMomentumOfAFrame) {
  RunSetup<3> setup = setup_with<3>(2, Side::Wall, 10.0);
  setup.gravity = {{0, 0, -2}};
  testing::change(setup.bodies, 1, [](MovingBody& body) { body.mass = 3.0; });
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
