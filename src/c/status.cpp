#include "c/status.hpp"

#include <firsthit/version.hpp>

#include <cstring>

namespace firsthit::c {
namespace {

// Each thread has its own, as errno: no call needs a lock, and keeping a message needs no memory.
constexpr std::size_t kLongest = 1024;  // bytes of a message; what is longer is cut off
thread_local char last_error[kLongest] = "";

}  // namespace

FirsthitStatus failed(FirsthitStatus status, const char* message) noexcept {
  std::strncpy(last_error, message, kLongest - 1);
  return status;
}

}  // namespace firsthit::c

const char* firsthit_last_error() { return firsthit::c::last_error; }

const char* firsthit_version() { return firsthit::kVersion; }
