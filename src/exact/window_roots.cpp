#include "exact/window_roots.hpp"

#include "exact/bracketed_root.hpp"
#include "exact/double_order.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace firsthit {
namespace {

/// Bernstein's coefficients of a cubic on an interval, lowest first, times some number above 0.
using Bernstein = std::array<Integer, 4>;

int compare(const BinaryFraction& a, const BinaryFraction& b) {
  if (a.shift == b.shift) return compare(a.numerator, b.numerator);
  return a.shift < b.shift ? compare(a.numerator << (b.shift - a.shift), b.numerator)
                           : compare(a.numerator, b.numerator << (a.shift - b.shift));
}

double rounded(const BinaryFraction& x) {
  const Magnified m = x.numerator.rounded();
  return std::ldexp(m.value, static_cast<int>(m.exponent - static_cast<std::int64_t>(x.shift)));
}

Integer times(const Integer& a, std::int64_t factor) { return a * Integer(factor); }

/// On [0, 1]; all four are multiplied by 3, so that they are whole.
Bernstein on_window(const IntegerCubic& f) {
  const auto& c = f.c;
  const Integer start = times(c[0], 3);
  const Integer second = start + c[1];
  const Integer third = second + c[1] + c[2];
  return {start, second, third, third + c[1] + times(c[2], 2) + times(c[3], 3)};
}

/// Halves the interval; both results are multiplied by 8.
std::pair<Bernstein, Bernstein> halves(const Bernstein& b) {
  const Integer b01 = b[0] + b[1];
  const Integer b12 = b[1] + b[2];
  const Integer b23 = b[2] + b[3];
  const Integer b012 = b01 + b12;
  const Integer b123 = b12 + b23;
  const Integer b0123 = b012 + b123;
  return {{b[0] << 3, b01 << 2, b012 << 1, b0123}, {b0123, b123 << 1, b23 << 2, b[3] << 3}};
}

/// What the signs of coefficients tell about the roots inside, by Descartes' rule.
struct Variations {
  int count = 0;  ///< roots in the open interval, or an even number more; exact if 0 or 1
  int first = 0;  ///< sign right behind the start of the interval
  int last = 0;   ///< sign right before its end
};

template <class Coefficients>
Variations variations(const Coefficients& b, std::size_t n) {
  Variations r;
  for (std::size_t i = 0; i < n; ++i) {
    const int sign = b[i].sign();
    if (sign == 0) continue;
    if (r.first == 0) r.first = sign;
    if (r.last != 0 && sign != r.last) ++r.count;
    r.last = sign;
  }
  return r;
}

/// The variations of a polynomial of degree 1 or 2 on an interval. (G(x, y): its polar form, where
/// G(x, x) = g(x); the coefficients on [a, b] are G(a, a), G(a, b), G(b, b).)
Variations variations_on(const IntegerCubic& g, const BinaryFraction& low, const BinaryFraction& high) {
  const std::size_t m = std::max(low.shift, high.shift);
  const Integer a = low.numerator << (m - low.shift);
  const Integer b = high.numerator << (m - high.shift);
  if (g.c[2].sign() == 0) {
    const Integer start = g.c[0] << m;
    return variations(std::array{start + g.c[1] * a, start + g.c[1] * b}, 2);
  }
  const Integer start = g.c[0] << (2 * m + 1);
  const Integer slope = g.c[1] << m;
  const Integer bend = g.c[2] << 1;
  const Integer at_a = slope * a;
  const Integer at_b = slope * b;
  const Integer bend_a = bend * a;
  return variations(std::array{start + (at_a << 1) + bend_a * a, start + at_a + at_b + bend_a * b,
                               start + (at_b << 1) + bend * b * b},
                    3);
}

/// The sign of f(p / q). Requires: q is not 0.
int sign_at_ratio(const IntegerCubic& f, const Integer& p, const Integer& q) {
  const int degree = f.degree();
  if (degree < 0) return 0;
  auto i = static_cast<std::size_t>(degree);
  Integer value = f.c[i];
  Integer power = q;
  while (i-- > 0) {
    value = value * p + f.c[i] * power;
    power = power * q;
  }
  return degree % 2 != 0 && q.sign() < 0 ? -value.sign() : value.sign();
}

/// The smaller (half -1) or the larger (half 1) of two different real roots of a quadratic polynomial.
class QuadraticRoot {
 public:
  QuadraticRoot(const IntegerCubic& g, int half) : g_(g), half_(half) {}

  /// The sign of root - p / q.
  int side_of(const Integer& p, const Integer& q) const {
    const int from_middle = ((g_.c[2] * p << 1) + g_.c[1] * q).sign() * g_.c[2].sign() * q.sign();
    if (from_middle != half_) return half_;
    return -half_ * sign_at_ratio(g_, p, q) * g_.c[2].sign();
  }

 private:
  const IntegerCubic& g_;
  int half_;
};

/// A polynomial of degree 1, and how often it divides another.
struct LinearFactor {
  IntegerCubic f;
  int multiplicity;
};

/// The factors of f, if f has a root more than once.
std::vector<LinearFactor> linear_factors(const IntegerCubic& f) {
  const auto& c = f.c;
  if (f.degree() == 2) {
    if ((c[1] * c[1] - (c[0] * c[2] << 2)).sign() != 0) return {};
    return {{{{c[1], c[2] << 1, 0, 0}}, 2}};
  }
  // alpha t + beta: the remainder of 9 c[3] f on division by its derivative. It has the double root.
  const Integer alpha = times(c[1] * c[3], 6) - (c[2] * c[2] << 1);
  const Integer beta = times(c[0] * c[3], 9) - c[1] * c[2];
  if (alpha.sign() == 0 && beta.sign() == 0) return {{{{c[2], times(c[3], 3), 0, 0}}, 3}};
  if (alpha.sign() == 0) return {};
  const IntegerCubic derivative = {{c[1], c[2] << 1, times(c[3], 3), 0}};
  if (sign_at_ratio(derivative, -beta, alpha) != 0) return {};
  return {{{{beta, alpha, 0, 0}}, 2}, {{{c[2] * alpha - (beta * c[3] << 1), c[3] * alpha, 0, 0}}, 1}};
}

/// Collects the roots in the open interval (number, number + 1) / 2^depth by halving it.
class Isolation {
 public:
  Isolation(const IntegerCubic& f, std::vector<WindowRoot>& roots) : f_(f), roots_(roots) {}

  void search(Bernstein b, Integer number, std::size_t depth) {
    Variations v = variations(b, 4);
    while (v.count > 1) {
      auto [left, right] = halves(b);
      ++depth;
      number = number << 1;
      const Variations of_left = variations(left, 4);
      v = variations(right, 4);
      if (right[0].sign() == 0 || (of_left.count > 0 && v.count > 0)) {  // at most twice for a cubic
        search(std::move(left), number, depth);
        if (right[0].sign() == 0) roots_.emplace_back(BinaryFraction{number + 1, depth});
      } else if (of_left.count > 0) {
        v = of_left;
        b = std::move(left);
        continue;
      }
      number = number + 1;
      b = std::move(right);
    }
    if (v.count == 1)
      roots_.emplace_back(f_, BinaryFraction{number, depth}, BinaryFraction{number + 1, depth}, v.last);
  }

 private:
  const IntegerCubic& f_;
  std::vector<WindowRoot>& roots_;
};

}  // namespace

BinaryFraction::BinaryFraction(double x) {
  if (x == 0.0) return;
  int exponent = 0;
  auto mantissa = static_cast<std::int64_t>(std::frexp(x, &exponent) * 0x1p53);
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(mantissa));
  numerator = Integer(mantissa >> zeros);
  shift = static_cast<std::size_t>(53 - zeros - exponent);
}

int IntegerCubic::degree() const {
  int n = 3;
  while (n >= 0 && c[static_cast<std::size_t>(n)].sign() == 0) --n;
  return n;
}

int IntegerCubic::sign_at(const BinaryFraction& t) const {
  const int n = degree();
  if (n < 0) return 0;
  auto i = static_cast<std::size_t>(n);
  Integer value = c[i];
  std::size_t shift = 0;
  while (i-- > 0) {
    shift += t.shift;
    value = value * t.numerator + (c[i] << shift);
  }
  return value.sign();
}

WindowRoot::WindowRoot(BinaryFraction root) : low_(std::move(root)), high_(low_), known_(true) {}

WindowRoot::WindowRoot(const IntegerCubic& f, BinaryFraction low, BinaryFraction high, int sign_after)
    : f_(f), low_(std::move(low)), high_(std::move(high)), sign_after_(sign_after) {}

int WindowRoot::side_of(const BinaryFraction& x) const {
  if (known_) return compare(low_, x);
  if (compare(x, low_) <= 0) return 1;
  if (compare(x, high_) >= 0) return -1;
  return -f_.sign_at(x) * sign_after_;
}

void WindowRoot::set_low(const BinaryFraction& x) {
  if (compare(x, low_) > 0) low_ = x;
}

void WindowRoot::set_high(const BinaryFraction& x) {
  if (compare(x, high_) < 0) high_ = x;
}

void WindowRoot::set_root(const BinaryFraction& x) {
  low_ = x;
  high_ = x;
  known_ = true;
}

/// A double near the root, from coefficients that were rounded.
double WindowRoot::guess() const {
  if (known_) return std::min(rounded(low_), 1.0);
  std::array<Magnified, 4> magnified;
  std::int64_t largest = INT64_MIN;
  for (std::size_t i = 0; i < 4; ++i) {
    magnified[i] = f_.c[i].rounded();
    if (magnified[i].value != 0.0) largest = std::max(largest, magnified[i].exponent);
  }
  std::array<double, 4> c{};
  for (std::size_t i = 0; i < 4; ++i)
    if (magnified[i].value != 0.0)
      c[i] = std::ldexp(magnified[i].value,
                        static_cast<int>(std::max<std::int64_t>(magnified[i].exponent - largest, -2000)));
  const auto f = [&c](double t) {
    return Slope{((c[3] * t + c[2]) * t + c[1]) * t + c[0], (3.0 * c[3] * t + 2.0 * c[2]) * t + c[1]};
  };
  return std::clamp(bracketed_root(rounded(low_), rounded(high_), sign_after_ > 0, f), 0.0, 1.0);
}

Enclosure WindowRoot::enclosure() {
  // Steps of growing length away from the guess, then halving, among the doubles by their number.
  std::int64_t low = 0;
  std::int64_t high = ordinal(1.0);
  std::int64_t next = ordinal(guess());
  std::int64_t step = 1;
  bool below = false;
  bool above = false;
  while (true) {
    const double x = from_ordinal(next);
    const BinaryFraction fraction(x);
    const int side = side_of(fraction);
    if (side == 0) {
      set_root(fraction);
      return {x, x};
    }
    (side > 0 ? low : high) = next;
    (side > 0 ? below : above) = true;
    if (high - low == 1) break;
    if ((below && above) || step >= high - low) {
      next = low + (high - low) / 2;
    } else {
      next = side > 0 ? low + step : high - step;
      step *= 2;
    }
  }
  const Enclosure r = {from_ordinal(low), from_ordinal(high)};
  if (!known_) {
    set_low(BinaryFraction(r.lower));
    set_high(BinaryFraction(r.upper));
  }
  return r;
}

/// The sign of root - p / q.
int WindowRoot::side_of_ratio(const Integer& p, const Integer& q) const {
  const auto against = [&](const BinaryFraction& x) {  // the sign of p / q - x
    return ((p << x.shift) - x.numerator * q).sign() * q.sign();
  };
  if (against(low_) <= 0) return 1;
  if (against(high_) >= 0) return -1;
  return -sign_at_ratio(f_, p, q) * sign_after_;
}

/// The sign of root - other, where that is the smaller (half -1) or larger (half 1) root of `of`.
/// Requires: the degree of f is 2 or 3; `of` has two roots.
int WindowRoot::side_of_root(const IntegerCubic& of, int half) const {
  const QuadraticRoot other(of, half);
  if (other.side_of(low_.numerator, Integer(1) << low_.shift) <= 0) return 1;
  if (other.side_of(high_.numerator, Integer(1) << high_.shift) >= 0) return -1;
  // f there is the remainder of f on division by g, start + slope t, over g's leading coefficient or its
  // square.
  const auto& c = f_.c;
  const auto& g = of.c;
  Integer start;
  Integer slope;
  int sign = 1;
  if (f_.degree() == 2) {
    start = g[2] * c[0] - c[2] * g[0];
    slope = g[2] * c[1] - c[2] * g[1];
    sign = g[2].sign();
  } else {
    const Integer square = g[2] * g[2];
    const Integer quotient = c[2] * g[2] - c[3] * g[1];
    start = square * c[0] - quotient * g[0];
    slope = square * c[1] - c[3] * g[2] * g[0] - quotient * g[1];
  }
  sign *= slope.sign() == 0 ? start.sign() : slope.sign() * other.side_of(-start, slope);
  return -sign * sign_after_;
}

int WindowRoot::sign_of(const IntegerCubic& g) const {
  const int degree = g.degree();
  if (degree <= 0) return g.c[0].sign();
  if (known_) return g.sign_at(low_);
  if (f_.degree() == 1) return sign_at_ratio(g, -f_.c[0], f_.c[1]);
  const Variations v = variations_on(g, low_, high_);
  if (v.count == 0) return v.first;
  if (degree == 1) return g.c[1].sign() * side_of_ratio(-g.c[0], g.c[1]);
  const int outside = g.c[2].sign();
  const int discriminant = (g.c[1] * g.c[1] - (g.c[0] * g.c[2] << 2)).sign();
  if (discriminant < 0) return outside;
  const int half = side_of_ratio(-g.c[1], g.c[2] << 1);
  if (discriminant == 0) return half == 0 ? 0 : outside;
  if (half == 0) return -outside;
  return outside * half * side_of_root(g, half);
}

std::vector<WindowRoot> window_roots(const IntegerCubic& f) {
  std::vector<WindowRoot> roots;
  const Bernstein b = on_window(f);
  if (variations(b, 4).count > 1) {
    const std::vector<LinearFactor> factors = linear_factors(f);
    for (const LinearFactor& factor : factors)
      for (WindowRoot& root : window_roots(factor.f)) {
        root.set_multiplicity(factor.multiplicity);
        roots.push_back(std::move(root));
      }
    if (!factors.empty()) return roots;
  }
  // At an end of the window, as many coefficients in a row vanish as there are roots.
  const auto vanishes = [](const Integer& x) { return x.sign() == 0; };
  const auto at_start = std::find_if_not(b.begin(), b.end(), vanishes) - b.begin();
  const auto at_end = std::find_if_not(b.rbegin(), b.rend(), vanishes) - b.rbegin();
  if (at_start > 0) roots.emplace_back(BinaryFraction{}).set_multiplicity(static_cast<int>(at_start));
  Isolation(f, roots).search(b, 0, 0);
  if (at_end > 0) roots.emplace_back(BinaryFraction{1, 0}).set_multiplicity(static_cast<int>(at_end));
  return roots;
}

}  // namespace firsthit
