#include "queries/query_features.hpp"

#include "queries/feature_rows.hpp"
#include "scene/read/draft.hpp"
#include "screen/terminal.hpp"

#include <firsthit/error.hpp>
#include <firsthit/features.hpp>

#include <fmt/core.h>

namespace firsthit {
namespace {

using Places = std::array<Vec3, FeatureRows::kRows>;

FeatureTouch answer(const Places& p, bool edges) {
  if (edges)
    return first_touch(Deformation<EdgeEdge>{{{p[0], p[1]}, {p[2], p[3]}}, {{p[4], p[5]}, {p[6], p[7]}}});
  return first_touch(Deformation<VertexFace>{{p[0], {p[1], p[2], p[3]}}, {p[4], {p[5], p[6], p[7]}}});
}

const char* name_of(FeatureStage stage) {
  switch (stage) {
    case FeatureStage::Cull:
      return "cull";
    case FeatureStage::Filter:
      return "filter";
    case FeatureStage::Bracket:
      return "bracket";
    default:
      return "exact";
  }
}

std::string row(std::size_t index, const FeatureTouch& touch) {
  if (!touch) return fmt::format("{},0,,,{}\n", index, name_of(touch.stage));
  return fmt::format("{},1,{},{},{}\n", index, touch.lower, touch.upper, name_of(touch.stage));
}

}  // namespace

ExitCode query_features(const std::string& file, const std::string& kind) {
  const FileText content = read_file(file);
  if (!content.error.empty()) throw InputError(fmt::format("{}: cannot read it: {}", file, content.error));
  const bool edges = kind == "edge-edge";
  constexpr std::size_t kPiece = 1 << 16;
  std::string text = "index,hit,toi_lo,toi_hi,stage\n";
  bool all_good = true;
  FeatureRows rows(content.text, file);
  while (const auto found = rows.next()) {
    if (found->places) {
      text += row(found->index, answer(*found->places, edges));
    } else {
      all_good = false;
      for (const std::string& problem : rows.problems()) print_line(stderr, problem);
    }
    if (text.size() < kPiece) continue;
    print_result(text);
    text.clear();
  }
  print_result(text);
  return all_good ? kDone : kBadInput;
}

}  // namespace firsthit
