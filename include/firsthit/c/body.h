#ifndef FIRSTHIT_C_BODY_H
#define FIRSTHIT_C_BODY_H

#include <firsthit/c/base.h>
#include <firsthit/c/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t FirsthitSide;
enum {
  FIRSTHIT_SIDE_WALL = 0,     /**< bodies bounce */
  FIRSTHIT_SIDE_PERIODIC = 1, /**< bodies leave on one side and enter on the other */
  FIRSTHIT_SIDE_OPEN = 2      /**< bodies fly on for ever */
};

typedef int32_t FirsthitBodyKind;
enum {
  FIRSTHIT_BODY_DYNAMIC = 0,  /**< moves, and impacts change its course */
  FIRSTHIT_BODY_FIXED = 1,    /**< never moves */
  FIRSTHIT_BODY_KINEMATIC = 2, /**< moves as it is told, whatever it hits */
  FIRSTHIT_BODY_PINNED = 3 /**< held at its place, as a wheel by its axle: impacts turn it, and do nothing else */
};

typedef int32_t FirsthitAfterHit;
enum {
  FIRSTHIT_AFTER_HIT_GOES_ON = 0, /**< it flies on at once */
  FIRSTHIT_AFTER_HIT_WAITS = 1    /**< it stands still at the contact until the window or the frame ends */
};

typedef int32_t FirsthitOnCrush;
enum {
  FIRSTHIT_ON_CRUSH_ENDS_RUN = 0, /**< the run ends with FIRSTHIT_RUN_CRUSHED */
  FIRSTHIT_ON_CRUSH_STOPS = 1,    /**< it stands still from then on, as do those whom it has crushed */
  FIRSTHIT_ON_CRUSH_PASSES = 2    /**< it goes on through those whom it touches, until it has left them */
};

typedef int32_t FirsthitResponse;
enum {
  FIRSTHIT_RESPONSE_BOUNCE = 0,
  FIRSTHIT_RESPONSE_SLIDE = 1,
  FIRSTHIT_RESPONSE_STOP = 2,
  FIRSTHIT_RESPONSE_STICK = 3,
  FIRSTHIT_RESPONSE_PASS = 4
};

typedef int32_t FirsthitNeighbourSearch;
enum { FIRSTHIT_NEIGHBOURS_AUTOMATIC = 0, FIRSTHIT_NEIGHBOURS_LISTS = 1, FIRSTHIT_NEIGHBOURS_ALL_PAIRS = 2 };

/** What one adds to a world. */
typedef struct FirsthitBody {
  size_t size;
  const FirsthitShape* shape; /**< of the world's dimension; it is copied */
  FirsthitVec position;       /**< [L] */
  FirsthitVec velocity;       /**< [L/T]; must be zero if fixed or pinned */
  double mass;                /**< [M], > 0, 1 by default; counts if dynamic or pinned */
  uint32_t material;
  FirsthitBodyKind kind;
  FirsthitFilter filter;
  int32_t sensor; /**< not 0: it notes who enters and leaves it, and hinders nobody */
  FirsthitAfterHit after_hit;
  FirsthitVec one_way; /**< not zero: to characters it is solid only from the side that this points to */
  int32_t spins;       /**< not 0: it turns */
  FirsthitOnCrush on_crush; /**< of what is kinematic: what it does when it has crushed others */
  FirsthitOrientation orientation;
  FirsthitVec angular_velocity; /**< [rad/T]; in the plane z; must be zero if it does not spin */
  double inertia;               /**< [M L^2] > 0; 0: that of its shape, with its mass spread evenly */
  FirsthitVec surface_velocity; /**< [L/T] along itself; must be zero if impacts move it */
} FirsthitBody;

/** Everything of C++'s Body as it is by default, but that there is no shape. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_body_default(FirsthitBody* into, size_t size);

/** Where a body is and how it moves. */
typedef struct FirsthitBodyState {
  size_t size;
  FirsthitVec position;     /**< [L], inside the box along periodic axes */
  FirsthitVec velocity;     /**< [L/T] */
  int64_t wraps[3];         /**< box lengths to add to `position` for the path without jumps */
  FirsthitVec acceleration; /**< [L/T^2] */
  FirsthitOrientation orientation;
  FirsthitVec angular_velocity;     /**< [rad/T]; in the plane z */
  FirsthitVec angular_acceleration; /**< [rad/T^2] */
} FirsthitBodyState;

/** Everything about a world but its bodies. */
typedef struct FirsthitWorldOptions {
  size_t size;
  int32_t dimension; /**< 2 or 3 */
  int32_t rest;      /**< not 0: bodies may rest on what impacts do not move */
  FirsthitVec min;   /**< [L] of the box; with `max` equal to it and walls there is none */
  FirsthitVec max;   /**< [L] */
  FirsthitSide sides[3];
  FirsthitNeighbourSearch neighbours;
  FirsthitVec gravity;     /**< [L/T^2] */
  double restitution;      /**< 0 to 1 */
  double contact_duration; /**< [T] within which a second impact loses nothing */
  uint32_t side_material;  /**< of the walls of the box */
  uint32_t reserved;       /**< 0 */
  double friction;
  double tangential_restitution;
  double rolling_friction;
  double spinning_friction;
} FirsthitWorldOptions;

/** Open space without gravity, as C++'s WorldOptions are by default. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_world_options_default(int32_t dimension, FirsthitWorldOptions* into,
                                                           size_t size);

#ifdef __cplusplus
}
#endif

#endif
