#include "record/base/output_folder.hpp"
#include "record/h5md/h5md.hpp"
#include "record/tables/tables.hpp"

#include "record/record_support.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <sstream>

namespace firsthit {
namespace {

using testing::lines;
using testing::python;
using testing::read;
using testing::SmallDisk;
using testing::TemporaryFolder;

RunSetup<2> two_balls() {
  RunSetup<2> setup;
  setup.space = {{{0.0, 1.0}}, {{8.0, 5.0}}, {Side::Periodic, Side::Wall}};
  setup.bodies = {{BodyId{0}, 0.5, 1.0, Material{0}}, {BodyId{2}, 0.25, 3.0, Material{1}}};
  setup.obstacles = {{BodyId{1}, Segment<2>{{{0, 0}}, {{1, 1}}}, {{2, 2}}, Material{1}}};
  return setup;
}

RunInfo info_of_two() {
  RunInfo info;
  info.scene = "two";
  info.materials = {"ball", "hard wood"};
  info.name_of = [](BodyId id) { return id.value == 0 ? "cue" : "the other"; };
  info.color_of = [](BodyId id) {
    return id.value == 0 ? std::optional<std::uint32_t>(0xf5f5f0) : std::nullopt;
  };
  return info;
}

Frame<2> first_frame() { return {0.0, 0, {{{{1, 2}}, {{2, 0}}, {0, 0}}, {{{3, 4.5}}, {{-1, 0.5}}, {0, 0}}}}; }
Frame<2> second_frame() {
  return {0.25, 7, {{{{1.5, 2}}, {{2, 0}}, {0, 0}}, {{{0.1, 4.5}}, {{-1, 0.5}}, {-3, 0}}}};
}

TEST(H5mdTrajectory, IsReadByH5pyAsWritten) {
  const TemporaryFolder folder;
  const RunSetup<2> setup = two_balls();
  H5mdTrajectory<2> trajectory(folder / "trajectory.h5", setup, info_of_two());
  trajectory.add(first_frame());
  trajectory.add(second_frame());
  trajectory.close();
  EXPECT_TRUE(python("h5md_test.py", "two_frames " + (folder / "trajectory.h5").string()));
}

std::vector<RestingContact<2>> contacts_of_two() {
  return {{BodyId{0}, World<2>::side(1, false), {{1.5, 1.0}}, {{0, -1}}, {{0.25, 40}}},
          {BodyId{2}, BodyId{0}, {{0.1, 4.25}}, {{0, -1}}, {{0, 30}}}};
}

TEST(H5mdTrajectory, TellsWhereBodiesRestAtTheEnd) {
  const TemporaryFolder folder;
  const RunSetup<2> setup = two_balls();
  H5mdTrajectory<2> trajectory(folder / "trajectory.h5", setup, info_of_two());
  trajectory.add(first_frame());
  trajectory.add(second_frame());
  trajectory.add_contacts(contacts_of_two(), 0.25);
  trajectory.close();
  for (const char* what : {"two_frames ", "two_contacts "})
    EXPECT_TRUE(python("h5md_test.py", what + (folder / "trajectory.h5").string()));
}

TEST(H5mdTrajectory, IsCompleteOnDiskBeforeItIsClosed) {
  const TemporaryFolder folder;
  const RunSetup<2> setup = two_balls();
  H5mdTrajectory<2> trajectory(folder / "trajectory.h5", setup, info_of_two());
  trajectory.add(first_frame());
  trajectory.add(second_frame());
  // A copy is what a run leaves that is killed now.
  std::filesystem::copy_file(folder / "trajectory.h5", folder / "copy.h5");
  EXPECT_TRUE(python("h5md_test.py", "two_frames " + (folder / "copy.h5").string()));
}

TEST(H5mdTrajectory, HoldsARunWithoutBodies) {
  const TemporaryFolder folder;
  RunSetup<3> setup;
  setup.space.max = {{1, 1, 1}};
  H5mdTrajectory<3> trajectory(folder / "trajectory.h5", setup, {});
  trajectory.add({0.0, 0, {}});
  trajectory.add({1.0, 0, {}});
  trajectory.close();
  EXPECT_TRUE(python("h5md_test.py", "no_bodies " + (folder / "trajectory.h5").string()));
}

TEST(H5mdTrajectory, StaysReadableUpToTheLastWholeFrameOnAFullDisk) {
  // Sizes of the disk that fill up at different places of a frame.
  for (const int kibibytes : {700, 704, 708, 712, 716, 720, 740, 764}) {
    const SmallDisk disk(kibibytes);
    if (!disk.mounted()) GTEST_SKIP() << "needs root, to mount a small disk";
    RunSetup<2> setup;
    setup.space.max = {{1000, 1000}};
    for (std::uint32_t i = 0; i < 500; ++i) setup.bodies.push_back({BodyId{i}, 0.5, 1.0, {}});
    Reserve reserve(disk.path() / "reserve", H5mdTrajectory<2>::closing_space(setup));
    H5mdTrajectory<2> trajectory(disk.path() / "trajectory.h5", setup, {});
    Frame<2> frame;
    frame.states.resize(500);
    std::string message;
    for (int n = 0; n < 1000 && message.empty(); ++n) {
      frame.time = n;
      for (std::size_t i = 0; i < 500; ++i) {
        const double value = n + static_cast<double>(i) / 1024.0;
        frame.states[i].position = {{value, value}};
        frame.states[i].velocity = {{-value, -value}};
      }
      try {
        trajectory.add(frame);
      } catch (const OutputError& error) {
        message = error.what();
      }
    }
    EXPECT_NE(message.find("trajectory.h5: cannot write: No space left on device"), std::string::npos)
        << message;
    reserve.release();
    EXPECT_NO_THROW(trajectory.close()) << kibibytes;
    EXPECT_TRUE(python("h5md_test.py", "after_full_disk " + (disk.path() / "trajectory.h5").string()))
        << kibibytes;
  }
}

TEST(H5mdTrajectory, SaysWhereItCannotBeMade) {
  try {
    const RunSetup<2> setup = two_balls();
    H5mdTrajectory<2>("/proc/none/trajectory.h5", setup, {});
    FAIL() << "expected an OutputError";
  } catch (const OutputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "/proc/none/trajectory.h5: cannot make the file: No such file or directory");
  }
}

TEST(XyzTrajectory, ReadsBackAsWritten) {
  const TemporaryFolder folder;
  const RunSetup<2> setup = two_balls();
  XyzTrajectory<2> trajectory(folder / "trajectory.xyz", setup, info_of_two());
  Frame<2> frame = second_frame();
  frame.states[0].velocity = {{0.1, 1.0 / 3.0}};
  trajectory.add(first_frame());
  trajectory.add(frame);
  trajectory.close();
  const std::vector<std::string> rows = lines(read(folder / "trajectory.xyz"));
  ASSERT_EQ(rows.size(), 8U);
  EXPECT_EQ(rows[4], "2");
  EXPECT_EQ(rows[5],
            "Lattice=\"8 0 0 0 4 0 0 0 1\" Origin=\"0 1 0\" pbc=\"T F F\" "
            "Properties=type:S:1:pos:R:3:velo:R:3:radius:R:1:mass:R:1:id:I:1 Time=0.25");
  std::istringstream row(rows[6]);
  std::string species;
  double x, y, z, vx, vy, vz, radius, mass;
  int id = -1;
  row >> species >> x >> y >> z >> vx >> vy >> vz >> radius >> mass >> id;
  EXPECT_EQ(species, "ball");
  EXPECT_EQ(x, 1.5);
  EXPECT_EQ(y, 2.0);
  EXPECT_EQ(z, 0.0);
  EXPECT_EQ(vx, 0.1);
  EXPECT_EQ(vy, 1.0 / 3.0);
  EXPECT_EQ(vz, 0.0);
  EXPECT_EQ(radius, 0.5);
  EXPECT_EQ(mass, 1.0);
  EXPECT_EQ(id, 0);
  EXPECT_EQ(rows[7], "hard_wood 0.1 4.5 0 -1 0.5 0 0.25 3 2");
}

TEST(EventsTable, HasARowAnImpactWithNamesQuoted) {
  const TemporaryFolder folder;
  RunInfo info;
  info.name_of = [](BodyId id) { return id.value == 0 ? "the \"cue\", white" : "8"; };
  EventsTable<2> table(folder / "events.csv");
  EventBatch<2> batch;
  Impact<2> impact;
  impact.index = 3;
  impact.time = 0.125;
  impact.a = {BodyId{0}, {}, {{1, 0}}, {{0, 0}}, 0.1};
  impact.b = {BodyId{4}, {}, {{0, 0}}, {{1, 0}}, 0.1};
  impact.point = {{0.5, -0.0}};
  impact.normal = {{1, 0}};
  impact.impulse = 2.5;
  batch.add(impact);
  batch.add(Passing<2>{0.5, BodyId{0}, BodyId{4}, false});
  impact.index = 4;
  impact.b.id = BodyId{4096};  // is known by the same last digits as 0
  batch.add(impact);
  EventRows<2> rows_of_batch;
  rows_of_batch.set(batch, info);
  table.add(rows_of_batch);
  table.add(rows_of_batch);
  table.close();
  const std::vector<std::string> rows = lines(read(folder / "events.csv"));
  ASSERT_EQ(rows.size(), 7U);
  EXPECT_EQ(
      rows[0],
      "index [1],time [T],kind,a,b,name_a,name_b,point_x [L],point_y [L],normal_x [1],normal_y [1],"
      "impulse [M L/T],velocity_a_before_x [L/T],velocity_a_before_y [L/T],velocity_a_after_x [L/T],"
      "velocity_a_after_y [L/T],velocity_b_before_x [L/T],velocity_b_before_y [L/T],velocity_b_after_x [L/T],"
      "velocity_b_after_y [L/T],overlap [L]");
  EXPECT_EQ(rows[1], "3,0.125,body_body,0,4,\"the \"\"cue\"\", white\",8,0.5,0,1,0,2.5,1,0,0,0,0,0,1,0,0");
  EXPECT_EQ(rows[2], ",0.5,leave,0,4,\"the \"\"cue\"\", white\",8,,,,,,,,,,,,,,");
  EXPECT_EQ(rows[3], "4,0.125,body_body,0,4096,\"the \"\"cue\"\", white\",8,0.5,0,1,0,2.5,1,0,0,0,0,0,1,0,0");
  for (std::size_t i = 1; i <= 3; ++i) EXPECT_EQ(rows[i + 3], rows[i]);
}

TEST(ObservablesTable, LeavesCellsOfUndefinedQuantitiesEmpty) {
  const TemporaryFolder folder;
  ObservablesTable<2> table(folder / "observables.csv");
  Conserved<2> conserved;
  conserved.energy = conserved.kinetic_energy = 1.5;
  Measured measured;
  measured.temperature = 0.1;
  table.add({0.5, 2, {}}, conserved, measured);
  table.close();
  const std::vector<std::string> rows = lines(read(folder / "observables.csv"));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(
      rows[0],
      "time [T],collisions [1],energy [M L^2/T^2],kinetic_energy [M L^2/T^2],potential_energy [M L^2/T^2],"
      "momentum_x [M L/T],momentum_y [M L/T],temperature [M L^2/T^2],pressure [M/T^2],compressibility [1],"
      "collision_rate_per_body [1/T],deepest_overlap [L]");
  EXPECT_EQ(rows[1], "0.5,2,1.5,1.5,0,0,0,0.1,,,,0");
}

}  // namespace
}  // namespace firsthit
