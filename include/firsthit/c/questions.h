#ifndef FIRSTHIT_C_QUESTIONS_H
#define FIRSTHIT_C_QUESTIONS_H

#include <firsthit/c/base.h>
#include <firsthit/c/shape.h>
#include <firsthit/c/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Questions about where all bodies of a world are now. Costs are those of C++'s World's members of the same
 * names. */

/** Of which bodies something is asked. A null one stands for firsthit_query_filter_default's: all but
 * sensors. */
typedef struct FirsthitQueryFilter {
  size_t size;
  FirsthitFilter filter;
  const FirsthitBodyId* exclude; /**< these are left out */
  size_t exclude_count;
  int32_t sensors; /**< not 0: sensors are asked, too */
  uint32_t reserved;
} FirsthitQueryFilter;

/** Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_query_filter_default(FirsthitQueryFilter* into, size_t size);

/** What a shape, or a character, runs into that moves past all bodies. It stays as it is for ever. */
typedef struct FirsthitCastHit {
  FirsthitVec position; /**< [L] where the shape then is */
  FirsthitVec normal;   /**< unit, from the shape to the body */
  FirsthitVec point;    /**< [L] the middle of where they touch */
  double fraction;      /**< of the way, 0 to 1 */
  double area;          /**< [L^(D-1)] of the contact */
  FirsthitBodyId body;
  uint32_t reserved;
} FirsthitCastHit;

/** The first that a shape at `position` [L] runs into on its way by `displacement` [L]; `found` is 1 if there
 * is one, else 0, and then nothing is written to `into`. Cost: O(log n + k). */
FIRSTHIT_API FirsthitStatus firsthit_world_cast(const FirsthitWorld* world, const FirsthitShape* shape,
                                                FirsthitVec position, FirsthitVec displacement,
                                                const FirsthitQueryFilter* among, FirsthitCastHit* into,
                                                int32_t* found);
/** All of them, in order; each body once. Cost: O(log n + k log k). */
FIRSTHIT_API FirsthitStatus firsthit_world_cast_all(const FirsthitWorld* world, const FirsthitShape* shape,
                                                    FirsthitVec position, FirsthitVec displacement,
                                                    const FirsthitQueryFilter* among, FirsthitCastHit* into,
                                                    size_t capacity, size_t* count);
/** All bodies that touch or overlap a shape at `position` [L], in the order of ids. Cost: O(log n + k log k).
 */
FIRSTHIT_API FirsthitStatus firsthit_world_overlaps(const FirsthitWorld* world, const FirsthitShape* shape,
                                                    FirsthitVec position, const FirsthitQueryFilter* among,
                                                    FirsthitBodyId* into, size_t capacity, size_t* count);

/** The body that is nearest to a shape. It stays as it is for ever. */
typedef struct FirsthitNearestBody {
  FirsthitVec normal; /**< unit, from the shape to the body; zero if there is none */
  FirsthitVec point;  /**< [L] on the body */
  double distance;    /**< [L] negative where they overlap */
  FirsthitBodyId body;
  uint32_t reserved;
} FirsthitNearestBody;

/** The body whose surface is nearest to that of a shape at `position` [L], of those within `max_distance`
 * [L], which may be infinite; `found` as in a cast. Cost: O(log n + k). */
FIRSTHIT_API FirsthitStatus firsthit_world_nearest(const FirsthitWorld* world, const FirsthitShape* shape,
                                                   FirsthitVec position, double max_distance,
                                                   const FirsthitQueryFilter* among,
                                                   FirsthitNearestBody* into, int32_t* found);

/** Somebody near a body. It stays as it is for ever. */
typedef struct FirsthitNeighbour {
  FirsthitVec offset;   /**< [L] from the body's centre to the neighbour's place, or a side's nearest point */
  FirsthitVec normal;   /**< unit, from the body's centre to the nearest point of the neighbour's surface */
  FirsthitVec velocity; /**< [L/T] of the neighbour */
  double gap;           /**< [L] between the two surfaces, negative where they overlap */
  double time_to_collision; /**< [T] from now, on their present courses; infinite for never */
  FirsthitBodyId id;
  uint32_t reserved;
} FirsthitNeighbour;

/** Everybody whose surface is within `distance` [L] of that of a moving body. Cost: O(k log k). */
FIRSTHIT_API FirsthitStatus firsthit_world_neighbours_within(const FirsthitWorld* world, FirsthitBodyId id,
                                                             double distance, FirsthitNeighbour* into,
                                                             size_t capacity, size_t* count);
/** [T] from now until the two meet on their present courses; infinite if they do not. Cost: as a query. */
FIRSTHIT_API FirsthitStatus firsthit_world_time_to_collision(const FirsthitWorld* world, FirsthitBodyId a,
                                                             FirsthitBodyId b, double* into);

/** Where a body rests on something that holds it, at one place; what lies on a side has two, its ends. It stays
 * as it is for ever. */
typedef struct FirsthitRestingContact {
  FirsthitVec point;  /**< [L] as a sees it, from its place in the box (b may be a periodic image) */
  FirsthitVec normal; /**< unit, from a into b */
  FirsthitVec force;  /**< [M L/T^2] of b on a; b gets the opposite */
  FirsthitBodyId a;   /**< who is held */
  FirsthitBodyId b;   /**< what holds it: a body, an obstacle or a side of the box */
} FirsthitRestingContact;

/** Where bodies rest now, in the order of a, then of b, with the forces that gravity, and whatever lies on
 * them, presses them there with; of several sets of forces that would do always the same one. It begins the
 * world. Cost: O(n), and of a heap O(k^3) of its contacts, also where just their number is asked. */
FIRSTHIT_API FirsthitStatus firsthit_world_contacts(const FirsthitWorld* world, FirsthitRestingContact* into,
                                                    size_t capacity, size_t* count);

/** An impact that is foreseen. It stays as it is for ever. */
typedef struct FirsthitPredictedImpact {
  double time;      /**< [T] since the world's start */
  FirsthitBodyId a; /**< the smaller id */
  FirsthitBodyId b;
} FirsthitPredictedImpact;

/** The first `capacity` impacts that are foreseen as it stands; `count` tells how many were written. Cost:
 * O(n log n), and O(n k) if a run would begin with that. */
FIRSTHIT_API FirsthitStatus firsthit_world_predicted_impacts(FirsthitWorld* world,
                                                             FirsthitPredictedImpact* into, size_t capacity,
                                                             size_t* count);

#ifdef __cplusplus
}
#endif

#endif
