#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/batch/features.cpp"
#include <hwy/foreach_target.h>

#include "query/batch/features.hpp"
#include "query/batch/survivors.hpp"
#include "query/deforming/features_bracket.hpp"
#include "query/deforming/features_gaps.hpp"

#include <cstddef>
#include <cstdint>

// Operation by operation what src/query/deforming/features_filter.cpp does with one pair.

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {
namespace {

/// Vertices, axis by axis, are all that a feature is made of.
template <class Features>
struct Gaps {
  using Traits = FeatureTraits<Features>;
  static constexpr std::size_t kAxes = Traits::kAxes;
  static constexpr std::size_t kCount = Traits::kGaps.size();

  Lanes start[kAxes][kCount];
  Lanes end[kAxes][kCount];
  Lanes largest[kAxes];
  Mask finite;
  Mask apart = !always();

  HWY_INLINE Gaps(const Deformation<Features>* pairs, const Group& group) {
    static_assert(sizeof(Features) == Traits::kVertices.size() * kAxes * sizeof(double));
    constexpr std::size_t kEnd = Traits::kVertices.size() * kAxes;
    const Rows rows(pairs, group);
    Lanes zero = 0.0;
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      Lanes first[Traits::kVertices.size()];
      Lanes last[Traits::kVertices.size()];
      for (std::size_t i = 0; i < Traits::kVertices.size(); ++i) {
        first[i] = rows.column(kAxes * i + axis);
        last[i] = rows.column(kEnd + kAxes * i + axis);
        zero = zero + (first[i] * 0.0 + last[i] * 0.0);
      }
      for (std::size_t i = 0; i < kCount; ++i) {
        start[axis][i] = first[Traits::kGaps[i].to] - first[Traits::kGaps[i].from];
        end[axis][i] = last[Traits::kGaps[i].to] - last[Traits::kGaps[i].from];
      }
      cull(axis);
    }
    finite = zero == 0.0;
  }

  HWY_INLINE Mask in_range() const {
    Lanes most = largest[0];
    for (std::size_t axis = 1; axis < kAxes; ++axis) most = larger(most, largest[axis]);
    return (most >= kSmallestGap) & (most <= kLargestGap);
  }

 private:
  HWY_INLINE void cull(std::size_t axis) {
    Lanes low = smaller(start[axis][0], end[axis][0]);
    Lanes high = larger(start[axis][0], end[axis][0]);
    for (std::size_t i = 1; i < kCount; ++i) {
      low = smaller(low, smaller(start[axis][i], end[axis][i]));
      high = larger(high, larger(start[axis][i], end[axis][i]));
    }
    apart = apart | (low > 0.0) | (high < 0.0);
    largest[axis] = larger(high, -low);
  }
};

/// Bernstein's coefficients of the flatness, and what bounds them.
struct FlatnessLanes {
  Lanes b[4];
  Lanes size;

  HWY_INLINE Mask of_one_sign() const {
    const Lanes error = Lanes(14.0 * kUnit) * size + kUnderflow;
    const Lanes low = smaller(smaller(b[0], b[1]), smaller(b[2], b[3]));
    const Lanes high = larger(larger(b[0], b[1]), larger(b[2], b[3]));
    return (low > error) | (high < -error);
  }
};

template <class Features>
HWY_INLINE FlatnessLanes flatness(const Gaps<Features>& gaps) {
  const auto& s = gaps.start;
  const auto& e = gaps.end;
  constexpr double kThird = 1.0 / 3.0;
  if constexpr (Gaps<Features>::kAxes == 2) {
    const Lanes first = s[0][0] * s[1][1] - s[1][0] * s[0][1];
    const Lanes middle = (s[0][0] * e[1][1] - s[1][0] * e[0][1]) + (e[0][0] * s[1][1] - e[1][0] * s[0][1]);
    const Lanes last = e[0][0] * e[1][1] - e[1][0] * e[0][1];
    return {{first, Lanes(kThird) * (first + middle), Lanes(kThird) * (middle + last), last},
            Lanes(2.0) * gaps.largest[0] * gaps.largest[1]};
  } else {
    FlatnessLanes r{{0.0, 0.0, 0.0, 0.0}, Lanes(6.0) * gaps.largest[0] * gaps.largest[1] * gaps.largest[2]};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t x = (axis + 1) % 3;
      const std::size_t y = (axis + 2) % 3;
      const Lanes a0 = s[x][1] * s[y][2] - s[y][1] * s[x][2];
      const Lanes a1 = (s[x][1] * e[y][2] - s[y][1] * e[x][2]) + (e[x][1] * s[y][2] - e[y][1] * s[x][2]);
      const Lanes a2 = e[x][1] * e[y][2] - e[y][1] * e[x][2];
      r.b[0] = r.b[0] + s[axis][0] * a0;
      r.b[1] = r.b[1] + (s[axis][0] * a1 + e[axis][0] * a0);
      r.b[2] = r.b[2] + (s[axis][0] * a2 + e[axis][0] * a1);
      r.b[3] = r.b[3] + e[axis][0] * a2;
    }
    r.b[1] = r.b[1] * kThird;
    r.b[2] = r.b[2] * kThird;
    return r;
  }
}

template <class Features>
HWY_INLINE FeatureMisses misses(const Deformation<Features>* pairs, std::size_t count) {
  FeatureMisses r;
  for (std::size_t i = 0; i < count; i += kLanes) {
    const Gaps<Features> gaps(pairs, group_from(i, count));
    r.culled |= bits_of(gaps.finite & gaps.apart) << i;
    r.filtered |= bits_of(gaps.finite & gaps.in_range() & flatness(gaps).of_one_sign()) << i;
  }
  return r;
}

FeatureMisses misses_of_vertex_face(const Deformation<VertexFace>* pairs, std::size_t count) {
  return misses(pairs, count);
}
FeatureMisses misses_of_edge_edge(const Deformation<EdgeEdge>* pairs, std::size_t count) {
  return misses(pairs, count);
}
FeatureMisses misses_of_point_segment(const Deformation<PointSegment>* pairs, std::size_t count) {
  return misses(pairs, count);
}

}  // namespace
}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firsthit {

HWY_EXPORT(misses_of_vertex_face);
HWY_EXPORT(misses_of_edge_edge);
HWY_EXPORT(misses_of_point_segment);

FeatureMisses surely_missed(const Deformation<VertexFace>* pairs, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(misses_of_vertex_face)(pairs, count);
}
FeatureMisses surely_missed(const Deformation<EdgeEdge>* pairs, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(misses_of_edge_edge)(pairs, count);
}
FeatureMisses surely_missed(const Deformation<PointSegment>* pairs, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(misses_of_point_segment)(pairs, count);
}

}  // namespace firsthit
#endif
