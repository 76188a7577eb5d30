#include "movies/movie_encoder.hpp"

#include "output_file.hpp"
#include "record/base/output_folder.hpp"
#include "record/pictures/svg.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <initializer_list>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

extern char** environ;

namespace firsthit {
namespace {

constexpr int kLook = 100;            // [ms] between looks whether a signal has come, at most
constexpr int kPause = 5;             // [ms] between looks whether the child has ended
constexpr long kMostWords = 1 << 16;  // bytes of what it says, its last; a page of text

std::vector<std::string> arguments_for(const std::string& path, const std::string& part,
                                       const FilmFormat& format) {
  std::vector<std::string> all = {"ffmpeg",
                                  "-hide_banner",
                                  "-nostdin",
                                  "-loglevel",
                                  "error",
                                  "-f",
                                  "rawvideo",
                                  "-pixel_format",
                                  "rgb24",
                                  "-video_size",
                                  fmt::format("{}x{}", format.width, format.height),
                                  "-framerate",
                                  fmt::format("{}", format.fps),
                                  "-i",
                                  "pipe:0"};
  const auto add = [&](std::initializer_list<const char*> more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  if (extension_of(path) == ".gif") {
    // A palette of its own for every frame: one for all would have to wait for the last.
    add({"-filter_complex", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1", "-f",
         "gif"});
  } else {
    // As most players expect it, its colours those of high definition.
    add({"-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p", "-colorspace", "bt709",
         "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv", "-movflags", "+faststart",
         "-f", "mp4"});
  }
  add({"-y"});
  all.push_back("file:" + part);
  return all;
}

}  // namespace

MovieEncoder::MovieEncoder(std::string path, const FilmFormat& format)
    : path_(std::move(path)), part_(temporary_of(path_)), words_(std::tmpfile(), std::fclose) {
  if (!words_) throw output_error(path_, "make a temporary file", errno);
  // Told before ffmpeg would tell it, in words that name the movie.
  const int descriptor = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) throw output_error(path_, "make the file", errno);
  ::close(descriptor);
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, &pipe_action_);
  try {
    start(format);
  } catch (...) {
    ::sigaction(SIGPIPE, &pipe_action_, nullptr);
    ::unlink(part_.c_str());
    throw;
  }
}

MovieEncoder::~MovieEncoder() {
  close_pipe();
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  ::unlink(part_.c_str());
  ::sigaction(SIGPIPE, &pipe_action_, nullptr);
}

void MovieEncoder::start(const FilmFormat& format) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw output_error(path_, "make a pipe", errno);
  std::vector<std::string> arguments = arguments_for(path_, part_, format);
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);

  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, ::fileno(words_.get()), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, ::fileno(words_.get()), STDERR_FILENO);
  // In a group of its own, so that Ctrl-C is ours alone; with signals as they are by default.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int number : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM}) sigaddset(&defaults, number);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  const int error_number = ::posix_spawnp(&child_, "ffmpeg", &files, &attributes, words.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  ::close(ends[0]);
  pipe_ = ends[1];
  if (error_number != 0) {
    child_ = -1;
    close_pipe();
    if (error_number == ENOENT)
      throw OutputError(path_, "movies need ffmpeg, which is not installed (its Debian package: ffmpeg)");
    throw output_error(path_, "start ffmpeg", error_number);
  }
  ::fcntl(pipe_, F_SETFL, O_NONBLOCK);  // our end only: the child's waits for frames
}

void MovieEncoder::close_pipe() {
  if (pipe_ >= 0) ::close(pipe_);
  pipe_ = -1;
}

bool MovieEncoder::add(const PixelImage& image, const std::atomic<bool>& stop) {
  for (std::size_t done = 0; done < image.bytes.size();) {
    if (stop) return false;
    pollfd wait = {pipe_, POLLOUT, 0};
    if (::poll(&wait, 1, kLook) <= 0) continue;  // a signal, or ffmpeg is busy
    const ssize_t n = ::write(pipe_, image.bytes.data() + done, image.bytes.size() - done);
    if (n > 0) done += static_cast<std::size_t>(n);
    if (n < 0 && errno != EAGAIN && errno != EINTR) {  // it reads no more
      close_pipe();
      while (!has_ended())
        if (stop) return false;
      fail();
    }
  }
  return !stop;
}

/// Waits a moment for that.
bool MovieEncoder::has_ended() {
  if (::waitpid(child_, &status_, WNOHANG) == child_) {
    child_ = -1;
    return true;
  }
  ::poll(nullptr, 0, kPause);
  return false;
}

bool MovieEncoder::finish(const std::atomic<bool>& stop) {
  close_pipe();
  while (!has_ended())
    if (stop) return false;
  if (status_ != 0) fail();
  if (::rename(part_.c_str(), path_.c_str()) != 0) throw output_error(path_, "rename into place", errno);
  return true;
}

void MovieEncoder::fail() {
  const std::string words = last_words();
  const std::string how = WIFSIGNALED(status_) ? fmt::format("was ended by signal {}", WTERMSIG(status_))
                          : WEXITSTATUS(status_) == 0
                              ? "ended before it had all frames"
                              : fmt::format("failed with exit code {}", WEXITSTATUS(status_));
  throw OutputError(path_, "ffmpeg " + how + (words.empty() ? "" : ": " + words));
}

/// The last line that it said.
std::string MovieEncoder::last_words() const {
  std::FILE* const file = words_.get();
  if (std::fseek(file, 0, SEEK_END) != 0) return "";
  const long size = std::ftell(file);
  if (size <= 0 || std::fseek(file, std::max(0L, size - kMostWords), SEEK_SET) != 0) return "";
  std::string text(static_cast<std::size_t>(std::min(size, kMostWords)), '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  const std::size_t end = text.find_last_not_of(" \r\n\t");
  if (end == std::string::npos) return "";
  text.resize(end + 1);
  const std::size_t line = text.find_last_of("\r\n");
  return svg::printable(line == std::string::npos ? text : text.substr(line + 1));
}

}  // namespace firsthit
