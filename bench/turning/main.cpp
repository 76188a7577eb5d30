// How fast, and how right, firsthit and other libraries tell when two bodies that spin first touch. A referee
// counts who is wrong.

#include "contest.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace turning;

constexpr Kind kKinds[] = {
    {"2D boxes, up to 45 degrees", 2, Shape::Box, Course::Spin, 0.125},
    {"2D boxes, up to half a turn", 2, Shape::Box, Course::Spin, 0.5},
    {"2D boxes, up to a turn", 2, Shape::Box, Course::Spin, 1.0},
    {"2D boxes, up to four turns", 2, Shape::Box, Course::Spin, 4.0},
    {"2D polygons, up to half a turn", 2, Shape::Polygon, Course::Spin, 0.5},
    {"2D polygons, up to a turn", 2, Shape::Polygon, Course::Spin, 1.0},
    {"2D capsules, up to half a turn", 2, Shape::Capsule, Course::Spin, 0.5},
    {"3D boxes, up to 45 degrees", 3, Shape::Box, Course::Spin, 0.125},
    {"3D boxes, up to half a turn", 3, Shape::Box, Course::Spin, 0.5},
    {"3D boxes, up to a turn", 3, Shape::Box, Course::Spin, 1.0},
    {"3D boxes, up to four turns", 3, Shape::Box, Course::Spin, 4.0},
    {"3D boxes, screw, up to half a turn", 3, Shape::Box, Course::Screw, 0.5},
    {"3D boxes, spline without spin", 3, Shape::Box, Course::Spline, 0.0},
    {"3D boxes, spline, half a turn", 3, Shape::Box, Course::SpinningSpline, 0.5},
};

void add(std::vector<Program>& programs, std::vector<Program> more) {
  for (Program& program : more) programs.push_back(std::move(program));
}

std::vector<Program> theirs([[maybe_unused]] const std::vector<Pair<2>>& pairs) {
  std::vector<Program> r;
#ifdef TURNING_WITH_BOX2D
  add(r, box2d_programs(pairs));
#endif
#ifdef TURNING_WITH_BOX2D3
  add(r, box2d3_programs(pairs));
#endif
  return r;
}

std::vector<Program> theirs([[maybe_unused]] const std::vector<Pair<3>>& pairs) {
  std::vector<Program> r;
#ifdef TURNING_WITH_BULLET
  add(r, bullet_programs(pairs));
#endif
#ifdef TURNING_WITH_FCL
  add(r, fcl_programs(pairs));
#endif
#ifdef TURNING_WITH_BOX3D
  add(r, box3d_programs(pairs));
#endif
#ifdef TURNING_WITH_DART
  add(r, dart_programs(pairs));
#endif
  return r;
}

template <int D>
std::size_t hold(const Kind& kind, bool quick) {
  const std::vector<Pair<D>> pairs = draw<D>(kind, quick ? 250 : 4000);
  std::vector<Program> programs = firsthit_programs(pairs);
  add(programs, theirs(pairs));
  return contest(kind.title, pairs, programs, quick ? 2 : 9);
}

bool has_all(const std::string& title, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (title.find(word) == std::string::npos) return false;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool quick = !words.empty() && words.front() == "--quick";
  if (quick) words.erase(words.begin());
  std::size_t rows = 0;
  std::size_t wrong = 0;
  for (const Kind& kind : kKinds) {
    if (!has_all(kind.title, words)) continue;
    ++rows;
    wrong += kind.dimension == 2 ? hold<2>(kind, quick) : hold<3>(kind, quick);
  }
  if (rows == 0) {
    std::fprintf(stderr, "%s: no row has all of these words\nusage: %s [--quick] [WORD...]\n", argv[0],
                 argv[0]);
    return 2;
  }
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
