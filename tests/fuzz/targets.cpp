#include "fuzz/targets.hpp"

#include <cstdio>
#include <cstdlib>

namespace firsthit::fuzzing {

const std::vector<Target>& targets() {
  static const std::vector<Target> all = {{"algs4", algs4},
                                          {"first_hits", first_hits},
                                          {"queries", queries},
                                          {"run_folders", run_folders},
                                          {"saved_worlds", saved_worlds},
                                          {"scenes", scenes},
                                          {"world_calls", world_calls}};
  return all;
}

void expect(bool is_so, std::string_view what) {
  if (is_so) return;
  std::fprintf(stderr, "expected %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

}  // namespace firsthit::fuzzing
