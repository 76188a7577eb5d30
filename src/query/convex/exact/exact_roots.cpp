#include "query/convex/exact/exact_roots.hpp"

#include <algorithm>
#include <utility>

// Square roots of whole numbers, no two of which have a rational ratio, are linearly independent over the
// rationals (Besicovitch 1940, doi:10.1112/jlms/s1-15.1.3). So a sum of rational multiples of such roots is
// zero only if every multiple is, and the ratio of two sums is rational only if their multiples are in
// proportion; otherwise more digits tell in the end.

namespace firsthit {
namespace {

/// vector / (scale * sqrt(radicand))
template <int D>
struct Share {
  Integer radicand;
  IntegerVec<D> vector;
  Integer scale = 1;
  Integer square;  // scale^2 * radicand
};

/// The sum of the unit vectors as shares whose roots have no rational ratio.
template <int D>
std::vector<Share<D>> shares_of(const std::vector<IntegerVec<D>>& rays) {
  std::vector<Share<D>> shares;
  for (const IntegerVec<D>& ray : rays) {
    const Integer n = dot(ray, ray);
    bool found = false;
    for (Share<D>& share : shares) {
      const Integer product = n * share.radicand;
      const Integer root = square_root(product);
      if (compare(root * root, product) != 0) continue;
      // 1 / sqrt(n) = radicand / (root sqrt(radicand))
      share.vector = root * share.vector + (share.radicand * share.scale) * ray;
      share.scale = share.scale * root;
      found = true;
      break;
    }
    if (!found) shares.push_back({n, ray, 1, 0});
  }
  std::erase_if(shares, [](const Share<D>& share) { return is_zero(share.vector); });
  for (Share<D>& share : shares) share.square = share.scale * share.scale * share.radicand;
  return shares;
}

/// One component of the sum of units: a multiple for every share, over scale * sqrt(radicand).
using RootSum = std::vector<Integer>;

/// 2^bits times the sum; the error is less than twice the number of its terms.
template <int D>
Integer enclosed(const RootSum& sum, const std::vector<Share<D>>& shares, std::size_t bits) {
  Integer r;
  for (std::size_t k = 0; k < sum.size(); ++k) {
    const Integer root = square_root(((sum[k] * sum[k]) << (2 * bits)) / shares[k].square);
    r = sum[k].sign() < 0 ? r - root : r + root;
  }
  return r;
}

Integer size_of(const Integer& a) { return a.sign() < 0 ? -a : a; }

template <int D>
int sign_of(const RootSum& sum, const std::vector<Share<D>>& shares) {
  if (std::all_of(sum.begin(), sum.end(), [](const Integer& x) { return x.sign() == 0; })) return 0;
  const Integer error(2 * static_cast<std::int64_t>(sum.size()));
  for (std::size_t bits = 64;; bits *= 2) {
    const Integer x = enclosed(sum, shares, bits);
    if (compare(size_of(x), error) > 0) return x.sign();
  }
}

/// a / b, rounded to the nearest double. Requires: b > 0.
template <int D>
double ratio(const RootSum& a, const RootSum& b, const std::vector<Share<D>>& shares) {
  std::size_t k = 0;
  while (b[k].sign() == 0) ++k;
  bool in_proportion = true;
  for (std::size_t i = 0; i < a.size(); ++i)
    in_proportion = in_proportion && compare(a[i] * b[k], a[k] * b[i]) == 0;
  if (in_proportion) return rounded_quotient(b[k].sign() < 0 ? -a[k] : a[k], size_of(b[k])).nearest;
  const Integer error(2 * static_cast<std::int64_t>(a.size()));
  for (std::size_t bits = 64;; bits *= 2) {
    const Integer x = enclosed(a, shares, bits);
    const Integer y = enclosed(b, shares, bits);
    if (compare(y, error) <= 0 || compare(size_of(x), error) <= 0) continue;
    const Integer wide = y + error;
    const Integer narrow = y - error;
    const bool positive = x.sign() > 0;
    const double low = rounded_quotient(x - error, positive ? wide : narrow).nearest;
    const double high = rounded_quotient(x + error, positive ? narrow : wide).nearest;
    if (low == high) return low;
  }
}

}  // namespace

template <int D>
Vec<D> sum_of_units(const std::vector<IntegerVec<D>>& rays) {
  const std::vector<Share<D>> shares = shares_of(rays);
  Vec<D> direction;
  if (shares.empty()) return direction;
  std::array<RootSum, static_cast<std::size_t>(D)> sums;
  for (const Share<D>& share : shares)
    for (std::size_t i = 0; i < D; ++i) sums[i].push_back(share.vector[i]);
  std::array<int, static_cast<std::size_t>(D)> signs{};
  std::size_t largest = 0;
  for (std::size_t i = 0; i < D; ++i) {
    signs[i] = sign_of(sums[i], shares);
    if (signs[i] < 0)
      for (Integer& x : sums[i]) x.negate();
    if (i == 0) continue;
    RootSum difference;
    for (std::size_t k = 0; k < shares.size(); ++k) difference.push_back(sums[i][k] - sums[largest][k]);
    if (sign_of(difference, shares) > 0) largest = i;
  }
  for (std::size_t i = 0; i < D; ++i)
    if (signs[i] != 0) direction[i] = signs[i] * ratio(sums[i], sums[largest], shares);
  return direction;
}

template Vec<2> sum_of_units(const std::vector<IntegerVec<2>>&);
template Vec<3> sum_of_units(const std::vector<IntegerVec<3>>&);

}  // namespace firsthit
