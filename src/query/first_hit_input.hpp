#pragma once

#include <firsthit/first_hit.hpp>

#include <string>

namespace firsthit {

/// Throws InputError unless every number is finite and is 0 or of a size between 2^-200 and 2^200,
/// radii are >= 0 and normals not 0. `name` says which argument it is.
template <int D>
void check(const Moving<D>& moving, const char* name);

/// Throws InputError unless the horizon is >= 0, and the margin finite, >= 0 and of such a size.
void check(const Query& query);

/// Throws InputError: `where`: expected `expected`, found `found`.
[[noreturn]] void refuse(const std::string& where, const std::string& expected, const std::string& found);
[[noreturn]] void refuse(const std::string& where, const std::string& expected, double found);

}  // namespace firsthit
