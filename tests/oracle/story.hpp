#pragma once

#include "oracle/bodies.hpp"

#include <firsthit/first_hit.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <string>

// What happens to two convex sets, as exact arithmetic tells it. The law: docs/numerics/convex.md.

namespace firsthit::judging {

/// What happens within the window, and whether it is there from the start.
struct Truth {
  Outcome outcome = Outcome::Miss;
  bool at_start = false;
};

template <int D>
class Story {
 public:
  virtual ~Story() = default;

  const Truth& truth() const { return truth_; }
  /// The sign of the gap at t.
  virtual int gap_sign(double t) const = 0;
  /// Is the first touch after t (1), at t (0) or before (-1)? Requires: there is one, not at the start.
  virtual int side(double t) const = 0;
  /// Of the normal, any length; zero if there is none. `contact`: the time of the event or of the first
  /// touch, rounded down. Requires: they touch.
  virtual Vector<mpz_class, D> direction(double contact) const = 0;
  /// [L] The gap at t, to rounding, without the margin.
  virtual double gap(double t) const = 0;
  /// Is the normal made of several that are equally deep?
  virtual bool is_tie() const { return false; }

 protected:
  Truth truth_;
};

/// The story of a pair until `end`, which may be infinite. The pair must outlive it.
template <int D>
std::unique_ptr<Story<D>> told(const Pair<D>& pair, double end);

/// All x with normal . x <= offset, each of both in units of its own.
template <int D>
struct ExactPlane {
  Vector<mpz_class, D> normal;
  int normal_unit = 0;
  mpz_class offset;
  int offset_unit = 0;
};

template <int D>
ExactPlane<D> exact_plane(const HalfSpace<D>& plane);

/// The story of a half-space and a convex set.
template <int D>
std::unique_ptr<Story<D>> told(const ExactPlane<D>& plane, const Linear<D>& at_plane, const Body<D>& b,
                               const Linear<D>& at_b, double margin, double end);

/// The story of two half-spaces: they are apart for a while only if their normals are exactly opposite.
template <int D>
std::unique_ptr<Story<D>> told(const HalfSpace<D>& a, const Linear<D>& at_a, const HalfSpace<D>& b,
                               const Linear<D>& at_b, double margin, double end);

/// What is wrong with bounds on the time of a touch, of which `side` tells as Story::side; empty if nothing
/// is.
template <class Side>
std::string check_time(double lower, double upper, const Side& side) {
  if (!(lower >= 0.0)) return "a time before the start";
  const int seen = side(lower);
  if (seen < 0) return "too late: a touch before";
  if (seen == 0) return upper == lower ? "" : "a touch at a double, which should be both bounds";
  if (upper == lower) return "too early: a touch behind";
  if (upper != std::nextafter(lower, std::numeric_limits<double>::infinity())) return "not neighbours";
  const int behind = side(upper);
  if (behind == 0) return "a touch at the upper bound, which should be both bounds";
  return behind > 0 ? "too early: a touch behind the upper bound" : "";
}

/// The same for a time that was rounded down.
template <class Side>
std::string check_rounded_down(double t, const Side& side) {
  const bool exact = t >= 0.0 && side(t) == 0;
  return check_time(t, exact ? t : std::nextafter(t, std::numeric_limits<double>::infinity()), side);
}

/// "impact".
std::string name(Outcome outcome);

/// The direction over its largest component, each component rounded to the nearest double.
template <int D>
Vec<D> rounded_direction(const Vector<mpz_class, D>& direction);

}  // namespace firsthit::judging
