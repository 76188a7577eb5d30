#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace firsthit {

/// Another program, which reads what we hand on, and whose words we keep. Ctrl-C is ours alone. Meanwhile
/// the signal SIGPIPE is ignored.
class ChildProcess {
 public:
  /// Starts it, by its name and arguments. Throws std::system_error: no_such_file_or_directory where there is
  /// no such program.
  explicit ChildProcess(const std::vector<std::string>& words);
  /// Ends it, if it has not.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// How many bytes it took, after a moment 0 if it is busy; negative if it reads no more.
  std::ptrdiff_t hand_on(std::span<const std::uint8_t> bytes);
  /// Nothing more comes.
  void close_input();
  /// Waits a moment for that.
  bool has_ended();
  /// Of one that has ended: "failed with exit code 1"; empty if it did not fail.
  std::string failure() const;
  /// What it said, its last 64 KiB.
  std::string words() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace firsthit
