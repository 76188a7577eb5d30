#pragma once

#include "scene/base/problem.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace firsthit {

/// Where something stands: a source known to Problems, and a line and column that count from 1.
struct FilePlace {
  std::uint32_t source = 0;  ///< 0 is the scene file
  int line = 0;
  int column = 0;
};

/// Gathers everything that is wrong, with its place.
class Problems {
 public:
  explicit Problems(std::string scene_file) : sources_{std::move(scene_file)} {}

  /// Another file, or an option, that places may point into.
  std::uint32_t add_source(std::string name);

  void error(const FilePlace& place, std::string message) { add(place, std::move(message), false); }
  void note(const FilePlace& place, std::string message) { add(place, std::move(message), true); }

  bool any_error() const { return errors_ > 0; }
  std::size_t errors() const { return errors_; }

  /// All of them, by source, line and column.
  std::vector<Problem> sorted() const;

  /// `start.xyz:12`, for a message that points to a second place.
  std::string describe(const FilePlace& place) const;
  /// `start.xyz:12:1`, as problems begin.
  std::string locate(const FilePlace& place) const;

 private:
  struct Found {
    FilePlace place;
    std::string message;
    bool note;
  };
  void add(const FilePlace& place, std::string message, bool note);

  std::vector<std::string> sources_;
  std::vector<Found> found_;
  std::size_t errors_ = 0;
};

/// The candidate that `word` was probably meant to be, or "" if none is: one that other programs call so, the
/// only one that begins so, or else the one that is spelled most like it.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// `"..."`, cut to a readable length, what cannot be printed replaced.
std::string quoted(std::string_view text);

}  // namespace firsthit
