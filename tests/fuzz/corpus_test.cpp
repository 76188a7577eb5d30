#include "fuzz/targets.hpp"
#include "fuzz/two_worlds.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

// What fuzzers have found, and what they begin with, goes through every target: a program that is wrong ends
// there.

namespace firsthit::fuzzing {
namespace {

TEST(Corpus, IsHeldByEveryTarget) {
  const char* const source = std::getenv("FIRSTHIT_SOURCE");
  ASSERT_NE(source, nullptr) << "FIRSTHIT_SOURCE is this project's folder";
  for (const Target& target : targets()) {
    int files = 0;
    for (const auto& each : std::filesystem::directory_iterator(std::filesystem::path(source) /
                                                                "tests/fuzz/corpus" / target.name)) {
      SCOPED_TRACE(each.path().string());
      std::ifstream in(each.path(), std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
      target.run({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
      ++files;
    }
    EXPECT_GE(files, 3) << target.name;
  }
  EXPECT_GE(counts.naive_impacts, 1000U) << "impacts beside the simplest world";
}

}  // namespace
}  // namespace firsthit::fuzzing
