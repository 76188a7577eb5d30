#include "query/ballistic/flight_proof.hpp"

#include "exact/signed_sum.hpp"
#include "query/round/ball_kernels.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

/// Of sums of coefficients, relative to the sum of their sizes. A coefficient has at most 12 roundings,
/// within 16 u; moving it by Horner's scheme 8 u, turning it into Bernstein's 10 u: 34 u, counted as 128 u =
/// 2^-46. Smaller than 34 u: what is proven might not be so. Larger: fewer proofs.
/// docs/numerics/ball-kernels.md.
constexpr double kSumError = 0x1p-46;

}  // namespace

RoundedPolynomial RoundedPolynomial::operator-() const {
  RoundedPolynomial r = *this;
  for (double& x : r.c) x = -x;
  return r;
}

RoundedPolynomial RoundedPolynomial::shifted(double t) const {
  RoundedPolynomial r = *this;
  if (t == 0.0) return r;
  const double length = std::fabs(t);
  for (std::size_t i = 0; i < degree; ++i)
    for (std::size_t j = degree; j-- > i;) {
      r.c[j] += t * r.c[j + 1];
      r.size[j] += length * r.size[j + 1];
    }
  return r;
}

bool RoundedPolynomial::surely_positive(double begin, double end) const {
  const RoundedPolynomial p = shifted(begin);
  std::array<double, 5> h = p.c;
  double sizes = p.size[0];
  double power = 1.0;
  for (std::size_t k = 1; k <= degree; ++k) {
    power *= end - begin;
    h[k] *= power;
    sizes += p.size[k] * power;
  }
  // No value is below the least of Bernstein's coefficients.
  if (degree <= 2) return std::min({h[0], h[0] + h[1] / 2.0, h[0] + (h[1] + h[2])}) > kSumError * sizes;
  const double least =
      std::min({h[0], h[0] + h[1] / 4.0, h[0] + (h[1] / 2.0 + h[2] / 6.0),
                h[0] + ((0.75 * h[1] + h[2] / 2.0) + h[3] / 4.0), h[0] + ((h[1] + h[2]) + (h[3] + h[4]))});
  return least > kSumError * sizes;
}

bool RoundedPolynomial::surely_rises(double begin, double end) const {
  RoundedPolynomial rate;
  rate.degree = degree - 1;
  for (std::size_t k = 1; k <= degree; ++k) {
    rate.c[k - 1] = static_cast<double>(k) * c[k];
    rate.size[k - 1] = static_cast<double>(k) * size[k];
  }
  return rate.surely_positive(begin, end);
}

bool RoundedPolynomial::surely_rises_from_rest(double end) const {
  if (degree < 2 || size[1] != 0.0) return false;
  RoundedPolynomial part;  // of the rate, over t
  part.degree = degree - 2;
  for (std::size_t k = 2; k <= degree; ++k) {
    part.c[k - 2] = static_cast<double>(k) * c[k];
    part.size[k - 2] = static_cast<double>(k) * size[k];
  }
  return part.surely_positive(0.0, end);
}

int RoundedPolynomial::sure_trend() const {
  for (std::size_t k = 1; k <= degree; ++k) {
    if (size[k] == 0.0) continue;
    if (std::fabs(c[k]) > kSumError * size[k]) return c[k] > 0.0 ? 1 : -1;
    break;
  }
  return 0;
}

bool RoundedPolynomial::stays_positive(double t) const { return surely_positive(t, t) && only_rises(t); }

bool RoundedPolynomial::only_rises(double t) const {
  const RoundedPolynomial p = shifted(t);
  for (std::size_t k = 1; k <= degree; ++k)
    if (!(p.c[k] >= kSumError * p.size[k])) return false;
  return true;
}

double RoundedPolynomial::growth(double t) const {
  double sum = 0.0;
  for (std::size_t k = degree; k > 0; --k) sum = t * (sum + size[k]);
  return sum;
}

void set_coefficient(RoundedPolynomial& p, std::size_t power, const double* a, const double* b,
                     std::size_t count) {
  const RoundedSum sum(a, b, count);
  p.c[power] = sum.keeps_digits() ? sum.value : sharp_sum(a, b, count);
  p.size[power] = sum.keeps_digits() ? sum.size : std::fabs(p.c[power]) + 0x1p-50 * sum.size;
}

double root_guess(const RoundedPolynomial& p) {
  constexpr int kMostSteps = 12;
  const auto& c = p.c;
  const double disc = c[1] * c[1] - 4.0 * (c[2] * c[0]);
  if (!(disc > 0.0)) return kNever;
  const double root = std::sqrt(disc);
  double t = kNever;
  if (c[1] < 0.0) t = (2.0 * c[0]) / (root - c[1]);
  if (c[1] >= 0.0 && c[2] < 0.0) t = (c[1] + root) / (-2.0 * c[2]);
  if (p.degree == 2 || !(t < kNever)) return t;
  for (int i = 0; i < kMostSteps; ++i) {
    const double value = c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * c[4])));
    const double rate = c[1] + t * (2.0 * c[2] + t * (3.0 * c[3] + t * (4.0 * c[4])));
    const double step = value / rate;
    if (!(rate < 0.0)) return kNever;
    t -= step;
    if (!(std::fabs(step) > 0x1p-50 * t)) break;
  }
  return t > 0.0 ? t : kNever;
}

std::optional<double> small_bounce_delay(const RoundedPolynomial& gap, double size) {
  constexpr double kTouching = 0x1p-20;
  constexpr int kMostSteps = 20;
  const auto& c = gap.c;
  if (std::fabs(c[0]) > kTouching * size) return std::nullopt;
  double t = plane_delay(c[0], c[1], 2.0 * c[2]);
  if (!(t > 0.0 && t < kNever)) return t;
  // Newton's steps to the root, or to the summit if that is not above 0.
  const bool is_summit = c[1] * c[1] <= 4.0 * c[2] * c[0];
  double step = t;
  for (int i = 0; i < kMostSteps && std::fabs(step) > 0x1p-52 * t; ++i) {
    const double value = c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * c[4])));
    const double rate = c[1] + t * (2.0 * c[2] + t * (3.0 * c[3] + t * 4.0 * c[4]));
    const double bend = 2.0 * c[2] + t * (6.0 * c[3] + t * 12.0 * c[4]);
    step = is_summit ? rate / bend : value / rate;
    t -= step;
  }
  // Further away the places themselves are known better.
  return t > 0.0 && gap.growth(t) <= size ? std::optional(t) : std::nullopt;
}

template <int D>
RoundedPolynomial squared_gap(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma, double sign) {
  RoundedPolynomial p;
  std::array<double, static_cast<std::size_t>(D) + 1> left{};
  std::array<double, static_cast<std::size_t>(D) + 1> right{};
  for (std::size_t i = 0; i < D; ++i) {
    left[i] = right[i] = d[i];
    const double square = v[i] * v[i];
    const double pull = d[i] * g[i];
    p.c[2] += square + pull;
    p.size[2] += square + std::fabs(pull);
    p.c[3] += v[i] * g[i];
    p.size[3] += std::fabs(v[i] * g[i]);
    p.c[4] += 0.25 * (g[i] * g[i]);
  }
  p.size[4] = p.c[4];
  left[D] = -sigma;
  right[D] = sigma;
  set_coefficient(p, 0, left.data(), right.data(), D + 1);
  for (std::size_t i = 0; i < D; ++i) right[i] = 2.0 * v[i];
  set_coefficient(p, 1, left.data(), right.data(), D);
  return sign < 0.0 ? -p : p;
}

template RoundedPolynomial squared_gap(const Vec<2>&, const Vec<2>&, const Vec<2>&, double, double);
template RoundedPolynomial squared_gap(const Vec<3>&, const Vec<3>&, const Vec<3>&, double, double);

}  // namespace firsthit
