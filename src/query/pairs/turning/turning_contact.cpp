#include "query/pairs/turning/turning_contact.hpp"

#include "core/vec_math.hpp"
#include "query/turning/base/turning_arc.hpp"
#include "query/turning/base/turning_gap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <variant>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

/// A body's corners where they are after t, as a core that contacts are told by.
template <int D>
struct CoreThen {
  RoundedPolytope<D> core;
  InlineVector<int, 8> numbers;
  Vec<D> place;  // [L] of the centre

  CoreThen(const Turned<D>& turned, double t) {
    const TurningBody<D>& body = turned.body;
    const std::span<const int> own = turned.part.numbers;
    core.offsets = body.corners();
    core.radius = body.radius();
    numbers.grow_to(body.numbers().size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const int number = body.numbers()[i];
      numbers.all()[i] = own.empty() ? number : own[static_cast<std::size_t>(number)];
    }
    const CubicPath<D>& path = body.path();
    place = path.position + t * (path.velocity + t * (0.5 * path.acceleration + (t / 6.0) * path.jerk));
  }
};

/// [L] How far a place lies beside what a patch covers, seen along the normal.
template <int D>
double beside_patch(const PlacedFeature<D>& p, const Vec<D>& normal, const Vec<D>& place) {
  InlineVector<Vec<D>, 8> corners;  // seen from the place
  for (const auto& corner : p.patch.corners()) {
    const Vec<D> to = p.place + corner.offset - place;
    corners.push_back(to - dot(normal, to) * normal);
  }
  const std::span<const Vec<D>> all = corners.all();
  if (all.size() == 1) return length(all[0]);
  if (all.size() == 2) {
    const Vec<D> along = all[1] - all[0];
    const double square = length_squared(along);
    const double part = square > 0.0 ? std::clamp(-dot(along, all[0]) / square, 0.0, 1.0) : 0.0;
    return length(all[0] + part * along);
  }
  double r = 0.0;
  if constexpr (D == 3) {
    double turn = 0.0;
    for (std::size_t i = 2; i < all.size(); ++i)
      turn += dot(normal, cross(all[i - 1] - all[0], all[i] - all[0]));
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Vec<3>& from = all[i];
      const Vec<3>& to = all[i + 1 < all.size() ? i + 1 : 0];
      const double size = length(to - from);
      const double left = dot(normal, cross(from, to));
      if (size > 0.0) r = std::max(r, (turn < 0.0 ? left : -left) / size);
    }
  }
  return r;
}

template <int D>
class Contact {
 public:
  /// Turns both to the moment of the event.
  Contact(const TurningPair<D>& pair, const TurningEvent<D>& what, double margin)
      : t_(moment_of(what.event)),
        error_(at_instant(pair, t_).error),
        slack_(error_ * (kResolutionInErrors + sharpness(pair))),
        normal_(unit_or_none(what.normal)),
        gap_(what.gap + margin) {}

  void fill(const TurningPair<D>& pair, const Turned<D>& a, const Turned<D>& b, PairMeeting<D>& r) const {
    if constexpr (D == 2)
      if (pair.arc) return fill_at_arc(pair, a, b, r);
    const CoreThen<D> then_b(b, t_);
    if (pair.plane) {
      const SupportFeature<D> patch_b(then_b.core, -normal_, slack_);
      r.region = region_on_plane(placed(patch_b, then_b, 1.0), normal_, gap_);
      r.feature_a = {Feature::Kind::Face, 0};
      r.feature_b = feature_of(b.side.moving.shape, patch_b, b.body.in_shape(-normal_), then_b.numbers.all());
      return;
    }
    const CoreThen<D> then_a(a, t_);
    double least = std::numeric_limits<double>::infinity();
    const double near = kBeside * (a.body.reach() + b.body.reach());
    const double far = kLargestSlack * (a.body.reach() + b.body.reach());
    // A normal told a moment earlier may be off by more than rounding: what is a corner by it is an edge, or
    // it is another edge that is met.
    const auto try_slacks = [&](const Vec<D>& normal) {
      for (double wider = 1.0; least > near && (wider == 1.0 || wider * slack_ < far); wider *= 16.0) {
        const SupportFeature<D> patch_a(then_a.core, normal, wider * slack_);
        const SupportFeature<D> patch_b(then_b.core, -normal, wider * slack_);
        const PlacedFeature<D> at_a = placed(patch_a, then_a, wider);
        const PlacedFeature<D> at_b = placed(patch_b, then_b, wider);
        const ContactRegion<D> region = contact_region(at_a, at_b, normal, gap_);
        const Vec<D> place = centre(region);
        const double beside = std::max(beside_patch(at_a, normal, place), beside_patch(at_b, normal, place));
        if (beside >= least) continue;
        least = beside;
        r.region = region;
        r.feature_a = feature_of(a.side.moving.shape, patch_a, a.body.in_shape(normal), then_a.numbers.all());
        r.feature_b =
            feature_of(b.side.moving.shape, patch_b, b.body.in_shape(-normal), then_b.numbers.all());
      }
    };
    try_slacks(normal_);
    if (least <= near) return;
    TurningHint<D> hint;
    try_slacks(unit_or_none(gap_of(pair, at_instant(pair, t_), hint).normal));
  }

 private:
  /// Of two points that are nearer to each other than they are told there is no direction.
  static Vec<D> unit_or_none(const Vec<D>& normal) {
    return std::fabs(length_squared(normal) - 1.0) < 0x1p-20 ? normal : Vec<D>{};
  }

  /// They meet at one place of the arc.
  void fill_at_arc(const TurningPair<2>& pair, const Turned<2>& a, const Turned<2>& b,
                   PairMeeting<2>& r) const {
    const bool b_is_arc = pair.plane.has_value();
    const Turned<2>& arc = b_is_arc ? b : a;
    ArcNearest nearest = nearest_of_arc(pair, at_instant(pair, t_));
    Vec<2> normal = nearest.distance > kFresh * error_ ? nearest.normal : normal_;
    double gap = gap_;
    if (nearest.crossing && !b_is_arc && b.body.radius() > 0.0) {
      // Deepest in a capsule is what is within its segment.
      nearest.place = nearest.crossing->place;
      normal =
          dot(normal, nearest.crossing->across) < 0.0 ? -nearest.crossing->across : nearest.crossing->across;
      gap = -b.body.radius();
    }
    const double to_middle = b_is_arc ? -0.5 : 0.5;
    const Vec<2> middle = CoreThen<2>(arc, t_).place + nearest.place + (to_middle * gap) * normal;
    r.region = {normal, gap, true, middle, middle, 0.0, 0.0};
    const ArcNow now(*pair.arc, arc.body);
    const Vec<2> from_centre = nearest.place - now.centre();
    const auto is_at = [&](const Vec<2>& end) {
      return !now.is_whole() && length(from_centre - now.radius() * end) <= 2.0 * error_;
    };
    Feature& of_arc = b_is_arc ? r.feature_b : r.feature_a;
    of_arc = {Feature::Kind::Edge, 0};
    if (is_at(now.from())) of_arc = {Feature::Kind::Vertex, 0};
    if (is_at(now.to())) of_arc = {Feature::Kind::Vertex, 1};
    if (b_is_arc) {
      r.feature_a = {Feature::Kind::Face, 0};
      return;
    }
    const CoreThen<2> then_b(b, t_);
    const SupportFeature<2> patch(then_b.core, -normal, slack_);
    r.feature_b = feature_of(b.side.moving.shape, patch, b.body.in_shape(-normal), then_b.numbers.all());
  }

  /// How many errors a corner of an edge or a face may be lower than the others: the normal between two
  /// places that are a radius apart is off by an error of it.
  static double sharpness(const TurningPair<D>& pair) {
    constexpr double kErrors = 4.0;
    return pair.radii > 0.0 ? kErrors * (pair.a.reach() + pair.b.reach()) / pair.radii : 0.0;
  }
  /// With a size from which contacts take some errors of these places for rounding; `wider`: of how many.
  PlacedFeature<D> placed(const SupportFeature<D>& patch, const CoreThen<D>& then, double wider) const {
    return {patch, then.core.radius, then.place, 4.0 * wider * error_ / kPlaceError};
  }

  /// [errors] Cores that are apart by more tell the normal better than what was seen a moment earlier.
  static constexpr double kFresh = 4096.0;
  /// Of the size of both: where they meet may be told to be so far beside either. Smaller: rounding would
  /// widen what meets.
  static constexpr double kBeside = 0x1p-36;
  /// Of the size of both: no corner that is lower by more is as low. Larger: what meets is told wrongly.
  static constexpr double kLargestSlack = 0x1p-34;

  double t_;
  double error_;  // [L] of any gap
  double slack_;  // [L] so much lower is as low: what meets is a side, an edge or a corner
  Vec<D> normal_;
  double gap_;
};

}  // namespace

template <int D>
PairMeeting<D> meeting_of(const TurningPair<D>& pair, const Turned<D>& a, const Turned<D>& b,
                          const TurningEvent<D>& what, double margin) {
  PairMeeting<D> r;
  r.event = what.event;
  r.unresolved = what.unresolved;
  if (what.unresolved || (what.event.kind == Kind::None && !what.event.touch)) return r;
  Contact<D>(pair, what, margin).fill(pair, a, b, r);
  return r;
}

template PairMeeting<2> meeting_of(const TurningPair<2>&, const Turned<2>&, const Turned<2>&,
                                   const TurningEvent<2>&, double);
template PairMeeting<3> meeting_of(const TurningPair<3>&, const Turned<3>&, const Turned<3>&,
                                   const TurningEvent<3>&, double);

}  // namespace firsthit
