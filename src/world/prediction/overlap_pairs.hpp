#pragma once

#include "engine/candidates.hpp"
#include "world/bodies/body_table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace firsthit {

/// Who is within whom: pairs that have begun to go through each other, and have not parted so far.
template <int D>
class OverlapPairs {
 public:
  /// The table must outlive this.
  explicit OverlapPairs(const BodyTable<D>& table) : table_(table) {}

  bool contains(const OrderedPair<D>& pair) const {
    return !inside_.empty() && inside_.contains(key_of(pair));
  }
  void enter(const OrderedPair<D>& pair) { inside_.insert(key_of(pair)); }
  void leave(const OrderedPair<D>& pair) { inside_.erase(key_of(pair)); }
  /// The record of `body` was moved by `boxes` box lengths.
  void rebase(Id body, const std::array<std::int64_t, std::size_t{D}>& boxes);
  /// Forgets all that `body` is within, or has within it.
  void remove(Id body);

  /// In an order that depends on nothing but who they are.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    std::vector<Key> all(self.inside_.begin(), self.inside_.end());
    std::sort(all.begin(), all.end());
    archive(all);
    if constexpr (Archive::kReads) {
      for (const Key& key : all)
        archive.require(key.low < key.high && key.low < self.table_.size(),
                        "expected two bodies that pass each other, found others");
      self.inside_ = {all.begin(), all.end()};
    }
  }

 private:
  struct Key {
    Id low = 0;
    Id high = 0;
    Image<D> image{};
    friend bool operator==(const Key&, const Key&) = default;
    friend bool operator<(const Key& a, const Key& b) {
      return std::tie(a.low, a.high, a.image) < std::tie(b.low, b.high, b.image);
    }

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.low, self.high, self.image);
    }
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t h = (std::uint64_t{key.low} << 32U | key.high) * 0x9e3779b97f4a7c15U;
      for (const std::int32_t n : key.image) h = (h ^ static_cast<std::uint32_t>(n)) * 0xff51afd7ed558ccdU;
      return static_cast<std::size_t>(h ^ h >> 29U);
    }
  };
  static Key key_of(const OrderedPair<D>& pair) { return {pair.low, pair.high, pair.image}; }

  const BodyTable<D>& table_;
  std::unordered_set<Key, Hash> inside_;
};

}  // namespace firsthit
