#pragma once

#include "core/bits.hpp"
#include "world/saved/sections.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

// What a section holds, written and read by the same words: archive(a, b, c) writes three things, or reads
// them. How a type is told stands in its member `persist`, or, for what users see, in persist.hpp.

namespace firsthit {

/// Of the format of a saved world that is written. Older ones are read as they were written: what stands in
/// which, docs/formats/saved-world.md tells.
inline constexpr std::uint32_t kSavedVersion = 9;

/// How things without a member `persist` are told.
template <class T>
struct Persist {
  template <class Self, class Archive>
  static void run(Self& self, Archive& archive) {
    std::remove_const_t<Self>::persist(self, archive);
  }
};

class ArchiveWriter {
 public:
  static constexpr bool kReads = false;
  static constexpr std::uint32_t version() { return kSavedVersion; }

  template <class... Things>
  void operator()(const Things&... things) {
    (one(things), ...);
  }
  /// How many there are of something, each of which takes at least so many bytes.
  template <class Container>
  void size(const Container& all, std::size_t /*bytes_each*/ = 1) {
    one(std::uint64_t{all.size()});
  }
  /// One of an enumeration, up to `last`.
  template <class Enum>
  void choice(const Enum& x, Enum /*last*/) {
    one(static_cast<std::uint8_t>(x));
  }
  /// A whole number that is mostly small, in as few bytes as it needs.
  void small(std::int64_t x) {
    auto rest = (static_cast<std::uint64_t>(x) << 1U) ^ static_cast<std::uint64_t>(x >> 63);  // zigzag
    for (; rest >= 0x80U; rest >>= 7U) bytes_ += static_cast<char>(rest | 0x80U);
    bytes_ += static_cast<char>(rest);
  }
  void require(bool, const char*) {}

  const std::string& bytes() const { return bytes_; }

 private:
  template <class T>
  void one(const T& x) {
    if constexpr (std::is_same_v<T, bool>) {
      bytes_ += x ? '\1' : '\0';
    } else if constexpr (std::is_same_v<T, double>) {
      one(bit_cast<std::uint64_t>(x));
    } else if constexpr (std::is_same_v<T, float>) {
      one(bit_cast<std::uint32_t>(x));
    } else if constexpr (std::is_integral_v<T>) {
      const auto word = static_cast<std::make_unsigned_t<T>>(x);
      char each[sizeof(T)];
      for (std::size_t i = 0; i < sizeof(T); ++i) each[i] = static_cast<char>(word >> (8 * i) & 0xffU);
      bytes_.append(each, sizeof(T));
    } else {
      Persist<T>::run(x, *this);
    }
  }

  std::string bytes_;
};

/// Throws InputError, with the section and the byte, for what cannot be.
class ArchiveReader {
 public:
  static constexpr bool kReads = true;

  /// `tick` [T]: offsets of instants in the section are less.
  ArchiveReader(SectionReader& sections, std::string_view tag,
                double tick = std::numeric_limits<double>::infinity(), std::uint32_t version = kSavedVersion)
      : sections_(sections), bytes_(sections.next(tag)), tick_(tick), version_(version) {}

  double tick() const { return tick_; }
  std::uint32_t version() const { return version_; }

  template <class... Things>
  void operator()(Things&... things) {
    (one(things), ...);
  }
  /// Makes room for as many as there are, if so many bytes are left.
  template <class Container>
  void size(Container& all, std::size_t bytes_each = 1) {
    all.resize(static_cast<std::size_t>(count(bytes_each)));
  }
  std::uint64_t count(std::size_t bytes_each = 1) {
    std::uint64_t count = 0;
    one(count);
    require(count <= (bytes_.size() - at_) / bytes_each,
            "expected no more than the section holds, found more");
    return count;
  }
  template <class Enum>
  void choice(Enum& x, Enum last) {
    std::uint8_t number = 0;
    one(number);
    require(number <= static_cast<std::uint8_t>(last), "expected one of a choice, found another number");
    x = static_cast<Enum>(number);
  }
  std::int64_t small() {
    std::uint64_t word = 0;
    for (unsigned shift = 0;; shift += 7) {
      std::uint8_t byte = 0;
      one(byte);
      require(shift < 63 || byte <= 1, "expected a number of 64 bits, found a longer one");
      word |= std::uint64_t{byte & 0x7fU} << shift;
      if ((byte & 0x80U) == 0) break;
    }
    return static_cast<std::int64_t>((word >> 1U) ^ (std::uint64_t{0} - (word & 1U)));
  }
  void require(bool is_so, const char* problem) {
    if (!is_so) refuse(last_, problem);
  }
  /// Requires that all has been read.
  void finish() {
    if (at_ != bytes_.size()) refuse(at_, "expected the end of the section, found more");
  }

 private:
  [[noreturn]] void refuse(std::size_t byte, const std::string& problem) { sections_.refuse(byte, problem); }

  template <class T>
  void one(T& x) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      one(byte);
      require(byte <= 1, "expected yes or no, found another number");
      x = byte == 1;
    } else if constexpr (std::is_same_v<T, double>) {
      std::uint64_t word = 0;
      one(word);
      x = bit_cast<double>(word);
      require(x == x, "expected a number, found NaN");
    } else if constexpr (std::is_same_v<T, float>) {
      std::uint32_t word = 0;
      one(word);
      x = bit_cast<float>(word);
    } else if constexpr (std::is_integral_v<T>) {
      last_ = at_;
      if (bytes_.size() - at_ < sizeof(T)) refuse(at_, "expected more, found the end of the section");
      std::make_unsigned_t<T> word = 0;
      for (std::size_t i = 0; i < sizeof(T); ++i)
        word = static_cast<std::make_unsigned_t<T>>(
            word | static_cast<std::make_unsigned_t<T>>(
                       static_cast<std::make_unsigned_t<T>>(static_cast<unsigned char>(bytes_[at_ + i]))
                       << (8 * i)));
      at_ += sizeof(T);
      x = static_cast<T>(word);
    } else {
      Persist<T>::run(x, *this);
    }
  }

  SectionReader& sections_;
  std::string bytes_;
  double tick_;  // [T]
  std::uint32_t version_;
  std::size_t at_ = 0;
  std::size_t last_ = 0;  // where the last number began
};

}  // namespace firsthit
