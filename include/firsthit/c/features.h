#ifndef FIRSTHIT_C_FEATURES_H
#define FIRSTHIT_C_FEATURES_H

#include <firsthit/c/base.h>
#include <firsthit/c/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Pairs of features at both ends of a window of time; between, every vertex moves on its own straight line at
 * constant speed. Times are fractions of the window. These structs stay as they are for ever. */

/** A vertex and a triangle, which may be degenerate [L]. */
typedef struct FirsthitVertexFace {
  FirsthitVec vertex;
  FirsthitVec face[3];
} FirsthitVertexFace;

/** Two edges, which may be points [L]. */
typedef struct FirsthitEdgeEdge {
  FirsthitVec a[2];
  FirsthitVec b[2];
} FirsthitEdgeEdge;

/** A point and a segment in the plane [L]. */
typedef struct FirsthitPointSegment {
  FirsthitVec point;
  FirsthitVec segment[2];
} FirsthitPointSegment;

/** Whether and when two features first meet. */
typedef struct FirsthitFeatureEncounter {
  double delay; /**< the first impact: between two doubles that are neighbours, or one twice; or 1 */
  double delay_upper;
  double first_touch; /**< the first touch, in the same way */
  double first_touch_upper;
  FirsthitOutcome outcome; /**< a miss, a graze or an impact: then one passes through the other */
  int32_t stage; /**< what it took: 0 signs, 1 a filter, 2 enclosures, 3 whole numbers of any size */
} FirsthitFeatureEncounter;

/** Of `count` pairs, `start` and `end` of the window. Cost: O(count). */
FIRSTHIT_API FirsthitStatus firsthit_first_hit_vertices_and_faces(const FirsthitVertexFace* start,
                                                                  const FirsthitVertexFace* end, size_t count,
                                                                  FirsthitFeatureEncounter* into);
FIRSTHIT_API FirsthitStatus firsthit_first_hit_edges(const FirsthitEdgeEdge* start,
                                                     const FirsthitEdgeEdge* end, size_t count,
                                                     FirsthitFeatureEncounter* into);
FIRSTHIT_API FirsthitStatus firsthit_first_hit_point_features(const FirsthitPointSegment* start,
                                                              const FirsthitPointSegment* end, size_t count,
                                                              FirsthitFeatureEncounter* into);

/** The first time at which one deforming outline of the plane passes through the other: closed chains of
 * `count_a` and `count_b` vertices [L], at the start and at the end of the window. Cost: O(n log n + k). */
FIRSTHIT_API FirsthitStatus firsthit_first_hit_outlines(const FirsthitVec* start_a, const FirsthitVec* end_a,
                                                        size_t count_a, const FirsthitVec* start_b,
                                                        const FirsthitVec* end_b, size_t count_b,
                                                        FirsthitEncounter* into);

/** A number that lies strictly between two neighbouring doubles, or is the double that both are equal to. */
typedef struct FirsthitCertified {
  double lower;
  double upper;
} FirsthitCertified;

/** How much of its path one particle spends where the two paths are closest. */
typedef struct FirsthitPassage {
  FirsthitCertified enter; /**< [T] delay at which it comes to the stretch, or to the point */
  FirsthitCertified leave; /**< [T] delay at which it leaves */
  FirsthitVec from;        /**< [L] its place at `enter` */
  FirsthitVec to;          /**< [L] its place at `leave` */
} FirsthitPassage;

/** Where the paths of two particles cross, each particle at its own time, or else where they are closest. */
typedef struct FirsthitPathCrossing {
  FirsthitPassage p;
  FirsthitPassage q;
  FirsthitCertified distance; /**< [L] of the two paths */
  int32_t kind;               /**< 0 nothing in common, 1 one place, 2 a part of a line */
  int32_t opposed;            /**< 1: the two run along a stretch in opposite directions */
} FirsthitPathCrossing;

/** Of particles at positions [L] with velocities [L/T], for `horizon_p` and `horizon_q` [T], which may be
 * infinite; paths that are no further apart than `tolerance` [L] cross. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_path_crossing(int32_t dimension, FirsthitVec position_p,
                                                   FirsthitVec velocity_p, FirsthitVec position_q,
                                                   FirsthitVec velocity_q, double horizon_p, double horizon_q,
                                                   double tolerance, FirsthitPathCrossing* into);

#ifdef __cplusplus
}
#endif

#endif
