#include "scene/read/draft.hpp"

#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace firsthit {

namespace {
constexpr std::size_t kMostMaterials = 1000;  // pairs of materials are a table of their square
}  // namespace

Draft::Draft(Problems& found) : problems(found) { scene.materials.emplace_back("default"); }
Draft::~Draft() = default;

std::uint32_t Draft::material(const std::string& name, const FilePlace& place) {
  const auto [at, is_new] = materials_.try_emplace(name, static_cast<std::uint32_t>(scene.materials.size()));
  if (!is_new) return at->second;
  scene.materials.push_back(name);
  if (scene.materials.size() == kMostMaterials + 1)
    problems.error(place, fmt::format("material: expected at most {} materials, found more", kMostMaterials));
  return at->second;
}

std::uint32_t Draft::name(const std::string& name, const FilePlace& place) {
  const auto [at, is_new] = names_.try_emplace(name, place);
  if (!is_new)
    problems.error(place, fmt::format("name: expected each name once, found {} again, the name of {}",
                                      quoted(name), problems.describe(at->second)));
  scene.names.push_back(name);
  return static_cast<std::uint32_t>(scene.names.size() - 1);
}

const FilePlace& Draft::place_of(std::uint32_t body) const {
  std::size_t index = body;
  for (const auto* places : {&ball_places, &body_places, &fixed_places}) {
    if (index < places->size()) return (*places)[index];
    index -= places->size();
  }
  return still_places[index];
}

FileText read_file(const std::string& path) {
  constexpr std::size_t kLargest = std::size_t{1} << 31U;  // bytes; 10^7 balls take less
  FileText file;
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(path.c_str(), "rb"), &std::fclose);
  std::array<char, 1U << 16U> part{};
  while (in && file.text.size() <= kLargest) {
    const std::size_t count = std::fread(part.data(), 1, part.size(), in.get());
    file.text.append(part.data(), count);
    if (count < part.size()) break;
  }
  if (!in || std::ferror(in.get()) != 0) file.error = errno != 0 ? std::strerror(errno) : "it cannot be read";
  if (file.text.size() > kLargest) file.error = "expected at most 2 GiB";
  return file;
}

}  // namespace firsthit
