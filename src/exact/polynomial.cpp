#include "exact/polynomial.hpp"

#include <utility>

namespace firsthit {
namespace {

Surd operator+(const Surd& a, const Surd& b) { return {a.rational + b.rational, a.root + b.root}; }
Surd operator-(const Surd& a) { return {-a.rational, -a.root}; }
Surd operator*(const Dyadic& s, const Surd& a) { return {s * a.rational, s * a.root}; }

}  // namespace

Polynomial::Polynomial(std::vector<Surd> coefficients, Dyadic radicand)
    : coefficients_(std::move(coefficients)), radicand_(std::move(radicand)) {
  while (!coefficients_.empty() && sign_of(coefficients_.back()) == 0) coefficients_.pop_back();
}

int Polynomial::sign_of(const Surd& a) const {
  const int x = a.rational.sign();
  const int y = a.root.sign();
  if (y == 0 || x == y) return x;
  if (x == 0) return y;
  // Of opposite signs: the larger in size wins, and squares tell which.
  return x * (a.rational * a.rational - a.root * a.root * radicand_).sign();
}

Surd Polynomial::product(const Surd& a, const Surd& b) const {
  return {a.rational * b.rational + a.root * b.root * radicand_, a.rational * b.root + a.root * b.rational};
}

int Polynomial::sign_of_coefficient(std::size_t power) const {
  return power < coefficients_.size() ? sign_of(coefficients_[power]) : 0;
}

int Polynomial::sign_at(const Dyadic& x) const {
  Surd value;
  for (std::size_t i = coefficients_.size(); i-- > 0;) value = x * value + coefficients_[i];
  return sign_of(value);
}

Polynomial Polynomial::derivative() const {
  std::vector<Surd> r;
  for (std::size_t i = 1; i < coefficients_.size(); ++i)
    r.push_back(Dyadic(static_cast<double>(i)) * coefficients_[i]);
  return {std::move(r), radicand_};
}

Polynomial Polynomial::shifted(const Dyadic& x) const {
  std::vector<Surd> r = coefficients_;
  for (std::size_t i = 0; i + 1 < r.size(); ++i)
    for (std::size_t j = r.size() - 1; j-- > i;) r[j] = r[j] + x * r[j + 1];
  return {std::move(r), radicand_};
}

Polynomial Polynomial::divided_by_power(std::size_t k) const {
  return {{coefficients_.begin() + static_cast<std::ptrdiff_t>(k), coefficients_.end()}, radicand_};
}

Polynomial Polynomial::minus_remainder(const Polynomial& divisor) const {
  std::vector<Surd> r = coefficients_;
  const Surd& divisor_lead = divisor.coefficients_.back();
  const bool negative = sign_of(divisor_lead) < 0;
  const Surd positive_lead = negative ? -divisor_lead : divisor_lead;
  while (r.size() >= divisor.coefficients_.size()) {
    const Surd factor = negative ? r.back() : -r.back();
    const std::size_t offset = r.size() - divisor.coefficients_.size();
    for (Surd& coefficient : r) coefficient = product(positive_lead, coefficient);
    for (std::size_t i = 0; i < divisor.coefficients_.size(); ++i)
      r[offset + i] = r[offset + i] + product(factor, divisor.coefficients_[i]);
    r.pop_back();  // cancelled
  }
  for (Surd& coefficient : r) coefficient = -coefficient;
  return {std::move(r), radicand_};
}

SturmChain::SturmChain(const Polynomial& p) {
  chain_.push_back(p);
  chain_.push_back(p.derivative());
  while (!chain_.back().is_zero()) {
    Polynomial next = chain_[chain_.size() - 2].minus_remainder(chain_.back());
    chain_.push_back(std::move(next));
  }
  chain_.pop_back();
}

int SturmChain::variations_at(const Dyadic& x) const {
  int variations = 0;
  int last = 0;
  for (const Polynomial& p : chain_) {
    const int sign = p.sign_at(x);
    if (sign != 0 && last != 0 && sign != last) ++variations;
    if (sign != 0) last = sign;
  }
  return variations;
}

}  // namespace firsthit
