#include "system/signals.hpp"

#include <csignal>

namespace firsthit {
namespace {

// A signal handler reaches nothing but globals.
std::atomic<bool> stop_flag = false;
std::atomic<bool> termination_flag = false;
std::atomic<bool> checkpoint_flag = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void raise_stop_flag(int signal) {
  if (signal == SIGTERM) termination_flag.store(true, std::memory_order_relaxed);
  stop_flag.store(true, std::memory_order_relaxed);
}
extern "C" void raise_checkpoint_flag(int) { checkpoint_flag.store(true, std::memory_order_relaxed); }

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

void catch_checkpoint_signal() {
  struct sigaction action = {};
  action.sa_handler = raise_checkpoint_flag;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGUSR1, &action, nullptr);
}

bool is_terminated() { return termination_flag.load(std::memory_order_relaxed); }
bool checkpoint_asked() { return checkpoint_flag.load(std::memory_order_relaxed); }
void forget_asked_checkpoint() { checkpoint_flag.store(false, std::memory_order_relaxed); }

}  // namespace firsthit
