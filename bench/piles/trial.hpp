#pragma once

#include "piles.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace piles {

struct Limits {
  double seconds = 60.0;  ///< of the processor, to come to rest, and as many to stand
  double falls = 60.0;    ///< [T] at most
  double stands = 60.0;   ///< [T]
};

/// It is at rest whose energy of motion stays below this part of its weight times a side for a second: all
/// move by 0.00014 sides a second then, or one of 55 by 0.001.
inline constexpr double kStill = 1e-9;

/// [s] of the processor that it takes to look at its clock before and after a frame.
double clock_seconds();

/// What becomes of a pile in one program: it falls until it rests, and then stands for a while.
class Trial {
 public:
  Trial(const Pile& pile, std::unique_ptr<Program> program, const Limits& limits);

  /// A frame. False when it is over.
  bool frame();
  /// Prints the row of a table.
  void tell() const;

 private:
  /// What there was after a frame.
  struct Moment {
    std::size_t frames = 0;
    double seconds = 0.0;  ///< of the processor, up to then
    double energy = 0.0;   ///< [M L^2/T^2] of flight, spin and height
    std::vector<Pose> poses;
  };

  bool is_over() const;
  void look();
  void look_for_rest();
  void look_for_depth();
  double moved(const std::vector<Pose>& from) const;
  bool stands() const;

  const Pile& pile_;
  std::unique_ptr<Program> program_;
  Limits limits_;
  Moment now_;
  double motion_ = 0.0;                ///< [M L^2/T^2] energy of flight and spin
  double depth_ = 0.0;                 ///< [L] the deepest of all frames
  std::optional<Moment> still_;        ///< since when it has been still
  std::optional<Moment> rest_;         ///< since when it rests, or where its time to fall was over
  bool rests_ = false;                 ///< and which of the two
  std::optional<std::size_t> asleep_;  ///< since which frame it sleeps
  bool is_stopped_ = false;            ///< in the middle of a frame
};

}  // namespace piles
