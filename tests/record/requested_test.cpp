#include "record/recorder.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "record/measure/observables.hpp"
#include "record_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

// What a run writes and measures only where it is asked for.

namespace firsthit {
namespace {

namespace fs = std::filesystem;
using testing::lines;
using testing::moving;
using testing::python;
using testing::read;
using testing::SmallDisk;
using testing::TemporaryFolder;

constexpr double kPi = 3.14159265358979323846;

ObservableRequest everything() { return {true, true, true, BinRequest{10, 2.0}, BinRequest{8, 4.0}}; }

/// A periodic square of length 8 in which two balls pass each other.
World<2> passers() {
  WorldOptions<2> options;
  options.space = {{{0, 0}}, {{8, 8}}, {Side::Periodic, Side::Periodic}};
  World<2> world(options);
  world.add(moving<2>({{1, 2}}, {{3, 0}}));
  world.add(moving<2>({{1, 6}}, {{1, 0}}));
  return world;
}

/// 64 balls on a lattice in a periodic square of length 16.
World<2> gas() {
  Random random(71);
  WorldOptions<2> options;
  options.space = {{{0, 0}}, {{16, 16}}, {Side::Periodic, Side::Periodic}};
  World<2> world(options);
  for (int i = 0; i < 64; ++i) {
    const double v = random.normal();
    const double w = random.normal();
    world.add(moving<2>({{2.0 * (i % 8), 2.0 * (i / 8)}}, {{v, w}}));
  }
  return world;
}

std::vector<std::string> last_cells(const std::string& row, int count) {
  std::vector<std::string> cells;
  std::string rest = row;
  for (int i = 0; i < count; ++i) {
    cells.insert(cells.begin(), rest.substr(rest.rfind(',') + 1));
    rest.resize(rest.rfind(','));
  }
  return cells;
}

TEST(Requested, NumbersAreColumnsFromTheTimeOfMeasuringOn) {
  const TemporaryFolder folder;
  World<2> world = passers();
  RunInfo info;
  info.measure_from = 2.5;
  info.observables = everything();
  Recorder<2> recorder(world, info, OutputFolder::at(folder / "run", false));
  for (const double time : {1.0, 2.0, 2.5, 3.0, 4.0}) {
    world.run_until(time);
    EXPECT_EQ(recorder.begin_of_measuring(), time < 3.0 ? std::optional<double>(2.5) : std::nullopt);
    if (time == 2.5) recorder.begin_measuring();
    if (time != 2.5) recorder.sample();
  }
  const Summary summary = recorder.finish({});
  const std::vector<std::string> rows = lines(read(folder / "run/observables.csv"));
  ASSERT_EQ(rows.size(), 6U);  // a beginning of measuring is no sample
  EXPECT_EQ(last_cells(rows[0], 4),
            (std::vector<std::string>{"mean_square_displacement [L^2]", "velocity_autocorrelation [L^2/T^2]",
                                      "mean_free_time [T]", "mean_free_path [L]"}));
  // Ballistic: from the centre of mass each goes at speed 1.
  EXPECT_EQ(last_cells(rows[3], 4), (std::vector<std::string>{"", "", "", ""}));
  EXPECT_EQ(last_cells(rows[4], 4), (std::vector<std::string>{"0.25", "1", "", ""}));
  EXPECT_EQ(last_cells(rows[5], 4), (std::vector<std::string>{"2.25", "1", "", ""}));
  EXPECT_EQ(summary.measured.mean_square_displacement.value(), 2.25);
  EXPECT_TRUE(python("summary_test.py", (folder / "run/summary.json").string() +
                                            " mean_square_displacement=2.25 velocity_autocorrelation=1.0 "
                                            "mean_free_time=null mean_free_path=null"));
  EXPECT_NE(summary_text(summary).find("2.25"), std::string::npos);
}

TEST(Requested, EverythingIsTheSameInAllFiles) {
  for (const double measure_from : {0.0, 1.75}) {
    const TemporaryFolder folder;
    World<2> world = gas();
    RunInfo info;
    info.measure_from = measure_from;
    info.observables = everything();
    Recorder<2> recorder(world, info, OutputFolder::at(folder / "run", false));
    for (int i = 1; i <= 20; ++i) {
      world.run_until(0.5 * i - 0.25);
      if (recorder.begin_of_measuring() == world.time()) recorder.begin_measuring();
      world.run_until(0.5 * i);
      recorder.sample();
    }
    EXPECT_GT(recorder.finish({}).collisions_by_kind[0], 100U);
    EXPECT_TRUE(python("requested_test.py", (folder / "run").string()));
  }
}

TEST(Requested, WhatIsNotAskedForIsNotThere) {
  const TemporaryFolder folder;
  World<2> world = passers();
  RunInfo info;
  info.measure_from = 1.0;
  Recorder<2> recorder(world, info, OutputFolder::at(folder / "run", false));
  EXPECT_FALSE(recorder.begin_of_measuring());
  recorder.finish({});
  for (const char* name : {"radial_distribution.csv", "speed_histogram.csv"})
    EXPECT_FALSE(fs::exists(folder / "run" / name));
  const std::string header = lines(read(folder / "run/observables.csv"))[0];
  EXPECT_EQ(last_cells(header, 1)[0], "deepest_overlap [L]");
  EXPECT_TRUE(python("summary_test.py", (folder / "run/summary.json").string() +
                                            " mean_square_displacement=null mean_free_path=null"));
}

TEST(Requested, TablesAreThereWithoutATrajectoryAndForceReplacesThem) {
  const TemporaryFolder folder;
  RunInfo info;
  info.trajectory = false;
  info.observables = everything();
  for (const bool force : {false, true}) {
    World<2> world = passers();
    Recorder<2> recorder(world, info, OutputFolder::at(folder / "run", force));
    world.run_until(1.0);
    recorder.finish({});
    EXPECT_EQ(lines(read(folder / "run/radial_distribution.csv")).size(), 11U);
    EXPECT_EQ(lines(read(folder / "run/speed_histogram.csv")).size(), 9U);
  }
  EXPECT_THROW(OutputFolder::at(folder / "run", false), OutputError);
}

TEST(Requested, DoesNotChangeARun) {
  World<2> alone = gas();
  alone.run_until(10.0);
  const TemporaryFolder folder;
  World<2> watched = gas();
  RunInfo info;
  info.measure_from = 5.0;
  info.observables = everything();
  Recorder<2> recorder(watched, info, OutputFolder::at(folder / "run", false));
  watched.run_until(5.0);
  recorder.begin_measuring();
  watched.run_until(10.0);
  EXPECT_EQ(recorder.finish({}).state_hash, alone.state_hash());
}

TEST(Requested, LeavesReadableOutputOnAFullDisk) {
  // Sizes of the disk that fill up at different places of a sample.
  for (const int kibibytes : {1100, 1104, 1108, 1112, 1116, 1120, 1140, 1500}) {
    const SmallDisk disk(kibibytes);
    if (!disk.mounted()) GTEST_SKIP() << "needs root, to mount a small disk";
    World<2> world = gas();
    RunInfo info;
    info.observables = everything();
    Recorder<2> recorder(world, info, OutputFolder::at(disk.path() / "run", false));
    RunEnd end;
    for (int i = 1; i <= 5000 && end.outcome == RunEnding::ReachedTime; ++i) {
      world.run_until(0.01 * i);
      try {
        recorder.sample();
      } catch (const OutputError& error) {
        end = {RunEnding::OutputFailed, {}, error.what()};
      }
    }
    EXPECT_NE(end.message.find("No space left on device"), std::string::npos) << end.message;
    EXPECT_EQ(recorder.finish(end).outcome, RunEnding::OutputFailed);
    const std::string path = (disk.path() / "run").string();
    EXPECT_TRUE(python("summary_test.py", path + "/summary.json 'outcome=\"output_failed\"'")) << kibibytes;
    EXPECT_TRUE(python("h5md_test.py", "readable " + path + "/trajectory.h5")) << kibibytes;
    EXPECT_TRUE(python("requested_test.py", path + " up_to_a_failure")) << kibibytes;
  }
}

TEST(Requested, MeanFreePathAndLossOfMemoryOfADiluteGasAreEnskogs) {
  // Hard balls of diameter d = 1 at density n and packing x. Enskog's rate of impacts of one of them is
  // 4 n d^2 g sqrt(pi T / m), with g = (1 - x / 2) / (1 - x)^3 at contact (Carnahan, Starling,
  // doi:10.1063/1.1672048): its mean free path is 1 / (sqrt(2) pi n d^2 g). At first velocities forget
  // themselves at 2/3 of that rate (Chapman, Cowling, The Mathematical Theory of Non-Uniform Gases, 10.2:
  // D = 3 / (8 n d^2 g) sqrt(T / (pi m)) in the first approximation, good to 2 %).
  constexpr std::uint64_t kSeed = 72;
  SCOPED_TRACE(kSeed);
  constexpr int kSide = 12;
  constexpr double kPacking = 0.02;
  const double length = std::cbrt(kSide * kSide * kSide * kPi / 6.0 / kPacking);
  WorldOptions<3> options;
  options.space = {{}, {{length, length, length}}, {Side::Periodic, Side::Periodic, Side::Periodic}};
  World<3> world(options);
  Random random(kSeed);
  for (int i = 0; i < kSide * kSide * kSide; ++i) {
    const Vec<3> place =
        (length / kSide) * Vec<3>{{0.0 + i % kSide, 0.0 + i / kSide % kSide, 0.0 + i / kSide / kSide}};
    Vec<3> velocity;
    for (double& v : velocity.c) v = random.normal();
    world.add(moving<3>(place, velocity));
  }
  const double density = 6.0 / kPi * kPacking;
  const double contact = (1.0 - 0.5 * kPacking) / std::pow(1.0 - kPacking, 3.0);
  const double rate = 4.0 * density * contact * std::sqrt(kPi);
  world.run_until(10.0 / rate);
  const RunSetup<3> setup = setup_of(world);
  Frame<3> frame;
  capture(world, setup, frame);
  const Observables<3> observables(setup, frame, 0.0, everything());
  world.measure(observables.to_measure());
  const double begin = observables.measured(frame, world.statistics()).velocity_autocorrelation.value();
  world.run_until(world.time() + 0.6 / rate);
  capture(world, setup, frame);
  const double left =
      observables.measured(frame, world.statistics()).velocity_autocorrelation.value() / begin;
  EXPECT_NEAR(left, std::exp(-0.4), 3.0 / std::sqrt(3.0 * static_cast<double>(world.size())));
  world.run_until(world.time() + 80.0 / rate);
  capture(world, setup, frame);
  const Measured measured = observables.measured(frame, world.statistics());
  EXPECT_NEAR(measured.mean_free_path.value() * std::sqrt(2.0) * kPi * density * contact, 1.0, 0.015);
  EXPECT_NEAR(measured.mean_free_time.value() * rate * std::sqrt(measured.temperature.value()), 1.0, 0.015);
}

}  // namespace
}  // namespace firsthit
