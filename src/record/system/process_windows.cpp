#include "record/system/process.hpp"

#include <windows.h>

#include <psapi.h>  // after windows.h, whose types it uses

namespace firsthit {

std::uint64_t peak_memory() {
  PROCESS_MEMORY_COUNTERS counters{};
  if (::K32GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof counters) == 0) return 0;
  return counters.PeakWorkingSetSize;
}

}  // namespace firsthit
