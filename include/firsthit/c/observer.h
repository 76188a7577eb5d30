#ifndef FIRSTHIT_C_OBSERVER_H
#define FIRSTHIT_C_OBSERVER_H

#include <firsthit/c/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t FirsthitImpactKind;
enum {
  FIRSTHIT_IMPACT_BODY_BODY = 0,     /**< two moving bodies */
  FIRSTHIT_IMPACT_BODY_OBSTACLE = 1, /**< a moving body and a fixed one */
  FIRSTHIT_IMPACT_BODY_SIDE = 2      /**< a moving body and a side of the box */
};

/** A body whose flight has just ended. It stays as it is for ever. */
typedef struct FirsthitImpactSide {
  FirsthitVec position;        /**< [L] centre at the impact, inside the box */
  FirsthitVec velocity_before; /**< [L/T] */
  FirsthitVec velocity_after;  /**< [L/T] */
  FirsthitVec acceleration;    /**< [L/T^2] of the flight that ends here */
  double elapsed;              /**< [T] since its course last changed */
  FirsthitBodyId id;
  uint32_t reserved;
} FirsthitImpactSide;

/** An impact that has just been resolved. */
typedef struct FirsthitImpact {
  size_t size;
  uint64_t index; /**< 0 for the first impact of the world, counted in the total order */
  double time;    /**< [T] since the world's start */
  FirsthitImpactKind kind;
  uint32_t reserved;
  FirsthitImpactSide a; /**< the smaller id */
  FirsthitImpactSide b; /**< the larger id */
  FirsthitVec point;    /**< [L] where the surfaces meet, as a sees it */
  FirsthitVec normal;   /**< unit, from a to b */
  double impulse;       /**< [M L/T] along the normal, >= 0 */
  double virial;        /**< [M L^2/T^2] */
  double overlap;       /**< [L] how deep the stored positions overlap, >= 0 */
} FirsthitImpact;

/** How the two of an impact turn, and what friction does to them. Rates [rad/T] have only z in the plane. */
typedef struct FirsthitImpactSpins {
  size_t size;
  FirsthitVec a_before;
  FirsthitVec a_after;
  FirsthitVec b_before;
  FirsthitVec b_after;
  FirsthitVec tangential_impulse; /**< [M L/T] that b gets from a along the surface */
  FirsthitVec a_acceleration;     /**< [rad/T^2] afterwards, of what rests where friction acts */
  FirsthitVec b_acceleration;
} FirsthitImpactSpins;

typedef int32_t FirsthitTurnKind;
enum {
  FIRSTHIT_TURN_STEERED = 0, /**< somebody set its velocity */
  FIRSTHIT_TURN_RESTED = 1,  /**< it came to rest on a support, or on one more */
  FIRSTHIT_TURN_LEFT = 2,    /**< it left a support, or has gone through what let it pass */
  FIRSTHIT_TURN_PULLED = 3,  /**< it is stuck to a body whose course changed, or pressed against others that part */
  FIRSTHIT_TURN_MOVED = 4,   /**< somebody put it elsewhere */
  FIRSTHIT_TURN_GRIPPED = 5, /**< it slips no more on what it rests on */
  FIRSTHIT_TURN_RUBBED = 6,  /**< friction on what it rests on acts otherwise */
  FIRSTHIT_TURN_CRUSHED = 7  /**< it was crushed, or has crushed others, and stands */
};

/** A body's course has just changed without an impact. */
typedef struct FirsthitTurn {
  size_t size;
  double time; /**< [T] since the world's start */
  FirsthitTurnKind kind;
  FirsthitBodyId
      support; /**< what it rests on, has left, or is stuck to; the body itself if steered or moved */
  FirsthitImpactSide body;
  FirsthitVec acceleration_after;         /**< [L/T^2] of the flight that begins */
  FirsthitVec angular_velocity_after;     /**< [rad/T] */
  FirsthitVec angular_acceleration_after; /**< [rad/T^2] */
} FirsthitTurn;

/** A body has just come to touch one that lets it pass, or has left it. */
typedef struct FirsthitPassing {
  size_t size;
  double time;      /**< [T] since the world's start */
  FirsthitBodyId a; /**< the smaller id */
  FirsthitBodyId b;
  int32_t enters; /**< 1, or 0: leaves */
  uint32_t reserved;
} FirsthitPassing;

/** Who watches a world: what is not null is called for each such event, on the thread that runs the world,
 * with `user` as it is here. There it may ask the world what takes it as `const`, and nothing else. What it
 * is given lasts until it returns. */
typedef struct FirsthitObserver {
  size_t size;
  void* user;
  void (*impact)(void* user, const FirsthitImpact* impact);
  /** Right after that, in a world in which anybody spins, or friction acts. */
  void (*impact_spins)(void* user, const FirsthitImpact* impact, const FirsthitImpactSpins* spins);
  void (*turn)(void* user, const FirsthitTurn* turn);
  void (*passing)(void* user, const FirsthitPassing* passing);
} FirsthitObserver;

#ifdef __cplusplus
}
#endif

#endif
