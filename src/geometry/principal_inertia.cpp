#include <firsthit/shape.hpp>

#include "core/vec_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace firsthit::inline v0 {
namespace {

/// More than any symmetric matrix of three rows takes.
constexpr int kMostSweeps = 32;

/// What is left beside the diagonal, over the largest moment, is nothing. Smaller: rounding goes around for
/// nothing. Larger: moments and axes are off by its square, and by it over their differences.
constexpr double kDiagonal = 0x1p-54;

/// Turned by a rotation about a coordinate axis, of which this is the tangent.
Orientation<3> turned_about(const Orientation<3>& q, std::size_t axis, double cosine, double sine) {
  const double w = std::sqrt(0.5 * (1.0 + cosine));
  Vec<3> v;
  v[axis] = sine / (2.0 * w);
  const Vec<3> of_q{q.x, q.y, q.z};
  const Vec<3> r = q.w * v + w * of_q + cross(of_q, v);
  return {q.w * w - dot(of_q, v), r[0], r[1], r[2]};
}

}  // namespace

PrincipalInertia principal_inertia(const Shape<3>& shape) {
  std::array<Vec<3>, 3> rows = mass_properties<3>(shape).inertia_per_mass;
  PrincipalInertia r;
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    const double most = std::max(rows[0][0], std::max(rows[1][1], rows[2][2]));
    bool is_diagonal = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t i = (k + 1) % 3;
      const std::size_t j = (k + 2) % 3;
      if (!(std::fabs(rows[i][j]) > kDiagonal * most)) continue;
      is_diagonal = false;
      // The smaller rotation about the axis k after which the product of the two others is 0.
      const double ratio = (rows[j][j] - rows[i][i]) / (2.0 * rows[i][j]);
      const double tangent = std::copysign(1.0, ratio) / (std::fabs(ratio) + std::sqrt(1.0 + ratio * ratio));
      const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
      const double sine = tangent * cosine;
      const double shift = tangent * rows[i][j];
      rows[i][i] -= shift;
      rows[j][j] += shift;
      const double of_i = rows[i][k];
      const double of_j = rows[j][k];
      rows[i][k] = rows[k][i] = cosine * of_i - sine * of_j;
      rows[j][k] = rows[k][j] = sine * of_i + cosine * of_j;
      rows[i][j] = rows[j][i] = 0.0;
      r.axes = turned_about(r.axes, k, cosine, -sine);
    }
    if (is_diagonal) break;
  }
  r.moments = {rows[0][0], rows[1][1], rows[2][2]};
  return r;
}

}  // namespace firsthit::inline v0
