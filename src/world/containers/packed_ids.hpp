#pragma once

#include "engine/record.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace firsthit {

/// As many ids as there are bodies, in three bytes each where that is enough.
class PackedIds {
 public:
  PackedIds() = default;
  // Written out, as clang 14 for WebAssembly leaves out the one that it should make by itself.
  ~PackedIds() {}
  PackedIds(const PackedIds&) = default;
  PackedIds(PackedIds&&) noexcept = default;
  PackedIds& operator=(const PackedIds&) = default;
  PackedIds& operator=(PackedIds&&) noexcept = default;
  /// Ids below `count`, as many.
  explicit PackedIds(std::size_t count) : width_(count <= kMostShort ? 3 : 4), bytes_(count * width_) {}

  bool empty() const { return bytes_.empty(); }
  std::size_t size() const { return bytes_.size() / width_; }
  Id operator[](std::size_t place) const {
    Id id = 0;
    for (std::size_t k = 0; k < width_; ++k) id |= static_cast<Id>(bytes_[place * width_ + k]) << (8 * k);
    return id;
  }
  void set(std::size_t place, Id id) {
    for (std::size_t k = 0; k < width_; ++k)
      bytes_[place * width_ + k] = static_cast<std::uint8_t>(id >> (8 * k));
  }
  std::vector<Id> all() const {
    std::vector<Id> ids(size());
    for (std::size_t place = 0; place < ids.size(); ++place) ids[place] = (*this)[place];
    return ids;
  }

 private:
  static constexpr std::size_t kMostShort = std::size_t{1} << 24U;

  std::size_t width_ = 3;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace firsthit
