#pragma once

#include <firsthit/questions.hpp>
#include <firsthit/vec.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace firsthit::inline v0 {

/// What a character does with the rest of its way when it runs into something.
enum class MoveResponse : std::uint8_t {
  Slide,   ///< goes on along the surface
  Bounce,  ///< goes on as if reflected
  Stop,    ///< stays where it is
  Cross    ///< goes on through that body
};

/// How a character moves.
template <int D>
struct MovePolicy {
  MoveResponse response = MoveResponse::Slide;
  /// If there is one, it decides for every hit.
  std::function<MoveResponse(const CastHit<D>&)> choose;
  QueryFilter among{};  ///< whom it meets
  /// Upwards, of any length; zero for those who know no ground: then nothing below matters.
  Vec<D> up{};
  double max_slope = 0.7853981633974483;  ///< rad, of the steepest ground that one stands and walks on
  double step_height = 0.0;               ///< [L] of the highest step that it climbs while it walks
  double snap_distance = 0.0;             ///< [L] so far below it finds its ground again as it walks down
  double skin = 0.0;                      ///< [L] to keep from what it hits
};

/// What came of a move.
template <int D>
struct MoveResult {
  Vec<D> position{};             ///< [L] where it is now
  Vec<D> carried{};              ///< [L] how far the ground has carried it since its last move
  std::vector<CastHit<D>> hits;  ///< in order; fractions are of all the way that it was to go
  bool grounded = false;
  BodyId ground;           ///< if it is grounded
  Vec<D> ground_normal{};  ///< unit, from the ground upwards
  bool crushed = false;    ///< it overlaps bodies that have come into it, and there is no room to give way
  std::vector<BodyId> crushed_by;
};

}  // namespace firsthit::inline v0
