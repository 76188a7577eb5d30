#pragma once

#include <string>
#include <vector>

namespace firsthit {

/// An option or an argument of a command, as its help tells it.
struct CommandOption {
  /// `-o`, `--output`; of an argument that has a place, one name without dashes.
  std::vector<std::string> names;
  std::string value;  ///< what it takes, such as `DIR`; empty of a flag
  std::string description;
  std::vector<std::string> choices;  ///< all that it may be, where these are few

  bool is_argument() const { return names.front().front() != '-'; }
};

struct Command {
  std::string name;
  std::string description;
  std::vector<CommandOption> options;
  std::string footer;  ///< examples and exit codes
};

/// All that the program can be asked: what its help, its manual and the completion of shells are made from.
struct CommandTable {
  std::string description;
  std::string version;
  std::vector<Command> commands;
  std::string footer;
};

/// The script that completes words of the command line in a shell: bash, zsh or fish.
std::string completion_script(const CommandTable& table, const std::string& shell);

/// The manual page firsthit(1), as man reads it.
std::string manual_page(const CommandTable& table);

}  // namespace firsthit
