// How fast, and how right, firsthit and one other library tell whether two shapes on straight courses touch
// within one unit of time. An exact oracle counts who is wrong.

#include "contest.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

template <class Course>
std::size_t hold(const char* title, std::size_t count) {
  if (peers::theirs(std::vector<peers::Pair<Course>>()).empty()) return 0;
  const std::vector<peers::Pair<Course>> pairs = peers::draw<Course>(count);
  const std::vector<peers::Program> theirs = peers::theirs(pairs);
  std::vector<peers::Program> programs = peers::ours(pairs);
  programs.insert(programs.end(), theirs.begin(), theirs.end());
  return peers::contest(title, pairs, programs);
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc == 2 && std::string(argv[1]) == "--quick";
  if (argc > 1 && !quick) {
    std::fprintf(stderr, "usage: %s [--quick]\n", argv[0]);
    return 2;
  }
  const std::size_t count = quick ? 10000 : 100000;
  const std::size_t wrong = hold<peers::BallCourse<2>>("2D ball-ball", count) +
                            hold<peers::BoxCourse>("2D box-box", count) +
                            hold<peers::BallCourse<3>>("3D ball-ball", count) +
                            hold<peers::OrientedBoxCourse>("3D oriented box-box", count);
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
