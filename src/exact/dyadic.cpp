#include "exact/dyadic.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

Dyadic::Dyadic(double value) {
  if (value == 0.0) return;
  sign_ = value < 0.0 ? -1 : 1;
  int binary_exponent = 0;
  const auto mantissa =
      static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(value), &binary_exponent), 53));
  binary_exponent -= 53;
  const int shift = ((binary_exponent % 32) + 32) % 32;
  exponent_ = (binary_exponent - shift) / 32;
  const std::uint64_t low = mantissa << shift;
  const std::uint64_t high = shift == 0 ? 0 : mantissa >> (64 - shift);
  limbs_ = {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
            static_cast<std::uint32_t>(high)};
  trim();
}

void Dyadic::trim() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
  const auto first = std::find_if(limbs_.begin(), limbs_.end(), [](std::uint32_t limb) { return limb != 0; });
  exponent_ += first - limbs_.begin();
  limbs_.erase(limbs_.begin(), first);
  if (limbs_.empty()) {
    sign_ = 0;
    exponent_ = 0;
  }
}

std::uint32_t Dyadic::limb_at(std::int64_t place) const {
  if (place < exponent_ || place >= end()) return 0;
  return limbs_[static_cast<std::size_t>(place - exponent_)];
}

Dyadic Dyadic::operator-() const {
  Dyadic r = *this;
  r.sign_ = -r.sign_;
  return r;
}

int Dyadic::compare_sizes(const Dyadic& a, const Dyadic& b) {
  if (a.end() != b.end()) return a.end() < b.end() ? -1 : 1;
  const std::int64_t bottom = std::min(a.exponent_, b.exponent_);
  for (std::int64_t place = a.end() - 1; place >= bottom; --place) {
    const std::uint32_t x = a.limb_at(place);
    const std::uint32_t y = b.limb_at(place);
    if (x != y) return x < y ? -1 : 1;
  }
  return 0;
}

Dyadic operator+(const Dyadic& a, const Dyadic& b) {
  if (a.sign_ == 0) return b;
  if (b.sign_ == 0) return a;
  const bool subtract = a.sign_ != b.sign_;
  const bool swap = subtract && Dyadic::compare_sizes(a, b) < 0;
  const Dyadic& large = swap ? b : a;
  const Dyadic& small = swap ? a : b;
  Dyadic r;
  r.sign_ = large.sign_;
  r.exponent_ = std::min(a.exponent_, b.exponent_);
  const std::int64_t top = std::max(a.end(), b.end()) + 1;
  r.limbs_.resize(static_cast<std::size_t>(top - r.exponent_));
  std::int64_t carry = 0;
  for (std::int64_t place = r.exponent_; place < top; ++place) {
    const std::int64_t y = small.limb_at(place);
    carry += static_cast<std::int64_t>(large.limb_at(place)) + (subtract ? -y : y);
    r.limbs_[static_cast<std::size_t>(place - r.exponent_)] = static_cast<std::uint32_t>(carry & 0xffffffff);
    carry >>= 32;
  }
  r.trim();
  return r;
}

Dyadic operator*(const Dyadic& a, const Dyadic& b) {
  Dyadic r;
  if (a.sign_ == 0 || b.sign_ == 0) return r;
  r.sign_ = a.sign_ * b.sign_;
  r.exponent_ = a.exponent_ + b.exponent_;
  r.limbs_.resize(a.limbs_.size() + b.limbs_.size());
  for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < b.limbs_.size(); ++j) {
      carry += static_cast<std::uint64_t>(a.limbs_[i]) * b.limbs_[j] + r.limbs_[i + j];
      r.limbs_[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    r.limbs_[i + b.limbs_.size()] = static_cast<std::uint32_t>(carry);
  }
  r.trim();
  return r;
}

}  // namespace firsthit
