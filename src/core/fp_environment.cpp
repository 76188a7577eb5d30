#include "core/fp_environment.hpp"

#include <cfenv>
#include <cstdint>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace firsthit {
namespace {

// The register that flushes denormals, and its bits that do so.
#if defined(__SSE2__)
constexpr unsigned kFlushes = 0x8000U | 0x0040U;  // results, and arguments
unsigned control() { return _mm_getcsr(); }
void set_control(unsigned control) { _mm_setcsr(control); }
#elif defined(__aarch64__)
constexpr unsigned kFlushes = 1U << 24;  // both
unsigned control() {
  std::uint64_t r = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(r));
  return static_cast<unsigned>(r);
}
void set_control(unsigned control) { __asm__ volatile("msr fpcr, %0" : : "r"(std::uint64_t{control})); }
#else
constexpr unsigned kFlushes = 0;
unsigned control() { return 0; }
void set_control(unsigned) {}
#endif

}  // namespace

FpEnvironment::FpEnvironment() : rounding_(std::fegetround()) {
  if (rounding_ != FE_TONEAREST) std::fesetround(FE_TONEAREST);
  control_ = control();
  if ((control_ & kFlushes) != 0) set_control(control() & ~kFlushes);
}

FpEnvironment::~FpEnvironment() {
  if ((control_ & kFlushes) != 0) set_control(control() | (control_ & kFlushes));
  if (rounding_ != FE_TONEAREST) std::fesetround(rounding_);
}

}  // namespace firsthit
