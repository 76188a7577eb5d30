#include <firsthit/features.hpp>
#include <firsthit/outlines.hpp>
#include <firsthit/path_crossing.hpp>

#include "c/queries.hpp"
#include "c/structs.hpp"
#include "c/values.hpp"

#include <cmath>
#include <vector>

using namespace firsthit;
using namespace firsthit::c;

namespace {

VertexFace features(const FirsthitVertexFace& x) {
  return {vec<3>(x.vertex, ""), {vec<3>(x.face[0], ""), vec<3>(x.face[1], ""), vec<3>(x.face[2], "")}};
}

EdgeEdge features(const FirsthitEdgeEdge& x) {
  return {{vec<3>(x.a[0], ""), vec<3>(x.a[1], "")}, {vec<3>(x.b[0], ""), vec<3>(x.b[1], "")}};
}

PointSegment features(const FirsthitPointSegment& x) {
  return {vec<2>(x.point, "point"), {vec<2>(x.segment[0], "segment"), vec<2>(x.segment[1], "segment")}};
}

FirsthitFeatureEncounter told_features(const FeatureEncounter& e) {
  return {e.delay,
          e.delay_upper,
          e.first_touch,
          e.first_touch_upper,
          static_cast<FirsthitOutcome>(e.outcome),
          static_cast<std::int32_t>(e.stage)};
}

/// Answers all or, if one pair cannot be used, none.
template <class T>
FirsthitStatus answer(const T* start, const T* end, std::size_t count, FirsthitFeatureEncounter* into) {
  return guarded([&] {
    array(start, count, "start");
    array(end, count, "end");
    array(into, count, "into");
    using Pair = Deformation<decltype(features(*start))>;
    std::vector<Pair> pairs;
    pairs.reserve(count);
    for (std::size_t i = 0; i < count; ++i) pairs.push_back({features(start[i]), features(end[i])});
    std::vector<FeatureEncounter> found(count);
    first_hit(std::span<const Pair>(pairs), std::span<FeatureEncounter>(found));
    for (std::size_t i = 0; i < count; ++i) into[i] = told_features(found[i]);
  });
}

FirsthitCertified told_bounds(const Certified& x) { return {x.lower, x.upper}; }

template <int D>
FirsthitPassage told_passage(const Passage<D>& p) {
  return {told_bounds(p.enter), told_bounds(p.leave), told(p.from), told(p.to)};
}

}  // namespace

FirsthitStatus firsthit_first_hit_vertices_and_faces(const FirsthitVertexFace* start,
                                                     const FirsthitVertexFace* end, std::size_t count,
                                                     FirsthitFeatureEncounter* into) {
  return answer(start, end, count, into);
}

FirsthitStatus firsthit_first_hit_edges(const FirsthitEdgeEdge* start, const FirsthitEdgeEdge* end,
                                        std::size_t count, FirsthitFeatureEncounter* into) {
  return answer(start, end, count, into);
}

FirsthitStatus firsthit_first_hit_point_features(const FirsthitPointSegment* start,
                                                 const FirsthitPointSegment* end, std::size_t count,
                                                 FirsthitFeatureEncounter* into) {
  return answer(start, end, count, into);
}

FirsthitStatus firsthit_first_hit_outlines(const FirsthitVec* start_a, const FirsthitVec* end_a,
                                           std::size_t count_a, const FirsthitVec* start_b,
                                           const FirsthitVec* end_b, std::size_t count_b,
                                           FirsthitEncounter* into) {
  return guarded([&] {
    const std::size_t size = size_of(into, "into");
    const auto chain = [](const FirsthitVec* from, std::size_t count, const char* what) {
      return vecs<2>(array(from, count, what), count, what);
    };
    const std::vector<Vec2> places[4] = {chain(start_a, count_a, "start_a"), chain(end_a, count_a, "end_a"),
                                         chain(start_b, count_b, "start_b"), chain(end_b, count_b, "end_b")};
    write(told(first_hit(DeformingOutline{places[0], places[1]}, DeformingOutline{places[2], places[3]})),
          into, size);
  });
}

FirsthitStatus firsthit_path_crossing(std::int32_t dimension, FirsthitVec position_p, FirsthitVec velocity_p,
                                      FirsthitVec position_q, FirsthitVec velocity_q, double horizon_p,
                                      double horizon_q, double tolerance, FirsthitPathCrossing* into) {
  return guarded([&] {
    there(into, "into");
    in_dimension(dimension, [&]<int D>() {
      const Linear<D> p{vec<D>(position_p, "position_p"), vec<D>(velocity_p, "velocity_p")};
      const Linear<D> q{vec<D>(position_q, "position_q"), vec<D>(velocity_q, "velocity_q")};
      const PathCrossing<D> r = path_crossing(p, q, {horizon_p, horizon_q, tolerance});
      *into = {told_passage(r.p), told_passage(r.q), told_bounds(r.distance),
               static_cast<std::int32_t>(r.kind), r.opposed ? 1 : 0};
    });
  });
}
