#include "record/recorder.hpp"

#include "record/snapshot.hpp"

#include "record_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace firsthit {
namespace {

namespace fs = std::filesystem;
using testing::lines;
using testing::moving;
using testing::python;
using testing::read;
using testing::SmallDisk;
using testing::TemporaryFolder;
using testing::write;

RunInfo everything() {
  RunInfo info;
  info.scene = "shuttle";
  info.scene_text = "format = 1\n";
  info.seed = 7;
  info.xyz = true;
  info.events = true;
  return info;
}

/// Two balls of radius 1/2 and mass 1 on a line of length 8 between walls, each coming at speed 1.
World<2> shuttle() {
  WorldOptions<2> options;
  options.space = {{{0, 0}}, {{8, 2}}, {Side::Wall, Side::Wall}};
  World<2> world(options);
  world.add(moving<2>({{1.5, 1}}, {{1, 0}}));
  world.add(moving<2>({{6.5, 1}}, {{-1, 0}}));
  return world;
}

/// Some that wrap around as they go.
World<2> crowd() {
  constexpr std::uint32_t kBalls = 20'100, kColumns = 200;
  WorldOptions<2> options;
  options.space = {{{0, 0}}, {{400, 202}}, {Side::Periodic, Side::Periodic}};
  World<2> world(options);
  for (std::uint32_t i = 0; i < kBalls; ++i)
    world.add(moving<2>({{1.0 + 2.0 * (i % kColumns), 1.0 + 2.0 * (i / kColumns)}},
                        {{1.0 - i % 3, 0.25 * (i % 11) - 1.0}}, 0.25));
  return world;
}

/// Files of so many samples are the same whether they are read where bodies stand or from a copy.
TEST(Recorder, WritesManyBodiesAsTheyStand) {
  const TemporaryFolder folder;
  const auto record = [&](const std::string& name, std::size_t most_copied) {
    World<2> world = crowd();
    RunInfo info;
    info.xyz = true;
    info.threads = 2;
    info.most_copied = most_copied;
    Recorder<2> recorder(world, info, OutputFolder::at(folder / name, false));
    for (const double time : {0.75, 2.0, 2.5}) {
      world.run_until(time);
      if (time < 2.5) recorder.sample();
    }
    bool is_let_go = false;
    const Summary summary = recorder.finish({}, [&] {
      is_let_go = true;
      world = World<2>();
    });
    EXPECT_TRUE(is_let_go);
    EXPECT_EQ(summary.outcome, RunEnding::ReachedTime);
    EXPECT_GT(summary.collisions, 1000U);
    return summary;
  };
  const Summary copied = record("copied", 30'000);
  const Summary in_place = record("in-place", 20'000);
  EXPECT_EQ(in_place.state_hash, copied.state_hash);
  EXPECT_EQ(in_place.energy_final, copied.energy_final);
  EXPECT_EQ(in_place.momentum_final, copied.momentum_final);
  for (const char* file : {"observables.csv", "trajectory.xyz", "picture.svg", "paths.bin"}) {
    const std::string text = read(folder / "copied" / file);
    EXPECT_GT(text.size(), 500U) << file;
    EXPECT_TRUE(read(folder / "in-place" / file) == text) << file;
  }
  EXPECT_TRUE(python("same_frames_test.py", (folder / "copied" / "trajectory.h5").string() + " " +
                                                (folder / "in-place" / "trajectory.h5").string() +
                                                " 4 20100"));
}

TEST(Recorder, WritesEverythingOfARun) {
  const TemporaryFolder folder;
  World<2> world = shuttle();
  Recorder<2> recorder(world, everything(), OutputFolder::at(folder / "run", false));
  for (int i = 1; i <= 16; ++i) {
    world.run_until(0.5 * i);
    recorder.sample();
    recorder.sample();  // the same time again
  }
  const Summary summary = recorder.finish({});
  EXPECT_EQ(summary.outcome, RunEnding::ReachedTime);
  EXPECT_EQ(summary.folder, (folder / "run").string());
  // They meet after 2, are back after 2 more, are at the walls 1 later and meet again 3 after that.
  EXPECT_EQ(summary.collisions_by_kind, (CollisionCounts{2, 0, 2}));
  const std::string path = (folder / "run").string();
  EXPECT_TRUE(
      python("summary_test.py", path + "/summary.json 'outcome=\"reached_time\"' 'scene=\"shuttle\"' seed=7 "
                                       "collisions=4 simulated_time=8.0 energy_initial=1.0 energy_final=1.0 "
                                       "momentum_initial=[0.0,0.0] temperature=0.5 culprits=[] message=null "
                                       "collision_rate_per_body=0.25 pressure=0.078125"));
  EXPECT_TRUE(python("h5md_test.py", "readable " + path + "/trajectory.h5"));
  EXPECT_TRUE(python("svg_test.py", path + "/picture.svg"));
  EXPECT_EQ(lines(read(folder / "run/observables.csv")).size(), 18U);
  EXPECT_EQ(lines(read(folder / "run/events.csv")).size(), 5U);
  EXPECT_EQ(lines(read(folder / "run/trajectory.xyz")).size(), 17U * 4U);
  EXPECT_EQ(read(folder / "run/scene.toml"), "format = 1\n");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder / "run")) {
    EXPECT_NE(entry.path().extension(), ".part");
    EXPECT_NE(entry.path().filename(), ".firsthit-reserve");
  }
}

TEST(Recorder, DoesNotChangeARun) {
  World<2> alone = shuttle();
  alone.run_until(20.0);
  const TemporaryFolder folder;
  World<2> watched = shuttle();
  Recorder<2> recorder(watched, everything(), OutputFolder::at(folder / "run", false));
  for (int i = 1; i <= 100; ++i) {
    watched.run_until(0.2 * i);
    recorder.sample();
  }
  EXPECT_EQ(recorder.finish({}).state_hash, alone.state_hash());
}

TEST(Recorder, SeesBodiesThatAreSteered) {
  const TemporaryFolder folder;
  World<2> world = shuttle();
  Recorder<2> recorder(world, everything(), OutputFolder::at(folder / "run", false));
  world.run_until(1.0);
  for (const std::uint32_t id : {0U, 1U}) world.set_velocity(BodyId{id}, {{0, 0}});
  world.run_until(4.0);
  // 2 E_kin is 2 for a quarter of the time, over four degrees of freedom.
  EXPECT_EQ(recorder.finish({}).measured.temperature.value(), 0.125);
}

TEST(Recorder, HasNullsForAWorldWithoutBodies) {
  const TemporaryFolder folder;
  WorldOptions<3> options;
  options.space = {{{0, 0, 0}}, {{1, 1, 1}}, {Side::Periodic, Side::Periodic, Side::Periodic}};
  World<3> world(options);
  Recorder<3> recorder(world, everything(), OutputFolder::at(folder / "run", false));
  world.run_until(2.0);
  EXPECT_EQ(recorder.finish({}).outcome, RunEnding::ReachedTime);
  const std::string path = (folder / "run").string();
  EXPECT_TRUE(
      python("summary_test.py", path + "/summary.json temperature=null pressure=null compressibility=null "
                                       "collision_rate_per_body=null collisions=0 energy_final=0.0 "
                                       "'absent.temperature=\"no body moves freely\"' "
                                       "'absent.collision_rate_per_body=\"no body moves freely\"'"));
  EXPECT_TRUE(python("h5md_test.py", "no_bodies " + path + "/trajectory.h5"));
  EXPECT_TRUE(python("svg_test.py", path + "/picture.svg"));
}

TEST(Recorder, NamesWhoCollapsed) {
  const TemporaryFolder folder;
  World<2> world = shuttle();
  RunInfo info = everything();
  info.name_of = [](BodyId id) { return id.value == 0 ? "left" : "right"; };
  Recorder<2> recorder(world, info, OutputFolder::at(folder / "run", false));
  const Summary summary =
      recorder.finish({RunEnding::Collapsed, {BodyId{0}, BodyId{1}}, "no end of impacts"});
  EXPECT_TRUE(python("summary_test.py", (folder / "run/summary.json").string() +
                                            " 'culprits=[\"left\",\"right\"]' 'outcome=\"collapsed\"'"));
  const std::string text = summary_text(summary);
  EXPECT_NE(text.find("shuttle: collapsed (t = 0)"), std::string::npos);
  EXPECT_NE(text.find("left, right"), std::string::npos);
  EXPECT_NE(text.find("no end of impacts"), std::string::npos);
}

/// The shuttle at speed 1 until 2.5, and at speed 4 from then on, to time 3; samples at 0, 1, 2.
void run_faster_and_faster(World<2>& world, Recorder<2>& recorder, int samples = 2) {
  for (int i = 1; i <= samples; ++i) {
    world.run_until(i);
    recorder.sample();
  }
  world.run_until(2.5);
  world.set_velocity(BodyId{0}, {{-4, 0}});
  world.set_velocity(BodyId{1}, {{4, 0}});
  world.run_until(3.0);
}

TEST(Recorder, GivesTheFiguresOfTheLastSampleBeforeABodyWasCrushed) {
  const TemporaryFolder folder;
  World<2> world = shuttle();
  Recorder<2> recorder(world, everything(), OutputFolder::at(folder / "run", false));
  run_faster_and_faster(world, recorder);
  const Summary summary = recorder.finish({RunEnding::Crushed, {BodyId{0}}, "pressed"});
  // At time 2 each has speed 1: 2 E_kin is 2, over four degrees of freedom. At time 3 it would be 32.
  EXPECT_TRUE(python("summary_test.py",
                     (folder / "run/summary.json").string() +
                         " simulated_time=3.0 sound_time=2.0 energy_final=1.0 "
                         "measured_time=2.0 temperature=0.5 absent.temperature=null absent.sound_time=null"));
  EXPECT_EQ(lines(read(folder / "run/observables.csv")).back().substr(0, 4), "2,1,");  // they have met
  EXPECT_EQ(snapshot(folder / "run", std::nullopt).time, 2.0);
  const std::string text = summary_text(summary);
  EXPECT_NE(text.find("those of the last sample (t = 2)"), std::string::npos) << text;
}

TEST(Recorder, HasNoFiguresOfABodyThatWasCrushedBeforeAnySample) {
  const TemporaryFolder folder;
  World<2> world = shuttle();
  Recorder<2> recorder(world, everything(), OutputFolder::at(folder / "run", false));
  run_faster_and_faster(world, recorder, 0);
  const Summary summary = recorder.finish({RunEnding::Crushed, {BodyId{0}}, "pressed"});
  EXPECT_TRUE(python("summary_test.py",
                     (folder / "run/summary.json").string() +
                         " energy_initial=1.0 sound_time=null energy_final=null momentum_final=null "
                         "measured_time=0.0 temperature=null pressure=null collision_rate_per_body=null"));
  const std::string why = "crushed at t = 3, with no sample between then and the start (run.sample_every)";
  // Besides those above the compressibility and its error.
  EXPECT_EQ(std::count_if(summary.absent.begin(), summary.absent.end(),
                          [&](const Absence& each) { return each.reason == why; }),
            8);
  EXPECT_EQ(lines(read(folder / "run/observables.csv")).size(), 2U);
}

TEST(Recorder, CountsNoImpactsWhereInfinitelyManyEndTheRun) {
  const TemporaryFolder folder;
  World<2> world = shuttle();
  RunInfo info = everything();
  info.observables.free_flight = true;
  Recorder<2> recorder(world, info, OutputFolder::at(folder / "run", false));
  run_faster_and_faster(world, recorder);
  recorder.finish({RunEnding::Collapsed, {BodyId{0}, BodyId{1}}, "no end of impacts"});
  EXPECT_TRUE(python(
      "summary_test.py",
      (folder / "run/summary.json").string() +
          " sound_time=3.0 energy_final=16.0 collision_rate_per_body=null mean_free_time=null "
          "mean_free_path=null "
          "'absent.collision_rate_per_body=\"infinitely many impacts, of which rounding ended the count\"' "
          "'absent.mean_free_path=\"infinitely many impacts, of which rounding ended the count\"'"));
  // The last row has no rate of impacts either: the column before the deepest overlap.
  const std::string row = lines(read(folder / "run/observables.csv")).back();
  EXPECT_EQ(row.substr(0, 5), "3,1,1");
  EXPECT_NE(row.find(",,"), std::string::npos) << row;
}

TEST(Recorder, LeavesReadableOutputOnAFullDisk) {
  for (const bool events : {false, true}) {
    const SmallDisk disk(2048);
    if (!disk.mounted()) GTEST_SKIP() << "needs root, to mount a small disk";
    World<2> world = shuttle();
    RunInfo info = everything();
    info.events = events;
    Recorder<2> recorder(world, info, OutputFolder::at(disk.path() / "run", false));
    RunEnd end;
    for (int i = 1; i <= 20000 && end.outcome == RunEnding::ReachedTime; ++i) {
      world.run_until(5.0 * i);
      try {
        recorder.sample();
      } catch (const OutputError& error) {
        end = {RunEnding::OutputFailed, {}, error.what()};
      }
    }
    EXPECT_NE(end.message.find("No space left on device"), std::string::npos) << end.message;
    EXPECT_EQ(recorder.finish(end).outcome, RunEnding::OutputFailed);
    const std::string path = (disk.path() / "run").string();
    EXPECT_TRUE(python("summary_test.py", path + "/summary.json 'outcome=\"output_failed\"'"));
    EXPECT_TRUE(python("h5md_test.py", "readable " + path + "/trajectory.h5"));
    EXPECT_TRUE(python("svg_test.py", path + "/picture.svg"));
    const std::string text = read(disk.path() / "run/observables.csv");
    EXPECT_EQ(text.back(), '\n');
    const std::string last = lines(text).back();
    EXPECT_EQ(std::count(last.begin(), last.end(), ','), 11);
    EXPECT_FALSE(fs::exists(disk.path() / "run/.firsthit-reserve"));
  }
}

TEST(Recorder, TellsOfAFailureAtTheVeryEnd) {
  const TemporaryFolder folder;
  World<2> world = shuttle();
  Recorder<2> recorder(world, everything(), OutputFolder::at(folder / "run", false));
  world.run_until(1.0);
  fs::create_directory(folder / "run/picture.svg");  // so that no file can get its place
  const Summary summary = recorder.finish({});
  EXPECT_EQ(summary.outcome, RunEnding::OutputFailed);
  EXPECT_NE(summary.message.find("picture.svg: cannot rename into place"), std::string::npos)
      << summary.message;
}

TEST(Snapshot, ShowsTheLastSampleThatIsNotLater) {
  const TemporaryFolder folder;
  World<2> world = shuttle();
  Recorder<2> recorder(world, everything(), OutputFolder::at(folder / "run", false));
  for (int i = 1; i <= 4; ++i) {
    world.run_until(i);
    recorder.sample();
  }
  recorder.finish({});
  for (const auto& [at, shown] :
       {std::pair{0.0, "time 0,"}, {2.9, "time 2,"}, {3.0, "time 3,"}, {4.0, "time 4,"}}) {
    const std::string text = draw(snapshot(folder / "run", at));
    EXPECT_NE(text.find(shown), std::string::npos) << at;
    write(folder / "snapshot.svg", text);
    EXPECT_TRUE(python("svg_test.py", (folder / "snapshot.svg").string()));
  }
  EXPECT_EQ(snapshot(folder / "run", std::nullopt).time, 4.0);
}

TEST(Snapshot, SaysWhatItMisses) {
  const TemporaryFolder folder;
  EXPECT_THROW(snapshot(folder.path(), 1.0), InputError);
  write(folder / "trajectory.h5", "not HDF5 at all");
  EXPECT_THROW(snapshot(folder.path(), 1.0), InputError);
  World<2> world = shuttle();
  Recorder<2> recorder(world, everything(), OutputFolder::at(folder / "run", false));
  recorder.finish({});
  for (const auto& [at, found] : {std::pair{-1.0, "found -1"}, {0.5, "found 0.5"}}) {
    try {
      snapshot(folder / "run", at);
      FAIL() << "expected an InputError";
    } catch (const InputError& error) {
      const std::string said = error.what();
      EXPECT_NE(said.find("--at: expected a time of the run, from 0 to 0, "), std::string::npos) << said;
      EXPECT_NE(said.find(found), std::string::npos) << said;
    }
  }
}

}  // namespace
}  // namespace firsthit
