#ifndef FIRSTHIT_C_WORLD_H
#define FIRSTHIT_C_WORLD_H

#include <firsthit/c/base.h>
#include <firsthit/c/body.h>
#include <firsthit/c/observer.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bodies in a box, in the plane or in space, simulated from one impact to the next: C++'s World. Costs are
 * those of its members of the same names where nothing else is told, and so is what is refused. */
typedef struct FirsthitWorld FirsthitWorld;

/** Writes a new world to `into`, for firsthit_world_destroy. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_world_create(const FirsthitWorldOptions* options, FirsthitWorld** into);
/** Null does no harm; from a callback of its own it is refused. Cost: O(n). */
FIRSTHIT_API FirsthitStatus firsthit_world_destroy(FirsthitWorld* world);
/** As given. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_world_options(const FirsthitWorld* world, FirsthitWorldOptions* into);

/** Adds a body. Ids count up from 0. Cost: as C++'s World::add. */
FIRSTHIT_API FirsthitStatus firsthit_world_add(FirsthitWorld* world, const FirsthitBody* body,
                                               FirsthitBodyId* into);
/** Cost: O(n). */
FIRSTHIT_API FirsthitStatus firsthit_world_remove(FirsthitWorld* world, FirsthitBodyId id);
/** 1 if the body is there, else 0. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_world_contains(const FirsthitWorld* world, FirsthitBodyId id,
                                                    int32_t* into);
/** The ids of all bodies that are there, in order. Cost: O(n). */
FIRSTHIT_API FirsthitStatus firsthit_world_bodies(const FirsthitWorld* world, FirsthitBodyId* into,
                                                  size_t capacity, size_t* count);
/** The id of the side of the box at the lower (`upper` 0) or upper end of `axis`, 0 to 2. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_world_side(const FirsthitWorld* world, int32_t axis, int32_t upper,
                                                FirsthitBodyId* into);

/** What a body is, and where it is and how it moves now; without its shape, which is null. Cost: O(1), and a
 * copy of the shape. */
FIRSTHIT_API FirsthitStatus firsthit_world_body(const FirsthitWorld* world, FirsthitBodyId id,
                                                FirsthitBody* into);
/** A copy of its shape, for firsthit_shape_destroy. Cost: the same. */
FIRSTHIT_API FirsthitStatus firsthit_world_shape(const FirsthitWorld* world, FirsthitBodyId id,
                                                 FirsthitShape** into);
/** Where it is and how it moves now. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_world_state(const FirsthitWorld* world, FirsthitBodyId id,
                                                 FirsthitBodyState* into);
/** The same of `count` bodies; the first one's size is that of all. Cost: O(count). */
FIRSTHIT_API FirsthitStatus firsthit_world_states(const FirsthitWorld* world, const FirsthitBodyId* ids,
                                                  size_t count, FirsthitBodyState* into);
/** Their positions alone. Cost: O(count). */
FIRSTHIT_API FirsthitStatus firsthit_world_positions(const FirsthitWorld* world, const FirsthitBodyId* ids,
                                                     size_t count, FirsthitVec* into);

/** Each sets what a body does from now on. A window's callback may set velocities; else callbacks may not.
 * Cost: as in C++. */
FIRSTHIT_API FirsthitStatus firsthit_world_set_velocity(FirsthitWorld* world, FirsthitBodyId id,
                                                        FirsthitVec velocity);
FIRSTHIT_API FirsthitStatus firsthit_world_set_acceleration(FirsthitWorld* world, FirsthitBodyId id,
                                                            FirsthitVec acceleration);
FIRSTHIT_API FirsthitStatus firsthit_world_set_surface_velocity(FirsthitWorld* world, FirsthitBodyId id,
                                                                FirsthitVec velocity);
FIRSTHIT_API FirsthitStatus firsthit_world_set_angular_velocity(FirsthitWorld* world, FirsthitBodyId id,
                                                                FirsthitVec angular_velocity);
FIRSTHIT_API FirsthitStatus firsthit_world_set_orientation(FirsthitWorld* world, FirsthitBodyId id,
                                                           FirsthitOrientation orientation);
FIRSTHIT_API FirsthitStatus firsthit_world_set_position(FirsthitWorld* world, FirsthitBodyId id,
                                                        FirsthitVec position);

/** Each of one pair of materials. Cost: as in C++. */
FIRSTHIT_API FirsthitStatus firsthit_world_set_restitution(FirsthitWorld* world, uint32_t a, uint32_t b,
                                                           double value);
FIRSTHIT_API FirsthitStatus firsthit_world_set_friction(FirsthitWorld* world, uint32_t a, uint32_t b,
                                                        double value);
FIRSTHIT_API FirsthitStatus firsthit_world_set_tangential_restitution(FirsthitWorld* world, uint32_t a,
                                                                      uint32_t b, double value);
FIRSTHIT_API FirsthitStatus firsthit_world_set_rolling_friction(FirsthitWorld* world, uint32_t a, uint32_t b,
                                                                double value);
FIRSTHIT_API FirsthitStatus firsthit_world_set_spinning_friction(FirsthitWorld* world, uint32_t a, uint32_t b,
                                                                 double value);
FIRSTHIT_API FirsthitStatus firsthit_world_set_response(FirsthitWorld* world, uint32_t a, uint32_t b,
                                                        FirsthitResponse response);

/** Two that have just met. */
typedef struct FirsthitContact {
  size_t size;
  double time;      /**< [T] since the world's start */
  FirsthitBodyId a; /**< the smaller id */
  FirsthitBodyId b;
  FirsthitVec velocity_a; /**< [L/T] */
  FirsthitVec velocity_b; /**< [L/T] */
  double mass_a;          /**< [M] infinite for what is fixed or kinematic */
  double mass_b;          /**< [M] */
  FirsthitVec normal;     /**< unit, from a to b */
} FirsthitContact;

/** What a response wants. It stays as it is for ever. */
typedef struct FirsthitReaction {
  FirsthitVec velocity_a; /**< [L/T] */
  FirsthitVec velocity_b; /**< [L/T] */
  int32_t pass;           /**< not 0: they go through each other, until they have parted */
  uint32_t reserved;
} FirsthitReaction;

/** Changes `reaction`, in which both keep their velocities. */
typedef void (*FirsthitReact)(void* user, const FirsthitContact* contact, FirsthitReaction* reaction);
/** A response of the user's. A reaction that cannot be used ends the run, which then fails, with what closes
 * lost. Cost: as set_response. */
FIRSTHIT_API FirsthitStatus firsthit_world_set_reaction(FirsthitWorld* world, uint32_t a, uint32_t b,
                                                        FirsthitReact react, void* user);

/** Called at every multiple of the window's length. */
typedef void (*FirsthitWindow)(void* user, FirsthitWorld* world);
/** Windows of `length` [T]; 0: none. The callback may be null. Refused after the world has begun. Cost: O(1).
 */
FIRSTHIT_API FirsthitStatus firsthit_world_set_window(FirsthitWorld* world, double length,
                                                      FirsthitWindow window, void* user);

/** Watches from now on, told of each event at once. The observer is copied, and named by the number that is
 * written to `into`. Cost: O(1); and each event then makes a call. */
FIRSTHIT_API FirsthitStatus firsthit_world_observe(FirsthitWorld* world, const FirsthitObserver* observer,
                                                   uint32_t* into);
/** The same, told of many events at a time, the last of a run before it returns: of all, or of those in which
 * one of `count` bodies has a part. The world may have gone on since. Cost: O(n) now and then. */
FIRSTHIT_API FirsthitStatus firsthit_world_observe_batches(FirsthitWorld* world,
                                                           const FirsthitObserver* observer,
                                                           const FirsthitBodyId* only, size_t count,
                                                           uint32_t* into);
/** Cost: O(n). */
FIRSTHIT_API FirsthitStatus firsthit_world_unobserve(FirsthitWorld* world, uint32_t observer);

/** What is to be counted, from now or from a later time [T] on, velocities seen from a frame that drifts
 * [L/T], and with the lengths of paths if `path_length` is not 0. Cost: O(1), and a few additions an event.
 */
FIRSTHIT_API FirsthitStatus firsthit_world_measure(FirsthitWorld* world, double from, FirsthitVec drift,
                                                   int32_t path_length);

/** What has happened in a world from a time on: C++'s Statistics, which tell what follows from them. */
typedef struct FirsthitStatistics {
  size_t size;
  double begin;             /**< [T] since the world's start */
  double time;              /**< [T] how long */
  uint64_t impacts[3];      /**< by FirsthitImpactKind */
  uint64_t meetings;        /**< how often a body met another that moves */
  double kinetic_action;    /**< [M L^2/T] */
  double rotational_action; /**< [M L^2/T] */
  double virial;            /**< [M L^2/T^2] */
  double path_length;       /**< [L] of all paths together, if asked for */
  double deepest_overlap;   /**< [L] of all impacts */
} FirsthitStatistics;

/** Cost: O(n). */
FIRSTHIT_API FirsthitStatus firsthit_world_statistics(const FirsthitWorld* world, FirsthitStatistics* into);

/** Where a run must stop, besides its time. A null pointer stands for firsthit_run_limits_default's: nowhere.
 */
typedef struct FirsthitRunLimits {
  size_t size;
  uint64_t collisions; /**< in total since the world began */
  uint64_t events;     /**< in this call */
  /** Null, or somebody's flag, looked at between events: the run ends when it is not 0. Another thread, a
   * callback or a signal's handler may set it. */
  const volatile int32_t* stop;
} FirsthitRunLimits;

/** Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_run_limits_default(FirsthitRunLimits* into, size_t size);

typedef int32_t FirsthitRunOutcome;
enum {
  FIRSTHIT_RUN_REACHED_TIME = 0,
  FIRSTHIT_RUN_REACHED_COLLISIONS = 1,
  FIRSTHIT_RUN_COLLAPSED = 2, /**< infinitely many impacts in finite time, by the culprits */
  FIRSTHIT_RUN_CRUSHED = 3,   /**< the same between the culprits, of which at least one moves as it is told */
  FIRSTHIT_RUN_INTERRUPTED = 4, /**< the stop flag was raised */
  FIRSTHIT_RUN_PAUSED = 5 /**< the budget of events was spent; running on continues as if nothing happened */
};

/** Runs up to and including `time` [T]. Null limits or outcome are as if there were none. Cost: O(k) an
 * event. */
FIRSTHIT_API FirsthitStatus firsthit_world_run_until(FirsthitWorld* world, double time,
                                                     const FirsthitRunLimits* limits,
                                                     FirsthitRunOutcome* into);
/** A frame: runs on for `duration` [T] >= 0. Cost: the same. */
FIRSTHIT_API FirsthitStatus firsthit_world_advance(FirsthitWorld* world, double duration,
                                                   const FirsthitRunLimits* limits, FirsthitRunOutcome* into);
/** Who collapsed, or is crushed and by whom, in the last run. Cost: O(count). */
FIRSTHIT_API FirsthitStatus firsthit_world_culprits(const FirsthitWorld* world, FirsthitBodyId* into,
                                                    size_t capacity, size_t* count);

/* Cost: O(1) of each. */
/** [T] Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_world_time(const FirsthitWorld* world, double* into);
/** Bodies so far, removed ones included: all ids are below. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_world_size(const FirsthitWorld* world, size_t* into);
/** Impacts so far. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_world_collisions(const FirsthitWorld* world, uint64_t* into);
/** Those of one kind. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_world_collisions_of(const FirsthitWorld* world, FirsthitImpactKind kind,
                                                         uint64_t* into);
/** Impacts, dead predictions and looks at new neighbours so far. Cost: O(1). */
FIRSTHIT_API FirsthitStatus firsthit_world_events(const FirsthitWorld* world, uint64_t* into);
/** A hash of every body's record: the same on every machine and in every language. Cost: O(n). */
FIRSTHIT_API FirsthitStatus firsthit_world_state_hash(const FirsthitWorld* world, uint64_t* into);

#ifdef __cplusplus
}
#endif

#endif
