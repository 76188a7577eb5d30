#pragma once

#include <cstddef>
#include <optional>

namespace firsthit {

/// A function that is measured in bins of equal width from 0 on.
struct BinRequest {
  std::size_t bins = 100;       ///< > 0
  std::optional<double> range;  ///< [L] or [L/T] where the last one ends; unset: follows from the gas
};

/// What is measured only where somebody asks for it.
struct ObservableRequest {
  bool mean_square_displacement = false;
  bool velocity_autocorrelation = false;
  bool free_flight = false;
  std::optional<BinRequest> radial_distribution;
  std::optional<BinRequest> speed_histogram;

  /// Does anything of it compare with the state at the beginning of measuring?
  bool looks_back() const { return mean_square_displacement || velocity_autocorrelation; }
};

}  // namespace firsthit
