// What a collision costs `firsthit run`, with its usual outputs and with a table of all events, beside a
// World that nobody watches, from the same start. bench/README.md tells how to read the table.

#include "children.hpp"

#include "scene/base/scene.hpp"
#include "scene/build/build.hpp"

#include <firsthit/world.hpp>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace firsthit::bench {
namespace {

struct Effort {
  std::uint64_t balls;
  double warm_up, block;  // collisions per ball
  int rounds;
};
constexpr Effort kFull[] = {
    {4'000, 50, 200, 5}, {32'000, 20, 40, 5}, {256'000, 4, 12, 3}, {1'000'000, 2, 8, 3}};
constexpr Effort kQuick[] = {{4'000, 50, 300, 3}, {32'000, 20, 40, 3}};
constexpr const char* kPackings[] = {"0.05", "0.25", "0.49"};

/// Collisions per ball from a sample to the next one, as of scenes/gas3d.toml.
constexpr double kBetweenSamples = 10.0;

std::string scene_text(std::uint64_t balls, const std::string& packing, double sample_every) {
  return "format = 1\ndimension = 3\n[space]\nsides = \"periodic\"\n[run]\ncollisions = 1\nsample_every = " +
         std::to_string(sample_every) + "\n[[gas]]\ncount = " + std::to_string(balls) +
         "\npacking = " + packing + "\nradius = 0.5\nmass = 1.0\ntemperature = 1.0\nstart = \"lattice\"\n";
}

World<3> world_of(const std::string& scene) {
  const SceneResult loaded = load_scene(scene, {});
  if (!loaded) {
    std::fprintf(stderr, "program_bench: %s is no scene\n", scene.c_str());
    std::exit(1);
  }
  return build<3>(*loaded.scene);
}

/// Runs it to its end, as a process of its own, and tells its state as a summary does.
int run_world(const std::string& scene, const std::string& collisions) {
  World<3> world = world_of(scene);
  RunLimits limits;
  limits.collisions = std::strtoull(collisions.c_str(), nullptr, 10);
  world.run_until(std::numeric_limits<double>::infinity(), limits);
  std::printf("{\"state_hash\": \"%016llx\", \"simulated_time\": %.17g}\n",
              static_cast<unsigned long long>(world.state_hash()), world.time());
  return 0;
}

/// One of those who are compared: its name, and its command for so many collisions.
struct Lane {
  const char* name;
  std::vector<std::string> command;
  Used least[2];  // of both lengths
  std::string hash;
};

void measure(const Effort& effort, const std::string& packing, const std::string& self,
             const std::filesystem::path& folder) {
  const std::string scene = (folder / "gas.toml").string();
  const auto balls = static_cast<double>(effort.balls);
  const std::string lengths[] = {
      std::to_string(static_cast<std::uint64_t>(0.5 * balls * effort.warm_up)),
      std::to_string(static_cast<std::uint64_t>(0.5 * balls * (effort.warm_up + effort.block)))};
  std::ofstream(scene) << scene_text(effort.balls, packing, 0.0);
  const double per_ball =
      number_in(run_child({self, "--world", scene, lengths[0]}).output, "simulated_time") / effort.warm_up;
  std::ofstream(scene) << scene_text(effort.balls, packing, kBetweenSamples * per_ball);

  const std::string program = (std::filesystem::path(self).parent_path() / "firsthit").string();
  const std::vector<std::string> run = {
      program, "run", scene, "--json", "-o", (folder / "out").string(), "--force", "--collisions"};
  std::vector<std::string> with_events = run;
  with_events.insert(with_events.begin() + 3, "--events");
  Lane lanes[] = {{"World", {self, "--world", scene}, {}, {}},
                  {"run", run, {}, {}},
                  {"run --events", with_events, {}, {}}};
  for (int round = 0; round < effort.rounds; ++round) {
    for (Lane& lane : lanes) {
      for (int length = 0; length < 2; ++length) {
        std::vector<std::string> command = lane.command;
        command.push_back(lengths[length]);
        const Child child = run_child(command);
        lane.least[length] = round == 0 ? child.used : least_of(lane.least[length], child.used);
        lane.hash = text_in(child.output, "state_hash");
      }
    }
  }
  const double collisions = 0.5 * balls * effort.block;
  const auto per_collision = [&](const Lane& lane, double Used::*what) {
    return 1e9 * (lane.least[1].*what - lane.least[0].*what) / collisions;
  };
  for (const Lane& lane : lanes) {
    const double cpu = per_collision(lane, &Used::cpu_seconds);
    std::printf("%9llu %7s %13s | %8.0f %6.2f %8.0f %6.2f | %7.0f | %s\n",
                static_cast<unsigned long long>(effort.balls), packing.c_str(), lane.name, cpu,
                cpu / per_collision(lanes[0], &Used::cpu_seconds), per_collision(lane, &Used::wall_seconds),
                per_collision(lane, &Used::wall_seconds) / per_collision(lanes[0], &Used::wall_seconds),
                lane.least[1].peak_bytes / balls, lane.hash.c_str());
  }
  std::fflush(stdout);
}

int run(const std::vector<std::string>& words, bool quick, const std::string& self) {
  std::string name = (std::filesystem::temp_directory_path() / "firsthit-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    std::perror("program_bench: a folder for output");
    return 1;
  }
  std::printf("%9s %7s %13s | %8s %6s %8s %6s | %7s | %s\n", "balls", "packing", "program", "cpu ns", "ratio",
              "wall ns", "ratio", "bytes", "hash");
  const auto is_wanted = [&](const std::string& balls, const std::string& packing) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word == balls || word == packing; });
  };
  const auto measure_all = [&](const auto& efforts) {
    for (const Effort& effort : efforts)
      for (const char* packing : kPackings)
        if (is_wanted(std::to_string(effort.balls), packing)) measure(effort, packing, self, name);
  };
  if (quick) {
    measure_all(kQuick);
  } else {
    measure_all(kFull);
  }
  std::filesystem::remove_all(name);
  return 0;
}

}  // namespace
}  // namespace firsthit::bench

int main(int count, char** arguments) {
  const std::vector<std::string> given(arguments + 1, arguments + count);
  if (given.size() == 3 && given[0] == "--world") return firsthit::bench::run_world(given[1], given[2]);
  std::vector<std::string> words;
  bool quick = false;
  for (const std::string& word : given) {
    if (word == "--quick") {
      quick = true;
    } else if (word.starts_with("-")) {
      std::fprintf(stderr,
                   "usage: program_bench [--quick] [WORD...]   rows that have all words, like 4000 0.05\n");
      return 2;
    } else {
      words.push_back(word);
    }
  }
  return firsthit::bench::run(words, quick, std::filesystem::canonical("/proc/self/exe").string());
}
