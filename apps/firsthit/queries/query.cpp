#include "commands.hpp"
#include "queries/line_reader.hpp"
#include "queries/query_features.hpp"
#include "queries/query_reader.hpp"
#include "queries/query_text.hpp"
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

/// Answers the lines of one file, one by one.
class Answers {
 public:
  Answers(const std::string& file, bool explain)
      : lines_(file),
        status_(is_terminal(stdout) ? StatusStyle::Silent : StatusStyle::Line),
        explain_(explain) {}

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
        add(answer_text(e) + ", " + explanation_text(e, trace));
      } else {
        add(answer_text(first_hit(asked.a, asked.b, asked.query)));
      }
      ++answers_;
    } catch (const InputError& error) {
      complain(in_terms_of_the_file(error.what(), asked.shape_a, asked.shape_b));
    }
  }

  void add(const std::string& members) {
    text_ += fmt::format("{{\"line\": {}, {}}}\n", lines_.number(), members);
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
