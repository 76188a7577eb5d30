#include "query/base/instruction_set.hpp"

#include <hwy/targets.h>

namespace firsthit {

const char* instruction_set() {
  const auto usable =
      static_cast<std::int64_t>(HWY_TARGETS) & static_cast<std::int64_t>(hwy::SupportedTargets());
  // The best has the lowest bit.
  return hwy::TargetName(usable & -usable);
}

}  // namespace firsthit
