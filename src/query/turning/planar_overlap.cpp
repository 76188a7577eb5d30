#include "core/vec_math.hpp"
#include "query/turning/axis_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// As long as a corner of one is in the other they overlap, whatever else they do. How deep it is below each
// edge is a function of time as distances along an axis are, with the same bound on its third derivative.
// Derivation: docs/numerics/turning.md.

namespace firsthit {
namespace {

/// A corner of `other`, seen from `body`, whose side it may be in.
class CornerInside {
 public:
  /// `sign`: 1 if the body is the pair's a, else -1. `normal`: outwards of it.
  CornerInside(const TurningPair<2>& pair, const TurningInstant<2>& now, double sign, const Vec<2>& normal)
      : pair_(pair),
        now_(now),
        sign_(sign),
        body_(sign > 0.0 ? pair.a : pair.b),
        other_(sign > 0.0 ? pair.b : pair.a) {
    const auto corners = other_.corners();
    for (std::size_t i = 1; i < corners.size(); ++i)
      if (dot(normal, corners[i]) < dot(normal, corners[corner_])) corner_ = i;
  }

  /// [T] So long it stays below all edges; of the highest of them below the radii, if it stays over it.
  double time_within(double longest) const {
    const auto own = body_.corners();
    if (own.size() < 2) return 0.0;
    const Vec<2> place = other_.corners()[corner_] + sign_ * now_.place;
    std::size_t face = 0;
    double highest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < own.size(); ++i) {
      const double height = dot(outward(i), place) - line_of(i);
      if (height <= highest) continue;
      highest = height;
      face = i;
    }
    double time = longest;
    for (std::size_t i = 0; i < own.size() && time > 0.0; ++i) {
      const double room = i == face ? pair_.radii : 0.0;
      time = std::min(time, time_below(outward(i), line_of(i) + room, longest));
    }
    if (pair_.radii == 0.0) return time;
    const Vec<2> along = turned_left(outward(face));
    const Vec<2>& from = own[face];
    const Vec<2>& to = own[face + 1 < own.size() ? face + 1 : 0];
    time = std::min(time, time_below(along, dot(along, to), longest));
    return std::min(time, time_below(-along, -dot(along, from), longest));
  }

  /// The same of a plane, which the pair's a is.
  double time_below_plane(double longest) const {
    return time_below(pair_.plane->normal, pair_.plane->height + pair_.radii, longest);
  }

 private:
  Vec<2> outward(std::size_t edge) const {
    const auto own = body_.corners();
    return -body_.edge_scale(edge) * turned_left(own[edge + 1 < own.size() ? edge + 1 : 0] - own[edge]);
  }

  /// [L] How high the edge is along that: the same whichever of its ends is listed first.
  double line_of(std::size_t edge) const {
    const auto own = body_.corners();
    return std::min(dot(outward(edge), own[edge]),
                    dot(outward(edge), own[edge + 1 < own.size() ? edge + 1 : 0]));
  }

  /// [T] So long the corner stays below a line [L] across a direction that turns with the body.
  double time_below(const Vec<2>& direction, double line, double longest) const {
    const double rate = pair_.plane ? 0.0 : body_.angular_velocity();
    const AxisNow<2> axis({direction, rate});
    const Taylor path = axis.of_path(now_);
    const Taylor corner = axis.of_corner(other_, corner_);
    Taylor f{line - (corner.value + sign_ * path.value) - now_.error, -(corner.rate + sign_ * path.rate),
             -(corner.bend + sign_ * path.bend)};
    take_errors(pair_, now_, std::fabs(rate), f);
    if (!(f.value > 0.0)) return 0.0;
    return longest_safe(longest, [&](double within) {
      f.third = corner.third * (1.0 + 0x1p-40) + third_of_path(now_, std::fabs(rate), within);
      return time_above_zero(f, within);
    });
  }

  const TurningPair<2>& pair_;
  const TurningInstant<2>& now_;
  double sign_;
  const TurningBody<2>& body_;
  const TurningBody<2>& other_;
  std::size_t corner_ = 0;
};

}  // namespace

double time_overlapping(const TurningPair<2>& pair, const TurningInstant<2>& now, const Vec<2>& normal,
                        double longest) {
  if (pair.arc) return 0.0;
  const double time = std::min(longest, longest_bounded(pair, 0.0));
  const CornerInside of_b(pair, now, 1.0, normal);
  if (pair.plane) return of_b.time_below_plane(time);
  const CornerInside of_a(pair, now, -1.0, -normal);
  return std::max(of_a.time_within(time), of_b.time_within(time));
}

}  // namespace firsthit
