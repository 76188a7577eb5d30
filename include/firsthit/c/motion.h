#ifndef FIRSTHIT_C_MOTION_H
#define FIRSTHIT_C_MOTION_H

#include <firsthit/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t FirsthitMotionKind;
enum {
  FIRSTHIT_MOTION_LINEAR = 0,     /**< position, velocity */
  FIRSTHIT_MOTION_FALLING = 1,    /**< the same, and acceleration */
  FIRSTHIT_MOTION_SPINNING = 2,   /**< the same, and angular_velocity, orientation, centre */
  FIRSTHIT_MOTION_SPLINE = 3,     /**< control, duration, angular_velocity, orientation, centre */
  FIRSTHIT_MOTION_PRECESSING = 4, /**< as spinning; angular_velocity is that of precession, and spin */
  FIRSTHIT_MOTION_TUMBLING = 5    /**< as spinning; angular_velocity is that of now, and inertia */
};

/** How a place changes with time. Of a kind, only the fields count that are told with it. */
typedef struct FirsthitMotion {
  size_t size;
  FirsthitMotionKind kind;
  FirsthitVec position;             /**< [L] now */
  FirsthitVec velocity;             /**< [L/T] now */
  FirsthitVec acceleration;         /**< [L/T^2] */
  FirsthitVec angular_velocity;     /**< [rad/T] along the axis; in the plane z, counterclockwise */
  FirsthitOrientation orientation;  /**< now */
  FirsthitVec centre;               /**< [L] what it turns about, as the shape's own numbers tell places */
  FirsthitVec spin;                 /**< [rad/T] as the shape's own numbers tell directions */
  FirsthitVec control[4];           /**< [L] Bezier's points */
  double duration;                  /**< [T] > 0 of the whole curve */
  FirsthitPrincipalInertia inertia; /**< of what tumbles in space; of the moments only the ratios count */
} FirsthitMotion;

/** At rest in the origin, with equal moments of inertia. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_motion_default(FirsthitMotion* into, size_t size);

/** [L] Where the centre is after `delay` [T] or, if `of_shape` is not null, the point that the shape's own
 * numbers tell so. Cost: O(1); of a point of what tumbles as in C++. */
FIRSTHIT_API FirsthitStatus firsthit_motion_at(int32_t dimension, const FirsthitMotion* motion, double delay,
                                               const FirsthitVec* of_shape, FirsthitVec* into);

/** Counterclockwise by an angle [degrees], about an axis of any length; in the plane the axis is null. Cost:
 * O(1). */
FIRSTHIT_API FirsthitStatus firsthit_turned_by(double degrees, const FirsthitVec* axis,
                                               FirsthitOrientation* into);

#ifdef __cplusplus
}
#endif

#endif
