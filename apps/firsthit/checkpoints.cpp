#include "checkpoints.hpp"

#include "core/decimal.hpp"
#include "record/base/output_folder.hpp"
#include "system/signals.hpp"
#include "world/saved/archive.hpp"
#include "world/saved/persist.hpp"
#include "world/saved/sections.hpp"

#include <firsthit/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace firsthit {
namespace {

/// Of the format of checkpoints; that of worlds counts for itself.
constexpr std::uint32_t kVersion = 1;

/// So many times what the last one cost a run goes on, at least: they take no more than a fiftieth of it.
constexpr double kLeastPause = 50.0;

/// A number above zero and what follows it; nothing if there is none.
std::optional<std::pair<double, std::string>> amount(const std::string& text) {
  const std::optional<LeadingDecimal> found = leading_decimal(text);
  if (!found || !(found->number > 0.0) || !std::isfinite(found->number)) return std::nullopt;
  std::string unit(found->rest);
  unit.erase(0, std::min(unit.find_first_not_of(' '), unit.size()));
  return std::pair(found->number, unit);
}

std::optional<double> seconds_of(const std::string& text) {
  const auto found = amount(text);
  if (!found) return std::nullopt;
  for (const auto& [name, seconds] :
       {std::pair{"ms", 1e-3}, std::pair{"s", 1.0}, std::pair{"min", 60.0}, std::pair{"h", 3600.0}})
    if (found->second == name) return found->first * seconds;
  return std::nullopt;
}

}  // namespace

double wall_time(const std::string& option, const std::string& text) {
  if (const std::optional<double> seconds = seconds_of(text)) return *seconds;
  throw InputError(fmt::format("{}: expected a time such as 10min, 0.2s or 2h, found {}", option, text));
}

CheckpointPlan checkpoint_plan(const std::string& text) {
  if (const std::optional<double> seconds = seconds_of(text)) return {seconds, std::nullopt};
  constexpr double kMostEvents = 1e18;
  const auto found = amount(text);
  if (!found || (found->second != "events" && found->second != "event") ||
      found->first != std::floor(found->first) || found->first > kMostEvents)
    throw InputError(fmt::format(
        "--checkpoint: expected a time such as 10min, 0.2s or 2h, or \"1000000 events\", found {}", text));
  return {std::nullopt, static_cast<std::uint64_t>(found->first)};
}

void write_head(std::ostream& out, const RunHead& head) {
  ArchiveWriter archive;
  archive(kVersion, head);
  write_section(out, "run", archive.bytes());
}

RunHead read_head(std::istream& in, const std::string& who) {
  SectionReader sections(in, who);
  ArchiveReader archive(sections, "run");
  std::uint32_t version = 0;
  RunHead head;
  archive(version);
  archive.require(version >= 1 && version <= kVersion,
                  "expected version 1 of a checkpoint, found one that a later firsthit has written");
  archive(head);
  archive.require(head.dimension == 2 || head.dimension == 3,
                  "expected two or three dimensions, found others");
  archive.finish();
  return head;
}

Checkpoints::Checkpoints(std::string folder, const CheckpointPlan& plan, std::uint64_t events)
    : folder_(std::move(folder)), plan_(plan), last_events_(events) {}

bool Checkpoints::is_due(std::uint64_t events) const {
  if (checkpoint_asked()) return true;
  const std::chrono::duration<double> since = Clock::now() - last_;
  if (since.count() < kLeastPause * cost_) return false;
  return plan_.events ? events - last_events_ >= *plan_.events
                      : since.count() >= plan_.seconds.value_or(std::numeric_limits<double>::infinity());
}

std::uint64_t Checkpoints::events_to_next(std::uint64_t events) const {
  if (!plan_.events) return std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t since = events - last_events_;
  return since < *plan_.events ? *plan_.events - since : *plan_.events;
}

void Checkpoints::write(std::uint64_t events, const std::function<void(std::ostream&)>& fill) {
  forget_asked_checkpoint();
  const Clock::time_point begin = Clock::now();
  write_durably(path_in(folder_, "checkpoint"), path_in(folder_, "checkpoint-before"), fill);
  last_ = Clock::now();
  cost_ = std::chrono::duration<double>(last_ - begin).count();
  last_events_ = events;
}

}  // namespace firsthit
