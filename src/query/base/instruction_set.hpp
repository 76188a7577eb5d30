#pragma once

namespace firsthit {

/// The instruction set that kernels in lanes use on this processor, as Highway calls it: `AVX2`, `SSE4`, ...
const char* instruction_set();

}  // namespace firsthit
