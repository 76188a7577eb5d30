#pragma once

#include <firsthit/distance.hpp>
#include <firsthit/first_hit.hpp>

#include <string>

namespace firsthit {

/// The name of a value, from the function that was called on: put together only if it is needed.
struct Where {
  const Where* outer = nullptr;
  const char* name = nullptr;  ///< if null, an index
  int index = 0;

  std::string text() const;
};

/// Numbers other than 0 that filters and contacts take as they are; further ones are rescaled before. No
/// formula of theirs has a degree above four: 2^-200 to the fourth, times u^2, is 2^-906, and 2^200 to it
/// 2^800: nothing overflows, and nothing that matters underflows. Derivation: docs/numerics/scale.md.
inline constexpr double kSmallestUsual = 0x1p-200;
inline constexpr double kLargestUsual = 0x1p200;

/// Throws InputError unless every number is finite and is 0 or of a size between 2^-450 and 2^450,
/// radii are >= 0 and normals not 0. Returns whether all sizes are usual.
template <int D>
bool check(const Moving<D>& moving, const Where& where);
template <int D>
bool check(const Placed<D>& placed, const Where& where);

/// Throws InputError unless the horizon is >= 0, and the margin finite, >= 0 and of such a size. Returns
/// whether the margin's is usual.
bool check(const Query& query, const Where& where);

/// Throws InputError: `where`: expected `expected`, found `found`.
[[noreturn]] void refuse(const Where& where, const std::string& expected, const std::string& found);
[[noreturn]] void refuse(const Where& where, const std::string& expected, double found);

}  // namespace firsthit
