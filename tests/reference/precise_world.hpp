#pragma once

#include "reference/scene.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace firsthit::reference {

template <int D>
using LongVec = std::array<long double, std::size_t{D}>;

/// An impact as the precise world sees it: the smaller id first.
template <int D>
struct PreciseImpact {
  long double time;
  std::array<std::uint32_t, 2> ids;
  std::array<LongVec<D>, 2> positions;   ///< [L] along paths without jumps
  std::array<LongVec<D>, 2> velocities;  ///< [L/T] after
};

/// Balls in a box, computed with 64-bit mantissas and by other means than the library's, of which
/// it uses nothing: all bodies are always at the same time, gaps are polynomials in time whose roots
/// are found by bisection between their extrema, and a repeating box is a row of copies.
template <int D>
class PreciseWorld {
 public:
  /// displaced: by how much, as a part of the box, every start is off, each in its own direction.
  explicit PreciseWorld(const Scene<D>& scene, long double displaced = 0.0L);

  /// The next impact, carried out; nothing if the scene ends before.
  std::optional<PreciseImpact<D>> next();

 private:
  struct Mover {
    std::uint32_t id;
    LongVec<D> position, velocity;
    long double radius, mass;
  };
  /// What a mover meets, and along which direction it bounces.
  struct Hit {
    long double delay;
    std::size_t mover = 0;
    std::size_t other_mover = 0;
    bool other_moves = false;
    std::uint32_t other_id = 0;
    LongVec<D> normal{};  // from the mover into the other, of any length
  };

  Hit first_hit_within(long double span) const;
  void look_at_movers(std::size_t a, std::size_t b, Hit& best) const;
  void look_at_fixed(std::size_t mover, std::uint32_t id, Hit& best) const;
  void look_at_sides(std::size_t mover, Hit& best) const;
  void look_at_plane(std::size_t mover, std::uint32_t id, const LongVec<D>& normal, long double offset,
                     Hit& best) const;
  void look_at_segment(std::size_t mover, std::uint32_t id, const LongVec<D>& from, const LongVec<D>& to,
                       Hit& best) const;
  void look_at_point(std::size_t mover, std::uint32_t id, const LongVec<D>& centre, long double radius,
                     Hit& best) const;
  std::vector<LongVec<D>> images_near(const LongVec<D>& apart) const;
  long double restitution(std::uint32_t a, std::uint32_t b) const;
  Material material(std::uint32_t id) const;
  void advance(long double delay);
  PreciseImpact<D> bounce(const Hit& hit);

  const Scene<D>& scene_;
  std::vector<Mover> movers_;
  LongVec<D> gravity_{};
  LongVec<D> period_{};
  long double time_ = 0.0L;
};

}  // namespace firsthit::reference
