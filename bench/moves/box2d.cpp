// Box2D 2.4, which knows no characters: its tree tells who is near, b2ShapeCast when it is hit, and the rest
// is the usual loop. The cast ignores what is nearer than its skin, so the box keeps off it by a slop more.

#include "moves.hpp"

#include <box2d/b2_distance.h>
#include <box2d/b2_dynamic_tree.h>
#include <box2d/b2_polygon_shape.h>

#include <algorithm>

namespace moves {
namespace {

constexpr int kMostHits = 8;

b2Vec2 vec(const Vec<2>& a) { return {static_cast<float>(a[0]), static_cast<float>(a[1])}; }

class Box2d final : public Program<2> {
 public:
  explicit Box2d(const Landscape<2>& landscape) : half_(vec(landscape.half)) {
    mover_.SetAsBox(half_.x, half_.y);
    blocks_.reserve(landscape.blocks.size());
    for (const Block<2>& block : landscape.blocks) {
      const b2Vec2 at = vec(block.middle);
      const b2Vec2 half = vec(block.half);
      blocks_.emplace_back();
      blocks_.back().SetAsBox(half.x, half.y, at, 0.0F);
      tree_.CreateProxy({at - half, at + half}, &blocks_.back());
    }
  }

  std::string name() const override { return "Box2D"; }
  void put(const Vec<2>& place) override { at_ = vec(place); }
  void move(const Vec<2>& way, Path<2>& path) override {
    b2Vec2 left = vec(way);
    b2Vec2 normals[kMostHits];
    for (int hits = 0; hits < kMostHits; ++hits) {
      if (!cast(left)) {
        at_ += left;
        break;
      }
      const b2Vec2 normal = normal_;
      at_ += fraction_ * left + b2_linearSlop * normal;
      path.corners.push_back({double{at_.x}, double{at_.y}});
      normals[hits] = normal;
      left *= 1.0F - fraction_;
      left -= b2Dot(left, normal) * normal;
      const bool cornered = std::any_of(
          normals, normals + hits, [&left](const b2Vec2& earlier) { return b2Dot(left, earlier) < 0.0F; });
      if (cornered) break;
    }
    path.end = {double{at_.x}, double{at_.y}};
  }

  /// Called by the tree for what is near.
  bool QueryCallback(int32 proxy) {
    b2ShapeCastInput input;
    input.proxyA.Set(static_cast<b2PolygonShape*>(tree_.GetUserData(proxy)), 0);
    input.proxyB.Set(&mover_, 0);
    input.transformA.SetIdentity();
    input.transformB.Set(at_, 0.0F);
    input.translationB = way_;
    b2ShapeCastOutput output;
    if (b2ShapeCast(&output, &input) && output.lambda < fraction_) {
      fraction_ = output.lambda;
      normal_ = output.normal;
    }
    return true;
  }

 private:
  /// The first hit on the way, if there is one.
  bool cast(const b2Vec2& way) {
    way_ = way;
    fraction_ = 1.0F;
    normal_.SetZero();
    const b2Vec2 skin(0.02F, 0.02F);
    tree_.Query(this, {b2Min(at_, at_ + way) - half_ - skin, b2Max(at_, at_ + way) + half_ + skin});
    return normal_ != b2Vec2_zero;
  }

  b2Vec2 half_;
  b2PolygonShape mover_;
  std::vector<b2PolygonShape> blocks_;
  b2DynamicTree tree_;
  b2Vec2 at_{0.0F, 0.0F};
  b2Vec2 way_{0.0F, 0.0F};
  float fraction_ = 1.0F;
  b2Vec2 normal_{0.0F, 0.0F};  // out of what it hits
};

}  // namespace

std::unique_ptr<Program<2>> box2d_in(const Landscape<2>& landscape) {
  return std::make_unique<Box2d>(landscape);
}

}  // namespace moves
