#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace firsthit {

/// Which of many belong together, as each joins others.
class Groups {
 public:
  explicit Groups(std::size_t count) : of_(count) { std::iota(of_.begin(), of_.end(), std::size_t{0}); }
  std::size_t of(std::size_t i) {
    while (of_[i] != i) i = of_[i] = of_[of_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    const std::size_t of_a = of(a);
    const std::size_t of_b = of(b);
    of_[std::max(of_a, of_b)] = std::min(of_a, of_b);
  }

 private:
  std::vector<std::size_t> of_;
};

}  // namespace firsthit
