#include "fuzz/targets.hpp"

#include <algorithm>
#include <cstring>
#include <string>

// What libFuzzer calls, for the target that this is compiled for: FIRSTHIT_FUZZ_TARGET.

extern "C" {

std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  firsthit::fuzzing::FIRSTHIT_FUZZ_TARGET({data, size});
  return 0;
}

#ifdef FIRSTHIT_FUZZ_SECTIONS
/// So many bytes stand before the sections: of run folders, what is done with which file.
constexpr std::size_t kBefore = FIRSTHIT_FUZZ_SECTIONS;

/// Of a file with checksums most changes would tell nothing but that there are checksums.
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                    unsigned int seed) {
  if (seed % 4 == 0 || size <= kBefore) return LLVMFuzzerMutate(data, size, most);
  std::string bytes(reinterpret_cast<const char*>(data) + kBefore, size - kBefore);
  firsthit::fuzzing::mutate_sections(bytes, most - kBefore, seed / 4, LLVMFuzzerMutate);
  bytes.resize(std::min(bytes.size(), most - kBefore));
  std::memcpy(data + kBefore, bytes.data(), bytes.size());
  return kBefore + bytes.size();
}
#endif
}
