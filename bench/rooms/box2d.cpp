// Box2D 2.4: everything a bullet, as its manual has it for what must not pass through others.

#include "rooms.hpp"

#include <box2d/box2d.h>

namespace rooms {
namespace {

constexpr float kThick = 5.0F;  // half of the walls

class Counter final : public b2ContactListener {
 public:
  std::uint64_t begun = 0;
  void BeginContact(b2Contact*) override { ++begun; }
};

class Box2d final : public Program {
 public:
  explicit Box2d(const Room& room) : world_(b2Vec2(0.0F, 0.0F)) {
    world_.SetContactListener(&counter_);
    world_.SetAllowSleeping(false);
    const auto side = static_cast<float>(room.side);
    b2BodyDef still;
    b2Body* walls = world_.CreateBody(&still);
    const float middle = 0.5F * side;
    for (const b2Vec2& at : {b2Vec2(middle, -kThick), b2Vec2(middle, side + kThick), b2Vec2(-kThick, middle),
                             b2Vec2(side + kThick, middle)}) {
      b2PolygonShape box;
      const bool level = at.x == middle;
      box.SetAsBox(level ? middle + 2.0F * kThick : kThick, level ? kThick : middle, at, 0.0F);
      b2FixtureDef wall;
      wall.shape = &box;
      wall.friction = 0.0F;
      wall.restitution = 1.0F;
      wall.restitutionThreshold = 0.0F;
      walls->CreateFixture(&wall);
    }
    for (const Body& body : room.bodies) {
      b2BodyDef def;
      def.type = b2_dynamicBody;
      def.bullet = true;
      def.fixedRotation = true;
      def.position.Set(static_cast<float>(body.place.x), static_cast<float>(body.place.y));
      def.linearVelocity.Set(static_cast<float>(body.velocity.x), static_cast<float>(body.velocity.y));
      b2Body* theirs = world_.CreateBody(&def);
      const auto half = static_cast<float>(body.half);
      b2CircleShape circle;
      circle.m_radius = half;
      b2PolygonShape polygon;
      polygon.SetAsBox(half, half);
      b2FixtureDef fixture;
      fixture.shape = body.is_box ? static_cast<b2Shape*>(&polygon) : &circle;
      fixture.friction = 0.0F;
      fixture.restitution = 1.0F;
      fixture.restitutionThreshold = 0.0F;
      theirs->CreateFixture(&fixture);
      b2MassData mass;
      theirs->GetMassData(&mass);
      mass.mass = 1.0F;
      theirs->SetMassData(&mass);
      bodies_.push_back(theirs);
    }
  }

  std::string name() const override { return "Box2D"; }
  void frame() override { world_.Step(static_cast<float>(kFrame), 8, 3); }
  Place place(std::size_t body) const override {
    const b2Vec2& at = bodies_[body]->GetPosition();
    return {at.x, at.y};
  }
  Place velocity(std::size_t body) const override {
    const b2Vec2& v = bodies_[body]->GetLinearVelocity();
    return {v.x, v.y};
  }
  std::uint64_t meetings() const override { return counter_.begun; }

 private:
  Counter counter_;
  b2World world_;
  std::vector<b2Body*> bodies_;
};

}  // namespace

std::unique_ptr<Program> box2d_in(const Room& room) { return std::make_unique<Box2d>(room); }

}  // namespace rooms
