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

/// To the time since t. All above kDegree are 0.
template <std::size_t kDegree>
void shift(RoundedPolynomial& p, double t) {
  if (t == 0.0) return;
  const double length = std::fabs(t);
  for (std::size_t i = 0; i < kDegree; ++i)
    for (std::size_t j = kDegree; j-- > i;) {
      p.c[j] += t * p.c[j + 1];
      p.size[j] += length * p.size[j + 1];
    }
}

/// No value is below the least of Bernstein's coefficients.
template <std::size_t kDegree>
bool positive(RoundedPolynomial p, double begin, double end) {
  shift<kDegree>(p, begin);
  std::array<double, 5>& h = p.c;
  double sizes = p.size[0];
  double power = 1.0;
  for (std::size_t k = 1; k <= kDegree; ++k) {
    power *= end - begin;
    h[k] *= power;
    sizes += p.size[k] * power;
  }
  if constexpr (kDegree <= 2)
    return std::min({h[0], h[0] + h[1] / 2.0, h[0] + (h[1] + h[2])}) > kSumError * sizes;
  const double least =
      std::min({h[0], h[0] + h[1] / 4.0, h[0] + (h[1] / 2.0 + h[2] / 6.0),
                h[0] + ((0.75 * h[1] + h[2] / 2.0) + h[3] / 4.0), h[0] + ((h[1] + h[2]) + (h[3] + h[4]))});
  return least > kSumError * sizes;
}

}  // namespace

RoundedPolynomial RoundedPolynomial::operator-() const {
  RoundedPolynomial r = *this;
  for (double& x : r.c) x = -x;
  return r;
}

RoundedPolynomial RoundedPolynomial::shifted(double t) const {
  RoundedPolynomial r = *this;
  switch (degree) {
    case 4:
      shift<4>(r, t);
      break;
    case 3:
      shift<3>(r, t);
      break;
    default:
      shift<2>(r, t);
  }
  return r;
}

bool RoundedPolynomial::surely_positive(double begin, double end) const {
  if (degree == 4) return positive<4>(*this, begin, end);
  return degree == 3 ? positive<3>(*this, begin, end) : positive<2>(*this, begin, end);
}

RoundedPolynomial RoundedPolynomial::rate(double sign) const {
  RoundedPolynomial r;
  r.degree = degree - 1;
  for (std::size_t k = 1; k < c.size(); ++k) {
    r.c[k - 1] = sign * (static_cast<double>(k) * c[k]);
    r.size[k - 1] = static_cast<double>(k) * size[k];
  }
  return r;
}

bool RoundedPolynomial::surely_rises(double begin, double end) const {
  return rate(1.0).surely_positive(begin, end);
}

bool RoundedPolynomial::surely_falls(double begin, double end) const {
  return rate(-1.0).surely_positive(begin, end);
}

bool RoundedPolynomial::surely_rises_from_rest(double end) const {
  if (degree < 2 || size[1] != 0.0) return false;
  RoundedPolynomial part = rate(1.0);  // over t
  --part.degree;
  for (std::size_t k = 0; k <= part.degree; ++k) {
    part.c[k] = part.c[k + 1];
    part.size[k] = part.size[k + 1];
  }
  part.c[part.degree + 1] = 0.0;
  return part.surely_positive(0.0, end);
}

int RoundedPolynomial::sure_sign(double t) const {
  const double length = std::fabs(t);
  double value = c[4];
  double sizes = size[4];
  for (std::size_t k = c.size() - 1; k-- > 0;) {
    value = c[k] + t * value;
    sizes = size[k] + length * sizes;
  }
  if (!(std::fabs(value) > kSumError * sizes)) return 0;
  return value > 0.0 ? 1 : -1;
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
