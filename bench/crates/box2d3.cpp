// Box2D 3, in single precision, on one thread. Its documentation: box2d.h, types.h.

#include "crates.hpp"

#include <box2d/box2d.h>

#include <array>

namespace crates {
namespace {

constexpr int kSubsteps = 4;  // as its documentation and its samples have it

b2ShapeDef material_of(const Room& room) {
  b2ShapeDef shape = b2DefaultShapeDef();
  shape.density = 1.0F;
  shape.material.friction = static_cast<float>(room.friction);
  shape.material.restitution = static_cast<float>(room.restitution);
  return shape;
}

class Box2d3 final : public Program {
 public:
  Box2d3(const Room& room, int steps_of_a_frame) : steps_of_a_frame_(steps_of_a_frame) {
    b2WorldDef options = b2DefaultWorldDef();
    options.gravity = {0.0F, static_cast<float>(-room.gravity)};
    if (room.restitution == 1.0) options.restitutionThreshold = 0.0F;  // else what is slow loses all
    world_ = b2CreateWorld(&options);
    add_walls(room);
    for (const Crate& crate : room.crates) add(crate, room);
  }
  Box2d3(const Box2d3&) = delete;
  Box2d3& operator=(const Box2d3&) = delete;
  ~Box2d3() override { b2DestroyWorld(world_); }

  std::string name() const override {
    return steps_of_a_frame_ == 1 ? "Box2D 3"
                                  : "Box2D 3, steps of 1/" + std::to_string(60 * steps_of_a_frame_);
  }

  bool frame(double) override {
    for (int i = 0; i < steps_of_a_frame_; ++i)
      b2World_Step(world_, static_cast<float>(kFrame) / static_cast<float>(steps_of_a_frame_), kSubsteps);
    steps_ += static_cast<std::uint64_t>(steps_of_a_frame_) * kSubsteps;
    return true;
  }

  Pose pose(std::size_t crate) const override {
    const b2BodyId body = bodies_[crate];
    const b2Pos at = b2Body_GetPosition(body);
    const b2Rot turned = b2Body_GetRotation(body);
    const b2Vec2 v = b2Body_GetLinearVelocity(body);
    return {{at.x, at.y}, turned.c, turned.s, {v.x, v.y}, b2Body_GetAngularVelocity(body)};
  }

  std::uint64_t steps() const override { return steps_; }

 private:
  void add_walls(const Room& room) {
    constexpr float kThick = 10.0F;
    const auto width = static_cast<float>(room.width);
    const auto height = static_cast<float>(room.height);
    const b2BodyDef still = b2DefaultBodyDef();
    const b2BodyId walls = b2CreateBody(world_, &still);
    const b2ShapeDef shape = material_of(room);
    const std::array<b2Polygon, 4> sides{
        b2MakeOffsetBox(0.5F * width + kThick, 0.5F * kThick, {0.5F * width, -0.5F * kThick}, b2Rot_identity),
        b2MakeOffsetBox(0.5F * width + kThick, 0.5F * kThick, {0.5F * width, height + 0.5F * kThick},
                        b2Rot_identity),
        b2MakeOffsetBox(0.5F * kThick, 0.5F * height, {-0.5F * kThick, 0.5F * height}, b2Rot_identity),
        b2MakeOffsetBox(0.5F * kThick, 0.5F * height, {width + 0.5F * kThick, 0.5F * height},
                        b2Rot_identity)};
    for (const b2Polygon& side : sides) b2CreatePolygonShape(walls, &shape, &side);
  }

  void add(const Crate& crate, const Room& room) {
    b2BodyDef body = b2DefaultBodyDef();
    body.type = b2_dynamicBody;
    body.position = {static_cast<float>(crate.start.place.x), static_cast<float>(crate.start.place.y)};
    body.rotation = {static_cast<float>(crate.start.cosine), static_cast<float>(crate.start.sine)};
    body.linearVelocity = {static_cast<float>(crate.start.velocity.x),
                           static_cast<float>(crate.start.velocity.y)};
    body.angularVelocity = static_cast<float>(crate.start.turn_rate);
    bodies_.push_back(b2CreateBody(world_, &body));
    const b2ShapeDef shape = material_of(room);
    const b2Polygon square = b2MakeSquare(static_cast<float>(crate.half));
    b2CreatePolygonShape(bodies_.back(), &shape, &square);
  }

  int steps_of_a_frame_;
  std::uint64_t steps_ = 0;
  b2WorldId world_;
  std::vector<b2BodyId> bodies_;
};

}  // namespace

std::unique_ptr<Program> box2d3_in(const Room& room, int steps_of_a_frame) {
  return std::make_unique<Box2d3>(room, steps_of_a_frame);
}

}  // namespace crates
