#include "record/paths/paths_file.hpp"
#include "record/paths/path_motion.hpp"

#include "core/random.hpp"

#include "record/record_support.hpp"

#include <firsthit/error.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <tuple>

namespace firsthit {
namespace {

using testing::TemporaryFolder;
using testing::write;

/// A point that goes from side to side of a box, with a frame or two after its paths end, and one of each
/// obstacle.
PathsFile shuttle() {
  PathsFile paths;
  paths.begin = 1.0;
  paths.end = 9.0;
  paths.paths_end = 5.0;
  paths.origin = {2.0, 1.0, 0.0};
  paths.max = {4.0, 2.0, 0.0};
  paths.sides = {Side::Wall, Side::Periodic};
  paths.gravity = {0.25, -2.0, 0.0};
  paths.bodies = 3;
  paths.collisions = 2;
  paths.samples = 9;
  paths.materials = {"default", "chalk <&>"};
  paths.side_names = {"lower x side", "upper x side", "lower y side", "upper y side"};
  using Kind = PlainShape::Kind;
  paths.obstacles = {{"ball", {{Kind::Ball, {}, 0.5}, {1, 1, 0}, 0x112233}},
                     {"plane", {{Kind::HalfSpace, {{0, 1, 0}}, 0.75}, {1, 0.5, 0}, {}}},
                     {"wall", {{Kind::Segment, {{0, 0, 0}, {1, 0.5, 0}}}, {1, 1, 0}, {}, true, {0, 2, 0}}},
                     {"point", {{}, {3, 1, 0}, {}}},
                     {"around", {{Kind::Container, {}, 8.0}, {2, 1, 0}, {}}},
                     {"arc", {{Kind::Arc, {}, 3.0, 0.5, 2.5}, {2, 1, 0}, {}}}};
  paths.body_names = {{0, "cue <&>"}};
  paths.body_id = {1};
  paths.body_radius = {0.25F};
  paths.body_mass = {2.0F};
  paths.body_material = {1};
  paths.body_color = {0xffffffffU};
  paths.start = {{0.0F, 0.0F}, {1.0F, 0.25F}, {}};
  paths.knot_body = {0};
  paths.knot_time = {1.75};
  paths.knot = {{1.75F, 0.4375F}, {-1.0F, 0.25F}, {}};
  paths.impact_time = {1.75};
  paths.impact_a = {0};
  paths.impact_b = {1 + 6 + 1};
  paths.impact_point = {2.0F, 0.4375F};
  paths.impact_normal = {1.0F, 0.0F};
  paths.frame_origin = {-2.0, -1.0, 0.0};
  paths.frame_quantum = {4.0 / 1024, 2.0 / 512, 0.0};
  paths.frame_steps = {1024, 512, 1};
  paths.speed_scale = 2.0;
  // At (3.5, 2.0), which is (3.5, 0.0); then at (1.5, 0.5) and (3.5, 0.0) again.
  paths.frames = {{4.0, {896, 0}, {136}}, {6.0, {384, 128}, {136}}, {8.0, {896, 0}, {255}}};
  return paths;
}

std::string text_of(PathsFile paths) { return paths_text(paths); }

class PathsFileTest : public ::testing::Test {
 protected:
  PathsFile read(const std::string& text) const {
    write(folder_ / "paths.bin", text);
    return read_paths(folder_ / "paths.bin");
  }
  /// What reading says of it; nothing if it reads well.
  std::string complaint(const std::string& text) const {
    try {
      read(text);
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  }
  void expect_complaint(const std::string& text, const std::string& words) const {
    EXPECT_NE(complaint(text).find("paths.bin: " + words), std::string::npos) << complaint(text);
  }
  /// The file with other words, of the same length, in its header.
  std::string with(const std::string& old_words, const std::string& words) const {
    std::string text = text_of(shuttle());
    const std::size_t at = text.find(old_words);
    EXPECT_NE(at, std::string::npos) << old_words;
    EXPECT_EQ(old_words.size(), words.size());
    return at == std::string::npos ? text : text.replace(at, words.size(), words);
  }

  TemporaryFolder folder_;
};

TEST_F(PathsFileTest, ReadsWhatWasWritten) {
  const PathsFile wrote = shuttle();
  const PathsFile file = read(text_of(shuttle()));
  EXPECT_EQ(file.dimension, 2);
  EXPECT_EQ(std::tie(file.begin, file.end, file.paths_end),
            std::tie(wrote.begin, wrote.end, wrote.paths_end));
  EXPECT_EQ(std::tie(file.origin, file.min, file.max), std::tie(wrote.origin, wrote.min, wrote.max));
  EXPECT_EQ(file.sides[0], Side::Wall);
  EXPECT_EQ(file.sides[1], Side::Periodic);
  EXPECT_EQ(file.gravity, wrote.gravity);
  EXPECT_EQ(std::tie(file.bodies, file.collisions, file.samples),
            std::tie(wrote.bodies, wrote.collisions, wrote.samples));
  EXPECT_EQ(file.materials, wrote.materials);
  EXPECT_EQ(file.side_names, wrote.side_names);
  EXPECT_EQ(file.body_names, wrote.body_names);
  EXPECT_EQ(file.body_id, wrote.body_id);
  EXPECT_EQ(file.body_radius, wrote.body_radius);
  EXPECT_EQ(file.body_mass, wrote.body_mass);
  EXPECT_EQ(file.body_material, wrote.body_material);
  EXPECT_EQ(file.body_color, wrote.body_color);
  EXPECT_EQ(file.start.position, wrote.start.position);
  EXPECT_EQ(file.start.velocity, wrote.start.velocity);
  EXPECT_TRUE(file.start.acceleration.empty());
  EXPECT_EQ(file.knot_body, wrote.knot_body);
  EXPECT_EQ(file.knot_time, wrote.knot_time);
  EXPECT_EQ(file.knot.position, wrote.knot.position);
  EXPECT_EQ(file.impact_b, wrote.impact_b);
  EXPECT_EQ(file.impact_point, wrote.impact_point);
  EXPECT_EQ(file.impact_normal, wrote.impact_normal);
  ASSERT_EQ(file.frames.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(file.frames[i].time, wrote.frames[i].time);
    EXPECT_EQ(file.frames[i].place, wrote.frames[i].place);
    EXPECT_EQ(file.frames[i].speed, wrote.frames[i].speed);
  }
  ASSERT_EQ(file.obstacles.size(), wrote.obstacles.size());
  for (std::size_t i = 0; i < file.obstacles.size(); ++i) {
    const PictureObstacle& is = file.obstacles[i].obstacle;
    const PictureObstacle& was = wrote.obstacles[i].obstacle;
    EXPECT_EQ(file.obstacles[i].name, wrote.obstacles[i].name);
    EXPECT_EQ(is.shape.kind, was.shape.kind);
    EXPECT_EQ(is.shape.points, was.shape.points);
    EXPECT_EQ(is.shape.size, was.shape.size);
    EXPECT_EQ(is.position, was.position);
    EXPECT_EQ(is.color, was.color);
    EXPECT_EQ(is.sensor, was.sensor);
    EXPECT_EQ(is.one_way, was.one_way);
    EXPECT_DOUBLE_EQ(is.shape.from_angle, was.shape.from_angle);
    EXPECT_DOUBLE_EQ(is.shape.to_angle, was.shape.to_angle);
  }
  EXPECT_TRUE(file.shapes.empty());
  EXPECT_TRUE(file.body_shape.empty());
  EXPECT_TRUE(file.body_kind.empty());
}

TEST_F(PathsFileTest, BeginsEverythingAtAMultipleOfEight) {
  const std::string text = text_of(shuttle());
  std::uint32_t length = 0;
  std::memcpy(&length, text.data() + 8, 4);
  EXPECT_EQ((12 + length) % 8, 0U);
  for (std::size_t at = text.find("\"offset\":"); at < 12 + length; at = text.find("\"offset\":", at + 1))
    EXPECT_EQ(std::stoul(text.substr(at + 9)) % 8, 0U);
}

TEST_F(PathsFileTest, MotionGoesAlongPathsAndThenFromFrameToFrame) {
  const PathsFile file = shuttle();
  PathMotion motion(file);
  const auto expect = [&](double time, double x, double y) {
    motion.move_to(time);
    EXPECT_NEAR(motion.place(0)[0], x, 1e-12) << time;
    EXPECT_NEAR(motion.place(0)[1], y, 1e-12) << time;
  };
  expect(0.0, 2.0, 1.0);
  expect(1.0, 3.0, 1.25);
  expect(1.75, 3.75, 1.4375);
  expect(2.75, 2.75, 1.6875);
  expect(5.0, 2.5, 0.25);
  expect(6.0, 1.5, 0.5);
  expect(7.0, 2.5, 0.25);
  expect(8.0, 3.5, 0.0);
  EXPECT_EQ(motion.velocity(0), (Point3{1.0, -0.25, 0.0}));
  expect(4.5, 3.0, 0.125);
  expect(1.0, 3.0, 1.25);  // and back
  EXPECT_EQ(motion.velocity(0), (Point3{1.0, 0.25, 0.0}));
}

TEST_F(PathsFileTest, RefusesWhatIsCutShort) {
  const std::string text = text_of(shuttle());
  ASSERT_EQ(complaint(text), "");
  for (std::size_t length = 0; length < text.size(); length += length < 64 ? 1 : 7)
    EXPECT_NE(complaint(text.substr(0, length)), "") << length;
}

TEST_F(PathsFileTest, SurvivesWrongBytes) {
  const std::string text = text_of(shuttle());
  int refused = 0;
  for (std::size_t at = 0; at < text.size(); at += 2) {
    std::string wrong = text;
    wrong[at] = static_cast<char>(wrong[at] ^ (at % 4 == 0 ? 0x01 : 0x80));
    if (!complaint(wrong).empty()) ++refused;
  }
  EXPECT_GT(refused, static_cast<int>(text.size()) / 5);
}

TEST_F(PathsFileTest, SurvivesNoise) {
  Random random(23);
  const std::string text = text_of(shuttle());
  for (int i = 0; i < 500; ++i) {
    std::string wrong = text;
    const std::uint64_t bytes = 1 + random.below(20);
    for (std::uint64_t k = 0; k < bytes; ++k)
      wrong[random.below(wrong.size())] = static_cast<char>(random.below(256));
    complaint(wrong);
  }
  EXPECT_NE(complaint("FHPATHS1" + std::string(100000, '[')), "");
  std::string deep = "FHPATHS1....";
  const std::uint32_t length = 1000000;
  std::memcpy(deep.data() + 8, &length, 4);
  EXPECT_NE(complaint(deep + std::string(length, '[')), "");
}

TEST_F(PathsFileTest, SaysWhatIsWrong) {
  EXPECT_THROW(read_paths(folder_ / "nothing"), InputError);
  EXPECT_THROW(read_paths(folder_.path()), InputError);
  expect_complaint("", "damaged: expected a file of paths (FHPATHS1)");
  expect_complaint("FHPATHS2" + std::string(100, ' '), "damaged: expected a file of paths (FHPATHS1)");
  expect_complaint("FHPATHS1" + std::string(100, '\xff'), "damaged: expected a header within the file");
  expect_complaint(with("\"dimension\":2", "\"dimension\":4"), "damaged: expected 2 or 3 dimensions");
  expect_complaint(with("\"dimension\":2", "\"dimension\":3"),
                   "damaged: expected as many numbers as dimensions");
  expect_complaint(with("\"dimension\":2", "\"dimension\"  "), "damaged: expected a header in JSON");
  expect_complaint(with("\"begin\":1.0", "\"begin\":-9e"), "damaged: expected a header in JSON");
  expect_complaint(with("\"end\":9.0", "\"end\":4.0"), "damaged: expected begin <= paths_end <= end");
  EXPECT_EQ(complaint(with("\"end\":9.0", "\"end\":1e9")), "");
  expect_complaint(with("\"max\":[4.0", "\"max\":[0.0"), "damaged: expected a box with min < max");
  expect_complaint(with("\"shown\":1", "\"shown\":2"), "damaged: expected sections of equal length");
  expect_complaint(with("\"shown\":1", "\"shown\":9"),
                   "damaged: expected fewer bodies and impacts than that");
  expect_complaint(with("\"0\":\"cue", "\"x\":\"cue"), "damaged: expected names of bodies that are shown");
  expect_complaint(with("\"stored\":1", "\"stored\":2"), "damaged: expected sections of equal length");
  expect_complaint(with("\"frames\":{\"count\":3", "\"frames\":{\"count\":4"),
                   "damaged: expected sections of equal length");
  expect_complaint(with("\"frames\":{\"count\":3", "\"frames\":{\"count\":1"),
                   "damaged: expected two frames, or none");
  expect_complaint(with("\"name\":\"impact_a\",\"type\":\"u32\"", "\"name\":\"impact_a\",\"type\":\"f32\""),
                   "damaged: expected sections of the types that they have");
  expect_complaint(with("\"name\":\"knot_time\"", "\"name\":\"knot_tame\""),
                   "damaged: expected all sections, found one less");
  expect_complaint(with("[1024,512]", "[1024,500]"), "damaged: expected frame_steps that are a power of two");
  expect_complaint(with("\"gravity\":[0.25,-2.0]", "\"gravity\":[0.2522222]"),
                   "damaged: expected as many numbers as dimensions");
  expect_complaint(with("\"ball\":{\"radius\"", "\"bell\":{\"radius\""),
                   "damaged: expected shapes that are known, of finite numbers");
  expect_complaint(with("\"default\",\"chalk <&>\"", "\"default and chalk<\" "),
                   "damaged: expected materials that have a name");
}

TEST_F(PathsFileTest, RefusesHostileNumbers) {
  const auto refuses = [&](const std::string& words, const auto& change) {
    PathsFile paths = shuttle();
    change(paths);
    expect_complaint(text_of(paths), "damaged: expected " + words);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refuses("knots of bodies that are shown", [](PathsFile& paths) { paths.knot_body = {1}; });
  refuses("impacts of bodies, obstacles and sides that there are",
          [](PathsFile& paths) { paths.impact_b = {1 + 6 + 4}; });
  refuses("sections of equal length", [](PathsFile& paths) { paths.impact_index = {3, 4}; });
  refuses("impacts in order", [](PathsFile& paths) {
    for (auto* list : {&paths.impact_a, &paths.impact_b}) list->push_back(0);
    for (auto* list : {&paths.impact_point, &paths.impact_normal}) list->insert(list->end(), 2, 0.0F);
    paths.impact_time.push_back(1.75);
    paths.impact_index = {4, 4};
  });
  refuses("names of bodies that are shown", [](PathsFile& paths) { paths.body_names = {{1, "nobody"}}; });
  refuses("finite numbers", [&](PathsFile& paths) { paths.knot_time = {nan}; });
  refuses("times in order", [](PathsFile& paths) { paths.impact_time = {-1.0}; });
  refuses("frames at different times", [](PathsFile& paths) { paths.frames[1].time = 4.0; });
  refuses("sections of equal length", [](PathsFile& paths) { paths.knot.velocity.push_back(1.0F); });
  refuses("sections of equal length", [](PathsFile& paths) { paths.body_mass.clear(); });
}

/// The same in space, as a brick and a ball that spin.
PathsFile brick() {
  PathsFile paths;
  paths.dimension = 3;
  paths.end = paths.paths_end = 4.0;
  paths.max = {4.0, 4.0, 4.0};
  paths.bodies = 2;
  paths.materials = {"default"};
  paths.side_names.assign(6, "side");
  paths.tops = {{{{0.3125, 1.0625, 1.25}}, {0.5, 0.5, -0.5, 0.5}}};
  paths.body_id = {0, 1};
  paths.body_radius = {1.2F, 1.0F};
  paths.body_mass = {1.0F, 1.0F};
  paths.body_material = {0, 0};
  paths.body_color = {kNobody, kNobody};
  paths.body_spins = {1, 1};
  paths.body_top = {0, kNoTop};
  paths.start.position = {1.0F, 2.0F, 2.0F, 3.0F, 2.0F, 2.0F};
  paths.start.velocity.assign(6, 0.0F);
  paths.start.orientation = {1.0F, 0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F};
  paths.start.angular_velocity = {0.0F, 3.0F, 1.0F, 0.0F, 0.0F, 1.0F};
  return paths;
}

TEST_F(PathsFileTest, ReadsTopsAsTheyWereWritten) {
  const PathsFile file = read(text_of(brick()));
  EXPECT_EQ(file.tops, brick().tops);
  EXPECT_EQ(file.body_top, brick().body_top);
  EXPECT_EQ(file.top_of(0), 0U);
  EXPECT_EQ(file.top_of(1), kNoTop);
  EXPECT_EQ(read(text_of(shuttle())).top_of(0), kNoTop);
}

TEST_F(PathsFileTest, RefusesTopsThatCannotBe) {
  const auto refuses = [&](const std::string& words, const auto& change) {
    PathsFile paths = brick();
    change(paths);
    expect_complaint(text_of(paths), "damaged: expected " + words);
  };
  refuses("bodies of tops that there are", [](PathsFile& paths) { paths.body_top = {1, kNoTop}; });
  refuses("sections of equal length", [](PathsFile& paths) { paths.body_top = {0}; });
  for (const double moment : {0.0, -1.0, 2.4})
    refuses("moments of inertia that a body can have",
            [&](PathsFile& paths) { paths.tops[0].moments[2] = moment; });
  refuses("axes that are not all 0", [](PathsFile& paths) { paths.tops[0].axes = {0.0, 0.0, 0.0, 0.0}; });
}

/// Whatever its numbers, one can ask how a top stands.
TEST_F(PathsFileTest, TopsOfHostileNumbersStandSomehow) {
  for (const float speed : {0.0F, 1e-38F, 1e20F, 3e38F})
    for (const double least : {0x1p-1000, 0x1p-60, 1.0}) {
      PathsFile paths = brick();
      paths.tops[0].moments = {{least, 1.0, 1.0 + 0.5 * least}};
      paths.start.angular_velocity[0] = paths.start.angular_velocity[1] = speed;
      const PathsFile file = read(text_of(paths));
      PathMotion motion(file);
      for (const double time : {0.0, 1e-9, 1.0, 4.0}) {
        motion.move_to(time);
        const auto [x, y, z, w] = motion.stands(0).value();
        EXPECT_NEAR(x * x + y * y + z * z + w * w, 1.0, 1e-6) << speed << " " << least << " " << time;
      }
    }
}

/// A section that claims to hold 2^28 numbers costs no more memory than it has.
TEST_F(PathsFileTest, DoesNotBelieveWhatASectionClaimsToHold) {
  PathsFile paths = shuttle();
  std::string text = text_of(paths);
  const std::size_t at = text.find("\"samples\":9");
  ASSERT_NE(at, std::string::npos);
  for (const char* count :
       {"99999999999999999999", "18446744073709551615", "4294967296", "-1", "1e3", "null"}) {
    std::string header = text.substr(12, text.find("\"sections\"") - 12);
    header.replace(header.find("\"shown\":1"), 9, std::string("\"shown\":") + count);
    header += text.substr(text.find("\"sections\""), text.find("]}") - text.find("\"sections\"") + 2);
    const auto length = static_cast<std::uint32_t>(header.size());
    EXPECT_NE(complaint("FHPATHS1" + std::string(reinterpret_cast<const char*>(&length), 4) + header), "");
  }
}

}  // namespace
}  // namespace firsthit
