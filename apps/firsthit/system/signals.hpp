#pragma once

#include <atomic>

namespace firsthit {

/// From now on a first Ctrl-C (SIGINT) or SIGTERM raises the flag that is returned, instead of
/// ending the program; a second one ends it. Files that grow too large are errors of writing.
/// On Windows Ctrl-Break, a closed window and the end of a session stand for SIGTERM.
const std::atomic<bool>& catch_signals();

/// From now on SIGUSR1 asks for a checkpoint. Windows has no such signal.
void catch_checkpoint_signal();
bool checkpoint_asked();
void forget_asked_checkpoint();
/// Was it SIGTERM that has set the flag?
bool is_terminated();

}  // namespace firsthit
