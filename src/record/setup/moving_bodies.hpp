#pragma once

#include "record/base/plain_shape.hpp"
#include "world/bodies/uniform_column.hpp"

#include <firsthit/body.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

namespace firsthit {

/// A body that moves.
struct MovingBody {
  BodyId id;
  double radius = 0.0;  ///< [L] the least around its place that holds it
  double mass = 0.0;    ///< [M] 0 of one that is moved by somebody: it has no part in energy and momentum
  Material material;
  std::uint32_t shape = kRound;  ///< index into RunSetup::shapes
  bool kinematic = false;        ///< or pinned: impacts do not change its velocity
  bool sensor = false;
  bool waits = false;  ///< after a hit, for the end of a window
  bool spins = false;
  double inertia =
      0.0;  ///< [M L^2] of one that spins, and is moved by nobody; of a top the mean of its moments
  std::optional<PrincipalInertia> top{};  ///< [M L^2] of one whose moments are not equal
};

/// All bodies that move, in the order of their ids. Of those that are alike in all but their ids, as most of
/// a gas are, one is kept.
///
/// Memory: nothing a body where all are alike and their ids count from 0; where a few kinds alternate, four
/// bytes; as much as a list of all only where more than a dozen kinds do.
class MovingBodies {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = MovingBody;
    using difference_type = std::ptrdiff_t;
    using pointer = const MovingBody*;
    using reference = MovingBody;

    Iterator() = default;
    Iterator(const MovingBodies& of, std::size_t place) : of_(&of), place_(place) {}
    MovingBody operator*() const { return (*of_)[place_]; }
    Iterator& operator++() {
      ++place_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++place_;
      return before;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const MovingBodies* of_ = nullptr;
    std::size_t place_ = 0;
  };

  MovingBodies() = default;
  MovingBodies(std::initializer_list<MovingBody> bodies) {
    for (const MovingBody& body : bodies) push_back(body);
  }

  std::size_t size() const { return kind_.size(); }
  bool empty() const { return size() == 0; }
  MovingBody operator[](std::size_t place) const {
    MovingBody body = kinds_[kind_[place]];
    body.id = id(place);
    return body;
  }
  BodyId id(std::size_t place) const {
    return ids_.empty() ? BodyId{static_cast<std::uint32_t>(place)} : ids_[place];
  }
  /// Are the ids 0, 1, 2 and so on?
  bool count_from_zero() const { return ids_.empty(); }
  MovingBody front() const { return (*this)[0]; }
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

  /// Those that differ in more than their ids, some of them perhaps more than once; the ids are of no
  /// meaning.
  const std::vector<MovingBody>& kinds() const { return kinds_; }

  /// Requires: its id is above all others.
  void push_back(const MovingBody& body) {
    if (ids_.empty() && body.id.value != size()) {
      ids_.reserve(size() + 1);
      for (std::uint32_t id = 0; id < size(); ++id) ids_.push_back({id});
    }
    if (body.id.value != size() || !ids_.empty()) ids_.push_back(body.id);
    kind_.push_back(kind_of(body));
  }

 private:
  /// So many kinds are remembered. More: adding takes longer. Fewer: more is kept of mixtures.
  static constexpr std::size_t kRemembered = 12;

  static bool are_alike(const MovingBody& a, const MovingBody& b) {
    return a.radius == b.radius && a.mass == b.mass && a.material == b.material && a.shape == b.shape &&
           a.kinematic == b.kinematic && a.sensor == b.sensor && a.waits == b.waits && a.spins == b.spins &&
           a.inertia == b.inertia && a.top == b.top;
  }
  std::uint32_t kind_of(const MovingBody& body) {
    for (std::size_t back = 1; back <= kinds_.size() && back <= kRemembered; ++back)
      if (are_alike(kinds_[kinds_.size() - back], body))
        return static_cast<std::uint32_t>(kinds_.size() - back);
    kinds_.push_back(body);
    return static_cast<std::uint32_t>(kinds_.size() - 1);
  }

  std::vector<MovingBody> kinds_;
  UniformColumn<std::uint32_t> kind_;  // of each body: its place in kinds_
  std::vector<BodyId> ids_;            // empty: they count from 0
};

}  // namespace firsthit
