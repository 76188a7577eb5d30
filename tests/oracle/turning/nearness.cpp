#include "oracle/turning/nearness.hpp"

#include "oracle/turning/bow.hpp"

#include <algorithm>
#include <limits>
#include <utility>

// By brute force: the sides by all normals (and in space all pairs of edges), the distance by all corners and
// edges of both (and in space faces).

namespace firsthit::turning_judge {
namespace {

/// At which n turns, that is n' now.
template <class N>
N rate_of_direction(const Place<2, N>& n, const Place<2, N>& change) {
  return cross(n, change);
}
template <class N>
Place<3, N> rate_of_direction(const Place<3, N>& n, const Place<3, N>& change) {
  return cross(n, change);
}

template <int D, class N>
class Search {
 public:
  Search(const Body<D, N>& a, std::size_t part_a, const Body<D, N>& b, std::size_t part_b)
      : a_(a),
        b_(b),
        of_a_(a.parts()[part_a]),
        of_b_(b.parts()[part_b]),
        from_a_(b.place() - a.place()),
        velocity_(b.velocity() - a.velocity()) {}

  Nearness<D, N> run(const N& tolerance) {
    for (const Place<D, N>& n : of_a_.normals) try_side({n, a_.rate()});
    for (const Place<D, N>& n : of_b_.normals) try_side({N(-1.0) * n, b_.rate()});
    if constexpr (D == 3) try_edges();
    if (has_side_ && side_ < N(0.0) - tolerance) return {side_, {best_side_}};
    find_distance();
    Nearness<D, N> r{distance_, {}};
    if (distance_ > tolerance) r.axes.push_back(best_distance_);
    if (has_side_) r.axes.push_back(best_side_);
    return r;
  }

 private:
  /// How far the two are apart along an axis.
  N side(const Place<D, N>& n) const {
    N low = dot(n, of_b_.corners[0]);
    for (const Place<D, N>& x : of_b_.corners) low = std::min(low, dot(n, x));
    N high = dot(n, of_a_.corners[0]);
    for (const Place<D, N>& x : of_a_.corners) high = std::max(high, dot(n, x));
    return dot(n, from_a_) + low - high;
  }

  void try_side(const Axis<D, N>& axis) {
    const N s = side(axis.normal);
    if (has_side_ && !(s > side_)) return;
    has_side_ = true;
    side_ = s;
    best_side_ = axis;
  }

  void try_edges() {
    for (const Place<3, N>& p : of_a_.along)
      for (const Place<3, N>& q : of_b_.along) {
        const Place<3, N> across = cross(p, q);
        const N size = length(across);
        if (!(size > N(1e-9))) continue;
        const Place<3, N> n = (N(1.0) / size) * across;
        for (const N& sign : {N(1.0), N(-1.0)}) {
          const Place<3, N> axis = sign * n;
          const N s = side(axis);
          if (has_side_ && !(s > side_)) continue;
          const Place<3, N> change =
              cross(cross(a_.rate(), p), q) + cross(p, cross(b_.rate(), q));  // of `across`
          const Place<3, N> turning = (N(1.0) / size) * (change - dot(n, change) * n);
          try_side({axis, cross(n, turning)});
        }
      }
  }

  void find_distance() {
    for (const Place<D, N>& p : of_a_.corners)
      for (const Place<D, N>& q : of_b_.corners) try_corners(p, q);
    for (const Place<D, N>& q : of_b_.corners) {
      for (const auto& edge : of_a_.edges)
        try_edge(of_a_.corners[edge[0]], of_a_.corners[edge[1]], a_.rate(), from_a_ + q,
                 velocity_ + spun(b_.rate(), q), N(1.0));
      for (const auto& face : of_a_.faces) try_face(of_a_, face, a_.rate(), from_a_ + q, N(1.0));
    }
    const Place<D, N> from_b = N(-1.0) * from_a_;
    for (const Place<D, N>& p : of_a_.corners) {
      for (const auto& edge : of_b_.edges)
        try_edge(of_b_.corners[edge[0]], of_b_.corners[edge[1]], b_.rate(), from_b + p,
                 spun(a_.rate(), p) - velocity_, N(-1.0));
      for (const auto& face : of_b_.faces) try_face(of_b_, face, b_.rate(), from_b + p, N(-1.0));
    }
    if constexpr (D == 3)
      for (const auto& edge : of_a_.edges)
        for (const auto& other : of_b_.edges) try_two_edges(edge, other);
  }

  /// `u`: from a to b; `rate`: tells the rate of u's direction n.
  void note(const Place<D, N>& u, const auto& rate) {
    const N size = length(u);
    if (has_distance_ && !(size < distance_)) return;
    has_distance_ = true;
    distance_ = size;
    if (!(size > N(0.0))) return;
    const Place<D, N> n = (N(1.0) / size) * u;
    best_distance_ = {n, rate(n)};
  }

  /// The rate of a difference u of two places that changes at `change`.
  static auto rate_of(const Place<D, N>& u, const Place<D, N>& change) {
    return [&](const Place<D, N>& n) { return rate_of_direction(n, (N(1.0) / length(u)) * change); };
  }

  void try_corners(const Place<D, N>& p, const Place<D, N>& q) {
    const Place<D, N> u = from_a_ + (q - p);
    note(u, rate_of(u, velocity_ + spun(b_.rate(), q) - spun(a_.rate(), p)));
  }

  /// A corner x beside an edge p to q of the other part. `sign`: -1 if the edge is b's.
  void try_edge(const Place<D, N>& p, const Place<D, N>& q, const Rate<D, N>& rate, const Place<D, N>& x,
                const Place<D, N>& x_changes, const N& sign) {
    const Place<D, N> e = unit(q - p);
    const Place<D, N> to = x - p;
    const N along = dot(to, e);
    if (!(along > N(0.0)) || !(along < length(q - p))) return;
    const Place<D, N> u = to - along * e;
    if constexpr (D == 2) {
      note(sign * u, [&](const Place<2, N>&) { return rate; });
    } else {
      const Place<3, N> e_changes = cross(rate, e);
      const Place<3, N> changes = x_changes - cross(rate, p);  // of `to`
      const Place<3, N> change = changes - (dot(changes, e) + dot(to, e_changes)) * e - along * e_changes;
      note(sign * u, rate_of(u, sign * change));
    }
  }

  void try_face(const Part<D, N>& part, const std::array<std::size_t, 3>& face, const Rate<D, N>& rate,
                const Place<D, N>& x, const N& sign) {
    if constexpr (D == 3) {
      const Place<3, N>& p = part.corners[face[0]];
      const Place<3, N>& q = part.corners[face[1]];
      const Place<3, N>& s = part.corners[face[2]];
      const Place<3, N> n = unit(cross(unit(q - p), unit(s - p)));
      const N height = dot(n, x - p);
      if (!(dot(cross(n, q - p), x - p) >= N(0.0)) || !(dot(cross(n, s - q), x - q) >= N(0.0)) ||
          !(dot(cross(n, p - s), x - s) >= N(0.0)))
        return;
      note((sign * height) * n, [&](const Place<3, N>&) { return rate; });
    }
  }

  /// Where the nearest places of both are within.
  void try_two_edges(const std::array<std::size_t, 2>& edge, const std::array<std::size_t, 2>& other) {
    const Place<3, N>& p = of_a_.corners[edge[0]];
    const Place<3, N> along_a = of_a_.corners[edge[1]] - p;
    const Place<3, N> q = from_a_ + of_b_.corners[other[0]];
    const Place<3, N> along_b = of_b_.corners[other[1]] - of_b_.corners[other[0]];
    const Place<3, N> e = unit(along_a);
    const Place<3, N> f = unit(along_b);
    const Place<3, N> across = cross(e, f);
    const N square = dot(across, across);
    if (!(square > N(1e-18))) return;  // then a corner is as near
    const Place<3, N> to = q - p;
    const N s = dot(cross(to, f), across) / square;
    const N t = dot(cross(to, e), across) / square;
    if (!(s > N(0.0)) || !(t > N(0.0)) || !(s < length(along_a)) || !(t < length(along_b))) return;
    const N height = dot(to, across) / square;
    const Place<3, N> change = cross(cross(a_.rate(), e), f) + cross(e, cross(b_.rate(), f));
    note(height * across, [&](const Place<3, N>&) {
      const N size = length(across);
      const Place<3, N> n = (N(1.0) / size) * across;
      return cross(n, (N(1.0) / size) * change);
    });
  }

  const Body<D, N>& a_;
  const Body<D, N>& b_;
  const Part<D, N>& of_a_;
  const Part<D, N>& of_b_;
  Place<D, N> from_a_;
  Place<D, N> velocity_;
  bool has_side_ = false;
  N side_{0.0};
  Axis<D, N> best_side_;
  bool has_distance_ = false;
  N distance_{0.0};
  Axis<D, N> best_distance_;
};

/// Of a half-space a.
template <int D, class N>
Nearness<D, N> above_plane(const Body<D, N>& plane, const Body<D, N>& b, std::size_t part_b) {
  const Place<D, N>& n = plane.plane_normal();
  const auto& corners = b.parts()[part_b].corners;
  N low = dot(n, corners[0]);
  for (const Place<D, N>& x : corners) low = std::min(low, dot(n, x));
  return {dot(n, b.place() - plane.place()) + low - plane.plane_height(), {{n, Rate<D, N>{}}}};
}

}  // namespace

template <int D, class N>
Nearness<D, N> nearness(const Body<D, N>& a, std::size_t part_a, const Body<D, N>& b, std::size_t part_b,
                        const N& tolerance) {
  if constexpr (D == 2)
    if (a.is_bow() || b.is_bow()) return BowPair<N>(a, part_a, b, part_b).nearness();
  if (a.is_plane()) return above_plane(a, b, part_b);
  if (b.is_plane()) {
    Nearness<D, N> r = above_plane(b, a, part_a);
    for (Axis<D, N>& axis : r.axes) axis.normal = N(-1.0) * axis.normal;
    return r;
  }
  return Search<D, N>(a, part_a, b, part_b).run(tolerance);
}

template Nearness<2, double> nearness(const Body<2, double>&, std::size_t, const Body<2, double>&,
                                      std::size_t, const double&);
template Nearness<2, long double> nearness(const Body<2, long double>&, std::size_t,
                                           const Body<2, long double>&, std::size_t, const long double&);
template Nearness<2, LongFloat> nearness(const Body<2, LongFloat>&, std::size_t, const Body<2, LongFloat>&,
                                         std::size_t, const LongFloat&);
template Nearness<3, double> nearness(const Body<3, double>&, std::size_t, const Body<3, double>&,
                                      std::size_t, const double&);
template Nearness<3, long double> nearness(const Body<3, long double>&, std::size_t,
                                           const Body<3, long double>&, std::size_t, const long double&);
template Nearness<3, LongFloat> nearness(const Body<3, LongFloat>&, std::size_t, const Body<3, LongFloat>&,
                                         std::size_t, const LongFloat&);

}  // namespace firsthit::turning_judge
