/* firsthit for C, C99 and later, and for whatever calls C: all of its headers. docs/c.md tells how to use
 * them. */
#ifndef FIRSTHIT_FIRSTHIT_H
#define FIRSTHIT_FIRSTHIT_H

#include <firsthit/c/agents.h>
#include <firsthit/c/base.h>
#include <firsthit/c/body.h>
#include <firsthit/c/features.h>
#include <firsthit/c/motion.h>
#include <firsthit/c/moves.h>
#include <firsthit/c/observer.h>
#include <firsthit/c/query.h>
#include <firsthit/c/questions.h>
#include <firsthit/c/saved.h>
#include <firsthit/c/shape.h>
#include <firsthit/c/world.h>

#endif
