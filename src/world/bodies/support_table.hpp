#pragma once

#include "core/instant.hpp"
#include "engine/record.hpp"
#include "query/tolerant/solid.hpp"
#include "world/bodies/body_table.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace firsthit {

/// What holds a body, through one periodic image of it: something that impacts do not move, or a body that
/// stands still on such things.
template <int D>
struct Support {
  Id id = 0;
  Image<D> image{};  ///< the support's place plus this many box lengths, seen from the body's record;
                     ///< zero for what is everywhere
  std::uint32_t own_piece = 0;  ///< of two solids, those that touch; 0 where balls have kernels of their own
  std::uint32_t other_piece = 0;
  friend bool operator==(const Support&, const Support&) = default;

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.id, self.image, self.own_piece, self.other_piece);
  }
};

/// Who rests on what: the part of a body's record that says what holds it. `Resting` decides how it changes.
template <int D>
class SupportTable {
 public:
  static constexpr std::size_t kMostSupports = std::size_t{D};
  static constexpr std::size_t kMostTouched = std::size_t{D};

  /// Of one body that rests, or that has just touched something slowly.
  struct Hold {
    std::array<Support<D>, kMostSupports> supports{};
    std::array<Vec<D>, kMostSupports> into{};        // of each support
    std::array<Support<D>, kMostTouched> touched{};  // the last first
    std::array<Vec<D>, kMostTouched> touched_into{};
    std::uint32_t support_count = 0;
    std::uint32_t touched_count = 0;
    std::uint32_t roomless = 0;    // impacts on fixed things in a row, without room between them
    std::uint32_t slide_ends = 0;  // as of a Slide, at `slides_until`
    Instant slides_until = kEndOfTime;

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.supports, self.into, self.touched, self.touched_into);
      archive(self.support_count, self.touched_count, self.roomless, self.slide_ends, self.slides_until);
      archive.require(self.support_count <= kMostSupports && self.touched_count <= kMostTouched,
                      "expected no more supports than there can be, found more");
    }
  };

  /// What a member of a heap glides along, if its contacts are flat.
  struct Glide {
    std::vector<Support<D>> supports;
    std::vector<Vec<D>> into;  // of each

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.supports, self.into);
      archive.require(self.supports.size() == self.into.size(),
                      "expected a direction of each contact, found others");
    }
  };

  /// The table of bodies must outlive it.
  explicit SupportTable(const BodyTable<D>& table) : table_(table) {}

  /// Nothing holds any of so many bodies, and nothing ever will unless they `may_rest`.
  void start(std::size_t bodies, bool may_rest) {
    may_rest_ = may_rest;
    index_.assign(may_rest ? bodies : 0, 0);
    holds_.clear();
    standing_.clear();
    in_heaps_.clear();
    carriers_.clear();
    glides_.clear();
  }
  /// One more body.
  void add() {
    if (may_rest_) index_.push_back(0);
  }
  /// May anybody rest, or be held?
  bool may_rest() const { return may_rest_; }
  /// False: nobody has rested so far.
  bool holds_anybody() const { return !holds_.empty(); }

  /// What holds the body.
  std::span<const Support<D>> of(Id body) const;
  /// All whom `support` holds, in order.
  std::vector<Id> held_by(Id support) const;
  /// Does any body that impacts move hold others?
  bool carries_anybody() const { return !carriers_.empty(); }
  /// Does this one?
  bool carries(Id body) const { return carriers_.contains(body); }
  /// Whom it holds, in order.
  std::span<const Id> carried(Id body) const;
  /// Who of them holds less than he did, since this was asked.
  std::vector<Id> take_unloaded() { return std::exchange(unloaded_, {}); }
  /// Nothing holds the body any more.
  void let_go(Id body);
  /// This goes: nobody has touched it.
  void forget_touched(Id support);
  /// This holds it, too. Requires: fewer than kMostSupports do so far.
  void add(Id body, const Support<D>& support, const Vec<D>& into);
  /// It glides along this as well, until it is let go.
  void glide(Id body, const Support<D>& support, const Vec<D>& into);
  /// What holds the body, or what it glides along.
  std::span<const Support<D>> along(Id body) const;
  /// Is this among them?
  bool rests_on(Id body, const Support<D>& support) const;
  /// The same, with any of their pieces.
  bool rests_on(Id body, Id support, const Image<D>& image) const {
    return holds_anybody() && is_among_supports(body, support, image);
  }
  /// Along which unit vector `support` holds the body. Requires: rests_on(body, support).
  const Vec<D>& into(Id body, const Support<D>& support) const;
  /// It does along this one. Requires: support is among of(body).
  void set_into(Id body, const Support<D>& support, const Vec<D>& into);
  /// A body that turns elsewhere, as it stands on what holds it, or in a heap; else none.
  const Solid<D>* standing(Id body) const {
    if (standing_.empty() || (of(body).empty() && !in_heaps_.contains(body))) return nullptr;
    const auto known = standing_.find(body);
    return known == standing_.end() ? nullptr : &known->second;
  }
  /// As it stands, if it does; else as it is where it does not turn.
  const Solid<D>& solid(Id body) const {
    const Solid<D>* const stands = standing(body);
    return stands != nullptr ? *stands : table_.solid(body);
  }
  void set_standing(Id body, Solid<D> solid) { standing_.insert_or_assign(body, std::move(solid)); }
  /// It stands in a heap, until it is let go. Requires: it has been set.
  void stand_in_heap(Id body) { in_heaps_.insert(body); }
  /// Is it no ball, and turns now, or may?
  bool turns(Id body) const { return table_.turns(body) && standing(body) == nullptr; }
  /// Until when friction on the flat support that holds it acts as it does, or on two in one plane.
  const Instant& slides_until(Id body) const {
    const Hold* hold = find(body);
    return hold != nullptr && hold->support_count > 0 ? hold->slides_until : kEndOfTime;
  }
  /// The same if one of the two holds the other, before others do; else the end of time.
  const Instant& slide_ends(Id a, Id b) const;
  /// What it has lately touched slowly, without coming to rest on it, the last first.
  std::span<const Support<D>> touched(Id body) const;

  /// Is it a side of the box, or does it reach everywhere, so that images of it do not matter?
  bool is_everywhere_or_side(Id support) const;

  /// Of a body that has one.
  const Hold* find(Id body) const {
    return body < index_.size() && index_[body] != 0 ? &holds_[index_[body] - 1] : nullptr;
  }
  /// Made for a body that has none.
  Hold& hold(Id body);

  /// The clock's ticks have become 2^-finer as long.
  void set_timebase(const Timebase& timebase, int finer);

  /// The body's record was moved by `boxes` box lengths.
  void rebase(Id body, const std::array<std::int64_t, std::size_t{D}>& boxes);
  /// The same of a record of what holds others.
  void rebase_support(Id support, const std::array<std::int64_t, std::size_t{D}>& boxes);

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.index_, self.holds_, self.standing_);
    if (archive.version() >= 3) archive(self.glides_);
    if constexpr (Archive::kReads) {
      archive.require(self.index_.size() == (self.may_rest_ ? self.table_.size() : 0),
                      "expected a number for each body, found others");
      for (const std::uint32_t place : self.index_)
        archive.require(place <= self.holds_.size(), "expected what holds a body, found a number beyond it");
      self.carriers_.clear();
      for (Id body = 0; body < self.index_.size(); ++body)
        for (const Support<D>& support : self.of(body)) self.carry(support.id, body);
    }
  }
  /// Calls each(body, support, into) for all that holds anybody, or was touched, or is glided along.
  template <class Each>
  void each_support(const Each& each) const {
    for (Id id = 0; id < index_.size(); ++id) {
      if (index_[id] == 0) continue;
      const Hold& hold = holds_[index_[id] - 1];
      for (std::size_t i = 0; i < hold.support_count; ++i) each(id, hold.supports[i], hold.into[i]);
      for (std::size_t i = 0; i < hold.touched_count; ++i) each(id, hold.touched[i], hold.touched_into[i]);
    }
    for (const auto& [id, glide] : glides_)
      for (std::size_t i = 0; i < glide.supports.size(); ++i) each(id, glide.supports[i], glide.into[i]);
  }

 private:
  bool is_among_supports(Id body, Id support, const Image<D>& image) const;
  void carry(Id carrier, Id body);

  const BodyTable<D>& table_;
  bool may_rest_ = false;
  std::vector<std::uint32_t> index_;  // by id: one more than the place in holds_, or 0
  std::vector<Hold> holds_;
  std::map<Id, Glide> glides_;              // by body
  std::set<Id> in_heaps_;                   // who stands there
  std::map<Id, Solid<D>> standing_;         // as those stood who turn elsewhere, when they last rested
  std::map<Id, std::vector<Id>> carriers_;  // bodies that impacts move, and whom they hold, in order
  std::vector<Id> unloaded_;                // of those, who hold less than they did
};

}  // namespace firsthit
