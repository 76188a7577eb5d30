// What 1,000 crates that tumble cost, beside Box2D 3, and what is wrong with where they are.

#include "crates.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace crates;

/// What a program does in a room. All but the time is the same in each round.
struct Tally {
  std::vector<double> seconds;  // of each frame, the least of the rounds
  Faults faults;                // the worst after any frame
  double begin = 0.0;           // energy
  double end = 0.0;
  double rise = 0.0;  // the largest of it above what it was a frame before
  std::uint64_t steps = 0;
  std::size_t still = 0;
  std::uint64_t hash = 0;
};

using Maker = std::function<std::unique_ptr<Program>(const Room&)>;

std::vector<Maker> makers() {
  std::vector<Maker> all{firsthit_in};
#ifdef CRATES_WITH_BOX2D3
  for (const int steps : {1, 16}) all.push_back([steps](const Room& room) { return box2d3_in(room, steps); });
#endif
  return all;
}

/// One frame of one program. False when it has stopped.
bool go_on(const Room& room, Program& program, double most_seconds, std::size_t frame, Tally& tally) {
  const double start = processor_seconds();
  const bool done = program.frame(most_seconds);
  const double took = processor_seconds() - start;
  if (!done) return false;
  if (frame == tally.seconds.size())
    tally.seconds.push_back(took);
  else
    tally.seconds[frame] = std::min(tally.seconds[frame], took);
  const Faults faults = faults_of(room, program);
  tally.faults.depth = std::max(tally.faults.depth, faults.depth);
  tally.faults.outside = std::max(tally.faults.outside, faults.outside);
  const double before = tally.end;
  tally.end = energy(room, program);
  tally.rise = std::max(tally.rise, tally.end - before);
  return true;
}

void tell(const Room& room, const Program& program, const Tally& tally) {
  double sum = 0.0;
  for (const double each : tally.seconds) sum += each;
  std::printf("| %s | %zu | %s | %.1f of %.1f | %.3f | %" PRIu64 " | %.1e | %zu | %+.1e | %+.1e | %zu | ",
              room.name.c_str(), room.crates.size(), program.name().c_str(),
              kFrame * static_cast<double>(tally.seconds.size()), kFrame * room.frames, sum, tally.steps,
              tally.faults.depth, tally.faults.outside, tally.end / tally.begin - 1.0,
              tally.rise / tally.begin, tally.still);
  // Where its time was up, it is elsewhere each time.
  const bool done = tally.seconds.size() == static_cast<std::size_t>(room.frames);
  if (done && tally.hash != 0)
    std::printf("%016" PRIx64 " |\n", tally.hash);
  else
    std::printf("|\n");
  std::fflush(stdout);
}

/// The programs take turns, a frame each.
void run(const Room& room, int rounds, double most_seconds) {
  const std::vector<Maker> all = makers();
  std::vector<Tally> tallies(all.size());
  std::vector<std::unique_ptr<Program>> programs;
  for (int round = 0; round < rounds; ++round) {
    programs.clear();
    for (const Maker& make : all) programs.push_back(make(room));
    std::vector<bool> runs(all.size(), true);
    std::vector<double> spent(all.size(), 0.0);
    for (std::size_t k = 0; k < all.size(); ++k)
      tallies[k].begin = tallies[k].end = energy(room, *programs[k]);
    for (int frame = 0; frame < room.frames; ++frame) {
      for (std::size_t k = 0; k < all.size(); ++k) {
        if (!runs[k]) continue;
        const double start = processor_seconds();
        runs[k] =
            go_on(room, *programs[k], most_seconds - spent[k], static_cast<std::size_t>(frame), tallies[k]);
        spent[k] += processor_seconds() - start;
        if (spent[k] > most_seconds) runs[k] = false;
      }
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
      tallies[k].steps = programs[k]->steps();
      tallies[k].still = still(room, *programs[k]);
      tallies[k].hash = programs[k]->hash();
    }
  }
  for (std::size_t k = 0; k < all.size(); ++k) tell(room, *programs[k], tallies[k]);
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  std::string only;
  double seconds = 30.0;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--quick") {
      quick = true;
    } else if (word == "gas" || word == "floor" || word == "bin") {
      only = word;
    } else if (std::atof(word.c_str()) > 0.0) {
      seconds = std::atof(word.c_str());
    } else {
      std::fprintf(
          stderr,
          "usage: %s [--quick] [gas|floor|bin] [SECONDS]   SECONDS: a round of a program at most, 30\n",
          argv[0]);
      return 2;
    }
  }
  std::printf(
      "Crates that tumble; times are sums over frames, each the least of %d rounds, in the bin of one\n",
      quick ? 1 : 3);
  std::printf(
      "| room | crates | program | time | s in all | steps | deepest | outside | energy | rise | still | "
      "hash |\n");
  std::printf("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  const std::size_t count = quick ? 200 : 1000;
  const int rounds = quick ? 1 : 3;
  if (only.empty() || only == "gas") run(gas(count, quick ? 120 : 1200), rounds, seconds);
  if (only.empty() || only == "floor") run(floor(count, quick ? 120 : 600), rounds, seconds);
  if (only.empty() || only == "bin") run(bin(count, quick ? 60 : 600), 1, seconds);
}
