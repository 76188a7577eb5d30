#pragma once

#include "record/paths/paths_file.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace firsthit {

/// Keeps the places and speeds of bodies at some of a run's samples: as many as there is room for, at equal
/// distances, the first and the last one always.
class PathFrames {
 public:
  /// The box less the origin [L], and the smallest radius [L] that is not 0; 0 if there is none.
  PathFrames(int dimension, std::size_t bodies, const Point3& min, const Point3& max,
             const std::array<Side, 3>& sides, double smallest_radius);

  std::size_t size() const { return frames_.size(); }
  double last_time() const { return frames_.back().time; }

  /// Where a body is, and how fast.
  struct Shown {
    Point3 place{};      ///< [L] less the origin
    double speed = 0.0;  ///< [L/T]
  };
  /// That of a body, by its number. Asked twice for each, in their order: nothing is kept but what is stored.
  using Look = std::function<Shown(std::size_t)>;

  /// Adds a frame at `time` [T], later than the last one.
  void add(double time, const Look& look);

  /// What the first frame, empty so far, holds.
  void set_first(const Look& look);

  /// Hands the frames over.
  void move_to(PathsFile& paths);

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.axes_, self.speed_scale_, self.largest_speed_, self.frames_, self.stride_, self.added_);
    archive.require(self.stride_ > 0 && self.frames_.size() <= self.most_,
                    "expected frames at some distance, found others");
  }

 private:
  /// An axis of 2^16 quanta. Where it does not repeat it doubles, about its middle, if need be.
  struct Axis {
    double middle = 0.0;   ///< [L]
    double quantum = 1.0;  ///< [L]
    bool repeats = false;

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.middle, self.quantum, self.repeats);
    }
  };
  void fill(PathsFile::Frame& frame, const Look& look);
  void widen(std::size_t axis, double place);
  void widen_speeds(double speed);
  unsigned coarsening_of(std::size_t axis) const;

  std::size_t dimension_;
  std::size_t bodies_;
  std::size_t most_;  ///< frames
  double smallest_radius_;
  std::array<Axis, 3> axes_{};
  double speed_scale_ = 0.0;    ///< [L/T]
  double largest_speed_ = 0.0;  ///< [L/T]
  std::vector<PathsFile::Frame> frames_;
  std::size_t stride_ = 1;  ///< frames added between those that stay
  std::size_t added_ = 0;
};

}  // namespace firsthit
