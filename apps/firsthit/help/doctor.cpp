#include "commands.hpp"
#include "memory.hpp"
#include "query/base/instruction_set.hpp"
#include "record/base/json.hpp"
#include "record/base/libraries.hpp"
#include "scene_files.hpp"
#include "screen/terminal.hpp"

#include <firsthit/version.hpp>

#include <fmt/core.h>

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace firsthit {
namespace {

namespace fs = std::filesystem;

std::string first_line_of(const char* file) {
  std::ifstream lines(file);
  std::string line;
  std::getline(lines, line);
  return line;
}

/// The word in brackets, as the system marks what is chosen of several.
std::string chosen_of(const std::string& line) {
  const std::size_t begin = line.find('['), end = line.find(']');
  return begin < end && end != std::string::npos ? line.substr(begin + 1, end - begin - 1) : "unknown";
}

std::string limit_text(int resource, bool is_bytes) {
  rlimit limit{};
  if (getrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0) return "unknown";
  if (limit.rlim_cur == RLIM_INFINITY) return "none";
  return is_bytes ? bytes_text(static_cast<double>(limit.rlim_cur)) : fmt::format("{}", limit.rlim_cur);
}

std::string free_here() {
  std::error_code error;
  const fs::space_info space = fs::space(".", error);
  return error ? "unknown" : bytes_text(static_cast<double>(space.available));
}

bool is_on_path(const char* program) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string file = std::string(rest.substr(0, end)) + "/" + program;
    if (access(file.c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
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
  utsname system{};
  uname(&system);
  const std::string processor = value_in("/proc/cpuinfo", "model name");
  std::vector<Fact> r = {
      {"version", kVersion},
#ifdef __clang__
      {"compiler", __VERSION__},
#else
      {"compiler", "g++ " __VERSION__},
#endif
      {"system", fmt::format("{} {}, {}", system.sysname, system.release, system.machine)},
      {"processor", processor.empty() ? "unknown" : processor},
      {"cores", fmt::format("{}", std::thread::hardware_concurrency())},
      {"instruction set", in_common_words(instruction_set())},
      {"memory", bytes_text(whole_memory())},
      {"memory free", bytes_text(free_memory())},
      {"memory limit", limit_text(RLIMIT_AS, true)},
      {"large pages", chosen_of(first_line_of("/sys/kernel/mm/transparent_hugepage/enabled"))},
      {"open files", limit_text(RLIMIT_NOFILE, false)},
      {"largest file", limit_text(RLIMIT_FSIZE, true)},
      {"disk free here", free_here()},
      {"movies", is_on_path("ffmpeg") ? "ffmpeg is there" : "no ffmpeg: report --movie cannot work"},
      {"scenes", fmt::format("{} installed", installed_scenes().size())},
  };
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
