#pragma once

#include "exact/sin_cos.hpp"
#include "query/turning/base/turning_pair.hpp"
#include "query/turning/base/turning_taylor.hpp"

#include <hwy/base.h>

#include <array>
#include <cmath>
#include <limits>

// What query/batch/lanes.hpp has of many doubles, of one: for a kernel that is written once for both.

namespace firsthit::one_lane {

struct Mask {
  bool m;
};
inline Mask operator&(Mask a, Mask b) {
  return {(static_cast<unsigned>(a.m) & static_cast<unsigned>(b.m)) != 0};
}
inline Mask operator|(Mask a, Mask b) {
  return {(static_cast<unsigned>(a.m) | static_cast<unsigned>(b.m)) != 0};
}
inline Mask operator!(Mask a) { return {!a.m}; }
inline bool none(Mask a) { return !a.m; }
inline Mask always() { return {true}; }

struct Lanes {
  double v;

  Lanes() = default;
  Lanes(double x) : v(x) {}  // NOLINT: as of many
};
inline Lanes operator+(Lanes a, Lanes b) { return a.v + b.v; }
inline Lanes operator-(Lanes a, Lanes b) { return a.v - b.v; }
inline Lanes operator*(Lanes a, Lanes b) { return a.v * b.v; }
inline Lanes operator/(Lanes a, Lanes b) { return a.v / b.v; }
inline Lanes operator-(Lanes a) { return -a.v; }
inline Mask operator<(Lanes a, Lanes b) { return {a.v < b.v}; }
inline Mask operator>(Lanes a, Lanes b) { return {a.v > b.v}; }
inline Mask operator<=(Lanes a, Lanes b) { return {a.v <= b.v}; }
inline Mask operator>=(Lanes a, Lanes b) { return {a.v >= b.v}; }
inline Mask operator==(Lanes a, Lanes b) { return {a.v == b.v}; }
inline Lanes abs(Lanes a) { return std::fabs(a.v); }
inline Lanes sqrt(Lanes a) { return std::sqrt(a.v); }
inline Lanes either(Mask which, Lanes yes, Lanes no) { return which.m ? yes : no; }
inline Lanes or_zero(Mask which, Lanes yes) { return which.m ? yes : 0.0; }
inline Lanes larger(Lanes a, Lanes b) { return a.v > b.v ? a : b; }
inline Lanes smaller(Lanes a, Lanes b) { return a.v < b.v ? a : b; }
/// a with the sign of b turned into it: -a where b is below 0 or -0.0.
inline Lanes times_sign(Lanes a, Lanes b) { return std::signbit(b.v) ? -a.v : a.v; }
/// The double after a. Requires: a >= 0.
inline Lanes after(Lanes a) { return std::nextafter(a.v, std::numeric_limits<double>::infinity()); }

/// Sines and cosines of two angles.
struct LaneTurns {
  Lanes cos[2];
  Lanes sin[2];
};
inline LaneTurns turns_of(Lanes spin, Lanes other_spin, Lanes time) {
  const std::array<SinCos, 2> r = sin_cos_of_products(spin.v, other_spin.v, time.v);
  return {{r[0].cos, r[1].cos}, {r[0].sin, r[1].sin}};
}

}  // namespace firsthit::one_lane

#define FIRSTHIT_LANES one_lane
#define FIRSTHIT_LANES_BEGIN
#define FIRSTHIT_LANES_END
#include "query/turning/planar/spinning_boxes.hpp"
#undef FIRSTHIT_LANES
#undef FIRSTHIT_LANES_BEGIN
#undef FIRSTHIT_LANES_END
