#pragma once

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
  bool on_;
  double began_;  ///< [s] of a clock that never goes back, as is what follows
  double next_;
  bool shown_ = false;
};

/// 950, 12k, 3.4M: for a glance.
std::string short_count(double number);

}  // namespace firsthit
