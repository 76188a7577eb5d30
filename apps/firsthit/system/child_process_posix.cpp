#include "system/child_process.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>
#include <utility>

extern char** environ;

namespace firsthit {
namespace {

constexpr int kLook = 100;            // [ms] between looks whether a signal has come, at most
constexpr int kPause = 5;             // [ms] between looks whether the child has ended
constexpr long kMostWords = 1 << 16;  // bytes of what it says, its last; a page of text

std::system_error failed(const char* what, int error_number) {
  return {error_number, std::generic_category(), what};
}

/// SIGPIPE is ignored for as long as there is one.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &before_);
  }
  ~NoPipeSignal() { ::sigaction(SIGPIPE, &before_, nullptr); }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  struct sigaction before_ = {};
};

/// Starts a program that reads from `input` and says what it says into `output`.
pid_t spawn(const std::vector<std::string>& words, int input, int output) {
  std::vector<std::string> own = words;
  std::vector<char*> arguments;
  for (std::string& word : own) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
  // In a group of its own, so that Ctrl-C is ours alone; with signals as they are by default.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int number : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM}) sigaddset(&defaults, number);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  pid_t child = -1;
  const int error_number =
      ::posix_spawnp(&child, arguments[0], &files, &attributes, arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  if (error_number != 0) throw failed("start it", error_number);
  return child;
}

}  // namespace

struct ChildProcess::Impl {
  NoPipeSignal no_signal;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> said{std::tmpfile(), std::fclose};
  pid_t child = -1;
  int pipe = -1;
  int status = 0;  ///< of the child that has ended

  ~Impl() { close_pipe(); }
  void close_pipe() {
    if (pipe >= 0) ::close(std::exchange(pipe, -1));
  }
};

ChildProcess::ChildProcess(const std::vector<std::string>& words) : impl_(std::make_unique<Impl>()) {
  if (!impl_->said) throw failed("make a temporary file", errno);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw failed("make a pipe", errno);
  impl_->pipe = ends[1];
  try {
    impl_->child = spawn(words, ends[0], ::fileno(impl_->said.get()));
  } catch (...) {
    ::close(ends[0]);
    throw;
  }
  ::close(ends[0]);
  ::fcntl(impl_->pipe, F_SETFL, O_NONBLOCK);  // our end only: the child's waits for bytes
}

ChildProcess::~ChildProcess() {
  impl_->close_pipe();
  if (impl_->child <= 0) return;
  ::kill(impl_->child, SIGKILL);
  while (::waitpid(impl_->child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::ptrdiff_t ChildProcess::hand_on(std::span<const std::uint8_t> bytes) {
  pollfd wait = {impl_->pipe, POLLOUT, 0};
  if (::poll(&wait, 1, kLook) <= 0) return 0;  // a signal, or it is busy
  const ssize_t n = ::write(impl_->pipe, bytes.data(), bytes.size());
  if (n >= 0) return n;
  return errno == EAGAIN || errno == EINTR ? 0 : -1;
}

void ChildProcess::close_input() { impl_->close_pipe(); }

bool ChildProcess::has_ended() {
  if (impl_->child <= 0) return true;
  if (::waitpid(impl_->child, &impl_->status, WNOHANG) == impl_->child) {
    impl_->child = -1;
    return true;
  }
  ::poll(nullptr, 0, kPause);
  return false;
}

std::string ChildProcess::failure() const {
  const int status = impl_->status;
  if (WIFSIGNALED(status)) return fmt::format("was ended by signal {}", WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : fmt::format("failed with exit code {}", WEXITSTATUS(status));
}

std::string ChildProcess::words() const {
  std::FILE* const file = impl_->said.get();
  if (std::fseek(file, 0, SEEK_END) != 0) return "";
  const long size = std::ftell(file);
  if (size <= 0 || std::fseek(file, std::max(0L, size - kMostWords), SEEK_SET) != 0) return "";
  std::string text(static_cast<std::size_t>(std::min(size, kMostWords)), '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  return text;
}

}  // namespace firsthit
