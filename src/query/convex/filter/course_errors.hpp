#pragma once

// What rounds of a course seen from a point, u = 2^-53: for one pair and for pairs in lanes. Smaller: an
// answer might differ from the exact stage's. Larger: that is asked more often. Whole derivation:
// docs/numerics/convex-filter.md.

namespace firsthit {

inline constexpr double kHalfUlp = 0x1p-53;  // u

/// Of a sum of products of rounded differences: two factors, a product and two sums, 5.1 u, and 3.1 u by
/// which the sum of sizes is short.
inline constexpr double kTermError = 8.0 * kHalfUlp;
/// Of products of such sums: 11 roundings of v^2 s^2 and 4 of squares and sums, 16 u, four times over.
inline constexpr double kProductError = 64.0 * kHalfUlp;

/// Of a place beside a half extent, of the sizes of all three numbers: 5 u, and one for comparing.
inline constexpr double kBesideError = 16.0 * kHalfUlp;
/// A feature of a box is nearest at a moment only if it is so this part of the way before and after: more
/// than the moment errs by.
inline constexpr double kMomentError = 0x1p-20;
/// So often its own error is p . v at least, where it says when the course is nearest: 2^-22 of that moment,
/// and some roundings.
inline constexpr double kSharpDot = 0x1p22;

}  // namespace firsthit
