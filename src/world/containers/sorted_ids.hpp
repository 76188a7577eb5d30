#pragma once

#include "core/room.hpp"
#include "engine/record.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace firsthit {

/// Ids in rising order. Where they are all from 0 on, only their number is kept.
class SortedIds {
 public:
  class Iterator {
   public:
    Iterator(const Id* ids, std::size_t place) : ids_(ids), place_(place) {}
    Id operator*() const { return ids_ != nullptr ? ids_[place_] : static_cast<Id>(place_); }
    Iterator& operator++() {
      ++place_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const Id* ids_;
    std::size_t place_;
  };

  Iterator begin() const { return {data(), 0}; }
  Iterator end() const { return {data(), size_}; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// The next push_back of it does not fail for want of memory.
  void make_room_for(Id id) {
    if (id != size_) list_all();
    if (is_listed_) make_room(ids_);
  }
  /// Nor does the next erase.
  void make_room_to_erase() { list_all(); }
  /// Requires: it is larger than all others.
  void push_back(Id id) {
    if (id != size_) list_all();
    if (is_listed_) ids_.push_back(id);
    ++size_;
  }
  void erase(Id id) {
    list_all();
    std::erase(ids_, id);
    size_ = ids_.size();
  }
  void shrink_to_fit() { ids_.shrink_to_fit(); }

 private:
  const Id* data() const { return is_listed_ ? ids_.data() : nullptr; }
  void list_all() {
    if (is_listed_) return;
    ids_.clear();
    for (std::size_t id = 0; id < size_; ++id) ids_.push_back(static_cast<Id>(id));
    is_listed_ = true;
  }

  std::vector<Id> ids_;
  std::size_t size_ = 0;
  bool is_listed_ = false;
};

}  // namespace firsthit
