#include "query/convex/filter/filter_nearest.hpp"

#include <cmath>

namespace firsthit {
namespace {

/// Weights of the corners named by the bits of `face` at the place of their plane nearest to x: the normal
/// equations by elimination. False if the corners are nearly dependent.
template <int D>
bool weights(const Vec<D>& x, const Simplex<D>& simplex, unsigned face, std::array<double, D + 1U>& weight) {
  std::array<std::size_t, D + 1U> at{};
  std::size_t n = 0;
  for (std::size_t k = 0; k < simplex.count; ++k)
    if ((face >> k & 1U) != 0) at[n++] = k;
  weight = {};
  const Vec<D>& origin = simplex.corner[at[0]].w;
  std::array<Vec<D>, D + 1U> side;
  for (std::size_t k = 1; k < n; ++k) side[k] = simplex.corner[at[k]].w - origin;
  // Orthogonal sides, one after the other; then back.
  std::array<std::array<double, D + 1U>, D + 1U> share{};
  std::array<double, D + 1U> part{};
  Vec<D> rest = x - origin;
  for (std::size_t k = 1; k < n; ++k) {
    const double before = length_squared(side[k]);
    for (std::size_t m = 1; m < k; ++m) {
      share[k][m] = dot(side[k], side[m]) / length_squared(side[m]);
      side[k] = side[k] - share[k][m] * side[m];
    }
    const double after = length_squared(side[k]);
    if (!(after > 0x1p-80 * before)) return false;
    part[k] = dot(rest, side[k]) / after;
    rest = rest - part[k] * side[k];
  }
  double sum = 0.0;
  for (std::size_t k = n; k-- > 1;) {
    double w = part[k];
    for (std::size_t m = k + 1; m < n; ++m) w -= weight[at[m]] * share[m][k];
    weight[at[k]] = w;
    sum += w;
  }
  weight[at[0]] = 1.0 - sum;
  return true;
}

}  // namespace

template <int D>
Vec<D> nearest_place(const Vec<D>& x, Simplex<D>& simplex, bool last_is_new) {
  const unsigned needed = last_is_new ? 1U << (simplex.count - 1) : 0U;
  Vec<D> best = simplex.corner[simplex.count - 1].w;
  double least = HUGE_VAL;
  unsigned best_face = 1U << (simplex.count - 1);
  std::array<double, D + 1U> weight{};
  for (unsigned face = 1; face < 1U << simplex.count; ++face) {
    if ((face & needed) != needed || !weights<D>(x, simplex, face, weight)) continue;
    bool inside = true;
    Vec<D> place{};
    for (std::size_t k = 0; k < simplex.count; ++k) {
      if ((face >> k & 1U) == 0) continue;
      inside = inside && weight[k] > 0.0;
      place = place + weight[k] * simplex.corner[k].w;
    }
    if (!inside) continue;
    const double distance = length_squared(x - place);
    if (distance < least) {
      least = distance;
      best = place;
      best_face = face;
    }
  }
  std::size_t n = 0;
  for (std::size_t k = 0; k < simplex.count; ++k)
    if ((best_face >> k & 1U) != 0) simplex.corner[n++] = simplex.corner[k];
  simplex.count = n;
  return best;
}

template Vec<2> nearest_place(const Vec<2>&, Simplex<2>&, bool);
template Vec<3> nearest_place(const Vec<3>&, Simplex<3>&, bool);

}  // namespace firsthit
