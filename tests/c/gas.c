/* The gas of tests/consumer/main.cpp, made and run by C: it prints the same line. */

#include <firsthit/firsthit.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void need(FirsthitStatus status) {
  if (status == FIRSTHIT_OK) return;
  fprintf(stderr, "%s\n", firsthit_last_error());
  exit(1);
}

/* A velocity component from whole numbers only: -1, -0.75, ... 1. */
static double component(uint32_t* state) {
  *state = *state * 1664525U + 1013904223U;
  return ((double)((*state >> 16U) % 9U) - 4.0) * 0.25;
}

static void add_up(void* user, const FirsthitImpact* impact) { *(double*)user += impact->impulse; }

int main(void) {
  enum { kSide = 6 };
  FirsthitWorldOptions options;
  FirsthitWorld* world;
  FirsthitObserver observer = {sizeof(FirsthitObserver), NULL, add_up, NULL, NULL, NULL};
  FirsthitShape* ball;
  uint32_t state = 1, number;
  uint64_t collisions, hash;
  double impulse = 0.0;
  int i;

  need(firsthit_world_options_default(3, &options, sizeof options));
  options.max.x = options.max.y = options.max.z = 9.0;
  options.sides[0] = options.sides[1] = FIRSTHIT_SIDE_PERIODIC;
  options.restitution = 0.9375;
  need(firsthit_world_create(&options, &world));
  observer.user = &impulse;
  need(firsthit_world_observe(world, &observer, &number));

  need(firsthit_shape_ball(3, 0.5, &ball));
  for (i = 0; i < kSide * kSide * kSide; ++i) {
    FirsthitBody body;
    FirsthitBodyId id;
    need(firsthit_body_default(&body, sizeof body));
    body.shape = ball;
    body.position.x = 0.75 + 1.5 * (i % kSide);
    body.velocity.x = component(&state);
    body.position.y = 0.75 + 1.5 * (i / kSide % kSide);
    body.velocity.y = component(&state);
    body.position.z = 0.75 + 1.5 * (i / (kSide * kSide));
    body.velocity.z = component(&state);
    need(firsthit_world_add(world, &body, &id));
  }
  firsthit_shape_destroy(ball);
  need(firsthit_world_run_until(world, 20.0, NULL, NULL));
  need(firsthit_world_collisions(world, &collisions));
  need(firsthit_world_state_hash(world, &hash));
  need(firsthit_world_destroy(world));
  printf("%" PRIu64 " collisions, hash %016" PRIx64 "\n", collisions, hash);
  return collisions > 1000 && impulse > 0.0 ? 0 : 1;
}
