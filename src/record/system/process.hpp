#pragma once

#include <cstdint>

namespace firsthit {

/// The most memory that this process has had, in bytes; 0 if the system does not tell.
std::uint64_t peak_memory();

}  // namespace firsthit
