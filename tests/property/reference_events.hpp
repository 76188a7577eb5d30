#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

// What a gap that is a polynomial does, told by rational arithmetic in another way than the library:
// all roots of the gap and of its rate are isolated, and the signs between them tell the story.

namespace firsthit::reference {

using Coefficients = std::vector<mpq_class>;  // lowest power first

inline void trim(Coefficients& p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
}

inline mpq_class value(const Coefficients& p, const mpq_class& x) {
  mpq_class r = 0;
  for (std::size_t i = p.size(); i-- > 0;) r = r * x + p[i];
  return r;
}

inline Coefficients derivative(const Coefficients& p) {
  Coefficients r;
  for (std::size_t i = 1; i < p.size(); ++i) r.push_back(p[i] * static_cast<double>(i));
  return r;
}

inline Coefficients product(const Coefficients& a, const Coefficients& b) {
  if (a.empty() || b.empty()) return {};
  Coefficients r(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) r[i + j] += a[i] * b[j];
  return r;
}

/// The same roots and signs with whole coefficients without a common divisor: short numbers.
inline void shorten(Coefficients& p) {
  mpz_class multiple = 1;
  for (const mpq_class& c : p) mpz_lcm(multiple.get_mpz_t(), multiple.get_mpz_t(), c.get_den_mpz_t());
  mpz_class divisor = 0;
  for (mpq_class& c : p) {
    c *= multiple;
    mpz_gcd(divisor.get_mpz_t(), divisor.get_mpz_t(), c.get_num_mpz_t());
  }
  for (mpq_class& c : p) c /= divisor;
}

/// Quotient into `quotient`, remainder returned.
inline Coefficients divide(Coefficients a, const Coefficients& b, Coefficients& quotient) {
  quotient.assign(a.size() >= b.size() ? a.size() - b.size() + 1 : 0, 0);
  while (a.size() >= b.size()) {
    const mpq_class factor = a.back() / b.back();
    const std::size_t offset = a.size() - b.size();
    quotient[offset] = factor;
    for (std::size_t i = 0; i < b.size(); ++i) a[offset + i] -= factor * b[i];
    a.pop_back();
    trim(a);
  }
  return a;
}

inline Coefficients square_free(const Coefficients& p) {
  Coefficients a = p;
  Coefficients b = derivative(p);
  Coefficients quotient;
  while (!b.empty()) {
    Coefficients r = divide(a, b, quotient);
    if (!r.empty()) shorten(r);
    a = b;
    b = r;
  }
  divide(p, a, quotient);
  shorten(quotient);
  return quotient;
}

/// Counts roots by Descartes' rule of signs and halving (Vincent, Collins, Akritas), not by Sturm.
class Isolated {
 public:
  struct Interval {
    mpq_class low, high;  // the root is inside, or low == high is it
  };

  /// All roots above 0 of a square-free polynomial that is not zero at 0, in order.
  explicit Isolated(const Coefficients& p) : p_(p) {
    mpq_class sum = 1;
    for (const mpq_class& c : p) sum += abs(c / p.back());
    mpq_class bound = 1;  // a power of two, so that what is halved stays short
    while (bound < sum) bound *= 2;
    search(0, bound);
  }

  std::vector<Interval> roots;

  /// Is the root at or before x?
  bool at_or_before(std::size_t i, const mpq_class& x) const {
    const Interval& root = roots[i];
    if (root.low == root.high) return root.low <= x;
    if (x >= root.high) return true;
    if (x <= root.low) return false;
    return sgn(value(p_, x)) != sgn(value(p_, root.low));
  }

 private:
  /// Sign changes of (1 + t)^n p((low + high t) / (1 + t)): at least the roots in (low, high), and by an even
  /// number.
  std::size_t variations(const mpq_class& low, const mpq_class& high) const {
    Coefficients numerator;
    Coefficients power = {1};
    for (std::size_t i = p_.size(); i-- > 0;) {  // Horner with homogeneous powers of (1 + t)
      numerator = product(numerator, {low, high});
      numerator.resize(std::max(numerator.size(), power.size()));
      for (std::size_t j = 0; j < power.size(); ++j) numerator[j] += p_[i] * power[j];
      power = product(power, {1, 1});
    }
    std::size_t changes = 0;
    int last = 0;
    for (const mpq_class& c : numerator) {
      const int sign = sgn(c);
      if (sign != 0 && last != 0 && sign != last) ++changes;
      if (sign != 0) last = sign;
    }
    return changes;
  }

  void search(const mpq_class& low, const mpq_class& high) {
    const std::size_t changes = variations(low, high);
    if (changes == 0) return;
    if (changes == 1 && low > 0 && value(p_, low) != 0 && value(p_, high) != 0) {
      roots.push_back({low, high});
      return;
    }
    const mpq_class middle = (low + high) / 2;
    search(low, middle);
    if (value(p_, middle) == 0) roots.push_back({middle, middle});
    search(middle, high);
  }

  Coefficients p_;
};

enum class Kind { Miss, Graze, Impact, Overlap };

inline const char* name(Kind kind) {
  const char* names[] = {"miss", "graze", "impact", "overlap"};
  return names[static_cast<int>(kind)];
}

/// The story of a gap on [0, horizon]; horizon < 0 means without end.
class Story {
 public:
  Story(Coefficients gap, const mpq_class& horizon) : gap_(std::move(gap)) {
    trim(gap_);
    if (gap_.empty()) {
      kind = Kind::Graze;
      return;
    }
    Coefficients both = gap_;
    if (gap_.size() > 1) both = product(gap_, derivative(gap_));
    while (both.front() == 0) both.erase(both.begin());
    if (both.size() > 1) both = square_free(both);
    const Isolated isolated(both);
    const std::size_t count = isolated.roots.size();
    const auto within = [&](std::size_t i) { return horizon < 0 || isolated.at_or_before(i, horizon); };
    const int start = sgn(gap_.front());
    bool touched = start <= 0;
    touch_at_start = touched;

    for (std::size_t i = 0; i <= count; ++i) {  // the interval before root i
      const mpq_class from = i == 0 ? mpq_class(0) : isolated.roots[i - 1].high;
      const mpq_class to = i == count ? mpq_class(from + 1) : isolated.roots[i].low;
      mpq_class inside = (from + to) / 2;
      if (i > 0 && !within(i - 1)) break;
      const int gap_sign = sgn(value(gap_, inside));
      const int rate_sign = sgn(value(derivative(gap_), inside));
      bool root_of_gap = false;
      if (i > 0) {
        const auto& root = isolated.roots[i - 1];
        root_of_gap = root.low == root.high ? value(gap_, root.low) == 0 : vanishes(root, both);
        touched = touched || root_of_gap;
      }
      if (gap_sign < 0 && rate_sign < 0) {
        const bool on_surface = i == 0 ? start == 0 : root_of_gap;
        kind = on_surface ? Kind::Impact : Kind::Overlap;
        at_start = i == 0;
        if (i > 0) event_ = isolated.roots[i - 1];
        event_polynomial_ = both;
        return;
      }
    }
    kind = touched ? Kind::Graze : Kind::Miss;
  }

  /// Is the event in [lower, upper]?
  bool happens_within(const mpq_class& lower, const mpq_class& upper) const {
    if (at_start) return lower == 0;
    if (event_.low == event_.high) return lower <= event_.low && event_.low <= upper;
    return !before(lower) && (before(upper) || value(event_polynomial_, upper) == 0);
  }

  /// Is there an event, at or before x?
  bool has_happened_by(const mpq_class& x) const {
    if (kind == Kind::Miss || kind == Kind::Graze) return false;
    return happens_within(0, x);
  }

  Kind kind = Kind::Miss;
  bool at_start = false;
  bool touch_at_start = false;

 private:
  /// Is the event strictly before x?
  bool before(const mpq_class& x) const {
    if (x >= event_.high) return true;
    if (x <= event_.low) return false;
    const int sign = sgn(value(event_polynomial_, x));
    return sign != 0 && sign != sgn(value(event_polynomial_, event_.low));
  }

  /// Is the root of `both` in this interval a root of the gap itself (or only of its rate)?
  bool vanishes(const Isolated::Interval& root, const Coefficients& both) const {
    Coefficients a = gap_;
    Coefficients b = both;
    Coefficients quotient;
    while (!b.empty()) {
      Coefficients r = divide(a, b, quotient);
      if (!r.empty()) shorten(r);
      a = b;
      b = r;
    }
    return sgn(value(a, root.low)) != sgn(value(a, root.high));  // the greatest common divisor is square-free
  }

  Coefficients gap_;
  Isolated::Interval event_;
  Coefficients event_polynomial_;
};

}  // namespace firsthit::reference
