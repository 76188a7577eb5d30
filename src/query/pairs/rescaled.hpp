#pragma once

#include <firsthit/first_hit.hpp>

namespace firsthit {

/// A query in units in which filters and contacts neither over- nor underflow: every number is multiplied by
/// a power of two, none is rounded. Derivation: docs/numerics/scale.md.
template <int D>
class Rescaled {
 public:
  /// Requires: what first_hit accepts. `keep_time`: keeps the unit of time, which is always possible.
  Rescaled(const Moving<D>& a, const Moving<D>& b, const Query& query, bool keep_time);

  const Moving<D>& a() const { return a_; }
  const Moving<D>& b() const { return b_; }
  const Query& query() const { return query_; }
  /// Are the numbers still too far apart for filters?
  bool is_wide() const { return wide_; }

  /// Are the answer's times in the units as given beyond doubt? If not, it takes the unit of time as given.
  bool is_certain(const Encounter<D>& answer) const;

  /// The answer in the units as given. Places beyond the doubles are the largest of them.
  Encounter<D> restored(Encounter<D> answer, double horizon) const;
  double restored(double length) const;
  Vec<D> restored(Vec<D> place) const;

 private:
  int time() const { return length_ - speed_; }
  void choose(bool keep_time);
  void replace_what_overflowed(Encounter<D>& answer) const;

  Moving<D> a_;
  Moving<D> b_;
  Query query_;
  int length_ = 0;  ///< lengths are multiplied by 2^length_
  int speed_ = 0;   ///< velocities by 2^speed_
  bool wide_ = false;
};

}  // namespace firsthit
