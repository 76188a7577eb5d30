#include "scene/base/nature.hpp"

#include "scene/support.hpp"

#include <string>

namespace firsthit {
namespace {

constexpr std::string_view kTwoBalls = R"(
[[ball]]
position = [2.0, 5.0]
radius = 0.5
mass = 1.0
[[ball]]
position = [5.0, 5.0]
radius = 0.5
mass = 1.0
material = "b"
)";

SceneNature nature(const std::string& rest, const std::vector<std::string>& overrides = {}) {
  return nature_of(scene_of(std::string(kEmptyBox) + std::string(kTwoBalls) + rest, overrides));
}

std::string contact(const char* a, const char* b, const char* what) {
  return std::string("[[contact]]\nmaterials = [\"") + a + "\", \"" + b + "\"]\n" + what + "\n";
}

TEST(Nature, LosesNoEnergyWhereEverybodyIsElastic) {
  EXPECT_EQ(nature("").loses_energy, "");
  EXPECT_EQ(nature(contact("default", "b", "restitution = 1.0")).loses_energy, "");
}

TEST(Nature, NamesTheImpactsThatLose) {
  EXPECT_TRUE(contains(nature("", {"physics.restitution=0.5"}).loses_energy, "0.5"));
  EXPECT_EQ(nature(contact("default", "b", "restitution = 0.75")).loses_energy,
            "impacts of \"default\" and \"b\" have a restitution of 0.75");
  EXPECT_EQ(nature(contact("b", "default", "response = \"stick\"")).loses_energy,
            "\"default\" sticks to \"b\"");
}

TEST(Nature, LooksAtNoImpactsThatCannotBe) {
  // There is one ball of material b, so it never meets another.
  const std::string of_b = contact("b", "b", "restitution = 0.5");
  EXPECT_EQ(nature(of_b).loses_energy, "");
  EXPECT_NE(nature(of_b, {"ball.0.material=b"}).loses_energy, "");
  // The sides are of the default material; those who pass bounce off them as all others do.
  const std::string sides = contact("b", "default", "response = \"pass\"");
  EXPECT_EQ(nature(sides).loses_energy, "");
  EXPECT_NE(nature(sides, {"physics.restitution=0.5"}).loses_energy, "");
  // Without walls, where all pass each other, nothing is left to lose.
  EXPECT_EQ(nature(sides, {"physics.restitution=0.5", "space.sides=periodic"}).loses_energy, "");
}

TEST(Nature, LooksAtFixedBodies) {
  const std::string obstacle = "[[obstacle]]\nposition = [8.0, 8.0]\nradius = 0.5\nmaterial = \"c\"\n";
  EXPECT_NE(nature(obstacle + contact("b", "c", "response = \"slide\"")).loses_energy, "");
  EXPECT_EQ(nature(obstacle + contact("c", "c", "response = \"slide\"")).loses_energy, "");
  const std::string sensor =
      "[[body]]\nkind = \"fixed\"\nshape = { box = { half_extents = [0.5, 0.5] } }\nposition = [8.0, 8.0]\n"
      "sensor = true\nmaterial = \"c\"\n";
  EXPECT_EQ(nature(sensor + contact("b", "c", "restitution = 0.5")).loses_energy, "");
}

TEST(Nature, TellsWhoIsChoosy) {
  EXPECT_EQ(nature("").selective, "");
  EXPECT_NE(nature(contact("b", "default", "response = \"pass\"")).selective, "");
  const std::string body =
      "[[body]]\nshape = { ball = { radius = 0.25 } }\nposition = [8.0, 8.0]\ngroups = [\"mine\"]\n";
  EXPECT_NE(nature(body).selective, "");
}

TEST(Nature, CountsThoseWhoComeManyAtATime) {
  EXPECT_EQ(nature("").crowd, 0U);
  EXPECT_EQ(nature("[[balls]]\ndata = \"\"\"\nx,y\n1,1\n8,8\n\"\"\"\nradius = 0.25\nmass = 1.0\n").crowd, 2U);
  EXPECT_EQ(nature("[[gas]]\ncount = 17\nradius = 0.25\nmass = 1.0\ntemperature = 1.0\n").crowd, 17U);
}

}  // namespace
}  // namespace firsthit
