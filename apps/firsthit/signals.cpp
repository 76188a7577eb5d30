#include "signals.hpp"

#include <csignal>

namespace firsthit {
namespace {

// A signal handler reaches nothing but globals.
std::atomic<bool> stop_flag = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void raise_stop_flag(int) { stop_flag.store(true, std::memory_order_relaxed); }

}  // namespace

const std::atomic<bool>& catch_signals() {
  struct sigaction action = {};
  action.sa_handler = raise_stop_flag;
  action.sa_flags =
      static_cast<int>(SA_RESETHAND) | SA_RESTART;  // the second time it does what it always did
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGXFSZ, SIG_IGN);
  return stop_flag;
}

}  // namespace firsthit
