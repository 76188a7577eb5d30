#pragma once

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace firsthit::judging {

/// One line that is written over and over, on a terminal only.
class StatusLine {
 public:
  explicit StatusLine(std::uint64_t todo) : todo_(todo) {}
  void show(const std::string& task, std::uint64_t done) {
    if (!terminal_) return;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const auto left =
        static_cast<double>(todo_ - done) * seconds / static_cast<double>(std::max<std::uint64_t>(done, 1));
    std::printf("\r\033[K%s: %.1f %% of all, some %.0f min left", task.c_str(),
                100.0 * static_cast<double>(done) / static_cast<double>(todo_), left / 60.0);
    std::fflush(stdout);
  }
  void clear() const {
    if (terminal_) std::printf("\r\033[K");
  }

 private:
  bool terminal_ = isatty(STDOUT_FILENO) != 0;
  std::uint64_t todo_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace firsthit::judging
