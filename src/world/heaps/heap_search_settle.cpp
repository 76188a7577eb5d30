#include "core/vec_math.hpp"
#include "query/tolerant/solid_patch.hpp"
#include "world/heaps/balance.hpp"
#include "world/heaps/groups.hpp"
#include "world/heaps/heap_forces.hpp"
#include "world/heaps/heap_search.hpp"
#include "world/heaps/hops.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

// Where bodies rest that hold each other, and whether they do.

namespace firsthit {

namespace {

/// So far, in parts of the smallest one's size, bodies may be put at most. Larger: they jump further than
/// anybody would call nothing.
constexpr double kMostMoved = 0x1p-10;

/// So many roundings of its place or size nobody is moved. Six such ways, of two bodies, together are less
/// than what contacts may be off by. Smaller: crates are moved along those that they lie on.
constexpr double kLeastMoved = 2.0;

/// Of the fastest, what rounding leaves of velocities that do nothing but close contacts, or are the same.
constexpr double kIdle = 0x1p-40;

/// Of a force of size 1, what rounding leaves of the share of a contact that takes no part in it.
constexpr double kLeastShare = 0x1p-30;

/// Newton's method squares what is left: three steps lead from 2^-10 to rounding.
constexpr int kMostSteps = 6;

/// Those whom contacts stop may have been so fast, in hops, where there is friction: as fast as those who
/// hold each other may part or close. Larger: what comes to rest loses more than hops have. Smaller: it hops
/// longer.
constexpr double kMostStopped = 16.0;

/// Those who turn, and could go on so fast, in hops, do not: slower than what a hop of theirs changes.
constexpr double kMostIdle = 2.0;

/// Of the square of a way, what rounding leaves of one that is a sum of others.
constexpr double kLeastNew = 0x1p-40;

/// So many roundings of their places a plane may leave two in each other that lie on each other: three
/// corners of theirs, which tell where they touch, are nearer to each other than all are.
constexpr double kLeastParted = 8.0;

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

/// Ways, in many dimensions, at right angles to each other.
class RightAngles {
 public:
  explicit RightAngles(std::size_t rows) : rows_(rows) {}
  /// What is new of one more.
  void add(std::vector<double> way) {
    const double before = dot(way, way);
    take_from(way);
    const double left = dot(way, way);
    if (!(left > kLeastNew * before)) return;
    for (double& one : way) one /= std::sqrt(left);
    ways_.push_back(std::move(way));
  }
  /// What is along any of them goes. Twice, as rounding leaves some the first time.
  void take_from(std::vector<double>& v) const {
    for (int times = 0; times < 2; ++times) {
      for (const std::vector<double>& way : ways_) {
        const double part = dot(way, v);
        for (std::size_t i = 0; i < rows_; ++i) v[i] -= part * way[i];
      }
    }
  }

 private:
  double dot(const std::vector<double>& a, const std::vector<double>& b) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < rows_; ++i) sum += a[i] * b[i];
    return sum;
  }

  std::size_t rows_;
  std::vector<std::vector<double>> ways_;
};

}  // namespace

/// Bodies that are put where they touch.
template <int D>
struct HeapSearch<D>::Settling {
  const HeapSearch& search;
  const std::vector<Loose>& all;
  const std::vector<std::size_t>& members;
  std::vector<Pose<D>> poses;
  std::vector<Load<D>> weights;
  Vec<D> carrier{};  // [L/T] of all that they touch and forces do not move
  double smallest = std::numeric_limits<double>::infinity();

  Settling(const HeapSearch& of, const std::vector<Loose>& bodies, const std::vector<std::size_t>& those)
      : search(of), all(bodies), members(those) {
    for (const std::size_t body : members) {
      poses.push_back(all[body].pose());
      weights.push_back({search.table_.mass[all[body].id] * search.flight_.gravity()});
      smallest = std::min(smallest, all[body].size);
    }
  }
  bool is_own(std::size_t body) const { return std::binary_search(members.begin(), members.end(), body); }
  /// Do both belong to them, or the one, and forces do not move the other, but all of that go on together?
  bool holds(const Near& one) const {
    return is_own(one.a) && (one.both ? is_own(one.b) : search.carrier_velocity(all, one) == carrier);
  }
  std::size_t index_of(Id id) const {
    const auto at = std::lower_bound(members.begin(), members.end(), id,
                                     [this](std::size_t member, Id body) { return all[member].id < body; });
    return at != members.end() && all[*at].id == id ? static_cast<std::size_t>(at - members.begin()) : kNone;
  }
  Pose<D> pose_of(std::size_t body) const {
    const auto at = std::lower_bound(members.begin(), members.end(), body);
    return at != members.end() && *at == body ? poses[static_cast<std::size_t>(at - members.begin())]
                                              : all[body].pose();
  }
  /// How they touch where they are now.
  Near look_again(Near one) const {
    search.touch(pose_of(one.a), one.b != kNone ? pose_of(one.b) : Pose<D>{}, one);
    return one;
  }
  double rounding_of(const Near& one) const {
    double largest = std::max({max_abs(pose_of(one.a).place), all[one.a].reach, one.farthest});
    if (one.b != kNone) largest = std::max({largest, max_abs(pose_of(one.b).place), all[one.b].reach});
    return kRoundings * std::numeric_limits<double>::epsilon() * largest;
  }
  Heap<D> heap() const { return search.heap_of(all, members); }
  /// By row. False: that is too far. What turns is not moved by less than rounding: crates that stand on each
  /// other stay where they are across gravity.
  bool move(std::vector<double> ways) {
    const std::size_t width = ways.size() / members.size();
    for (std::size_t i = 0; i < members.size(); ++i) {
      const Loose& body = all[members[i]];
      const double rounding = kLeastMoved * std::numeric_limits<double>::epsilon() *
                              std::max(max_abs(poses[i].place), body.reach);
      for (std::size_t row = i * width; row < (i + 1) * width && width > D; ++row)
        if (std::fabs(ways[row]) <= rounding) ways[row] = 0.0;
      for (std::size_t axis = 0; axis < D; ++axis) poses[i].place[axis] += ways[i * width + axis];
      if (!(length(poses[i].place - body.place) <= kMostMoved * smallest)) return false;
      if (width == D || !(body.lever > 0.0)) continue;
      AngularVelocity<D> half{};  // [rad]
      for (std::size_t axis = 0; axis < width - D; ++axis)
        about_axis(half, axis) = 0.5 * ways[i * width + D + axis] / body.lever;
      if (!(speed_of(half) * body.lever <= kMostMoved * smallest)) return false;
      poses[i].stands = turned_by(poses[i].stands, half);
    }
    return true;
  }
  /// Who is deepest in another, by more than rounding.
  std::optional<std::size_t> deepest(const std::vector<Near>& near) const {
    std::optional<std::size_t> worst;
    double depth = 0.0;
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (!is_own(near[i].a) && (near[i].b == kNone || !is_own(near[i].b))) continue;
      const Near now = look_again(near[i]);
      if (now.gap >= -rounding_of(now) || now.gap >= depth) continue;
      depth = now.gap;
      worst = i;
    }
    return worst;
  }
  /// The same, as it is where it is; of those who turn by the parts that part them best.
  std::optional<Near> overlapping(const std::vector<Near>& near) const {
    std::optional<Near> worst;
    if (!search.turns()) {
      if (const auto at = deepest(near)) worst = near[*at];
      return worst;
    }
    each_pair(near, [&](const Near& pair, const Pose<D>& a, const Pose<D>& b) {
      const std::optional<Near> now = search.separating(a, b, pair);
      if (!now || now->gap >= -rounding_of(*now) || (worst && now->gap >= worst->gap)) return;
      worst = now;
    });
    return worst;
  }
  /// All parts of theirs that touch where they are now.
  std::vector<Near> anew(const std::vector<Near>& near) const {
    std::vector<Near> touching;
    each_pair(near, [&](const Near& pair, const Pose<D>& a, const Pose<D>& b) {
      search.add_parts(a, b, rounding_of(pair), pair, touching);
    });
    for (Near& one : touching) one.slow = search.is_slow(all, one);
    return touching;
  }
  /// Does the plane of a contact part the two pieces?
  bool is_parted(const Near& one) const {
    if (one.parts.kind == TouchingParts::Kind::Whole || one.parts.kind == TouchingParts::Kind::CornerOnPlane)
      return true;
    const Pose<D> a = pose_of(one.a), b = one.b != kNone ? pose_of(one.b) : Pose<D>{};
    return search.parted_along(a, b, one) >= -kLeastParted * rounding_of(one);
  }
  /// Parts that touch may be steeper than those that lie on each other. Only those whose plane parts the two
  /// hold each other; edges that cross have the normal of a face where that does, as where it lies on
  /// another, else that across both, as where an edge that lies on a face comes to its rim.
  std::optional<Near> parting(const Near& one) const {
    if (is_parted(one)) return one;
    if (one.parts.kind != TouchingParts::Kind::Crossing) return {};
    Near edges = one;
    edges.parts.kind = TouchingParts::Kind::Edges;
    edges = look_again(edges);
    if (!(std::fabs(edges.gap) <= rounding_of(edges)) || is_zero(edges.contact.normal)) return {};
    if (!is_parted(edges)) return {};
    return edges;
  }
  /// The contacts of those that touch: of a pair that no plane of theirs parts, as by what rounds, all.
  std::vector<HeapContact<D>> holding(const std::vector<Near>& touching) const {
    std::vector<HeapContact<D>> contacts;
    for (std::size_t first = 0, last = 0; first < touching.size(); first = last) {
      const std::size_t before = contacts.size();
      for (; last < touching.size() && is_same_pair(touching[last].contact, touching[first].contact); ++last)
        if (const std::optional<Near> now = parting(touching[last])) contacts.push_back(now->contact);
      if (contacts.size() > before) continue;
      for (std::size_t i = first; i < last; ++i) contacts.push_back(touching[i].contact);
    }
    return contacts;
  }
  /// Calls each(pair, its poses) once for all pieces that are near, one of them a member's.
  template <class Each>
  void each_pair(const std::vector<Near>& near, const Each& each) const {
    for (std::size_t i = 0; i < near.size(); ++i) {  // parts of a pair follow each other
      const Near& one = near[i];
      if (i > 0 && is_same_pair(one.contact, near[i - 1].contact)) continue;
      if (!is_own(one.a) && (one.b == kNone || !is_own(one.b))) continue;
      each(one, pose_of(one.a), one.b != kNone ? pose_of(one.b) : Pose<D>{});
    }
  }

  /// [L/T] By row, as all are that follow, seen from what carries them.
  std::vector<double> velocities() const {
    std::vector<double> them;
    for (const std::size_t member : members) {
      for (std::size_t axis = 0; axis < D; ++axis) them.push_back(all[member].velocity[axis] - carrier[axis]);
      for (std::size_t axis = 0; axis < kAxesOfTurning<D> && search.turns(); ++axis)
        them.push_back(about_axis(all[member].turning, axis) * all[member].lever);
    }
    return them;
  }
  std::vector<Vec<D>> velocities_of(const std::vector<double>& rows) const {
    const std::size_t width = rows.size() / members.size();
    std::vector<Vec<D>> them(members.size());
    for (std::size_t i = 0; i < them.size(); ++i)
      for (std::size_t axis = 0; axis < D; ++axis) them[i][axis] = rows[i * width + axis];
    return them;
  }

  /// `velocities` [L/T]: what is the same but for rounding is the same.
  void even_out(std::vector<Vec<D>>& velocities, std::span<const HeapContact<D>> contacts) const {
    double fastest = 0.0;
    for (const std::size_t member : members)
      fastest = std::max(fastest, max_abs(all[member].velocity - carrier));
    // By member and axis, and, first, what does not move.
    Groups groups(1 + D * members.size());
    const double rounding = kIdle * fastest;
    for (const HeapContact<D>& contact : contacts) {
      const std::size_t a = index_of(contact.a);
      const std::size_t b = index_of(contact.b);
      for (std::size_t axis = 0; axis < D; ++axis) {
        const double speed = velocities[a][axis] - (b == kNone ? 0.0 : velocities[b][axis]);
        if (std::fabs(speed) <= rounding) groups.join(1 + a * D + axis, b == kNone ? 0 : 1 + b * D + axis);
      }
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t axis = 0; axis < D; ++axis) {
        if (std::fabs(velocities[i][axis]) <= rounding) groups.join(1 + i * D + axis, 0);
        const std::size_t like = groups.of(1 + i * D + axis);
        velocities[i][axis] = like == 0 ? 0.0 : velocities[(like - 1) / D][axis];
      }
    }
  }
};

/// Where these rest, held by these contacts, or by others where these would lead them into each other. If
/// they would but for some who go on, as balls that roll, these are told in `rolling`.
template <int D>
auto HeapSearch<D>::rests(const std::vector<Loose>& all, const std::vector<Near>& near,
                          const std::vector<std::size_t>& members, std::vector<std::size_t> carrying,
                          std::vector<std::size_t>& rolling) const -> std::optional<FoundHeap<D>> {
  Settling put(*this, all, members);
  const auto on =
      std::find_if(carrying.begin(), carrying.end(), [&near](std::size_t i) { return !near[i].both; });
  if (on != carrying.end()) put.carrier = carrier_velocity(all, near[*on]);
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
      return FoundHeap<D>{std::move(heap), std::move(put.poses), std::move(velocities)};
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
    const std::vector<std::size_t> those = independent(pushes_of(heap), heap.rows());
    bool touches = true;
    std::vector<HeapContact<D>> asked;
    std::vector<double> asked_by;
    for (const std::size_t i : those) {
      asked.push_back(heap.contacts[i]);
      asked_by.push_back(by[i]);
      touches = touches && std::fabs(by[i]) <= rounding[i];
    }
    if (!touches) {
      ++steps;
      heap.contacts = std::move(asked);
      const HeapForces<D> forces(heap);
      if (!forces.is_sound() || !put.move(forces.widening(asked_by))) return {};
      continue;
    }
    const std::optional<Near> worst = put.overlapping(near);
    if (!worst) return stuck(put, near, rolling);
    const bool known = std::any_of(touching.begin(), touching.end(), [&](const Near& one) {
      return is_same_pair(one.contact, worst->contact) && one.parts == worst->parts;
    });
    if (!put.holds(*worst) || ++more > heap.rows() || known) return {};
    touching.insert(touching.begin(), *worst);
    steps = 0;
  }
  return {};
}

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
  RightAngles ways(rows);
  const auto hinder = [&](const HeapContact<D>& contact, const Vec<D>& way) {
    const UnitPush push = push_of(heap, contact, way);
    std::vector<double> scaled(rows, 0.0);
    for (std::uint32_t k = 0; k < push.count; ++k) scaled[push.row[k]] = push.value[k] / root[push.row[k]];
    ways.add(std::move(scaled));
  };
  for (std::size_t i = 0; i < heap.contacts.size(); ++i) {
    if (!carries[i]) continue;
    const HeapContact<D>& contact = heap.contacts[i];
    hinder(contact, contact.normal);
    if (friction[i] > 0.0)
      for (const Vec<D>& across : ways_across(contact.normal)) hinder(contact, across);
  }
  ways.take_from(moving);
  for (std::size_t i = 0; i < rows; ++i) moving[i] /= root[i];
  return moving;
}

/// Those who touch where they are now: do they rest there?
template <int D>
auto HeapSearch<D>::stuck(const Settling& put, const std::vector<Near>& near,
                          std::vector<std::size_t>& rolling) const -> std::optional<FoundHeap<D>> {
  FoundHeap<D> found{put.heap(), put.poses, {}};
  std::vector<Near> touching;
  for (const Near& one : turns() ? put.anew(near) : near) {
    if (!one.slow || !put.holds(one)) continue;
    const Near now = put.look_again(one);
    if (std::fabs(now.gap) <= put.rounding_of(now) && !is_zero(now.contact.normal)) touching.push_back(now);
  }
  found.heap.contacts = put.holding(touching);
  const std::vector<double> friction = frictions_of(table_, found.heap);
  const auto forces = bearing_forces<D>(found.heap, friction, put.weights);
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

template auto HeapSearch<2>::rests(const std::vector<Loose>&, const std::vector<Near>&,
                                   const std::vector<std::size_t>&, std::vector<std::size_t>,
                                   std::vector<std::size_t>&) const -> std::optional<FoundHeap<2>>;
template auto HeapSearch<3>::rests(const std::vector<Loose>&, const std::vector<Near>&,
                                   const std::vector<std::size_t>&, std::vector<std::size_t>,
                                   std::vector<std::size_t>&) const -> std::optional<FoundHeap<3>>;

}  // namespace firsthit
