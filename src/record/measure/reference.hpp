#pragma once

#include "record/setup/setup.hpp"

namespace firsthit {

/// The state with which later ones are compared. Means are over the bodies that
/// move freely, each of the same weight.
template <int D>
class Reference {
 public:
  /// All is seen from a frame that moves at `drift` [L/T]. `setup` must outlive it.
  Reference(const RunSetup<D>& setup, const Frame<D>& begin, const Vec<D>& drift)
      : setup_(setup), begin_(begin), drift_(drift) {}

  const Frame<D>& begin() const { return begin_; }

  /// [L^2] <|x(t) - x(0)|^2>, jumps at periodic sides taken back.
  double mean_square_displacement(const Frame<D>& present) const;

  /// [L^2/T^2] <v(t) . v(0)>
  double velocity_autocorrelation(const Frame<D>& present) const;

 private:
  const RunSetup<D>& setup_;
  Frame<D> begin_;
  Vec<D> drift_;
};

}  // namespace firsthit
