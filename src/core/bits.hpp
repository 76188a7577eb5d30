#pragma once

namespace firsthit {

/// std::bit_cast, which not every standard library has: the same bits as another type of the same size.
template <class To, class From>
constexpr To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

}  // namespace firsthit
