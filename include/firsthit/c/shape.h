#ifndef FIRSTHIT_C_SHAPE_H
#define FIRSTHIT_C_SHAPE_H

#include <firsthit/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Geometry without place, in the plane or in space. It does not change once it is made, any number of bodies
 * and queries may use it, and it may be destroyed as soon as the calls that it was given to have returned. */
typedef struct FirsthitShape FirsthitShape;

typedef int32_t FirsthitShapeKind;
enum {
  FIRSTHIT_SHAPE_POINT = 0,
  FIRSTHIT_SHAPE_BALL = 1,
  FIRSTHIT_SHAPE_SEGMENT = 2,
  FIRSTHIT_SHAPE_HALF_SPACE = 3,
  FIRSTHIT_SHAPE_CONTAINER = 4,
  FIRSTHIT_SHAPE_ARC = 5,
  FIRSTHIT_SHAPE_CAPSULE = 6,
  FIRSTHIT_SHAPE_BOX = 7,
  FIRSTHIT_SHAPE_ORIENTED_BOX = 8,
  FIRSTHIT_SHAPE_HULL = 9,
  FIRSTHIT_SHAPE_POLYGON = 10,
  FIRSTHIT_SHAPE_TRIANGLE = 11
};

/* Each makes a shape in `dimension` dimensions, 2 or 3, and writes it to `into`, for firsthit_shape_destroy.
 * Lengths [L] are relative to the place of what carries the shape. Sizes are looked at where it is used.
 * Cost: O(1) where nothing else is told. */

/** A single point. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_shape_point(int32_t dimension, FirsthitShape** into);
/** A disk or a ball. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_shape_ball(int32_t dimension, double radius, FirsthitShape** into);
/** The straight piece between two vertices. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_shape_segment(int32_t dimension, FirsthitVec from, FirsthitVec to,
                                                   FirsthitShape** into);
/** All points x with normal . x <= offset: solid below its plane. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_shape_half_space(int32_t dimension, FirsthitVec normal, double offset,
                                                      FirsthitShape** into);
/** Everything but the inside of a disk or ball; in worlds only. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_shape_container(int32_t dimension, double radius, FirsthitShape** into);
/** A piece of a circle, counterclockwise from one direction to another (2D). Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_shape_arc(double radius, FirsthitVec from, FirsthitVec to,
                                               FirsthitShape** into);
/** All places within `radius` of the straight piece between two vertices. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_shape_capsule(int32_t dimension, FirsthitVec from, FirsthitVec to,
                                                   double radius, FirsthitShape** into);
/** A box along the coordinate axes. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_shape_box(int32_t dimension, FirsthitVec half_extents,
                                               FirsthitShape** into);
/** A box in any direction: `axes`, as many as dimensions, are where each half extent points. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_shape_oriented_box(int32_t dimension, FirsthitVec half_extents,
                                                        const FirsthitVec* axes, FirsthitShape** into);
/** All places within `radius` of the convex hull of `count` vertices. Cost: O(count). */
FIRSTHIT_API FirsthitStatus firsthit_shape_hull(int32_t dimension, const FirsthitVec* vertices, size_t count,
                                                double radius, FirsthitShape** into);
/** The solid within a simple polygon, convex or concave (2D). Cost: O(count^2) for most, O(count^3) at worst.
 */
FIRSTHIT_API FirsthitStatus firsthit_shape_polygon(const FirsthitVec* vertices, size_t count,
                                                   FirsthitShape** into);
/** A triangle in space, thin (3D), of three vertices. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_shape_triangle(const FirsthitVec* vertices, FirsthitShape** into);

/** Null does no harm. Cost: O(1). */
FIRSTHIT_API void firsthit_shape_destroy(FirsthitShape* shape);

/** What was it made as? Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_shape_kind(const FirsthitShape* shape, FirsthitShapeKind* into);
/** 2 or 3. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_shape_dimension(const FirsthitShape* shape, int32_t* into);

/** How the mass of a shape of one density lies in it. */
typedef struct FirsthitMassProperties {
  size_t size;
  double volume;              /**< [L^2] in the plane, [L^3] in space; 0 of what is thin */
  FirsthitVec centre;         /**< [L] of mass */
  double inertia_per_mass[9]; /**< [L^2] in the plane the first number, in space the rows of a symmetric
                                 matrix */
} FirsthitMassProperties;

/** Cost: O(1); of polygons and hulls with n vertices as in C++. */
FIRSTHIT_API FirsthitStatus firsthit_shape_volume(const FirsthitShape* shape, double* into);
FIRSTHIT_API FirsthitStatus firsthit_shape_mass_properties(const FirsthitShape* shape,
                                                           FirsthitMassProperties* into);
/** The principal moments of inertia over the mass [L^2], and their axes, about the centre of mass (3D). Cost:
 * O(1); of hulls with n vertices as in C++. */
FIRSTHIT_API FirsthitStatus firsthit_shape_principal_inertia(const FirsthitShape* shape,
                                                             FirsthitPrincipalInertia* into);

#ifdef __cplusplus
}
#endif

#endif
