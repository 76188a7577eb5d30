#pragma once

#include <string>

namespace firsthit {

/// Something wrong with a scene (or, as a note, something that a reader of it should know).
struct Problem {
  std::string file;  ///< the file, or the option that set the value, such as `--set run.window=-1`
  int line = 0;      ///< counts from 1; 0 where there is no line to point at
  int column = 0;    ///< counts from 1, in bytes
  std::string message;
  bool note = false;  ///< nothing wrong: the scene runs
};

/// `break.toml:12:5: radius: expected > 0, found -1`
std::string to_string(const Problem& problem);

}  // namespace firsthit
