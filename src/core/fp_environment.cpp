#include "core/fp_environment.hpp"

#include <cfenv>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace firsthit {

#if defined(__SSE2__)
namespace {
constexpr unsigned kFlushToZero = 0x8000U;
constexpr unsigned kDenormalsAreZero = 0x0040U;
}  // namespace
#endif

FpEnvironment::FpEnvironment() : rounding_(std::fegetround()) {
  if (rounding_ != FE_TONEAREST) std::fesetround(FE_TONEAREST);
#if defined(__SSE2__)
  control_ = _mm_getcsr();
  if ((control_ & (kFlushToZero | kDenormalsAreZero)) != 0)
    _mm_setcsr(_mm_getcsr() & ~(kFlushToZero | kDenormalsAreZero));
#endif
}

FpEnvironment::~FpEnvironment() {
#if defined(__SSE2__)
  if ((control_ & (kFlushToZero | kDenormalsAreZero)) != 0)
    _mm_setcsr(_mm_getcsr() | (control_ & (kFlushToZero | kDenormalsAreZero)));
#endif
  if (rounding_ != FE_TONEAREST) std::fesetround(rounding_);
}

}  // namespace firsthit
