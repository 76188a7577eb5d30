// In the place of another library: one whose bodies fly straight on, through each other and the walls.
#include "rooms.hpp"

namespace rooms {
namespace {

class Ghosts final : public Program {
 public:
  explicit Ghosts(const Room& room) : room_(room) {}
  std::string name() const override { return "ghosts"; }
  void frame() override { time_ += kFrame; }
  Place place(std::size_t i) const override {
    const Body& body = room_.bodies[i];
    return {body.place.x + time_ * body.velocity.x, body.place.y + time_ * body.velocity.y};
  }
  Place velocity(std::size_t i) const override { return room_.bodies[i].velocity; }
  std::uint64_t meetings() const override { return 0; }

 private:
  Room room_;
  double time_ = 0.0;
};

}  // namespace

std::unique_ptr<Program> chipmunk_in(const Room& room) { return std::make_unique<Ghosts>(room); }

}  // namespace rooms
