#include "query/base/instruction_set.hpp"

#include <hwy/targets.h>

namespace firsthit {

const char* instruction_set() {
#if HWY_TARGETS == HWY_STATIC_TARGET  // the same for all processors: nobody looks what this one has
  return hwy::TargetName(HWY_STATIC_TARGET);
#else
  const auto usable =
      static_cast<std::int64_t>(HWY_TARGETS) & static_cast<std::int64_t>(hwy::SupportedTargets());
  // The best has the lowest bit.
  return hwy::TargetName(usable & -usable);
#endif
}

}  // namespace firsthit
