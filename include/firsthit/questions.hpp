#pragma once

#include <firsthit/observer.hpp>
#include <firsthit/vec.hpp>

#include <cstdint>
#include <vector>

namespace firsthit::inline v0 {

/// Who meets whom, in bits: two bodies meet if each has a category that the other's mask lets through.
struct Filter {
  union {
    std::uint32_t category = 1;
    [[deprecated("category")]] std::uint32_t is;
  };
  union {
    std::uint32_t mask = 0xffffffffU;
    [[deprecated("mask")]] std::uint32_t meets;
  };
  friend constexpr bool operator==(const Filter& a, const Filter& b) {
    return a.category == b.category && a.mask == b.mask;
  }
};

/// Of which bodies something is asked. Sensors are asked only if `sensors` says so.
struct QueryFilter {
  Filter filter{};
  std::vector<BodyId> exclude;  ///< these are left out
  bool sensors = false;
};

/// The old name of QueryFilter and of its field.
struct [[deprecated("QueryFilter")]] Among {
  Filter filter{};
  std::vector<BodyId> but;
  bool sensors = false;
  operator QueryFilter() const { return {filter, but, sensors}; }
};

/// What a shape, or a character, runs into that moves past all bodies, where they are now, and as they stand.
template <int D>
struct CastHit {
  BodyId body;
  double fraction = 0.0;  ///< of the way, 0 to 1
  Vec<D> position{};      ///< [L] where the shape then is
  Vec<D> normal{};        ///< unit, from the shape to the body
  Vec<D> point{};         ///< [L] the middle of where they touch
  double area = 0.0;      ///< [L^(D-1)] of the contact
};

/// The body that is nearest to a shape.
template <int D>
struct NearestBody {
  BodyId body;
  double distance = 0.0;  ///< [L] negative where they overlap
  Vec<D> normal{};        ///< unit, from the shape to the body; zero if there is none
  Vec<D> point{};         ///< [L] on the body
};

/// Where a body rests on something that holds it, at one place; what lies on a side has two, its ends.
template <int D>
struct RestingContact {
  BodyId a;         ///< who is held
  BodyId b;         ///< what holds it: a body, an obstacle or a side of the box
  Vec<D> point{};   ///< [L] as a sees it, from its place in the box (b may be a periodic image)
  Vec<D> normal{};  ///< unit, from a into b
  Vec<D> force{};   ///< [M L/T^2] of b on a; b gets the opposite
};

/// An impact, as it stands.
struct PredictedImpact {
  double time = 0.0;  ///< [T] since the world's start
  BodyId a;           ///< the smaller id
  BodyId b;
};

}  // namespace firsthit::inline v0
