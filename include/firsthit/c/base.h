#ifndef FIRSTHIT_C_BASE_H
#define FIRSTHIT_C_BASE_H

#include <stddef.h>
#include <stdint.h>

/* Of which library: FIRSTHIT_C_STATIC is defined by who links the static one. */
#if defined(FIRSTHIT_C_STATIC)
#define FIRSTHIT_API
#elif defined(_WIN32) && defined(FIRSTHIT_C_BUILDS)
#define FIRSTHIT_API __declspec(dllexport)
#elif defined(_WIN32)
#define FIRSTHIT_API __declspec(dllimport)
#else
#define FIRSTHIT_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Rules that all of it keeps to.
 *
 * Places and vectors have three numbers, in the plane too: there `z` is 0, and another one is refused. What
 * is asked about, a shape or a world, knows its dimension, 2 or 3. Numbers, units and meanings are those of
 * the C++ library, whose headers of the same names tell more; so are the answers, bit for bit.
 *
 * A struct that begins with `size` may get more fields at its end in later versions. Who makes one says how
 * large it is to him: where it is read, the function whose name ends in `_default` does so and fills it;
 * where it is written to, `size` is set before the call, and nothing beyond it is written. Of an array of
 * them, the first one's size is that of all. Structs without `size` stay as they are for ever, and so do the
 * numbers of constants.
 *
 * Every function that can fail returns a FirsthitStatus; unless it is FIRSTHIT_OK nothing has been written
 * but that of which it is told. Lists are written to `into`, as many as `capacity` has room for, and `count`
 * tells how many there are: with capacity 0, `into` may be null, to ask just that. No exception leaves the
 * library.
 *
 * Threads: any number may use the library at once. A shape, once made, does not change, and any number may
 * use it; a world is used as in C++: what takes it as `const` by any number at once, what does not by one
 * alone.
 */

/** How a call went. */
typedef int32_t FirsthitStatus;
enum {
  FIRSTHIT_OK = 0,
  FIRSTHIT_ERROR_NULL = 1, /**< a null pointer where there must be something */
  FIRSTHIT_ERROR_SIZE = 2, /**< a struct's `size` is none that this version knows */
  FIRSTHIT_ERROR_INPUT =
      3, /**< input that cannot be used: the message says where, what was expected, and found */
  FIRSTHIT_ERROR_NOT_NOW = 4, /**< a callback does what it may not: change the world that calls it */
  FIRSTHIT_ERROR_BROKEN = 5,  /**< a world of which a change has failed halfway; it can only be destroyed */
  FIRSTHIT_ERROR_MEMORY = 6,  /**< there is not enough memory */
  FIRSTHIT_ERROR_INTERNAL = 7 /**< a mistake of the library's */
};

/** What was wrong with this thread's last call that did not return FIRSTHIT_OK, in words; empty if there was
 * none. It is there until this thread's next such call. Cost: O(1). */
FIRSTHIT_API const char* firsthit_last_error(void);

/** The version of this library, `major.minor.patch`. Cost: O(1). */
FIRSTHIT_API const char* firsthit_version(void);

/** A point or a vector; in the plane z is 0. */
typedef struct FirsthitVec {
  double x;
  double y;
  double z;
} FirsthitVec;

/** How far a shape is turned: by the quaternion w + x i + y j + z k of any length but 0; in the plane, where
 * x and y are 0, counterclockwise by twice the angle of w + z i. */
typedef struct FirsthitOrientation {
  double w;
  double x;
  double y;
  double z;
} FirsthitOrientation;

/** How hard a body is to turn about three axes across each other, about none of which it is twisted as it
 * turns. */
typedef struct FirsthitPrincipalInertia {
  FirsthitVec moments; /**< [M L^2] > 0, each at most the sum of the two others */
  FirsthitOrientation
      axes; /**< what turns the coordinate axes into these, as the shape's numbers tell them */
} FirsthitPrincipalInertia;

/** Names a body or a side of the box within one world. */
typedef uint32_t FirsthitBodyId;

/** Who meets whom, in bits: two bodies meet if each has a category that the other's mask lets through. */
typedef struct FirsthitFilter {
  uint32_t category;
  uint32_t mask;
} FirsthitFilter;

#ifdef __cplusplus
}
#endif

#endif
