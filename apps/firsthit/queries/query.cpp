#include "commands.hpp"
#include "queries/line_reader.hpp"
#include "queries/query_features.hpp"
#include "queries/query_reader.hpp"
#include "query/explain.hpp"
#include "screen/status_line.hpp"
#include "screen/terminal.hpp"

#include <firsthit/error.hpp>
#include <firsthit/first_hit.hpp>

#include <fmt/core.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

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

template <int D>
std::string explanation(const Encounter<D>& e, const QueryTrace& trace) {
  const bool turns = trace.kernel == QueryKernel::Turning;
  const char* stage = turns                ? "instants"
                      : trace.exact > 0    ? "exact"
                      : trace.filtered > 0 ? "filter"
                                           : "boxes";
  const KernelText kernel = text_of(trace.kernel);
  return fmt::format(
      R"(, "explain": {{"kernel": "{}", "first": "{}", "stage": "{}", "by_filter": {}, "by_exact": {}, )"
      R"("steps": {}, "width": {}, "units": "{}", "see": "{}"}})",
      kernel.name, trace.b_first ? "b" : "a", stage, trace.filtered, trace.exact, trace.steps,
      number(e ? e.delay_upper - e.delay : 0.0),
      trace.wide       ? "as given, no filter"
      : trace.rescaled ? "rescaled"
                       : "as given",
      kernel.page);
}

template <int D>
std::string answer(std::size_t line, const Encounter<D>& e, const std::string& more) {
  return fmt::format(
      R"({{"line": {}, "outcome": "{}", "delay": {}, "delay_upper": {}, "first_touch": {}, "normal": {}, )"
      R"("point_a": {}, "point_b": {}, "gap": {}, "feature_a": {}, "feature_b": {}{}}})"
      "\n",
      line, name_of(e.outcome), number(e.delay), number(e.delay_upper), number(e.first_touch),
      vector(e.normal), vector(e.point_a), vector(e.point_b), number(e.gap), feature(e.feature_a),
      feature(e.feature_b), more);
}

/// What first_hit says of its arguments, with the places that they have in the file:
/// `first_hit: a.shape.radius: ...` is `a.ball.radius: ...` there.
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

/// Answers the lines of one file, one by one.
class Answers {
 public:
  Answers(const std::string& file, bool explain)
      : lines_(file), status_(!is_terminal(stdout)), explain_(explain) {}

  /// Is everything answered?
  bool run() {
    constexpr std::size_t kPiece = 1 << 16;  // what is written at once
    while (lines_.next()) {
      take_line();
      show_status();
      // Somebody may wait for these answers before asking on.
      if (text_.size() < kPiece && lines_.is_next_there()) continue;
      print_result(text_);
      text_.clear();
    }
    return all_good_;
  }

 private:
  void take_line() {
    if (lines_.too_long())
      return complain(fmt::format("expected at most {} bytes in a line, found more", LineReader::kLongest));
    if (lines_.line().find_first_not_of(" \t\r") == std::string_view::npos) return;
    const JsonResult json = parse_json(lines_.line());
    if (!json.value) return complain(json.problem, json.column);
    const ReadQuery query = read_query(*json.value);
    for (const std::string& problem : query.problems) complain(problem);
    if (query.problems.empty()) std::visit([this](const auto& asked) { give(asked); }, query.asked);
  }

  template <int D>
  void give(const Asked<D>& asked) {
    try {
      if (explain_) {
        QueryTrace trace;
        const Encounter<D> e = explained_first_hit(asked.a, asked.b, asked.query, trace);
        text_ += answer(lines_.number(), e, explanation(e, trace));
      } else {
        text_ += answer(lines_.number(), first_hit(asked.a, asked.b, asked.query), "");
      }
      ++answers_;
    } catch (const InputError& error) {
      complain(in_terms_of_the_file(error.what(), asked.shape_a, asked.shape_b));
    }
  }

  void complain(const std::string& what, std::size_t column = 0) {
    all_good_ = false;
    status_.erase();
    const std::string place = column == 0 ? "" : fmt::format(":{}", column);
    print_line(stderr, fmt::format("{}:{}{}: {}", lines_.name(), lines_.number(), place, what));
  }

  void show_status() {
    if (!status_.is_due()) return;
    std::string text = short_count(static_cast<double>(answers_)) + " answers";
    if (const auto fraction = lines_.fraction())
      text = fmt::format("{:3.0f}%  {}", std::floor(*fraction * 100.0), text);
    status_.show(text);
  }

  LineReader lines_;
  StatusLine status_;
  std::string text_;  // answers that are not written yet
  std::size_t answers_ = 0;
  bool all_good_ = true;
  bool explain_;
};

}  // namespace

ExitCode query(const QueryOptions& options) {
  if (!options.features.empty()) return query_features(options.file, options.features);
  return Answers(options.file, options.explain).run() ? kDone : kBadInput;
}

}  // namespace firsthit
