#include "system/signals.hpp"

#include <windows.h>

namespace firsthit {
namespace {

// Windows calls a handler on a thread of its own, which reaches nothing but globals.
std::atomic<bool> stop_flag = false;
std::atomic<bool> termination_flag = false;

BOOL WINAPI raise_flags(DWORD event) {
  if (event == CTRL_C_EVENT) return stop_flag.exchange(true) ? FALSE : TRUE;  // a second one ends the program
  termination_flag = true;
  if (stop_flag.exchange(true) && event == CTRL_BREAK_EVENT) return FALSE;
  // With its window closed, or its user gone, a process ends as its handler returns: the run ends it before.
  if (event != CTRL_BREAK_EVENT) ::Sleep(INFINITE);
  return TRUE;
}

}  // namespace

const std::atomic<bool>& catch_signals() {
  ::SetConsoleCtrlHandler(raise_flags, TRUE);
  return stop_flag;
}

void catch_checkpoint_signal() {}  // there is none to be caught
bool is_terminated() { return termination_flag; }
bool checkpoint_asked() { return false; }
void forget_asked_checkpoint() {}

}  // namespace firsthit
