#pragma once

#include <hwy/targets.h>

#include <cstdint>
#include <vector>

namespace firsthit {

/// Every instruction set that the library and this machine have.
inline std::vector<std::int64_t> instruction_sets() {
  std::vector<std::int64_t> r;
  hwy::SetSupportedTargetsForTest(0);
  for (std::int64_t all = hwy::SupportedTargets() & HWY_TARGETS; all != 0; all &= all - 1)
    r.push_back(all & -all);
  return r;
}

/// While it lives, batches use one instruction set.
class OnlyInstructionSet {
 public:
  explicit OnlyInstructionSet(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
  }
  ~OnlyInstructionSet() {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

}  // namespace firsthit
