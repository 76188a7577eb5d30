#include "status_line.hpp"

#include "terminal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace firsthit {
namespace {

constexpr std::chrono::milliseconds kFirst{250};  // what ends sooner shows nothing
constexpr std::chrono::milliseconds kEvery{100};  // more often only flickers

}  // namespace

StatusLine::StatusLine(bool wanted) : on_(wanted && is_terminal(stderr)), next_(began_ + kFirst) {}

bool StatusLine::is_due() const { return on_ && Clock::now() >= next_; }

double StatusLine::seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

void StatusLine::show(const std::string& text) {
  if (!on_) return;
  next_ = Clock::now() + kEvery;
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
