#ifndef FIRSTHIT_C_MOVES_H
#define FIRSTHIT_C_MOVES_H

#include <firsthit/c/base.h>
#include <firsthit/c/questions.h>
#include <firsthit/c/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a character does with the rest of its way when it runs into something. */
typedef int32_t FirsthitMoveResponse;
enum {
  FIRSTHIT_MOVE_SLIDE = 0,  /**< goes on along the surface */
  FIRSTHIT_MOVE_BOUNCE = 1, /**< goes on as if reflected */
  FIRSTHIT_MOVE_STOP = 2,   /**< stays where it is */
  FIRSTHIT_MOVE_CROSS = 3   /**< goes on through that body */
};

/** How a character moves. A null policy stands for firsthit_move_policy_default's. */
typedef struct FirsthitMovePolicy {
  size_t size;
  FirsthitMoveResponse response;
  uint32_t reserved;
  /** If not null, it decides for every hit, and may ask the world what takes it as `const`. */
  FirsthitMoveResponse (*choose)(void* user, const FirsthitCastHit* hit);
  void* user;
  const FirsthitQueryFilter* among; /**< whom it meets; null: all but sensors */
  FirsthitVec up;                   /**< upwards, of any length; zero for those who know no ground */
  double max_slope;                 /**< rad, of the steepest ground that one stands and walks on */
  double step_height;               /**< [L] of the highest step that it climbs while it walks */
  double snap_distance;             /**< [L] so far below it finds its ground again as it walks down */
  double skin;                      /**< [L] to keep from what it hits */
} FirsthitMovePolicy;

/** Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_move_policy_default(FirsthitMovePolicy* into, size_t size);

/** What came of a move. */
typedef struct FirsthitMoveResult {
  size_t size;
  FirsthitVec position;      /**< [L] where it is now */
  FirsthitVec carried;       /**< [L] how far the ground has carried it since its last move */
  FirsthitVec ground_normal; /**< unit, from the ground upwards */
  int32_t grounded;          /**< 1 or 0 */
  FirsthitBodyId ground;     /**< if it is grounded */
  int32_t crushed; /**< 1: it overlaps bodies that have come into it, and there is no room to give way */
  uint32_t reserved;
  size_t hit_count;        /**< what firsthit_world_move_hits tells */
  size_t crushed_by_count; /**< what firsthit_world_move_crushed_by tells */
} FirsthitMoveResult;

/** Moves a kinematic body by `displacement` [L], now, while all others stand where they are. Cost: as C++'s
 * World::move. */
FIRSTHIT_API FirsthitStatus firsthit_world_move(FirsthitWorld* world, FirsthitBodyId id,
                                                FirsthitVec displacement, const FirsthitMovePolicy* policy,
                                                FirsthitMoveResult* into);
/** What the world's last move ran into, in order. Cost: O(count). */
FIRSTHIT_API FirsthitStatus firsthit_world_move_hits(const FirsthitWorld* world, FirsthitCastHit* into,
                                                     size_t capacity, size_t* count);
/** Whom it is crushed by. Cost: O(count). */
FIRSTHIT_API FirsthitStatus firsthit_world_move_crushed_by(const FirsthitWorld* world, FirsthitBodyId* into,
                                                           size_t capacity, size_t* count);

#ifdef __cplusplus
}
#endif

#endif
