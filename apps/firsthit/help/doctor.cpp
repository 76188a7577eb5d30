#include "commands.hpp"
#include "memory.hpp"
#include "query/base/instruction_set.hpp"
#include "record/base/json.hpp"
#include "record/base/libraries.hpp"
#include "scene_files.hpp"
#include "screen/terminal.hpp"
#include "system/machine.hpp"

#include <firsthit/version.hpp>

#include <fmt/core.h>

#include <filesystem>
#include <thread>

namespace firsthit {
namespace {

namespace fs = std::filesystem;

std::string free_here() {
  std::error_code error;
  const fs::space_info space = fs::space(".", error);
  return error ? "unknown" : bytes_text(static_cast<double>(space.available));
}

/// Highway's names are its own where Intel has many.
std::string in_common_words(const std::string& set) {
  return set.starts_with("AVX3") ? "AVX-512 (" + set + " to Highway)" : set;
}

struct Fact {
  std::string name;
  std::string value;
};

std::vector<Fact> facts() {
  const std::string processor = machine::processor();
  std::vector<Fact> r = {
      {"version", kVersion},
#ifdef __clang__
      {"compiler", __VERSION__},
#else
      {"compiler", "g++ " __VERSION__},
#endif
      {"system", machine::system()},
      {"processor", processor.empty() ? "unknown" : processor},
      {"cores", fmt::format("{}", std::thread::hardware_concurrency())},
      {"instruction set", in_common_words(instruction_set())},
      {"memory", bytes_text(whole_memory())},
      {"memory free", bytes_text(free_memory())},
  };
  for (const auto& [name, value] : machine::limits()) r.push_back({name, value});
  r.push_back({"disk free here", free_here()});
  r.push_back({"movies",
               machine::is_on_path("ffmpeg") ? "ffmpeg is there" : "no ffmpeg: report --movie cannot work"});
  r.push_back({"scenes", fmt::format("{} installed", installed_scenes().size())});
  for (const auto& [name, version] : output_libraries()) r.push_back({name, version});
  return r;
}

}  // namespace

ExitCode doctor(const DoctorOptions& options) {
  Json told = Json::Object();
  std::string text;
  for (const Fact& fact : facts()) {
    told.add(fact.name, fact.value);
    text += fmt::format("{:<16} {}\n", fact.name, fact.value);
  }
  print_result(options.json ? told.written(2) + "\n" : text);
  return kDone;
}

}  // namespace firsthit
