#include "reference/precise_world.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

namespace firsthit::reference {

namespace {

constexpr std::uint32_t kFirstSideId = 0xfffffff0U;

template <int D>
LongVec<D> widen(const Vec<D>& v) {
  LongVec<D> r;
  for (std::size_t i = 0; i < D; ++i) r[i] = v[i];
  return r;
}

/// a + s * b
template <std::size_t N>
std::array<long double, N> along(std::array<long double, N> a, long double s,
                                 const std::array<long double, N>& b) {
  for (std::size_t i = 0; i < N; ++i) a[i] += s * b[i];
  return a;
}

template <std::size_t N>
long double inner(const std::array<long double, N>& a, const std::array<long double, N>& b) {
  long double sum = 0.0L;
  for (std::size_t i = 0; i < N; ++i) sum += a[i] * b[i];
  return sum;
}

using Polynomial = std::vector<long double>;  // lowest power first

long double value(const Polynomial& p, long double t) {
  long double sum = 0.0L;
  for (std::size_t i = p.size(); i-- > 0;) sum = sum * t + p[i];
  return sum;
}

long double bisect(const Polynomial& p, long double low, long double high) {
  const bool falls = value(p, low) > 0.0L;
  while (true) {
    const long double middle = 0.5L * (low + high);
    if (!(middle > low && middle < high)) return middle;
    ((value(p, middle) > 0.0L) == falls ? low : high) = middle;
  }
}

/// Where the polynomial changes sign in [0, span], in order: between two extrema at most once.
std::vector<long double> sign_changes(const Polynomial& p, long double span) {
  if (p.size() < 2) return {};
  Polynomial slope;
  for (std::size_t i = 1; i < p.size(); ++i) slope.push_back(static_cast<long double>(i) * p[i]);
  std::vector<long double> cuts = sign_changes(slope, span);
  cuts.insert(cuts.begin(), 0.0L);
  cuts.push_back(span);
  std::vector<long double> roots;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
    if ((value(p, cuts[i]) > 0.0L) != (value(p, cuts[i + 1]) > 0.0L))
      roots.push_back(bisect(p, cuts[i], cuts[i + 1]));
  return roots;
}

/// When a gap goes from open to closed, in order.
std::vector<long double> closings(const Polynomial& gap, long double span) {
  std::vector<long double> found;
  bool open = gap[0] > 0.0L;
  for (const long double root : sign_changes(gap, span)) {
    if (open) found.push_back(root);
    open = !open;
  }
  return found;
}

/// |d + v t + g t^2 / 2|^2 - sigma^2
template <std::size_t N>
Polynomial ball_gap(const std::array<long double, N>& d, const std::array<long double, N>& v,
                    const std::array<long double, N>& g, long double sigma) {
  return {inner(d, d) - sigma * sigma, 2.0L * inner(d, v), inner(v, v) + inner(d, g), inner(v, g),
          0.25L * inner(g, g)};
}

}  // namespace

template <int D>
PreciseWorld<D>::PreciseWorld(const Scene<D>& scene, long double displaced)
    : scene_(scene), gravity_(widen(scene.options.gravity)) {
  const Space<D>& space = scene.options.space;
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space.sides[axis] == Side::Periodic) period_[axis] = space.max[axis] - space.min[axis];
  for (std::uint32_t id = 0; id < scene.bodies.size(); ++id) {
    const Body<D>& body = scene.bodies[id];
    if (body.kind != BodyKind::Dynamic) continue;
    Mover mover{id, widen(body.position), widen(body.velocity), std::get<Ball>(body.shape).radius, body.mass};
    for (std::size_t axis = 0; axis < D; ++axis)
      mover.position[axis] +=
          ((id * D + axis) % 3 == 0 ? -displaced : displaced) * (space.max[axis] - space.min[axis]);
    movers_.push_back(mover);
  }
}

template <int D>
std::optional<PreciseImpact<D>> PreciseWorld<D>::next() {
  const long double end = scene_.until;
  while (time_ < end) {
    // In this span nobody moves more than a quarter of a repeating side.
    long double span = end - time_;
    for (const Mover& mover : movers_)
      for (std::size_t axis = 0; axis < D; ++axis)
        if (period_[axis] > 0.0L && mover.velocity[axis] != 0.0L)
          span = std::min(span, 0.25L * period_[axis] / std::fabs(mover.velocity[axis]));
    const Hit hit = first_hit_within(span);
    if (hit.delay <= span) {
      advance(hit.delay);
      return bounce(hit);
    }
    advance(span);
  }
  return std::nullopt;
}

template <int D>
auto PreciseWorld<D>::first_hit_within(long double span) const -> Hit {
  Hit best;
  best.delay = std::nextafter(span, std::numeric_limits<long double>::infinity());
  for (std::size_t a = 0; a < movers_.size(); ++a) {
    for (std::size_t b = a + 1; b < movers_.size(); ++b) look_at_movers(a, b, best);
    for (std::uint32_t id = 0; id < scene_.bodies.size(); ++id)
      if (scene_.bodies[id].kind == BodyKind::Fixed) look_at_fixed(a, id, best);
    look_at_sides(a, best);
  }
  return best;
}

/// `apart` seen through every image that two bodies, each moving at most a quarter of a side, can
/// meet through: the nearest one is at most half a side away, and the two are no wider than a side.
template <int D>
std::vector<LongVec<D>> PreciseWorld<D>::images_near(const LongVec<D>& apart) const {
  std::vector<LongVec<D>> images = {apart};
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (!(period_[axis] > 0.0L)) continue;
    std::vector<LongVec<D>> more;
    for (LongVec<D> image : images) {
      image[axis] -= std::round(image[axis] / period_[axis]) * period_[axis];
      for (int n = -2; n <= 2; ++n) {
        more.push_back(image);
        more.back()[axis] += static_cast<long double>(n) * period_[axis];
      }
    }
    images = std::move(more);
  }
  return images;
}

template <int D>
void PreciseWorld<D>::look_at_movers(std::size_t a, std::size_t b, Hit& best) const {
  const LongVec<D> velocity = along(movers_[b].velocity, -1.0L, movers_[a].velocity);
  for (const LongVec<D>& apart : images_near(along(movers_[b].position, -1.0L, movers_[a].position))) {
    const Polynomial gap = ball_gap(apart, velocity, {}, movers_[a].radius + movers_[b].radius);
    for (const long double delay : closings(gap, best.delay))
      if (delay < best.delay) best = {delay, a, b, true, movers_[b].id, along(apart, delay, velocity)};
  }
}

template <int D>
void PreciseWorld<D>::look_at_fixed(std::size_t mover, std::uint32_t id, Hit& best) const {
  const Body<D>& body = scene_.bodies[id];
  const LongVec<D> apart = along(widen(body.position), -1.0L, movers_[mover].position);
  if (const auto* half_space = std::get_if<HalfSpace<D>>(&body.shape)) {
    const LongVec<D> normal = widen(half_space->normal);
    look_at_plane(mover, id, normal,
                  inner(normal, widen(body.position)) + static_cast<long double>(half_space->offset), best);
    return;
  }
  for (const LongVec<D>& image : images_near(apart)) {
    const LongVec<D> place = along(movers_[mover].position, 1.0L, image);
    if (const auto* segment = std::get_if<Segment<D>>(&body.shape)) {
      look_at_segment(mover, id, along(place, 1.0L, widen(segment->from)),
                      along(place, 1.0L, widen(segment->to)), best);
    } else {
      const auto* ball = std::get_if<Ball>(&body.shape);
      look_at_point(mover, id, place, ball != nullptr ? static_cast<long double>(ball->radius) : 0.0L, best);
    }
  }
}

template <int D>
void PreciseWorld<D>::look_at_sides(std::size_t mover, Hit& best) const {
  const Space<D>& space = scene_.options.space;
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space.sides[axis] != Side::Wall) continue;
    LongVec<D> normal{};
    normal[axis] = 1.0L;
    const auto lower = kFirstSideId + static_cast<std::uint32_t>(2 * axis);
    look_at_plane(mover, lower, normal, space.min[axis], best);
    normal[axis] = -1.0L;
    look_at_plane(mover, lower + 1, normal, -static_cast<long double>(space.max[axis]), best);
  }
}

/// The plane normal . x = offset; the mover is on the side that the normal points to.
template <int D>
void PreciseWorld<D>::look_at_plane(std::size_t mover, std::uint32_t id, const LongVec<D>& normal,
                                    long double offset, Hit& best) const {
  const Mover& m = movers_[mover];
  const long double size = std::sqrt(inner(normal, normal));
  const Polynomial gap = {(inner(normal, m.position) - offset) / size - m.radius,
                          inner(normal, m.velocity) / size, 0.5L * inner(normal, gravity_) / size};
  for (const long double delay : closings(gap, best.delay))
    if (delay < best.delay) best = {delay, mover, 0, false, id, normal};
}

template <int D>
void PreciseWorld<D>::look_at_point(std::size_t mover, std::uint32_t id, const LongVec<D>& centre,
                                    long double radius, Hit& best) const {
  const Mover& m = movers_[mover];
  const LongVec<D> apart = along(m.position, -1.0L, centre);
  for (const long double delay :
       closings(ball_gap(apart, m.velocity, gravity_, m.radius + radius), best.delay)) {
    if (!(delay < best.delay)) continue;
    const LongVec<D> normal = along(along(apart, delay, m.velocity), 0.5L * delay * delay, gravity_);
    best = {delay, mover, 0, false, id, normal};
  }
}

/// Both ends, and the face from either side where the centre is abreast of it.
template <int D>
void PreciseWorld<D>::look_at_segment(std::size_t mover, std::uint32_t id, const LongVec<D>& from,
                                      const LongVec<D>& to, Hit& best) const {
  look_at_point(mover, id, from, 0.0L, best);
  look_at_point(mover, id, to, 0.0L, best);
  const Mover& m = movers_[mover];
  const LongVec<D> direction = along(to, -1.0L, from);
  for (const long double side : {1.0L, -1.0L}) {
    LongVec<D> normal{};
    normal[0] = -side * direction[1];
    normal[1] = side * direction[0];
    Hit face = best;
    look_at_plane(mover, id, normal, inner(normal, from), face);
    if (!(face.delay < best.delay)) continue;
    LongVec<D> there =
        along(along(m.position, face.delay, m.velocity), 0.5L * face.delay * face.delay, gravity_);
    there = along(there, -1.0L, from);
    const long double share = inner(there, direction) / inner(direction, direction);
    if (share > 0.0L && share < 1.0L) best = face;
  }
}

template <int D>
Material PreciseWorld<D>::material(std::uint32_t id) const {
  return id < scene_.bodies.size() ? scene_.bodies[id].material : scene_.options.side_material;
}

template <int D>
long double PreciseWorld<D>::restitution(std::uint32_t a, std::uint32_t b) const {
  const Material one = material(a);
  const Material two = material(b);
  for (const ContactRule& rule : scene_.rules)
    if ((rule.a == one && rule.b == two) || (rule.a == two && rule.b == one)) return rule.restitution;
  return scene_.options.restitution;
}

template <int D>
void PreciseWorld<D>::advance(long double delay) {
  time_ += delay;
  for (Mover& mover : movers_) {
    mover.position = along(along(mover.position, delay, mover.velocity), 0.5L * delay * delay, gravity_);
    mover.velocity = along(mover.velocity, delay, gravity_);
  }
}

template <int D>
PreciseImpact<D> PreciseWorld<D>::bounce(const Hit& hit) {
  Mover& a = movers_[hit.mover];
  LongVec<D> unit{};
  unit = along(unit, 1.0L / std::sqrt(inner(hit.normal, hit.normal)), hit.normal);
  const long double gain = 1.0L + restitution(a.id, hit.other_id);
  PreciseImpact<D> impact{time_, {a.id, hit.other_id}, {a.position, {}}, {}};
  if (hit.other_moves) {
    Mover& b = movers_[hit.other_mover];
    const long double impulse =
        gain * (inner(unit, b.velocity) - inner(unit, a.velocity)) / (1.0L / a.mass + 1.0L / b.mass);
    a.velocity = along(a.velocity, impulse / a.mass, unit);
    b.velocity = along(b.velocity, -impulse / b.mass, unit);
    impact.positions[1] = b.position;
    impact.velocities[1] = b.velocity;
  } else {
    a.velocity = along(a.velocity, -gain * inner(unit, a.velocity), unit);
  }
  impact.velocities[0] = a.velocity;
  if (impact.ids[0] > impact.ids[1]) {
    std::swap(impact.ids[0], impact.ids[1]);
    std::swap(impact.positions[0], impact.positions[1]);
    std::swap(impact.velocities[0], impact.velocities[1]);
  }
  return impact;
}

template class PreciseWorld<2>;
template class PreciseWorld<3>;

}  // namespace firsthit::reference
