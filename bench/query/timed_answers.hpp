#pragma once

#include "core/hash.hpp"

#include <firsthit/first_hit.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <vector>

namespace firsthit {

template <int D>
std::uint64_t hash_of(const std::vector<Encounter<D>>& answers) {
  StateHash hash;
  for (const Encounter<D>& e : answers) {
    hash.add(static_cast<std::int64_t>(e.outcome));
    for (const double x : {e.delay, e.delay_upper, e.first_touch, e.gap}) hash.add(x);
    for (const Vec<D>& v : {e.normal, e.point_a, e.point_b})
      for (const double x : v.c) hash.add(x);
    for (const Feature& f : {e.feature_a, e.feature_b})
      hash.add(static_cast<std::int64_t>(f.kind) * 1024 + f.index);
  }
  return hash.value();
}

/// [ns] One of `count` queries, the median of several runs. The processor's time: others on the machine
/// disturb it less.
template <class Run>
double nanoseconds(std::size_t count, const Run& run) {
  constexpr std::size_t kRepeats = 9;
  std::array<double, kRepeats> times;
  for (double& time : times) {
    const std::clock_t start = std::clock();
    run();
    time = static_cast<double>(std::clock() - start) * (1e9 / CLOCKS_PER_SEC) / static_cast<double>(count);
  }
  std::nth_element(times.begin(), times.begin() + kRepeats / 2, times.end());
  return times[kRepeats / 2];
}

}  // namespace firsthit
