#include "screen/progress.hpp"

#include "screen/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace firsthit {
namespace {

// Before a share of the run, or on long runs some seconds, are over, the time left would be a guess.
constexpr double kSettledShare = 0.02;
constexpr double kSettled = 3.0;  // [s]
constexpr int kBar = 10;          // columns

std::string duration_text(double seconds) {
  constexpr double kMost = 1e9;  // thirty years
  if (!(seconds < kMost)) return "years";
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  if (whole < 86400) return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
  return fmt::format("{} days", whole / 86400);
}

}  // namespace

Progress::Progress(StatusStyle style, std::optional<double> until, std::optional<std::uint64_t> collisions)
    : status_(style), is_json_(style == StatusStyle::Lines), until_(until), limit_(collisions) {}

void Progress::begin(double time, std::uint64_t collisions) {
  begin_ = fraction(time, collisions).value_or(0.0);
  begin_collisions_ = collisions;
}

std::optional<double> Progress::fraction(double time, std::uint64_t collisions) const {
  std::optional<double> done;
  if (until_ && *until_ > 0.0) done = time / *until_;
  if (limit_ && *limit_ > 0)
    done = std::max(done.value_or(0.0), static_cast<double>(collisions) / static_cast<double>(*limit_));
  if (done) done = std::clamp(*done, 0.0, 1.0);
  return done;
}

/// [s], as soon as it can be told.
std::optional<double> Progress::seconds_left(std::optional<double> done, double seconds) const {
  const double part = done.value_or(0.0);
  if (part == 1.0) return 0.0;
  const double share = part - begin_;  // that took the seconds
  if (!(share > 0.0 && (share >= kSettledShare * (1.0 - begin_) || seconds >= kSettled))) return {};
  return seconds / share * (1.0 - part);
}

/// As many parts as fit into `width`, the most telling first.
std::string Progress::line(double time, std::uint64_t collisions, double seconds, std::size_t width) const {
  std::vector<std::string> parts;
  if (const std::optional<double> done = fraction(time, collisions)) {
    const int full = static_cast<int>(*done * kBar);
    parts.push_back(
        fmt::format("[{:#<{}}{:.<{}}] {:3.0f}%", "", full, "", kBar - full, std::floor(*done * 100.0)));
    if (const std::optional<double> left = seconds_left(done, seconds))
      parts.push_back(duration_text(*left) + " left");
  }
  const auto count = static_cast<double>(collisions);
  parts.push_back(short_count(static_cast<double>(collisions - begin_collisions_) / seconds) +
                  " collisions/s");
  parts.push_back(until_ ? fmt::format("time {:.4g} of {:.4g}", time, *until_)
                         : fmt::format("time {:.4g}", time));
  parts.push_back(short_count(count) + " collisions");
  std::string text;
  for (const std::string& part : parts)
    if (text.size() + part.size() + 2 < width) text += (text.empty() ? "" : "  ") + part;
  return text;
}

std::string Progress::json(double time, std::uint64_t collisions, double seconds) const {
  const auto number = [](const auto& value) { return value ? fmt::format("{}", *value) : "null"; };
  const std::optional<double> done = fraction(time, collisions);
  return fmt::format(
      R"({{"done": {}, "seconds_left": {}, "time": {}, "until": {}, "collisions": {}, "max_collisions": {}}})",
      number(done), number(seconds_left(done, seconds)), time, number(until_), collisions, number(limit_));
}

void Progress::show(double time, std::uint64_t collisions) {
  if (!status_.is_due()) return;
  const double seconds = status_.seconds();
  status_.show(is_json_ ? json(time, collisions, seconds)
                        : line(time, collisions, seconds, terminal_width(stderr)));
}

void Progress::end(double time, std::uint64_t collisions) {
  if (is_json_) status_.show(json(time, collisions, status_.seconds()));
}

}  // namespace firsthit
