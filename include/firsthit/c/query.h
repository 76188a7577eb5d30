#ifndef FIRSTHIT_C_QUERY_H
#define FIRSTHIT_C_QUERY_H

#include <firsthit/c/base.h>
#include <firsthit/c/motion.h>
#include <firsthit/c/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What becomes of two moving things within the window that was asked about. */
typedef int32_t FirsthitOutcome;
enum {
  FIRSTHIT_MISS = 0,      /**< they do not touch */
  FIRSTHIT_GRAZE = 1,     /**< they touch, but neither enters the other */
  FIRSTHIT_IMPACT = 2,    /**< they touch and would interpenetrate right after */
  FIRSTHIT_OVERLAP = 3,   /**< they interpenetrate already, and close */
  FIRSTHIT_UNRESOLVED = 4 /**< undecided; still proven: no impact before `delay` */
};

/** The part of a shape that takes part in a contact, numbered as in C++. */
typedef struct FirsthitFeature {
  int32_t kind; /**< 0 a face, 1 an edge, 2 a vertex */
  int32_t index;
} FirsthitFeature;

/** When, where and along which normal two moving things meet. */
typedef struct FirsthitEncounter {
  size_t size;
  double delay;        /**< [T] proven free of impact before; the horizon after a miss and a graze */
  double delay_upper;  /**< [T] an impact happens by then, if the outcome is an impact or an overlap */
  double first_touch;  /**< [T] proven untouched before; they touch then, unless it is a miss */
  FirsthitVec normal;  /**< unit, from a to b; zero if there is none */
  FirsthitVec point_a; /**< [L] where the surface of a meets b: the middle, if they meet in many places */
  FirsthitVec point_b; /**< [L] point_a + gap * normal */
  double gap;          /**< [L] 0 (or the margin) at a touch; less, if they are closer at the start */
  FirsthitOutcome outcome;
  FirsthitFeature feature_a;
  FirsthitFeature feature_b;
} FirsthitEncounter;

/** What is asked of a pair. A null query stands for firsthit_query_default's. */
typedef struct FirsthitQuery {
  size_t size;
  double horizon; /**< [T] >= 0, length of the closed window from now; infinite by default */
  double margin;  /**< [L] >= 0: asks for the first time at which the gap falls to it */
} FirsthitQuery;

/** Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_query_default(FirsthitQuery* into, size_t size);

/** The first time at which `a` runs into `b`. Without a motion (null) a shape is at rest in the origin. Both
 * shapes have one dimension. Cost: that of C++'s first_hit, and a copy of each shape. */
FIRSTHIT_API FirsthitStatus firsthit_first_hit(const FirsthitShape* a, const FirsthitMotion* motion_a,
                                               const FirsthitShape* b, const FirsthitMotion* motion_b,
                                               const FirsthitQuery* query, FirsthitEncounter* into);

/** [T] The delay, if there is something to respond to, else infinite. Cost: the same. */
FIRSTHIT_API FirsthitStatus firsthit_time_to_collision(const FirsthitShape* a, const FirsthitMotion* motion_a,
                                                       const FirsthitShape* b, const FirsthitMotion* motion_b,
                                                       const FirsthitQuery* query, double* into);

/** How far two shapes are apart, and where they are nearest. */
typedef struct FirsthitSeparation {
  size_t size;
  double distance;     /**< [L] minus the least depth where they overlap */
  FirsthitVec normal;  /**< unit, from a to b; zero if there is none */
  FirsthitVec point_a; /**< [L] */
  FirsthitVec point_b; /**< [L] point_a + distance * normal */
} FirsthitSeparation;

/** The distance of two shapes at their places [L], turned about these; a null orientation stands for as
 * listed. Cost: that of C++'s distance, and a copy of each shape. */
FIRSTHIT_API FirsthitStatus firsthit_distance(const FirsthitShape* a, FirsthitVec position_a,
                                              const FirsthitOrientation* orientation_a,
                                              const FirsthitShape* b, FirsthitVec position_b,
                                              const FirsthitOrientation* orientation_b,
                                              FirsthitSeparation* into);

/* Many pairs at once, several at a time in SIMD lanes: into[i] has the bits that firsthit_first_hit gives of
 * number i of both sides. The first encounter's size is that of all, and all sizes are set. If a pair cannot
 * be used, what is then in `into` is not specified. */

/** A ball on a straight course. */
typedef struct FirsthitMovingBall {
  double radius;        /**< [L] >= 0 */
  FirsthitVec position; /**< [L] now */
  FirsthitVec velocity; /**< [L/T] */
} FirsthitMovingBall;

/** A box along the axes, on a straight course. */
typedef struct FirsthitMovingBox {
  FirsthitVec half_extents; /**< [L], each >= 0 */
  FirsthitVec position;     /**< [L] now */
  FirsthitVec velocity;     /**< [L/T] */
} FirsthitMovingBox;

/** A box in any direction, on a straight course. */
typedef struct FirsthitMovingOrientedBox {
  FirsthitVec half_extents; /**< [L], each >= 0 */
  FirsthitVec axes[3];      /**< where each half extent points; in the plane two of them count */
  FirsthitVec position;     /**< [L] now */
  FirsthitVec velocity;     /**< [L/T] */
} FirsthitMovingOrientedBox;

/** A segment on a straight course; a point if both ends are one. */
typedef struct FirsthitMovingSegment {
  FirsthitVec from;     /**< [L] relative to the position */
  FirsthitVec to;       /**< [L] relative to the position */
  FirsthitVec position; /**< [L] now */
  FirsthitVec velocity; /**< [L/T] */
} FirsthitMovingSegment;

/** A point on a straight course. */
typedef struct FirsthitMovingPoint {
  FirsthitVec position; /**< [L] now */
  FirsthitVec velocity; /**< [L/T] */
} FirsthitMovingPoint;

/** A box of the plane that spins about a point of its own. */
typedef struct FirsthitSpinningBox {
  FirsthitVec half_extents;        /**< [L], each >= 0 */
  FirsthitVec position;            /**< [L] of the centre, now */
  FirsthitVec velocity;            /**< [L/T] */
  FirsthitVec acceleration;        /**< [L/T^2] */
  FirsthitVec centre;              /**< [L] what it turns about */
  FirsthitOrientation orientation; /**< now */
  double angular_velocity;         /**< [rad/T] */
} FirsthitSpinningBox;

/** Cost: O(count). */
FIRSTHIT_API FirsthitStatus firsthit_first_hit_balls(int32_t dimension, const FirsthitMovingBall* a,
                                                     const FirsthitMovingBall* b, size_t count,
                                                     const FirsthitQuery* query, FirsthitEncounter* into);
FIRSTHIT_API FirsthitStatus firsthit_first_hit_boxes(int32_t dimension, const FirsthitMovingBox* a,
                                                     const FirsthitMovingBox* b, size_t count,
                                                     const FirsthitQuery* query, FirsthitEncounter* into);
FIRSTHIT_API FirsthitStatus firsthit_first_hit_oriented_boxes(int32_t dimension,
                                                              const FirsthitMovingOrientedBox* a,
                                                              const FirsthitMovingOrientedBox* b,
                                                              size_t count, const FirsthitQuery* query,
                                                              FirsthitEncounter* into);
FIRSTHIT_API FirsthitStatus firsthit_first_hit_balls_and_boxes(int32_t dimension, const FirsthitMovingBall* a,
                                                               const FirsthitMovingBox* b, size_t count,
                                                               const FirsthitQuery* query,
                                                               FirsthitEncounter* into);
/** In the plane. Cost: O(count). */
FIRSTHIT_API FirsthitStatus firsthit_first_hit_points_and_segments(const FirsthitMovingPoint* a,
                                                                   const FirsthitMovingSegment* b,
                                                                   size_t count, const FirsthitQuery* query,
                                                                   FirsthitEncounter* into);
FIRSTHIT_API FirsthitStatus firsthit_first_hit_spinning_boxes(const FirsthitSpinningBox* a,
                                                              const FirsthitSpinningBox* b, size_t count,
                                                              const FirsthitQuery* query,
                                                              FirsthitEncounter* into);

#ifdef __cplusplus
}
#endif

#endif
