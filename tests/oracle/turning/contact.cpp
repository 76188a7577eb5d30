#include "oracle/turning/contact.hpp"

#include "oracle/turning/crossing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace firsthit::turning_judge {
namespace {

/// Of the sizes: what places may be off by.
constexpr double kPlaceError = 1e-9;

std::string format(const char* what, double x) {
  char r[200];
  std::snprintf(r, sizeof r, what, x);
  return r;
}

/// [L] How far a place is from a shape's surface at a time.
template <int D>
double from_surface(const Vec<D>& place, const Moving<D>& moving, double t) {
  const auto far = [&](const Shape<D>& shape) {
    PairView<D, long double> view({{shape, moving.motion}, {Point{}, Linear<D>{place, {}}}, {}});
    view.look(t);
    return static_cast<double>(std::fabs(view.gap()));
  };
  if constexpr (D == 2)
    if (const auto* polygon = std::get_if<Polygon>(&moving.shape)) {
      const auto& v = polygon->vertices();
      double r = HUGE_VAL;
      for (std::size_t i = 0; i < v.size(); ++i)
        r = std::min(r, far(Segment<2>{v[i], v[(i + 1) % v.size()]}));
      return r;
    }
  return far(moving.shape);
}

/// Where it is moved to.
template <int D>
Moving<D> shifted(Moving<D> moving, const Vec<D>& by) {
  const auto shift = [&](Vec<D>& place) {
    for (std::size_t i = 0; i < std::size_t{D}; ++i) place[i] += by[i];
  };
  std::visit(
      [&](auto& m) {
        if constexpr (requires { m.control; })
          for (Vec<D>& place : m.control) shift(place);
        else
          shift(m.position);
      },
      moving.motion);
  return moving;
}

/// Of an arc, which may be around the other: to go along the normal does not lead into it.
template <int D>
std::string check_way_out(const Asked<D>& asked, const Encounter<D>& answer, double t) {
  constexpr double kStep = 1e-9;    // of the sizes: less than most openings
  constexpr double kNearer = 0.01;  // what is sharp gets no deeper than that
  PairView<D, long double> view(asked);
  view.look(t);
  const double step = kStep * static_cast<double>(view.size(t));
  // A point has no inside to be led into.
  if (thinness(asked) == Thinness::Crosses && view.gap() > view.error()) {
    const auto way = view.near(0).axes[0].normal;
    return dot(way, place_of<long double>(answer.normal)) > 0.0L ? "" : "a normal to the other side";
  }
  Vec<D> by;
  for (std::size_t i = 0; i < std::size_t{D}; ++i) by[i] = step * answer.normal[i];
  PairView<D, long double> after({asked.a, shifted(asked.b, by), asked.query});
  after.look(t);
  const auto nearer = static_cast<double>(view.gap() - after.gap());
  return nearer < kNearer * step ? "" : format("a normal that leads into the other, nearer by %g", nearer);
}

template <int D>
bool is_point(const Body<D, long double>& body) {
  return !body.is_plane() && body.radius() == 0.0L && body.parts().size() == 1 &&
         body.parts()[0].corners.size() == 1;
}

}  // namespace

template <int D>
std::string check_contact(const Asked<D>& asked, const Encounter<D>& answer) {
  const double t = answer.outcome == Outcome::Impact ? answer.delay : answer.first_touch;
  PairView<D, long double> view(asked);
  view.look(t);
  const double allowed = kPlaceError * static_cast<double>(view.size(t));
  double square = 0.0;
  for (const double x : answer.normal.c) square += x * x;
  const bool are_points = is_point(view.a()) && is_point(view.b());
  if (square == 0.0 && are_points) return "";  // there is none where they are
  if (!(std::fabs(square - 1.0) <= 1e-12)) return format("a normal of length %.17g", std::sqrt(square));
  for (int i = 0; i < D; ++i) {
    const double off = answer.point_b.c[i] - answer.point_a.c[i] - answer.gap * answer.normal.c[i];
    if (!(std::fabs(off) <= allowed))
      return format("a gap that does not lead from one to the other: %g", off);
  }
  // Deep within a polygon, what is nearest to the surface of a part need not be on the whole one's.
  if (view.pairs() > 1 && answer.gap < 0.0) return "";
  const double a = from_surface(answer.point_a, asked.a, t);
  if (!(a <= allowed)) return format("point_a is off by %g", a);
  const double b = from_surface(answer.point_b, asked.b, t);
  if (!(b <= allowed)) return format("point_b is off by %g", b);
  if (view.pairs() > 1) return "";
  // Thin ones that touch from the start may be on either side.
  if (view.has_bow()) return t > 0.0 ? check_way_out(asked, answer, t) : "";
  const Axis<D, long double> axis{place_of<long double>(answer.normal), {}};
  const auto least = static_cast<double>(view.bound(0, axis, 0.0));
  if (!(least >= answer.gap - asked.query.margin - allowed))
    return format("a normal that does not part the two: %g", least);
  return "";
}

template std::string check_contact(const Asked<2>&, const Encounter<2>&);
template std::string check_contact(const Asked<3>&, const Encounter<3>&);

}  // namespace firsthit::turning_judge
