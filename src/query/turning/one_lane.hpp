#pragma once

#include "exact/sin_cos.hpp"
#include "query/turning/turning_pair.hpp"

#include <hwy/base.h>

#include <array>
#include <cmath>
#include <limits>

// What query/batch/lanes.hpp has of many doubles, of one: for a kernel that is written once for both.

namespace firsthit::one_lane {

using Lanes = double;
using Mask = bool;

inline bool none(Mask a) { return !a; }
inline Mask always() { return true; }
inline double abs(double a) { return std::fabs(a); }
inline double sqrt(double a) { return std::sqrt(a); }
inline double either(Mask which, double yes, double no) { return which ? yes : no; }
inline double or_zero(Mask which, double yes) { return which ? yes : 0.0; }
inline double larger(double a, double b) { return a > b ? a : b; }
inline double smaller(double a, double b) { return a < b ? a : b; }
/// a with the sign of b turned into it: -a where b is below 0 or -0.0.
inline double times_sign(double a, double b) { return std::signbit(b) ? -a : a; }
/// The double after a. Requires: a >= 0.
inline double after(double a) { return std::nextafter(a, std::numeric_limits<double>::infinity()); }

/// Sines and cosines of two angles.
struct LaneTurns {
  double cos[2];
  double sin[2];
};
inline LaneTurns turns_of(double spin, double other_spin, double time) {
  const std::array<SinCos, 2> r = sin_cos_of_products(spin, other_spin, time);
  return {{r[0].cos, r[1].cos}, {r[0].sin, r[1].sin}};
}

}  // namespace firsthit::one_lane

#define FIRSTHIT_LANES one_lane
#define FIRSTHIT_LANES_BEGIN
#define FIRSTHIT_LANES_END
#include "query/turning/spinning_boxes.hpp"
#undef FIRSTHIT_LANES
#undef FIRSTHIT_LANES_BEGIN
#undef FIRSTHIT_LANES_END
