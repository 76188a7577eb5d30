#pragma once

#include "core/vec_math.hpp"

#include <firsthit/vec.hpp>

namespace firsthit {

/// One piece of a body's curved path: where the path leads within it, seen from its start.
template <int D>
struct Piece {
  Vec<D> mean_velocity;  ///< [L/T] of the straight line to its end
  Vec<D> end_velocity;   ///< [L/T] on the path
};

/// The piece of a path whose acceleration [L/T^2] is the same for `duration` [T].
template <int D>
Piece<D> parabola(const Vec<D>& velocity, const Vec<D>& acceleration, double duration) {
  return {velocity + (0.5 * duration) * acceleration, velocity + duration * acceleration};
}

/// What is to be kept of a body that is followed by straight pieces.
template <int D>
class PathTracker {
 public:
  /// The velocity on the path [L/T] of a body whose own is `velocity`. What has changed that during the
  /// piece, an impact or gravity, has changed the path's by as much.
  Vec<D> on_path(const Vec<D>& velocity) const {
    return started_ ? piece_.end_velocity + (velocity - piece_.mean_velocity) : velocity;
  }
  /// Sent into its next piece.
  void enter(const Piece<D>& piece) {
    piece_ = piece;
    started_ = true;
  }

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.piece_.mean_velocity, self.piece_.end_velocity, self.started_);
  }

 private:
  Piece<D> piece_;
  bool started_ = false;
};

}  // namespace firsthit
