#pragma once

#include <cstdint>

namespace firsthit::bench {

/// Bytes that this program holds now, as its allocators round them.
std::int64_t bytes_held();

}  // namespace firsthit::bench
