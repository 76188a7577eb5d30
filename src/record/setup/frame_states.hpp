#pragma once

#include "record/setup/moving_bodies.hpp"

#include <firsthit/vec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace firsthit {
inline namespace v0 {
template <int D>
class World;
}  // namespace v0

/// Where a body is, as BodyState tells it.
template <int D>
struct FrameState {
  Vec<D> position{};  ///< [L]
  Vec<D> velocity{};  ///< [L/T]
  std::array<std::int64_t, std::size_t{D}> wraps{};
  Vec<D> acceleration{};  ///< [L/T^2]

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.position, self.velocity, self.wraps, self.acceleration);
  }
};

/// Those of all bodies that move: kept, or read a block at a time from a world that stands still as long as
/// they are asked for. To be asked in the order of bodies, and by one thread: what lies in another block is
/// read anew.
template <int D>
class FrameStates {
 public:
  FrameStates() = default;
  FrameStates(std::initializer_list<FrameState<D>> states) : states_(states) {}

  std::size_t size() const { return world_ != nullptr ? bodies_->size() : states_.size(); }
  /// Until one of another block is asked for.
  const FrameState<D>& operator[](std::size_t place) const {
    if (world_ == nullptr) return states_[place];
    if (place - first_ >= states_.size()) read(place);
    return states_[place - first_];
  }

  /// They are read from `world`, where these bodies are.
  void read_from(const World<D>& world, const MovingBodies& bodies);
  /// All are in memory?
  bool are_kept() const { return world_ == nullptr; }

  // Where they are kept.
  FrameState<D>& operator[](std::size_t place) { return states_[place]; }
  void push_back(const FrameState<D>& state) { states_.push_back(state); }
  void resize(std::size_t count) { states_.resize(count); }
  void reserve(std::size_t count) { states_.reserve(count); }
  void clear() {
    world_ = nullptr;
    states_.clear();
  }
  /// Gives their memory back.
  void release() {
    clear();
    states_.shrink_to_fit();
  }
  const std::vector<FrameState<D>>& kept() const { return states_; }
  auto begin() { return states_.begin(); }
  auto end() { return states_.end(); }

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.states_);
  }

 private:
  /// Bodies in a block. More: memory. Fewer: more reading for those who are asked for here and there.
  static constexpr std::size_t kBlock = 4096;

  void read(std::size_t place) const;

  mutable std::vector<FrameState<D>> states_;  // all, or those of a block
  mutable std::size_t first_ = 0;              // of the block
  const World<D>* world_ = nullptr;
  const MovingBodies* bodies_ = nullptr;
};

}  // namespace firsthit
