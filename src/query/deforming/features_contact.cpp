#include <firsthit/features.hpp>

#include "core/expect.hpp"
#include "core/fp_environment.hpp"
#include "core/vec_math.hpp"
#include "query/deforming/features_gaps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace firsthit {
namespace {

/// Sines of angles below this are noise: rounded places tell directions no better.
constexpr double kNoise = 0x1p-30;

/// Not times 1 / size, which a denormal size would make infinite.
template <int D>
Vec<D> divided(const Vec<D>& a, double size) {
  Vec<D> r;
  for (std::size_t i = 0; i < std::size_t{D}; ++i) r[i] = a[i] / size;
  return r;
}

/// A vector of the direction of `a` and a size near 1, so that products neither overflow nor vanish.
template <int D>
Vec<D> normalised(const Vec<D>& a) {
  const double size = max_abs(a);
  if (size == 0.0) return a;
  const Vec<D> r = divided(a, size);
  return divided(r, length(r));
}

/// A place on each feature, as weights of the vertices.
struct Candidate {
  std::array<double, 4> weight{};
  double distance = HUGE_VAL;
};

template <int D>
using Places = std::array<Vec<D>, std::size_t{D} + 1>;

/// The features at one moment, and how their vertices move.
template <class Features, int D>
class Moment {
 public:
  static constexpr std::size_t kCount = std::size_t{D} + 1;

  Moment(const Deformation<Features>& pair, double t, std::size_t first_of_b) : first_of_b_(first_of_b) {
    const auto start = vertices(pair.start);
    const auto end = vertices(pair.end);
    double largest = 0.0;
    for (std::size_t i = 0; i < kCount; ++i)
      largest = std::max(largest, std::max(max_abs(*start[i]), max_abs(*end[i])));
    if (largest > 0x1p1000) unit_ = 0x1p10;
    for (std::size_t i = 0; i < kCount; ++i) {
      const Vec<D> from = 1.0 / unit_ * *start[i];
      const Vec<D> to = 1.0 / unit_ * *end[i];
      place_[i] = (1.0 - t) * from + t * to;
      change_[i] = to - from;
    }
  }

  const Vec<D>& operator[](std::size_t i) const { return place_[i]; }

  /// Takes this candidate if it is the nearest so far.
  void offer(Candidate candidate) {
    candidate.distance = max_abs(of_b(place_, candidate) - of_a(place_, candidate));
    if (candidate.distance < best_.distance) best_ = candidate;
  }

  /// Vertex `point` and the nearest place between `from` and `to`.
  void offer_end(std::size_t point, std::size_t from, std::size_t to) {
    const Vec<D> along = place_[to] - place_[from];
    const double size = max_abs(along);
    double part = 0.0;
    if (size > 0.0) {
      const Vec<D> unit = divided(along, size);
      part = std::clamp(dot(place_[point] - place_[from], unit) / length_squared(unit) / size, 0.0, 1.0);
    }
    Candidate candidate;
    candidate.weight[point] = 1.0;
    candidate.weight[from] = 1.0 - part;
    candidate.weight[to] = part;
    offer(candidate);
  }

  /// `across`: perpendicular to both features, of a size that tells how sure that is, at most 1.
  FeatureContact<D> contact(const Vec<D>& across) const {
    FeatureContact<D> r{in_units_of_caller(of_a(place_, best_)), in_units_of_caller(of_b(place_, best_)), {}};
    const Vec<D> velocity = normalised(of_b(change_, best_) - of_a(change_, best_));
    const Vec<D> normal = normalised(across);
    const double closing = dot(velocity, normal);
    if (max_abs(across) > kNoise && std::fabs(closing) > kNoise) {
      r.normal = closing > 0.0 ? -normal : normal;
    } else {
      r.normal = -velocity;
    }
    return r;
  }

 private:
  Vec<D> in_units_of_caller(Vec<D> place) const {
    constexpr double kLargest = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < std::size_t{D}; ++i)
      place[i] = std::clamp(unit_ * place[i], -kLargest, kLargest);
    return place;
  }
  Vec<D> of_a(const Places<D>& vectors, const Candidate& candidate) const {
    return sum(vectors, candidate, 0, first_of_b_);
  }
  Vec<D> of_b(const Places<D>& vectors, const Candidate& candidate) const {
    return sum(vectors, candidate, first_of_b_, kCount);
  }
  static Vec<D> sum(const Places<D>& vectors, const Candidate& candidate, std::size_t begin,
                    std::size_t end) {
    Vec<D> r = candidate.weight[begin] * vectors[begin];
    for (std::size_t i = begin + 1; i < end; ++i) r = r + candidate.weight[i] * vectors[i];
    return r;
  }

  std::size_t first_of_b_;
  double unit_ = 1.0;  // of length, such that no sum of a few places overflows
  Places<D> place_;
  Places<D> change_;
  Candidate best_;
};

FeatureContact<3> contact_at(const Deformation<VertexFace>& pair, double t) {
  Moment<VertexFace, 3> now(pair, t, 1);
  const Vec3 across = cross(normalised(now[2] - now[1]), normalised(now[3] - now[1]));
  // The place above the vertex, if it is inside: by the areas that the vertex makes with the sides.
  std::array<double, 3> area{};
  double sum = 0.0;
  const double size = std::max(max_abs(now[2] - now[1]), max_abs(now[3] - now[1]));
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 from = divided(now[1 + (i + 1) % 3] - now[0], size);
    const Vec3 to = divided(now[1 + (i + 2) % 3] - now[0], size);
    area[i] = dot(across, cross(from, to));
    sum += area[i];
  }
  if (sum > 0.0 && std::min(area[0], std::min(area[1], area[2])) >= 0.0)
    now.offer({{1.0, area[0] / sum, area[1] / sum, area[2] / sum}});
  for (std::size_t i = 0; i < 3; ++i) now.offer_end(0, 1 + i, 1 + (i + 1) % 3);
  return now.contact(across);
}

FeatureContact<3> contact_at(const Deformation<EdgeEdge>& pair, double t) {
  Moment<EdgeEdge, 3> now(pair, t, 2);
  const Vec3 a = now[1] - now[0];
  const Vec3 b = now[3] - now[2];
  const Vec3 across = cross(normalised(a), normalised(b));
  const double squared = length_squared(across);
  if (squared > 0.0) {
    // a[0] + along_a a - (b[0] + along_b b) is perpendicular to both.
    const Vec3 offset = now[2] - now[0];
    const double along_a = dot(across, cross(divided(offset, max_abs(a)), normalised(b))) /
                           (squared * length(divided(a, max_abs(a))));
    const double along_b = dot(across, cross(divided(offset, max_abs(b)), normalised(a))) /
                           (squared * length(divided(b, max_abs(b))));
    if (along_a >= 0.0 && along_a <= 1.0 && along_b >= 0.0 && along_b <= 1.0)
      now.offer({{1.0 - along_a, along_a, 1.0 - along_b, along_b}});
  }
  for (std::size_t i = 0; i < 2; ++i) {
    now.offer_end(i, 2, 3);
    now.offer_end(2 + i, 0, 1);
  }
  return now.contact(across);
}

FeatureContact<2> contact_at(const Deformation<PointSegment>& pair, double t) {
  Moment<PointSegment, 2> now(pair, t, 1);
  now.offer_end(0, 1, 2);
  const Vec2 along = normalised(now[2] - now[1]);
  return now.contact({-along[1], along[0]});
}

template <class Features>
auto contact_of(const Deformation<Features>& pair, const FeatureTouch& touch) {
  FIRSTHIT_EXPECT(touch.touches);
  const FpEnvironment environment;
  return contact_at(pair, touch.lower);
}

template <class Features>
auto contact_of(const Deformation<Features>& pair, const FeatureEncounter& encounter) {
  FIRSTHIT_EXPECT(encounter.outcome != Outcome::Miss);
  const FpEnvironment environment;
  return contact_at(pair, encounter ? encounter.delay : encounter.first_touch);
}

}  // namespace

inline namespace v0 {

FeatureContact<3> contact(const Deformation<VertexFace>& pair, const FeatureTouch& touch) {
  return contact_of(pair, touch);
}
FeatureContact<3> contact(const Deformation<EdgeEdge>& pair, const FeatureTouch& touch) {
  return contact_of(pair, touch);
}
FeatureContact<2> contact(const Deformation<PointSegment>& pair, const FeatureTouch& touch) {
  return contact_of(pair, touch);
}

FeatureContact<3> contact(const Deformation<VertexFace>& pair, const FeatureEncounter& encounter) {
  return contact_of(pair, encounter);
}
FeatureContact<3> contact(const Deformation<EdgeEdge>& pair, const FeatureEncounter& encounter) {
  return contact_of(pair, encounter);
}
FeatureContact<2> contact(const Deformation<PointSegment>& pair, const FeatureEncounter& encounter) {
  return contact_of(pair, encounter);
}

}  // namespace v0

}  // namespace firsthit
