#pragma once

#include "record/paths/film.hpp"
#include "system/child_process.hpp"

#include <atomic>
#include <optional>
#include <string>

namespace firsthit {

/// ffmpeg, as a child process that takes frames and makes a movie of them. The movie appears whole or not
/// at all.
class MovieEncoder {
 public:
  /// Starts it. `path` ends in .mp4 or .gif. Throws OutputError where it cannot, such as without ffmpeg.
  MovieEncoder(std::string path, const FilmFormat& format);
  /// Ends the child and removes what it wrote, unless finish() has been reached.
  ~MovieEncoder();
  MovieEncoder(const MovieEncoder&) = delete;
  MovieEncoder& operator=(const MovieEncoder&) = delete;

  /// Both return false, having done nothing of use, as soon as `stop` is raised. They throw OutputError,
  /// with what ffmpeg says, if it fails.
  bool add(const PixelImage& image, const std::atomic<bool>& stop);
  bool finish(const std::atomic<bool>& stop);

 private:
  void start(const FilmFormat& format);
  [[noreturn]] void fail();
  std::string last_words() const;

  std::string path_;
  std::string part_;
  std::optional<ChildProcess> ffmpeg_;
};

}  // namespace firsthit
