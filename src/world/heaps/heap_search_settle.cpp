#include "world/heaps/heap_forces.hpp"
#include "world/heaps/settling.hpp"

// Where bodies rest that hold each other, and whether they do.

namespace firsthit {

namespace {

/// Newton's method squares what is left: three steps lead from 2^-10 to rounding.
constexpr int kMostSteps = 6;

/// What a contact would have to do to each member to be done without: the opposite of its push.
template <int D>
std::vector<Load<D>> pushed_by(const std::vector<Id>& members, const HeapContact<D>& contact) {
  std::vector<Load<D>> loads(members.size());
  const auto at = [&](Id id) {
    return static_cast<std::size_t>(std::lower_bound(members.begin(), members.end(), id) - members.begin());
  };
  loads[at(contact.a)].force = contact.normal;
  if (std::binary_search(members.begin(), members.end(), contact.b))
    loads[at(contact.b)].force = -contact.normal;
  return loads;
}

}  // namespace

/// Where these rest, held by these contacts, or by others where these would lead them into each other. If
/// they would but for some who go on, as balls that roll, these are told in `rolling`.
template <int D>
auto HeapSearch<D>::rests(const std::vector<Loose>& all, const std::vector<Near>& near,
                          const std::vector<std::size_t>& members, std::vector<std::size_t> carrying,
                          std::vector<std::size_t>& rolling) const -> std::optional<FoundHeap<D>> {
  Settling put(*this, all, members);
  const auto on =
      std::find_if(carrying.begin(), carrying.end(), [&near](std::size_t i) { return !near[i].both; });
  if (on != carrying.end()) put.go_along_with(near[*on]);
  for (const std::size_t i : carrying)
    if (!put.holds(near[i])) return {};
  const bool rubs = std::any_of(near.begin(), near.end(), [&put](const Near& one) {
    return one.friction > 0.0 && one.slow && put.holds(one);
  });
  if (!rubs && !turns()) return settled(std::move(put), near, std::move(carrying));
  std::vector<Near> touching;
  for (const std::size_t i : carrying) touching.push_back(near[i]);
  return settled_by_friction(std::move(put), near, std::move(touching), rolling);
}

/// Of smooth ones: each of the contacts must press, and there is one place where all of them touch.
template <int D>
auto HeapSearch<D>::settled(Settling put, const std::vector<Near>& near,
                            std::vector<std::size_t> carrying) const -> std::optional<FoundHeap<D>> {
  if (carrying.size() > D * put.members.size()) return {};
  Heap<D> heap = put.heap();
  std::size_t exchanges = 0;
  for (int steps = 0; steps <= kMostSteps;) {
    std::vector<double> by;
    bool touches = true;
    heap.contacts.clear();
    for (const std::size_t i : carrying) {
      const Near now = put.look_again(near[i]);
      if (is_zero(now.contact.normal)) return {};
      heap.contacts.push_back(now.contact);
      by.push_back(-now.gap);
      touches = touches && std::fabs(now.gap) <= put.rounding_of(now);
    }
    const HeapForces<D> forces(heap);
    if (!forces.is_sound()) return {};
    if (!touches) {
      ++steps;
      if (!put.move(forces.widening(by))) return {};
      continue;
    }
    const auto sizes = forces.bearing(put.weights);
    if (!sizes || std::any_of(sizes->begin(), sizes->end(), [](double size) { return !(size > 0.0); }))
      return {};
    const std::optional<std::size_t> worst = put.deepest(near);
    if (!worst) {
      std::vector<Vec<D>> velocities(put.members.size());
      if (heap.contacts.size() < D * put.members.size()) {
        velocities = put.velocities_of(forces.idle(put.velocities()));
        put.even_out(velocities, heap.contacts);
      }
      for (Vec<D>& one : velocities) one = one + put.carrier;
      return FoundHeap<D>{std::move(heap), std::move(put.poses), std::move(velocities), put.lifted};
    }
    // It takes the place of the contact that is the first to carry nothing as its own force grows.
    const Near now = put.look_again(near[*worst]);
    if (!put.holds(now) || ++exchanges > carrying.size()) return {};
    const auto shares = forces.bearing(pushed_by(heap.members, now.contact));
    if (!shares) return {};
    std::size_t leaves = carrying.size();
    for (std::size_t i = 0; i < carrying.size(); ++i)
      if ((*shares)[i] > kLeastShare &&
          (leaves == carrying.size() || (*sizes)[i] * (*shares)[leaves] < (*sizes)[leaves] * (*shares)[i]))
        leaves = i;
    if (leaves == carrying.size()) return {};
    carrying[leaves] = *worst;
    steps = 0;
  }
  return {};
}

/// The same of those whom friction holds, or who turn: they may rest wherever they touch, so they are put no
/// further than they must to touch, and to be in nobody. Then it is asked whether all that touch bear them.
template <int D>
auto HeapSearch<D>::settled_by_friction(Settling put, const std::vector<Near>& near,
                                        std::vector<Near> touching, std::vector<std::size_t>& rolling) const
    -> std::optional<FoundHeap<D>> {
  std::size_t more = 0;
  for (int steps = 0; steps <= kMostSteps;) {
    Heap<D> heap = put.heap();
    std::vector<double> by;
    std::vector<double> rounding;
    for (const Near& one : touching) {
      const Near now = put.look_again(one);
      if (is_zero(now.contact.normal)) return {};
      heap.contacts.push_back(now.contact);
      by.push_back(-now.gap);
      rounding.push_back(put.rounding_of(now));
    }
    // Some may say what others say: these need not be asked, or cannot touch.
    const HeapForces<D> forces(heap);
    const std::vector<std::size_t>& asked = forces.told_apart();
    const bool touches = std::all_of(asked.begin(), asked.end(),
                                     [&](std::size_t i) { return std::fabs(by[i]) <= rounding[i]; });
    if (!touches) {
      ++steps;
      if (!put.move(forces.widening(by))) return {};
      continue;
    }
    const std::optional<Near> worst = put.overlapping(near);
    if (!worst) return stuck(put, near, rolling);
    const bool known = std::any_of(touching.begin(), touching.end(), [&](const Near& one) {
      return is_same_pair(one.contact, worst->contact) && one.parts == worst->parts;
    });
    if (++more > heap.rows() || known) return {};
    touching.insert(touching.begin(), *worst);
    steps = 0;
  }
  return {};
}

template auto HeapSearch<2>::rests(const std::vector<Loose>&, const std::vector<Near>&,
                                   const std::vector<std::size_t>&, std::vector<std::size_t>,
                                   std::vector<std::size_t>&) const -> std::optional<FoundHeap<2>>;
template auto HeapSearch<3>::rests(const std::vector<Loose>&, const std::vector<Near>&,
                                   const std::vector<std::size_t>&, std::vector<std::size_t>,
                                   std::vector<std::size_t>&) const -> std::optional<FoundHeap<3>>;

}  // namespace firsthit
