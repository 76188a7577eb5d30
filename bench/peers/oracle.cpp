#include "oracle.hpp"

#include <gmpxx.h>

#include <cmath>
#include <span>
#include <stdexcept>

namespace peers {
namespace {

constexpr int kLengthBits = 18;  // a length is a multiple of 2^-18
constexpr int kAxisBits = 54;    // a component of an axis one of 2^-54

mpz_class whole(double x, int bits) {
  const double scaled = std::ldexp(x, bits);
  if (scaled != std::trunc(scaled)) throw std::logic_error("the oracle got a number off its grid");
  return mpz_class(scaled);
}

template <int D>
struct Whole {
  std::array<mpz_class, static_cast<std::size_t>(D)> c;
};

template <int D>
Whole<D> whole(const Vec<D>& a, int bits) {
  Whole<D> r;
  for (std::size_t i = 0; i < D; ++i) r.c[i] = whole(a[i], bits);
  return r;
}

template <int D>
Whole<D> difference(const Whole<D>& a, const Whole<D>& b) {
  Whole<D> r;
  for (std::size_t i = 0; i < D; ++i) r.c[i] = a.c[i] - b.c[i];
  return r;
}

template <int D>
mpz_class dot(const Whole<D>& a, const Whole<D>& b) {
  mpz_class sum;
  for (std::size_t i = 0; i < D; ++i) sum += a.c[i] * b.c[i];
  return sum;
}

Whole<3> cross(const Whole<3>& a, const Whole<3>& b) {
  Whole<3> r;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    r.c[i] = a.c[j] * b.c[k] - a.c[k] * b.c[j];
  }
  return r;
}

/// The times, between 0 and 1, at which -reach <= start + speed t <= reach for all that was added.
class Within {
 public:
  void add(mpz_class start, mpz_class speed, const mpz_class& reach) {
    if (speed < 0) {
      start = -start;
      speed = -speed;
    }
    if (speed == 0) {
      never_ = never_ || abs(start) > reach;
      return;
    }
    const mpz_class enter = -reach - start;
    const mpz_class leave = reach - start;
    if (enter * from_below_ > from_ * speed) {
      from_ = enter;
      from_below_ = speed;
    }
    if (leave * to_below_ < to_ * speed) {
      to_ = leave;
      to_below_ = speed;
    }
  }

  Truth truth() const {
    if (never_ || from_ * to_below_ > to_ * from_below_) return {};
    return {true, mpq_class(from_, from_below_).get_d()};
  }

 private:
  bool never_ = false;
  mpz_class from_ = 0, from_below_ = 1;
  mpz_class to_ = 1, to_below_ = 1;
};

}  // namespace

template <int D>
Truth judge(const Pair<BallCourse<D>>& pair) {
  const auto x = difference(whole(pair.b.place, kLengthBits), whole(pair.a.place, kLengthBits));
  const auto v = difference(whole(pair.b.velocity, kLengthBits), whole(pair.a.velocity, kLengthBits));
  const mpz_class reach = whole(pair.a.radius, kLengthBits) + whole(pair.b.radius, kLengthBits);
  // a t^2 + 2 b t + c <= 0: the squared distance of the centres less that of two balls that touch.
  const mpz_class a = dot(v, v);
  const mpz_class b = dot(x, v);
  const mpz_class c = dot(x, x) - reach * reach;
  if (c <= 0) return {true, 0.0};
  if (b >= 0) return {};
  const mpz_class discriminant = b * b - a * c;
  const bool lowest_within = -b <= a;  // else the distance still falls at the end
  if (lowest_within ? discriminant < 0 : a + 2 * b + c > 0) return {};
  constexpr int kBits = 256;
  mpf_class root(discriminant, kBits);
  root = sqrt(root);
  return {true, mpf_class((-mpf_class(b, kBits) - root) / mpf_class(a, kBits)).get_d()};
}

Truth judge(const Pair<BoxCourse>& pair) {
  Within within;
  for (std::size_t i = 0; i < 2; ++i)
    within.add(whole(pair.b.place[i], kLengthBits) - whole(pair.a.place[i], kLengthBits),
               whole(pair.b.velocity[i], kLengthBits) - whole(pair.a.velocity[i], kLengthBits),
               whole(pair.a.half_extents[i], kLengthBits) + whole(pair.b.half_extents[i], kLengthBits));
  return within.truth();
}

Truth judge(const Pair<OrientedBoxCourse>& pair) {
  constexpr int kBits = kLengthBits + kAxisBits;
  const auto x = difference(whole(pair.b.place, kBits), whole(pair.a.place, kBits));
  const auto v = difference(whole(pair.b.velocity, kBits), whole(pair.a.velocity, kBits));
  // The differences of two places, one of each box, are a sum of six segments: a polytope with a pair of
  // faces for every two of them. So these normals, and no others, tell whether the boxes touch.
  std::array<Whole<3>, 6> axes;
  std::array<Whole<3>, 6> edges;
  for (std::size_t i = 0; i < 6; ++i) {
    const OrientedBoxCourse& box = i < 3 ? pair.a : pair.b;
    axes[i] = whole(box.axes[i % 3], kAxisBits);
    const mpz_class half = whole(box.half_extents[i % 3], kLengthBits);
    for (std::size_t k = 0; k < 3; ++k) edges[i].c[k] = half * axes[i].c[k];
  }
  Within within;
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Whole<3> normal = cross(axes[i], axes[j]);
      mpz_class reach;
      for (const Whole<3>& edge : edges) reach += abs(dot(normal, edge));
      within.add(dot(normal, x), dot(normal, v), reach);
    }
  }
  return within.truth();
}

template Truth judge<2>(const Pair<BallCourse<2>>&);
template Truth judge<3>(const Pair<BallCourse<3>>&);

}  // namespace peers
