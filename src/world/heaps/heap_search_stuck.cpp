#include "query/tolerant/solid_patch.hpp"
#include "world/balance/independent_pushes.hpp"
#include "world/heaps/heap_forces.hpp"
#include "world/heaps/settling.hpp"

// Whether those who touch where they have been put, and rub or turn, rest there.

namespace firsthit {

namespace {

/// Those whom contacts stop may have been so fast, in hops, where there is friction: as fast as those who
/// hold each other may part or close. Larger: what comes to rest loses more than hops have. Smaller: it hops
/// longer.
constexpr double kMostStopped = 16.0;

/// Those who turn, and could go on so fast, in hops, do not: slower than what a hop of theirs changes.
constexpr double kMostIdle = 2.0;

}  // namespace

/// [L/T] What bodies do, by row, but for what contacts hinder, the nearest to it by its energy. `carries`: of
/// each contact.
template <int D>
auto HeapSearch<D>::unhindered(const Settling& put, const Heap<D>& heap, std::span<const double> friction,
                               const std::vector<bool>& carries) const -> std::vector<double> {
  const std::size_t rows = heap.rows();
  // Of the mass; of tops with the mean of their moments, as that only says what they do that nothing hinders.
  std::vector<double> root(rows);
  std::vector<double> moving = put.velocities();
  for (std::size_t i = 0; i < rows; ++i) {
    const Loose& body = put.all[put.members[i / heap.width()]];
    root[i] = std::sqrt(table_.mass[body.id]);
    if (i % heap.width() >= D)
      root[i] = body.lever > 0.0 ? 1.0 / (std::sqrt(spins_.inverse_inertia(body.id)) * body.lever) : 1.0;
    moving[i] *= root[i];
  }
  std::vector<UnitPush> ways;
  const auto hinder = [&](const HeapContact<D>& contact, const Vec<D>& way) {
    ways.push_back(push_of(heap, contact, way));
    for (std::uint32_t k = 0; k < ways.back().count; ++k) ways.back().value[k] /= root[ways.back().row[k]];
  };
  for (std::size_t i = 0; i < heap.contacts.size(); ++i) {
    if (!carries[i]) continue;
    const HeapContact<D>& contact = heap.contacts[i];
    hinder(contact, contact.normal);
    if (friction[i] > 0.0)
      for (const Vec<D>& across : ways_across(contact.normal)) hinder(contact, across);
  }
  const IndependentPushes hindered(ways, rows);
  hindered.take_from(moving);
  for (std::size_t i = 0; i < rows; ++i) moving[i] /= root[i];
  return moving;
}

/// Those who touch where they are now: do they rest there?
template <int D>
auto HeapSearch<D>::stuck(const Settling& put, const std::vector<Near>& near,
                          std::vector<std::size_t>& rolling) const -> std::optional<FoundHeap<D>> {
  FoundHeap<D> found{put.heap(), put.poses, {}, put.lifted};
  std::vector<Near> touching;
  for (const Near& one : turns() ? put.anew(near) : near) {
    if (!one.slow || !put.holds(one)) continue;
    const Near now = put.look_again(one);
    if (std::fabs(now.gap) <= put.rounding_of(now) && !is_zero(now.contact.normal)) touching.push_back(now);
  }
  found.heap.contacts = put.holding(touching);
  const std::vector<double> friction = frictions_of(table_, found.heap);
  std::vector<double> depths;
  for (const Pose<D>& pose : put.poses) depths.push_back(dot(flight_.gravity(), pose.place));
  const auto forces = bearing_forces<D>(found.heap, friction, put.weights, depths);
  if (!forces) return {};
  double largest = 0.0;
  for (const Vec<D>& force : *forces) largest = std::max(largest, max_abs(force));
  std::vector<bool> carries;
  for (const Vec<D>& force : *forces) carries.push_back(max_abs(force) > kLeastShare * largest);
  const std::vector<double> goes_on = unhindered(put, found.heap, friction, carries);
  found.velocities = put.velocities_of(goes_on);
  const double gravity = length(flight_.gravity());
  for (std::size_t i = 0; i < put.members.size(); ++i) {
    const Loose& body = put.all[put.members[i]];
    const double hop = heap_hop_speed(gravity, body.size);
    if (!(length(found.velocities[i] - (body.velocity - put.carrier)) <= kMostStopped * hop)) return {};
    if (!turns()) continue;
    found.velocities[i] = {};
    const std::span<const double> rows(&goes_on[i * found.heap.width()], found.heap.width());
    if (std::any_of(rows.begin(), rows.end(), [hop](double one) { return std::fabs(one) > kMostIdle * hop; }))
      rolling.push_back(put.members[i]);
  }
  if (!rolling.empty()) return {};
  std::vector<HeapContact<D>> carrying;
  for (std::size_t i = 0; i < carries.size(); ++i)
    if (carries[i]) carrying.push_back(found.heap.contacts[i]);
  put.even_out(found.velocities, carrying);
  // Those who only touch may hold each other yet, if they stay together.
  std::vector<HeapContact<D>> kept;
  for (std::size_t i = 0; i < carries.size(); ++i) {
    const HeapContact<D>& contact = found.heap.contacts[i];
    const std::size_t b = put.index_of(contact.b);
    const Vec<D> other = b == kNone ? Vec<D>{} : found.velocities[b];
    if (carries[i] || found.velocities[put.index_of(contact.a)] == other) kept.push_back(contact);
  }
  found.heap.contacts = std::move(kept);
  for (Vec<D>& one : found.velocities) one = one + put.carrier;
  return found;
}

template auto HeapSearch<2>::stuck(const Settling&, const std::vector<Near>&, std::vector<std::size_t>&) const
    -> std::optional<FoundHeap<2>>;
template auto HeapSearch<3>::stuck(const Settling&, const std::vector<Near>&, std::vector<std::size_t>&) const
    -> std::optional<FoundHeap<3>>;

}  // namespace firsthit
