#include "core/hash.hpp"
#include "scene/support.hpp"

#include <cstdint>
#include <string>

// Where the balls of random gases stand: inserted, or grown where that would jam. The same from every
// compiler and machine; what state_hash_test.cpp says of its constants goes for these.

namespace firsthit {
namespace {

std::uint64_t places_of(int dimension, const std::string& sides, const std::string& gases) {
  const Scene scene = scene_of("format = 1\ndimension = " + std::to_string(dimension) +
                               "\n[space]\nsides = \"" + sides + "\"\n[run]\nuntil = 1\n" + gases);
  StateHash hash;
  for (const SceneBall& ball : scene.balls)
    for (std::size_t i = 0; i < 3; ++i) hash.add(ball.position[i]);
  return hash.value();
}

std::string gas(const std::string& count, const std::string& packing, const std::string& radius) {
  return "[[gas]]\ncount = " + count + "\npacking = " + packing + "\nradius = " + radius +
         "\nmass = 1\ntemperature = 1\nstart = \"random\"\n";
}

TEST(Golden, InsertedGases) {
  EXPECT_EQ(places_of(3, "periodic", gas("1000", "0.33", "1")), 0x838b6a4f6e24f73dU);
  EXPECT_EQ(places_of(2, "wall", gas("300", "0.3", "1") + gas("500", "0.15", "0.3")), 0x8584bc346fff8e7eU);
}

TEST(Golden, GrownGases) {
  EXPECT_EQ(places_of(3, "periodic", gas("500", "0.55", "1")), 0xd4adeb634131ccc6U);
  EXPECT_EQ(places_of(2, "wall", gas("200", "0.5", "1") + gas("300", "0.3", "0.6")), 0xf6f1702a5bf6fbdbU);
  EXPECT_EQ(places_of(3, "periodic", gas("20", "0.40", "1") + gas("1000", "0.15", "0.15")),
            0x3e194c4ae0dd0047U);
}

}  // namespace
}  // namespace firsthit
