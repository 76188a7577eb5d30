#include "exact/integer.hpp"

#include "core/expect.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t kLimbBits = 64;

/// r[0, n) += a[0, n) * b; returns the carry.
std::uint64_t add_product(std::uint64_t* r, const std::uint64_t* a, std::size_t n, std::uint64_t b) {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Wide t = static_cast<Wide>(a[i]) * b + r[i] + carry;
    r[i] = static_cast<std::uint64_t>(t);
    carry = static_cast<std::uint64_t>(t >> kLimbBits);
  }
  return carry;
}

/// r[0, n + m) = a[0, n) * b[0, m).
void product(std::uint64_t* r, const std::uint64_t* a, std::uint32_t n, const std::uint64_t* b,
             std::uint32_t m) {
  std::fill_n(r, n, 0);
  for (std::uint32_t i = 0; i < m; ++i) r[i + n] = add_product(r + i, a, n, b[i]);
}

}  // namespace

Integer::Integer(std::int64_t value) {
  if (value == 0) return;
  sign_ = value < 0 ? -1 : 1;
  size_ = 1;
  inline_[0] = value < 0 ? ~static_cast<std::uint64_t>(value) + 1U : static_cast<std::uint64_t>(value);
}

void Integer::reserve(std::uint32_t limbs) {
  if (limbs <= capacity_) return;
  release();
  limbs_ = new std::uint64_t[limbs];
  capacity_ = limbs;
}

void Integer::assign(const Integer& other) {
  reserve(other.size_);
  size_ = other.size_;
  sign_ = other.sign_;
  std::copy_n(other.limbs_, size_, limbs_);
}

void Integer::take(Integer& other) {
  size_ = other.size_;
  sign_ = other.sign_;
  if (other.limbs_ == other.inline_) {
    std::copy_n(other.inline_, size_, limbs_);
    return;
  }
  release();
  limbs_ = other.limbs_;
  capacity_ = other.capacity_;
  other.limbs_ = other.inline_;
  other.capacity_ = kInline;
  other.size_ = 0;
  other.sign_ = 0;
}

Integer& Integer::operator=(const Integer& other) {
  if (this != &other) assign(other);
  return *this;
}

Integer& Integer::operator=(Integer&& other) noexcept {
  if (this != &other) take(other);
  return *this;
}

void Integer::trim() {
  while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
  if (size_ == 0) sign_ = 0;
}

Integer Integer::scaled(double value, std::int64_t shift) {
  if (value == 0.0) return {};
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);
  auto mantissa = static_cast<std::uint64_t>(fraction * 0x1p53);
  std::int64_t place = exponent - 53 + shift;
  const int zeros = std::countr_zero(mantissa);
  mantissa >>= zeros;
  place += zeros;
  FIRSTHIT_EXPECT(place >= 0);
  Integer r(static_cast<std::int64_t>(mantissa));
  if (value < 0.0) r.negate();
  return r << static_cast<std::size_t>(place);
}

std::optional<Integer> Integer::parse(std::string_view decimal) {
  const bool minus = !decimal.empty() && decimal.front() == '-';
  if (!decimal.empty() && (minus || decimal.front() == '+')) decimal.remove_prefix(1);
  if (decimal.empty()) return std::nullopt;
  constexpr std::size_t kDigits = 18;  // that an int64 holds
  Integer r;
  while (!decimal.empty()) {
    std::int64_t part = 0;
    std::int64_t scale = 1;
    for (const char c : decimal.substr(0, kDigits)) {
      if (c < '0' || c > '9') return std::nullopt;
      part = 10 * part + (c - '0');
      scale *= 10;
    }
    r = r * Integer(scale) + Integer(part);
    decimal.remove_prefix(std::min(kDigits, decimal.size()));
  }
  if (minus) r.negate();
  return r;
}

std::size_t Integer::bits() const {
  if (size_ == 0) return 0;
  return kLimbBits * size_ - static_cast<std::size_t>(std::countl_zero(limbs_[size_ - 1]));
}

Magnified Integer::rounded() const {
  if (size_ == 0) return {};
  const auto value = static_cast<double>(top() >> 11U);
  return {sign_ < 0 ? -value : value, static_cast<std::int64_t>(bits()) - 53};
}

Integer Integer::operator-() const {
  Integer r = *this;
  r.negate();
  return r;
}

int Integer::compare_sizes(const Integer& a, const Integer& b) {
  if (a.size_ != b.size_) return a.size_ < b.size_ ? -1 : 1;
  for (std::uint32_t i = a.size_; i-- > 0;)
    if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] < b.limbs_[i] ? -1 : 1;
  return 0;
}

int compare(const Integer& a, const Integer& b) {
  if (a.sign_ != b.sign_) return a.sign_ < b.sign_ ? -1 : 1;
  const int sizes = Integer::compare_sizes(a, b);
  return a.sign_ < 0 ? -sizes : sizes;
}

Integer Integer::sum(const Integer& a, const Integer& b, int sign_of_b) {
  Integer r;
  r.reserve(std::max(a.size_, b.size_) + 1);
  r = a;
  r.add(b.limbs_, b.size_, sign_of_b);
  return r;
}

void Integer::add(const std::uint64_t* limbs, std::uint32_t size, int sign) {
  while (size > 0 && limbs[size - 1] == 0) --size;
  if (size == 0 || sign == 0) return;
  const std::uint32_t longer = std::max(size_, size);
  if (longer + 1 > capacity_) {
    Integer r;
    r.reserve(longer + 1 + longer / 4);
    r = *this;
    take(r);
  }
  for (; size_ < longer; ++size_) limbs_[size_] = 0;
  std::uint64_t carry = 0;
  if (sign_ == 0) sign_ = sign;
  if (sign_ == sign) {
    for (std::uint32_t i = 0; i < longer; ++i) {
      const Wide t = static_cast<Wide>(limbs_[i]) + (i < size ? limbs[i] : 0) + carry;
      limbs_[i] = static_cast<std::uint64_t>(t);
      carry = static_cast<std::uint64_t>(t >> kLimbBits);
    }
    if (carry != 0) limbs_[size_++] = carry;
    return;
  }
  for (std::uint32_t i = 0; i < longer; ++i) {
    const Wide t = static_cast<Wide>(limbs_[i]) - (i < size ? limbs[i] : 0) - carry;
    limbs_[i] = static_cast<std::uint64_t>(t);
    carry = static_cast<std::uint64_t>(t >> kLimbBits) & 1U;
  }
  if (carry != 0) {  // what was added is the larger: the difference is below zero, in two's complement
    sign_ = sign;
    std::uint64_t one = 1;
    for (std::uint32_t i = 0; i < longer; ++i) {
      limbs_[i] = ~limbs_[i] + one;
      one = one != 0 && limbs_[i] == 0 ? 1 : 0;
    }
  }
  trim();
}

Integer operator*(const Integer& a, const Integer& b) {
  Integer r;
  if (a.sign_ == 0 || b.sign_ == 0) return r;
  r.reserve(a.size_ + b.size_);
  r.size_ = a.size_ + b.size_;
  r.sign_ = a.sign_ * b.sign_;
  product(r.limbs_, a.limbs_, a.size_, b.limbs_, b.size_);
  r.trim();
  return r;
}

void Integer::add_product(const Integer& a, const Integer& b, int sign) {
  if (a.sign_ == 0 || b.sign_ == 0) return;
  constexpr std::uint32_t kMost = 2 * kInline;
  const std::uint32_t size = a.size_ + b.size_;
  if (size > kMost) {
    const Integer r = a * b;
    add(r.limbs_, r.size_, sign * r.sign_);
    return;
  }
  std::uint64_t limbs[kMost];  // NOLINT: only the first size limbs are read
  product(limbs, a.limbs_, a.size_, b.limbs_, b.size_);
  add(limbs, size, sign * a.sign_ * b.sign_);
}

Integer square_root(const Integer& n) {
  FIRSTHIT_EXPECT(n.sign() >= 0);
  if (n.sign() == 0) return {};
  // Every step finds about 50 more bits: rest = n - r^2, r += rest / (2 r).
  Integer r = Integer(1) << (n.bits() - 1) / 2;
  Integer rest = n - r * r;
  while (rest.sign() != 0) {
    const Magnified a = rest.rounded();
    const Magnified b = r.rounded();
    const double quotient = a.value / (2.0 * b.value);
    const std::int64_t exponent = a.exponent - b.exponent;
    const auto place = static_cast<int>(std::max<std::int64_t>(exponent, -200));
    const double step =
        place >= 52 ? std::trunc(std::ldexp(quotient, 52)) : std::trunc(std::ldexp(quotient, place));
    if (step == 0.0) break;
    r = r + Integer::scaled(step, place >= 52 ? exponent - 52 : 0);
    rest = n - r * r;
  }
  for (; rest.sign() < 0; rest = n - r * r) r = r - Integer(1);
  for (Integer next = r + Integer(1); compare(next * next, n) <= 0; next = r + Integer(1)) r = next;
  return r;
}

std::optional<double> exact_quotient(const Integer& p, const Integer& q) {
  constexpr std::int64_t kLowestBit = 1074;  // every double is a multiple of 2^-1074
  const auto quotient = [](const Magnified& a, const Magnified& b) {
    const std::int64_t exponent = std::clamp<std::int64_t>(a.exponent - b.exponent, -4000, 4000);
    return std::ldexp(a.value / b.value, static_cast<int>(exponent));
  };
  const Integer dividend = p << kLowestBit;
  const Magnified divisor = (q << kLowestBit).rounded();
  // The first quotient is right to about 50 bits; what is left over corrects the rest.
  constexpr double kMost = std::numeric_limits<double>::max();
  double x = std::clamp(quotient(dividend.rounded(), divisor), -kMost, kMost);
  for (int i = 0; i < 3 && std::isfinite(x); ++i) {
    const Integer rest = dividend - Integer::scaled(x, kLowestBit) * q;
    if (rest.sign() == 0) return x + 0.0;
    x += quotient(rest.rounded(), divisor);
  }
  return std::nullopt;
}

namespace {

/// The quotient's leading 63 or 64 bits, times 2^exponent, rounded towards zero.
struct Leading {
  std::uint64_t bits = 0;
  std::int64_t exponent = 0;
  bool exact = true;
};

/// Requires: p and q above 0.
Leading leading_bits(const Integer& p, const Integer& q, std::uint64_t top_p, std::uint64_t top_q) {
  const std::int64_t shift = 63 + static_cast<std::int64_t>(q.bits()) - static_cast<std::int64_t>(p.bits());
  const Integer dividend = shift > 0 ? p << static_cast<std::size_t>(shift) : p;
  const Integer divisor = shift < 0 ? q << static_cast<std::size_t>(-shift) : q;
  // The heads alone give it but for 3 units: what is left over corrects the rest.
  auto bits = static_cast<std::uint64_t>((static_cast<Wide>(top_p) << 63U) / top_q);
  Integer rest = dividend - Integer::from_bits(bits) * divisor;
  for (; rest.sign() < 0; --bits) rest = rest + divisor;
  for (; compare(rest, divisor) >= 0; ++bits) rest = rest - divisor;
  return {bits, -shift, rest.sign() == 0};
}

/// Requires: the number is above 0.
Rounded rounded(const Leading& number, std::int64_t exponent) {
  constexpr std::int64_t kLowestBit = -1074;
  const std::int64_t place = number.exponent + exponent;
  const auto length = static_cast<std::int64_t>(std::bit_width(number.bits));
  const std::int64_t unit = std::max(place + length - 53, kLowestBit);  // the exponent of the last place
  const std::int64_t dropped = unit - place;
  Rounded r;
  if (dropped > length) {
    r.upper = std::numeric_limits<double>::denorm_min();
    return r;
  }
  const std::uint64_t kept = dropped > 63 ? 0 : number.bits >> dropped;
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  const std::uint64_t rest = number.bits & ((half << 1U) - 1U);
  const auto scaled = [&](std::uint64_t x) {
    return std::ldexp(static_cast<double>(x), static_cast<int>(unit));
  };
  r.lower = scaled(kept);
  if (rest == 0 && number.exact) {
    r.nearest = r.upper = r.lower;
    return r;
  }
  r.upper = scaled(kept + 1);
  const bool tie = rest == half && number.exact;
  const bool up = tie ? (kept & 1U) != 0 : rest >= half;
  r.nearest = up ? r.upper : r.lower;
  return r;
}

}  // namespace

Integer Integer::from_bits(std::uint64_t bits) {
  Integer r;
  if (bits == 0) return r;
  r.sign_ = 1;
  r.size_ = 1;
  r.inline_[0] = bits;
  return r;
}

std::uint64_t Integer::top() const {
  const int zeros = std::countl_zero(limbs_[size_ - 1]);
  std::uint64_t top = limbs_[size_ - 1] << zeros;
  if (zeros > 0 && size_ > 1) top |= limbs_[size_ - 2] >> (kLimbBits - static_cast<std::size_t>(zeros));
  return top;
}

Integer operator/(const Integer& a, const Integer& b) {
  FIRSTHIT_EXPECT(b.sign_ != 0);
  Integer rest = a.sign_ < 0 ? -a : a;
  const Integer divisor = b.sign_ < 0 ? -b : b;
  Integer r;
  while (compare(rest, divisor) >= 0) {  // some 60 bits a time
    Leading part = leading_bits(rest, divisor, rest.top(), divisor.top());
    if (part.exponent < 0) {
      part.bits >>= -part.exponent;
      part.exponent = 0;
    }
    const Integer piece = Integer::from_bits(part.bits) << static_cast<std::size_t>(part.exponent);
    r = r + piece;
    rest.add_product(piece, divisor, -1);
  }
  return a.sign_ * b.sign_ < 0 ? -r : r;
}

Rounded rounded_quotient(const Integer& p, const Integer& q, std::int64_t exponent) {
  FIRSTHIT_EXPECT(q.sign() > 0);
  if (p.sign() == 0) return {};
  if (p.sign() > 0) return rounded(leading_bits(p, q, p.top(), q.top()), exponent);
  const Rounded r = rounded(leading_bits(-p, q, p.top(), q.top()), exponent);
  return {-r.upper, -r.nearest, -r.lower};
}

Integer operator<<(const Integer& a, std::size_t bits) {
  if (a.sign_ == 0 || bits == 0) return a;
  const auto limbs = static_cast<std::uint32_t>(bits / kLimbBits);
  const std::size_t rest = bits % kLimbBits;
  Integer r;
  r.reserve(a.size_ + limbs + 1);
  r.size_ = a.size_ + limbs + 1;
  r.sign_ = a.sign_;
  std::fill_n(r.limbs_, limbs, 0);
  std::uint64_t carry = 0;
  for (std::uint32_t i = 0; i < a.size_; ++i) {
    r.limbs_[limbs + i] = (a.limbs_[i] << rest) | carry;
    carry = rest == 0 ? 0 : a.limbs_[i] >> (kLimbBits - rest);
  }
  r.limbs_[limbs + a.size_] = carry;
  r.trim();
  return r;
}

}  // namespace firsthit
