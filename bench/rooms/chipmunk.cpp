// Chipmunk 7, which looks at where things are at the end of a frame only.

#include "rooms.hpp"

#include <chipmunk/chipmunk.h>

namespace rooms {
namespace {

class Chipmunk final : public Program {
 public:
  explicit Chipmunk(const Room& room) : space_(cpSpaceNew()) {
    cpCollisionHandler* handler = cpSpaceAddDefaultCollisionHandler(space_);
    handler->userData = &begun_;
    handler->beginFunc = [](cpArbiter*, cpSpace*, cpDataPointer data) -> cpBool {
      ++*static_cast<std::uint64_t*>(data);
      return cpTrue;
    };
    constexpr double kThick = 10.0;  // walls
    const double far = room.side + kThick;
    for (const cpBB& wall : {cpBB{-kThick, -kThick, far, 0.0}, cpBB{-kThick, room.side, far, far},
                             cpBB{-kThick, 0.0, 0.0, room.side}, cpBB{room.side, 0.0, far, room.side}})
      add(cpBoxShapeNew2(cpSpaceGetStaticBody(space_), wall, 0.0));
    for (const Body& body : room.bodies) {
      cpBody* theirs = cpSpaceAddBody(space_, cpBodyNew(1.0, INFINITY));
      cpBodySetPosition(theirs, {body.place.x, body.place.y});
      cpBodySetVelocity(theirs, {body.velocity.x, body.velocity.y});
      const double half = body.half;
      add(body.is_box ? cpBoxShapeNew2(theirs, {-half, -half, half, half}, 0.0)
                      : cpCircleShapeNew(theirs, half, cpvzero));
      bodies_.push_back(theirs);
    }
  }
  ~Chipmunk() override {
    for (cpShape* shape : shapes_) cpShapeFree(shape);
    for (cpBody* body : bodies_) cpBodyFree(body);
    cpSpaceFree(space_);
  }

  std::string name() const override { return "Chipmunk"; }
  void frame() override { cpSpaceStep(space_, kFrame); }
  Place place(std::size_t body) const override {
    const cpVect at = cpBodyGetPosition(bodies_[body]);
    return {at.x, at.y};
  }
  Place velocity(std::size_t body) const override {
    const cpVect v = cpBodyGetVelocity(bodies_[body]);
    return {v.x, v.y};
  }
  std::uint64_t meetings() const override { return begun_; }

 private:
  void add(cpShape* shape) {
    cpShapeSetFriction(shape, 0.0);
    cpShapeSetElasticity(shape, 1.0);
    cpSpaceAddShape(space_, shape);
    shapes_.push_back(shape);
  }

  std::uint64_t begun_ = 0;
  cpSpace* space_;
  std::vector<cpBody*> bodies_;
  std::vector<cpShape*> shapes_;
};

}  // namespace

std::unique_ptr<Program> chipmunk_in(const Room& room) { return std::make_unique<Chipmunk>(room); }

}  // namespace rooms
