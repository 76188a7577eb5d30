#include "scene/toml/problems.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

namespace firsthit {

std::string to_string(const Problem& problem) {
  std::string place = problem.file;
  if (problem.line > 0) place += fmt::format(":{}:{}", problem.line, problem.column);
  return fmt::format("{}: {}{}", place, problem.note ? "note: " : "", problem.message);
}

std::uint32_t Problems::add_source(std::string name) {
  sources_.push_back(std::move(name));
  return static_cast<std::uint32_t>(sources_.size() - 1);
}

void Problems::add(const FilePlace& place, std::string message, bool note) {
  if (!note) ++errors_;
  found_.push_back({place, std::move(message), note});
}

std::vector<Problem> Problems::sorted() const {
  std::vector<const Found*> order;
  order.reserve(found_.size());
  for (const Found& found : found_) order.push_back(&found);
  std::stable_sort(order.begin(), order.end(), [](const Found* a, const Found* b) {
    return std::tie(a->place.source, a->place.line, a->place.column) <
           std::tie(b->place.source, b->place.line, b->place.column);
  });
  std::vector<Problem> result;
  result.reserve(order.size());
  for (const Found* found : order) {
    const FilePlace& place = found->place;
    const std::string& source = sources_[place.source];
    // What several readers of one value say is said once.
    if (!result.empty() && result.back().message == found->message && result.back().file == source &&
        result.back().line == place.line && result.back().column == place.column)
      continue;
    result.push_back({source, place.line, place.column, found->message, found->note});
  }
  return result;
}

std::string Problems::describe(const FilePlace& place) const {
  const std::string& source = sources_[place.source];
  return place.line > 0 ? fmt::format("{}:{}", source, place.line) : source;
}

std::string Problems::locate(const FilePlace& place) const {
  return place.line > 0 ? fmt::format("{}:{}", describe(place), place.column) : describe(place);
}

namespace {

/// Letters to insert, remove, replace or swap with a neighbour to make b from a.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  std::iota(d[0].begin(), d[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

/// What other programs call it, and the word of ours.
constexpr std::array<std::array<std::string_view, 2>, 44> kOtherWords{{
    {"circle", "ball"},
    {"disk", "ball"},
    {"sphere", "ball"},
    {"atom", "ball"},
    {"particle", "ball"},
    {"circles", "balls"},
    {"particles", "balls"},
    {"object", "body"},
    {"box", "body"},
    {"bodies", "body"},
    {"rectangle", "box"},
    {"rect", "box"},
    {"cuboid", "box"},
    {"line", "segment"},
    {"edge", "segment"},
    {"plane", "half_space"},
    {"floor", "half_space"},
    {"ground", "half_space"},
    {"size", "half_extents"},
    {"half_size", "half_extents"},
    {"size", "max"},
    {"points", "vertices"},
    {"center", "position"},
    {"x", "position"},
    {"v", "velocity"},
    {"speed", "velocity"},
    {"static", "kind"},
    {"fixed", "kind"},
    {"type", "kind"},
    {"trigger", "sensor"},
    {"category", "groups"},
    {"mask", "meets"},
    {"bounciness", "restitution"},
    {"elasticity", "restitution"},
    {"gravity", "physics"},
    {"simulation", "run"},
    {"time", "until"},
    {"duration", "until"},
    {"dt", "sample_every"},
    {"timestep", "sample_every"},
    {"boundary", "sides"},
    {"n", "count"},
    {"T", "temperature"},
    {"density", "packing"},
}};

}  // namespace

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  if (word.size() > 40 || word.empty()) return {};
  const auto is_candidate = [&](std::string_view name) {
    return std::find(candidates.begin(), candidates.end(), name) != candidates.end();
  };
  for (const auto& [theirs, ours] : kOtherWords)
    if (word == theirs && is_candidate(ours)) return ours;
  // The beginning of one of them only, `pos` or `r`.
  const auto begins = [word](std::string_view name) { return name.starts_with(word); };
  if (std::count_if(candidates.begin(), candidates.end(), begins) == 1)
    return *std::find_if(candidates.begin(), candidates.end(), begins);
  std::string_view best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 2) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string result = "\"";
  for (const char c : text.substr(0, kMost)) result += (c < ' ' || c > '~') ? '?' : c;
  return result + (text.size() > kMost ? "...\"" : "\"");
}

}  // namespace firsthit
