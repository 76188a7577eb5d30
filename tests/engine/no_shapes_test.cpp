#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

/// The files of the project that `file` includes, and those that they include.
void collect_includes(const fs::path& root, const fs::path& file, std::set<fs::path>& seen) {
  if (!seen.insert(file).second) return;
  std::ifstream in(root / file);
  ASSERT_TRUE(in) << file;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("#include ")) continue;
    const auto open = line.find_first_of("\"<");
    const auto close = line.find_first_of("\">", open + 1);
    const fs::path name = line.substr(open + 1, close - open - 1);
    for (const char* folder : {"src", "tests", "include"})
      if (fs::exists(root / folder / name)) collect_includes(root, fs::path(folder) / name, seen);
  }
}

TEST(Engine, AndItsTestsIncludeNoShapes) {
  const char* const source = std::getenv("FIRSTHIT_SOURCE");
  const fs::path root = source != nullptr ? fs::path(source) : fs::path(__FILE__).parent_path() / "../..";
  std::set<fs::path> seen;
  for (const char* start :
       {"tests/engine/engine_test.cpp", "src/engine/engine.cpp", "src/engine/event_queue.cpp"})
    collect_includes(root, start, seen);
  EXPECT_TRUE(seen.contains("src/engine/roles.hpp")) << "includes are followed";
  EXPECT_TRUE(seen.contains("include/firsthit/vec.hpp")) << "into the public headers too";
  for (const fs::path& file : seen) {
    EXPECT_NE(file.filename(), "shape.hpp");
    const auto folder = *std::next(file.begin());
    EXPECT_TRUE(folder == "engine" || folder == "core" || file == "include/firsthit/vec.hpp" ||
                file == "include/firsthit/stop.hpp" || file == "include/firsthit/error.hpp")
        << file;
  }
}

}  // namespace
