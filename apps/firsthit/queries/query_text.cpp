#include "queries/query_text.hpp"

#include <fmt/core.h>

#include <cmath>

namespace firsthit {
namespace {

const char* name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Miss:
      return "miss";
    case Outcome::Graze:
      return "graze";
    case Outcome::Impact:
      return "impact";
    case Outcome::Overlap:
      return "overlap";
    default:
      return "unresolved";
  }
}

const char* name_of(Feature::Kind kind) {
  switch (kind) {
    case Feature::Kind::Face:
      return "face";
    case Feature::Kind::Edge:
      return "edge";
    default:
      return "vertex";
  }
}

/// The shortest text that reads back as the same double; infinity, which JSON lacks, is null.
std::string number(double x) { return std::isfinite(x) ? fmt::format("{}", x + 0.0) : "null"; }

template <int D>
std::string vector(const Vec<D>& a) {
  std::string text = "[" + number(a.c[0]);
  for (int i = 1; i < D; ++i) text += ", " + number(a.c[i]);
  return text + "]";
}

std::string feature(const Feature& f) {
  return fmt::format(R"({{"kind": "{}", "index": {}}})", name_of(f.kind), f.index);
}

/// What answered, and the page that proves it.
struct KernelText {
  const char* name;
  const char* page;
};

KernelText text_of(QueryKernel kernel) {
  switch (kernel) {
    case QueryKernel::Convex:
      return {"convex shapes", "docs/numerics/convex.md"};
    case QueryKernel::Pieces:
      return {"convex pieces", "docs/numerics/polygon.md"};
    case QueryKernel::HalfSpace:
      return {"half-space", "docs/numerics/half-space.md"};
    case QueryKernel::FallingRound:
      return {"falling balls", "docs/numerics/exact-events.md"};
    case QueryKernel::FallingSegment:
      return {"falling ball at a segment", "docs/numerics/segment.md"};
    case QueryKernel::Turning:
      return {"turning", "docs/numerics/turning.md"};
    case QueryKernel::None:
      break;
  }
  return {"none", ""};
}

}  // namespace

template <int D>
std::string answer_text(const Encounter<D>& e) {
  return fmt::format(R"("outcome": "{}", "delay": {}, "delay_upper": {}, "first_touch": {}, "normal": {}, )"
                     R"("point_a": {}, "point_b": {}, "gap": {}, "feature_a": {}, "feature_b": {})",
                     name_of(e.outcome), number(e.delay), number(e.delay_upper), number(e.first_touch),
                     vector(e.normal), vector(e.point_a), vector(e.point_b), number(e.gap),
                     feature(e.feature_a), feature(e.feature_b));
}

template <int D>
std::string explanation_text(const Encounter<D>& e, const QueryTrace& trace) {
  const bool turns = trace.kernel == QueryKernel::Turning;
  const char* stage = turns                ? "instants"
                      : trace.exact > 0    ? "exact"
                      : trace.filtered > 0 ? "filter"
                                           : "boxes";
  const KernelText kernel = text_of(trace.kernel);
  return fmt::format(
      R"("explain": {{"kernel": "{}", "first": "{}", "stage": "{}", "by_filter": {}, "by_exact": {}, )"
      R"("steps": {}, "width": {}, "units": "{}", "see": "{}"}})",
      kernel.name, trace.b_first ? "b" : "a", stage, trace.filtered, trace.exact, trace.steps,
      number(e ? e.delay_upper - e.delay : 0.0),
      trace.wide       ? "as given, no filter"
      : trace.rescaled ? "rescaled"
                       : "as given",
      kernel.page);
}

std::string in_terms_of_the_file(std::string_view message, std::string_view shape_a,
                                 std::string_view shape_b) {
  const auto drop = [&](std::string_view prefix) {
    const bool found = message.starts_with(prefix);
    if (found) message.remove_prefix(prefix.size());
    return found;
  };
  (void)drop("first_hit: ");
  (void)drop("query.");
  if (drop("a.shape")) return fmt::format("a.{}{}", shape_a, message);
  if (drop("b.shape")) return fmt::format("b.{}{}", shape_b, message);
  if (drop("a.motion.")) return fmt::format("a.{}", message);
  if (drop("b.motion.")) return fmt::format("b.{}", message);
  return std::string(message);
}

template std::string answer_text(const Encounter<2>&);
template std::string answer_text(const Encounter<3>&);
template std::string explanation_text(const Encounter<2>&, const QueryTrace&);
template std::string explanation_text(const Encounter<3>&, const QueryTrace&);

}  // namespace firsthit
