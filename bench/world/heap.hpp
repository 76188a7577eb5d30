#pragma once

#include <cstdint>

namespace firsthit::bench {

/// Bytes that this program's `new` holds now, as the allocator rounds them.
std::int64_t bytes_on_heap();

}  // namespace firsthit::bench
