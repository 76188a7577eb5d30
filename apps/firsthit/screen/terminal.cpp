#include "screen/terminal.hpp"

#include "record/base/json.hpp"
#include "record/base/output_folder.hpp"
#include "system/console.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstdlib>

namespace firsthit {
namespace {

const char* code_of(Paint paint) {
  switch (paint) {
    case Paint::Bold:
      return "1";
    case Paint::Red:
      return "1;31";
    case Paint::Yellow:
      return "1;33";
    case Paint::Green:
      return "1;32";
  }
  return "";
}

/// How this process tells what is wrong.
bool& as_json() {
  static bool json = false;
  return json;
}

}  // namespace

bool is_terminal(std::FILE* stream) {
  if (!is_console(stream)) return false;
  const char* kind = std::getenv("TERM");
  return kind == nullptr || std::string_view(kind) != "dumb";
}

std::size_t terminal_width(std::FILE* stream) {
  constexpr std::size_t kUsual = 80;
  const std::size_t width = console_width(stream);
  return width > 0 ? width : kUsual;
}

std::string painted(std::FILE* stream, Paint paint, std::string_view text) {
  const char* no_color = std::getenv("NO_COLOR");
  if (!is_terminal(stream) || (no_color != nullptr && *no_color != '\0')) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", code_of(paint), text);
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    if (!all.empty()) all += ", ";
    all += text;
  }
  return all;
}

void print_line(std::FILE* stream, std::string_view line) {
  // Nobody is left to hear of a failure to complain.
  (void)std::fwrite(line.data(), 1, line.size(), stream);
  (void)std::fputc('\n', stream);
}

void complain_as_json() { as_json() = true; }

void complain(std::string_view message) {
  if (as_json())
    print_line(stderr, Json{{"severity", "error"}, {"message", message}}.written());
  else
    print_line(stderr, fmt::format("{} {}", painted(stderr, Paint::Red, "firsthit:"), message));
}

void complain(const Problem& problem) {
  if (!as_json()) return print_line(stderr, to_string(problem));
  Json told{
      {"severity", problem.note ? "note" : "error"}, {"message", problem.message}, {"file", problem.file}};
  if (problem.line > 0) {
    told.add("line", problem.line);
    told.add("column", problem.column);
  }
  print_line(stderr, told.written());
}

void print_result(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw output_error("standard output", "write", errno);
}

}  // namespace firsthit
