// A pile at rest: a plank on two piers, and a crate on it, off the middle. Who bears how much, and what
// happens when one of the piers is taken away.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world({.gravity = {0.0, -10.0}, .restitution = 0.25, .friction = 0.5});
  const Hull<2> pier{{{-0.5, -1.0}, {0.5, -1.0}, {0.0, 0.0}}};
  const BodyId left = world.add({.shape = pier, .position = {-1.0, 1.0}, .kind = BodyKind::Fixed});
  const BodyId right = world.add({.shape = pier, .position = {1.0, 1.0}, .kind = BodyKind::Fixed});
  world.add({.shape = HalfSpace<2>{{0.0, 1.0}, 0.0}, .kind = BodyKind::Fixed});
  const BodyId plank = world.add({.shape = Box<2>{{1.25, 0.125}}, .position = {0.0, 1.125}, .spins = true});
  world.add({.shape = Box<2>{{0.25, 0.25}}, .position = {-0.5, 1.75}, .mass = 4.0, .spins = true});

  world.run_until(5.0);  // the crate falls by half its side, bounces, and stands
  for (const RestingContact<2>& contact : world.contacts())
    if (contact.b == left || contact.b == right)
      std::printf("the pier at %+.0f bears %.4f\n", contact.point[0], contact.force[1]);

  const std::uint64_t before = world.collisions();
  world.run_until(3605.0);
  std::printf("%d impacts in the hour after\n", int(world.collisions() - before));

  world.remove(left);
  world.run_until(3615.0);
  const BodyState<2> fallen = world.state(plank);
  std::printf("then the plank falls, and lies still at a height of %.3f: %s\n", fallen.position[1],
              fallen.velocity == Vec2{} && fallen.angular_velocity == 0.0 ? "yes" : "no");
}

// Prints:
// the pier at -1 bears 35.0000
// the pier at +1 bears 15.0000
// 0 impacts in the hour after
// then the plank falls, and lies still at a height of 0.659: yes
