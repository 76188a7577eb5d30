#include "screen/status_line.hpp"

#include "screen/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace firsthit {
namespace {

constexpr double kFirst = 0.25;  // [s] what ends sooner shows nothing
constexpr double kEvery = 0.1;   // [s] more often only flickers

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

StatusLine::StatusLine(StatusStyle style)
    : style_(style == StatusStyle::Line && !is_terminal(stderr) ? StatusStyle::Silent : style),
      began_(now()),
      next_(began_ + kFirst) {}

bool StatusLine::is_due() const { return style_ != StatusStyle::Silent && now() >= next_; }

double StatusLine::seconds() const { return now() - began_; }

void StatusLine::show(const std::string& text) {
  if (style_ == StatusStyle::Silent) return;
  next_ = now() + kEvery;
  if (style_ == StatusStyle::Lines) {
    print_line(stderr, text);
    return;
  }
  const std::string line = "\r\033[K" + text;
  (void)std::fwrite(line.data(), 1, line.size(), stderr);
  shown_ = true;
}

void StatusLine::erase() {
  if (shown_) (void)std::fputs("\r\033[K", stderr);
  shown_ = false;
}

std::string short_count(double number) {
  if (number < 1e3) return fmt::format("{:.0f}", number);
  if (number < 1e6) return fmt::format("{:.3g}k", std::min(number / 1e3, 999.0));
  if (number < 1e9) return fmt::format("{:.3g}M", std::min(number / 1e6, 999.0));
  return fmt::format("{:.3g}G", number / 1e9);
}

}  // namespace firsthit
