#pragma once

#include "scene/base/scene.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firsthit {

/// The text of a scene file made from another program's file, unless there are errors, and every
/// problem that was found.
struct ImportResult {
  std::optional<std::string> scene;
  std::size_t balls = 0;
  std::vector<Problem> problems;  ///< errors and notes, in the order of the file

  explicit operator bool() const { return scene.has_value(); }
};

/// The scene of a particle file of the textbook "Algorithms, 4th Edition": docs/formats/algs4.md has
/// the format. `file` is its name in messages. Bodies that overlap or reach into a wall by more than
/// rounding are errors, unless `allow_overlap`: then the scene allows them too.
/// Never throws on bad input: all that is wrong is in the result.
ImportResult import_algs4(std::string_view text, const std::string& file, bool allow_overlap = false);

/// Reads the file at `path`, then import_algs4.
ImportResult load_algs4(const std::string& path, bool allow_overlap = false);

}  // namespace firsthit
