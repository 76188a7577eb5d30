#pragma once

#include "screen/status_line.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace firsthit {

/// A status line about how far a run has come.
class Progress {
 public:
  /// The run ends at `until` [T] or after `collisions`, whichever comes first.
  Progress(bool wanted, std::optional<double> until, std::optional<std::uint64_t> collisions);

  /// Shows where the run is, if it is time to show that again.
  void show(double time, std::uint64_t collisions);

  /// Takes the line away.
  void erase() { status_.erase(); }

 private:
  std::string line(double time, std::uint64_t collisions, double seconds, std::size_t width) const;
  std::optional<double> fraction(double time, std::uint64_t collisions) const;

  StatusLine status_;
  std::optional<double> until_;
  std::optional<std::uint64_t> limit_;
};

}  // namespace firsthit
