#pragma once

#include "record/paths/film.hpp"

#include <sys/types.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>

namespace firsthit {

/// ffmpeg, as a child process that takes frames and makes a movie of them. The movie appears whole or not
/// at all. Meanwhile the signal SIGPIPE is ignored.
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
  void close_pipe();
  bool has_ended();
  [[noreturn]] void fail();
  std::string last_words() const;

  std::string path_;
  std::string part_;
  struct sigaction pipe_action_ = {};                      ///< what SIGPIPE did before
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> words_;  ///< what ffmpeg says
  pid_t child_ = -1;
  int pipe_ = -1;
  int status_ = 0;  ///< of the child that has ended
};

}  // namespace firsthit
