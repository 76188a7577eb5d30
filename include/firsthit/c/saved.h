#ifndef FIRSTHIT_C_SAVED_H
#define FIRSTHIT_C_SAVED_H

#include <firsthit/c/base.h>
#include <firsthit/c/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Is given all that is saved, once, after it has been made: it may do whatever a caller may. The bytes last
 * until it returns. */
typedef void (*FirsthitTakeBytes)(void* user, const void* bytes, size_t count);

/** Tells all that the world is, in the format of docs/formats/saved-world.md, so that one that is loaded from
 * it goes on with the same bits: C++'s World::save, which says what is no part of it. Refused in the middle
 * of an event. Cost: O(n), and memory for all of it. */
FIRSTHIT_API FirsthitStatus firsthit_world_save(const FirsthitWorld* world, FirsthitTakeBytes take,
                                                void* user);
/** Makes the world that was saved, in 2 or 3 dimensions, of `count` bytes that may hold more after it: how
 * many of them were it is written to `used`, unless that is null. Windows and reactions must be set again,
 * observers observe again. Cost: O(n). */
FIRSTHIT_API FirsthitStatus firsthit_world_load(int32_t dimension, const void* bytes, size_t count,
                                                FirsthitWorld** into, size_t* used);

#ifdef __cplusplus
}
#endif

#endif
