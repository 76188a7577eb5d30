#pragma once

// The memory of this program: an allocation of it fails when it is told to.

namespace firsthit {

/// While this is there, this thread's allocations succeed so many times, and the next one fails.
class OneFails {
 public:
  explicit OneFails(long after);
  ~OneFails();
  OneFails(const OneFails&) = delete;
  OneFails& operator=(const OneFails&) = delete;
  /// Has it?
  bool has_failed() const;
};

}  // namespace firsthit
