#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

// A saved world is a row of sections: a tag of eight characters, the length of what follows, that, and a
// checksum of all three. docs/formats/saved-world.md has the whole of it. Numbers have their lowest byte
// first.

namespace firsthit {

inline constexpr std::size_t kTagBytes = 8;

/// Of any number of bytes, in words of eight. Texts of one length that differ in one word only never share
/// it; others do by chance, one in 2^64.
std::uint64_t checksum(std::string_view tag, std::string_view bytes);

/// Writes a section; what goes wrong the stream tells. `tag`: at most kTagBytes characters.
void write_section(std::ostream& out, std::string_view tag, std::string_view payload);

/// Reads sections, one after the other.
class SectionReader {
 public:
  /// `who`: what the reader is called in errors. Both must outlive the reader.
  SectionReader(std::istream& in, std::string_view who);

  /// The next section's payload. Throws InputError unless it is `tag`, whole and undamaged. Never sets aside
  /// much more memory than the stream has bytes, whatever length it tells.
  std::string next(std::string_view tag);
  /// Throws InputError that tells what is wrong in the last section, `byte` bytes into its payload.
  [[noreturn]] void refuse(std::size_t byte, const std::string& problem) const;

 private:
  void read(std::string& into, std::uint64_t bytes, std::string_view what);

  std::istream& in_;
  std::string_view who_;
  std::string tag_;
  std::uint64_t at_ = 0;  // in the stream
  std::uint64_t begin_ = 0;
  std::uint64_t payload_begin_ = 0;
};

}  // namespace firsthit
