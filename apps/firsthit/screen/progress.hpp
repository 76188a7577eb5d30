#pragma once

#include "screen/status_line.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace firsthit {

/// How far a run has come: a status line, or JSON, an object a line.
class Progress {
 public:
  /// The run ends at `until` [T] or after `collisions`, whichever comes first.
  Progress(StatusStyle style, std::optional<double> until, std::optional<std::uint64_t> collisions);

  /// It goes on from there.
  void begin(double time, std::uint64_t collisions);

  /// Shows where the run is, if it is time to show that again.
  void show(double time, std::uint64_t collisions);

  /// Tells where the run has ended, if it is told as JSON.
  void end(double time, std::uint64_t collisions);

  /// Takes the line away.
  void erase() { status_.erase(); }

 private:
  std::string line(double time, std::uint64_t collisions, double seconds, std::size_t width) const;
  std::string json(double time, std::uint64_t collisions, double seconds) const;
  std::optional<double> seconds_left(std::optional<double> done, double seconds) const;
  std::optional<double> fraction(double time, std::uint64_t collisions) const;

  StatusLine status_;
  bool is_json_;
  std::optional<double> until_;
  std::optional<std::uint64_t> limit_;
  double begin_ = 0.0;  ///< the fraction that was done before, and the collisions
  std::uint64_t begin_collisions_ = 0;
};

}  // namespace firsthit
