#pragma once

#include <cstdio>
#include <cstdlib>

namespace firsthit {

[[noreturn]] inline void expectation_failed(const char* what, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: expected %s\n", file, line, what);
  std::abort();
}

}  // namespace firsthit

/// What a caller inside the library must keep to. Live in dev and CI builds; a macro, because it
/// must name the place and cost nothing in a release.
#ifdef FIRSTHIT_ASSERTS
#define FIRSTHIT_EXPECT(condition) \
  ((condition) ? static_cast<void>(0) : ::firsthit::expectation_failed(#condition, __FILE__, __LINE__))
#else
#define FIRSTHIT_EXPECT(condition) static_cast<void>(0)
#endif
