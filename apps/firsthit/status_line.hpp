#pragma once

#include <chrono>
#include <string>

namespace firsthit {

/// One line on standard error that changes while something takes long; silent unless that is a terminal.
class StatusLine {
 public:
  explicit StatusLine(bool wanted);
  ~StatusLine() { erase(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  /// Is it time to show the line again?
  bool is_due() const;

  void show(const std::string& text);

  /// Takes the line away.
  void erase();

  /// [s] since this was made.
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  bool on_;
  Clock::time_point began_ = Clock::now();
  Clock::time_point next_;
  bool shown_ = false;
};

/// 950, 12k, 3.4M: for a glance.
std::string short_count(double number);

}  // namespace firsthit
