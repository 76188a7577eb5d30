// How long a collision takes, in gases of few and of many balls, beside two programs of the bench's own in
// the same run. bench/README.md tells how to read the table.

#include "agreement.hpp"
#include "curve.hpp"
#include "largest.hpp"
#include "measure.hpp"
#include "mixtures.hpp"

#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace firsthit::bench {
namespace {

struct Effort {
  std::size_t balls;
  double warm_up, block;  // collisions per ball
  int blocks;
};

constexpr Effort kFull[] = {{100, 100, 200, 5},  {1'000, 40, 40, 5},  {3'000, 20, 10, 3},
                            {4'000, 100, 50, 5}, {32'000, 40, 10, 5}, {256'000, 10, 4, 3},
                            {1'000'000, 4, 4, 3}};
constexpr Effort kQuick[] = {{100, 20, 100, 3}, {1'000, 20, 20, 3}, {4'000, 20, 20, 5}, {32'000, 10, 5, 3}};
constexpr std::size_t kMostInTextbook = 3'000;  // its time grows with the number of balls

struct GasKind {
  int dimension;
  double packing;
  const char* name;
};
constexpr GasKind kGases[] = {
    {3, 0.05, "0.05"}, {3, 0.25, "0.25"}, {3, 0.49, "0.49"}, {2, 0.3, "0.3"}, {2, 0.7, "0.7"}};

struct Options {
  bool quick = false;
  bool check = false;              // nothing but that
  std::vector<std::string> words;  // rows that have all of them
};

bool selects(const std::vector<std::string>& words, const GasKind& gas, std::size_t balls) {
  const std::string row[] = {std::to_string(gas.dimension) + "D", gas.name, std::to_string(balls)};
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(std::begin(row), std::end(row), word) != std::end(row);
  });
}

std::vector<Task> tasks_of(const Options& options) {
  const std::span<const Effort> efforts = options.quick ? std::span<const Effort>(kQuick) : kFull;
  std::vector<Task> tasks;
  for (const GasKind& gas : kGases)
    for (const Effort& effort : efforts)
      if (selects(options.words, gas, effort.balls))
        tasks.push_back({gas.dimension, gas.packing, effort.balls, effort.warm_up, effort.block,
                         effort.blocks, effort.balls <= kMostInTextbook});
  return tasks;
}

/// A line on a terminal that says what is being done.
void show_progress(const std::string& text) {
  if (isatty(STDERR_FILENO) == 1) std::fprintf(stderr, "\r\033[K%s", text.c_str());
}

void print_head() {
  std::printf("%7s %9s | %-40s | %-28s | %-15s | %s\n", "", "", "firsthit", "yardstick", "textbook",
              "firsthit's state");
  std::printf("%7s %9s | %8s %6s %8s %7s %7s | %8s %8s %10s | %8s %6s | %s\n", "gas", "balls", "ns", "ratio",
              "events", "bytes", "rate", "ns", "bytes", "rate", "ns", "ratio", "hash");
}

void print_row(const Task& task, const Row& row) {
  std::printf("%dD %4.2f %9zu | %8.0f %6.2f %8.3f %7.0f %7.3f | %8.0f %8.0f %9.3f  | ", task.dimension,
              task.packing, task.balls, row.firsthit.nanoseconds,
              row.firsthit.nanoseconds / row.yardstick.nanoseconds, row.events, row.firsthit.bytes,
              row.firsthit.rate, row.yardstick.nanoseconds, row.yardstick.bytes, row.yardstick.rate);
  if (row.textbook) {
    std::printf("%8.0f %6.2f", row.textbook->nanoseconds,
                row.textbook->nanoseconds / row.yardstick.nanoseconds);
  } else {
    std::printf("%8s %6s", "", "");
  }
  std::printf(" | %016" PRIx64 "\n", row.hash);
  std::fflush(stdout);
}

int run(const Options& options) {
  if (options.words == std::vector<std::string>{"mixtures"}) {
    measure_mixtures(options.quick, show_progress);
    return 0;
  }
  if (options.words == std::vector<std::string>{"largest"}) {
    measure_largest(show_progress);
    return 0;
  }
  if (options.words.size() == 2 && options.words[0] == "curve") {
    if (draw_curve(options.words[1], show_progress)) return 0;
    std::fprintf(stderr, "world_bench: cannot write %s\n", options.words[1].c_str());
    return 1;
  }
  const std::vector<Task> tasks = tasks_of(options);
  if (tasks.empty()) {
    std::fprintf(stderr, "world_bench: no row has all of these words; rows are like \"3D 0.25 4000\"\n");
    return 2;
  }
  if (options.check || options.words.empty()) {
    show_progress("comparing the programs with each other");
    const std::string differences = differences_of_programs();
    show_progress("");
    if (!differences.empty()) {
      std::fprintf(stderr, "%s", differences.c_str());
      return 1;
    }
    std::printf("The programs agree: the same collisions one by one, the same pressure after.\n");
    if (options.check) return 0;
  }
  print_head();
  for (const Task& task : tasks) {
    char name[64];
    std::snprintf(name, sizeof name, "%dD %.2f, %zu balls: ", task.dimension, task.packing, task.balls);
    const Row row = measure(task, [&](const std::string& text) { show_progress(name + text); });
    show_progress("");
    print_row(task, row);
  }
  if (options.words.empty()) measure_mixtures(options.quick, show_progress);
  if (options.words.empty() && !options.quick) measure_largest(show_progress);
  return 0;
}

}  // namespace
}  // namespace firsthit::bench

int main(int count, char** arguments) {
  firsthit::bench::Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (word == "--quick") {
      options.quick = true;
    } else if (word == "--check") {
      options.check = true;
    } else if (word.starts_with("-")) {
      std::fprintf(stderr,
                   "usage: world_bench [--quick] [WORD...]   rows that have all words, like 3D 0.25 4000\n"
                   "       world_bench [--quick] mixtures    only what mixtures cost\n"
                   "       world_bench largest               only the run of ten million balls\n"
                   "       world_bench curve FILE.svg        from 100 balls to ten million, with a picture\n"
                   "       world_bench --check               only compare the programs with each other\n");
      return 2;
    } else {
      options.words.push_back(word);
    }
  }
  return firsthit::bench::run(options);
}
