#pragma once

#include "query/convex/exact/convex_event.hpp"

#include <firsthit/batch.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

// What lanes can answer for a block of pairs. All of them write answers to `out` where they are certain of
// every bit, and leave all other pairs. They choose the widest instructions that the machine has, or that
// hwy::SetSupportedTargetsForTest left it.

namespace firsthit {

/// Pairs that a kernel takes at once: their answers fit the nearest cache.
inline constexpr std::size_t kBlock = 128;

/// The pairs of a block that lanes do not answer in full.
template <int D>
class Leftover {
 public:
  void clear() { rest_ = impacts_ = 0; }

  /// Nothing is known of this pair.
  void add(std::size_t number) { rest_numbers_[rest_++] = static_cast<std::uint32_t>(number); }

  /// This pair meets; its contact is open.
  void add_impact(std::size_t number, double lower, double upper, const Vec<D>& direction) {
    impact_numbers_[impacts_] = static_cast<std::uint32_t>(number);
    auto& numbers = numbers_[impacts_++];
    numbers[0] = lower;
    numbers[1] = upper;
    for (std::size_t i = 0; i < D; ++i) numbers[2 + i] = direction[i];
  }

  std::span<const std::uint32_t> rest() const { return {rest_numbers_.data(), rest_}; }
  std::span<const std::uint32_t> impacts() const { return {impact_numbers_.data(), impacts_}; }
  ConvexEvent<D> event(std::size_t impact) const {
    const auto& numbers = numbers_[impact];
    ConvexEvent<D> r{{GapEvent::Kind::Impact, numbers[0], numbers[1], numbers[0]}, {}};
    for (std::size_t i = 0; i < D; ++i) r.direction[i] = numbers[2 + i];
    return r;
  }

 private:
  std::array<std::uint32_t, kBlock> rest_numbers_;
  std::array<std::uint32_t, kBlock> impact_numbers_;
  /// Of impacts: when, and the direction. Nobody sets what is not there, which would take longer than a call.
  std::array<std::array<double, std::size_t{2 + D}>, kBlock> numbers_;
  std::size_t rest_ = 0;
  std::size_t impacts_ = 0;
};

void answer(const Straight<Ball, 2>* a, const Straight<Ball, 2>* b, std::size_t count, const Query& query,
            Encounter<2>* out, Leftover<2>& leftover);
void answer(const Straight<Ball, 3>* a, const Straight<Ball, 3>* b, std::size_t count, const Query& query,
            Encounter<3>* out, Leftover<3>& leftover);
void answer(const BallColumns<2>& a, const BallColumns<2>& b, std::size_t count, const Query& query,
            Encounter<2>* out, Leftover<2>& leftover);
void answer(const BallColumns<3>& a, const BallColumns<3>& b, std::size_t count, const Query& query,
            Encounter<3>* out, Leftover<3>& leftover);
void answer(const Straight<Box<2>, 2>* a, const Straight<Box<2>, 2>* b, std::size_t count, const Query& query,
            Encounter<2>* out, Leftover<2>& leftover);
void answer(const Straight<Box<3>, 3>* a, const Straight<Box<3>, 3>* b, std::size_t count, const Query& query,
            Encounter<3>* out, Leftover<3>& leftover);
void answer(const Straight<OrientedBox<2>, 2>* a, const Straight<OrientedBox<2>, 2>* b, std::size_t count,
            const Query& query, Encounter<2>* out, Leftover<2>& leftover);
void answer(const Straight<OrientedBox<3>, 3>* a, const Straight<OrientedBox<3>, 3>* b, std::size_t count,
            const Query& query, Encounter<3>* out, Leftover<3>& leftover);
void answer(const Straight<Ball, 2>* a, const Straight<Box<2>, 2>* b, std::size_t count, const Query& query,
            Encounter<2>* out, Leftover<2>& leftover);
void answer(const Straight<Ball, 3>* a, const Straight<Box<3>, 3>* b, std::size_t count, const Query& query,
            Encounter<3>* out, Leftover<3>& leftover);
void answer(const Turning<Box<2>, 2>* a, const Turning<Box<2>, 2>* b, std::size_t count, const Query& query,
            Encounter<2>* out, Leftover<2>& leftover);
void answer(const Straight<Point, 2>* a, const Straight<Segment<2>, 2>* b, std::size_t count,
            const Query& query, Encounter<2>* out, Leftover<2>& leftover);

}  // namespace firsthit
