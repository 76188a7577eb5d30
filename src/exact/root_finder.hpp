#pragma once

#include "exact/dyadic.hpp"
#include "exact/polynomial.hpp"

#include <optional>

namespace firsthit {

/// A root between two doubles that are equal (then it is exact) or neighbours.
struct Root {
  double lower = 0.0;
  double upper = 0.0;
  int sign_after = 0;  ///< of the polynomial, right after the root
  Dyadic after;        ///< a place behind this root and before the next one
};

/// Walks through the roots of a polynomial on (start, end], in order, without missing any.
class RootFinder {
 public:
  /// The polynomial's variable counts from `start`. Requires: p(0) is not 0; start <= end, finite.
  RootFinder(const Polynomial& p, double start, double end);

  /// The next root, if there is one by `end`. `guess` is where to look first, and never changes the answer.
  std::optional<Root> next(double guess);

  /// The number of distinct roots in (start, x]. Requires: p(x) is not 0.
  int count_until(const Dyadic& x) const;

 private:
  bool has_root_in_front_of(const Dyadic& x) const;  // or at x
  bool has_root_by(double x) const { return has_root_in_front_of(Dyadic(x) - start_); }
  void bracket(double guess, double& lower, double& upper) const;

  Polynomial p_;
  SturmChain chain_;
  Dyadic start_;
  double end_;
  int variations_at_start_;
  // Behind the last root that was given; variations counts from there.
  Dyadic place_;
  int variations_;
  double lower_;
};

}  // namespace firsthit
