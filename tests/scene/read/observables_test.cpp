#include "scene/support.hpp"

#include <algorithm>

namespace firsthit {
namespace {

constexpr std::string_view kPeriodicGas = R"(format = 1
dimension = 3
[space]
sides = "periodic"
min = [0.0, 0.0, 0.0]
max = [10.0, 12.0, 20.0]
[run]
until = 1.0
[[gas]]
count = 10
radius = 0.5
mass = 1.0
temperature = 1.0
)";

TEST(ObservablesOfAScene, AreOffUnlessAskedFor) {
  for (const std::vector<std::string>& overrides :
       {std::vector<std::string>{},
        {"observables.radial_distribution=false", "observables.free_flight=false"}}) {
    const SceneObservables asked = scene_of(kPeriodicGas, overrides).observables;
    EXPECT_FALSE(asked.mean_square_displacement);
    EXPECT_FALSE(asked.velocity_autocorrelation);
    EXPECT_FALSE(asked.free_flight);
    EXPECT_FALSE(asked.radial_distribution);
    EXPECT_FALSE(asked.speed_histogram);
  }
}

TEST(ObservablesOfAScene, AreAskedForOneByOne) {
  const Scene scene = scene_of(std::string(kPeriodicGas) + R"([observables]
mean_square_displacement = true
velocity_autocorrelation = true
free_flight = true
radial_distribution = true
speed_histogram = { bins = 20, range = 7 }
)");
  for (const SceneObservables& asked : {scene.observables, scene_of(scene.as_run).observables}) {
    EXPECT_TRUE(asked.mean_square_displacement);
    EXPECT_TRUE(asked.velocity_autocorrelation);
    EXPECT_TRUE(asked.free_flight);
    EXPECT_EQ(asked.radial_distribution.value().bins, 100U);
    EXPECT_FALSE(asked.radial_distribution.value().range);
    EXPECT_EQ(asked.speed_histogram.value().bins, 20U);
    EXPECT_EQ(asked.speed_histogram.value().range.value(), 7.0);
  }
}

TEST(ObservablesOfAScene, AreRefusedWhereTheyAreNotDefined) {
  const auto refused = [](const std::vector<std::string>& settings, std::string_view phrase) {
    const std::string text = refusal_of(kPeriodicGas, settings);
    EXPECT_TRUE(contains(text, phrase)) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  };
  const std::string radial = "observables.radial_distribution=true";
  refused({radial, "space.sides=[\"periodic\", \"wall\", \"periodic\"]"},
          "radial_distribution: expected every side periodic, found walls along y");
  refused({radial, "space.sides=open"}, "expected every side periodic, found open sides along x");
  refused({radial, "obstacle=[{position=[1.0,1.0,1.0],radius=0.1}]"},
          "radial_distribution: expected nothing fixed in the box, found 1 fixed body");
  refused({"observables.radial_distribution={range=5.5}"},
          "radial_distribution: expected a range of at most half the shortest side, 5, found 5.5");
  refused({"observables.speed_histogram=true", "gas.0.temperature=0"},
          "speed_histogram: expected { range = ... }, a greatest speed, as nothing moves at the start");
  EXPECT_TRUE(parse_scene(kPeriodicGas, "test.toml", {"observables.radial_distribution={range=5}"}));
  EXPECT_TRUE(parse_scene(kPeriodicGas, "test.toml",
                          {"observables.speed_histogram={range=5}", "gas.0.temperature=0"}));
}

TEST(ObservablesOfAScene, AreRefusedWhereTheyAreMisspelt) {
  const auto refused = [](const std::string& setting, std::string_view phrase) {
    const std::string text = refusal_of(kPeriodicGas, {setting});
    EXPECT_TRUE(contains(text, phrase)) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  };
  refused("observables=3", "observables: expected a table [observables], found 3");
  refused("observables.radial=true", "\"radial\": unknown key in [observables]");
  refused("observables.free_flight=1", "free_flight: expected true or false, found 1");
  refused("observables.radial_distribution=3",
          "radial_distribution: expected true, false or a table, found 3");
  refused("observables.speed_histogram.bin=3", "did you mean bins?");
  refused("observables.speed_histogram.bins=0", "bins: expected a whole number from 1 to 10000, found 0");
  refused("observables.speed_histogram.range=0", "range: expected > 0, found 0");
}

}  // namespace
}  // namespace firsthit
