#include "c/both.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

/// Events as lines of numbers, from either side.
using Events = std::vector<std::vector<double>>;

template <int D>
class Watch : public Observer<D> {
 public:
  explicit Watch(Events& events) : events_(events) {}
  void impact(const Impact<D>& x) override {
    const FirsthitVec point = in_c(x.point), before = in_c(x.a.velocity_before),
                      after = in_c(x.b.velocity_after);
    events_.push_back({0, static_cast<double>(x.index), x.time, static_cast<double>(x.kind),
                       double(x.a.id.value), double(x.b.id.value), point.x, point.y, point.z, before.x,
                       before.y, after.x, after.z, x.impulse, x.virial, x.overlap, x.a.elapsed});
  }
  void impact_spins(const Impact<D>& x, const ImpactSpins<D>& s) override {
    const FirsthitVec after = rate_in_c(s.a_after), tangential = in_c(s.tangential_impulse);
    events_.push_back({1, x.time, after.x, after.z, tangential.x, tangential.y, rate_in_c(s.b_before).z});
  }
  void turn(const Turn<D>& x) override {
    events_.push_back({2, x.time, static_cast<double>(x.kind), double(x.body.id.value),
                       double(x.support.value), in_c(x.acceleration_after).y, in_c(x.body.velocity_after).x,
                       rate_in_c(x.angular_velocity_after).z});
  }
  void passing(const Passing<D>& x) override {
    events_.push_back({3, x.time, double(x.a.value), double(x.b.value), x.enters ? 1.0 : 0.0});
  }

 private:
  Events& events_;
};

const FirsthitObserver kWatchInC = {
    sizeof(FirsthitObserver),
    nullptr,
    [](void* user, const FirsthitImpact* x) {
      static_cast<Events*>(user)->push_back(
          {0, static_cast<double>(x->index), x->time, static_cast<double>(x->kind), double(x->a.id),
           double(x->b.id), x->point.x, x->point.y, x->point.z, x->a.velocity_before.x,
           x->a.velocity_before.y, x->b.velocity_after.x, x->b.velocity_after.z, x->impulse, x->virial,
           x->overlap, x->a.elapsed});
    },
    [](void* user, const FirsthitImpact* x, const FirsthitImpactSpins* s) {
      static_cast<Events*>(user)->push_back({1, x->time, s->a_after.x, s->a_after.z, s->tangential_impulse.x,
                                             s->tangential_impulse.y, s->b_before.z});
    },
    [](void* user, const FirsthitTurn* x) {
      static_cast<Events*>(user)->push_back({2, x->time, static_cast<double>(x->kind), double(x->body.id),
                                             double(x->support), x->acceleration_after.y,
                                             x->body.velocity_after.x, x->angular_velocity_after.z});
    },
    [](void* user, const FirsthitPassing* x) {
      static_cast<Events*>(user)->push_back({3, x->time, double(x->a), double(x->b), double(x->enters)});
    }};

/// A yard: what falls, turns, rests and passes a sensor.
Both<2> yard() {
  WorldOptions<2> options;
  options.space = {{0.0, 0.0}, {12.0, 8.0}, {Side::Periodic, Side::Wall}};
  options.gravity = {0.0, -4.0};
  options.restitution = 0.875;
  options.friction = 0.25;
  options.contact_duration = 0x1p-10;
  Both<2> both(options);
  both.add({.shape = HalfSpace<2>{{0.0, 1.0}, 0.0}, .position = {6.0, 1.0}, .kind = BodyKind::Fixed});
  both.add({.shape = Box<2>{{1.0, 2.0}}, .position = {9.0, 5.0}, .kind = BodyKind::Fixed, .sensor = true});
  for (int i = 0; i < 6; ++i) {
    Body<2> ball{.shape = Ball{0.25}, .position = {1.0 + 1.75 * i, 5.0 + 0.25 * i}, .velocity = {1.0, 0.25}};
    ball.spins = true;
    ball.angular_velocity = 0.5 * i;
    ball.material = Material{i % 2 == 0 ? 1U : 0U};
    both.add(ball);
  }
  return both;
}

TEST(WorldsInC, HaveTheEventsAndStatesOfCpp) {
  Both<2> both = yard();
  Events expected, found, batched;
  Watch<2> watch(expected);
  both.cpp.observe(watch);
  std::uint32_t number = 0, second = 0;
  FirsthitObserver observer = kWatchInC;
  observer.user = &found;
  OK(firsthit_world_observe(both.c.get(), &observer, &number));
  observer.user = &batched;
  OK(firsthit_world_observe_batches(both.c.get(), &observer, nullptr, 0, &second));
  both.cpp.measure({.path_length = true});
  OK(firsthit_world_measure(both.c.get(), 0.0, {}, 1));
  both.cpp.set_restitution(Material{0}, Material{1}, 0.75);
  OK(firsthit_world_set_restitution(both.c.get(), 0, 1, 0.75));

  both.run_until(8.0);
  both.expect_same_state();
  ASSERT_GT(expected.size(), 30U);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(batched, expected);
  FirsthitStatistics s{};
  s.size = sizeof s;
  OK(firsthit_world_statistics(both.c.get(), &s));
  const Statistics t = both.cpp.statistics();
  EXPECT_EQ(bytes(s.kinetic_action), bytes(t.kinetic_action));
  EXPECT_EQ(bytes(s.rotational_action), bytes(t.rotational_action));
  EXPECT_EQ(bytes(s.path_length), bytes(t.path_length));
  EXPECT_EQ(bytes(s.virial), bytes(t.virial));
  EXPECT_EQ(bytes(s.deepest_overlap), bytes(t.deepest_overlap));
  EXPECT_EQ(s.meetings, t.meetings);
  for (int k = 0; k < 3; ++k) {
    std::uint64_t of_kind = 0;
    OK(firsthit_world_collisions_of(both.c.get(), k, &of_kind));
    EXPECT_EQ(s.impacts[k], t.impacts[static_cast<std::size_t>(k)]);
    EXPECT_EQ(of_kind, both.cpp.collisions(static_cast<ImpactKind>(k)));
  }

  // Changes between two runs.
  OK(firsthit_world_unobserve(both.c.get(), number));
  both.cpp.unobserve(watch);
  const std::size_t until_now = found.size();
  both.cpp.set_velocity({3}, {2.0, 1.0});
  OK(firsthit_world_set_velocity(both.c.get(), 3, {2.0, 1.0, 0.0}));
  both.cpp.set_angular_velocity({4}, -3.0);
  OK(firsthit_world_set_angular_velocity(both.c.get(), 4, {0.0, 0.0, -3.0}));
  both.cpp.set_orientation({4}, {1.0, 2.0});
  OK(firsthit_world_set_orientation(both.c.get(), 4, {1.0, 0.0, 0.0, 2.0}));
  both.cpp.set_position({5}, {2.0, 6.5});
  OK(firsthit_world_set_position(both.c.get(), 5, {2.0, 6.5, 0.0}));
  both.cpp.remove({2});
  OK(firsthit_world_remove(both.c.get(), 2));
  both.cpp.set_response(Material{0}, Material{1}, Response::Slide);
  OK(firsthit_world_set_response(both.c.get(), 0, 1, FIRSTHIT_RESPONSE_SLIDE));
  both.run_until(12.0);
  both.expect_same_state();
  EXPECT_EQ(found.size(), until_now);
  EXPECT_GT(batched.size(), until_now);
}

TEST(WorldsInC, AnswerQuestionsAsInCpp) {
  Both<2> both = yard();
  both.run_until(1.25);
  FirsthitWorld* const world = both.c.get();
  const Shape<2> ball = Ball{0.5};
  const ShapeInC shape = in_c(ball);
  const FirsthitBodyId excluded = 2;
  FirsthitQueryFilter among;
  OK(firsthit_query_filter_default(&among, sizeof among));
  among.exclude = &excluded;
  among.exclude_count = 1;
  among.sensors = 1;
  const QueryFilter among_cpp{{}, {{2}}, true};

  std::size_t count = 0;
  std::vector<FirsthitCastHit> hits(16);
  OK(firsthit_world_cast_all(world, shape.get(), {0.5, 3.0, 0.0}, {11.0, -0.5, 0.0}, &among, hits.data(), 16,
                             &count));
  const auto expected = both.cpp.cast_all(ball, {0.5, 3.0}, {11.0, -0.5}, among_cpp);
  ASSERT_GT(expected.size(), 1U);
  ASSERT_EQ(count, expected.size());
  const auto expect_hit = [](const FirsthitCastHit& hit, const CastHit<2>& e) {
    EXPECT_EQ(hit.body, e.body.value);
    EXPECT_EQ(bytes(hit.fraction), bytes(e.fraction));
    EXPECT_EQ(bytes(hit.position), bytes(in_c(e.position)));
    EXPECT_EQ(bytes(hit.normal), bytes(in_c(e.normal)));
    EXPECT_EQ(bytes(hit.point), bytes(in_c(e.point)));
    EXPECT_EQ(bytes(hit.area), bytes(e.area));
  };
  for (std::size_t i = 0; i < count; ++i) expect_hit(hits[i], expected[i]);
  FirsthitCastHit one{};
  std::int32_t is_there = -1;
  OK(firsthit_world_cast(world, shape.get(), {0.5, 3.0, 0.0}, {11.0, -0.5, 0.0}, &among, &one, &is_there));
  EXPECT_EQ(is_there, 1);
  expect_hit(one, *both.cpp.cast(ball, {0.5, 3.0}, {11.0, -0.5}, among_cpp));
  OK(firsthit_world_cast(world, shape.get(), {0.5, 7.0, 0.0}, {0.0, 0.0625, 0.0}, nullptr, &one, &is_there));
  EXPECT_EQ(is_there, 0);

  std::vector<FirsthitBodyId> ids(16);
  const Shape<2> wide = Ball{3.0};
  const ShapeInC wide_shape = in_c(wide);
  OK(firsthit_world_overlaps(world, wide_shape.get(), {6.0, 4.0, 0.0}, nullptr, nullptr, 0, &count));
  EXPECT_GT(count, 1U);
  OK(firsthit_world_overlaps(world, wide_shape.get(), {6.0, 4.0, 0.0}, nullptr, ids.data(), ids.size(),
                             &count));
  const auto overlapping = both.cpp.overlaps(wide, {6.0, 4.0});
  ASSERT_EQ(count, overlapping.size());
  for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(ids[i], overlapping[i].value);

  FirsthitNearestBody nearest{};
  OK(firsthit_world_nearest(world, shape.get(), {6.0, 7.0, 0.0}, HUGE_VAL, nullptr, &nearest, &is_there));
  const auto nearest_cpp = both.cpp.nearest(ball, {6.0, 7.0});
  ASSERT_TRUE(nearest_cpp && is_there == 1);
  EXPECT_EQ(nearest.body, nearest_cpp->body.value);
  EXPECT_EQ(bytes(nearest.distance), bytes(nearest_cpp->distance));
  EXPECT_EQ(bytes(nearest.point), bytes(in_c(nearest_cpp->point)));

  std::vector<FirsthitNeighbour> near(16);
  OK(firsthit_world_neighbours_within(world, 4, 4.0, near.data(), near.size(), &count));
  const auto near_cpp = both.cpp.neighbours_within({4}, 4.0);
  ASSERT_EQ(count, near_cpp.size());
  ASSERT_GT(count, 0U);
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(near[i].id, near_cpp[i].id.value);
    EXPECT_EQ(bytes(near[i].gap), bytes(near_cpp[i].gap));
    EXPECT_EQ(bytes(near[i].offset), bytes(in_c(near_cpp[i].offset)));
    EXPECT_EQ(bytes(near[i].time_to_collision), bytes(near_cpp[i].time_to_collision));
  }
  for (std::uint32_t a = 2; a < 8; ++a) {
    double delay = 0.0;
    OK(firsthit_world_time_to_collision(world, a, 0, &delay));
    EXPECT_EQ(delay, both.cpp.time_to_collision({a}, {0}).value_or(HUGE_VAL));
  }
  std::vector<FirsthitPredictedImpact> foreseen(3);
  OK(firsthit_world_predicted_impacts(world, foreseen.data(), 3, &count));
  const auto foreseen_cpp = both.cpp.predicted_impacts(3);
  ASSERT_EQ(count, foreseen_cpp.size());
  ASSERT_GT(count, 0U);
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(bytes(foreseen[i].time), bytes(foreseen_cpp[i].time));
    EXPECT_EQ(foreseen[i].a, foreseen_cpp[i].a.value);
    EXPECT_EQ(foreseen[i].b, foreseen_cpp[i].b.value);
  }

  FirsthitBody told{};
  told.size = sizeof told;
  OK(firsthit_world_body(world, 3, &told));
  const Body<2> body = both.cpp.body({3});
  EXPECT_EQ(told.shape, nullptr);
  EXPECT_EQ(bytes(told.position), bytes(in_c(body.position)));
  EXPECT_EQ(told.spins, 1);
  EXPECT_EQ(told.material, body.material.value);
  FirsthitShape* copy = nullptr;
  OK(firsthit_world_shape(world, 1, &copy));
  const ShapeInC owned(copy);
  FirsthitShapeKind kind = -1;
  OK(firsthit_shape_kind(copy, &kind));
  EXPECT_EQ(kind, FIRSTHIT_SHAPE_BOX);
  FirsthitBodyId side = 0;
  OK(firsthit_world_side(world, 1, 1, &side));
  EXPECT_EQ(side, World<2>::side(1, true).value);
}

/// Each of them twice, and the balance that theory tells.
template <int D>
void expect_same_contacts(const Both<D>& both, std::size_t expected_count) {
  const auto expected = both.cpp.contacts();
  ASSERT_EQ(expected.size(), expected_count);
  std::size_t count = 0;
  OK(firsthit_world_contacts(both.c.get(), nullptr, 0, &count));
  ASSERT_EQ(count, expected_count);
  std::vector<FirsthitRestingContact> contacts(count + 1);
  contacts.back().a = 12345;
  OK(firsthit_world_contacts(both.c.get(), contacts.data(), contacts.size(), &count));
  ASSERT_EQ(count, expected_count);
  EXPECT_EQ(contacts.back().a, 12345U) << "what is beyond their number is left as it is";
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(contacts[i].a, expected[i].a.value);
    EXPECT_EQ(contacts[i].b, expected[i].b.value);
    EXPECT_EQ(bytes(contacts[i].point), bytes(in_c(expected[i].point)));
    EXPECT_EQ(bytes(contacts[i].normal), bytes(in_c(expected[i].normal)));
    EXPECT_EQ(bytes(contacts[i].force), bytes(in_c(expected[i].force)));
  }
  if (count == 0) return;
  contacts[1].a = 12345;
  OK(firsthit_world_contacts(both.c.get(), contacts.data(), 1, &count));
  EXPECT_EQ(count, expected_count);
  EXPECT_EQ(contacts[1].a, 12345U) << "no more are written than there is room for";
}

template <int D>
void expect_the_load_of_two_boxes(const Shape<D>& box, std::size_t places) {
  WorldOptions<D> options;
  options.gravity[1] = -10.0;
  options.restitution = 0.25;
  Both<D> both(options);
  Vec<D> up{};
  both.add({.shape = HalfSpace<D>{Vec<D>{{0.0, 1.0}}, 0.0}, .kind = BodyKind::Fixed});
  for (const double mass : {1.0, 2.0}) {
    up[1] += 0.75;
    both.add({.shape = box, .position = up, .mass = mass});
    up[1] += 0.75;
  }
  expect_same_contacts(both, 0);
  both.run_until(20.0);
  both.expect_same_state();
  expect_same_contacts(both, 2 * places);
  std::vector<FirsthitRestingContact> contacts(2 * places);
  std::size_t count = 0;
  OK(firsthit_world_contacts(both.c.get(), contacts.data(), contacts.size(), &count));
  double on_ground = 0.0, between = 0.0;
  for (const FirsthitRestingContact& contact : contacts) {
    EXPECT_EQ(contact.b + 1, contact.a) << "each lies on the one before";
    (contact.a == 1 ? on_ground : between) += contact.force.y;
    EXPECT_EQ(contact.normal.y, -1.0);
    EXPECT_EQ(contact.force.x, 0.0);
  }
  EXPECT_NEAR(on_ground, 30.0, 1e-12);
  EXPECT_NEAR(between, 20.0, 1e-12);
}

TEST(WorldsInC, TellWhereBodiesRestAsInCpp) {
  expect_the_load_of_two_boxes<2>(Box<2>{{1.0, 0.5}}, 1);
  expect_the_load_of_two_boxes<3>(Box<3>{{1.0, 0.5, 1.0}}, 1);
}

/// A crate on a conveyor.
Both<2> conveyor() {
  Both<2> both({.gravity = {0.0, -10.0}, .restitution = 0.0, .friction = 0.5});
  Body<2> belt{.shape = Box<2>{{8.0, 0.5}}, .position = {0.0, -0.5}, .kind = BodyKind::Fixed};
  belt.surface_velocity = {2.0, 0.0};
  both.add(belt);
  both.add({.shape = Box<2>{{0.5, 0.5}}, .position = {-6.0, 0.5}});
  return both;
}

TEST(WorldsInC, HaveConveyorsThatStartAndStopAsInCpp) {
  Both<2> both = conveyor();
  both.run_until(1.0);
  both.expect_same_state();
  EXPECT_EQ(both.cpp.state({1}).velocity, (Vec2{2.0, 0.0}));
  FirsthitBody told;
  told.size = sizeof told;
  OK(firsthit_world_body(both.c.get(), 0, &told));
  EXPECT_EQ(bytes(told.surface_velocity), bytes(FirsthitVec{2.0, 0.0, 0.0}));
  both.cpp.set_surface_velocity({0}, {-1.0, 0.0});
  OK(firsthit_world_set_surface_velocity(both.c.get(), 0, {-1.0, 0.0, 0.0}));
  both.run_until(2.0);
  both.expect_same_state();
  EXPECT_EQ(both.cpp.state({1}).velocity, (Vec2{-1.0, 0.0}));
  both.cpp.set_surface_velocity({0}, {});
  OK(firsthit_world_set_surface_velocity(both.c.get(), 0, {}));
  both.run_until(3.0);
  both.expect_same_state();
  EXPECT_EQ(both.cpp.state({1}).velocity, Vec2{});
}

// 2 up, with gravity 10: 12 times the mass of 3 presses on the lift.
TEST(WorldsInC, HaveLiftsThatStartAsInCpp) {
  Both<2> both({.gravity = {0.0, -10.0}, .restitution = 0.0});
  both.add({.shape = Box<2>{{8.0, 0.5}}, .position = {0.0, -0.5}, .kind = BodyKind::Kinematic});
  both.add({.shape = Box<2>{{0.5, 0.5}}, .position = {0.0, 0.5}, .mass = 3.0});
  both.cpp.set_acceleration({0}, {0.0, 2.0});
  OK(firsthit_world_set_acceleration(both.c.get(), 0, {0.0, 2.0, 0.0}));
  both.run_until(2.0);
  both.expect_same_state();
  EXPECT_EQ(both.cpp.state({1}).velocity, (Vec2{0.0, 4.0}));
  ASSERT_EQ(both.cpp.contacts().size(), 1U);
  EXPECT_NEAR(both.cpp.contacts()[0].force[1], 36.0, 1e-12);
}

TEST(WorldsInC, HaveConveyorsThatWindowsTurnBack) {
  Both<2> both = conveyor();
  OK(firsthit_world_set_window(
      both.c.get(), 1.0,
      [](void*, FirsthitWorld* world) {
        EXPECT_EQ(firsthit_world_set_surface_velocity(world, 0, {-1.0, 0.0, 0.0}), FIRSTHIT_OK);
      },
      nullptr));
  both.cpp.set_window(1.0, [](World<2>& world) { world.set_surface_velocity({0}, {-1.0, 0.0}); });
  both.run_until(2.0);
  both.expect_same_state();
  EXPECT_EQ(both.cpp.state({1}).velocity, (Vec2{-1.0, 0.0}));
}

// Built against the first header of FirsthitBody: its last field was the inertia.
TEST(WorldsInC, TakeAndTellTheBodiesOfOlderPrograms) {
  constexpr std::size_t kOldSize = offsetof(FirsthitBody, surface_velocity);
  constexpr FirsthitVec kNotTheirs{5.0, 6.0, 7.0};
  const Both<2> both = conveyor();
  const ShapeInC ball = in_c(Shape<2>(Ball{0.5}));
  FirsthitBody body;
  body.surface_velocity = kNotTheirs;
  OK(firsthit_body_default(&body, kOldSize));
  EXPECT_EQ(body.size, kOldSize);
  body.shape = ball.get();
  body.position = {0.0, 4.0, 0.0};
  body.kind = FIRSTHIT_BODY_FIXED;
  FirsthitBodyId id = 0;
  OK(firsthit_world_add(both.c.get(), &body, &id));
  OK(firsthit_world_body(both.c.get(), 0, &body));
  EXPECT_EQ(body.kind, FIRSTHIT_BODY_FIXED);
  EXPECT_EQ(bytes(body.surface_velocity), bytes(kNotTheirs));  // neither read nor written
  FirsthitBody now;
  now.size = sizeof now;
  OK(firsthit_world_body(both.c.get(), id, &now));
  EXPECT_EQ(bytes(now.surface_velocity), bytes(FirsthitVec{}));
  body.size = kOldSize - 1;
  EXPECT_EQ(firsthit_world_body(both.c.get(), 0, &body), FIRSTHIT_ERROR_SIZE);
}

TEST(WorldsInC, MoveCharactersAsInCpp) {
  Both<3> both({});
  both.add({.shape = Box<3>{{10.0, 1.0, 10.0}}, .position = {0.0, -1.0, 0.0}, .kind = BodyKind::Fixed});
  both.add({.shape = Box<3>{{1.0, 1.0, 1.0}}, .position = {4.0, 1.0, 0.25}, .kind = BodyKind::Fixed});
  const BodyId hero = both.add({.shape = Capsule<3>{{0.0, -0.5, 0.0}, {0.0, 0.5, 0.0}, 0.5},
                                .position = {0.0, 1.0, 0.0},
                                .kind = BodyKind::Kinematic});
  FirsthitMovePolicy policy;
  OK(firsthit_move_policy_default(&policy, sizeof policy));
  policy.up.y = 1.0;
  policy.skin = 0x1p-6;
  MovePolicy<3> policy_cpp;
  policy_cpp.up = {0.0, 1.0, 0.0};
  policy_cpp.skin = 0x1p-6;
  for (int frame = 0; frame < 20; ++frame) {
    FirsthitMoveResult r{};
    r.size = sizeof r;
    OK(firsthit_world_move(both.c.get(), hero.value, {0.25, -0.125, 0.0625}, &policy, &r));
    const MoveResult<3> expected = both.cpp.move(hero, {0.25, -0.125, 0.0625}, policy_cpp);
    EXPECT_EQ(bytes(r.position), bytes(in_c(expected.position)));
    EXPECT_EQ(r.grounded != 0, expected.grounded);
    EXPECT_EQ(r.ground, expected.ground.value);
    EXPECT_EQ(bytes(r.ground_normal), bytes(in_c(expected.ground_normal)));
    EXPECT_EQ(r.crushed != 0, expected.crushed);
    std::vector<FirsthitCastHit> hits(r.hit_count);
    std::size_t count = 0;
    OK(firsthit_world_move_hits(both.c.get(), hits.data(), hits.size(), &count));
    ASSERT_EQ(count, expected.hits.size());
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_EQ(bytes(hits[i].point), bytes(in_c(expected.hits[i].point)));
    OK(firsthit_world_move_crushed_by(both.c.get(), nullptr, 0, &count));
    EXPECT_EQ(count, expected.crushed_by.size());
  }
  both.expect_same_state();
  // Whom it may go through, a callback decides.
  int asked = 0;
  policy.user = &asked;
  policy.choose = [](void* user, const FirsthitCastHit* hit) -> FirsthitMoveResponse {
    ++*static_cast<int*>(user);
    return hit->body == 1 ? FIRSTHIT_MOVE_CROSS : FIRSTHIT_MOVE_SLIDE;
  };
  policy_cpp.choose = [](const CastHit<3>& hit) {
    return hit.body.value == 1 ? MoveResponse::Cross : MoveResponse::Slide;
  };
  FirsthitMoveResult r{};
  r.size = sizeof r;
  OK(firsthit_world_move(both.c.get(), hero.value, {4.0, 0.0, -1.0}, &policy, &r));
  EXPECT_EQ(bytes(r.position), bytes(in_c(both.cpp.move(hero, {4.0, 0.0, -1.0}, policy_cpp).position)));
  EXPECT_GT(asked, 0);
}

struct InCallback {
  FirsthitWorld* world = nullptr;
  std::vector<FirsthitStatus> statuses;
};

TEST(WorldsInC, CallbacksSteerInWindowsAndElseMayNotChangeTheWorld) {
  Both<2> both({.space = {{0.0, 0.0}, {4.0, 4.0}}});
  both.add({.shape = Ball{0.5}, .position = {1.0, 1.0}, .velocity = {1.0, 0.0}});
  const BodyId b = both.add({.shape = Ball{0.5}, .position = {3.0, 3.0}, .velocity = {0.0, -0.75}});
  InCallback window, event;
  window.world = event.world = both.c.get();
  OK(firsthit_world_set_window(
      both.c.get(), 0.5,
      [](void* user, FirsthitWorld* world) {
        auto& called = *static_cast<InCallback*>(user);
        EXPECT_EQ(world, called.world);
        called.statuses.push_back(firsthit_world_set_velocity(world, 1, {0.5, 0.75, 0.0}));
        called.statuses.push_back(firsthit_world_remove(world, 1));
        called.statuses.push_back(firsthit_world_run_until(world, 9.0, nullptr, nullptr));
        called.statuses.push_back(firsthit_world_destroy(world));
      },
      &window));
  both.cpp.set_window(0.5, [b](World<2>& world) { world.set_velocity(b, {0.5, 0.75}); });
  FirsthitObserver observer{};
  observer.size = sizeof observer;
  observer.user = &event;
  observer.impact = [](void* user, const FirsthitImpact*) {
    auto& called = *static_cast<InCallback*>(user);
    double time = 0.0;
    called.statuses.push_back(firsthit_world_time(called.world, &time));
    called.statuses.push_back(firsthit_world_set_velocity(called.world, 0, {}));
  };
  std::uint32_t number = 0;
  OK(firsthit_world_observe(both.c.get(), &observer, &number));
  both.run_until(6.0);
  both.expect_same_state();
  ASSERT_EQ(window.statuses.size(), 4U * 12U);
  ASSERT_GT(event.statuses.size(), 4U);
  for (std::size_t i = 0; i < window.statuses.size(); ++i)
    EXPECT_EQ(window.statuses[i], i % 4 == 0 ? FIRSTHIT_OK : FIRSTHIT_ERROR_NOT_NOW) << i;
  for (std::size_t i = 0; i < event.statuses.size(); ++i)
    EXPECT_EQ(event.statuses[i], i % 2 == 0 ? FIRSTHIT_OK : FIRSTHIT_ERROR_NOT_NOW) << i;
}

/// Two that meet, and do as `user`, a reaction, says.
void react(void* user, const FirsthitContact* contact, FirsthitReaction* reaction) {
  EXPECT_EQ(contact->size, sizeof(FirsthitContact));
  EXPECT_EQ(bytes(reaction->velocity_a), bytes(contact->velocity_a));
  *reaction = *static_cast<FirsthitReaction*>(user);
}

TEST(WorldsInC, ReactAsTheyAreTold) {
  for (const bool wrong : {false, true}) {
    Both<2> both({});
    both.add({.shape = Ball{0.5}, .position = {0.0, 0.0}, .velocity = {1.0, 0.0}});
    both.add({.shape = Ball{0.5}, .position = {4.0, 0.0}});
    FirsthitReaction wanted{{-2.0, 0.5, 0.0}, {1.0, wrong ? NAN : 1.0, 0.0}, 0, 0};
    OK(firsthit_world_set_reaction(both.c.get(), 0, 0, react, &wanted));
    both.cpp.set_response(Material{}, Material{}, [](const Contact<2>&) {
      return Reaction<2>{{-2.0, 0.5}, {1.0, 1.0}};
    });
    if (!wrong) {
      both.run_until(5.0);
      both.expect_same_state();
      EXPECT_EQ(both.cpp.collisions(), 1U);
      continue;
    }
    FirsthitRunOutcome outcome = -1;
    EXPECT_EQ(firsthit_world_run_until(both.c.get(), 5.0, nullptr, &outcome), FIRSTHIT_ERROR_INPUT);
    EXPECT_STREQ(firsthit_last_error(), "reaction: expected finite velocities, found others");
    wanted.velocity_b.y = 0.0;  // the world is still of use
    OK(firsthit_world_run_until(both.c.get(), 5.0, nullptr, &outcome));
    EXPECT_EQ(outcome, FIRSTHIT_RUN_REACHED_TIME);
  }
}

TEST(WorldsInC, StopWhereTheyAreTold) {
  Both<2> both({.space = {{0.0, 0.0}, {4.0, 4.0}}});
  both.add({.shape = Ball{0.5}, .position = {1.0, 1.0}, .velocity = {1.0, 0.25}});
  FirsthitRunLimits limits;
  OK(firsthit_run_limits_default(&limits, sizeof limits));
  FirsthitRunOutcome outcome = -1;
  std::uint64_t collisions = 0;
  limits.collisions = 3;
  OK(firsthit_world_run_until(both.c.get(), 100.0, &limits, &outcome));
  OK(firsthit_world_collisions(both.c.get(), &collisions));
  EXPECT_EQ(outcome, FIRSTHIT_RUN_REACHED_COLLISIONS);
  EXPECT_EQ(collisions, 3U);
  limits.collisions = 100;
  limits.events = 2;
  OK(firsthit_world_advance(both.c.get(), 100.0, &limits, &outcome));
  EXPECT_EQ(outcome, FIRSTHIT_RUN_PAUSED);
  const std::int32_t stop = 1;
  limits.stop = &stop;
  OK(firsthit_world_advance(both.c.get(), 100.0, &limits, &outcome));
  EXPECT_EQ(outcome, FIRSTHIT_RUN_INTERRUPTED);

  // A press.
  Both<2> press({.restitution = 0.5});
  press.add({.shape = Box<2>{{1.0, 1.0}},
             .position = {-3.0, 0.0},
             .velocity = {1.0, 0.0},
             .kind = BodyKind::Kinematic});
  press.add({.shape = Ball{1.0}, .position = {0.0, 0.0}});
  press.add({.shape = Box<2>{{1.0, 1.0}}, .position = {3.0, 0.0}, .kind = BodyKind::Fixed});
  OK(firsthit_world_run_until(press.c.get(), 10.0, nullptr, &outcome));
  const RunResult result = press.cpp.run_until(10.0);
  EXPECT_EQ(outcome, FIRSTHIT_RUN_CRUSHED);
  EXPECT_EQ(outcome, static_cast<FirsthitRunOutcome>(result.outcome));
  std::vector<FirsthitBodyId> culprits(8);
  std::size_t count = 0;
  OK(firsthit_world_culprits(press.c.get(), culprits.data(), culprits.size(), &count));
  ASSERT_EQ(count, result.culprits.size());
  ASSERT_GT(count, 0U);
  for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(culprits[i], result.culprits[i].value);
}

}  // namespace
}  // namespace firsthit
