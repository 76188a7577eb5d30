#include "core/vec_math.hpp"
#include "query/turning/base/turning_arc.hpp"
#include "query/turning/base/turning_taylor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

// An arc is cut into pieces, and the other shape into its edges and these into halves, until each pair of
// both is proven to stay apart by itself: by an axis between the hull of the piece and the part, or as the
// part is within the arc's circle. Derivation: docs/numerics/turning.md.

namespace firsthit {
namespace {

/// Pairs of parts that are looked at for one step. Larger: longer before it is given up.
constexpr std::size_t kMostCells = 2000;

/// [depths that are allowed] No piece of what is thin is shorter. Smaller: it would seem to be apart from
/// what goes through it.
constexpr double kShortest = 64.0;

/// A convex part of the other shape: its corners, seen from that one's centre.
using Part = std::span<const Vec<2>>;

/// An axis from a piece to a part, and how far they are apart along it.
struct Candidate {
  TurningAxis<2> axis{};
  double apart = -std::numeric_limits<double>::infinity();  // [L]
};

/// How far a piece reaches along an axis. The disk around the arc reaches as far where the piece has its
/// furthest place between its ends; elsewhere the triangle of its ends and its tangents does.
double reach_along(const ArcPiece& piece, double radius, const Vec<2>& normal) {
  if (piece.spans(normal)) return radius;
  return radius * std::max(dot(piece.from, normal), dot(piece.to, normal));
}

/// Corners that turn with an arc, and how far around them to go, so that the whole piece is within: as near
/// as can be along an axis.
class Hull {
 public:
  Hull(const ArcNow& arc, const ArcPiece& piece, const Vec<2>& normal) {
    const double tangents = arc.radius() / (1.0 + dot(piece.from, piece.to));
    places_ = {arc.centre() + arc.radius() * piece.from, arc.centre() + arc.radius() * piece.to,
               arc.centre() + tangents * (piece.from + piece.to)};
    if (!piece.spans(normal)) return;
    count_ = 1;
    places_[0] = arc.centre();
    radius_ = arc.radius();
  }
  Part places() const { return {places_.data(), count_}; }
  double radius() const { return radius_; }

 private:
  std::array<Vec<2>, 3> places_;
  std::size_t count_ = 3;
  double radius_ = 0.0;
};

/// The two best axes of a cell.
class Axes {
 public:
  Axes(const TurningPair<2>& pair, const TurningInstant<2>& now, const ArcNow& arc, const ArcPiece& piece,
       Part part)
      : pair_(pair), now_(now), arc_(arc), piece_(piece), part_(part) {
    const double spin = pair.a.angular_velocity();
    note({piece.from, spin});
    note({piece.to, spin});
    note({-piece.middle(), spin});
    const std::size_t count = part.size();
    for (std::size_t j = 0; j < count; ++j) {
      note_corner(part[j]);
      if (count == 1) break;
      const Vec<2> left = turned_left(part[(j + 1) % count] - part[j]);
      const double size = length(left);
      if (size > 0.0) note({(1.0 / size) * left, pair.b.angular_velocity()});
    }
  }

  const Candidate& best() const { return best_[0]; }
  std::span<const Candidate> all() const { return best_; }

 private:
  Vec<2> from_centre(const Vec<2>& corner) const { return (now_.place + corner) - arc_.centre(); }

  void note(const TurningAxis<2>& axis) {
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vec<2>& corner : part_) lowest = std::min(lowest, dot(axis.normal, from_centre(corner)));
    const double apart = lowest - reach_along(piece_, arc_.radius(), axis.normal);
    if (apart > best_[0].apart) {
      best_[1] = best_[0];
      best_[0] = {axis, apart};
    } else if (apart > best_[1].apart) {
      best_[1] = {axis, apart};
    }
  }

  /// From the arc's centre, and from both ends.
  void note_corner(const Vec<2>& corner) {
    for (const Vec<2>& from : {Vec<2>{}, arc_.radius() * piece_.from, arc_.radius() * piece_.to}) {
      const Vec<2> way = from_centre(corner) - from;
      const double size = length(way);
      if (!(size > now_.error)) continue;
      const Vec<2> normal = (1.0 / size) * way;
      const Vec<2> velocity =
          now_.velocity + (pair_.b.angular_velocity() * turned_left(corner) -
                           pair_.a.angular_velocity() * turned_left(arc_.centre() + from));
      note({normal, cross(normal, velocity) / size});
    }
  }

  const TurningPair<2>& pair_;
  const TurningInstant<2>& now_;
  const ArcNow& arc_;
  const ArcPiece& piece_;
  Part part_;
  std::array<Candidate, 2> best_;
};

/// A part within a circle of some radius around the arc's centre: how long it stays there.
class Within {
 public:
  Within(const TurningPair<2>& pair, const TurningInstant<2>& now, const ArcNow& arc, double radius)
      : pair_(pair), now_(now), centre_(arc.centre()), radius_(radius) {}

  /// [L] of the corner that is furthest from the centre
  double depth(Part part) const { return radius_ - length(furthest(part)); }
  Vec<2> furthest(Part part) const {
    Vec<2> r;
    for (const Vec<2>& corner : part) {
      const Vec<2> place = (now_.place + corner) - centre_;
      if (length_squared(place) > length_squared(r)) r = place;
    }
    return r;
  }

  /// [T] Seen as one body or the other turns, or from one that does not turn: whatever proves it for longest.
  double step(Part part, double longest) const {
    double best = 0.0;
    for (const double rate : {0.0, pair_.a.angular_velocity(), pair_.b.angular_velocity()}) {
      double within = std::min(longest, 2.0 / std::max({pair_.a.rate(), pair_.b.rate(), kSlowest}));
      constexpr int kRounds = 2;
      for (int round = 0; round < kRounds; ++round) {
        double step = within;
        for (const Vec<2>& corner : part) {
          const Taylor f = room(corner, rate, within);
          step = f.value > 0.0 && step > 0.0 ? std::min(step, time_above_zero(f, within)) : 0.0;
        }
        best = std::max(best, step);
        if (step >= 0.5 * within || step == 0.0) break;
        within = std::sqrt(within * step);
      }
    }
    return best;
  }

 private:
  /// Where both turn more slowly, products of rates vanish.
  static constexpr double kSlowest = 0x1p-300;

  /// (R^2 - |y|^2) / 2R for a corner y seen from the arc's centre in a frame that turns at a rate, with a
  /// bound on its third derivative within a time. Where y is within, that is less than R - |y|.
  Taylor room(const Vec<2>& corner, double rate, double time) const {
    const double of_a = pair_.a.angular_velocity() - rate;
    const double of_b = pair_.b.angular_velocity() - rate;
    const Vec<2> y = (now_.place + corner) - centre_;
    const Vec<2> first = (now_.velocity - rate * turned_left(now_.place)) +
                         (of_b * turned_left(corner) - of_a * turned_left(centre_));
    const Vec<2> second =
        (now_.acceleration - (2.0 * rate) * turned_left(now_.velocity) - (rate * rate) * now_.place) +
        ((of_a * of_a) * centre_ - (of_b * of_b) * corner);
    const double reach_a = length(centre_);
    const double reach_b = length(corner);
    const double size = std::fabs(rate);
    const double a = std::fabs(of_a);
    const double b = std::fabs(of_b);
    double third = now_.jerk_size + a * a * a * reach_a + b * b * b * reach_b;
    if (size > 0.0) {
      const double acceleration = now_.acceleration_size + now_.jerk_size * time;
      const double velocity = now_.speed + acceleration * time;
      const double place = now_.distance + velocity * time;
      third += size * (3.0 * acceleration + size * (3.0 * velocity + size * place));
    }
    const double bend_most = length(second) + third * time;
    const double speed_most = length(first) + bend_most * time;
    const double far_most = length(y) + speed_most * time;
    // What the derivatives are sums of, of which they err by a part.
    const double places = now_.distance + reach_a + reach_b;
    const double speeds = now_.speed + size * now_.distance + (a * reach_a + b * reach_b);
    const double bends = now_.acceleration_size + size * (2.0 * now_.speed + size * now_.distance) +
                         (a * a * reach_a + b * b * reach_b);
    Taylor f;
    f.value = (radius_ - length(y)) * (0.5 * (radius_ + length(y)) / radius_);
    f.rate = (-dot(y, first) - kDerivativeError * (places * speeds)) / radius_;
    f.bend =
        (-(length_squared(first) + dot(y, second)) - kDerivativeError * (speeds * speeds + places * bends)) /
        radius_;
    f.third = (3.0 * speed_most * bend_most + far_most * third) / radius_ * (1.0 + 0x1p-40);
    return f;
  }

  const TurningPair<2>& pair_;
  const TurningInstant<2>& now_;
  Vec<2> centre_;
  double radius_;
};

/// All pieces of the arc against all of the other shape.
class Cells {
 public:
  /// `least`: [L] from arc to part; `wanted`: how far a pair is to be apart now not to be cut further;
  /// `side`: the direction from the arc to a point; of others 0.
  Cells(const TurningPair<2>& pair, const TurningInstant<2>& now, double least, double wanted,
        const Vec<2>& side)
      : pair_(pair),
        now_(now),
        arc_(*pair.arc, pair.a),
        least_(least),
        wanted_(wanted),
        side_(side),
        within_(pair, now, arc_, arc_.radius() - least) {}

  /// Each pair within the same time, so that their order does not show.
  double step(Part whole, double longest) {
    double r = longest;
    for (const ArcPiece& piece : arc_.pieces())
      if (r > 0.0) r = std::min(r, step(piece, whole, longest));
    return r;
  }

 private:
  double step(const ArcPiece& piece, Part part, double longest) {
    if (++count_ > kMostCells) return 0.0;
    const Axes axes(pair_, now_, arc_, piece, part);
    const double depth = within_.depth(part);
    const bool is_within = depth >= wanted_ && is_side(depth, -within_.furthest(part));
    const auto parts = [&](const Candidate& candidate) {
      const double more = candidate.apart - least_;
      return more >= wanted_ && is_side(more, candidate.axis.normal);
    };
    if (!is_within && std::none_of(axes.all().begin(), axes.all().end(), parts))
      return step_of_halves(piece, part, longest);
    double best = is_within ? within_.step(part, longest) : 0.0;
    for (const Candidate& candidate : axes.all())
      if (best < longest && parts(candidate))
        best = std::max(best, step_along(piece, part, candidate.axis, longest, best));
    return best;
  }

  /// Where less than twice the resolution parts the arc from a point, the other side seems to be as good; but
  /// there, they would already have gone through each other. `more`: [L] than least.
  bool is_side(double more, const Vec<2>& normal) const {
    return least_ >= 0.0 || more >= -2.0 * least_ || dot(normal, side_) >= 0.0;
  }

  double step_along(const ArcPiece& piece, Part part, const TurningAxis<2>& axis, double longest,
                    double enough) const {
    const Hull hull(arc_, piece, axis.normal);
    TurningBody<2> a(pair_.a, hull.places());
    TurningBody<2> b(pair_.b, part);
    const TurningPair<2> cell{a, b, hull.radius()};
    return safe_step(cell, now_, axis, least_, longest, enough);
  }

  double step_of_halves(const ArcPiece& piece, Part part, double longest) {
    double r = longest;
    if (part.size() > 2) {
      for (std::size_t i = 0; i < part.size() && r > 0.0; ++i)
        r = std::min(r, step(piece, std::array{part[i], part[(i + 1) % part.size()]}, longest));
      return r;
    }
    const double size = part.size() == 2 ? length(part[1] - part[0]) : 0.0;
    const double of_piece = arc_.radius() * length(piece.to - piece.from);
    // What is thin would go through pieces that are no longer than it may get deep.
    if (std::max(size, of_piece) < -kShortest * least_) return 0.0;
    if (size > of_piece) {
      const Vec<2> middle = 0.5 * (part[0] + part[1]);
      r = step(piece, std::array{part[0], middle}, longest);
      return r > 0.0 ? std::min(r, step(piece, std::array{middle, part[1]}, longest)) : 0.0;
    }
    const Vec<2> middle = piece.middle();
    r = step({piece.from, middle}, part, longest);
    return r > 0.0 ? std::min(r, step({middle, piece.to}, part, longest)) : 0.0;
  }

  const TurningPair<2>& pair_;
  const TurningInstant<2>& now_;
  ArcNow arc_;
  double least_;
  double wanted_;
  Vec<2> side_;
  Within within_;
  std::size_t count_ = 0;
};

/// A solid's corners, with every edge moved inwards by a depth.
std::vector<Vec<2>> shrunk(Part corners, double depth) {
  std::vector<Vec<2>> r;
  const std::size_t count = corners.size();
  const auto inward = [&](std::size_t i) {
    const Vec<2> along = corners[(i + 1) % count] - corners[i];
    return (1.0 / length(along)) * turned_left(along);
  };
  for (std::size_t i = 0; i < count; ++i) {
    const Vec<2> before = inward((i + count - 1) % count);
    const Vec<2> after = inward(i);
    r.push_back(corners[i] + (depth / (1.0 + dot(before, after))) * (before + after));
  }
  return r;
}

double step_at_plane(const TurningPair<2>& pair, const TurningInstant<2>& now, double least, double longest) {
  const ArcNow arc(*pair.arc, pair.b);
  const TurningAxis<2> axis{pair.plane->normal};
  double r = longest;
  for (const ArcPiece& piece : arc.pieces()) {
    const Hull hull(arc, piece, -axis.normal);
    TurningBody<2> b(pair.b, hull.places());
    const TurningPair<2> cell{pair.a, b, pair.radii + hull.radius(), pair.plane};
    r = std::min(r, safe_step(cell, now, axis, least, longest, 0.0));
    if (r == 0.0) break;
  }
  return r;
}

}  // namespace

double safe_step_of_arc(const TurningPair<2>& pair, const TurningInstant<2>& now, const TurningGap<2>& gap,
                        double least, double longest) {
  if (pair.plane)
    return std::max(safe_step_of_balls(pair, now, least, longest), step_at_plane(pair, now, least, longest));
  if (!(gap.gap > least)) return 0.0;
  // Near a touch the ball around the arc would be on its outer side.
  const double of_balls = least > 0.0 ? safe_step_of_balls(pair, now, least, longest) : 0.0;
  if (of_balls == longest) return longest;
  const Part corners = pair.b.corners();
  const double from_core = pair.radii + least;
  // Of a segment the gap's sign tells the side, and the best axis is on it; those that are nearly as good may
  // not be.
  const bool is_segment = from_core < 0.0 && corners.size() == 2;
  const double wanted = (is_segment ? 0.9375 : 0.5) * (gap.gap - least);
  // The arc stays outside of a core that is smaller by so much: an edge's other side proves nothing.
  if (from_core < 0.0 && corners.size() > 2)
    return Cells(pair, now, 0.0, wanted, {}).step(shrunk(corners, -from_core), longest);
  const Vec<2> side = corners.size() == 1 ? gap.normal : Vec<2>{};
  return std::max(of_balls, Cells(pair, now, from_core, wanted, side).step(corners, longest));
}

}  // namespace firsthit
