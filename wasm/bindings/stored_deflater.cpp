#include "record/base/deflate.hpp"

#include <algorithm>
#include <cstdint>

// Packed bytes are for files. Paths that go from here to the page stay as they are: a zlib stream of blocks
// that are only stored, which is longer than what is in it, so that sections are written without it.

namespace firsthit {
namespace {

constexpr std::size_t kMostStored = 65535;  // bytes of a block

void put(std::string& to, std::uint32_t number, int bytes, bool high_first) {
  for (int k = 0; k < bytes; ++k)
    to += static_cast<char>(number >> (8 * (high_first ? bytes - 1 - k : k)) & 0xffU);
}

std::uint32_t adler32(std::string_view bytes) {
  constexpr std::uint32_t kPrime = 65521;
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char each : bytes) {
    a = (a + static_cast<std::uint8_t>(each)) % kPrime;
    b = (b + a) % kPrime;
  }
  return b << 16U | a;
}

}  // namespace

Deflater::Deflater(Effort) : stream_(nullptr) {}
Deflater::~Deflater() = default;

void Deflater::add(std::string_view bytes) { packed_ += bytes; }

std::string Deflater::finish() {
  std::string stream = "\x78\x01";
  std::string_view rest = packed_;
  do {
    const std::string_view block = rest.substr(0, kMostStored);
    rest.remove_prefix(block.size());
    const auto length = static_cast<std::uint32_t>(block.size());
    stream += rest.empty() ? '\1' : '\0';
    put(stream, length, 2, false);
    put(stream, ~length & 0xffffU, 2, false);
    stream += block;
  } while (!rest.empty());
  put(stream, adler32(packed_), 4, true);
  return stream;
}

}  // namespace firsthit
