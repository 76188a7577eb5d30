#pragma once

#include <cstddef>

namespace firsthit::inline v0 {

/// What stops a run: somebody else's flag, such as a std::atomic<bool> that a signal's handler or another
/// thread sets. It is looked at, never written or owned, and none means never.
///
/// Cost: O(1), of each look a call. Threads: as the flag itself.
class StopFlag {
 public:
  StopFlag() = default;
  StopFlag(std::nullptr_t) {}
  /// A flag of any type that turns into a bool.
  template <class Flag>
  StopFlag(const Flag* flag)
      : flag_(flag), is_set_([](const volatile void* of) -> bool {
          return static_cast<bool>(*static_cast<const volatile Flag*>(of));
        }) {}

  bool is_set() const { return flag_ != nullptr && is_set_(flag_); }

 private:
  const volatile void* flag_ = nullptr;
  bool (*is_set_)(const volatile void*) = nullptr;
};

}  // namespace firsthit::inline v0
