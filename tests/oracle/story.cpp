#include "oracle/story.hpp"

#include "oracle/cone.hpp"
#include "oracle/contact_judge.hpp"
#include "oracle/facets.hpp"
#include "oracle/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace firsthit::judging {
namespace {

template <int D>
bool all_fall(const Facets<D>& facets, const std::vector<std::size_t>& planes) {
  return facets.has_inside() &&
         std::all_of(planes.begin(), planes.end(), [&](std::size_t i) { return facets.rate_sign(i) < 0; });
}

template <int D>
Vector<mpz_class, D> in_cone_of(const Facets<D>& facets, const std::vector<std::size_t>& planes,
                                const Vector<mpz_class, D>& v) {
  std::vector<Vector<mpz_class, D>> rays;
  for (const std::size_t i : planes) rays.push_back(facets.exact(i).normal);
  return direction_in_cone<D>(rays, v);
}

/// Do the planes have more than one direction?
template <int D>
bool differ(const Facets<D>& facets, const std::vector<std::size_t>& planes) {
  return std::any_of(planes.begin(), planes.end(), [&](std::size_t i) {
    return !same_direction(facets.exact(i).normal, facets.exact(planes.front()).normal);
  });
}

/// Does the course leave the flat that the thin set of the higher dimension spans, or either of two?
template <int D>
bool pierces(const Pair<D>& pair) {
  const auto leaves = [&pair](const Body<D>& body) {
    std::vector<Vector<mpz_class, D>> vectors;
    for (const auto& vertex : body.vertices) vectors.push_back(vertex - body.vertices[0]);
    vectors.push_back(pair.start().exact.v);
    return dimension<D>(vectors) > body.dimension;
  };
  const int a = pair.a().dimension;
  const int b = pair.b().dimension;
  return (a >= b && leaves(pair.a())) || (b >= a && leaves(pair.b()));
}

/// Radii and margin are 0: all is linear in time.
template <int D>
class Sharp : public Story<D> {
 public:
  Sharp(const Pair<D>& pair, double end) : pair_(pair), facets_(pair.start()), course_(passage(facets_)) {
    if (course_.at_start <= 0) {
      contact_ = course_.at_start < 0 ? facets_.least_deep() : facets_.met_at_start();
      const Outcome closing = course_.at_start < 0 ? Outcome::Overlap : Outcome::Impact;
      this->truth_ = {all_fall(facets_, contact_) ? closing : Outcome::Graze, true};
    } else if (course_.touches && (std::isinf(end) || side(end) <= 0)) {
      contact_ = facets_.met_with(course_.entrance);
      const bool impact = course_.enters || (!pair.has_solid() && pierces(pair));
      this->truth_.outcome = impact ? Outcome::Impact : Outcome::Graze;
    }
  }
  int gap_sign(double t) const override { return facets_.side_of_all(pair_.time(t)); }
  int side(double t) const override { return facets_.side(course_.entrance, pair_.time(t)); }
  Vector<mpz_class, D> direction(double) const override {
    return in_cone_of(facets_, contact_, pair_.start().exact.v);
  }
  double gap(double t) const override { return core_gap(pair_, t); }
  bool is_tie() const override { return course_.at_start < 0 && differ(facets_, contact_); }

 private:
  const Pair<D>& pair_;
  Facets<D> facets_;
  Passage<D> course_;
  std::vector<std::size_t> contact_;
};

/// Is the line of the course farther from K than radii and margin (1), just as far (0) or nearer (-1)?
int compare_line(const Moment<2>& moment) {
  const auto across = [](const auto& g, bool right) { return right ? turned(g.v) : -turned(g.v); };
  for (const bool right : {false, true}) {
    const int apart = moment.sign([&](const auto& g) { return gap_along(g, across(g, right)); });
    if (apart <= 0) continue;
    return moment.sign([&](const auto& g) {
      const auto gap = gap_along(g, across(g, right));
      using T = std::remove_cv_t<decltype(gap)>;
      return T(gap * gap - g.reach * dot(g.v, g.v));
    });
  }
  return -1;
}

int compare_line(const Moment<3>& moment) {
  // Seen along the course, everything is flat: places are crossed with v.
  Moment<3> flat;
  flat.shape_a = moment.shape_a;
  flat.shape_b = moment.shape_b;
  const auto& v = moment.exact.v;
  for (const auto& vertex : moment.exact.a) flat.exact.a.push_back(cross(vertex, v));
  for (const auto& vertex : moment.exact.b) flat.exact.b.push_back(cross(vertex, v));
  flat.exact.v = v;
  flat.exact.reach = moment.exact.reach * dot(v, v);
  round(flat);
  const std::optional<FeaturePair> near = nearest(flat);
  return near ? compare_with_reach(flat, *near) : -1;
}

/// Two sets with an inside around their cores.
template <int D>
class Round : public Story<D> {
 public:
  Round(const Pair<D>& pair, double end) : pair_(pair) {
    if (const std::optional<FeaturePair> near = nearest(pair.start())) {
      this->truth_ = truth_outside(*near, end);
      return;
    }
    facets_.emplace(pair.start());
    deepest_ = facets_->least_deep();
    this->truth_ = {all_fall(*facets_, deepest_) ? Outcome::Overlap : Outcome::Graze, true};
  }

  int gap_sign(double t) const override {
    const Moment<D> moment = pair_.at(pair_.time(t));
    const std::optional<FeaturePair> near = nearest(moment);
    return near ? compare_with_reach(moment, *near) : -1;
  }

  int side(double t) const override {
    const Time time = pair_.time(t);
    const Moment<D> moment = pair_.at(time);
    const std::optional<FeaturePair> near = nearest(moment);
    if (!near) return -1;
    const int gap = compare_with_reach(moment, *near);
    if (gap < 0) return -1;
    const int rate = parting(moment, *near);
    if (gap > 0) return rate < 0 ? 1 : -1;
    if (rate != 0) return rate < 0 ? 0 : -1;
    return graze_begins(moment, time, *near) ? 0 : -1;
  }

  Vector<mpz_class, D> direction(double contact) const override {
    if (facets_) return in_cone_of(*facets_, deepest_, pair_.start().exact.v);
    const Moment<D> moment = pair_.at(pair_.time(contact));
    return exact_way(moment, nearest(moment).value()).n;
  }
  double gap(double t) const override { return core_gap(pair_, t) - pair_.a().radius - pair_.b().radius; }
  bool is_tie() const override { return facets_ && differ(*facets_, deepest_); }

 private:
  Truth truth_outside(const FeaturePair& near, double end) const {
    const Moment<D>& start = pair_.start();
    const int gap = compare_with_reach(start, near);
    const bool closing = parting(start, near) < 0;
    if (gap < 0) return {closing ? Outcome::Overlap : Outcome::Graze, true};
    if (gap == 0) return {closing ? Outcome::Impact : Outcome::Graze, true};
    if (!closing) return {};
    const int line = compare_line(start);
    if (line > 0 || (!std::isinf(end) && side(end) > 0)) return {};
    return {line < 0 ? Outcome::Impact : Outcome::Graze, false};
  }

  /// The course runs along the grown K. So its nearest place runs along K: is it outside of K just before?
  bool graze_begins(const Moment<D>& moment, const Time& time, const FeaturePair& near) const {
    const Way<mpz_class, D> way = exact_way(moment, near);
    const Moment<D> nearest_place = pair_.moved(time, way.squared_distance.below, -way.n);
    const Facets<D> facets(nearest_place);
    const std::vector<std::size_t> met = facets.met_at_start();
    return std::any_of(met.begin(), met.end(), [&](std::size_t i) { return facets.rate_sign(i) < 0; });
  }

  const Pair<D>& pair_;
  std::optional<Facets<D>> facets_;  // if the cores meet at the start
  std::vector<std::size_t> deepest_;
};

/// A body with a single vertex, whose unit is fine enough for a plane's offset.
template <int D>
Body<D> place_of(const ExactPlane<D>& plane) {
  Body<D> r;
  r.vertices.push_back({});
  r.unit = plane.offset == 0 ? last_bit(0.0) : plane.offset_unit - plane.normal_unit;
  return r;
}

template <int D>
class AtPlane : public Story<D> {
 public:
  AtPlane(const ExactPlane<D>& plane, const Linear<D>& at_plane, const Body<D>& b, const Linear<D>& at_b,
          double margin, double end)
      : place_(place_of(plane)), b_(b), pair_(place_, at_plane, b_, at_b, margin), normal_(plane.normal) {
    const int unit = plane.normal_unit + pair_.unit();
    const mpz_class offset =
        plane.offset == 0 ? mpz_class(0) : shifted(plane.offset, plane.offset_unit - unit);
    lowest_ = gap_along(pair_.start().exact, normal_) - offset;
    rate_ = dot(normal_, pair_.start().exact.v);
    const int start = gap_sign(0.0);
    if (start <= 0) {
      const Outcome closing = start < 0 ? Outcome::Overlap : Outcome::Impact;
      this->truth_ = {rate_ < 0 ? closing : Outcome::Graze, true};
    } else if (rate_ < 0 && (std::isinf(end) || gap_sign(end) <= 0)) {
      this->truth_.outcome = Outcome::Impact;
    }
  }

  int gap_sign(double t) const override {
    const Time time = pair_.time(t);
    const mpz_class height = lowest_ * time.below + rate_ * time.above;
    const mpz_class reach = pair_.start().exact.reach * time.below * time.below * dot(normal_, normal_);
    if (height <= 0) return height == 0 && reach == 0 ? 0 : -1;
    return sgn(mpz_class(height * height - reach));
  }
  int side(double t) const override { return gap_sign(t); }
  Vector<mpz_class, D> direction(double) const override { return normal_; }
  double gap(double t) const override {
    const Time time = pair_.time(t);
    const mpz_class height = lowest_ * time.below + rate_ * time.above;
    const Fraction<mpz_class> square{height * height, dot(normal_, normal_)};
    return sgn(height) * rounded_length(square, time.below, pair_.unit()) - b_.radius;
  }

 private:
  Body<D> place_;
  Body<D> b_;
  Pair<D> pair_;
  Vector<mpz_class, D> normal_;
  mpz_class lowest_;
  mpz_class rate_;
};

/// What overlaps without end.
template <int D>
class Everywhere : public Story<D> {
 public:
  Everywhere() { this->truth_ = {Outcome::Graze, true}; }
  int gap_sign(double) const override { return -1; }
  int side(double) const override { return -1; }
  Vector<mpz_class, D> direction(double) const override { return {}; }
  double gap(double) const override { return -std::numeric_limits<double>::infinity(); }
};

}  // namespace

template <int D>
std::unique_ptr<Story<D>> told(const Pair<D>& pair, double end) {
  if (pair.start().exact.reach == 0) return std::make_unique<Sharp<D>>(pair, end);
  return std::make_unique<Round<D>>(pair, end);
}

template <int D>
ExactPlane<D> exact_plane(const HalfSpace<D>& plane) {
  ExactPlane<D> r;
  r.normal_unit = last_bit(plane.normal[0]);
  for (const double x : plane.normal.c) r.normal_unit = std::min(r.normal_unit, last_bit(x));
  for (std::size_t i = 0; i < std::size_t{D}; ++i) r.normal[i] = whole(plane.normal[i], r.normal_unit);
  r.offset_unit = plane.offset == 0.0 ? r.normal_unit : last_bit(plane.offset);
  r.offset = whole(plane.offset, r.offset_unit);
  return r;
}

template <int D>
std::unique_ptr<Story<D>> told(const ExactPlane<D>& plane, const Linear<D>& at_plane, const Body<D>& b,
                               const Linear<D>& at_b, double margin, double end) {
  return std::make_unique<AtPlane<D>>(plane, at_plane, b, at_b, margin, end);
}

template <int D>
std::unique_ptr<Story<D>> told(const HalfSpace<D>& a, const Linear<D>& at_a, const HalfSpace<D>& b,
                               const Linear<D>& at_b, double margin, double end) {
  ExactPlane<D> one = exact_plane(a);
  const ExactPlane<D> two = exact_plane(b);
  if (!same_direction(one.normal, -two.normal)) return std::make_unique<Everywhere<D>>();
  // What b is solid behind is a place that a must reach: its offset moves to a's, both normals made equal.
  std::size_t axis = 0;
  while (one.normal[axis] == 0) ++axis;
  const mpz_class length_a = abs(one.normal[axis]);
  const mpz_class length_b = abs(two.normal[axis]);
  const int unit_a = one.offset_unit + two.normal_unit;
  const int unit_b = two.offset_unit + one.normal_unit;
  const int unit = std::min(unit_a, unit_b);
  one.offset = shifted(one.offset * length_b, unit_a - unit) + shifted(two.offset * length_a, unit_b - unit);
  one.normal = length_b * one.normal;
  one.normal_unit += two.normal_unit;
  one.offset_unit = unit;
  return told(one, at_a, body_of<D>(Point{}), at_b, margin, end);
}

std::string name(Outcome outcome) {
  constexpr std::array kNames = {"miss", "graze", "impact", "overlap", "unresolved"};
  return kNames[static_cast<std::size_t>(outcome)];
}

template <int D>
Vec<D> rounded_direction(const Vector<mpz_class, D>& direction) {
  mpz_class largest = 0;
  for (const mpz_class& x : direction)
    if (abs(x) > largest) largest = abs(x);
  Vec<D> r{};
  for (std::size_t i = 0; i < std::size_t{D} && largest > 0; ++i)
    r[i] = nearest_double(direction[i], largest);
  return r;
}

template std::unique_ptr<Story<2>> told<2>(const Pair<2>&, double);
template std::unique_ptr<Story<3>> told<3>(const Pair<3>&, double);
template ExactPlane<2> exact_plane<2>(const HalfSpace<2>&);
template ExactPlane<3> exact_plane<3>(const HalfSpace<3>&);
template std::unique_ptr<Story<2>> told<2>(const ExactPlane<2>&, const Linear<2>&, const Body<2>&,
                                           const Linear<2>&, double, double);
template std::unique_ptr<Story<3>> told<3>(const ExactPlane<3>&, const Linear<3>&, const Body<3>&,
                                           const Linear<3>&, double, double);
template std::unique_ptr<Story<2>> told<2>(const HalfSpace<2>&, const Linear<2>&, const HalfSpace<2>&,
                                           const Linear<2>&, double, double);
template std::unique_ptr<Story<3>> told<3>(const HalfSpace<3>&, const Linear<3>&, const HalfSpace<3>&,
                                           const Linear<3>&, double, double);
template Vec<2> rounded_direction<2>(const Vector<mpz_class, 2>&);
template Vec<3> rounded_direction<3>(const Vector<mpz_class, 3>&);

}  // namespace firsthit::judging
