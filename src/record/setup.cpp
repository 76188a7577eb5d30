#include "record/setup.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace firsthit {

std::pair<double, double> angles_of(const Arc& arc) {
  constexpr double kTurn = 6.283185307179586;
  const double from = std::atan2(arc.from[1], arc.from[0]);
  const double to = std::atan2(arc.to[1], arc.to[0]);
  return {from, to > from ? to : to + kTurn};
}

template <int D>
RunSetup<D> setup_of(const World<D>& world) {
  RunSetup<D> setup{world.options().space, world.options().gravity, {}, {}};
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const BodyId id{i};
    const Body<D>& body = world.body(id);
    if (body.kind == BodyKind::Dynamic)
      setup.balls.push_back({id, std::get<Ball>(body.shape).radius, body.mass, body.material});
    else
      setup.obstacles.push_back({id, body.shape, body.position, body.material});
  }
  return setup;
}

template <int D>
bool conserves_momentum(const RunSetup<D>& setup) {
  const auto& sides = setup.space.sides;
  return setup.obstacles.empty() &&
         std::all_of(sides.begin(), sides.end(), [](Side each) { return each == Side::Periodic; });
}

template <int D>
void capture(const World<D>& world, const RunSetup<D>& setup, Frame<D>& frame) {
  frame.time = world.time();
  frame.collisions = world.collisions();
  frame.states.clear();
  frame.states.reserve(setup.balls.size());
  for (const MovingBall& ball : setup.balls) frame.states.push_back(world.state(ball.id));
}

template RunSetup<2> setup_of(const World<2>&);
template RunSetup<3> setup_of(const World<3>&);
template bool conserves_momentum(const RunSetup<2>&);
template bool conserves_momentum(const RunSetup<3>&);
template void capture(const World<2>&, const RunSetup<2>&, Frame<2>&);
template void capture(const World<3>&, const RunSetup<3>&, Frame<3>&);

}  // namespace firsthit
