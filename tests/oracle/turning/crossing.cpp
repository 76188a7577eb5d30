#include "oracle/turning/crossing.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit::turning_judge {
namespace {

/// On which side of one's edges the other's corners are.
template <class N>
void add_sides(const Part<2, N>& one, const Part<2, N>& other, const Place<2, N>& from, std::vector<N>& r) {
  for (const auto& edge : one.edges)
    for (const Place<2, N>& x : other.corners)
      r.push_back(cross(one.corners[edge[1]] - one.corners[edge[0]], from + x - one.corners[edge[0]]));
}

/// The same of faces, and how edges pass each other.
template <class N>
void add_sides(const Part<3, N>& one, const Part<3, N>& other, const Place<3, N>& from, std::vector<N>& r) {
  for (const auto& face : one.faces) {
    const Place<3, N>& p = one.corners[face[0]];
    const Place<3, N> across = cross(one.corners[face[1]] - p, one.corners[face[2]] - p);
    for (const Place<3, N>& x : other.corners) r.push_back(dot(across, from + x - p));
  }
  for (const auto& edge : one.edges)
    for (const auto& passes : other.edges) {
      const Place<3, N> across = cross(one.corners[edge[1]] - one.corners[edge[0]],
                                       other.corners[passes[1]] - other.corners[passes[0]]);
      r.push_back(dot(across, from + other.corners[passes[0]] - one.corners[edge[0]]));
    }
}

/// How two pass each other: how far the one is on one side of the other, and how far from the ends of both.
struct Passing {
  long double height = 0.0L;  // [L]
  long double inside = 0.0L;  // [L] less than 0 where their ends part them
};

using Long2 = Place<2, long double>;
using Long3 = Place<3, long double>;

/// A corner beside an edge.
Passing passing(const Part<2, long double>& edge, const Part<2, long double>& corner, const Long2& from) {
  const Long2 e = edge.corners[1] - edge.corners[0];
  const Long2 to = from + corner.corners[0] - edge.corners[0];
  const long double along = dot(unit(e), to);
  return {cross(unit(e), to), std::min(along, length(e) - along)};
}

Passing passing_edges(const Part<3, long double>& a, const Part<3, long double>& b, const Long3& from) {
  const Long3 e = a.corners[1] - a.corners[0];
  const Long3 f = b.corners[1] - b.corners[0];
  const Long3 across = cross(unit(e), unit(f));
  const long double sine = length(across);
  if (!(sine > 1e-3L)) return {0.0L, -1.0L};
  const Long3 to = from + b.corners[0] - a.corners[0];
  const long double s = dot(cross(to, unit(f)), across) / (sine * sine);
  const long double t = dot(cross(to, unit(e)), across) / (sine * sine);
  // What moves by 1 moves the crossing by 1 / sine.
  const long double inside = std::min({s, length(e) - s, t, length(f) - t});
  return {dot(across, to) / sine, inside * sine};
}

/// A corner above a triangle.
Passing passing(const Part<3, long double>& face, const Part<3, long double>& corner, const Long3& from) {
  const auto& v = face.corners;
  if (v.size() == 2) return passing_edges(face, corner, from);
  const Long3 n = unit(cross(v[1] - v[0], v[2] - v[0]));
  const Long3 x = from + corner.corners[0];
  Passing r{dot(n, x - v[0]), HUGE_VALL};
  for (std::size_t i = 0; i < 3; ++i)
    r.inside = std::min(r.inside, dot(cross(n, unit(v[(i + 1) % 3] - v[i])), x - v[i]));
  return r;
}

/// Which of a thin pair has more corners comes first.
template <int D>
Passing passing(PairView<D, long double>& view, double t) {
  view.look(t);
  if (view.has_bow()) {
    const Beside<long double> beside = view.point_beside_bow();
    return {beside.height, beside.inside};
  }
  const auto& a = view.a().parts()[0];
  const auto& b = view.b().parts()[0];
  const Place<D, long double> from_a = view.b().place() - view.a().place();
  return a.corners.size() >= b.corners.size() ? passing(a, b, from_a) : passing(b, a, -1.0L * from_a);
}

/// Times in which two may touch: not proven to be further apart than allowed.
template <int D>
class Touches {
 public:
  struct Time {
    double from, to;
  };

  Touches(const Asked<D>& asked, const Allowance<D>& allowance) : sight_(asked), allowance_(allowance) {}

  std::vector<Time> within(double from, double to) {
    divide(from, to);
    return found_;
  }

 private:
  void divide(double from, double to) {
    // Who touches for long is left alone.
    constexpr std::size_t kMostPieces = 20000;
    constexpr std::size_t kMostTouching = 200;
    if (++pieces_ > kMostPieces || touching_ > kMostTouching) return;
    const double middle = from + 0.5 * (to - from);
    const double half = std::nextafter(std::max(to - middle, middle - from), HUGE_VAL);
    const double allowed = 8.0 * allowance_.at(to);
    if (is_apart(middle, half, allowed)) return;
    if (half * allowance_.speed(to) <= allowed || !(from < middle && middle < to)) {
      ++touching_;
      if (!found_.empty() && found_.back().to == from) {
        found_.back().to = to;
      } else {
        found_.push_back({from, to});
        touching_ = 0;
      }
      return;
    }
    divide(from, middle);
    divide(middle, to);
  }

  bool is_apart(double middle, double half, double allowed) {
    sight_.look(middle);
    const double least = allowed + sight_.error();
    if (sight_.bound_of_balls(half) > least) return true;
    if (sight_.has_bow()) return sight_.bow_stays_above(0, least, half);
    const auto near = sight_.near(0);
    return std::any_of(near.axes.begin(), near.axes.end(), [&](const Axis<D, double>& axis) {
      return sight_.bound(0, axis, half) > least || sight_.bound(0, {axis.normal, {}}, half) > least;
    });
  }

  PairView<D, double> sight_;
  const Allowance<D>& allowance_;
  std::vector<Time> found_;
  std::size_t pieces_ = 0;
  std::size_t touching_ = 0;  // pieces, one after the other
};

}  // namespace

template <int D>
Thinness thinness(const Asked<D>& asked) {
  const PairView<D, double> view(asked);
  const auto& a = view.a();
  const auto& b = view.b();
  if (a.is_plane() || b.is_plane() || view.pairs() > 1) return Thinness::Overlaps;
  if (a.radius() + b.radius() + asked.query.margin > 0.0) return Thinness::Overlaps;
  if (view.has_bow()) {
    const auto& other = a.is_bow() ? b : a;
    return other.parts()[0].corners.size() == 1 ? Thinness::Crosses : Thinness::Overlaps;
  }
  const std::size_t corners = a.parts()[0].corners.size() + b.parts()[0].corners.size();
  if (corners > std::size_t{D} + 1) return Thinness::Overlaps;
  return corners == std::size_t{D} + 1 ? Thinness::Crosses : Thinness::Touches;
}

template <int D>
std::optional<double> first_crossing(const Asked<D>& asked, double end, const Allowance<D>& allowance) {
  PairView<D, long double> view(asked);
  for (const auto& time : Touches<D>(asked, allowance).within(0.0, end)) {
    if (time.from == 0.0) continue;  // it may have begun before
    const Passing before = passing(view, time.from);
    const Passing after = passing(view, time.to);
    const long double moves = allowance.speed(time.to) * (time.to - time.from) + 64.0 * allowance.at(time.to);
    const bool changes =
        (before.height > 0.0L && after.height < 0.0L) || (before.height < 0.0L && after.height > 0.0L);
    const double allowed = allowance.at(time.to);
    if (changes && std::min(before.inside, after.inside) > 4.0L * moves &&
        std::min(std::fabs(before.height), std::fabs(after.height)) > allowed)
      return time.to;
  }
  return std::nullopt;
}

template Thinness thinness(const Asked<2>&);
template Thinness thinness(const Asked<3>&);
template std::optional<double> first_crossing(const Asked<2>&, double, const Allowance<2>&);
template std::optional<double> first_crossing(const Asked<3>&, double, const Allowance<3>&);

template <int D>
bool has_crossed(const Asked<D>& asked, double from, double to) {
  PairView<D, LongFloat> view(asked);
  if (view.has_bow() && thinness(asked) != Thinness::Crosses) return false;
  if (view.a().is_plane() || view.b().is_plane() || view.pairs() > 1) return false;
  const auto sides_at = [&](double t) {
    view.look(t);
    if (view.has_bow()) return std::vector{view.point_beside_bow().height};
    const Place<D, LongFloat> p = view.b().place() - view.a().place();
    std::vector<LongFloat> r;
    add_sides(view.a().parts()[0], view.b().parts()[0], p, r);
    add_sides(view.b().parts()[0], view.a().parts()[0], LongFloat(-1.0) * p, r);
    return r;
  };
  const std::vector<LongFloat> before = sides_at(from);
  const std::vector<LongFloat> after = sides_at(to);
  const LongFloat none(0.0);
  for (std::size_t i = 0; i < before.size(); ++i)
    if ((before[i] < none && after[i] > none) || (before[i] > none && after[i] < none)) return true;
  return false;
}

template bool has_crossed(const Asked<2>&, double, double);
template bool has_crossed(const Asked<3>&, double, double);

}  // namespace firsthit::turning_judge
