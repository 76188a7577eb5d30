// One question, many answers: when does something that moves first meet something else?

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  // A ball of radius 1/2 flies to the right, 1 a second.
  const Moving<2> ball{Ball{0.5}, Linear<2>{{0.0, 0.0}, {1.0, 0.0}}};

  // Another comes towards it: 4 between the centres, 3 between the surfaces, closing at 1.5.
  const Moving<2> other{Ball{0.5}, Linear<2>{{4.0, 0.0}, {-0.5, 0.0}}};
  if (const Encounter<2> hit = first_hit(ball, other)) {
    std::printf("balls: after %g, at (%g, %g), normal (%g, %g)\n", hit.delay, hit.point_a[0], hit.point_a[1],
                hit.normal[0], hit.normal[1]);
  }

  // A look no further than 1 ahead: the horizon comes before the impact, and that is proven.
  const Encounter<2> early = first_hit(ball, other, {.horizon = 1.0});
  if (early.outcome == Outcome::Miss) std::printf("balls: nothing before %g\n", early.delay);

  // A fence that ends below the ball's course, within its reach: the ball meets the fence's end.
  const Moving<2> fence{Segment<2>{{3.0, -2.0}, {3.0, -0.3}}, Linear<2>{}};
  if (const Encounter<2> hit = first_hit(ball, fence)) {
    std::printf("fence: after %g, at (%g, %g)\n", hit.delay, hit.point_a[0], hit.point_a[1]);
  }

  // Thrown up at 3 under a gravity of 2, its lowest point 4 above the ground: 4 + 3 t - t^2 = 0.
  const Moving<2> thrown{Ball{0.5}, Falling<2>{{0.0, 4.5}, {1.0, 3.0}, {0.0, -2.0}}};
  const Moving<2> ground{HalfSpace<2>{{0.0, 1.0}, 0.0}, Linear<2>{}};
  if (const Encounter<2> hit = first_hit(thrown, ground)) std::printf("ground: after %g\n", hit.delay);

  // A crate slides into a cup, and meets its floor in the middle of both.
  const Polygon cup(
      {{0.0, 0.0}, {6.0, 0.0}, {6.0, 5.0}, {5.0, 5.0}, {5.0, 1.0}, {1.0, 1.0}, {1.0, 5.0}, {0.0, 5.0}});
  const Moving<2> crate{Box<2>{{1.0, 1.0}}, Linear<2>{{2.0, 8.0}, {0.25, -1.0}}};
  if (const Encounter<2> hit = first_hit(Moving<2>{cup, Linear<2>{}}, crate)) {
    std::printf("cup: after %g, at (%g, %g), edge %d\n", hit.delay, hit.point_a[0], hit.point_a[1],
                hit.feature_a.index);
  }

  // The same with 1 between them to spare; and how far apart they are at the start.
  if (const auto delay = time_to_collision(Moving<2>{cup, Linear<2>{}}, crate, {.margin = 1.0}))
    std::printf("cup: within 1 after %g\n", *delay);
  std::printf("cup: %g apart\n", distance(Placed<2>{cup, {}}, Placed<2>{crate.shape, {2.0, 8.0}}).distance);
}

// Prints:
// balls: after 2, at (2.5, 0), normal (1, 0)
// balls: nothing before 1
// fence: after 2.6, at (3, -0.3)
// ground: after 4
// cup: after 6, at (3.5, 1), edge 4
// cup: within 1 after 1.03399
// cup: 2 apart
