// Rays and their like: what a point, or a thick ball, sent straight ahead would run into first, and who is
// near.

#include <firsthit/firsthit.hpp>

#include <cstdio>

using namespace firsthit;

int main() {
  World<2> world;
  const BodyId tree = world.add({.shape = Ball{1.0}, .position = {5.0, 1.2}, .kind = BodyKind::Fixed});
  const BodyId house =
      world.add({.shape = Box<2>{{2.0, 2.0}}, .position = {12.0, 0.0}, .kind = BodyKind::Fixed});

  const auto tell = [&](const char* what, const std::optional<CastHit<2>>& hit) {
    if (!hit) return static_cast<void>(std::printf("%s meets nothing\n", what));
    std::printf("%s meets the %s after %g of its way, at (%g, %g)\n", what,
                hit->body == tree    ? "tree"
                : hit->body == house ? "house"
                                     : "?",
                hit->fraction, hit->point[0], hit->point[1]);
  };
  // A ray is a point on its way: from where it starts, by how far it goes.
  tell("a ray", world.cast(Point{}, {0.0, 0.0}, {20.0, 0.0}));
  tell("a ball", world.cast(Ball{0.5}, {0.0, 0.0}, {20.0, 0.0}));
  tell("a short ray", world.cast(Point{}, {0.0, 0.0}, {8.0, 0.0}));

  for (const CastHit<2>& hit : world.cast_all(Point{}, {5.0, 9.0}, {0.0, -18.0}))
    std::printf("down through x = 5: body %d at y = %g\n", static_cast<int>(hit.body.value), hit.point[1]);
  if (const auto nearest = world.nearest(Point{}, {8.0, 0.0}))
    std::printf("nearest to (8, 0) is body %d, at %g\n", static_cast<int>(nearest->body.value),
                nearest->distance);
}

// Prints:
// a ray meets the house after 0.5 of its way, at (10, 0)
// a ball meets the tree after 0.205 of its way, at (4.4, 0.4)
// a short ray meets nothing
// down through x = 5: body 0 at y = 2.2
// nearest to (8, 0) is body 1, at 2
