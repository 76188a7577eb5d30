#pragma once

#include "oracle/turning/bow.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace firsthit::turning_judge {

/// What is asked of two.
template <int D>
struct Asked {
  Moving<D> a, b;
  Query query;
};

/// Two that move, in numbers of a type.
template <int D, class N>
class PairView {
 public:
  explicit PairView(const Asked<D>& asked);

  std::size_t pairs() const { return parts_a_ * parts_b_; }
  void look(double t);
  double time() const { return t_; }

  /// [L] of a pair of convex parts then, less both radii and the margin; within `error`.
  N gap(std::size_t pair) const { return near(pair).gap - radii_; }
  /// [L] the least of all pairs.
  N gap() const;
  Nearness<D, N> near(std::size_t pair) const;
  N error() const { return error_; }

  /// [L] what the gap of a pair stays above from t - half to t + half: proven, along the axis as it turns.
  N bound(std::size_t pair, const Axis<D, N>& axis, double half) const;
  /// Is it proven that the gap of a pair of which one is an arc stays above `least` within that time?
  bool bow_stays_above(std::size_t pair, const N& least, double half) const;
  /// Of an arc and a point.
  Beside<N> point_beside_bow() const;
  bool has_bow() const { return a_.is_bow() || b_.is_bow(); }
  /// [L] The same by the balls around both.
  N bound_of_balls(double half) const;

  const Body<D, N>& a() const { return a_; }
  const Body<D, N>& b() const { return b_; }
  /// [L] what errors are relative to, until t
  N size(double t) const;

 private:
  Body<D, N> a_;
  Body<D, N> b_;
  std::size_t parts_a_;
  std::size_t parts_b_;
  N radii_;
  double t_ = 0.0;
  N error_{0.0};
};

/// [L] What an answer may be off by at a time: what the library promises, twice.
template <int D>
class Allowance {
 public:
  explicit Allowance(const Asked<D>& asked);
  double at(double t) const;
  double speed(double t) const;  ///< [L/T] of any two places of them, at most

 private:
  double errors_, places_, velocities_, accelerations_, jerks_, turns_;
};

/// Whether the gap of two stays above -allowance within a time.
struct Apart {
  bool proven = true;               ///< but for what is undecided
  std::optional<double> deep_at{};  ///< [T] a time at which it does not
  double deep = 0.0;                ///< [L] how deep they are then
  std::size_t pieces = 0;           ///< looked at
  std::size_t undecided = 0;        ///< pieces of few units in the last place of the time
};

/// By subdivision of [from, to]. `allowance`: of a time.
template <int D>
class Subdivision {
 public:
  explicit Subdivision(const Asked<D>& asked);
  ~Subdivision();

  Apart apart(double from, double to, const std::function<double(double)>& allowance);

  PairView<D, double>& quick() { return quick_; }
  PairView<D, long double>& fine();
  PairView<D, LongFloat>& finest();

 private:
  void divide(std::size_t pair, double from, double to, const std::function<double(double)>& allowance,
              Apart& r);
  template <class N>
  bool settle(PairView<D, N>& view, std::size_t pair, double half, double allowed, Apart& r);

  const Asked<D>& asked_;
  PairView<D, double> quick_;
  std::unique_ptr<PairView<D, long double>> fine_;
  std::unique_ptr<PairView<D, LongFloat>> finest_;
};

}  // namespace firsthit::turning_judge
