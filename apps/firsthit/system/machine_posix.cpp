#include "system/machine.hpp"

#include "memory.hpp"

#include <fmt/core.h>

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

namespace firsthit::machine {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

std::string first_line_of(const char* file) {
  std::ifstream lines(file);
  std::string line;
  std::getline(lines, line);
  return line;
}

/// What follows `key` and a colon in a file of the system; empty if there is no such line.
std::string value_in(const char* file, std::string_view key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (!line.starts_with(key) || colon == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? std::string() : line.substr(begin);
  }
  return {};
}

double kilobytes_in(const char* key) {
  const std::string value = value_in("/proc/meminfo", key);
  return value.empty() ? kUnknown : 1024.0 * std::strtod(value.c_str(), nullptr);
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

}  // namespace

std::string program() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

bool is_on_path(std::string_view program) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string file = std::string(rest.substr(0, end)) + "/" + std::string(program);
    if (access(file.c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

std::string system() {
  utsname name{};
  uname(&name);
  return fmt::format("{} {}, {}", name.sysname, name.release, name.machine);
}

std::string processor() { return value_in("/proc/cpuinfo", "model name"); }
double memory() { return kilobytes_in("MemTotal"); }
double memory_free() { return kilobytes_in("MemAvailable"); }

/// By its own limit (ulimit -v), and by that of its group.
double memory_allowed() {
  double most = kUnknown;
  rlimit own{};
  if (getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_cur != RLIM_INFINITY)
    most = static_cast<double>(own.rlim_cur);
  double group = 0.0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> group) most = std::min(most, group);  // or the word max
  return most;
}

std::vector<std::pair<std::string, std::string>> limits() {
  return {{"memory limit", limit_text(RLIMIT_AS, true)},
          {"large pages", chosen_of(first_line_of("/sys/kernel/mm/transparent_hugepage/enabled"))},
          {"open files", limit_text(RLIMIT_NOFILE, false)},
          {"largest file", limit_text(RLIMIT_FSIZE, true)}};
}

/// (glibc keeps the more, the more large blocks were freed.)
void give_back_what_is_freed() {
#ifdef __GLIBC__
  constexpr int kLargeBlock = 1 << 20;  // bytes. Fewer: more calls to the system. More: more stays
  mallopt(M_MMAP_THRESHOLD, kLargeBlock);
#endif
}

}  // namespace firsthit::machine
