#include "world/heaps/groups.hpp"
#include "world/heaps/parting.hpp"

#include <cmath>
#include <utility>

// How bodies that gravity presses together go on at once.

namespace firsthit {

namespace {

/// Bodies no further apart, in parts of the smaller one's size, are asked for: as kNear.
constexpr double kWithin = 0x1p-8;

/// Who comes together faster than so many joint hops bounces. Larger: bounces end sooner, which are up to its
/// square times as high as a hop. Smaller: more impacts until they are slower than that.
constexpr double kBounces = 8.0;

/// The gap, in parts of the smaller one's size, that they leave each other: as those who hop apart.
constexpr double kRoom = kHeapHop;

/// Impulses are changed one after the other until none changes a speed by more than this part of a joint
/// hop, but no more often than so. What is left closes gaps before the next joint hop: as kRoom does, which
/// is 2^-6 of such a hop.
constexpr double kSharp = 0x1p-7;
constexpr int kMostSweeps = 256;

/// Sides whose normals are this near each other, by the cosine, lie on each other: a slope of 1/16.
constexpr double kFlat = 0x1.ff0p-1;

/// Of the speed of a joint hop, what rounding leaves where nothing turns.
constexpr double kRounded = 0x1p-34;

/// In the energy of joint hops of all, what they may get by this, besides what lifts them: else they bounce.
constexpr double kMostGained = 8.0;

}  // namespace

/// What pushes at a contact do, and how much is needed.
template <int D>
struct HeapSearch<D>::Pressing {
  static constexpr auto kWays = static_cast<std::size_t>(D - 1);  // across it

  UnitPush normal;
  double gives = 0.0;   // [1/M] how much faster it opens by a push of size 1
  double wanted = 0.0;  // [L/T] so fast it opens, at least
  double size = 0.0;    // [M L/T]
  double friction = 0.0;
  std::array<UnitPush, kWays> across{};
  std::array<double, kWays> gives_across{};
  std::array<double, kWays> passes{};  // [L/T] how what no force moves passes by
  std::array<double, kWays> rubs{};    // [M L/T]

  /// The least push that opens it so. Returns by how much [L/T] it opens faster, or slower.
  double open(std::span<const double> inverse_mass, std::vector<double>& speed) {
    if (!(gives > 0.0)) return 0.0;
    const double pushed = std::max(size + (wanted - normal.dot(speed)) / gives, 0.0);
    const double by = pushed - size;
    normal.give(by, inverse_mass, speed);
    size = pushed;
    return std::fabs(by) * gives;
  }
  /// What friction takes of how it slips, no more than by what `presses` [M L/T].
  void rub(double presses, std::span<const double> inverse_mass, std::vector<double>& speed) {
    std::array<double, kWays> needed = rubs;
    double whole = 0.0;
    for (std::size_t i = 0; i < needed.size(); ++i) {
      if (!(gives_across[i] > 0.0)) continue;
      needed[i] -= (across[i].dot(speed) + passes[i]) / gives_across[i];
      whole += needed[i] * needed[i];
    }
    whole = std::sqrt(whole);
    const double most = friction * presses;
    const double part = whole > most ? most / whole : 1.0;
    for (std::size_t i = 0; i < needed.size(); ++i) {
      across[i].give(part * needed[i] - rubs[i], inverse_mass, speed);
      rubs[i] = part * needed[i];
    }
  }
};

/// The contacts of two pieces. Where several are along one normal, as of a side that lies on another, they
/// are pushed in the middle of them first: it says nothing that they do not, but does not turn who lies
/// evenly.
template <int D>
struct HeapSearch<D>::PressingPair {
  std::size_t first = 0;  // of the contacts,
  std::size_t last = 0;   // and the one behind them
  double height = 0.0;    // [L^2/T^2] against gravity
  std::optional<Pressing> middle{};

  /// Returns by how much [L/T], at most, one of them opens faster or slower.
  double press(std::vector<Pressing>& contacts, std::span<const double> inverse_mass,
               std::vector<double>& speed) {
    double most = middle ? middle->open(inverse_mass, speed) : 0.0;
    const double share = middle ? middle->size / static_cast<double>(last - first) : 0.0;
    for (std::size_t i = first; i < last; ++i) most = std::max(most, contacts[i].open(inverse_mass, speed));
    for (std::size_t i = first; i < last; ++i)
      if (contacts[i].friction > 0.0) contacts[i].rub(contacts[i].size + share, inverse_mass, speed);
    return most;
  }
};

/// [L/T] So fast a contact opens, at least, that it is no narrower after `lasts` [T].
template <int D>
auto HeapSearch<D>::pressing(const Parting& parting, std::size_t i, double lasts) const -> Pressing {
  const std::vector<Loose>& all = parting.all;
  const Near& one = parting.touches[i];
  const Vec<D>& normal = one.contact.normal;
  Pressing contact;
  contact.normal = parting.pushes[i];
  contact.gives = contact.normal.gives(parting.inverse_mass);
  Vec<D> pull = flight_.acceleration(one.contact.a);
  if (one.both) pull = pull - flight_.acceleration(one.contact.b);
  const double size = one.both ? std::min(all[one.a].size, all[one.b].size) : all[one.a].size;
  contact.wanted =
      parting.chased[i] + 0.5 * dot(normal, pull) * lasts + (kRoom * size - std::max(one.gap, 0.0)) / lasts;
  contact.friction = std::min(table_.surfaces(one.contact.a, one.contact.b).friction, kMostFriction);
  if (!(contact.friction > 0.0)) return contact;
  Near surface = one;
  surface.friction = contact.friction;  // as a conveyor's surface is, where there is any
  const Vec<D> passes = one.both ? Vec<D>{} : parting.passing(surface);
  const auto ways = ways_across(normal);
  for (std::size_t k = 0; k < ways.size(); ++k) {
    contact.across[k] = parting.push(one.contact, ways[k]);
    contact.gives_across[k] = contact.across[k].gives(parting.inverse_mass);
    contact.passes[k] = dot(ways[k], passes);
  }
  return contact;
}

/// From below upwards.
template <int D>
auto HeapSearch<D>::pressing_pairs(const Parting& parting, std::span<const Pressing> contacts) const
    -> std::vector<PressingPair> {
  std::vector<PressingPair> pairs;
  for (std::size_t first = 0; first < contacts.size();) {
    const HeapContact<D>& contact = parting.touches[first].contact;
    PressingPair pair{first, first};
    HeapContact<D> middle = contact;
    middle.arm = middle.other_arm = {};
    double wanted = 0.0;
    bool is_flat = true;
    while (pair.last < contacts.size() && is_same_pair(parting.touches[pair.last].contact, contact)) {
      const HeapContact<D>& at = parting.touches[pair.last].contact;
      middle.arm = middle.arm + at.arm;
      middle.other_arm = middle.other_arm + at.other_arm;
      wanted += contacts[pair.last].wanted;
      is_flat = is_flat && dot(at.normal, contact.normal) > kFlat;
      ++pair.last;
    }
    const double part = 1.0 / static_cast<double>(pair.last - first);
    middle.arm = part * middle.arm;
    middle.other_arm = part * middle.other_arm;
    pair.height = -dot(parting.all[parting.touches[first].a].place + middle.arm, flight_.gravity());
    if (is_flat && pair.last > first + 1) {
      Pressing& pressed = pair.middle.emplace();
      pressed.normal = parting.push(middle, -middle.normal);
      pressed.gives = pressed.normal.gives(parting.inverse_mass);
      pressed.wanted = part * wanted;
    }
    first = pair.last;
    pairs.push_back(std::move(pair));
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const PressingPair& a, const PressingPair& b) { return a.height < b.height; });
  return pairs;
}

/// Does a body stand, and is held?
template <int D>
bool HeapSearch<D>::is_still(const Loose& body) const {
  return body.yields && is_zero(body.velocity) && speed_of(body.turning) == 0.0 &&
         is_zero(flight_.acceleration(body.id));
}

/// Do two come together as slowly as those who are pressed together?
template <int D>
bool HeapSearch<D>::is_pressed(const std::vector<Loose>& all, const Near& near) const {
  if (!may_hold(all, near) || !(table_.restitution(near.contact.a, near.contact.b) < 1.0)) return false;
  double size = all[near.a].size;
  if (near.both) size = std::min(size, all[near.b].size);
  const double closing = dot(near.contact.normal, passing_speed(all, near));
  return closing <= kBounces * joint_hop_speed(length(flight_.gravity()), size);
}

template <int D>
Pressed<D> HeapSearch<D>::pressed(std::span<const Record<D>> records, const Instant& now) const {
  hulls_.clear();
  const std::vector<Loose> all = loose(records, now);
  std::vector<Near> near;
  find_pairs(all, kWithin, near);
  if (near.empty()) return {};
  find_unmoved(all, kWithin, near);
  std::vector<bool> still(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) still[i] = is_still(all[i]);
  std::erase_if(near, [&](const Near& one) {
    return !is_pressed(all, one) || (still[one.a] && (!one.both || still[one.b]));
  });
  Groups groups(all.size());
  for (const Near& one : near)
    if (one.both && !still[one.a] && !still[one.b]) groups.join(one.a, one.b);
  // Those of whom one falls go on together, and push whoever stands below them.
  std::vector<std::size_t> count(all.size(), 0);
  std::vector<bool> falls(all.size(), false);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].yields || still[i]) continue;
    ++count[groups.of(i)];
    if (flight_.acceleration(all[i].id) == flight_.gravity()) falls[groups.of(i)] = true;
  }
  std::vector<bool> goes_on(all.size(), false);
  for (std::size_t i = 0; i < all.size(); ++i)
    goes_on[i] = all[i].yields && !still[i] && count[groups.of(i)] > 1 && falls[groups.of(i)];
  std::erase_if(near, [&](const Near& one) { return !goes_on[one.a] && !(one.both && goes_on[one.b]); });
  std::vector<bool> takes_part = goes_on;
  for (const Near& one : near) {
    takes_part[one.a] = true;
    if (one.both) takes_part[one.b] = true;
  }
  std::vector<std::size_t> members;
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!takes_part[i]) continue;
    members.push_back(i);
    if (goes_on[i]) smallest = std::min(smallest, all[i].size);
  }
  if (members.empty()) return {};

  Parting parting(*this, all, std::move(members), near);
  for (std::size_t i = 0; i < parting.members.size(); ++i)
    if (still[parting.members[i]])
      std::fill_n(parting.inverse_mass.begin() + static_cast<std::ptrdiff_t>(i * parting.heap.width()),
                  parting.heap.width(), 0.0);
  const double gravity = length(flight_.gravity());
  const double hop = joint_hop_speed(gravity, smallest);
  const double lasts = 2.0 * hop / gravity;  // [T] until they are as high again
  std::vector<Pressing> contacts;
  for (std::size_t i = 0; i < parting.touches.size(); ++i) contacts.push_back(pressing(parting, i, lasts));
  std::vector<PressingPair> pairs = pressing_pairs(parting, contacts);
  std::vector<double> after = parting.speed;
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    double most = 0.0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      PressingPair& pair = pairs[sweep % 2 == 0 ? k : pairs.size() - 1 - k];
      most = std::max(most, pair.press(contacts, parting.inverse_mass, after));
    }
    if (most <= kSharp * hop) break;
  }
  for (std::size_t i = 0; i < after.size() && turns(); ++i)
    if (std::fabs(after[i] - parting.speed[i]) <= kRounded * hop) after[i] = parting.speed[i];
  double energy_of_hops = 0.0;
  for (const std::size_t member : parting.members)
    if (goes_on[member]) energy_of_hops += table_.mass[all[member].id] * hop * hop;
  if (!(parting.energy(after) - parting.energy(parting.speed) <= kMostGained * energy_of_hops)) return {};

  Pressed<D> found;
  for (std::size_t i = 0; i < parting.members.size(); ++i)
    if (goes_on[parting.members[i]]) found.bodies.push_back(parting.told(i, after));
  for (const PressingPair& pair : pairs) {
    const double share = pair.middle ? pair.middle->size / static_cast<double>(pair.last - pair.first) : 0.0;
    for (std::size_t i = pair.first; i < pair.last; ++i) {
      const Near& one = parting.touches[i];
      const double size = contacts[i].size + share;
      if (!(size > 0.0) || !(still[one.a] || (one.both && still[one.b]))) continue;
      Vec<D> push = -size * one.contact.normal;  // on the first
      const auto ways = ways_across(one.contact.normal);
      for (std::size_t k = 0; k < ways.size(); ++k) push = push + contacts[i].rubs[k] * ways[k];
      if (still[one.a])
        found.held.push_back({one.contact.a, one.contact.arm, push});
      else
        found.held.push_back({one.contact.b, one.contact.other_arm, -push});
    }
  }
  return found;
}

template Pressed<2> HeapSearch<2>::pressed(std::span<const Record<2>>, const Instant&) const;
template Pressed<3> HeapSearch<3>::pressed(std::span<const Record<3>>, const Instant&) const;

}  // namespace firsthit
