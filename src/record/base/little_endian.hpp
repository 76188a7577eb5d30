#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string_view>
#include <vector>

// Numbers in files are little-endian, whatever the machine is that writes or reads them.

namespace firsthit {

/// A number of this machine's from one of a file, or the other way round.
template <class T>
T little_endian(T number) {
  if constexpr (std::endian::native == std::endian::big) {
    std::array<char, sizeof(T)> bytes;
    std::copy_n(reinterpret_cast<const char*>(&number), sizeof(T), bytes.rbegin());
    std::copy_n(bytes.begin(), sizeof(T), reinterpret_cast<char*>(&number));
  }
  return number;
}

/// Numbers as files have them: seen where they lie, if they lie so in memory.
template <class T>
class FileBytes {
 public:
  explicit FileBytes(const std::vector<T>& numbers) : numbers_(&numbers) {
    if constexpr (std::endian::native == std::endian::big) {
      turned_ = numbers;
      for (T& each : turned_) each = little_endian(each);
      numbers_ = &turned_;
    }
  }
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  std::string_view view() const {
    return {reinterpret_cast<const char*>(numbers_->data()), numbers_->size() * sizeof(T)};
  }

 private:
  const std::vector<T>* numbers_;
  std::vector<T> turned_;
};

}  // namespace firsthit
