#pragma once

#include "commands.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

namespace firsthit {

/// How often a run writes what it can go on from.
struct CheckpointPlan {
  std::optional<double> seconds;        ///< of wall time between two
  std::optional<std::uint64_t> events;  ///< between two
};

/// Of `10min`, `0.2s`, `2h`, `500ms` or `1000000 events`. Throws InputError for anything else.
CheckpointPlan checkpoint_plan(const std::string& text);

/// Seconds of `10min`, `0.2s`, `2h` or `500ms`. Throws InputError, which names the option, for anything else.
double wall_time(const std::string& option, const std::string& text);

/// What a checkpoint tells of a run besides what its recorder and its world do.
struct RunHead {
  std::uint32_t dimension = 2;
  std::string scene_name, scene_text;
  std::string plan;  ///< as it was typed
  bool trajectory = true, xyz = false, events = false, report = true;
  std::uint64_t halts = 1;        ///< samples that have been taken, the first one included
  std::uint64_t quiet_looks = 0;  ///< in a row, at which nothing had happened

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.dimension, self.scene_name, self.scene_text, self.plan);
    archive(self.trajectory, self.xyz, self.events, self.report, self.halts, self.quiet_looks);
  }
};

void write_head(std::ostream& out, const RunHead& head);
/// Throws InputError. `who`: the file, as errors name it.
RunHead read_head(std::istream& in, const std::string& who);

/// The checkpoints of one run: when the next one is due, and the last two of them in its folder.
class Checkpoints {
 public:
  Checkpoints(std::string folder, const CheckpointPlan& plan, std::uint64_t events);

  /// Is it time for one, after so many events, or has somebody asked for one?
  bool is_due(std::uint64_t events) const;
  /// Throws OutputError.
  void write(std::uint64_t events, const std::function<void(std::ostream&)>& fill);
  /// After so many more events, at most, somebody should ask whether one is due.
  std::uint64_t events_to_next(std::uint64_t events) const;

 private:
  using Clock = std::chrono::steady_clock;

  std::string folder_;
  CheckpointPlan plan_;
  Clock::time_point last_ = Clock::now();  // when the last one was there
  double cost_ = 0.0;                      // seconds, of the last one
  std::uint64_t last_events_;
};

}  // namespace firsthit
