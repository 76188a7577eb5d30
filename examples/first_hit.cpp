// One question, four answers: when does a moving ball first meet something?

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
}

// Prints:
// balls: after 2, at (2.5, 0), normal (1, 0)
// balls: nothing before 1
// fence: after 2.6, at (3, -0.3)
// ground: after 4
