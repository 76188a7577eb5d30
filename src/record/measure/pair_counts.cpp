#include "record/measure/pair_counts.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace firsthit {
namespace {

/// Bodies sorted into cells, cell after cell in one array, and the pairs of cells that are near.
template <int D>
class Cells {
 public:
  Cells(const Space<D>& space, const std::vector<FrameState<D>>& states, double range)
      : length_(space.max - space.min), range_(range) {
    choose_counts(states.size());
    sort(space, states);
  }

  /// Calls `found` with the square of the distance [L^2] of every pair, and image, of near cells.
  template <class Found>
  void visit(Found found) const {
    Cell at{};
    for (std::size_t cell = 0; cell + 1 < begin_.size(); ++cell, advance(at)) {
      for (std::size_t i = begin_[cell]; i < begin_[cell + 1]; ++i)
        for (std::size_t j = i + 1; j < begin_[cell + 1]; ++j) found(length_squared(places_[j] - places_[i]));
      for (const Cell& step : steps_) visit_step(cell, at, step, found);
    }
  }

 private:
  using Cell = std::array<std::int64_t, std::size_t{D}>;

  /// Cells a third of the range wide, if that leaves no more of them than there are bodies.
  void choose_counts(std::size_t bodies) {
    const double most = static_cast<double>(bodies);
    double width = range_ / 3.0;
    for (double product = 2.0 * most; product > most; width *= 1.25) {
      product = 1.0;
      for (std::size_t axis = 0; axis < D; ++axis) {
        const double count = std::clamp(std::floor(length_[axis] / width), 1.0, most + 1.0);
        count_[axis] = static_cast<std::int64_t>(count);
        width_[axis] = length_[axis] / count;
        product *= count;
      }
    }
    // One of each two opposite steps, so that every pair is met once.
    Cell reach{};
    for (std::size_t axis = 0; axis < D; ++axis)
      reach[axis] = static_cast<std::int64_t>(std::floor(range_ / width_[axis])) + 1;
    Cell step{};
    for (std::size_t axis = 0; axis < D; ++axis) step[axis] = -reach[axis];
    while (step[D - 1] <= reach[D - 1]) {
      if (is_forward(step) && is_near(step)) steps_.push_back(step);
      std::size_t axis = 0;
      while (axis + 1 < D && step[axis] == reach[axis]) {
        step[axis] = -reach[axis];
        ++axis;
      }
      ++step[axis];
    }
  }

  static bool is_forward(const Cell& step) {
    for (std::size_t axis = D; axis-- > 0;)
      if (step[axis] != 0) return step[axis] > 0;
    return false;
  }

  /// Can two bodies of cells that are a step apart be within range? The factor covers rounding.
  bool is_near(const Cell& step) const {
    double squared = 0.0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double gap = std::max(0.0, static_cast<double>(std::abs(step[axis])) - 1.0) * width_[axis];
      squared += gap * gap;
    }
    return squared * (1.0 - 0x1p-20) <= range_ * range_;
  }

  void sort(const Space<D>& space, const std::vector<FrameState<D>>& states) {
    std::vector<std::uint32_t> cell_of(states.size());
    std::size_t cells = 1;
    for (const std::int64_t count : count_) cells *= static_cast<std::size_t>(count);
    begin_.assign(cells + 1, 0);
    for (std::size_t i = 0; i < states.size(); ++i) {
      const Vec<D> place = states[i].position - space.min;
      std::int64_t number = 0;
      for (std::size_t axis = D; axis-- > 0;) {
        const auto cell = static_cast<std::int64_t>(std::floor(place[axis] / width_[axis]));
        number = number * count_[axis] + std::clamp(cell, std::int64_t{0}, count_[axis] - 1);
      }
      cell_of[i] = static_cast<std::uint32_t>(number);
      ++begin_[cell_of[i] + 1];
    }
    for (std::size_t cell = 0; cell < cells; ++cell) begin_[cell + 1] += begin_[cell];
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    places_.resize(states.size());
    for (std::size_t i = 0; i < states.size(); ++i)
      places_[next[cell_of[i]]++] = states[i].position - space.min;
  }

  void advance(Cell& at) const {
    for (std::size_t axis = 0; axis < D; ++axis) {
      if (++at[axis] < count_[axis]) return;
      at[axis] = 0;
    }
  }

  template <class Found>
  void visit_step(std::size_t cell, const Cell& at, const Cell& step, Found& found) const {
    std::int64_t number = 0;
    Vec<D> shift;  // to the image of the box that the step leads into
    for (std::size_t axis = D; axis-- > 0;) {
      std::int64_t to = at[axis] + step[axis];
      for (; to < 0; to += count_[axis]) shift[axis] -= length_[axis];
      for (; to >= count_[axis]; to -= count_[axis]) shift[axis] += length_[axis];
      number = number * count_[axis] + to;
    }
    const auto other = static_cast<std::size_t>(number);
    for (std::size_t i = begin_[cell]; i < begin_[cell + 1]; ++i) {
      const Vec<D> from = places_[i] - shift;
      for (std::size_t j = begin_[other]; j < begin_[other + 1]; ++j)
        found(length_squared(places_[j] - from));
    }
  }

  Vec<D> length_;  // [L] of the box
  double range_;   // [L]
  Cell count_{};   // of cells along each axis
  Vec<D> width_;   // [L] of a cell
  std::vector<Cell> steps_;
  std::vector<std::size_t> begin_;  // of each cell in places_, and one more
  std::vector<Vec<D>> places_;      // [L] from the lower corner of the box
};

}  // namespace

template <int D>
void count_pairs(const Space<D>& space, const std::vector<FrameState<D>>& states, double range,
                 std::vector<std::uint64_t>& counts) {
  if (states.size() < 2) return;
  const double range_squared = range * range;
  const double bins_per_length = static_cast<double>(counts.size()) / range;
  Cells<D>(space, states, range).visit([&](double distance_squared) {
    if (!(distance_squared < range_squared)) return;
    const auto bin = static_cast<std::size_t>(std::sqrt(distance_squared) * bins_per_length);
    ++counts[std::min(bin, counts.size() - 1)];
  });
}

template void count_pairs(const Space<2>&, const std::vector<FrameState<2>>&, double,
                          std::vector<std::uint64_t>&);
template void count_pairs(const Space<3>&, const std::vector<FrameState<3>>&, double,
                          std::vector<std::uint64_t>&);

}  // namespace firsthit
