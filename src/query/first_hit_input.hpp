#pragma once

#include <firsthit/first_hit.hpp>

#include <optional>
#include <string>

namespace firsthit {

/// A ball, or a point as a ball of radius 0.
struct Round {
  double radius = 0.0;  ///< [L]
  Feature feature;
};

template <int D>
std::optional<Round> as_round(const Shape<D>& shape);

/// Throws InputError unless every number is finite and is 0 or of a size between 2^-200 and 2^200,
/// radii are >= 0 and normals not 0. `name` says which argument it is.
template <int D>
void check(const Moving<D>& moving, const char* name);

/// Throws InputError: `where`: expected `expected`, found `found`.
[[noreturn]] void refuse(const std::string& where, const std::string& expected, const std::string& found);
[[noreturn]] void refuse(const std::string& where, const std::string& expected, double found);

}  // namespace firsthit
