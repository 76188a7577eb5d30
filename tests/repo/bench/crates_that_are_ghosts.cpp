// In the place of Box2D 3: one whose crates fly and turn on, through each other and the walls.
#include "crates.hpp"

#include <cmath>

namespace crates {
namespace {

class Ghosts final : public Program {
 public:
  explicit Ghosts(const Room& room) : room_(room) {}
  std::string name() const override { return "ghosts"; }
  bool frame(double) override {
    time_ += kFrame;
    return true;
  }
  Pose pose(std::size_t i) const override {
    const Pose& start = room_.crates[i].start;
    const double angle = room_.crates[i].angle + time_ * start.turn_rate;
    return {{start.place.x + time_ * start.velocity.x,
             start.place.y + time_ * start.velocity.y - 0.5 * room_.gravity * time_ * time_},
            std::cos(angle),
            std::sin(angle),
            {start.velocity.x, start.velocity.y - room_.gravity * time_},
            start.turn_rate};
  }
  std::uint64_t steps() const override { return 1; }

 private:
  Room room_;
  double time_ = 0.0;
};

}  // namespace

std::unique_ptr<Program> box2d3_in(const Room& room, int) { return std::make_unique<Ghosts>(room); }

}  // namespace crates
