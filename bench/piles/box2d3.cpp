// Box2D 3, in single precision, on one thread. Its documentation: box2d.h, types.h.

#include "piles.hpp"

#include <box2d/box2d.h>

#include <array>

namespace piles {
namespace {

constexpr int kSubsteps = 4;  // as its documentation and its samples have it

b2ShapeDef material_of(const Pile& pile) {
  b2ShapeDef shape = b2DefaultShapeDef();
  shape.density = 1.0F;
  shape.material.friction = static_cast<float>(pile.friction);
  shape.material.restitution = static_cast<float>(pile.restitution);
  return shape;
}

class Box2d3 final : public Program {
 public:
  Box2d3(const Pile& pile, bool sleeps) : sleeps_(sleeps) {
    b2WorldDef options = b2DefaultWorldDef();
    options.gravity = {0.0F, static_cast<float>(-pile.gravity)};
    options.enableSleep = sleeps;
    world_ = b2CreateWorld(&options);
    add_walls(pile);
    for (const Body& body : pile.bodies) add(body, pile);
  }
  Box2d3(const Box2d3&) = delete;
  Box2d3& operator=(const Box2d3&) = delete;
  ~Box2d3() override { b2DestroyWorld(world_); }

  std::string name() const override {
    return std::string("Box2D 3, 1/60, 4 substeps") + (sleeps_ ? "" : ", no sleep");
  }

  bool frame(double) override {
    b2World_Step(world_, static_cast<float>(kFrame), kSubsteps);
    return true;
  }

  Pose pose(std::size_t body) const override {
    const b2Pos at = b2Body_GetPosition(bodies_[body]);
    const b2Vec2 v = b2Body_GetLinearVelocity(bodies_[body]);
    return {{at.x, at.y},
            b2Rot_GetAngle(b2Body_GetRotation(bodies_[body])),
            {v.x, v.y},
            b2Body_GetAngularVelocity(bodies_[body])};
  }

  bool is_asleep() const override { return b2World_GetAwakeBodyCount(world_) == 0; }

 private:
  void add_walls(const Pile& pile) {
    constexpr float kThick = 10.0F;
    const auto width = static_cast<float>(pile.width);
    const auto height = static_cast<float>(pile.height);
    const b2BodyDef still = b2DefaultBodyDef();
    const b2BodyId walls = b2CreateBody(world_, &still);
    const b2ShapeDef shape = material_of(pile);
    const std::array<b2Polygon, 4> sides{
        b2MakeOffsetBox(0.5F * width + kThick, 0.5F * kThick, {0.5F * width, -0.5F * kThick}, b2Rot_identity),
        b2MakeOffsetBox(0.5F * width + kThick, 0.5F * kThick, {0.5F * width, height + 0.5F * kThick},
                        b2Rot_identity),
        b2MakeOffsetBox(0.5F * kThick, 0.5F * height, {-0.5F * kThick, 0.5F * height}, b2Rot_identity),
        b2MakeOffsetBox(0.5F * kThick, 0.5F * height, {width + 0.5F * kThick, 0.5F * height},
                        b2Rot_identity)};
    for (const b2Polygon& side : sides) b2CreatePolygonShape(walls, &shape, &side);
  }

  void add(const Body& body, const Pile& pile) {
    b2BodyDef theirs = b2DefaultBodyDef();
    theirs.type = b2_dynamicBody;
    theirs.position = {static_cast<float>(body.start.place.x), static_cast<float>(body.start.place.y)};
    theirs.rotation = b2MakeRot(static_cast<float>(body.start.angle));
    theirs.linearVelocity = {static_cast<float>(body.start.velocity.x),
                             static_cast<float>(body.start.velocity.y)};
    theirs.angularVelocity = static_cast<float>(body.start.turn_rate);
    bodies_.push_back(b2CreateBody(world_, &theirs));
    const b2ShapeDef shape = material_of(pile);
    const b2Polygon box = b2MakeBox(static_cast<float>(body.half.x), static_cast<float>(body.half.y));
    b2CreatePolygonShape(bodies_.back(), &shape, &box);
  }

  bool sleeps_;
  b2WorldId world_;
  std::vector<b2BodyId> bodies_;
};

}  // namespace

std::unique_ptr<Program> box2d3_in(const Pile& pile, bool sleeps) {
  return std::make_unique<Box2d3>(pile, sleeps);
}

}  // namespace piles
