#pragma once

#include <firsthit/features.hpp>

#include <gmpxx.h>

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

// Touching features decided a second time, in another way: GMP's numbers, the textbook's conditions
// (barycentric coordinates along the normal, ends on segments where there is none), Sturm's theorem to
// find roots and Tarski's to tell signs at them.

namespace firsthit::oracle {

/// Lowest power first, the last coefficient not zero.
using Polynomial = std::vector<mpz_class>;
using Place = std::array<Polynomial, 3>;

Polynomial trimmed(Polynomial p);
Polynomial operator-(const Polynomial& a, const Polynomial& b);
Polynomial operator+(const Polynomial& a, const Polynomial& b);
Polynomial operator*(const Polynomial& a, const Polynomial& b);
Place operator-(const Place& a, const Place& b);
Place cross(const Place& a, const Place& b);
Polynomial dot(const Place& a, const Place& b);

/// Something that is true of a moment if the signs of polynomials say so.
struct Sign {
  std::function<int(const Polynomial&)> of;
};

/// A pair of features as formulas over polynomials in time.
struct Formula {
  Polynomial necessary;                      ///< zero at every touch
  std::vector<Polynomial> all;               ///< all that `holds` looks at
  std::function<bool(const Sign&)> touches;  ///< at a moment
};

Formula formula(const Deformation<VertexFace>& pair);
Formula formula(const Deformation<EdgeEdge>& pair);
Formula formula(const Deformation<PointSegment>& pair);

/// A moment in [0, 1]: a fraction, or the only root of f between two fractions that are none.
struct Moment {
  Polynomial f;
  mpq_class low;
  mpq_class high;  ///< equals low if it is a fraction

  bool is_fraction() const { return low == high; }
  int sign_of(const Polynomial& g) const;
  /// How often p is zero there: the number of its derivatives, itself included, that vanish in a row.
  int multiplicity_in(const Polynomial& p) const;
  /// Is it before x (-1), at it, or behind it?
  int side_of(const mpq_class& x) const;
};

/// The moments at which a touch may begin that are touches.
std::vector<Moment> touches(const Formula& formula);

/// Does one feature pass through the other at this touch?
bool is_impact(const Formula& formula, const Moment& moment);

/// What is wrong with an answer; empty if nothing is.
std::string objection(const Formula& formula, const FeatureTouch& answer);
std::string objection(const Formula& formula, const FeatureEncounter& answer);

}  // namespace firsthit::oracle
