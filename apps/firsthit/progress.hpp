#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace firsthit {

/// One line on standard error about how far a run has come; silent unless that is a terminal.
class Progress {
 public:
  /// The run ends at `until` [T] or after `collisions`, whichever comes first.
  Progress(bool wanted, std::optional<double> until, std::optional<std::uint64_t> collisions);
  ~Progress() { erase(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows where the run is, if it is time to show that again.
  void show(double time, std::uint64_t collisions);

  /// Takes the line away.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  std::string line(double time, std::uint64_t collisions, double seconds, std::size_t width) const;
  std::optional<double> fraction(double time, std::uint64_t collisions) const;

  bool on_;
  std::optional<double> until_;
  std::optional<std::uint64_t> limit_;
  Clock::time_point began_ = Clock::now();
  Clock::time_point next_;
  bool shown_ = false;
};

}  // namespace firsthit
