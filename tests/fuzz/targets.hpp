#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// What is fuzzed: functions that take any bytes, and end the process where the program is wrong. `make fuzz`
// lets libFuzzer find bytes for them (entry.cpp); the tests give them those that are kept in corpus/.

namespace firsthit::fuzzing {

using Input = std::span<const std::uint8_t>;

void algs4(Input input);
void first_hits(Input input);
void queries(Input input);
void run_folders(Input input);
void saved_worlds(Input input);
void scenes(Input input);
void world_calls(Input input);

struct Target {
  const char* name;  ///< of the function, and of its folder in corpus/
  void (*run)(Input);
};

const std::vector<Target>& targets();

/// Ends the process, with what was expected, unless that is so.
void expect(bool is_so, std::string_view what);

inline std::string_view text_of(Input input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

/// What saved worlds and checkpoints are made of: a part of `bytes` is changed by mutate(bytes, most), which
/// returns how many there are then, and their checksums are made right again.
void mutate_sections(std::string& bytes, std::size_t most, std::uint64_t dice,
                     const std::function<std::size_t(std::uint8_t*, std::size_t, std::size_t)>& mutate);

}  // namespace firsthit::fuzzing
