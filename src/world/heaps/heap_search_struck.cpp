#include "world/heaps/pressing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

// What an impact does to those who are pressed together, all at once.

namespace firsthit {

namespace {

/// Of a joint hop's speed, what changes nobody's course. Larger: who is further away meets his neighbours one
/// by one, later. Smaller: an impact reaches all.
constexpr double kReached = 0x1p-4;

/// Those no further apart, in parts of the smaller one's size, who carry nothing, meet as if they touched: as
/// far as hops lead. Larger: they meet too soon. Smaller: each of them alone, a moment later.
constexpr double kClosed = 0x1p-12;

/// Whoever is reached is asked so often, at most.
constexpr int kMostRounds = 512;

/// The gap, in parts of a joint hop's height, that they leave each other: less than those who hop at once, so
/// that whom an impact hardly reaches has nothing to do.
constexpr double kRoomOfStruck = 0x1p-4;

/// Of the time of a joint hop, the least for which they are kept apart.
constexpr double kLeastTime = 0x1p-4;

}  // namespace

/// An impact, as it spreads: bodies and contacts are looked at as they are reached.
template <int D>
class HeapSearch<D>::Strike {
 public:
  Strike(const HeapSearch& search, std::span<const Record<D>> records, const HeapTable<D>& heaps,
         const PileContacts<D>& known, const HopAt& hop, const Instant& now)
      : search_(search),
        records_(records),
        heaps_(heaps),
        known_(known),
        hop_(hop),
        now_(now),
        extents_(search.extents_of_fixed()),
        parting_(search, all_) {}

  Pressed<D> from(const OrderedPair<D>& pair) {
    const std::optional<std::size_t> low = reach(pair.low);
    const std::optional<std::size_t> high = reach(pair.high);
    if (low && high) add_pair(*low, *high);
    for (const std::optional<std::size_t>& body : {low, high})
      if (body) open(*body);
    for (int looks = 0;; ++looks) {
      spread();
      if (looks == kMostLooks || !search_.look_ahead(parting_, goes_on_, after_, hop_, contacts_, pairs_))
        break;
      for (std::size_t k = 0; k < pairs_.size(); ++k) ask(k);
    }
    if (!search_.may_go_on(parting_, goes_on_, hop_.speed, after_)) return {};
    Pressed<D> found;
    const std::size_t width = parting_.width();
    for (std::size_t i = 0; i < parting_.members.size(); ++i) {
      const auto begin = static_cast<std::ptrdiff_t>(i * width);
      const auto end = begin + static_cast<std::ptrdiff_t>(width);
      if (goes_on_[parting_.members[i]] &&
          !std::equal(after_.begin() + begin, after_.begin() + end, parting_.speed.begin() + begin))
        found.bodies.push_back(parting_.told(i, after_));
    }
    found.held = search_.held_pushes(parting_, pairs_, contacts_, still_);
    return found;
  }

 private:
  /// The place of a body among those that have been reached; none of what does not take part.
  std::optional<std::size_t> reach(Id id) {
    if (!search_.table_.moves(id)) return {};
    const auto [at, is_new] = places_.emplace(id, all_.size());
    if (!is_new) return at->second;
    const std::optional<Loose> body = search_.loose(id, records_, now_);
    if (!body) {
      places_.erase(at);
      return {};
    }
    all_.push_back(*body);
    still_.push_back(search_.is_still(*body, heaps_));
    goes_on_.push_back(body->yields && !still_.back());
    is_open_.push_back(false);
    pairs_of_.emplace_back();
    if (body->yields) {
      const std::size_t rows = parting_.speed.size();
      parting_.add_member(all_.size() - 1);
      if (still_.back()) parting_.hold(parting_.members.size() - 1);
      after_.insert(after_.end(), parting_.speed.begin() + static_cast<std::ptrdiff_t>(rows),
                    parting_.speed.end());
    }
    return all_.size() - 1;
  }
  /// All contacts of a body that gets another speed.
  void open(std::size_t body) {
    if (!goes_on_[body] || is_open_[body]) return;
    is_open_[body] = true;
    const Id id = all_[body].id;
    known_.each_of(id, [&](const PileContact<D>& one) {
      const Id other = one.contact.a == id ? one.contact.b : one.contact.a;
      if (const std::optional<std::size_t> at = reach(other)) add_pair(body, *at);
    });
    std::vector<Near> near;
    search_.add_unmoved(all_, body, kWithin, extents_, near);
    add(near);
  }
  void add_pair(std::size_t a, std::size_t b) {
    if (all_[b].id < all_[a].id) std::swap(a, b);
    if (!looked_.emplace(a, b).second) return;
    std::vector<Near> near;
    search_.add_pair(all_, a, b, kWithin, near);
    add(near);
  }
  /// Those of the contacts that may push.
  void add(const std::vector<Near>& near) {
    const std::size_t first = contacts_.size();
    for (const Near& one : near) {
      if (!search_.may_hold(all_, one)) continue;
      const PileContact<D>* known = known_.find({one.contact, one.parts});
      const bool carries = known != nullptr && known->size > 0.0;
      const double size = one.both ? std::min(all_[one.a].size, all_[one.b].size) : all_[one.a].size;
      if (!carries && one.gap > kClosed * size) continue;
      parting_.add_touch(one);
      contacts_.push_back(search_.pressing(parting_, contacts_.size(), hop_));
      if (!carries) contacts_.back().bounces = search_.table_.restitution(one.contact.a, one.contact.b);
    }
    for (std::size_t i = first; i < contacts_.size(); i = pairs_.back().last) {
      const Near& one = parting_.touches[i];
      pairs_of_[one.a].push_back(pairs_.size());
      if (one.both) pairs_of_[one.b].push_back(pairs_.size());
      pairs_.push_back(search_.pressing_pair(parting_, contacts_, i));
      is_asked_.push_back(false);
      ask(pairs_.size() - 1);
    }
  }
  void ask(std::size_t pair) {
    if (is_asked_[pair]) return;
    is_asked_[pair] = true;
    asked_.push_back(pair);
  }
  /// Outwards from those who have been struck: all contacts of whoever gets another speed are asked once
  /// more.
  void spread() {
    std::vector<std::size_t> round;
    for (int rounds = 0; !asked_.empty() && rounds < kMostRounds; ++rounds) {
      round.clear();
      std::swap(round, asked_);
      for (const std::size_t k : round) {
        is_asked_[k] = false;
        if (!pairs_[k].press(hop_.sharp, contacts_, parting_.inverse_mass, after_).second) continue;
        const Near& one = parting_.touches[pairs_[k].first];
        const std::size_t a = one.a;
        const std::size_t b = one.both ? one.b : one.a;
        for (const std::size_t body : {a, b}) {
          open(body);
          for (const std::size_t other : pairs_of_[body]) ask(other);
        }
      }
    }
  }

  const HeapSearch& search_;
  std::span<const Record<D>> records_;
  const HeapTable<D>& heaps_;
  const PileContacts<D>& known_;
  const HopAt hop_;
  const Instant now_;
  const std::vector<double> extents_;  // [L] of what is fixed
  std::vector<Loose> all_;             // and of each:
  std::vector<bool> still_;            // it stands, or glides, and is held
  std::vector<bool> goes_on_;          // it gets another speed
  std::vector<bool> is_open_;          // all its contacts are known
  std::vector<std::vector<std::size_t>> pairs_of_;
  std::map<Id, std::size_t> places_;
  std::set<std::pair<std::size_t, std::size_t>> looked_;
  Parting parting_;
  std::vector<Pressing> contacts_;
  std::vector<PressingPair> pairs_;
  std::vector<bool> is_asked_;      // of each pair
  std::vector<std::size_t> asked_;  // pairs
  std::vector<double> after_;       // [L/T] by row
};

template <int D>
Pressed<D> HeapSearch<D>::struck(std::span<const Record<D>> records, const HeapTable<D>& heaps,
                                 const PileContacts<D>& contacts, const OrderedPair<D>& pair, double lasts,
                                 double left, const Instant& now) const {
  forget_hulls();
  const double speed = 0.5 * lasts * length(flight_.gravity());
  const HopAt hop{speed, std::max(left, kLeastTime * lasts), kReached * speed,
                  kRoomOfStruck * joint_hop_height(speed, lasts)};
  return Strike(*this, records, heaps, contacts, hop, now).from(pair);
}

template Pressed<2> HeapSearch<2>::struck(std::span<const Record<2>>, const HeapTable<2>&,
                                          const PileContacts<2>&, const OrderedPair<2>&, double, double,
                                          const Instant&) const;
template Pressed<3> HeapSearch<3>::struck(std::span<const Record<3>>, const HeapTable<3>&,
                                          const PileContacts<3>&, const OrderedPair<3>&, double, double,
                                          const Instant&) const;

}  // namespace firsthit
