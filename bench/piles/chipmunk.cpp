// Chipmunk 7, in double precision, with the settings of its own demo of a stack ("Pyramid Stack").

#include "piles.hpp"

#include <chipmunk/chipmunk.h>

#include <algorithm>
#include <cmath>

namespace piles {
namespace {

constexpr int kSteps = 3;             // of a frame
constexpr int kIterations = 30;       // of a step
constexpr double kSlop = 1.0 / 60.0;  // of a side: what it leaves overlapping
constexpr double kSleepsAfter = 0.5;  // [T] of standing still

class Chipmunk final : public Program {
 public:
  Chipmunk(const Pile& pile, bool sleeps) : sleeps_(sleeps), space_(cpSpaceNew()) {
    cpSpaceSetGravity(space_, {0.0, -pile.gravity});
    cpSpaceSetIterations(space_, kIterations);
    cpSpaceSetCollisionSlop(space_, kSlop * pile.side);
    if (sleeps) cpSpaceSetSleepTimeThreshold(space_, kSleepsAfter);
    constexpr double kThick = 10.0;  // walls
    const double right = pile.width + kThick;
    const double top = pile.height + kThick;
    for (const cpBB& wall : {cpBB{-kThick, -kThick, right, 0.0}, cpBB{-kThick, pile.height, right, top},
                             cpBB{-kThick, 0.0, 0.0, pile.height}, cpBB{pile.width, 0.0, right, pile.height}})
      add(cpBoxShapeNew2(cpSpaceGetStaticBody(space_), wall, 0.0), pile);
    for (const Body& body : pile.bodies) {
      cpBody* theirs = cpSpaceAddBody(space_, cpBodyNew(body.mass(), body.inertia()));
      cpBodySetPosition(theirs, {body.start.place.x, body.start.place.y});
      cpBodySetAngle(theirs, body.start.angle);
      cpBodySetVelocity(theirs, {body.start.velocity.x, body.start.velocity.y});
      cpBodySetAngularVelocity(theirs, body.start.turn_rate);
      add(cpBoxShapeNew(theirs, 2.0 * body.half.x, 2.0 * body.half.y, 0.0), pile);
      bodies_.push_back(theirs);
    }
  }
  Chipmunk(const Chipmunk&) = delete;
  Chipmunk& operator=(const Chipmunk&) = delete;
  ~Chipmunk() override {
    for (cpShape* shape : shapes_) {
      cpSpaceRemoveShape(space_, shape);
      cpShapeFree(shape);
    }
    for (cpBody* body : bodies_) {
      cpSpaceRemoveBody(space_, body);
      cpBodyFree(body);
    }
    cpSpaceFree(space_);
  }

  std::string name() const override {
    return std::string("Chipmunk 7, 1/180, 30 iterations") + (sleeps_ ? "" : ", no sleep");
  }

  bool frame(double) override {
    for (int i = 0; i < kSteps; ++i) cpSpaceStep(space_, kFrame / kSteps);
    return true;
  }

  Pose pose(std::size_t body) const override {
    const cpBody* theirs = bodies_[body];
    const cpVect at = cpBodyGetPosition(theirs);
    Pose pose{{at.x, at.y}, cpBodyGetAngle(theirs), {}, 0.0};
    if (cpBodyIsSleeping(theirs)) return pose;  // it remembers with which velocity it fell asleep
    const cpVect v = cpBodyGetVelocity(theirs);
    pose.velocity = {v.x, v.y};
    pose.turn_rate = cpBodyGetAngularVelocity(theirs);
    return pose;
  }

  bool is_asleep() const override {
    return std::all_of(bodies_.begin(), bodies_.end(),
                       [](const cpBody* body) { return cpBodyIsSleeping(body) == cpTrue; });
  }

 private:
  /// Of two who meet it takes the product of both.
  void add(cpShape* shape, const Pile& pile) {
    cpShapeSetFriction(shape, std::sqrt(pile.friction));
    cpShapeSetElasticity(shape, std::sqrt(pile.restitution));
    cpSpaceAddShape(space_, shape);
    shapes_.push_back(shape);
  }

  bool sleeps_;
  cpSpace* space_;
  std::vector<cpBody*> bodies_;
  std::vector<cpShape*> shapes_;
};

}  // namespace

std::unique_ptr<Program> chipmunk_in(const Pile& pile, bool sleeps) {
  return std::make_unique<Chipmunk>(pile, sleeps);
}

}  // namespace piles
