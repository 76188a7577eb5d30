#include "oracle/turning/parts.hpp"

#include "oracle/turning/bow.hpp"

#include <algorithm>
#include <stdexcept>

namespace firsthit::turning_judge {
namespace {

/// Of the size of a part: what lies so little outside of a side is taken to be on it.
constexpr double kOnSide = 1e-12;

template <class N>
void find_sides(Part<2, N>& part) {
  const std::size_t count = part.corners.size();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j) {
      const Place<2, N> along = unit(part.corners[j] - part.corners[i]);
      if (i == j || length(along) == N(0.0)) continue;
      const auto is_right = [&](const Place<2, N>& corner) {
        const Place<2, N> to = corner - part.corners[i];
        return cross(along, to) < N(0.0) - N(kOnSide) * length(to);
      };
      if (std::any_of(part.corners.begin(), part.corners.end(), is_right)) continue;
      part.edges.push_back({i, j});
      part.normals.push_back(N(-1.0) * turned_left(along));
    }
}

template <class N>
void find_faces(Part<3, N>& part, std::vector<std::size_t>& side_of_face) {
  const auto& corners = part.corners;
  const std::size_t count = corners.size();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j)
      for (std::size_t k = 0; k < count; ++k) {
        if (i >= j || i >= k || j == k) continue;  // each way around once
        const Place<3, N> p = unit(corners[j] - corners[i]);
        const Place<3, N> q = unit(corners[k] - corners[i]);
        const Place<3, N> normal = unit(cross(p, q));
        if (!(length(cross(p, q)) > N(kOnSide))) continue;
        const auto is_above = [&](const Place<3, N>& corner) {
          const Place<3, N> to = corner - corners[i];
          return dot(normal, to) > N(kOnSide) * length(to);
        };
        if (std::any_of(corners.begin(), corners.end(), is_above)) continue;
        part.faces.push_back({i, j, k});
        const auto same =
            std::find_if(part.normals.begin(), part.normals.end(),
                         [&](const Place<3, N>& other) { return length(other - normal) < N(kOnSide); });
        side_of_face.push_back(static_cast<std::size_t>(same - part.normals.begin()));
        if (same == part.normals.end()) part.normals.push_back(normal);
      }
}

template <class N>
void find_sides(Part<3, N>& part) {
  std::vector<std::size_t> side_of_face;
  find_faces(part, side_of_face);
  const bool is_flat = part.normals.size() <= 2;
  for (std::size_t i = 0; i < part.corners.size(); ++i)
    for (std::size_t j = i + 1; j < part.corners.size(); ++j) {
      const Place<3, N> along = unit(part.corners[j] - part.corners[i]);
      if (length(along) == N(0.0)) continue;
      std::vector<std::size_t> sides;
      for (std::size_t f = 0; f < part.faces.size(); ++f) {
        const auto has = [&](std::size_t v) {
          return std::find(part.faces[f].begin(), part.faces[f].end(), v) != part.faces[f].end();
        };
        if (has(i) && has(j) && std::find(sides.begin(), sides.end(), side_of_face[f]) == sides.end())
          sides.push_back(side_of_face[f]);
      }
      if (!is_flat && sides.size() < 2) continue;
      part.edges.push_back({i, j});
      part.along.push_back(along);
    }
}

/// Cuts off ears.
std::vector<std::array<Vec<2>, 3>> triangles_of(std::vector<Vec<2>> v) {
  const auto area = [](const Vec<2>& a, const Vec<2>& b, const Vec<2>& c) {
    return cross(place_of<long double>(b) - place_of<long double>(a),
                 place_of<long double>(c) - place_of<long double>(a));
  };
  long double all = 0.0L;
  for (std::size_t i = 1; i + 1 < v.size(); ++i) all += area(v[0], v[i], v[i + 1]);
  if (all < 0.0L) std::reverse(v.begin(), v.end());
  std::vector<std::array<Vec<2>, 3>> r;
  while (v.size() > 3) {
    const std::size_t count = v.size();
    std::size_t ear = count;
    for (std::size_t i = 0; i < count && ear == count; ++i) {
      const Vec<2>& p = v[(i + count - 1) % count];
      const Vec<2>& q = v[(i + 1) % count];
      if (area(p, v[i], q) < 0.0L) continue;
      const bool is_free = std::none_of(v.begin(), v.end(), [&](const Vec<2>& x) {
        return !(x == p) && !(x == q) && !(x == v[i]) && area(p, v[i], x) >= 0.0L &&
               area(v[i], q, x) >= 0.0L && area(q, p, x) >= 0.0L;
      });
      if (is_free || area(p, v[i], q) == 0.0L) ear = i;
    }
    if (ear == count) throw std::logic_error("turning judge: a polygon without ears");
    const Vec<2>& p = v[(ear + count - 1) % count];
    const Vec<2>& q = v[(ear + 1) % count];
    if (area(p, v[ear], q) > 0.0L) r.push_back({p, v[ear], q});
    v.erase(v.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  r.push_back({v[0], v[1], v[2]});
  return r;
}

template <int D, class N>
class Dissection {
 public:
  Anatomy<D, N> r;

  void operator()(const Point&) { add(std::vector{Vec<D>{}}); }
  void operator()(const Ball& ball) {
    add(std::vector{Vec<D>{}});
    r.radius = N(ball.radius);
  }
  void operator()(const Segment<D>& segment) { add(std::vector{segment.from, segment.to}); }
  void operator()(const Capsule<D>& capsule) {
    add(std::vector{capsule.from, capsule.to});
    r.radius = N(capsule.radius);
  }
  void operator()(const Box<D>& box) {
    OrientedBox<D> same{box.half_extents, {}};
    for (std::size_t k = 0; k < std::size_t{D}; ++k) same.axes[k][k] = 1.0;
    (*this)(same);
  }
  void operator()(const OrientedBox<D>& box) {
    Part<D, N>& part = r.parts.emplace_back();
    for (std::size_t i = 0; i < (std::size_t{1} << D); ++i) {
      Place<D, N>& corner = part.corners.emplace_back();
      for (std::size_t k = 0; k < std::size_t{D}; ++k) {
        const N half(((i >> k) & 1U) != 0 ? box.half_extents[k] : -box.half_extents[k]);
        corner = corner + half * place_of<N>(box.axes[k]);
      }
    }
    find_sides(part);
  }
  void operator()(const Hull<D>& hull) {
    add(hull.vertices);
    r.radius = N(hull.radius);
  }
  void operator()(const Polygon& polygon) {
    if constexpr (D == 2)
      for (const auto& triangle : triangles_of(polygon.vertices())) add(triangle);
  }
  void operator()(const Triangle& triangle) {
    if constexpr (D == 3) add(triangle.vertices);
  }
  void operator()(const HalfSpace<D>& plane) {
    r.is_plane = true;
    r.normal = unit(place_of<N>(plane.normal));
    r.height = N(plane.offset) / length(place_of<N>(plane.normal));
  }
  void operator()(const Container&) { throw std::logic_error("turning judge: a container"); }
  void operator()(const Arc& arc) {
    if constexpr (D == 2) r.parts.push_back(bow_of<N>(arc));
  }

 private:
  void add(const auto& corners) {
    Part<D, N>& part = r.parts.emplace_back();
    for (const Vec<D>& corner : corners) part.corners.push_back(place_of<N>(corner));
    find_sides(part);
  }
};

}  // namespace

template <int D, class N>
Anatomy<D, N> anatomy_of(const Shape<D>& shape) {
  Dissection<D, N> dissection;
  std::visit(dissection, static_cast<const AnyShape<D>&>(shape));
  return std::move(dissection.r);
}

template Anatomy<2, double> anatomy_of(const Shape<2>&);
template Anatomy<2, long double> anatomy_of(const Shape<2>&);
template Anatomy<2, LongFloat> anatomy_of(const Shape<2>&);
template Anatomy<3, double> anatomy_of(const Shape<3>&);
template Anatomy<3, long double> anatomy_of(const Shape<3>&);
template Anatomy<3, LongFloat> anatomy_of(const Shape<3>&);

}  // namespace firsthit::turning_judge
