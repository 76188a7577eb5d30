/* Wrong calls: each is refused with its status and a message, and does no harm. */

#include <firsthit/firsthit.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void expect(FirsthitStatus found, FirsthitStatus expected, const char* call, int line) {
  if (found == expected && (expected == FIRSTHIT_OK || firsthit_last_error()[0] != '\0')) return;
  ++failures;
  fprintf(stderr, "%d: %s: expected %d, found %d (%s)\n", line, call, (int)expected, (int)found,
          firsthit_last_error());
}

#define EXPECT(status, call) expect(call, status, #call, __LINE__)
#define OK(call) EXPECT(FIRSTHIT_OK, call)
#define NULL_ERROR(call) EXPECT(FIRSTHIT_ERROR_NULL, call)
#define SIZE_ERROR(call) EXPECT(FIRSTHIT_ERROR_SIZE, call)
#define INPUT_ERROR(call) EXPECT(FIRSTHIT_ERROR_INPUT, call)

static const FirsthitVec kZero = {0.0, 0.0, 0.0};

static FirsthitVec vec(double x, double y, double z) {
  FirsthitVec r;
  r.x = x;
  r.y = y;
  r.z = z;
  return r;
}

static void shapes(void) {
  FirsthitShape* shape = NULL;
  FirsthitShapeKind kind;
  FirsthitMassProperties properties;
  FirsthitPrincipalInertia inertia;
  FirsthitVec corners[3];
  double filled;
  memset(corners, 0, sizeof corners);
  NULL_ERROR(firsthit_shape_ball(2, 1.0, NULL));
  INPUT_ERROR(firsthit_shape_ball(1, 1.0, &shape));
  INPUT_ERROR(firsthit_shape_ball(-2147483647, 1.0, &shape));
  INPUT_ERROR(firsthit_shape_box(2, vec(1.0, 1.0, 1.0), &shape));
  INPUT_ERROR(firsthit_shape_box(2, vec(1.0, 1.0, (double)NAN), &shape));
  NULL_ERROR(firsthit_shape_oriented_box(3, kZero, NULL, &shape));
  NULL_ERROR(firsthit_shape_hull(3, NULL, 3, 0.0, &shape));
  NULL_ERROR(firsthit_shape_polygon(NULL, 3, &shape));
  INPUT_ERROR(firsthit_shape_polygon(corners, 3, &shape));
  INPUT_ERROR(firsthit_shape_polygon(NULL, 0, &shape));
  NULL_ERROR(firsthit_shape_triangle(NULL, &shape));
  if (shape != NULL) ++failures; /* nothing has been written */
  NULL_ERROR(firsthit_shape_kind(NULL, &kind));
  firsthit_shape_destroy(NULL);

  OK(firsthit_shape_ball(3, (double)NAN, &shape)); /* looked at where it is used */
  NULL_ERROR(firsthit_shape_volume(shape, NULL));
  NULL_ERROR(firsthit_shape_mass_properties(shape, NULL));
  properties.size = 8;
  SIZE_ERROR(firsthit_shape_mass_properties(shape, &properties));
  properties.size = sizeof properties;
  INPUT_ERROR(firsthit_shape_mass_properties(shape, &properties));
  NULL_ERROR(firsthit_shape_principal_inertia(shape, NULL));
  NULL_ERROR(firsthit_shape_principal_inertia(NULL, &inertia));
  INPUT_ERROR(firsthit_shape_principal_inertia(shape, &inertia));
  (void)filled;
  firsthit_shape_destroy(shape);
}

static void motions(void) {
  FirsthitMotion motion;
  FirsthitVec place;
  FirsthitOrientation turned;
  NULL_ERROR(firsthit_motion_default(NULL, sizeof motion));
  SIZE_ERROR(firsthit_motion_default(&motion, sizeof motion + 8));
  SIZE_ERROR(firsthit_motion_default(&motion, 0));
  OK(firsthit_motion_default(&motion, sizeof motion));
  NULL_ERROR(firsthit_motion_at(2, NULL, 1.0, NULL, &place));
  NULL_ERROR(firsthit_motion_at(2, &motion, 1.0, NULL, NULL));
  INPUT_ERROR(firsthit_motion_at(5, &motion, 1.0, NULL, &place));
  INPUT_ERROR(firsthit_motion_at(2, &motion, (double)INFINITY, NULL, &place));
  motion.kind = FIRSTHIT_MOTION_SPINNING;
  motion.angular_velocity.z = 1.0;
  INPUT_ERROR(firsthit_motion_at(2, &motion, 1e300, NULL, &place));
  motion.orientation.w = 0.0;
  INPUT_ERROR(firsthit_motion_at(2, &motion, 1.0, NULL, &place));
  motion.orientation.w = (double)NAN;
  INPUT_ERROR(firsthit_motion_at(2, &motion, 1.0, NULL, &place));
  OK(firsthit_motion_default(&motion, sizeof motion));
  motion.kind = -1;
  INPUT_ERROR(firsthit_motion_at(2, &motion, 1.0, NULL, &place));
  motion.kind = FIRSTHIT_MOTION_LINEAR;
  motion.velocity.x = (double)NAN;
  INPUT_ERROR(firsthit_motion_at(3, &motion, 1.0, NULL, &place));
  motion.size = offsetof(FirsthitMotion, inertia) - 1; /* less than there ever was */
  SIZE_ERROR(firsthit_motion_at(3, &motion, 1.0, NULL, &place));
  INPUT_ERROR(firsthit_turned_by((double)NAN, NULL, &turned));
  INPUT_ERROR(firsthit_turned_by(1.0, &kZero, &turned));
  NULL_ERROR(firsthit_turned_by(1.0, NULL, NULL));
}

/* Of one motion that is right, one number each that is not. */
static void what_tumbles(void) {
  FirsthitMotion right, motion;
  FirsthitShape* box;
  FirsthitEncounter hit;
  FirsthitVec place;
  size_t i;
  struct {
    double* number;
    double wrong;
  } const faults[] = {{&motion.inertia.moments.x, 0.0},
                      {&motion.inertia.moments.y, -1.0},
                      {&motion.inertia.moments.z, (double)NAN},
                      {&motion.inertia.moments.x, (double)INFINITY},
                      {&motion.inertia.moments.z, 1e-7},
                      {&motion.inertia.moments.x, 2.01},
                      {&motion.inertia.moments.y, 2.01},
                      {&motion.inertia.moments.z, 2.01},
                      {&motion.inertia.axes.w, 0.0},
                      {&motion.inertia.axes.x, (double)NAN},
                      {&motion.angular_velocity.x, (double)NAN}};
  hit.size = sizeof hit;
  OK(firsthit_shape_box(3, vec(1.0, 1.0, 1.0), &box));
  OK(firsthit_motion_default(&right, sizeof right));
  right.kind = FIRSTHIT_MOTION_TUMBLING;
  OK(firsthit_motion_at(3, &right, 1.0, &kZero, &place));
  OK(firsthit_first_hit(box, &right, box, NULL, NULL, &hit));
  for (i = 0; i < sizeof faults / sizeof *faults; ++i) {
    motion = right;
    *faults[i].number = faults[i].wrong;
    INPUT_ERROR(firsthit_motion_at(3, &motion, 1.0, &kZero, &place));
    INPUT_ERROR(firsthit_first_hit(box, &motion, box, NULL, NULL, &hit));
    if (faults[i].number == &motion.angular_velocity.x) continue;
    OK(firsthit_motion_at(2, &motion, 1.0, &kZero, &place)); /* where there is none */
    motion.kind = FIRSTHIT_MOTION_PRECESSING;
    OK(firsthit_motion_at(3, &motion, 1.0, &kZero, &place)); /* nor is there here */
  }
  /* What is told of its angle holds for the fastest that it may become. */
  motion = right;
  motion.inertia.moments = vec(1.0, 1.0, 1e-4);
  motion.angular_velocity.x = 1e8;
  OK(firsthit_motion_at(3, &motion, 0.0, &kZero, &place));
  INPUT_ERROR(firsthit_motion_at(3, &motion, 1.0, &kZero, &place));
  motion.inertia.moments = vec(1.0, 1.0, 1.0);
  OK(firsthit_motion_at(3, &motion, 1.0, &kZero, &place));
  firsthit_shape_destroy(box);
}

static void queries(void) {
  FirsthitShape *ball, *odd;
  FirsthitEncounter hit;
  FirsthitSeparation separation;
  FirsthitQuery query;
  FirsthitMotion motion;
  FirsthitMovingBall balls[2];
  FirsthitVertexFace faces[1];
  FirsthitFeatureEncounter met;
  FirsthitPathCrossing crossing;
  FirsthitVec chain[2];
  double delay;
  double* numbers[] = {&motion.position.x, &motion.velocity.y,    &motion.acceleration.x,
                       &motion.centre.y,   &motion.orientation.w, &motion.angular_velocity.z};
  size_t i;
  OK(firsthit_shape_ball(2, 1.0, &ball));
  hit.size = sizeof hit;
  separation.size = sizeof separation;
  NULL_ERROR(firsthit_first_hit(NULL, NULL, ball, NULL, NULL, &hit));
  NULL_ERROR(firsthit_first_hit(ball, NULL, NULL, NULL, NULL, &hit));
  NULL_ERROR(firsthit_first_hit(ball, NULL, ball, NULL, NULL, NULL));
  NULL_ERROR(firsthit_time_to_collision(ball, NULL, ball, NULL, NULL, NULL));
  NULL_ERROR(firsthit_time_to_collision(ball, NULL, NULL, NULL, NULL, &delay));
  NULL_ERROR(firsthit_distance(ball, kZero, NULL, NULL, kZero, NULL, &separation));
  NULL_ERROR(firsthit_distance(ball, kZero, NULL, ball, kZero, NULL, NULL));
  INPUT_ERROR(firsthit_distance(ball, vec((double)NAN, 0.0, 0.0), NULL, ball, kZero, NULL, &separation));
  separation.size = 1;
  SIZE_ERROR(firsthit_distance(ball, kZero, NULL, ball, kZero, NULL, &separation));
  hit.size = 0;
  SIZE_ERROR(firsthit_first_hit(ball, NULL, ball, NULL, NULL, &hit));
  hit.size = sizeof hit;
  OK(firsthit_query_default(&query, sizeof query));
  query.size = 3;
  SIZE_ERROR(firsthit_first_hit(ball, NULL, ball, NULL, &query, &hit));
  OK(firsthit_query_default(&query, sizeof query));
  query.horizon = -1.0;
  INPUT_ERROR(firsthit_first_hit(ball, NULL, ball, NULL, &query, &hit));
  query.horizon = (double)NAN;
  INPUT_ERROR(firsthit_first_hit(ball, NULL, ball, NULL, &query, &hit));
  query.horizon = 1.0;
  query.margin = (double)NAN;
  INPUT_ERROR(firsthit_first_hit(ball, NULL, ball, NULL, &query, &hit));
  for (i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
    OK(firsthit_motion_default(&motion, sizeof motion));
    motion.kind = FIRSTHIT_MOTION_SPINNING;
    *numbers[i] = (double)NAN;
    INPUT_ERROR(firsthit_first_hit(ball, NULL, ball, &motion, NULL, &hit));
    *numbers[i] = (double)INFINITY;
    INPUT_ERROR(firsthit_first_hit(ball, &motion, ball, NULL, NULL, &hit));
  }
  OK(firsthit_shape_ball(2, -1.0, &odd));
  INPUT_ERROR(firsthit_first_hit(ball, NULL, odd, NULL, NULL, &hit));
  firsthit_shape_destroy(odd);
  OK(firsthit_shape_hull(2, NULL, 0, 0.0, &odd));
  INPUT_ERROR(firsthit_first_hit(ball, NULL, odd, NULL, NULL, &hit));
  firsthit_shape_destroy(odd);
  OK(firsthit_shape_container(2, 1.0, &odd));
  INPUT_ERROR(firsthit_first_hit(ball, NULL, odd, NULL, NULL, &hit));
  firsthit_shape_destroy(odd);
  firsthit_shape_destroy(ball);

  memset(balls, 0, sizeof balls);
  NULL_ERROR(firsthit_first_hit_balls(2, NULL, balls, 2, NULL, &hit));
  NULL_ERROR(firsthit_first_hit_balls(2, balls, balls, 2, NULL, NULL));
  balls[0].velocity.x = (double)NAN;
  INPUT_ERROR(firsthit_first_hit_balls(2, balls, balls, 1, NULL, &hit));
  memset(faces, 0, sizeof faces);
  faces[0].face[1].y = (double)INFINITY;
  INPUT_ERROR(firsthit_first_hit_vertices_and_faces(faces, faces, 1, &met));
  NULL_ERROR(firsthit_first_hit_vertices_and_faces(faces, NULL, 1, &met));
  OK(firsthit_first_hit_vertices_and_faces(NULL, NULL, 0, NULL));
  memset(chain, 0, sizeof chain);
  INPUT_ERROR(firsthit_first_hit_outlines(NULL, NULL, 0, chain, chain, 2, &hit));
  NULL_ERROR(firsthit_first_hit_outlines(chain, NULL, 2, chain, chain, 2, &hit));
  INPUT_ERROR(firsthit_path_crossing(2, kZero, kZero, kZero, kZero, -1.0, 1.0, 0.0, &crossing));
  INPUT_ERROR(firsthit_path_crossing(0, kZero, kZero, kZero, kZero, 1.0, 1.0, 0.0, &crossing));
  NULL_ERROR(firsthit_path_crossing(2, kZero, kZero, kZero, kZero, 1.0, 1.0, 0.0, NULL));
}

static void worlds(void) {
  FirsthitWorldOptions options;
  FirsthitWorld* world = NULL;
  FirsthitBody body;
  FirsthitBodyId id = 0, ids[2];
  FirsthitShape *ball, *cube;
  FirsthitBodyState state;
  FirsthitObserver observer;
  FirsthitStatistics statistics;
  FirsthitRunLimits limits;
  FirsthitMoveResult moved;
  FirsthitMovePolicy policy;
  FirsthitQueryFilter among;
  FirsthitCastHit hit;
  FirsthitNeighbour neighbour;
  double* numbers[] = {&body.position.x, &body.velocity.y,         &body.mass,
                       &body.inertia,    &body.angular_velocity.z, &body.orientation.w,
                       &body.one_way.x,  &body.surface_velocity.y};
  double time;
  uint32_t number;
  size_t i, count;
  int32_t found;
  uint64_t hash, before;
  OK(firsthit_shape_ball(2, 1.0, &ball));
  OK(firsthit_shape_box(3, vec(1.0, 1.0, 1.0), &cube));
  INPUT_ERROR(firsthit_world_options_default(4, &options, sizeof options));
  NULL_ERROR(firsthit_world_options_default(2, NULL, sizeof options));
  OK(firsthit_world_options_default(2, &options, sizeof options));
  NULL_ERROR(firsthit_world_create(NULL, &world));
  NULL_ERROR(firsthit_world_create(&options, NULL));
  options.dimension = 7;
  INPUT_ERROR(firsthit_world_create(&options, &world));
  options.dimension = 2;
  options.sides[1] = 3;
  INPUT_ERROR(firsthit_world_create(&options, &world));
  options.sides[1] = 0;
  options.restitution = (double)NAN;
  INPUT_ERROR(firsthit_world_create(&options, &world));
  options.restitution = 1.0;
  options.gravity.z = -9.81;
  INPUT_ERROR(firsthit_world_create(&options, &world));
  options.gravity.z = 0.0;
  options.size = 12;
  SIZE_ERROR(firsthit_world_create(&options, &world));
  if (world != NULL) ++failures;
  options.size = sizeof options;
  OK(firsthit_world_create(&options, &world));

  NULL_ERROR(firsthit_world_add(NULL, &body, &id));
  NULL_ERROR(firsthit_world_add(world, NULL, &id));
  OK(firsthit_body_default(&body, sizeof body));
  NULL_ERROR(firsthit_world_add(world, &body, &id)); /* no shape */
  body.shape = cube;
  INPUT_ERROR(firsthit_world_add(world, &body, &id));
  body.shape = ball;
  NULL_ERROR(firsthit_world_add(world, &body, NULL));
  body.kind = 9;
  INPUT_ERROR(firsthit_world_add(world, &body, &id));
  for (i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
    OK(firsthit_body_default(&body, sizeof body));
    body.shape = ball;
    body.spins = 1;
    *numbers[i] = (double)NAN;
    INPUT_ERROR(firsthit_world_add(world, &body, &id));
  }
  OK(firsthit_body_default(&body, sizeof body));
  body.shape = ball;
  body.velocity.x = 1.0;
  OK(firsthit_world_add(world, &body, &id));
  OK(firsthit_world_state_hash(world, &before));

  NULL_ERROR(firsthit_world_time(NULL, &time));
  NULL_ERROR(firsthit_world_time(world, NULL));
  state.size = sizeof state;
  INPUT_ERROR(firsthit_world_state(world, 5, &state));
  state.size = 16;
  SIZE_ERROR(firsthit_world_state(world, id, &state));
  ids[0] = 77;
  INPUT_ERROR(firsthit_world_positions(world, ids, 1, &body.position));
  NULL_ERROR(firsthit_world_positions(world, NULL, 1, &body.position));
  NULL_ERROR(firsthit_world_bodies(world, NULL, 1, &count));
  NULL_ERROR(firsthit_world_bodies(world, ids, 1, NULL));
  INPUT_ERROR(firsthit_world_side(world, 2, 0, &id));
  INPUT_ERROR(firsthit_world_remove(world, 99));
  INPUT_ERROR(firsthit_world_set_velocity(world, 0, vec((double)NAN, 0.0, 0.0)));
  INPUT_ERROR(firsthit_world_set_velocity(world, 0, vec(0.0, 0.0, 1.0)));
  INPUT_ERROR(firsthit_world_set_velocity(world, 1u << 31, kZero));
  INPUT_ERROR(firsthit_world_set_acceleration(world, 0, vec(1.0, 0.0, 0.0))); /* impacts move it */
  INPUT_ERROR(firsthit_world_set_acceleration(world, 1u << 31, kZero));
  NULL_ERROR(firsthit_world_set_acceleration(NULL, 0, kZero));
  INPUT_ERROR(firsthit_world_set_surface_velocity(world, 0, vec(1.0, 0.0, 0.0))); /* impacts move it */
  INPUT_ERROR(firsthit_world_set_surface_velocity(world, 1u << 31, kZero));
  NULL_ERROR(firsthit_world_set_surface_velocity(NULL, 0, kZero));
  INPUT_ERROR(firsthit_world_set_position(world, 0, vec(0.0, (double)INFINITY, 0.0)));
  INPUT_ERROR(firsthit_world_set_angular_velocity(world, 0, vec(0.0, 0.0, 1.0)));
  INPUT_ERROR(firsthit_world_set_restitution(world, 0, 0, 2.0));
  INPUT_ERROR(firsthit_world_set_friction(world, 0, 0, (double)NAN));
  INPUT_ERROR(firsthit_world_set_response(world, 0, 0, 17));
  NULL_ERROR(firsthit_world_set_reaction(world, 0, 0, NULL, NULL));
  INPUT_ERROR(firsthit_world_set_window(world, -1.0, NULL, NULL));
  NULL_ERROR(firsthit_world_observe(world, NULL, &number));
  memset(&observer, 0, sizeof observer);
  SIZE_ERROR(firsthit_world_observe(world, &observer, &number));
  observer.size = sizeof observer;
  NULL_ERROR(firsthit_world_observe(world, &observer, NULL));
  NULL_ERROR(firsthit_world_observe_batches(world, &observer, NULL, 1, &number));
  INPUT_ERROR(firsthit_world_unobserve(world, 0));
  OK(firsthit_world_observe(world, &observer, &number)); /* of nothing */
  OK(firsthit_world_unobserve(world, number));
  INPUT_ERROR(firsthit_world_unobserve(world, number));
  statistics.size = sizeof statistics;
  INPUT_ERROR(firsthit_world_statistics(world, &statistics)); /* nothing is measured */
  INPUT_ERROR(firsthit_world_measure(world, (double)NAN, kZero, 0));
  INPUT_ERROR(firsthit_world_run_until(world, -1.0, NULL, NULL));
  INPUT_ERROR(firsthit_world_run_until(world, (double)NAN, NULL, NULL));
  INPUT_ERROR(firsthit_world_advance(world, -1.0, NULL, NULL));
  limits.size = 5;
  SIZE_ERROR(firsthit_world_advance(world, 1.0, &limits, NULL));
  OK(firsthit_world_state_hash(world, &hash));
  if (hash != before) ++failures; /* whatever was refused has changed nothing */

  among.size = 1;
  SIZE_ERROR(firsthit_world_cast(world, ball, kZero, kZero, &among, &hit, &found));
  OK(firsthit_query_filter_default(&among, sizeof among));
  among.exclude_count = 3;
  NULL_ERROR(firsthit_world_cast(world, ball, kZero, kZero, &among, &hit, &found));
  NULL_ERROR(firsthit_world_cast(world, NULL, kZero, kZero, NULL, &hit, &found));
  INPUT_ERROR(firsthit_world_cast(world, cube, kZero, kZero, NULL, &hit, &found));
  NULL_ERROR(firsthit_world_cast(world, ball, kZero, kZero, NULL, NULL, &found));
  NULL_ERROR(firsthit_world_cast(world, ball, kZero, kZero, NULL, &hit, NULL));
  INPUT_ERROR(firsthit_world_cast(world, ball, kZero, vec((double)NAN, 0.0, 0.0), NULL, &hit, &found));
  NULL_ERROR(firsthit_world_overlaps(world, ball, kZero, NULL, NULL, 1, &count));
  INPUT_ERROR(firsthit_world_neighbours_within(world, 0, -1.0, &neighbour, 1, &count));
  INPUT_ERROR(firsthit_world_time_to_collision(world, 0, 0, &time));
  moved.size = sizeof moved;
  INPUT_ERROR(firsthit_world_move(world, 0, kZero, NULL, &moved)); /* it is dynamic */
  OK(firsthit_move_policy_default(&policy, sizeof policy));
  policy.response = 4;
  INPUT_ERROR(firsthit_world_move(world, 0, kZero, &policy, &moved));
  NULL_ERROR(firsthit_world_move(world, 0, kZero, NULL, NULL));
  NULL_ERROR(firsthit_world_save(world, NULL, NULL));
  NULL_ERROR(firsthit_world_load(2, NULL, 8, &world, NULL));
  NULL_ERROR(firsthit_world_load(2, "saved", 5, NULL, NULL));
  INPUT_ERROR(firsthit_world_load(1, "saved", 5, &world, NULL));
  INPUT_ERROR(firsthit_world_load(2, NULL, 0, &world, NULL));
  INPUT_ERROR(firsthit_world_load(2, "saved", 5, &world, NULL));
  OK(firsthit_world_run_until(world, 2.0, NULL, NULL)); /* it is still of use */
  OK(firsthit_world_destroy(world));
  OK(firsthit_world_destroy(NULL));
  firsthit_shape_destroy(ball);
  firsthit_shape_destroy(cube);
}

int main(void) {
  if (firsthit_last_error()[0] != '\0' || firsthit_version()[0] == '\0') ++failures;
  shapes();
  motions();
  what_tumbles();
  queries();
  worlds();
  printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
