// What a frame costs in a room full of balls and boxes, beside other libraries, and what they get wrong.

#include "rooms.hpp"

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace rooms;

double energy(const Room& room, const Program& program) {
  double sum = 0.0;
  for (std::size_t i = 0; i < room.bodies.size(); ++i) {
    const Place v = program.velocity(i);
    sum += v.x * v.x + v.y * v.y;
  }
  return sum;
}

struct Tally {
  double spent = 0.0;  // [s] in all
  std::vector<double> seconds;
  std::uint64_t meetings = 0;
  Faults faults;
  double energy = 0.0;
};

void run(std::size_t count, int frames) {
  const Room room = draw(count);
  std::vector<std::unique_ptr<Program>> programs;
  programs.push_back(firsthit_in(room));
#ifdef ROOMS_WITH_BOX2D
  programs.push_back(box2d_in(room));
#endif
#ifdef ROOMS_WITH_CHIPMUNK
  programs.push_back(chipmunk_in(room));
#endif
  std::vector<Tally> tallies(programs.size());
  for (std::size_t k = 0; k < programs.size(); ++k) tallies[k].energy = energy(room, *programs[k]);
  constexpr int kWarmUp = 5;
  constexpr double kMostSeconds = 30.0;  // of one program: then it has shown what it can
  for (int frame = 0; frame < kWarmUp + frames; ++frame) {
    for (std::size_t k = 0; k < programs.size(); ++k) {
      if (tallies[k].spent > kMostSeconds && !tallies[k].seconds.empty()) continue;
      Program& program = *programs[k];
      const std::uint64_t met = program.meetings();
      const auto start = std::chrono::steady_clock::now();
      program.frame();
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      tallies[k].spent += took.count();
      if (frame < kWarmUp && tallies[k].spent <= kMostSeconds) continue;
      tallies[k].seconds.push_back(took.count());
      tallies[k].meetings += program.meetings() - met;
      const Faults faults = faults_of(room, program);
      tallies[k].faults.overlaps += faults.overlaps;
      tallies[k].faults.outside = std::max(tallies[k].faults.outside, faults.outside);
    }
  }
  for (std::size_t k = 0; k < programs.size(); ++k) {
    Tally& tally = tallies[k];
    const std::size_t seen = tally.seconds.size();
    const auto middle = tally.seconds.begin() + static_cast<std::ptrdiff_t>(seen / 2);
    std::nth_element(tally.seconds.begin(), middle, tally.seconds.end());
    std::printf("| %zu | %s | %.2f | %.0f | %.1f | %zu | %+.1e | %016" PRIx64 " |\n", count,
                programs[k]->name().c_str(), 1e3 * *middle,
                static_cast<double>(tally.meetings) / static_cast<double>(seen),
                static_cast<double>(tally.faults.overlaps) / static_cast<double>(seen), tally.faults.outside,
                energy(room, *programs[k]) / tally.energy - 1.0, programs[k]->hash());
    std::fflush(stdout);
  }
}

/// Without frames, in rooms of few and of many.
void run_impacts(const std::vector<std::size_t>& counts, int blocks) {
  std::vector<Room> rooms;
  for (const std::size_t count : counts) rooms.push_back(draw(count));
  const std::vector<ImpactCost> costs = costs_of_impacts(rooms, blocks);
  std::printf("Balls and boxes in a room without frames, firsthit alone: from impact to impact\n");
  std::printf("| bodies | us an impact | of the first | events an impact | hash |\n");
  std::printf("| --- | --- | --- | --- | --- |\n");
  for (std::size_t k = 0; k < counts.size(); ++k)
    std::printf("| %zu | %.2f | %.2f | %.2f | %016" PRIx64 " |\n", counts[k], costs[k].microseconds,
                costs[k].microseconds / costs[0].microseconds, costs[k].events, costs[k].hash);
}

}  // namespace

int main(int argc, char** argv) {
  bool quick = false;
  bool only_impacts = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--quick") {
      quick = true;
    } else if (word == "impacts") {
      only_impacts = true;
    } else {
      std::fprintf(stderr, "usage: %s [--quick] [impacts]   impacts: only what they cost without frames\n",
                   argv[0]);
      return 2;
    }
  }
  if (!only_impacts) {
    std::printf("Balls and boxes in a room, elastic, without spin; medians of frames\n");
    std::printf(
        "| bodies | program | ms a frame | meetings a frame | overlaps a frame | outside | energy | hash "
        "|\n");
    std::printf("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    run(2000, quick ? 20 : 300);
    if (!quick) run(20000, 60);
    std::printf("\n");
  }
  run_impacts(
      quick ? std::vector<std::size_t>{1000, 10'000} : std::vector<std::size_t>{1000, 10'000, 100'000},
      quick ? 5 : 15);
}
