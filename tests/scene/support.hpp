#pragma once

#include "scene/base/scene.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace firsthit {

/// The root of the source tree.
inline std::string source_folder() {
  const char* folder = std::getenv("FIRSTHIT_SOURCE");
  return folder != nullptr ? folder : ".";
}

inline std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::string all_problems(const SceneResult& result) {
  std::string text;
  for (const Problem& problem : result.problems) text += to_string(problem) + "\n";
  return text;
}

/// The scene of a text that must be right.
inline Scene scene_of(std::string_view text, const std::vector<std::string>& overrides = {}) {
  SceneResult result = parse_scene(text, "test.toml", overrides);
  if (!result.scene) throw std::runtime_error(all_problems(result));  // fails the test
  return std::move(*result.scene);
}

/// What is wrong with a text that must be wrong.
inline std::string refusal_of(std::string_view text, const std::vector<std::string>& overrides = {}) {
  const SceneResult result = parse_scene(text, "test.toml", overrides);
  EXPECT_FALSE(result.scene.has_value());
  return all_problems(result);
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// A box of 10 x 10 with walls, to which tests append bodies.
inline constexpr std::string_view kEmptyBox = R"(format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [10.0, 10.0]
[run]
until = 1.0
)";

}  // namespace firsthit
