#pragma once

#include <string>

namespace firsthit {

enum class StatusStyle {
  Silent,
  Line,  ///< one line that changes; silent unless standard error is a terminal
  Lines  ///< a line each time, whoever reads it
};

/// What is said on standard error while something takes long.
class StatusLine {
 public:
  explicit StatusLine(StatusStyle style);
  ~StatusLine() { erase(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  /// Is it time to show how it is?
  bool is_due() const;

  void show(const std::string& text);

  /// Takes the line away.
  void erase();

  /// [s] since this was made.
  double seconds() const;

 private:
  StatusStyle style_;
  double began_;  ///< [s] of a clock that never goes back, as is what follows
  double next_;
  bool shown_ = false;
};

/// 950, 12k, 3.4M: for a glance.
std::string short_count(double number);

}  // namespace firsthit
