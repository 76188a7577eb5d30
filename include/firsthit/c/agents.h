#ifndef FIRSTHIT_C_AGENTS_H
#define FIRSTHIT_C_AGENTS_H

#include <firsthit/c/base.h>
#include <firsthit/c/saved.h>
#include <firsthit/c/world.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t FirsthitSteering;
enum {
  FIRSTHIT_STEERING_GOAL = 0, /**< straight to the goal, whoever is in the way */
  FIRSTHIT_STEERING_AVOID = 1 /**< to the goal, and out of the way of others in time */
};

/** A body with a will of its own: a moving ball that wants to be somewhere. */
typedef struct FirsthitAgent {
  size_t size;
  FirsthitBodyId body;
  FirsthitSteering steering;
  FirsthitVec goal;        /**< [L]; across periodic sides it goes the way that stays in the box */
  double preferred_speed;  /**< [L/T], > 0 */
  double max_acceleration; /**< [L/T^2], > 0; infinite: turns at once */
} FirsthitAgent;

/** Of body 0, to the origin, at a speed of 1, straight, and turning at once. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_agent_default(FirsthitAgent* into, size_t size);

/** Steers agents to their goals, where they stop: C++'s Agents. One thread at a time may use it. */
typedef struct FirsthitAgents FirsthitAgents;

/** Writes them to `into`, for firsthit_agents_destroy: `count` agents, of which the first one's size is that
 * of all, in a world of 2 or 3 dimensions. They decide once in each window [T]; `path_error` [L] counts for
 * those whose acceleration is finite. Cost: O(count). */
FIRSTHIT_API FirsthitStatus firsthit_agents_create(int32_t dimension, const FirsthitAgent* agents,
                                                   size_t count, double window, double path_error,
                                                   FirsthitAgents** into);
/** Null does no harm. Not from the callback of a window that they steer. Cost: O(count). */
FIRSTHIT_API void firsthit_agents_destroy(FirsthitAgents* agents);
/** Pieces of one window. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_agents_pieces(const FirsthitAgents* agents, uint64_t* into);
/** [T] of one piece: the length for firsthit_world_set_window. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_agents_piece(const FirsthitAgents* agents, double* into);

/** Sends every agent into its next piece, and lets it decide before the first of each window. Call it at
 * time 0, after a first run to there, and then from the callback of each of the world's windows. Where it
 * fails, some may have been sent already. Cost: as C++'s Agents::steer. */
FIRSTHIT_API FirsthitStatus firsthit_agents_steer(FirsthitAgents* agents, FirsthitWorld* world);

/** Tells how far they have come, to go on with a world that is saved at the same time. Cost: O(count). */
FIRSTHIT_API FirsthitStatus firsthit_agents_save(const FirsthitAgents* agents, FirsthitTakeBytes take,
                                                 void* user);
/** Takes over what others have saved, made of the same agents; `used` as with worlds. Cost: O(count). */
FIRSTHIT_API FirsthitStatus firsthit_agents_load(FirsthitAgents* agents, const void* bytes, size_t count,
                                                 size_t* used);

#ifdef __cplusplus
}
#endif

#endif
