#include "oracle/bodies.hpp"

#include <algorithm>
#include <map>
#include <type_traits>
#include <utility>

namespace firsthit::judging {
namespace {

template <int D>
int last_bit(const Vec<D>& a) {
  int r = judging::last_bit(a[0]);
  for (std::size_t i = 1; i < std::size_t{D}; ++i) r = std::min(r, judging::last_bit(a[i]));
  return r;
}

template <int D>
Vector<mpz_class, D> whole(const Vec<D>& a, int unit) {
  Vector<mpz_class, D> r;
  for (std::size_t i = 0; i < std::size_t{D}; ++i) r[i] = judging::whole(a[i], unit);
  return r;
}

template <int D>
Body<D> listed(const std::vector<Vec<D>>& vertices) {
  Body<D> r;
  r.unit = 1 << 20;
  for (const Vec<D>& vertex : vertices) r.unit = std::min(r.unit, last_bit(vertex));
  for (const Vec<D>& vertex : vertices) r.vertices.push_back(whole(vertex, r.unit));
  return r;
}

template <int D>
void measure_dimension(Body<D>& body) {
  std::vector<Vector<mpz_class, D>> vectors;
  for (const auto& vertex : body.vertices) vectors.push_back(vertex - body.vertices[0]);
  body.dimension = dimension<D>(vectors);
}

/// The 2^D corners: bit k of a corner's number says on which side along axis k it is.
template <int D>
Topology box_topology() {
  Topology r;
  for (std::size_t k = 0; k < std::size_t{D}; ++k) {
    r.directions.push_back({0, std::size_t{1} << k});
    for (std::size_t corner = 0; corner < std::size_t{1} << D; ++corner)
      if ((corner >> k & 1U) == 0) r.edges.push_back({corner, corner | std::size_t{1} << k});
  }
  if (D == 2) return r;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t one = std::size_t{1} << (k + 1) % 3;
    const std::size_t two = std::size_t{1} << (k + 2) % 3;
    r.planes.push_back({(k + 1) % 3, (k + 2) % 3});
    for (const std::size_t corner : {std::size_t{0}, std::size_t{1} << k}) {
      r.faces.push_back({corner, corner | one, corner | two});
      r.faces.push_back({corner | one | two, corner | one, corner | two});
    }
  }
  return r;
}

template <int D>
Body<D> parallelepiped(const Vec<D>& half, const std::array<Vec<D>, static_cast<std::size_t>(D)>& axes) {
  Body<D> r;
  const int half_unit = last_bit(half);
  int axis_unit = 1 << 20;
  for (const Vec<D>& axis : axes) axis_unit = std::min(axis_unit, last_bit(axis));
  r.unit = half_unit + axis_unit;
  for (std::size_t corner = 0; corner < std::size_t{1} << D; ++corner) {
    Vector<mpz_class, D> place{};
    for (std::size_t k = 0; k < std::size_t{D}; ++k) {
      const Vector<mpz_class, D> leg = judging::whole(half[k], half_unit) * whole(axes[k], axis_unit);
      place = (corner >> k & 1U) != 0 ? place + leg : place - leg;
    }
    r.vertices.push_back(place);
  }
  r.topology = box_topology<D>();
  return r;
}

/// The side of the line or plane through the vertices of a face on which a vertex lies.
template <int D>
class Sides {
 public:
  explicit Sides(const Body<D>& body) : exact_(body.vertices) {
    for (const auto& vertex : exact_) rounded_.push_back(rounded(vertex));
  }
  int operator()(const std::array<std::size_t, static_cast<std::size_t>(D)>& face, std::size_t vertex) const {
    const auto formula = [&](const auto& places) {
      const auto one = places[face[1]] - places[face[0]];
      const auto seen = places[vertex] - places[face[0]];
      if constexpr (D == 2) {
        return cross(one, seen);
      } else {
        return dot(cross(one, places[face[2]] - places[face[0]]), seen);
      }
    };
    if (const auto known = formula(rounded_).sign()) return *known;
    return sgn(formula(exact_));
  }
  /// Are all vertices on one side, those on the line or plane included?
  bool supports(const std::array<std::size_t, static_cast<std::size_t>(D)>& face) const {
    bool above = false;
    bool below = false;
    for (std::size_t i = 0; i < exact_.size() && !(above && below); ++i) {
      const int side = (*this)(face, i);
      above = above || side > 0;
      below = below || side < 0;
    }
    return !(above && below);
  }

 private:
  const std::vector<Vector<mpz_class, D>>& exact_;
  std::vector<Vector<Approx, D>> rounded_;
};

void all_pairs(const Body<3>& body, Topology& r) {
  for (std::size_t i = 0; i < body.vertices.size(); ++i)
    for (std::size_t k = i + 1; k < body.vertices.size(); ++k) r.edges.push_back({i, k});
  r.directions = r.edges;
}

Topology hull_topology(const Body<2>& body) {
  Topology r;
  const Sides<2> sides(body);
  for (std::size_t i = 0; i < body.vertices.size(); ++i)
    for (std::size_t k = i + 1; k < body.vertices.size(); ++k)
      if (sides.supports({i, k})) r.edges.push_back({i, k});
  r.directions = r.edges;
  return r;
}

Topology hull_topology(const Body<3>& body) {
  Topology r;
  if (body.dimension < 2) {
    all_pairs(body, r);
    return r;
  }
  const Sides<3> sides(body);
  std::map<Edge, std::size_t> edges;
  const auto edge = [&edges](std::size_t i, std::size_t k) {
    return edges.try_emplace({i, k}, edges.size()).first->second;
  };
  const std::size_t n = body.vertices.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      for (std::size_t k = j + 1; k < n; ++k) {
        const auto& v = body.vertices;
        if (!sides.supports({i, j, k}) || is_zero(cross(v[j] - v[i], v[k] - v[i]))) continue;
        r.faces.push_back({i, j, k});
        r.planes.push_back({edge(i, j), edge(i, k)});
        edge(j, k);
      }
  r.edges.resize(edges.size());
  for (const auto& [ends, number] : edges) r.edges[number] = ends;
  r.directions = r.edges;
  return r;
}

template <int D>
Body<D> segment(const Vec<D>& from, const Vec<D>& to) {
  Body<D> r = listed<D>({from, to});
  r.topology.edges = r.topology.directions = {{0, 1}};
  return r;
}

template <int D>
Body<D> shaped(const Ball& ball) {
  Body<D> r = listed<D>({Vec<D>{}});
  r.radius = ball.radius;
  return r;
}
template <int D>
Body<D> shaped(const Point&) {
  return listed<D>({Vec<D>{}});
}
template <int D>
Body<D> shaped(const Segment<D>& shape) {
  return segment(shape.from, shape.to);
}
template <int D>
Body<D> shaped(const Capsule<D>& shape) {
  Body<D> r = segment(shape.from, shape.to);
  r.radius = shape.radius;
  return r;
}
template <int D>
Body<D> shaped(const Box<D>& shape) {
  std::array<Vec<D>, static_cast<std::size_t>(D)> axes{};
  for (std::size_t k = 0; k < std::size_t{D}; ++k) axes[k][k] = 1.0;
  return parallelepiped(shape.half_extents, axes);
}
template <int D>
Body<D> shaped(const OrientedBox<D>& shape) {
  return parallelepiped(shape.half_extents, shape.axes);
}
template <int D>
Body<D> shaped(const Hull<D>& shape) {
  Body<D> r = hull_of(shape.vertices);
  r.radius = shape.radius;
  return r;
}
template <int D>
Body<D> shaped(const Triangle& shape) {
  Body<3> r = listed<3>({shape.vertices[0], shape.vertices[1], shape.vertices[2]});
  r.topology.edges = r.topology.directions = {{0, 1}, {0, 2}, {1, 2}};
  r.topology.faces = {{0, 1, 2}};
  r.topology.planes = {{0, 1}};
  if constexpr (D == 3) return r;
  return {};
}
template <int D, class Other>
Body<D> shaped(const Other&) {
  return {};
}

}  // namespace

template <int D>
Body<D> hull_of(const std::vector<Vec<D>>& vertices) {
  Body<D> r = listed<D>(vertices);
  measure_dimension(r);
  r.topology = hull_topology(r);
  return r;
}

template <int D>
Body<D> body_of(const Shape<D>& shape) {
  Body<D> r = std::visit([](const auto& s) { return shaped<D>(s); }, shape);
  measure_dimension(r);
  return r;
}

template <int D>
void round(Moment<D>& moment) {
  auto& [a, b, v, reach] = moment.rounded;
  a.clear();
  b.clear();
  for (const auto& vertex : moment.exact.a) a.push_back(rounded(vertex));
  for (const auto& vertex : moment.exact.b) b.push_back(rounded(vertex));
  v = rounded(moment.exact.v);
  reach = Approx(moment.exact.reach);
}

template <int D>
Pair<D>::Pair(const Body<D>& a, const Linear<D>& at_a, const Body<D>& b, const Linear<D>& at_b, double margin)
    : a_(a), b_(b) {
  int unit = std::min(a.unit, b.unit);
  for (const double x : {a.radius, b.radius, margin}) unit = std::min(unit, judging::last_bit(x));
  unit = std::min({unit, last_bit(at_a.position), last_bit(at_b.position)});
  if (unit == 1 << 20) unit = 0;
  int speed_unit = std::min(last_bit(at_a.velocity), last_bit(at_b.velocity));
  if (speed_unit == 1 << 20) speed_unit = 0;
  unit_ = unit;
  time_unit_ = unit - speed_unit;
  const auto scaled = [unit](Vector<mpz_class, D> place, int own_unit) {
    for (mpz_class& x : place)
      if (x != 0) x = shifted(x, own_unit - unit);
    return place;
  };
  Geometry<mpz_class, D>& g = start_.exact;
  const auto apart = whole(at_b.position, unit) - whole(at_a.position, unit);
  for (const auto& vertex : a.vertices) g.a.push_back(scaled(vertex, a.unit));
  for (const auto& vertex : b.vertices) g.b.push_back(scaled(vertex, b.unit) + apart);
  g.v = whole(at_b.velocity, speed_unit) - whole(at_a.velocity, speed_unit);
  const mpz_class s =
      judging::whole(a.radius, unit) + judging::whole(b.radius, unit) + judging::whole(margin, unit);
  g.reach = s * s;
  start_.shape_a = &a.topology;
  start_.shape_b = &b.topology;
  round(start_);
}

template <int D>
Time Pair<D>::time(double t) const {
  if (t == 0.0) return {0, 1};
  const int bit = judging::last_bit(t);
  const int power = bit - time_unit_;
  Time r{judging::whole(t, bit), 1};
  (power >= 0 ? r.above : r.below) = shifted(power >= 0 ? r.above : r.below, std::abs(power));
  return r;
}

template <int D>
Moment<D> Pair<D>::at(const Time& t) const {
  return moved(t, 1, {});
}

template <int D>
Moment<D> Pair<D>::moved(const Time& t, const mpz_class& scale, const Vector<mpz_class, D>& shift) const {
  Moment<D> r;
  r.shape_a = start_.shape_a;
  r.shape_b = start_.shape_b;
  const mpz_class lengths = t.below * scale;
  const Vector<mpz_class, D> way = mpz_class(t.above * scale) * start_.exact.v + shift;
  for (const auto& vertex : start_.exact.a) r.exact.a.push_back(lengths * vertex);
  for (const auto& vertex : start_.exact.b) r.exact.b.push_back(lengths * vertex + way);
  r.exact.v = start_.exact.v;
  r.exact.reach = lengths * lengths * start_.exact.reach;
  round(r);
  return r;
}

template Body<2> body_of<2>(const Shape<2>&);
template Body<3> body_of<3>(const Shape<3>&);
template Body<2> hull_of<2>(const std::vector<Vec<2>>&);
template Body<3> hull_of<3>(const std::vector<Vec<3>>&);
template void round<2>(Moment<2>&);
template void round<3>(Moment<3>&);
template class Pair<2>;
template class Pair<3>;

}  // namespace firsthit::judging
