// Siconos: time stepping by Moreau and Jean, with contacts that Bullet finds, set as in its plane examples.

#include "piles.hpp"

#include "../crates/crates.hpp"

#include <SolverOptions.h>
#include <RigidBody2dDS.hpp>
#include <SiconosBulletCollisionManager.hpp>
#include <SiconosKernel.hpp>

namespace piles {
namespace {

constexpr int kSteps = 4;            // of a frame
constexpr int kIterations = 1000;    // of a step, of Gauss and Seidel's, at most
constexpr double kTolerance = 1e-8;  // of the same
constexpr double kBreaking = 0.04;   // [L] within this Bullet keeps contacts
constexpr double kTheta = 0.50001;   // of Moreau and Jean's scheme
constexpr double kLong = 1e5;        // [T] longer than anybody looks on

SP::SiconosVector vector(double x, double y, double z) {
  auto r = std::make_shared<SiconosVector>(3);
  (*r)(0) = x;
  (*r)(1) = y;
  (*r)(2) = z;
  return r;
}

SP::SiconosContactorSet box(double width, double height) {
  auto set = std::make_shared<SiconosContactorSet>();
  set->append(std::make_shared<SiconosContactor>(std::make_shared<SiconosBox2d>(width, height)));
  return set;
}

SP::SiconosBulletCollisionManager contacts_of(const Pile& pile) {
  SiconosBulletOptions options;
  options.dimension = SICONOS_BULLET_2D;
  options.contactBreakingThreshold = kBreaking;
  auto r = std::make_shared<SiconosBulletCollisionManager>(options);
  r->useEqualityConstraints(false);
  r->insertNonSmoothLaw(std::make_shared<NewtonImpactFrictionNSL>(pile.restitution, 0.0, pile.friction, 2), 0,
                        0);
  constexpr double kThick = 1.0;  // walls
  const double high = pile.height + 2.0 * kThick;
  for (const double y : {-0.5 * kThick, pile.height + 0.5 * kThick})
    r->insertStaticContactorSet(box(pile.width, kThick), vector(0.5 * pile.width, y, 0.0));
  for (const double x : {-0.5 * kThick, pile.width + 0.5 * kThick})
    r->insertStaticContactorSet(box(kThick, high), vector(x, 0.5 * pile.height, 0.0));
  return r;
}

/// Counts the steps in which its solver did not come to its tolerance.
class Stepping final : public TimeStepping {
 public:
  Stepping(const SP::NonSmoothDynamicalSystem& system, const SP::OneStepIntegrator& integrator,
           const SP::OneStepNSProblem& solver)
      : TimeStepping(system, std::make_shared<TimeDiscretisation>(0.0, kFrame / kSteps), integrator, solver) {
    setNewtonMaxIteration(1);
    setCheckSolverFunction([](int info, Simulation* stepping) {
      if (info != 0) ++static_cast<Stepping*>(stepping)->unsolved;
    });
  }

  void step() {
    computeOneStep();
    nextStep();
    ++steps;
  }

  std::size_t steps = 0;
  std::size_t unsolved = 0;
};

class Siconos final : public Program {
 public:
  explicit Siconos(const Pile& pile) {
    auto system = std::make_shared<NonSmoothDynamicalSystem>(0.0, kLong);
    for (const Body& body : pile.bodies) {
      const Pose& start = body.start;
      auto theirs = std::make_shared<RigidBody2dDS>(
          vector(start.place.x, start.place.y, start.angle),
          vector(start.velocity.x, start.velocity.y, start.turn_rate), body.mass(), body.inertia());
      theirs->setUseContactorInertia(false);
      theirs->setFExtPtr(vector(0.0, -body.mass() * pile.gravity, 0.0));
      theirs->setContactors(box(2.0 * body.half.x, 2.0 * body.half.y));
      system->insertDynamicalSystem(theirs);
      bodies_.push_back(theirs);
    }
    auto solver = std::make_shared<FrictionContact>(2);
    solver->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = kIterations;
    solver->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = kTolerance;
    solver->setMStorageType(NM_SPARSE_BLOCK);
    stepping_ = std::make_shared<Stepping>(system, std::make_shared<MoreauJeanOSI>(kTheta), solver);
    stepping_->insertInteractionManager(contacts_of(pile));
  }

  std::string name() const override {
    return "Siconos, 1/240, NSGS to 1e-8 (not in " + std::to_string(stepping_->unsolved) + " of " +
           std::to_string(stepping_->steps) + " steps)";
  }

  bool frame(double seconds) override {
    const double start = crates::processor_seconds();
    for (int i = 0; i < kSteps; ++i) {
      if (crates::processor_seconds() - start > seconds) return false;
      stepping_->step();
    }
    return true;
  }

  Pose pose(std::size_t body) const override {
    const SiconosVector& q = *bodies_[body]->q();
    const SiconosVector& v = *bodies_[body]->velocity();
    return {{q(0), q(1)}, q(2), {v(0), v(1)}, v(2)};
  }

 private:
  std::shared_ptr<Stepping> stepping_;
  std::vector<SP::RigidBody2dDS> bodies_;
};

}  // namespace

std::unique_ptr<Program> siconos_in(const Pile& pile) { return std::make_unique<Siconos>(pile); }

}  // namespace piles
