#include "world/heaps/groups.hpp"
#include "world/heaps/parting.hpp"

#include <cmath>
#include <utility>

// How bodies part at once that leave each other no room.

namespace firsthit {

namespace {

/// Bodies this near, in parts of the smaller one's size, leave each other no room: a hop is as high.
constexpr double kRoomless = kHeapHop;

/// Of the speed of a hop, what rounding leaves where pushes on both sides of a body turn it to and fro: some
/// 2^-53 times the square of how many of them lie on each other, up to 512.
constexpr double kRounded = 0x1p-34;

}  // namespace

template <int D>
std::vector<Parted<D>> HeapSearch<D>::parted(std::span<const Record<D>> records, Id body,
                                             const Instant& now) const {
  forget_hulls();
  const std::vector<Loose> all = loose(records, now);
  std::size_t first = 0;
  while (first < all.size() && all[first].id != body) ++first;
  if (first == all.size() || !all[first].yields) return {};
  std::vector<Near> near;
  find_pairs(all, kRoomless, near);
  find_unmoved(all, kRoomless, near);
  Groups groups(all.size());
  for (const Near& one : near)
    if (one.both) groups.join(one.a, one.b);
  std::vector<std::size_t> members;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (groups.of(i) == groups.of(first)) members.push_back(i);
  if (members.size() > kMostParted) return {};
  Parting parting(*this, all, members, near);
  if (parting.touches.empty()) return {};
  if (members.size() == 1 && !parting.is_between()) return {};  // it comes to stand where it is
  // A flat arch opens by little where its middle is lifted by much: nobody gets more energy than one who
  // hops.
  const double least_energy = parting.energy(parting.pushed(0.0, parting.speed));
  double part = 1.0;
  std::vector<double> after = parting.pushed(part, parting.speed);
  if (const double more = parting.energy(after) - least_energy; more > parting.energy_of_hops()) {
    part = std::sqrt(parting.energy_of_hops() / more);
    after = parting.pushed(part, parting.speed);
  }
  const bool all_part = parting.all_open(after);
  if (!all_part) {  // as a row that fills the floor between two walls: then they stand
    part = 0.0;
    after = parting.pushed(part, parting.speed);
    if (parting.any_closes(after)) return {};  // they are crushed: no speeds would do
    for (double& one : after)
      if (std::fabs(one) < Parting::kParted * parting.least_hop()) one = 0.0;
  }
  if (parting.rub(after)) after = parting.pushed(part, std::move(after));  // it may lead some into others
  for (std::size_t i = 0; i < after.size() && turns(); ++i)
    if (std::fabs(after[i] - parting.speed[i]) <= kRounded * parting.least_hop()) after[i] = parting.speed[i];
  std::vector<Parted<D>> parted;
  for (std::size_t i = 0; i < parting.members.size(); ++i) {
    parted.push_back(parting.told(i, after));
    if (!all_part && !turns()) parted.back().stands_on = parting.ground_of(i);
  }
  return parted;
}

template std::vector<Parted<2>> HeapSearch<2>::parted(std::span<const Record<2>>, Id, const Instant&) const;
template std::vector<Parted<3>> HeapSearch<3>::parted(std::span<const Record<3>>, Id, const Instant&) const;

}  // namespace firsthit
