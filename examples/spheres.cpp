// Swept spheres: when and where two spheres first touch, each point of contact, and the absolute time.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  // In a step of 0.5 that begins at 12, one goes from p0 to p1 and the other from q0 to q1.
  const double now = 12.0;
  const double step = 0.5;
  const auto sphere = [step](double radius, const Vec<3>& from, const Vec<3>& to) {
    Vec<3> velocity;
    for (int axis = 0; axis < 3; ++axis) velocity[axis] = (to[axis] - from[axis]) / step;
    return Moving<3>{Ball{radius}, Linear<3>{from, velocity}};
  };
  const Moving<3> p = sphere(1.0, {0.0, 0.0, 0.0}, {4.0, 0.0, 0.0});
  const Moving<3> q = sphere(0.5, {8.0, 0.0, 0.0}, {3.0, 0.0, 0.0});
  if (const Encounter<3> hit = first_hit(p, q, {.horizon = step})) {
    std::printf("they touch at %.6f, at x = %.6f\n", now + hit.delay, hit.point_a[0]);
    std::printf("their centres are then at %.6f and %.6f\n", std::get<Linear<3>>(p.motion).at(hit.delay)[0],
                std::get<Linear<3>>(q.motion).at(hit.delay)[0]);
  }
  // Paths that cross are not enough: here one is through before the other comes.
  const Moving<3> late = sphere(0.5, {2.0, -9.5, 0.0}, {2.0, 0.5, 0.0});
  std::printf("the late one: %s\n", first_hit(p, late, {.horizon = step}) ? "hits" : "passes behind");
}

// Prints:
// they touch at 12.361111, at x = 3.888889
// their centres are then at 2.888889 and 4.388889
// the late one: passes behind
