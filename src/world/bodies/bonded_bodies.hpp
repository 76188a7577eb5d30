#pragma once

#include "world/bodies/body_table.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace firsthit {

/// Bodies that stick together, or to a side of the box.
template <int D>
class BondedBodies {
 public:
  /// The table must outlive this.
  explicit BondedBodies(const BodyTable<D>& table) : table_(table) {}

  bool is_empty() const { return bonds_.empty(); }

  /// From now on the two, and all who are stuck to either, move as one.
  void stick(Id a, Id b) {
    const std::uint32_t into = cluster(a);
    const std::uint32_t from = cluster(b);
    if (into == from) return;
    Cluster& all = bonds_[into];
    for (const Id id : bonds_[from].members) {
      index_[id] = into + 1;
      all.members.push_back(id);
    }
    std::sort(all.members.begin(), all.members.end());
    all.mass += bonds_[from].mass;
    all.anchored = all.anchored || bonds_[from].anchored;
    bonds_[from] = {};
  }

  /// From now on nothing moves the body, nor who is stuck to it.
  void anchor(Id body) {
    Cluster& all = bonds_[cluster(body)];
    all.anchored = true;
    all.mass = kImmovable;
  }

  /// `body` is no more.
  void remove(Id body) {
    if (body >= index_.size() || index_[body] == 0) return;
    Cluster& left = bonds_[index_[body] - 1];
    std::erase(left.members, body);
    left.mass = left.anchored ? kImmovable : 0.0;
    for (const Id id : left.members) left.mass += own_mass(id);
    index_[body] = 0;
  }

  /// Where the member of a cluster is: to be told of all its members for one and the same time.
  void place(Id body, const Vec<D>& position) { places_[body] = position; }
  /// A member has been put so much [L] further.
  void move(Id body, const Vec<D>& by) { places_[body] = places_[body] + by; }
  /// [L] From one member to another, but for whole boxes, since places were told.
  Vec<D> apart(Id from, Id to) const { return places_[to] - places_[from]; }

  /// Its members, in order; nobody if the body is alone.
  std::span<const Id> of(Id body) const {
    if (body >= index_.size() || index_[body] == 0) return {};
    return bonds_[index_[body] - 1].members;
  }

  /// [M] Of all that move with the body.
  double mass(Id body) const {
    return body < index_.size() && index_[body] != 0 ? bonds_[index_[body] - 1].mass : own_mass(body);
  }

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.index_, self.places_, self.bonds_);
    if constexpr (Archive::kReads) {
      archive.require(self.places_.size() == self.index_.size() && self.index_.size() <= self.table_.size(),
                      "expected a place of each, found others");
      for (const std::uint32_t place : self.index_)
        archive.require(place <= self.bonds_.size(), "expected a cluster, found a number beyond them");
      for (const Cluster& cluster : self.bonds_)
        for (const Id id : cluster.members)
          archive.require(id < self.index_.size(), "expected a body that sticks, found another");
    }
  }

 private:
  struct Cluster {
    std::vector<Id> members;
    double mass = 0.0;
    bool anchored = false;  // to a side

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.members, self.mass, self.anchored);
    }
  };

  double own_mass(Id id) const { return table_.is_dynamic(id) ? table_.mass[id] : kImmovable; }
  std::uint32_t cluster(Id id) {
    if (index_.size() < table_.size()) {
      index_.resize(table_.size());
      places_.resize(table_.size());
    }
    if (index_[id] == 0) {
      bonds_.push_back({{id}, own_mass(id)});
      index_[id] = static_cast<std::uint32_t>(bonds_.size());
    }
    return index_[id] - 1;
  }

  const BodyTable<D>& table_;
  std::vector<std::uint32_t> index_;  // by id: one more than the place in bonds_, or 0
  std::vector<Vec<D>> places_;        // [L] by id
  std::vector<Cluster> bonds_;
};

}  // namespace firsthit
