#include "oracle/facets.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace firsthit::judging {
namespace {

template <class T, int D>
Vector<T, D> axis(std::size_t i) {
  Vector<T, D> r{};
  r[i] = T(1L);
  return r;
}

/// Where both lie along a normal.
template <class T, int D>
struct Extent {
  T first_a, last_a, first_b, last_b;

  Extent(const Geometry<T, D>& g, const Vector<T, D>& n) {
    first_a = last_a = dot(n, g.a[0]);
    first_b = last_b = dot(n, g.b[0]);
    for (std::size_t i = 1; i < g.a.size(); ++i) {
      const T x = dot(n, g.a[i]);
      first_a = T(lesser(first_a, x));
      last_a = T(greater(last_a, x));
    }
    for (std::size_t i = 1; i < g.b.size(); ++i) {
      const T x = dot(n, g.b[i]);
      first_b = T(lesser(first_b, x));
      last_b = T(greater(last_b, x));
    }
  }
};

}  // namespace

template <int D>
Facets<D>::Facets(const Moment<D>& moment) : moment_(moment) {
  add_directions(*moment.shape_a, false);
  of_a_ = directions_.size();
  add_directions(*moment.shape_b, true);
  for (std::size_t i = 0; i < directions_.size(); ++i)
    rounded_directions_.push_back(direction(moment.rounded, i));
  for (const Recipe& recipe : recipes()) add(recipe);
}

template <int D>
void Facets<D>::add_directions(const Topology& shape, bool of_b) {
  for (const Edge& vertices : shape.directions) directions_.push_back({of_b, vertices});
}

template <int D>
template <class T>
Vector<T, D> Facets<D>::direction(const Geometry<T, D>& g, std::size_t i) const {
  const auto& places = directions_[i].of_b ? g.b : g.a;
  return places[directions_[i].vertices[1]] - places[directions_[i].vertices[0]];
}

template <int D>
std::vector<typename Facets<D>::Recipe> Facets<D>::recipes() {
  using Kind = typename Recipe::Kind;
  std::vector<Recipe> r;
  std::vector<Vector<mpz_class, D>> exact;
  for (std::size_t i = 0; i < directions_.size(); ++i) exact.push_back(direction(moment_.exact, i));
  const int rank = dimension<D>(exact);
  has_inside_ = rank == D;
  std::size_t one = 0;
  while (rank > 0 && is_zero(exact[one])) ++one;
  if (rank == 0) {
    for (std::size_t k = 0; k < std::size_t{D}; ++k) r.push_back({Kind::Axis, {k}});
  } else if (rank == 1) {
    r.push_back({Kind::Along, {one}});
    if (D == 2) r.push_back({Kind::Turned, {one}});
    for (std::size_t k = 0; D == 3 && k < 3; ++k) r.push_back({Kind::AcrossAxis, {one, k}});
  } else if (D == 2) {
    for (std::size_t i = 0; i < directions_.size(); ++i) r.push_back({Kind::Turned, {i}});
  } else if (rank == 2) {
    std::size_t two = one;
    while (squared_area(exact[one], exact[two]) == 0) ++two;
    r.push_back({Kind::Cross, {one, two}});
    for (std::size_t i = 0; i < directions_.size(); ++i) r.push_back({Kind::Twice, {one, two, i}});
  } else {
    for (const Edge& plane : moment_.shape_a->planes) r.push_back({Kind::Cross, {plane[0], plane[1]}});
    for (const Edge& plane : moment_.shape_b->planes)
      r.push_back({Kind::Cross, {of_a_ + plane[0], of_a_ + plane[1]}});
    for (std::size_t i = 0; i < of_a_; ++i)
      for (std::size_t k = of_a_; k < directions_.size(); ++k) r.push_back({Kind::Cross, {i, k}});
  }
  return r;
}

template <int D>
template <class T>
Vector<T, D> Facets<D>::normal(const Geometry<T, D>& g, const Recipe& recipe) const {
  using Kind = typename Recipe::Kind;
  const auto along = [&](std::size_t i) -> Vector<T, D> {
    if constexpr (std::is_same_v<T, Approx>) {
      return rounded_directions_[recipe.of[i]];
    } else {
      return direction(g, recipe.of[i]);
    }
  };
  if (recipe.kind == Kind::Axis) return axis<T, D>(recipe.of[0]);
  if (recipe.kind == Kind::Along) return along(0);
  if constexpr (D == 2) {
    return turned(along(0));
  } else {
    if (recipe.kind == Kind::AcrossAxis) return cross(along(0), axis<T, D>(recipe.of[1]));
    if (recipe.kind == Kind::Twice) return cross(cross(along(0), along(1)), along(2));
    return cross(along(0), along(1));
  }
}

template <int D>
void Facets<D>::add(const Recipe& recipe) {
  const Geometry<Approx, D>& g = moment_.rounded;
  const Vector<Approx, D> n = normal(g, recipe);
  bool may_be_zero = true;
  for (const Approx& x : n) may_be_zero = may_be_zero && x.sign().value_or(0) == 0;
  if (may_be_zero && is_zero(normal(moment_.exact, recipe))) return;
  const Extent<Approx, D> extent(g, n);
  const Approx rate = dot(n, g.v);
  rounded_.push_back({n, extent.first_b - extent.last_a, rate});
  rounded_.push_back({-n, extent.first_a - extent.last_b, -rate});
  origins_.push_back({recipe, false});
  origins_.push_back({recipe, true});
  exact_.resize(rounded_.size());
}

template <int D>
const Plane<mpz_class, D>& Facets<D>::exact(std::size_t i) const {
  if (exact_[i]) return *exact_[i];
  const Geometry<mpz_class, D>& g = moment_.exact;
  const Vector<mpz_class, D> n = normal(g, origins_[i].recipe);
  const Extent<mpz_class, D> extent(g, n);
  const mpz_class rate = dot(n, g.v);
  if (origins_[i].opposite) {
    exact_[i].reset(new Plane<mpz_class, D>{-n, extent.first_a - extent.last_b, -rate});
  } else {
    exact_[i].reset(new Plane<mpz_class, D>{n, extent.first_b - extent.last_a, rate});
  }
  return *exact_[i];
}

template <int D>
int Facets<D>::rate_sign(std::size_t i) const {
  return sign(i, i, [](const auto& f, const auto&) { return f.rate; });
}

template <int D>
int Facets<D>::start_sign(std::size_t i) const {
  return sign(i, i, [](const auto& f, const auto&) { return f.start; });
}

template <int D>
int Facets<D>::side(std::size_t i, const Time& t) const {
  const Approx above(t.above);
  const Approx below(t.below);
  if (const auto known = (rounded_[i].start * below + rounded_[i].rate * above).sign()) return *known;
  return sgn(mpz_class(exact(i).start * t.below + exact(i).rate * t.above));
}

template <int D>
int Facets<D>::order(std::size_t i, std::size_t k) const {
  // -start / rate of both, compared.
  const int difference = sign(i, k, [](const auto& f, const auto& g) {
    using T = std::remove_cvref_t<decltype(f.start)>;
    return T(g.start * f.rate - f.start * g.rate);
  });
  return difference * rate_sign(i) * rate_sign(k);
}

template <int D>
int Facets<D>::compare_depth(std::size_t i, std::size_t k) const {
  return sign(i, k, [](const auto& f, const auto& g) {
    using T = std::remove_cvref_t<decltype(f.start)>;
    return T(f.start * f.start * dot(g.normal, g.normal) - g.start * g.start * dot(f.normal, f.normal));
  });
}

template <int D>
int Facets<D>::side_of_all(const Time& t) const {
  int r = -1;
  for (std::size_t i = 0; i < size() && r < 1; ++i) r = std::max(r, side(i, t));
  return r;
}

template <int D>
std::vector<std::size_t> Facets<D>::met_with(std::size_t crossed) const {
  std::vector<std::size_t> r;
  for (std::size_t i = 0; i < size(); ++i)
    if (sign(i, crossed, [](const auto& f, const auto& g) {
          using T = std::remove_cvref_t<decltype(f.start)>;
          return T(f.start * g.rate - g.start * f.rate);
        }) == 0)
      r.push_back(i);
  return r;
}

template <int D>
std::vector<std::size_t> Facets<D>::met_at_start() const {
  std::vector<std::size_t> r;
  for (std::size_t i = 0; i < size(); ++i)
    if (start_sign(i) == 0) r.push_back(i);
  return r;
}

template <int D>
std::vector<std::size_t> Facets<D>::least_deep() const {
  std::vector<std::size_t> r;
  for (std::size_t i = 0; i < size(); ++i) {
    const int order = r.empty() ? -1 : compare_depth(i, r.front());
    if (order < 0) r.clear();
    if (order <= 0) r.push_back(i);
  }
  return r;
}

template <int D>
Passage<D> passage(const Facets<D>& facets) {
  Passage<D> r;
  r.at_start = -1;
  std::optional<std::size_t> in;
  std::optional<std::size_t> out;
  bool behind_all = true;  // of the planes along the course
  bool strictly = true;
  for (std::size_t i = 0; i < facets.size(); ++i) {
    r.at_start = std::max(r.at_start, facets.start_sign(i));
    const int rate = facets.rate_sign(i);
    if (rate == 0) {
      behind_all = behind_all && facets.start_sign(i) <= 0;
      strictly = strictly && facets.start_sign(i) < 0;
    } else if (rate < 0) {
      if (!in || facets.order(i, *in) > 0) in = i;
    } else if (!out || facets.order(i, *out) < 0) {
      out = i;
    }
  }
  if (!in || !behind_all || facets.start_sign(*in) <= 0) return r;
  const int order = out ? facets.order(*in, *out) : -1;
  r.touches = order <= 0;
  r.enters = facets.has_inside() && order < 0 && strictly;
  r.entrance = *in;
  return r;
}

template class Facets<2>;
template class Facets<3>;
template Passage<2> passage<2>(const Facets<2>&);
template Passage<3> passage<3>(const Facets<3>&);

}  // namespace firsthit::judging
