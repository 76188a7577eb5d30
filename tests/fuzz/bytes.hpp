#pragma once

#include "fuzz/targets.hpp"

#include <cstring>
#include <limits>

namespace firsthit::fuzzing {

/// Numbers that are told by bytes; zeros once these have come to their end.
class Bytes {
 public:
  explicit Bytes(Input input) : rest_(input) {}

  bool empty() const { return rest_.empty(); }

  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const std::uint8_t first = rest_.front();
    rest_ = rest_.subspan(1);
    return first;
  }
  std::size_t below(std::size_t count) { return byte() % count; }
  bool chance() { return (byte() & 1U) != 0; }

  /// Any double there is.
  double raw() {
    std::uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word |= std::uint64_t{byte()} << (8 * i);
    double x = 0.0;
    std::memcpy(&x, &word, sizeof x);
    return x;
  }
  /// -16 to 15.875, in eighths: ties and degeneracies are frequent.
  double coarse() { return static_cast<double>(static_cast<std::int8_t>(byte())) / 8.0; }
  /// The same, but now and then any double.
  double number() {
    const std::uint8_t kind = byte();
    return kind == 255   ? raw()
           : kind == 254 ? coarse() * 0x1p-40
           : kind == 253 ? coarse() * 0x1p40
                         : coarse();
  }

 private:
  Input rest_;
};

}  // namespace firsthit::fuzzing
