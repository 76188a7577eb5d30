// A level of tiles drawn in text, a box that keys steer through it, and a crate that it pushes. Give keys of
// your own: l and r to go, j to jump, anything else to wait; each for ten frames.

#include <firsthit/firsthit.hpp>

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

using namespace firsthit;

const std::vector<std::string> kLevel = {"                    ",  //
                                         "                    ",  //
                                         "          ###       ",  //
                                         "@             o     ",  //
                                         "#####  #############"};

int main(int argc, char** argv) {
  const std::string keys = argc > 1 ? argv[1] : "rrrjrrrrrrrrrrrrrrllllrrrjrr";
  World<2> world({.space = {{0.0, 0.0}, {20.0, 5.0}}});
  world.set_response({}, {}, Response::Slide);
  BodyId hero;
  BodyId crate;
  for (std::size_t row = 0; row < kLevel.size(); ++row) {
    for (std::size_t column = 0; column < kLevel[row].size(); ++column) {
      const char what = kLevel[row][column];
      const Vec2 place{static_cast<double>(column) + 0.5, static_cast<double>(kLevel.size() - row) - 0.5};
      if (what == '#') world.add({.shape = Box<2>{{0.5, 0.5}}, .position = place, .kind = BodyKind::Fixed});
      if (what == '@') hero = world.add({.shape = Box<2>{{0.375, 0.5}}, .position = place});
      if (what == 'o') crate = world.add({.shape = Box<2>{{0.5, 0.5}}, .position = place});
    }
  }

  for (const char key : keys) {
    for (int frame = 0; frame < 10; ++frame) {
      // A frame: velocities as they are to be, then everything in it in its order in time.
      Vec2 v = world.state(hero).velocity;
      Vec2 soles = world.state(hero).position;
      soles[1] -= 0.5;
      const bool stands = !world.overlaps(Box<2>{{0.3, 0.01}}, soles, {.exclude = {hero}}).empty();
      v[0] = key == 'l' ? -6.0 : key == 'r' || key == 'j' ? 6.0 : 0.0;
      v[1] = key == 'j' && frame == 0 && stands ? 9.0 : v[1] - 0.5;
      world.set_velocity(hero, v);
      const Vec2 pushed = world.state(crate).velocity;
      world.set_velocity(crate, {0.8 * pushed[0], pushed[1] - 0.5});
      world.advance(1.0 / 60.0);
    }
  }

  std::vector<std::string> picture = kLevel;
  picture[3] = std::string(20, ' ');
  for (const BodyId id : {hero, crate}) {
    const Vec2 place = world.state(id).position;
    const auto row = kLevel.size() - 1 - static_cast<std::size_t>(place[1]);
    picture[row][static_cast<std::size_t>(place[0])] = id == hero ? '@' : 'o';
  }
  for (const std::string& row : picture) std::printf("|%s|\n", row.c_str());
  std::printf("the box is at (%.3f, %.3f)\n", world.state(hero).position[0], world.state(hero).position[1]);
}

// Prints:
// |                    |
// |                    |
// |          ###      @|
// |                  o |
// |#####  #############|
// the box is at (19.625, 2.500)
