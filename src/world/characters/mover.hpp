#pragma once

#include <firsthit/moves.hpp>

#include "world/characters/world_bvh.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace firsthit {

/// Moves one character through all that stands around it: it takes what it runs into in order.
///
/// It goes on along surfaces by the vector nearest to what is left of its way that leads into none of those
/// which it touches; never against its way. How it walks is told by docs/concepts/worlds.md.
template <int D>
class Mover {
 public:
  /// All must outlive the mover. `body` is who moves, and does not meet itself.
  Mover(const WorldBvh<D>& bvh, const Solid<D>& solid, Id body, const MovePolicy<D>& policy);

  /// Moves on from `position` [L] by `displacement` [L].
  MoveResult<D> move(const Vec<D>& position, const Vec<D>& displacement);
  /// Where it is after what it stands on has carried it by `displacement` [L].
  Vec<D> carried(const Vec<D>& position, const Vec<D>& displacement, Id carrier);
  /// [L] The middle of where it stands on its ground after a move. Requires: it is grounded.
  Vec<D> footing() const;
  /// Gives way to those who have come into it, and tells who leaves it no room. Returns where it then is.
  Vec<D> give_way(Vec<D> position, std::vector<BodyId>& crushed_by);

 private:
  enum class Gait : std::uint8_t { Free, Walks, Carried };
  struct Slid {
    Vec<D> position;
    std::vector<CastHit<D>> hits;
  };
  using Planes = InlineVector<Vec<D>, 8>;  // by their normals, outward from what is touched
  struct Landing {
    SweepHit<D> hit;
    Vec<D> position;
  };

  Sweep<D> sweep(const Vec<D>& position, const Vec<D>& way) const {
    return {solid_, position, way, among_, true, body_};
  }
  void gather(const Vec<D>& position, const Vec<D>& displacement);
  std::optional<SweepHit<D>> first(const Vec<D>& position, const Vec<D>& way) const;
  double probe(const Vec<D>& position) const;
  Slid slide(Vec<D> position, const Vec<D>& displacement, Gait gait);
  Slid walk(const Vec<D>& position, const Vec<D>& displacement);
  Vec<D> along(const Vec<D>& left, std::span<const Vec<D>> planes) const;
  Vec<D> deflected(const Vec<D>& left, const Vec<D>& outward, Planes& planes, Gait gait) const;
  std::optional<Landing> landing(const Vec<D>& position, double depth) const;
  bool knows_ground() const;
  bool is_walkable(const Vec<D>& normal) const;
  Vec<D> seated(const Vec<D>& position, const SweepHit<D>& hit) const;

  const WorldBvh<D>& bvh_;
  const Solid<D>& solid_;
  const Id body_;
  const MovePolicy<D>& policy_;
  QueryFilter among_;
  NearbyBodies<D> vicinity_;  // of the move
  Vec<D> up_{};
  Landing ground_;         // of a move after which it is grounded
  double steepest_ = 0.0;  // the cosine of the steepest slope that it walks on
};

}  // namespace firsthit
