#include "scene/check/overlap_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

constexpr double kRoundingDepth = 1e-9;    // of the smaller radius: what real files hold, see scene.md
constexpr double kPointDepth = 0x1p-48;    // of its coordinate: what rounding does to a point
constexpr std::size_t kMostMessages = 20;  // of one kind: a scene in wrong units overlaps everywhere

}  // namespace

void Some::error(const FilePlace& place, std::string message) {
  if (++count_ <= kMostMessages) problems_.error(place, std::move(message));
}

void Some::finish() {
  if (count_ > kMostMessages) problems_.error({}, fmt::format("{} more {}", count_ - kMostMessages, rest_));
  count_ = 0;
}

OverlapReport::OverlapReport(Draft& draft)
    : draft_(draft),
      scene_(draft.scene),
      overlaps_(draft.problems, "overlaps"),
      outside_(draft.problems, "bodies outside the box") {
  for (const SceneContact& contact : scene_.contacts)
    if (contact.response == Response::Pass) passing_.insert(std::minmax(contact.a, contact.b));
}

double OverlapReport::rounding_of(const Triple& position, double radius) {
  if (radius > 0.0) return kRoundingDepth * radius;
  return kPointDepth * std::max({std::abs(position[0]), std::abs(position[1]), std::abs(position[2])});
}

bool OverlapReport::is_accepted(double depth, double rounding) {
  if (depth <= rounding) {
    ++rounded_;
    deepest_rounded_ = std::max(deepest_rounded_, depth);
    return true;
  }
  if (!scene_.run.allow_overlap) return false;
  ++allowed_;
  deepest_allowed_ = std::max(deepest_allowed_, depth);
  return true;
}

bool OverlapReport::holds(std::uint32_t body) const {
  const std::size_t index = body - moving_count(scene_);
  return body >= moving_count(scene_) && index < scene_.fixed.size() &&
         scene_.fixed[index].kind == SceneFixed::Kind::Container;
}

void OverlapReport::overlap(std::uint32_t body, std::uint32_t other, double depth, double rounding) {
  if (depth <= 0.0 || is_accepted(depth, rounding)) return;
  overlaps_.error(draft_.place_of(body),
                  fmt::format("{} {} {} ({}): {:.6g} deep", name_of(scene_, body),
                              holds(other) ? "reaches out of" : "overlaps", name_of(scene_, other),
                              draft_.problems.describe(draft_.place_of(other)), depth));
}

void OverlapReport::side(std::uint32_t body, std::size_t axis, double low, double high, double rounding) {
  const double below = scene_.min[axis] - low;
  const double above = high - scene_.max[axis];
  for (const double depth : {below, above}) {
    // A side is no softer than another body: the same depths are rounding.
    if (depth <= 0.0 || is_accepted(depth, rounding)) continue;
    outside(body, fmt::format("{} lies outside: {:.6g} deep in the {} {} side of the box",
                              name_of(scene_, body), depth, depth == below ? "lower" : "upper", "xyz"[axis]));
  }
}

void OverlapReport::outside(std::uint32_t body, std::string message) {
  outside_.error(draft_.place_of(body), std::move(message));
}

void OverlapReport::finish() {
  overlaps_.finish();
  if (rounded_ > 0)
    draft_.problems.note({}, fmt::format("{} overlaps of rounding size, at most {:.3g} deep, are accepted",
                                         rounded_, deepest_rounded_));
  if (allowed_ > 0)
    draft_.problems.note(
        {}, fmt::format("{} overlaps, at most {:.6g} deep, are allowed: they part as they can", allowed_,
                        deepest_allowed_));
}

}  // namespace firsthit
