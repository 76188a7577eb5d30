#pragma once

#include "core/bits.hpp"
#include "engine/record.hpp"
#include "world/bodies/body_table.hpp"
#include "world/cells/layout/cell_layout.hpp"
#include "world/motion/free_flight.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace firsthit {

/// What is seen of a ball from a distance: where it was at some time, and how fast it flies since. Half a
/// line of a cache in space, so that many can be looked at.
///
/// Both halves are written whole: a read of what was written in smaller parts, just before, would wait.
template <int D>
struct alignas(32) FloatState {
  using Words [[gnu::vector_size(16)]] = std::int32_t;
  using Floats [[gnu::vector_size(16)]] = float;
  Words then{};  ///< the place, in 2^-32 of a side that repeats, 2^-31 of another and a little more; then the
                 ///< time of it, in quanta since the frame's start
  Floats flight{};  ///< the velocity, in lengths and times of the frame; then the radius or, where all balls
                    ///< are alike, how long after that time the ball looks around again
};

/// In what float states are told. Differences of places wrap as the box does: they are those to the nearest
/// image.
template <int D>
struct FloatStateFrame {
  std::array<float, std::size_t{D}> length_of_unit{};  ///< by axis, of a unit of a place
  std::array<float, std::size_t{D}> period{};          ///< of a side; 0 where it does not repeat
  std::array<float, std::size_t{D}> per_period{};      ///< its inverse; 0 where it does not repeat
  bool are_alike = false;  ///< all balls have one radius: half of the frame's length
  bool wraps_flights =
      false;  ///< the nearest image at the time of a float state need not be the nearest later
};

/// The one who looks, now.
template <int D>
struct OwnFloatState {
  std::array<std::int32_t, std::size_t{D}> place{};
  std::array<float, std::size_t{D}> velocity{};
  std::int32_t time = 0;
  float rest = 0.0F;  ///< in quanta, since then
  float radius = 0.0F;
  float least_speed_squared = 0.0F;  ///< of a relative velocity that floats can tell
  float doubt_part = 0.0F;           ///< what is in doubt of squared distances: that part of them
  float doubt = 0.0F;                ///< and so much
  float delay_doubt = 0.0F;          ///< by what part of itself a delay may exceed another and be the shorter
  Id body = 0;
};

/// FloatStateCache of all balls of a world that does not fall, in cells. Lanes rule out by them whom a ball
/// cannot meet first (prefilter_lanes.hpp); they decide nothing. How good they are:
/// docs/numerics/float-states.md.
template <int D>
class FloatStateCache {
 public:
  /// All must outlive the float states.
  FloatStateCache(const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space,
                  const CellLayout<D>& layout, bool has_large_balls);

  /// Are they good enough to be kept?
  bool are_kept() const { return kept_; }

  void start(std::span<const Record<D>> records, const Instant& now);
  /// The record of `body` has changed, just now.
  void course_changed(std::span<const Record<D>> records, Id body) {
    if (kept_) see(records, body, records[body].clock);
  }
  /// It has passed into another cell.
  void passed(std::span<const Record<D>> records, Id body, const Instant& now);
  /// The same at any time, later or earlier than before.
  void start_anew(std::span<const Record<D>> records, Id body, const Instant& now) {
    if (kept_) see(records, body, now);
  }

  /// It looks around at `time`, or before it, if its course does not change.
  void set_next_prediction_time(Id body, const Instant& time) {
    if (kept_ && frame_.are_alike) put_look(body, time);
  }

  /// What `body` sees others by. False if it cannot.
  bool own(Id body, const Instant& now, OwnFloatState<D>& own) const;

  const FloatStateFrame<D>& frame() const { return frame_; }
  const FloatState<D>* by_id() const { return float_states_.data(); }
  /// Times [T], as floats of the frame.
  float in_frame(double time) const { return static_cast<float>(time * per_time_); }

 private:
  static constexpr std::size_t kAxes{D};

  double quanta(const Instant& time) const {
    return flight_.timebase().between(start_, time) * quanta_per_time_;
  }
  /// Rounded to a whole number, of which whole boxes are lost with the upper half. Any number will do; if it
  /// is not below 2^51 in size, nothing of it is left.
  static std::uint32_t word(double units) {
    return static_cast<std::uint32_t>(bit_cast<std::uint64_t>(units + 0x1.8p52));
  }
  void see(std::span<const Record<D>> records, Id body, const Instant& now);
  void put(const Record<D>& record, Id body, const Instant& now);
  void put_look(Id body, const Instant& time);
  void renew(std::span<const Record<D>> records, const Instant& now);
  Vec<D> units_at(const Record<D>& record, Id body, const Instant& now, double before) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  bool kept_ = false;
  Vec<D> min_;
  Vec<D> units_per_length_;
  Vec<D> longest_flight_;  // [L] along each axis, after which a ball that passes is seen anew
  double per_length_ = 1.0;
  double per_time_ = 1.0;
  double per_speed_ = 1.0;
  double quanta_per_time_ = 1.0;
  double time_of_quantum_ = 1.0;
  Vec<D> units_of_quantum_;  // that one flies in a quantum at speed 1
  Instant start_;
  FloatStateFrame<D> frame_;
  float doubt_ = 0.0F;  // of squared distances, besides a part of them
  LargeVector<FloatState<D>> float_states_;
};

}  // namespace firsthit
