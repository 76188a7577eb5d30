#pragma once

#include "core/bits.hpp"

#include <cstdint>

namespace firsthit {

/// FNV-1a over 64-bit words taken byte by byte, lowest byte first, on every machine.
/// Source: Fowler, Noll, Vo; RFC 9923.
class StateHash {
 public:
  void add(std::uint64_t word) {
    for (int i = 0; i < 8; ++i) {
      value_ = (value_ ^ (word & 0xffU)) * 0x100000001b3U;
      word >>= 8U;
    }
  }
  void add(std::int64_t word) { add(static_cast<std::uint64_t>(word)); }
  /// -0.0 counts as 0.0.
  void add(double x) { add(bit_cast<std::uint64_t>(x == 0.0 ? 0.0 : x)); }

  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

}  // namespace firsthit
