#include "query/convex/convex_brute_force.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace firsthit::testing {
namespace {

template <int D>
Place<D> exact(const Vec<D>& x) {
  Place<D> r;
  for (std::size_t i = 0; i < D; ++i) r[i] = Rational(x[i]);
  return r;
}

template <int D>
Place<D> plus(const Place<D>& a, const Place<D>& b) {
  return minus<D>(a, times<D>(-1, b));
}

template <int D>
bool is_zero(const Place<D>& a) {
  return std::all_of(a.begin(), a.end(), [](const Rational& x) { return x == 0; });
}

Place<3> cross(const Place<3>& a, const Place<3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <int D>
std::vector<Place<D>> vertices(const RoundedPolytope<D>& core) {
  std::vector<Place<D>> r;
  const Place<D> position = exact(core.position);
  for (const Vec<D>& offset : core.offsets) r.push_back(plus<D>(position, exact(offset)));
  if (core.box != nullptr)
    for (unsigned corner = 0; corner < 1U << D; ++corner) {
      Place<D> p = position;
      for (std::size_t k = 0; k < D; ++k) {
        const Rational half(core.box->half_extents[k]);
        p = plus<D>(p, times<D>((corner >> k & 1U) != 0 ? half : Rational(-half), exact(core.box->axes[k])));
      }
      r.push_back(p);
    }
  std::sort(r.begin(), r.end());
  r.erase(std::unique(r.begin(), r.end()), r.end());
  return r;
}

/// Directions that are linearly independent and span what `directions` do.
template <int D>
std::vector<Place<D>> basis(const std::vector<Place<D>>& directions) {
  std::vector<Place<D>> r;  // orthogonal
  for (const Place<D>& d : directions) {
    Place<D> rest = d;
    for (const Place<D>& e : r) rest = minus<D>(rest, times<D>(dot<D>(rest, e) / dot<D>(e, e), e));
    if (is_zero<D>(rest)) continue;
    r.push_back(rest);
  }
  return r;
}

template <int D>
std::vector<Place<D>> differences(const std::vector<Place<D>>& places) {
  std::vector<Place<D>> r;
  for (std::size_t i = 1; i < places.size(); ++i) r.push_back(minus<D>(places[i], places[0]));
  return r;
}

template <int D>
bool parallel(const Place<D>& a, const Place<D>& b) {
  return dot<D>(a, b) * dot<D>(a, b) == dot<D>(a, a) * dot<D>(b, b);
}

/// Directions across those of `along`, which span less than all; orthogonal.
template <int D>
std::vector<Place<D>> complement(const std::vector<Place<D>>& along) {
  std::vector<Place<D>> all = along;
  for (std::size_t i = 0; i < D; ++i) {
    Place<D> axis{};
    axis[i] = 1;
    all.push_back(axis);
  }
  std::vector<Place<D>> r = basis<D>(all);
  r.erase(r.begin(), r.begin() + static_cast<std::ptrdiff_t>(basis<D>(along).size()));
  return r;
}

}  // namespace

template <int D>
BruteForce<D>::BruteForce(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin)
    : a_(vertices(a)), b_(vertices(b)) {
  velocity_ = minus<D>(exact(b.velocity), exact(a.velocity));
  reach_ = Rational(a.radius) + Rational(b.radius) + Rational(margin);
  for (const Place<D>& p : a_)
    for (const Place<D>& q : b_) points_.push_back(minus<D>(p, q));
  std::vector<Place<D>> edges;
  const auto add_edges = [&](const std::vector<Place<D>>& places, bool of_a) {
    for (std::size_t i = 0; i < places.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Place<D> edge = minus<D>(places[i], places[j]);
        if (std::none_of(edges.begin(), edges.end(), [&](const auto& e) { return parallel<D>(e, edge); }))
          edges.push_back(edge);
        for (std::size_t k = 0; k < (of_a ? b_ : a_).size(); ++k)
          segments_.push_back(of_a ? std::array{i * b_.size() + k, j * b_.size() + k}
                                   : std::array{k * b_.size() + i, k * b_.size() + j});
      }
  };
  add_edges(a_, true);
  add_edges(b_, false);
  const std::vector<Place<D>> span = basis<D>(edges);
  flat_ = span.size() < D;
  if (flat_)
    for (const Place<D>& n : complement<D>(span)) edges.push_back(n);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if constexpr (D == 2) {
      add_plane({-edges[i][1], edges[i][0]});
    } else {
      for (std::size_t j = 0; j < i; ++j) add_plane(cross(edges[i], edges[j]));
    }
  }
}

/// Both sides of K along a normal; of a solid K the facets only.
template <int D>
void BruteForce<D>::add_plane(const Place<D>& normal) {
  if (is_zero<D>(normal)) return;
  for (const Plane& plane : planes_)
    if (parallel<D>(plane.normal, normal)) return;
  for (const int side : {-1, 1}) {
    Plane plane{times<D>(side, normal), 0};
    const auto height = [&](const Place<D>& p) { return dot<D>(plane.normal, p); };
    const auto less = [&](const Place<D>& p, const Place<D>& q) { return height(p) < height(q); };
    const Rational most_a = height(*std::max_element(a_.begin(), a_.end(), less));
    const Rational least_b = height(*std::min_element(b_.begin(), b_.end(), less));
    plane.offset = most_a - least_b;
    std::vector<Place<D>> face_a, face_b;
    for (const auto& p : a_)
      if (height(p) == most_a) face_a.push_back(p);
    for (const auto& p : b_)
      if (height(p) == least_b) face_b.push_back(p);
    std::vector<Place<D>> along = differences<D>(face_a);
    for (const auto& e : differences<D>(face_b)) along.push_back(e);
    if (flat_ || basis<D>(along).size() == D - 1) planes_.push_back(plane);
  }
}

template <int D>
bool BruteForce<D>::contains(const Place<D>& x) const {
  return std::all_of(planes_.begin(), planes_.end(),
                     [&](const Plane& p) { return dot<D>(p.normal, x) <= p.offset; });
}

template <int D>
typename BruteForce<D>::Nearest BruteForce<D>::nearest(const Place<D>& x) const {
  std::optional<Nearest> best;
  const auto candidate = [&](const Place<D>& to_place) {
    const Rational squared = dot<D>(to_place, to_place);
    if (!best || squared < best->squared) best = Nearest{to_place, squared};
  };
  for (const Place<D>& p : points_) candidate(minus<D>(x, p));
  for (const auto& [i, j] : segments_) {
    const Place<D> edge = minus<D>(points_[j], points_[i]);
    const Place<D> to = minus<D>(x, points_[i]);
    const Rational along = dot<D>(to, edge) / dot<D>(edge, edge);
    if (along > 0 && along < 1) candidate(minus<D>(to, times<D>(along, edge)));
  }
  for (const Plane& p : planes_) {
    const Rational over = dot<D>(p.normal, x) - p.offset;
    if (over < 0) continue;
    const Place<D> to = times<D>(over / dot<D>(p.normal, p.normal), p.normal);
    if (contains(minus<D>(x, to))) candidate(to);
  }
  if (contains(x)) candidate({});
  return *best;
}

template <int D>
typename BruteForce<D>::Interval BruteForce<D>::crossing(const Place<D>& shift) const {
  std::optional<Rational> from, to;
  bool strict = !flat_;
  for (const Plane& p : planes_) {
    const Rational rate = dot<D>(p.normal, velocity_);
    const Rational room = p.offset - dot<D>(p.normal, shift);
    if (rate == 0) {
      if (room < 0) return {true, false, 0, 0};
      strict = strict && room > 0;
    } else if (rate < 0) {
      if (!from || room / rate > *from) from = room / rate;
    } else if (!to || room / rate < *to) {
      to = room / rate;
    }
  }
  if (*from > *to) return {true, false, 0, 0};
  return {false, strict && *from < *to, *from, *to};
}

template <int D>
typename BruteForce<D>::Nearest BruteForce<D>::nearest_to_line() const {
  if (!crossing({}).empty) return {{}, 0};
  const auto seen = [&](const Place<D>& p) {
    return minus<D>(times<D>(dot<D>(p, velocity_) / dot<D>(velocity_, velocity_), velocity_), p);
  };
  std::optional<Nearest> best;
  const auto candidate = [&](const Place<D>& to) {
    const Rational squared = dot<D>(to, to);
    if (!best || squared < best->squared) best = Nearest{to, squared};
  };
  for (const Place<D>& p : points_) candidate(seen(p));
  for (const auto& [i, j] : segments_) {
    const Place<D> to = seen(points_[i]);
    const Place<D> edge = minus<D>(to, seen(points_[j]));
    if (is_zero<D>(edge)) continue;
    const Rational along = dot<D>(to, edge) / dot<D>(edge, edge);
    if (along > 0 && along < 1) candidate(minus<D>(to, times<D>(along, edge)));
  }
  return *best;
}

template <int D>
int BruteForce<D>::gap_sign(const Place<D>& x) const {
  if (!contains(x)) return sgn(Rational(nearest(x).squared - reach_ * reach_));
  if (reach_ > 0) return -1;
  const bool inside = !flat_ && std::all_of(planes_.begin(), planes_.end(),
                                            [&](const Plane& p) { return dot<D>(p.normal, x) < p.offset; });
  return inside ? -1 : 0;
}

template <int D>
Rational BruteForce<D>::depth_squared(const Place<D>& x) const {
  std::optional<Rational> least;
  for (const Plane& p : planes_) {
    const Rational room = p.offset - dot<D>(p.normal, x);
    const Rational squared = room * room / dot<D>(p.normal, p.normal);
    if (!least || squared < *least) least = squared;
  }
  return *least;
}

template <int D>
std::vector<Place<D>> BruteForce<D>::least_deep(const Place<D>& x) const {
  const Rational least = depth_squared(x);
  std::vector<Place<D>> r;
  for (const Plane& p : planes_) {
    const Rational room = p.offset - dot<D>(p.normal, x);
    if (room * room == least * dot<D>(p.normal, p.normal)) r.push_back(p.normal);
  }
  return r;
}

template <int D>
Place<D> BruteForce<D>::in_cone(const Place<D>& u, const std::vector<Place<D>>& normals) const {
  Place<D> best{};
  Rational gain = 0;  // |u|^2 - |u - best|^2
  const auto candidate = [&](const Place<D>& p) {
    const Rational g = 2 * dot<D>(u, p) - dot<D>(p, p);
    if (g > gain) {
      gain = g;
      best = p;
    }
  };
  for (std::size_t i = 0; i < normals.size(); ++i) {
    const Place<D>& n = normals[i];
    const Rational along = dot<D>(u, n) / dot<D>(n, n);
    if (along > 0) candidate(times<D>(along, n));
    for (std::size_t j = 0; j < i; ++j) {
      const Place<D>& m = normals[j];
      const Rational nn = dot<D>(n, n), mm = dot<D>(m, m), nm = dot<D>(n, m), un = dot<D>(u, n),
                     um = dot<D>(u, m);
      const Rational det = nn * mm - nm * nm;
      if (det == 0) continue;
      const Rational x = (un * mm - um * nm) / det, y = (um * nn - un * nm) / det;
      if (x > 0 && y > 0) candidate(plus<D>(times<D>(x, n), times<D>(y, m)));
      if constexpr (D == 3) {
        for (std::size_t k = 0; k < j; ++k) {  // is u itself in the cone of three?
          const Rational volume = dot<3>(cross(n, m), normals[k]);
          if (volume == 0) continue;
          if (dot<3>(cross(u, m), normals[k]) / volume >= 0 &&
              dot<3>(cross(n, u), normals[k]) / volume >= 0 && dot<3>(cross(n, m), u) / volume >= 0)
            candidate(u);
        }
      }
    }
  }
  return best;
}

template <int D>
Vec<D> BruteForce<D>::middle(const std::vector<Place<D>>& normals) const {
  std::vector<Place<D>> lines, others, extreme;
  for (const Place<D>& n : normals) {
    const Place<D> back = times<D>(-1, n);
    (is_zero<D>(minus<D>(in_cone(back, normals), back)) ? lines : others).push_back(n);
  }
  const std::vector<Place<D>> along = basis<D>(lines);
  for (Place<D>& n : others)
    for (const Place<D>& e : along) n = minus<D>(n, times<D>(dot<D>(n, e) / dot<D>(e, e), e));
  std::vector<Place<D>> different;
  for (const Place<D>& n : others)
    if (std::none_of(different.begin(), different.end(),
                     [&](const Place<D>& m) { return parallel<D>(n, m) && dot<D>(n, m) > 0; }))
      different.push_back(n);
  Vec<D> sum;
  for (std::size_t i = 0; i < different.size(); ++i) {
    std::vector<Place<D>> rest = different;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    const Place<D>& n = different[i];
    if (is_zero<D>(minus<D>(in_cone(n, rest), n))) continue;
    Rational most = 0;  // whose square no double may hold
    for (const Rational& x : n) most = std::max<Rational>(most, abs(x));
    const Place<D> of_size_one = times<D>(1 / most, n);
    const double length = std::sqrt(dot<D>(of_size_one, of_size_one).get_d());
    for (std::size_t k = 0; k < D; ++k) sum[k] += of_size_one[k].get_d() / length;
  }
  return sum;
}

template <int D>
bool BruteForce<D>::passes_thin() const {
  const auto span_a = basis<D>(differences<D>(a_));
  const auto span_b = basis<D>(differences<D>(b_));
  if (span_a.size() == D || span_b.size() == D) return false;
  const auto leaves = [&](std::vector<Place<D>> span) {
    const std::size_t size = span.size();
    span.push_back(velocity_);
    return basis<D>(span).size() > size;
  };
  if (span_a.size() > span_b.size()) return leaves(span_a);
  if (span_b.size() > span_a.size()) return leaves(span_b);
  return leaves(span_a) || leaves(span_b);
}

template class BruteForce<2>;
template class BruteForce<3>;

}  // namespace firsthit::testing
