#include "scene/base/lattice.hpp"

#include "core/expect.hpp"

#include <limits>

namespace firsthit {
namespace {

using Pattern = Lattice::Pattern;
using Levels = std::array<std::int64_t, 3>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool keeps(Pattern pattern, const Levels& k) {
  if (pattern == Pattern::FaceCentred) return (k[0] + k[1] + k[2]) % 2 == 0;
  if (pattern == Pattern::BodyCentred) return k[0] % 2 == k[1] % 2 && k[0] % 2 == k[2] % 2;
  return true;
}

std::uint64_t count_places(Pattern pattern, const Levels& m) {
  const auto x = static_cast<std::uint64_t>(m[0]);
  const auto y = static_cast<std::uint64_t>(m[1]);
  const auto z = static_cast<std::uint64_t>(m[2]);
  if (pattern == Pattern::FaceCentred) return (x * y * z + 1) / 2;
  if (pattern == Pattern::BodyCentred)
    return ((x + 1) / 2) * ((y + 1) / 2) * ((z + 1) / 2) + (x / 2) * (y / 2) * (z / 2);
  return x * y * z;
}

/// Tries combinations of levels in one room.
class Search {
 public:
  Search(const Room& room, std::uint64_t count)
      : room_(room), count_(count), axes_(static_cast<std::size_t>(room.dimension)) {
    room_.length[2] = axes_ == 3 ? room.length[2] : 0.0;
  }

  Lattice run() {
    set_most_levels();
    try_all(Pattern::FaceCentred);
    if (axes_ == 3) try_all(Pattern::BodyCentred);
    try_all(Pattern::Cubic);
    for (std::size_t i = 0; i < axes_; ++i) {
      best_.step[i] = step(i, best_.levels, best_.radius);
      best_.first[i] = room_.min[i] + 0.5 * best_.step[i];
      if (!room_.periodic[i]) best_.first[i] = room_.min[i] + best_.radius;
      if (!room_.periodic[i] && best_.levels[i] == 1) best_.first[i] = room_.min[i] + 0.5 * room_.length[i];
      if (best_.levels[i] == 1) best_.step[i] = 0.0;
    }
    return best_;
  }

 private:
  /// No good lattice is much finer along an axis than the mean spacing; an axis shorter than that
  /// spacing has one level, and the others share the balls.
  void set_most_levels() {
    std::array<bool, 3> is_thin{};
    double spacing = 0.0;
    for (std::size_t pass = 0; pass < axes_; ++pass) {
      std::array<double, 3> sides{};
      std::size_t wide = 0;
      for (std::size_t i = 0; i < axes_; ++i)
        if (!is_thin[i]) sides[wide++] = room_.length[i];
      if (wide == 0) break;
      // The spacing s with product of (side / s) = count, by bisection between the bounds s <= side.
      double low = 0.0;
      double high = 0.0;
      for (std::size_t i = 0; i < wide; ++i) high = std::max(high, sides[i]);
      for (int step = 0; step < 100; ++step) {
        const double middle = 0.5 * (low + high);
        double cells = 1.0;
        for (std::size_t i = 0; i < wide; ++i) cells *= sides[i] / middle;
        (cells > static_cast<double>(count_) ? low : high) = middle;
      }
      spacing = high;
      for (std::size_t i = 0; i < axes_; ++i) is_thin[i] = is_thin[i] || room_.length[i] < spacing;
    }
    for (std::size_t i = 0; i < axes_; ++i) {
      const double cells = std::min(room_.length[i] / spacing, static_cast<double>(count_));
      most_[i] = static_cast<std::int64_t>(2.0 * cells) + 4;
    }
  }

  bool levels_fit_period(Pattern pattern, std::size_t axis, std::int64_t m) const {
    return !room_.periodic[axis] || pattern == Pattern::Cubic || m % 2 == 0;
  }

  void try_all(Pattern pattern) {
    const std::size_t last = axes_ - 1;
    Levels m{1, 1, 1};
    for (m[0] = 1; m[0] <= most_[0]; ++m[0]) {
      if (!levels_fit_period(pattern, 0, m[0])) continue;
      const std::int64_t most_y = axes_ == 3 ? most_[1] : 1;
      for (std::int64_t y = 1; y <= most_y; ++y) {
        if (axes_ == 3) m[1] = y;
        if (axes_ == 3 && !levels_fit_period(pattern, 1, y)) continue;
        fill_last(pattern, m, last);
        consider(pattern, m);
      }
    }
  }

  /// The fewest levels along the last axis that make enough places.
  void fill_last(Pattern pattern, Levels& m, std::size_t last) const {
    m[last] = 2;
    const std::uint64_t pair = count_places(pattern, m);  // every two levels add this many
    m[last] = static_cast<std::int64_t>(2 * ((count_ + pair - 1) / pair));
    --m[last];
    if (!levels_fit_period(pattern, last, m[last]) || count_places(pattern, m) < count_) ++m[last];
  }

  /// Between levels, when balls of `radius` must stay inside.
  double step(std::size_t axis, const Levels& m, double radius) const {
    const auto levels = static_cast<double>(m[axis]);
    if (room_.periodic[axis]) return room_.length[axis] / levels;
    return m[axis] == 1 ? kInfinity : (room_.length[axis] - 2.0 * radius) / (levels - 1.0);
  }

  bool fits(Pattern pattern, const Levels& m, double radius) const {
    const double diameter_squared = 4.0 * radius * radius;
    Triple h{kInfinity, kInfinity, kInfinity};
    for (std::size_t i = 0; i < axes_; ++i) {
      if (room_.length[i] < 2.0 * radius) return false;
      h[i] = step(i, m, radius);
      if (h[i] < 0.0) return false;
      const bool alone = m[i] == 1;  // then only its own image is along this axis, a side away
      const double same_row = pattern == Pattern::Cubic ? h[i] : 2.0 * h[i];
      const bool has_same_row = pattern == Pattern::Cubic ? !alone : (m[i] > 2);
      if (has_same_row && same_row < 2.0 * radius) return false;
      if (alone) h[i] = kInfinity;
    }
    if (pattern == Pattern::Cubic) return true;
    const Triple s = {h[0] * h[0], h[1] * h[1], h[2] * h[2]};
    if (pattern == Pattern::BodyCentred) return (s[0] + s[1]) + s[2] >= diameter_squared;
    return s[0] + s[1] >= diameter_squared && s[0] + s[2] >= diameter_squared &&
           s[1] + s[2] >= diameter_squared;
  }

  /// Keeps this lattice if it takes larger balls than the best so far.
  void consider(Pattern pattern, const Levels& m) {
    double low = best_.radius;
    if (!fits(pattern, m, low * (1.0 + 1e-12))) return;
    double high = kInfinity;
    for (std::size_t i = 0; i < axes_; ++i) high = std::min(high, 0.5 * room_.length[i]);
    for (int halving = 0; halving < 60; ++halving) {
      const double middle = 0.5 * (low + high);
      (fits(pattern, m, middle) ? low : high) = middle;
    }
    if (low <= best_.radius) return;
    best_.pattern = pattern;
    best_.levels = m;
    best_.radius = low;
  }

  Room room_;
  std::uint64_t count_;
  std::size_t axes_;
  std::array<std::int64_t, 3> most_{1, 1, 1};
  Lattice best_;
};

}  // namespace

std::uint64_t Lattice::places() const { return count_places(pattern, levels); }

std::vector<Triple> Lattice::all() const {
  std::vector<Triple> result;
  result.reserve(places());
  Levels k{};
  for (k[0] = 0; k[0] < levels[0]; ++k[0])
    for (k[1] = 0; k[1] < levels[1]; ++k[1])
      for (k[2] = 0; k[2] < levels[2]; ++k[2])
        if (keeps(pattern, k)) {
          Triple place{};
          for (std::size_t i = 0; i < 3; ++i) place[i] = first[i] + static_cast<double>(k[i]) * step[i];
          result.push_back(place);
        }
  return result;
}

Lattice roomiest_lattice(const Room& room, std::uint64_t count) {
  FIRSTHIT_EXPECT(count >= 1);
  return Search(room, count).run();
}

}  // namespace firsthit
