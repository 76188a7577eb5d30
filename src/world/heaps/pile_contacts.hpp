#pragma once

#include "engine/record.hpp"
#include "world/heaps/heap_table.hpp"
#include "world/heaps/touching_parts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace firsthit {

/// A contact of those who are pressed together, and what it carried as they last hopped at once: nothing
/// where two only lie beside each other.
template <int D>
struct PileContact {
  HeapContact<D> contact;  ///< without normal and arms
  TouchingParts parts{};
  double size = 0.0;                                           ///< [M L/T] along the normal
  std::array<double, static_cast<std::size_t>(D - 1)> rubs{};  ///< [M L/T] across it

  /// Which contact it is: the same for as long as the same parts touch.
  auto key() const {
    return std::tuple(contact.a, contact.b, contact.image, contact.own_piece, contact.piece, parts.kind,
                      parts.own, parts.other, parts.face);
  }

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.contact.a, self.contact.b, self.contact.image, self.contact.piece, self.contact.own_piece);
    archive.choice(self.parts.kind, TouchingParts::Kind::Crossing);
    archive(self.parts.own, self.parts.other, self.parts.face, self.size, self.rubs);
  }
};

/// All contacts of those who are pressed together, as they last hopped at once.
template <int D>
class PileContacts {
 public:
  PileContacts() = default;
  explicit PileContacts(std::vector<PileContact<D>> all) : all_(std::move(all)) { sort(); }

  std::span<const PileContact<D>> all() const { return all_; }
  /// Those of which is_over(contact) are none any more.
  template <class IsOver>
  void drop(const IsOver& is_over) {
    if (std::erase_if(all_, is_over) > 0) sort();
  }
  /// The same contact, if it is one.
  const PileContact<D>* find(const PileContact<D>& like) const {
    const auto at = std::lower_bound(all_.begin(), all_.end(), like, comes_before);
    return at != all_.end() && at->key() == like.key() ? &*at : nullptr;
  }
  bool has(Id body) const {
    const auto at = std::lower_bound(ends_.begin(), ends_.end(), End{body, 0});
    return at != ends_.end() && at->first == body;
  }
  /// Calls each(contact) for all of a body, always in the same order.
  template <class Each>
  void each_of(Id body, const Each& each) const {
    for (auto at = std::lower_bound(ends_.begin(), ends_.end(), End{body, 0});
         at != ends_.end() && at->first == body; ++at)
      each(all_[at->second]);
  }

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.all_);
    if constexpr (!std::is_const_v<Self>) self.sort();
  }

 private:
  using End = std::pair<Id, std::uint32_t>;  // a body, and its contact

  static bool comes_before(const PileContact<D>& x, const PileContact<D>& y) { return x.key() < y.key(); }
  void sort() {
    std::sort(all_.begin(), all_.end(), comes_before);
    ends_.clear();
    for (std::uint32_t i = 0; i < all_.size(); ++i)
      for (const Id id : {all_[i].contact.a, all_[i].contact.b}) ends_.emplace_back(id, i);
    std::sort(ends_.begin(), ends_.end());
  }

  std::vector<PileContact<D>> all_;  // by key
  std::vector<End> ends_;
};

}  // namespace firsthit
