// What it costs that piles come to rest and stay there, beside other programs, and whether they stand.

#include "trial.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace piles;

std::vector<std::unique_ptr<Program>> programs_in(const Pile& pile) {
  std::vector<std::unique_ptr<Program>> all;
  all.push_back(firsthit_in(pile));
#ifdef PILES_WITH_BOX2D3
  for (const bool sleeps : {true, false}) all.push_back(box2d3_in(pile, sleeps));
#endif
#ifdef PILES_WITH_CHIPMUNK
  for (const bool sleeps : {true, false}) all.push_back(chipmunk_in(pile, sleeps));
#endif
#ifdef PILES_WITH_SICONOS
  all.push_back(siconos_in(pile));
#endif
  return all;
}

/// The programs take turns, a frame each.
void run(const Pile& pile, const Limits& limits) {
  std::vector<Trial> trials;
  for (std::unique_ptr<Program>& program : programs_in(pile))
    trials.emplace_back(pile, std::move(program), limits);
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (Trial& trial : trials) goes_on |= trial.frame();
  }
  std::printf(
      "| pile | bodies | program | rests at | s to rest | s an hour | asleep at | deepest | watched | drift "
      "| "
      "energy | stands | hash |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const Trial& trial : trials) trial.tell();
}

struct Asked {
  Limits limits;
  std::size_t bodies = 1000;
  std::string only;
};

/// Does the word, with the one after it, say what to run? Then `i` is the last that it took.
bool reads(int argc, char** argv, int& i, Asked& asked) {
  const std::string word = argv[i];
  const double number = i + 1 < argc ? std::atof(argv[i + 1]) : 0.0;
  if (word == "--quick") {
    asked.limits = {2.0, 20.0, 5.0};
    asked.bodies = 30;
  } else if (word == "wall" || word == "pyramid" || word == "heap") {
    asked.only = word;
  } else if (word == "--bodies" && number >= 1.0) {
    asked.bodies = static_cast<std::size_t>(number);
    ++i;
  } else if (word == "--stand" && number > 0.0) {
    asked.limits.stands = number;
    ++i;
  } else if (std::atof(word.c_str()) > 0.0) {
    asked.limits.seconds = std::atof(word.c_str());
  } else {
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Asked asked;
  for (int i = 1; i < argc; ++i)
    if (!reads(argc, argv, i, asked)) {
      std::fprintf(
          stderr,
          "usage: %s [--quick] [wall|pyramid|heap] [--bodies N] [--stand TIME] [SECONDS]\n"
          "  N: in the heap, 1000   TIME: for which what rests is watched, 60\n"
          "  SECONDS: of the processor for a program at most, to come to rest and again to stand, 60\n",
          argv[0]);
      return 2;
    }
  std::printf("Piles that stand; looking at the clock is %.2f s of each hour\n",
              clock_seconds() * 3600.0 / kFrame);
  const auto wanted = [&asked](const char* name) { return asked.only.empty() || asked.only == name; };
  if (wanted("wall")) run(wall(), asked.limits);
  if (wanted("pyramid")) run(pyramid(), asked.limits);
  if (wanted("heap")) run(heap(asked.bodies), asked.limits);
}
