#include "world/heaps/groups.hpp"
#include "world/heaps/pressing.hpp"

#include <cmath>
#include <utility>

// How bodies that gravity presses together go on at once.

namespace firsthit {

namespace {

/// Who comes together faster than so many joint hops bounces. Larger: bounces end sooner, which are up to its
/// square times as high as a hop. Smaller: more impacts until they are slower than that.
constexpr double kBounces = 8.0;

/// The gap, in parts of a joint hop's height, that they leave each other. Larger: they lie more loosely.
/// Smaller: what is left undone, here and by those who are struck, closes it before the hop is over.
constexpr double kRoom = 0x1p-2;

/// Impulses are changed one after the other until none changes a speed by more than this part of a joint
/// hop, but no more often than so. What is left closes gaps by an eighth of its height until it is over, half
/// of kRoom.
constexpr double kSharp = 0x1p-5;
constexpr int kMostSweeps = 512;

/// Where steps do not get smaller, by this factor of their squares in so many sweeps, there is too little
/// room for all to open: impulses would grow for ever, and speeds stay what they are. Larger: such sweeps
/// cost as much as all else. Smaller: who needs many sweeps is left with more to do.
constexpr int kSweepsOfALook = 16;
constexpr double kHopeless = 0x1.fp-1;

/// Of the speed of a joint hop, what rounding leaves where nothing turns.
constexpr double kRounded = 0x1p-34;

/// In the energy of joint hops of all, what they may get by this, besides what lifts them: else they bounce.
constexpr double kMostGained = 8.0;

/// Where a body is that falls so and turns steadily.
template <int D, class Body>
Pose<D> moved_on(const Body& body, const Vec<D>& falls, const Vec<D>& velocity,
                 const AngularVelocity<D>& turning, double lasts) {
  Pose<D> pose = body.pose();
  pose.place = pose.place + lasts * velocity + (0.5 * lasts * lasts) * falls;
  if (body.lever > 0.0) pose.stands = turned_by(pose.stands, (0.5 * lasts) * turning);
  return pose;
}

}  // namespace

/// [L/T] So fast a contact opens, at least, that it is no narrower after `lasts` [T].
template <int D>
auto HeapSearch<D>::pressing(const Parting& parting, std::size_t i, const HopAt& hop) const -> Pressing {
  const Near& one = parting.touches[i];
  const Vec<D>& normal = one.contact.normal;
  Pressing contact;
  contact.normal = parting.pushes[i];
  contact.gives = contact.normal.gives(parting.inverse_mass);
  Vec<D> pull = flight_.acceleration(one.contact.a);
  pull = pull - (one.both ? flight_.acceleration(one.contact.b) : carrier_acceleration(parting.all, one));
  contact.chased = parting.chased[i];
  contact.wanted =
      contact.chased + 0.5 * dot(normal, pull) * hop.lasts + (hop.room - std::max(one.gap, 0.0)) / hop.lasts;
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

/// Where bodies turn, or are curved, gaps are not what speeds now and gravity make of them: those that would
/// be narrower after `lasts` [T] must open faster. Is there any that must, by more than `least` [L/T]?
template <int D>
bool HeapSearch<D>::look_ahead(const Parting& parting, const std::vector<bool>& goes_on,
                               const std::vector<double>& after, const HopAt& hop,
                               std::vector<Pressing>& contacts, std::vector<PressingPair>& pairs) const {
  std::vector<Pose<D>> poses;
  for (const Loose& body : parting.all)
    poses.push_back(moved_on(body, body.yields ? Vec<D>{} : flight_.acceleration(body.id), body.velocity,
                             body.turning, hop.lasts));
  for (std::size_t i = 0; i < parting.members.size(); ++i) {
    const std::size_t member = parting.members[i];
    if (!goes_on[member]) continue;
    const Parted<D> one = parting.told(i, after);
    poses[member] = moved_on(parting.all[member], flight_.gravity(), one.velocity, one.turning, hop.lasts);
  }
  bool any = false;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    Near then = parting.touches[i];
    touch(poses[then.a], then.b != kNone ? poses[then.b] : Pose<D>{}, then);
    if (is_zero(then.contact.normal)) continue;
    const double wanted = contacts[i].normal.dot(after) + (hop.room - then.gap) / hop.lasts;
    if (!(wanted > contacts[i].wanted + hop.sharp)) continue;
    contacts[i].wanted = wanted;
    any = true;
  }
  if (any)
    for (PressingPair& pair : pairs) pair.want(contacts);
  return any;
}

/// Of the two pieces that touch there.
template <int D>
auto HeapSearch<D>::pressing_pair(const Parting& parting, std::span<const Pressing> contacts,
                                  std::size_t first) const -> PressingPair {
  const HeapContact<D>& contact = parting.touches[first].contact;
  PressingPair pair{first, first};
  HeapContact<D> middle = contact;
  middle.arm = middle.other_arm = {};
  double chased = 0.0;
  bool is_flat = true;
  while (pair.last < contacts.size() && is_same_pair(parting.touches[pair.last].contact, contact)) {
    const HeapContact<D>& at = parting.touches[pair.last].contact;
    middle.arm = middle.arm + at.arm;
    middle.other_arm = middle.other_arm + at.other_arm;
    chased += contacts[pair.last].chased;
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
    pressed.chased = part * chased;
    pressed.bounces = contacts[first].bounces;
    pair.want(contacts);
  }
  return pair;
}

/// From below upwards.
template <int D>
auto HeapSearch<D>::pressing_pairs(const Parting& parting, std::span<const Pressing> contacts) const
    -> std::vector<PressingPair> {
  std::vector<PressingPair> pairs;
  for (std::size_t first = 0; first < contacts.size(); first = pairs.back().last)
    pairs.push_back(pressing_pair(parting, contacts, first));
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const PressingPair& a, const PressingPair& b) { return a.height < b.height; });
  return pairs;
}

/// Does a body stand, and is held? Or does it glide, and is?
template <int D>
bool HeapSearch<D>::is_still(const Loose& body, const HeapTable<D>& heaps) const {
  if (heaps.contains(body.id)) return true;
  return body.yields && is_zero(body.velocity) && (spins_freely(body.id) || speed_of(body.turning) == 0.0) &&
         is_zero(flight_.acceleration(body.id));
}

template <int D>
bool HeapSearch<D>::rubs(const Near& near) const {
  return table_.surfaces(near.contact.a, near.contact.b).friction > 0.0;
}

/// Do two come together as slowly as those who are pressed together?
template <int D>
bool HeapSearch<D>::is_pressed(const std::vector<Loose>& all, const Near& near) const {
  if (!may_hold(all, near) || !(table_.restitution(near.contact.a, near.contact.b) < 1.0)) return false;
  double size = all[near.a].size;
  if (near.both) size = std::min(size, all[near.b].size);
  const double closing = dot(near.contact.normal, passing_speed(all, near));
  return closing <= kBounces * joint_hop_speed<D>(length(flight_.gravity()), size, rubs(near));
}

/// Finds the impulses that open all contacts, and rub. Each sweep, upwards and back, is a step of Gauss and
/// Seidel's; it is taken further along its conjugate direction (Silcowitz-Hansen, Niebe, Erleben 2010).
template <int D>
void HeapSearch<D>::press_all(std::vector<PressingPair>& pairs, std::span<const double> inverse_mass,
                              double sharp, std::vector<Pressing>& contacts,
                              std::vector<double>& speed) const {
  const auto each_size = [&](const auto& each) {
    std::size_t i = 0;
    for (PressingPair& pair : pairs)
      if (pair.middle) each(i++, pair.middle->size, pair.middle->normal);
    for (Pressing& contact : contacts) {
      each(i++, contact.size, contact.normal);
      if (!(contact.friction > 0.0)) continue;
      for (std::size_t k = 0; k < contact.rubs.size(); ++k) each(i++, contact.rubs[k], contact.across[k]);
    }
    return i;
  };
  std::vector<double> before(each_size([](std::size_t, double&, const UnitPush&) {}));
  std::vector<double> direction(before.size(), 0.0);
  double last = 0.0;
  double looked_at = 0.0;
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    each_size([&](std::size_t i, double& size, const UnitPush&) { before[i] = size; });
    double most = 0.0;
    for (std::size_t k = 0; k < pairs.size(); ++k) pairs[k].press(0.0, contacts, inverse_mass, speed);
    for (std::size_t k = pairs.size(); k-- > 0;)
      most = std::max(most, pairs[k].press(0.0, contacts, inverse_mass, speed).first);
    if (most <= sharp || sweep + 1 == kMostSweeps) return;
    double now = 0.0;
    each_size([&](std::size_t i, double& size, const UnitPush&) {
      now += (size - before[i]) * (size - before[i]);
    });
    if (sweep % kSweepsOfALook == 0) {
      if (sweep > 0 && now > kHopeless * looked_at) return;
      looked_at = now;
    }
    const double further = last > 0.0 && now < last ? now / last : 0.0;
    last = now;
    each_size([&](std::size_t i, double& size, const UnitPush& push) {
      const double step = size - before[i];
      if (further > 0.0) {
        size += further * direction[i];
        push.give(further * direction[i], inverse_mass, speed);
      }
      direction[i] = further * direction[i] + step;
    });
  }
}

/// May those go on so who are pressed? Not if it would lift them too much. Before, what rounding has done is
/// taken back.
template <int D>
bool HeapSearch<D>::may_go_on(const Parting& parting, const std::vector<bool>& goes_on, double hop,
                              std::vector<double>& after) const {
  for (std::size_t i = 0; i < after.size() && turns(); ++i)
    if (std::fabs(after[i] - parting.speed[i]) <= kRounded * hop) after[i] = parting.speed[i];
  double energy_of_hops = 0.0;
  for (const std::size_t member : parting.members)
    if (goes_on[member]) energy_of_hops += table_.mass[parting.all[member].id] * hop * hop;
  return parting.energy(after) - parting.energy(parting.speed) <= kMostGained * energy_of_hops;
}

/// Calls each(contact, size [M L/T]) for all of the contacts, in order.
template <int D>
template <class Each>
void HeapSearch<D>::each_push(std::span<const PressingPair> pairs, std::span<const Pressing> contacts,
                              const Each& each) {
  for (const PressingPair& pair : pairs) {
    const double share = pair.middle ? pair.middle->size / static_cast<double>(pair.last - pair.first) : 0.0;
    for (std::size_t i = pair.first; i < pair.last; ++i) each(i, contacts[i].size + share);
  }
}

/// What those who stand still get.
template <int D>
auto HeapSearch<D>::held_pushes(const Parting& parting, std::span<const PressingPair> pairs,
                                std::span<const Pressing> contacts, const std::vector<bool>& still) const
    -> std::vector<HeldPush<D>> {
  std::vector<HeldPush<D>> held;
  each_push(pairs, contacts, [&](std::size_t i, double size) {
    const Near& one = parting.touches[i];
    if (!(size > 0.0) || !(still[one.a] || (one.both && still[one.b]))) return;
    Vec<D> push = -size * one.contact.normal;  // on the first
    const auto ways = ways_across(one.contact.normal);
    for (std::size_t k = 0; k < ways.size(); ++k) push = push + contacts[i].rubs[k] * ways[k];
    if (still[one.a])
      held.push_back({one.contact.a, one.contact.arm, push});
    else
      held.push_back({one.contact.b, one.contact.other_arm, -push});
  });
  return held;
}

template <int D>
Pressed<D> HeapSearch<D>::pressed(std::span<const Record<D>> records, const HeapTable<D>& heaps,
                                  const PileContacts<D>& before, const Instant& now) const {
  forget_hulls();
  const std::vector<Loose> all = loose(records, now);
  std::vector<Near> near;
  find_pairs(all, kWithin, near);
  if (near.empty() && !(D == 3 && turns())) return {};
  find_unmoved(all, kWithin, near);
  std::vector<bool> still(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) still[i] = is_still(all[i], heaps);
  std::erase_if(near, [&](const Near& one) {
    return !is_pressed(all, one) || (still[one.a] && (!one.both || still[one.b]));
  });
  Groups groups(all.size());
  for (const Near& one : near)
    if (one.both && !still[one.a] && !still[one.b]) groups.join(one.a, one.b);
  // Those of whom one falls go on together, and push whoever stands below them; in space so does one that
  // turns alone, where no friction stops it.
  std::vector<std::size_t> count(all.size(), 0);
  std::vector<bool> falls(all.size(), false);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].yields || still[i]) continue;
    ++count[groups.of(i)];
    if (flight_.acceleration(all[i].id) == flight_.gravity()) falls[groups.of(i)] = true;
  }
  std::vector<bool> may_be_alone(all.size(), false);
  for (std::size_t i = 0; i < all.size(); ++i) may_be_alone[i] = D == 3 && all[i].lever > 0.0;
  for (const Near& one : near)
    if (rubs(one)) may_be_alone[one.a] = false;
  std::vector<bool> goes_on(all.size(), false);
  for (std::size_t i = 0; i < all.size(); ++i)
    goes_on[i] =
        all[i].yields && !still[i] && falls[groups.of(i)] && (count[groups.of(i)] > 1 || may_be_alone[i]);
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

  const double gravity = length(flight_.gravity());
  const bool any_rubs = std::any_of(near.begin(), near.end(), [&](const Near& one) { return rubs(one); });
  const double speed = joint_hop_speed<D>(gravity, smallest, any_rubs);
  const HopAt hop{speed, 2.0 * speed / gravity, kSharp * speed,
                  kRoom * joint_hop_height(speed, 2.0 * speed / gravity)};
  Parting parting(*this, all, members, near);
  for (std::size_t i = 0; i < members.size(); ++i)
    if (still[members[i]]) parting.hold(i);
  std::vector<Pressing> contacts;
  for (std::size_t i = 0; i < parting.touches.size(); ++i) {
    Pressing& contact = contacts.emplace_back(pressing(parting, i, hop));
    const PileContact<D>* known = before.find({parting.touches[i].contact, parting.touches[i].parts});
    if (known == nullptr) continue;
    contact.size = known->size;
    if (contact.friction > 0.0) contact.rubs = known->rubs;
  }
  std::vector<PressingPair> pairs = pressing_pairs(parting, contacts);
  std::vector<double> after = parting.speed;
  for (PressingPair& pair : pairs) pair.begin(contacts, parting.inverse_mass, after);
  for (int looks = 0;; ++looks) {
    press_all(pairs, parting.inverse_mass, hop.sharp, contacts, after);
    if (looks == kMostLooks || !look_ahead(parting, goes_on, after, hop, contacts, pairs)) break;
  }
  if (!may_go_on(parting, goes_on, speed, after)) return {};
  Pressed<D> found;
  found.lasts = hop.lasts;
  for (std::size_t i = 0; i < members.size(); ++i)
    if (goes_on[members[i]]) found.bodies.push_back(parting.told(i, after));
  found.held = held_pushes(parting, pairs, contacts, still);
  std::vector<PileContact<D>> pushes;
  each_push(pairs, contacts, [&](std::size_t i, double size) {
    pushes.push_back({parting.touches[i].contact, parting.touches[i].parts, size, contacts[i].rubs});
  });
  found.contacts = PileContacts<D>(std::move(pushes));
  return found;
}

template auto HeapSearch<2>::pressing(const Parting&, std::size_t, const HopAt&) const -> Pressing;
template auto HeapSearch<2>::pressing_pair(const Parting&, std::span<const Pressing>, std::size_t) const
    -> PressingPair;
template bool HeapSearch<2>::look_ahead(const Parting&, const std::vector<bool>&, const std::vector<double>&,
                                        const HopAt&, std::vector<Pressing>&,
                                        std::vector<PressingPair>&) const;
template bool HeapSearch<2>::may_go_on(const Parting&, const std::vector<bool>&, double,
                                       std::vector<double>&) const;
template auto HeapSearch<2>::held_pushes(const Parting&, std::span<const PressingPair>,
                                         std::span<const Pressing>, const std::vector<bool>&) const
    -> std::vector<HeldPush<2>>;
template bool HeapSearch<2>::is_still(const Loose&, const HeapTable<2>&) const;
template Pressed<2> HeapSearch<2>::pressed(std::span<const Record<2>>, const HeapTable<2>&,
                                           const PileContacts<2>&, const Instant&) const;
template auto HeapSearch<3>::pressing(const Parting&, std::size_t, const HopAt&) const -> Pressing;
template auto HeapSearch<3>::pressing_pair(const Parting&, std::span<const Pressing>, std::size_t) const
    -> PressingPair;
template bool HeapSearch<3>::look_ahead(const Parting&, const std::vector<bool>&, const std::vector<double>&,
                                        const HopAt&, std::vector<Pressing>&,
                                        std::vector<PressingPair>&) const;
template bool HeapSearch<3>::may_go_on(const Parting&, const std::vector<bool>&, double,
                                       std::vector<double>&) const;
template auto HeapSearch<3>::held_pushes(const Parting&, std::span<const PressingPair>,
                                         std::span<const Pressing>, const std::vector<bool>&) const
    -> std::vector<HeldPush<3>>;
template bool HeapSearch<3>::is_still(const Loose&, const HeapTable<3>&) const;
template Pressed<3> HeapSearch<3>::pressed(std::span<const Record<3>>, const HeapTable<3>&,
                                           const PileContacts<3>&, const Instant&) const;

}  // namespace firsthit
