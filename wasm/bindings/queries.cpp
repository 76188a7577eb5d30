#include "answer.hpp"
#include "queries/query_reader.hpp"
#include "queries/query_text.hpp"

#include <firsthit/features.hpp>
#include <firsthit/first_hit.hpp>

#include <fmt/core.h>

#include <string>
#include <variant>

namespace firsthit {
namespace {

template <int D>
std::string answer_to(const Asked<D>& asked, bool explain) {
  try {
    if (!explain) return "{" + answer_text(first_hit(asked.a, asked.b, asked.query)) + "}";
    QueryTrace trace;
    const Encounter<D> e = explained_first_hit(asked.a, asked.b, asked.query, trace);
    return "{" + answer_text(e) + ", " + explanation_text(e, trace) + "}";
  } catch (const InputError& error) {
    throw InputError(in_terms_of_the_file(error.what(), asked.shape_a, asked.shape_b));
  }
}

std::string answer_to(std::string_view line, bool explain) {
  const JsonResult json = parse_json(line);
  if (!json.value) throw InputError(json.problem);
  const ReadQuery query = read_query(*json.value);
  std::string problems;
  for (const std::string& problem : query.problems) problems += (problems.empty() ? "" : "\n") + problem;
  if (!problems.empty()) throw InputError(problems);
  return std::visit([explain](const auto& asked) { return answer_to(asked, explain); }, query.asked);
}

/// Eight places, each three numbers: those of the start of the window, then those of its end.
Vec3 place(const double* numbers, int index) {
  const double* const at = numbers + 3 * index;
  return {{at[0], at[1], at[2]}};
}

VertexFace vertex_face(const double* numbers, int first) {
  const auto at = [=](int k) { return place(numbers, first + k); };
  return {at(0), {at(1), at(2), at(3)}};
}

EdgeEdge edge_edge(const double* numbers, int first) {
  const auto at = [=](int k) { return place(numbers, first + k); };
  return {{at(0), at(1)}, {at(2), at(3)}};
}

std::string touch_text(const FeatureTouch& touch) {
  return fmt::format(R"({{"touches": {}, "lower": {}, "upper": {}}})", touch.touches, touch.lower,
                     touch.upper);
}

}  // namespace

extern "C" {

/// A line of docs/formats/query.md, answered as `firsthit query` does.
[[gnu::used]] int firsthit_query(const char* text, std::size_t size, int explain) {
  return answered([&] { return answer_to({text, size}, explain != 0); });
}

/// Whether and when a vertex and a triangle, or two edges, touch whose vertices go straight: `numbers`
/// are 24.
[[gnu::used]] int firsthit_features(int edges, const double* numbers) {
  return answered([&] {
    if (edges != 0)
      return touch_text(first_touch(Deformation<EdgeEdge>{edge_edge(numbers, 0), edge_edge(numbers, 4)}));
    return touch_text(first_touch(Deformation<VertexFace>{vertex_face(numbers, 0), vertex_face(numbers, 4)}));
  });
}

}  // extern "C"
}  // namespace firsthit
