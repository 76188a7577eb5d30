#pragma once

#include <string>
#include <vector>

namespace firsthit::bench {

/// What a process has used from its start to its end.
struct Used {
  double cpu_seconds = 0.0;  ///< of all its threads, in the system, too
  double wall_seconds = 0.0;
  double peak_bytes = 0.0;
};
Used least_of(const Used& a, const Used& b);

struct Child {
  Used used;
  std::string output;  ///< what it has written
};

/// Runs a command to its end. Ends this program if it fails.
Child run_child(const std::vector<std::string>& command);

/// The value of a key of a flat JSON object, as it stands there, and as a number.
std::string text_in(const std::string& json, const std::string& key);
double number_in(const std::string& json, const std::string& key);

}  // namespace firsthit::bench
