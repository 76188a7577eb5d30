#include "scene/read/file_names.hpp"

#include <algorithm>

namespace firsthit {
namespace {

#ifdef _WIN32
constexpr const char* kBetween = "/\\";

bool begins_at_root(const std::string& path) {
  return path.find_first_of(kBetween) == 0 || (path.size() > 1 && path[1] == ':');
}
#else
constexpr const char* kBetween = "/";

bool begins_at_root(const std::string& path) { return path.starts_with('/'); }
#endif

}  // namespace

std::string folder_of(const std::string& path) {
  const std::size_t last = path.find_last_of(kBetween);
  return last == std::string::npos ? "" : path.substr(0, std::max<std::size_t>(last, 1));
}

std::string stem_of(const std::string& path) {
  const std::size_t last = path.find_last_of(kBetween);
  std::string name = last == std::string::npos ? path : path.substr(last + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

std::string path_beside(const std::string& folder, const std::string& path) {
  return folder.empty() || begins_at_root(path) ? path : folder + "/" + path;
}

}  // namespace firsthit
