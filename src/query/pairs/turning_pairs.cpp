#include "query/pairs/turning_pairs.hpp"

#include "core/vec_math.hpp"
#include "query/pairs/input_checks.hpp"
#include "query/turning/turning_event.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

template <int D>
struct MotionOf {
  TurningMotion<D> operator()(const Linear<D>& m) const { return {{m.position, m.velocity, {}, {}}}; }
  TurningMotion<D> operator()(const Falling<D>& m) const {
    return {{m.position, m.velocity, m.acceleration, {}}};
  }
  TurningMotion<D> operator()(const Spinning<D>& m) const {
    return {{m.position, m.velocity, m.acceleration, {}}, m.angular_velocity, m.orientation, m.centre};
  }
};

/// A convex part of a shape.
template <int D>
struct Part {
  RoundedPolytope<D> core;
  std::span<const int> numbers{};  // of the shape's vertices that are the core's; empty if the same
};

/// A place near the middle between p and q, on the side of `inner`, and not nearer to either end than a
/// quarter of the way.
Vec<2> beside(const Vec<2>& p, const Vec<2>& q, const Vec<2>& inner) {
  const Vec<2> along = q - p;
  const Vec<2> middle = 0.5 * (p + q);
  const double shift = std::fabs(dot(along, inner - middle)) / length_squared(along);
  return middle + std::min(0.25, 0.25 / shift) * (inner - middle);
}

/// Convex pieces, and a kite over each diagonal between two of them: who comes in along a diagonal is in the
/// inside of no piece, but in that of the kite.
void add_parts(const Polygon& polygon, std::deque<Part<2>>& r) {
  const auto count = static_cast<int>(polygon.vertices().size());
  r.resize(polygon.pieces());
  struct Diagonal {
    int from, to;
    Vec<2> inner;  // beyond it, in the piece
  };
  std::vector<Diagonal> diagonals;
  for (std::size_t i = 0; i < polygon.pieces(); ++i) {
    r[i].core.offsets = polygon.piece(i);
    r[i].numbers = polygon.numbers(i);
    Vec<2> middle;
    const double share = 1.0 / static_cast<double>(polygon.piece(i).size());
    for (const Vec<2>& corner : polygon.piece(i)) middle = middle + share * corner;
    for (std::size_t k = 0; k < r[i].numbers.size(); ++k) {
      const int from = r[i].numbers[k];
      const int to = r[i].numbers[(k + 1) % r[i].numbers.size()];
      if ((from + 1) % count != to && (to + 1) % count != from) diagonals.push_back({from, to, middle});
    }
  }
  for (const Diagonal& one : diagonals)
    for (const Diagonal& other : diagonals) {
      if (one.from != other.to || one.to != other.from || one.from > one.to) continue;
      const Vec<2> p = polygon.vertices()[static_cast<std::size_t>(one.from)];
      const Vec<2> q = polygon.vertices()[static_cast<std::size_t>(one.to)];
      Part<2>& kite = r.emplace_back();
      kite.core.own[0] = p;
      kite.core.own[1] = beside(p, q, one.inner);
      kite.core.own[2] = q;
      kite.core.own[3] = beside(p, q, other.inner);
      kite.core.offsets = {kite.core.own.data(), 4};
    }
}

/// Convex parts that cover the shape's inside with their own.
template <int D>
void add_parts(const Shape<D>& shape, std::deque<Part<D>>& r) {
  if constexpr (D == 2) {
    const auto* polygon = std::get_if<Polygon>(&shape);
    if (polygon != nullptr && polygon->pieces() > 1) return add_parts(*polygon, r);
  }
  make_polytope(shape, {}, {}, r.emplace_back().core);
}

/// One of the two, and what it is made of.
template <int D>
struct Side {
  const Moving<D>& moving;
  TurningMotion<D> motion;
  std::deque<Part<D>> parts;

  explicit Side(const Moving<D>& what) : moving(what), motion(turning_motion_of(what.motion)) {
    if (!is_plane()) add_parts(what.shape, parts);
    if (is_plane()) parts.emplace_back();
  }
  bool is_plane() const { return std::holds_alternative<HalfSpace<D>>(moving.shape); }

  std::optional<TurningPlane<D>> plane() const {
    const auto* found = std::get_if<HalfSpace<D>>(&moving.shape);
    if (found == nullptr) return std::nullopt;
    const double size = length(found->normal);
    return TurningPlane<D>{(1.0 / size) * found->normal, found->offset / size};
  }
};

/// What happens to two parts.
template <int D>
struct Found {
  const Part<D>* a;
  const Part<D>* b;
  TurningEvent<D> what;
};

template <int D>
class TurningMeeting {
 public:
  TurningMeeting(const Moving<D>& a, const Moving<D>& b, const QueryWindow& window)
      : a_(a), b_(b), plane_(a_.plane()), window_(window) {}

  PairMeeting<D> meet() {
    double end = window_.end;
    for (const Part<D>& a : a_.parts)
      for (const Part<D>& b : b_.parts) end = std::min(end, look(a, b, end));
    PairMeeting<D> r;
    if (all_.empty()) return r;
    // How a window is cut, and so in which order the parts are asked, shows in the last digits.
    if (a_.parts.size() * b_.parts.size() > 1)
      for (Found<D>& found : all_) found.what = what_of(*found.a, *found.b, window_.end);
    const Found<D>& first =
        *std::min_element(all_.begin(), all_.end(),
                          [](const Found<D>& p, const Found<D>& q) { return is_before(p.what, q.what); });
    r.event = first.what.event;
    r.unresolved = first.what.unresolved;
    for (const Found<D>& found : all_) {
      const auto& touch = found.what.event.touch;
      if (touch && (!r.event.touch || *touch < *r.event.touch)) r.event.touch = touch;
      if (r.event.kind == Kind::Impact && found.what.inside_until > r.event.lower)
        r.event.kind = Kind::Overlap;
    }
    if (!r.unresolved) fill(first, r);
    return r;
  }

 private:
  TurningEvent<D> what_of(const Part<D>& a, const Part<D>& b, double end) const {
    TurningBody<D> body_a(a.core, a_.motion);
    TurningBody<D> body_b(b.core, b_.motion);
    const TurningPair<D> pair{body_a, body_b, a.core.radius + b.core.radius + window_.margin, plane_};
    return turning_event(pair, end, window_.trace);
  }

  /// Returns the time from which on nothing matters any more.
  double look(const Part<D>& a, const Part<D>& b, double end) {
    const TurningEvent<D> what = what_of(a, b, end);
    if (what.unresolved || what.event.kind != Kind::None || what.event.touch) all_.push_back({&a, &b, what});
    return time_of(what);
  }

  static double time_of(const TurningEvent<D>& what) {
    if (what.unresolved) return what.event.lower;
    return what.event.kind == Kind::None ? std::numeric_limits<double>::infinity() : what.event.upper;
  }
  static bool is_before(const TurningEvent<D>& p, const TurningEvent<D>& q) {
    if (time_of(p) != time_of(q)) return time_of(p) < time_of(q);
    return p.event.touch.value_or(0.0) < q.event.touch.value_or(0.0);
  }

  void fill(const Found<D>& found, PairMeeting<D>& r) const;

  Side<D> a_;
  Side<D> b_;
  std::optional<TurningPlane<D>> plane_;
  QueryWindow window_;
  std::vector<Found<D>> all_;
};

/// A body's corners where they are after t, as a core that contacts are told by.
template <int D>
struct CoreThen {
  RoundedPolytope<D> core;
  InlineVector<int, 8> numbers;
  Vec<D> place;  // [L] of the centre

  CoreThen(const TurningBody<D>& body, const Part<D>& part, double t) {
    core.offsets = body.corners();
    for (const int number : body.numbers())
      numbers.push_back(part.numbers.empty() ? number : part.numbers[static_cast<std::size_t>(number)]);
    core.radius = body.radius();
    const CubicPath<D>& path = body.path();
    place = path.position + t * (path.velocity + t * (0.5 * path.acceleration + (t / 6.0) * path.jerk));
  }
};

template <int D>
void TurningMeeting<D>::fill(const Found<D>& found, PairMeeting<D>& r) const {
  const double t = moment_of(r.event);
  TurningBody<D> body_a(found.a->core, a_.motion);
  TurningBody<D> body_b(found.b->core, b_.motion);
  const TurningInstant<D> now = at_instant<D>({body_a, body_b, 0.0, plane_}, t);
  const Vec<D>& normal = found.what.normal;
  const CoreThen<D> b(body_b, *found.b, t);
  // What contact_region takes for rounding, so that it is some errors of these places.
  const double size = 4.0 * now.error / kPlaceError;
  const SupportFeature<D> patch_b(b.core, -normal, 2.0 * now.error);
  const PlacedFeature<D> at_b{patch_b, b.core.radius, b.place, size};
  const double gap = found.what.gap + window_.margin;
  r.feature_b = feature_of(b_.moving.shape, patch_b, body_b.in_shape(-normal), b.numbers.all());
  if (plane_) {
    r.region = region_on_plane(at_b, normal, gap);
    r.feature_a = {Feature::Kind::Face, 0};
    return;
  }
  const CoreThen<D> a(body_a, *found.a, t);
  const SupportFeature<D> patch_a(a.core, normal, 2.0 * now.error);
  const PlacedFeature<D> at_a{patch_a, a.core.radius, a.place, size};
  r.region = contact_region(at_a, at_b, normal, gap);
  r.feature_a = feature_of(a_.moving.shape, patch_a, body_a.in_shape(normal), a.numbers.all());
}

template <int D>
bool turns(const Moving<D>& moving) {
  const TurningMotion<D> motion = turning_motion_of(moving.motion);
  return !(motion.angular_velocity == AngularVelocity<D>{}) || !(motion.orientation == Orientation<D>{});
}

template <int D>
bool is_round_about_its_centre(const Moving<D>& moving) {
  const bool is_round =
      std::holds_alternative<Point>(moving.shape) || std::holds_alternative<Ball>(moving.shape);
  return is_round && is_zero(turning_motion_of(moving.motion).centre_of_shape);
}

}  // namespace

template <int D>
TurningMotion<D> turning_motion_of(const Motion<D>& motion) {
  return std::visit(MotionOf<D>{}, motion);
}

template <int D>
bool only_moves(const Moving<D>& moving) {
  if (!std::holds_alternative<Spinning<D>>(moving.motion)) return true;
  return is_round_about_its_centre(moving) ||
         (!turns(moving) && is_zero(turning_motion_of(moving.motion).centre_of_shape));
}

template <int D>
Moving<D> without_turning(const Moving<D>& moving) {
  const auto* spinning = std::get_if<Spinning<D>>(&moving.motion);
  if (spinning == nullptr) return moving;
  return {moving.shape, Falling<D>{spinning->position, spinning->velocity, spinning->acceleration}};
}

template <int D>
PairMeeting<D> turning_meet(const Moving<D>& a, const Moving<D>& b, const QueryWindow& window) {
  return TurningMeeting<D>(a, b, window).meet();
}

template TurningMotion<2> turning_motion_of(const Motion<2>&);
template TurningMotion<3> turning_motion_of(const Motion<3>&);
template bool only_moves(const Moving<2>&);
template bool only_moves(const Moving<3>&);
template Moving<2> without_turning(const Moving<2>&);
template Moving<3> without_turning(const Moving<3>&);
template PairMeeting<2> turning_meet(const Moving<2>&, const Moving<2>&, const QueryWindow&);
template PairMeeting<3> turning_meet(const Moving<3>&, const Moving<3>&, const QueryWindow&);

}  // namespace firsthit
