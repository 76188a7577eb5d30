// What a character's move costs among 100,000 fixed boxes, beside the same walk by another library, and what
// goes wrong on the way.

#include "judge.hpp"
#include "moves.hpp"

#include "core/hash.hpp"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>

namespace {

using namespace moves;

constexpr double kSlop = 0.005;  // [L] what Box2D lets overlap

struct Tally {
  std::vector<double> blocks;  // [us] a move
  double spent = 0.0;          // [us] in the present block
  std::uint64_t moves = 0;
  std::uint64_t hits = 0;
  double way = 0.0;  // [L] from the places where moves begin to those where they end
  std::size_t overlaps = 0;
  std::size_t tunnelled = 0;
  firsthit::StateHash hash;
};

/// [us] of the processor's time: others on the machine do not count.
double now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

/// Notes what the oracle thinks of one move; from where it begins to where it ends.
template <int D>
void judge_move(const Judge<D>& judge, Vec<D> at, const Path<D>& path, Tally& tally) {
  bool crossed = false;
  const Vec<D> start = at;
  for (const Vec<D>& corner : path.corners) {
    crossed = crossed || judge.crosses(at, corner, kSlop);
    at = corner;
  }
  crossed = crossed || judge.crosses(at, path.end, kSlop);
  const bool overlaps = judge.depth(path.end) > kSlop;
  tally.overlaps += overlaps ? 1 : 0;
  tally.tunnelled += crossed && !overlaps ? 1 : 0;
  ++tally.moves;
  tally.hits += path.corners.size();
  double squared = 0.0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    squared += (path.end[axis] - start[axis]) * (path.end[axis] - start[axis]);
    tally.hash.add(path.end[axis]);
  }
  tally.way += std::sqrt(squared);
}

template <int D>
void travel(Program<D>& program, const Journey<D>& journey, const Judge<D>& judge, Tally& tally) {
  std::vector<Path<D>> paths(journey.ways.size());
  program.put(journey.start);
  const double started = now();
  for (std::size_t i = 0; i < journey.ways.size(); ++i) program.move(journey.ways[i], paths[i]);
  tally.spent += now() - started;
  Vec<D> at = journey.start;
  for (const Path<D>& path : paths) {
    judge_move(judge, at, path, tally);
    at = path.end;
  }
}

template <int D>
void run(const Landscape<D>& landscape, const Judge<D>& judge,
         std::vector<std::unique_ptr<Program<D>>>& programs, Gait gait, int blocks) {
  const std::size_t count = gait == Gait::Walks ? 20 : 200;
  std::vector<Tally> tallies(programs.size());
  for (int block = 0; block <= blocks; ++block) {  // block 0 warms up
    const auto journeys = draw_journeys(landscape, judge, gait, count, static_cast<std::uint64_t>(block) + 1);
    for (std::size_t k = 0; k < programs.size(); ++k) {
      Tally& tally = tallies[k];
      tally.spent = 0.0;
      for (const Journey<D>& journey : journeys) travel(*programs[k], journey, judge, tally);
      const std::size_t moves = journeys.size() * journeys.front().ways.size();
      if (block > 0) tally.blocks.push_back(tally.spent / static_cast<double>(moves));
    }
  }
  for (std::size_t k = 0; k < programs.size(); ++k) {
    Tally& tally = tallies[k];
    std::sort(tally.blocks.begin(), tally.blocks.end());
    const auto each = static_cast<double>(tally.moves);
    std::printf("| %dD | %s | %s | %.2f | %.2f | %.3f | %zu | %zu | %" PRIu64 " | %016" PRIx64 " |\n", D,
                gait == Gait::Walks ? "walks" : "roams", programs[k]->name().c_str(),
                tally.blocks[tally.blocks.size() / 2], static_cast<double>(tally.hits) / each,
                tally.way / each, tally.overlaps, tally.tunnelled, tally.moves, tally.hash.value());
    std::fflush(stdout);
  }
}

template <int D>
void run(std::size_t count, int blocks) {
  const Landscape<D> landscape = draw<D>(count);
  const Judge<D> judge(landscape);
  std::vector<std::unique_ptr<Program<D>>> programs;
  programs.push_back(firsthit_in(landscape));
#ifdef MOVES_WITH_BOX2D
  if constexpr (D == 2) programs.push_back(box2d_in(landscape));
#endif
  for (const Gait gait : {Gait::Walks, Gait::Roams}) run<D>(landscape, judge, programs, gait, blocks);
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc == 2 && std::string(argv[1]) == "--quick";
  if (argc > 1 && !quick) {
    std::fprintf(stderr, "usage: %s [--quick]\n", argv[0]);
    return 2;
  }
  constexpr std::size_t kBlocks = 100'000;  // of the landscape
  std::printf("A box that moves among %zu fixed boxes; medians of blocks of 4,000 moves\n", kBlocks);
  std::printf(
      "| space | gait | program | us a move | hits a move | way a move | overlaps | tunnelled | of moves | "
      "hash |\n");
  std::printf("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  run<2>(kBlocks, quick ? 3 : 15);
  run<3>(kBlocks, quick ? 3 : 15);
}
