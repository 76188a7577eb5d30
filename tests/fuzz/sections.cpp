#include "fuzz/targets.hpp"

#include "world/saved/sections.hpp"

#include <sstream>

namespace firsthit::fuzzing {
namespace {

struct Section {
  std::string tag;
  std::string payload;
};

std::uint64_t word_at(std::string_view bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8; ++i) word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return word;
}

}  // namespace

void mutate_sections(std::string& bytes, std::size_t most, std::uint64_t dice,
                     const std::function<std::size_t(std::uint8_t*, std::size_t, std::size_t)>& mutate) {
  std::vector<Section> sections;
  std::string_view rest = bytes;
  while (rest.size() >= kTagBytes + 16) {
    const std::uint64_t length = word_at(rest.substr(kTagBytes));
    if (length > rest.size() - kTagBytes - 16) break;
    sections.push_back({std::string(rest.substr(0, kTagBytes)),
                        std::string(rest.substr(kTagBytes + 8, static_cast<std::size_t>(length)))});
    rest = rest.substr(kTagBytes + 16 + static_cast<std::size_t>(length));
  }
  const std::string after(rest);
  if (!sections.empty()) {
    const std::size_t count = sections.size();
    const std::size_t chosen = static_cast<std::size_t>(dice) % count;
    if (dice / count % 16 == 0) {  // one comes twice, or goes
      if (dice / count % 32 == 0) {
        sections.insert(sections.begin() + static_cast<std::ptrdiff_t>(chosen), sections[chosen]);
      } else {
        sections.erase(sections.begin() + static_cast<std::ptrdiff_t>(chosen));
      }
    } else {
      std::string& payload = sections[chosen].payload;
      const std::size_t size = payload.size();
      const std::size_t room = most > bytes.size() ? most - bytes.size() : 0;
      payload.resize(size + room + 1);
      payload.resize(
          mutate(reinterpret_cast<std::uint8_t*>(payload.data()), size, size + room + (size == 0)));
    }
  }
  std::ostringstream out;
  for (const Section& each : sections) write_section(out, each.tag, each.payload);
  bytes = out.str() + after;
}

}  // namespace firsthit::fuzzing
