#pragma once

#include "scene/base/scene.hpp"
#include "scene/read/draft.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

namespace firsthit {

/// Messages of one kind: the first in full, the rest as a number.
class Some {
 public:
  Some(Problems& problems, std::string rest) : problems_(problems), rest_(std::move(rest)) {}
  void error(const FilePlace& place, std::string message);
  void finish();

 private:
  Problems& problems_;
  std::string rest_;
  std::size_t count_ = 0;
};

/// How deep bodies start in each other and in the sides of the box: what is rounding, what the scene allows,
/// and what is wrong.
class OverlapReport {
 public:
  explicit OverlapReport(Draft& draft);

  /// The depth [L] that rounding explains where a body of this radius or reach [L] meets one of no less.
  static double rounding_of(const Triple& position, double radius);

  /// Do bodies of the two materials let each other pass?
  bool pass(std::uint32_t material_a, std::uint32_t material_b) const {
    return !passing_.empty() && passing_.count(std::minmax(material_a, material_b)) > 0;
  }

  /// Two bodies are so deep [L] in each other; `rounding` [L] of it is none.
  void overlap(std::uint32_t body, std::uint32_t other, double depth, double rounding);
  /// A body spans `low` to `high` [L] along `axis`.
  void side(std::uint32_t body, std::size_t axis, double low, double high, double rounding);
  void outside(std::uint32_t body, std::string message);

  void finish_sides() { outside_.finish(); }
  void finish();

 private:
  bool is_accepted(double depth, double rounding);
  bool holds(std::uint32_t body) const;

  Draft& draft_;
  const Scene& scene_;
  Some overlaps_;
  Some outside_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> passing_;  // materials
  std::size_t rounded_ = 0;
  double deepest_rounded_ = 0.0;
  std::size_t allowed_ = 0;
  double deepest_allowed_ = 0.0;
};

/// Checks the places of all `[[body]]`, and whom they overlap. Balls and what is fixed have been checked
/// among themselves.
void check_body_places(Draft& draft, OverlapReport& report);
void check_body_pairs(Draft& draft, OverlapReport& report);

}  // namespace firsthit
