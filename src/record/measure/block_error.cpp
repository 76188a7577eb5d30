#include "record/measure/block_error.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

constexpr std::uint64_t kFewestValues = 32;
constexpr std::uint64_t kFewestBlocks = 16;  // of fewer the error is uncertain by more than a fifth

}  // namespace

void BlockError::add(double value) {
  for (std::size_t i = 0;; ++i) {
    if (i == rows_.size()) rows_.emplace_back();
    Row& row = rows_[i];
    ++row.count;
    const double away = value - row.mean;
    row.mean += away / static_cast<double>(row.count);
    row.squares += away * (value - row.mean);
    if (row.count % 2 != 0) {
      row.waiting = value;
      return;
    }
    value = 0.5 * (row.waiting + value);
  }
}

double BlockError::error_of(const Row& row) {
  const auto count = static_cast<double>(row.count);
  return std::sqrt(row.squares / (count * (count - 1.0)));
}

std::optional<double> BlockError::error() const {
  if (rows_.empty() || rows_.front().count < kFewestValues) return std::nullopt;
  std::vector<Row> rows = rows_;
  std::erase_if(rows, [](const Row& row) { return row.count < kFewestBlocks; });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double error = error_of(rows[i]);
    const bool is_plateau =
        std::all_of(rows.begin() + static_cast<std::ptrdiff_t>(i), rows.end(), [&](const Row& row) {
          const double longer = error_of(row);
          return longer - error <= longer / std::sqrt(2.0 * static_cast<double>(row.count - 1));
        });
    if (is_plateau) return error;
  }
  return std::nullopt;
}

void CompressibilityError::add(double time, const Statistics& counted) {
  constexpr double kRounding = 1e-9;  // of the spacing: samples stand at multiples, rounded
  const Sample now{time, counted.kinetic_action, counted.virial};
  if (time < counted.begin) return;
  if (last_ && time > last_->time) {
    if (spacing_ == 0.0) spacing_ = time - last_->time;
    const double action = now.kinetic_action - last_->kinetic_action;
    if (std::abs(time - last_->time - spacing_) <= kRounding * spacing_ && action > 0.0)
      blocks_.add((now.virial - last_->virial) / (2.0 * action));
  }
  last_ = now;
}

std::optional<double> CompressibilityError::error(double freely_moving, double count) const {
  const std::optional<double> error = blocks_.error();
  return error ? std::optional<double>(freely_moving / count * *error) : std::nullopt;
}

}  // namespace firsthit
