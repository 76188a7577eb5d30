// In the place of Chipmunk: one whose piles fall through the floor, and one whose piles creep aside and
// upwards while it says that they stand still.
#include "piles.hpp"

namespace piles {
namespace {

class Ghosts final : public Program {
 public:
  Ghosts(const Pile& pile, bool creeps) : pile_(pile), creeps_(creeps) {}
  std::string name() const override { return creeps_ ? "creepers" : "ghosts"; }
  bool frame(double) override {
    time_ += kFrame;
    return true;
  }
  Pose pose(std::size_t i) const override {
    Pose pose = pile_.bodies[i].start;
    if (creeps_) {
      pose.place.x += 0.003 * time_;
      pose.place.y += 0.004 * time_;
      pose.velocity = {};
    } else {
      pose.place.y -= 0.5 * pile_.gravity * time_ * time_;
      pose.velocity.y = -pile_.gravity * time_;
    }
    return pose;
  }
  bool is_asleep() const override { return creeps_; }

 private:
  Pile pile_;
  bool creeps_;
  double time_ = 0.0;
};

}  // namespace

std::unique_ptr<Program> chipmunk_in(const Pile& pile, bool sleeps) {
  return std::make_unique<Ghosts>(pile, sleeps);
}

}  // namespace piles
