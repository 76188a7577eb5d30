#pragma once

namespace firsthit::inline v0 {

/// The version of this library, `major.minor.patch` (semantic versioning).
inline constexpr const char* kVersion = "0.1.0";

}  // namespace firsthit::inline v0
