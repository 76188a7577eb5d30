#pragma once

#include <firsthit/first_hit.hpp>

#include <bit>
#include <cstdint>
#include <vector>

namespace firsthit {

/// All that is told of an answer, to the last bit.
template <int D>
std::vector<std::uint64_t> bits(const Encounter<D>& e) {
  std::vector<std::uint64_t> r{static_cast<std::uint64_t>(e.outcome)};
  for (const double x : {e.delay, e.delay_upper, e.first_touch, e.gap})
    r.push_back(std::bit_cast<std::uint64_t>(x));
  for (const Vec<D>& v : {e.normal, e.point_a, e.point_b})
    for (const double x : v.c) r.push_back(std::bit_cast<std::uint64_t>(x));
  for (const Feature& f : {e.feature_a, e.feature_b}) {
    r.push_back(static_cast<std::uint64_t>(f.kind));
    r.push_back(static_cast<std::uint64_t>(f.index));
  }
  return r;
}

}  // namespace firsthit
