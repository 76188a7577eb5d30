"""Worlds: the states of the C++ library, bit for bit; arrays, callbacks, questions."""

import math
import re
import weakref

import numpy as np
import pytest

from firsthit import *
from things import SOURCE

GOLDEN = (SOURCE / "tests/golden/state_hash_test.cpp").read_text()


def golden(name):
    """The hash that the C++ test of this name expects."""
    test = GOLDEN.split(f"TEST(Golden, {name}) {{", 1)[1].split("\n}", 1)[0]
    (value,) = re.findall(r", (0x[0-9a-f]{16})U\);", test)
    return int(value, 16)


class Dice:
    """As the C++ test has them: whole numbers from a whole number, and multiples of 2^-20 from them."""

    def __init__(self, seed):
        self.state = seed

    def roll(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        top = self.state >> 43
        return (top - 2**20) * 2.0**-20


def lattice(dimension, per_side, smallest, largest, dice):
    """The radii, places and courses of balls on the odd places of a lattice of 2."""
    radii, places, courses = [], [], []
    for i in range(per_side**dimension):
        places.append([2.0 * (i // per_side**axis % per_side) + 1.0 for axis in range(dimension)])
        courses.append([dice.roll() for _ in range(dimension)])
        radii.append(smallest + 0.5 * (1.0 + dice.roll()) * (largest - smallest))
    return np.array(radii), np.array(places), np.array(courses)


def fill(world, per_side, smallest, largest, dice, at_once=True):
    """Puts such balls into a world."""
    radii, places, courses = lattice(world.dimension, per_side, smallest, largest, dice)
    masses = radii * radii * 4.0
    if at_once:
        return world.add_many(Many(Balls(radii), places, courses), mass=masses)
    return [world.add(Ball(r), p, v, mass=m) for r, p, v, m in zip(radii, places, courses, masses)]


def cube(length, sides, dimension):
    return Space([0.0] * dimension, [length] * dimension, sides)


def gas():
    world = World(cube(40.0, Side.PERIODIC, 2))
    fill(world, 20, 0.75, 0.75, Dice(1))
    return world


@pytest.mark.parametrize("at_once", [True, False])
def test_a_gas_has_the_bits_of_c_plus_plus(at_once):
    world = World(cube(40.0, Side.PERIODIC, 2))
    fill(world, 20, 0.75, 0.75, Dice(1), at_once)
    assert world.run_until(1e6, collisions=20000).outcome is RunOutcome.REACHED_COLLISIONS
    assert world.state_hash() == golden("GasInAPeriodicSquare")
    assert world.collisions == 20000 == world.collisions_of(ImpactKind.BODY_BODY)


def test_a_mixture_in_a_cube_that_loses_energy_has_them_too():
    world = World(Space((0, 0, 0), (16, 16, 16), (Side.WALL, Side.PERIODIC, Side.WALL)), restitution=0.9375)
    fill(world, 8, 0.25, 1.0, Dice(4))
    world.run_until(1e6, collisions=5000)
    assert world.state_hash() == golden("MixtureInACubeThatLosesEnergy")


def test_so_have_balls_that_fall_onto_obstacles_and_those_that_come_to_rest():
    world = World(cube(24.0, Side.WALL, 2), gravity=(0.125, -1.0))
    fill(world, 12, 0.25, 0.75, Dice(5))
    for shape, place in ((Ball(0.5), (12, 12)), (Segment((-2, 0), (2, 0.25)), (5, 7.875)),
                         (HalfSpace((3, 4), 2), (0, 0)), (Point(), (18, 6))):
        world.add(shape, place, kind=BodyKind.FIXED)
    world.run_until(1e6, collisions=20000)
    assert world.state_hash() == golden("BallsFallingOntoObstacles")

    corner = World(cube(8.0, Side.WALL, 3), gravity=(-0.25, -0.5, -1.0), restitution=0.75)
    ball = corner.add(Ball(1.0), (3, 4, 5), (0.5, -0.25, 0.125))
    corner.run_until(1000.0)
    assert corner.state_hash() == golden("BallThatComesToRestInACorner")
    assert corner.state(ball).velocity == (0, 0, 0) and corner.state(ball).position == pytest.approx((1, 1, 1))


def test_so_have_balls_that_python_steers_in_windows():
    world, dice = World(cube(16.0, Side.PERIODIC, 2)), Dice(7)
    fill(world, 8, 0.5, 0.875, dice)

    def steer(at):
        body = int(32.0 * (1.0 + dice.roll()))
        at.set_velocity(body, (dice.roll(), dice.roll()))

    world.set_window(0.25, steer)
    world.run_until(200.0)
    assert world.state_hash() == golden("SteeredBallsInWindows")


def test_lifts_start_and_stop_between_runs_and_in_windows():
    def lift():
        world = World(dimension=2, gravity=(0, -10))
        return world, world.add(Box((3, 1)), (0, -1), kind=BodyKind.KINEMATIC), world.add(Box((1, 1)), (0, 1), mass=3.0)

    # Newton: the mass times what gravity is beyond the acceleration. Up by 1 until it is 2 fast, by 2 more, to a stand.
    world, car, crate = lift()
    for time, acceleration, velocity, force in ((1.0, 2, 2, 36), (2.0, 0, 2, 30), (3.0, -2, 0, 24), (4.0, 0, 0, 30)):
        world.set_acceleration(car, (0, acceleration))
        world.run_until(time)
        assert world.state(crate).velocity == pytest.approx((0, velocity), abs=1e-12)
        assert world.state(crate).acceleration == world.state(car).acceleration == (0, acceleration)
        assert [contact.force for contact in world.contacts()] == [pytest.approx((0, force))]
    assert world.state(car).position == pytest.approx((0, 3)) and world.state(crate).position == pytest.approx((0, 5))

    other, car, crate = lift()
    told = iter((2, 0, -2, 0))
    other.set_window(1.0, lambda at: at.set_acceleration(car, (0, next(told, 0))))
    other.set_acceleration(car, (0, next(told)))
    other.run_until(4.0)
    assert other.state_hash() == world.state_hash()


def test_conveyors_start_and_stop_between_runs_and_in_windows():
    def conveyor():
        world = World(dimension=2, gravity=(0, -10), friction=0.5)
        belt = world.add(Box((20, 1)), (0, -1), kind=BodyKind.FIXED, surface_velocity=(2, 0))
        return world, belt, world.add(Box((1, 1)), (0, 1)), world.add(Ball(0.5), (5, 0.5), spins=True)

    # Friction gives the crate its speed after 0.4, on 0.4; the ball, a disk, rolls at a third of it.
    world, belt, crate, ball = conveyor()
    world.run_until(1.0)
    assert world.state(crate).position == pytest.approx((1.6, 1.0)) and world.state(crate).velocity == (2.0, 0.0)
    assert world.state(ball).velocity == pytest.approx((2 / 3, 0.0), abs=1e-14)
    assert world.state(belt).position == (0.0, -1.0) and world.body(belt).surface_velocity == (2.0, 0.0)
    world.set_surface_velocity(belt, (0, 0))
    world.run_until(2.0)
    assert world.state(crate).position == pytest.approx((2.0, 1.0)) and world.state(crate).velocity == (0.0, 0.0)

    other, belt, *_ = conveyor()
    other.set_window(1.0, lambda at: at.set_surface_velocity(belt, (0, 0)))
    other.run_until(2.0)
    assert other.state_hash() == world.state_hash()


def test_frames_and_stops_change_nothing():
    whole, parts = gas(), gas()
    whole.run_until(3.0)
    for _ in range(20):
        parts.advance(0.125)
    assert parts.run_until(3.0, events=10).outcome is RunOutcome.PAUSED
    parts.run_until(3.0)
    assert parts.state_hash() == whole.state_hash() and parts.time == whole.time == 3.0


def test_arrays_are_filled_with_what_states_tell():
    world = World(cube(12.0, Side.PERIODIC, 3))
    ids = fill(world, 5, 0.5, 0.75, Dice(2))
    world.run_until(20.0)
    world.remove(7)
    assert 7 not in world and 8 in world and 10_000 not in world and len(world) == 125
    arrays = {name: getattr(world, name)() for name in ("positions", "velocities", "accelerations", "orientations",
                                                        "angular_velocities", "wraps")}
    for body in ids:
        if body == 7:
            assert all(np.isnan(arrays[name][7]).all() for name in arrays if name != "wraps")
            continue
        state = world.state(body)
        for name in ("position", "acceleration", "orientation"):
            assert tuple(arrays[name + "s"][body]) == getattr(state, name)
        assert tuple(arrays["velocities"][body]) == state.velocity
        assert tuple(arrays["angular_velocities"][body]) == state.angular_velocity
        assert tuple(arrays["wraps"][body]) == state.wraps
    assert np.any(arrays["wraps"])
    out = np.zeros((125, 3))
    assert world.positions(out) is out and np.array_equal(out, arrays["positions"], equal_nan=True)


def test_statistics_are_those_of_theory():
    world = gas()
    with pytest.raises(ValueError, match="measure"):
        world.statistics()
    world.measure()
    world.run_until(10.0)
    statistics = world.statistics()
    energy = 0.5 * 4 * 0.75**2 * np.sum(world.velocities() ** 2)
    assert statistics.time == 10.0 and statistics.impacts == (world.collisions, 0, 0)
    assert statistics.kinetic_action == pytest.approx(10.0 * energy, rel=1e-12)
    assert statistics.meetings == 2 * world.collisions
    # Henderson's equation of state for disks, to within the noise of so few impacts.
    packing = 400 * math.pi * 0.75**2 / 1600
    z = 1 + statistics.virial / (2 * statistics.kinetic_action)
    assert z == pytest.approx((1 + packing**2 / 8) / (1 - packing) ** 2, rel=0.1)


def test_impacts_are_told_in_batches_each_of_them_once():
    world, told = gas(), []
    stop = world.on_impacts(told.append)
    few = []
    world.on_impacts(few.append, only=[3, 4])
    world.run_until(1e6, collisions=3000)
    impacts = np.concatenate(told)
    assert len(told) < 300 and told[0].dtype == impact_dtype(2)
    assert np.array_equal(impacts["index"], np.arange(3000)) and np.all(np.diff(impacts["time"]) >= 0)
    assert np.all(impacts["a"] < impacts["b"]) and np.all(impacts["kind"] == ImpactKind.BODY_BODY)
    # Each keeps momentum and energy, and happens where the two touch.
    change = impacts["velocity_after_a"] - impacts["velocity_before_a"]
    assert np.allclose(change, -(impacts["velocity_after_b"] - impacts["velocity_before_b"]), atol=1e-12)
    assert np.allclose(np.linalg.norm(impacts["point"] - impacts["position_a"], axis=1), 0.75, atol=1e-12)
    assert np.allclose(np.sum(change * impacts["normal"], axis=1) * -2.25, impacts["impulse"], atol=1e-12)
    mine = np.isin(impacts["a"], [3, 4]) | np.isin(impacts["b"], [3, 4])
    assert np.array_equal(np.concatenate(few), impacts[mine]) and mine.any()
    stop()
    world.run_until(1e6, collisions=4000)
    assert sum(map(len, told)) == 3000
    stop()  # twice does no harm
    bare = gas()
    bare.run_until(1e6, collisions=4000)
    assert bare.state_hash() == world.state_hash()


def test_what_is_asked_is_what_is_there():
    world = World(Space((0, 0), (10, 10)))
    post = world.add(Box((1, 1)), (5, 5), kind=BodyKind.FIXED, category=2)
    ball = world.add(Ball(0.5), (2, 5), (1, 0))
    zone = world.add(Ball(1), (8, 8), kind=BodyKind.FIXED, sensor=True)
    hit = world.cast(Ball(0.5), (0.5, 4.5), (8, 0), exclude=[ball])
    assert hit.body == post and hit.fraction == pytest.approx(3 / 8) and hit.normal == (1, 0)
    assert [found.body for found in world.cast_all(Point(), (0.5, 5), (9, 0))] == [ball, post]
    assert world.cast(Ball(0.5), (0.5, 4.5), (8, 0), exclude=[ball], mask=1) is None
    assert world.overlaps(Ball(2), (4, 5)) == [post, ball]
    assert world.overlaps(Ball(0.1), (8, 8)) == [] and world.overlaps(Ball(0.1), (8, 8), sensors=True) == [zone]
    near = world.nearest(Point(), (5, 8))
    assert near.body == post and near.distance == 2 and near.point == (5, 6)
    assert world.nearest(Point(), (5, 8), 1.5) is None
    assert world.time_to_collision(ball, post) == 1.5
    (impact,) = world.predicted_impacts(1)
    assert (impact.time, impact.a, impact.b) == (1.5, post, ball)
    (neighbour,) = [n for n in world.neighbours_within(ball, 2.0) if n.body == post]
    assert neighbour.gap == 1.5 and neighbour.time_to_collision == 1.5
    world.run_until(2.0)
    assert world.state(ball).velocity == (-1, 0)
    assert world.cast(Point(), (0.1, 9), (-1, 0)).body == world.side(0, upper=False)


def test_contacts_tell_where_bodies_rest_and_what_presses_them():
    world = World(Space((0, 0), (9, 9), Side.WALL), gravity=(0, -10), restitution=0.2, friction=0.5)
    low = world.add(Box((0.5, 0.5)), (4, 1), mass=2, spins=True)
    high = world.add(Box((0.5, 0.5)), (4, 3), mass=1, spins=True)
    assert world.contacts() == []
    world.run_until(20)
    contacts = world.contacts()
    assert [(c.a, c.b) for c in contacts] == [(low, world.side(1, upper=False))] * 2 + [(high, low)] * 2
    assert [c.point for c in contacts] == [(3.5, 0), (4.5, 0), (3.5, 1), (4.5, 1)]
    assert all(c.normal == (0, -1) for c in contacts)
    assert sum(c.force[1] for c in contacts[:2]) == pytest.approx(30) and contacts[2].force == pytest.approx((0, 5))
    assert eval(repr(contacts[2])) == contacts[2]


def test_materials_tell_how_bodies_bounce_and_what_they_do():
    def meet(prepare):
        world = World(dimension=2)
        world.add(Ball(0.5), (0, 0), (1, 0), material=1)
        world.add(Ball(0.5), (3, 0), material=2)
        prepare(world)
        world.run_until(4.0)
        return world.velocities()[:, 0].tolist()

    assert meet(lambda world: None) == [0, 1]
    assert meet(lambda world: world.set_restitution(1, 2, 0.5)) == [0.25, 0.75]
    assert meet(lambda world: world.set_response(1, 2, Response.STOP)) == [0.5, 0.5]
    assert meet(lambda world: world.set_response(2, 1, Response.PASS)) == [1, 0]


def test_functions_may_respond():
    def meet(respond):
        world, seen = World(dimension=2), []
        world.add(Ball(0.5), (0, 0), (1, 0), mass=3.0)
        world.add(Ball(0.5), (3, 0))

        def response(contact):
            seen.append(contact)
            return respond(contact)

        world.set_response(0, 0, response)
        world.run_until(4.0)
        return world.velocities()[:, 0].tolist(), seen

    speeds, seen = meet(lambda contact: Reaction(contact.velocity_b, contact.velocity_a))
    assert speeds == [0, 1]
    assert seen == [Contact(2.0, 0, 1, (1.0, 0.0), (0.0, 0.0), 3.0, 1.0, (1.0, 0.0))]
    assert meet(lambda contact: Reaction((0, 0), (0, 0), passes=True))[0] == [0, 0]
    for wrong, error in ((lambda contact: None, TypeError), (lambda contact: Reaction((0, 0, 0), (0, 0, 0)), ValueError),
                         (lambda contact: 1 / 0, ZeroDivisionError)):
        with pytest.raises(error):
            meet(wrong)


def test_characters_move_among_what_is_there():
    world = World(dimension=2)
    ground = world.add(Box((10, 1)), (0, -1), kind=BodyKind.FIXED)
    wall = world.add(Box((1, 5)), (6, 5), kind=BodyKind.FIXED)
    hero = world.add(Box((0.5, 1)), (0, 1), kind=BodyKind.KINEMATIC)
    move = world.move(hero, (9, -0.5), up=(0, 1))
    assert move.position == pytest.approx((4.5, 1)) and move.ground == ground and move.ground_normal == (0, 1)
    assert wall in [hit.body for hit in move.hits] and not move.crushed
    stopped = world.move(hero, (-2, -2), response=MoveResponse.STOP)
    assert stopped.position == pytest.approx((4.5, 1)) and stopped.ground is None
    assert world.move(hero, (0, 3), up=(0, 1)).ground is None
    assert world.move(hero, (0.0, -1.0), response=MoveResponse.CROSS).position == pytest.approx((4.5, 3))


def test_balls_that_spin_grip_each_other():
    world = World(dimension=2, friction=math.inf)
    spinning = world.add(Ball(1), (0, 0), (1, 0), spins=True, angular_velocity=2.0)
    still = world.add(Ball(1), (4, 0), spins=True)
    world.run_until(3.0)
    # Surfaces that grip: Walton's law with a tangential restitution of 0; both get the same angular impulse.
    rates = world.angular_velocities()[:, 0]
    assert rates[spinning] - rates[still] == pytest.approx(2.0) and rates[still] < 0
    assert world.state(still).velocity[1] == -world.state(spinning).velocity[1] != 0
    turned = world.orientations()
    assert np.allclose(np.linalg.norm(turned, axis=1), 1)
    world.set_angular_velocity(still, 0.0)
    world.set_orientation(still, turned_by(30))
    assert world.state(still).angular_velocity == 0 and world.state(still).orientation == turned_by(30)


def test_bodies_come_go_and_jump():
    world = World(dimension=2)
    world.add(Ball(1), (0, 0), (1, 0))
    two = world.add(Ball(1), (5, 0))
    world.run_until(1.0)
    world.set_position(two, (9, 0))
    three = world.add(Ball(1), (5, 0))
    assert world.run_until(3.5).outcome is RunOutcome.REACHED_TIME and world.collisions == 1
    world.remove(three)
    world.set_velocities([[0, 0], [0, 0], [math.pi, 0]])
    world.run_until(5.0)
    assert world.collisions == 1 and world.positions()[:2].tolist() == [[3, 0], [9, 0]]


def test_if_one_of_many_cannot_be_used_none_is_there():
    world = World(Space((0, 0), (8, 8), Side.PERIODIC))
    world.add(Ball(0.5), (1, 1))
    with pytest.raises(ValueError, match=r"^body 2: .*radius: expected"):
        world.add_many(Many(Balls([1, 1, -1]), [[3, 3], [5, 5], [7, 7]]))
    assert len(world) == 1
    assert world.add_many(Many(Ball(0.5), [[3, 3], [5, 5]])).tolist() == [1, 2]


def test_collapse_names_its_bodies():
    world = World(dimension=2, gravity=(0, -1), restitution=0.5, rest=False)
    ground = world.add(HalfSpace((0, 1)), (0, 0), kind=BodyKind.FIXED)
    ball = world.add(Ball(1), (0, 2))
    result = world.run_until(100.0)
    assert result.outcome is RunOutcome.COLLAPSED and set(result.culprits) == {ground, ball}


def test_worlds_are_told_in_few_words_and_go_when_nobody_needs_them():
    world = gas()
    assert repr(world) == "<World of 400 bodies in 2D at time 0, 0 collisions>"
    world.on_impacts(lambda impacts: world.time)  # a circle of references
    gone = weakref.ref(world)
    del world
    import gc
    gc.collect()
    assert gone() is None


WRONG = [
    lambda w: World(), lambda w: World(dimension=4), lambda w: World(Space((0, 0), (1, 1)), dimension=3),
    lambda w: World(Space((0, 0), (1, 1)), gravity=(0, 0, 1)), lambda w: World(dimension=2, restitution=2),
    lambda w: World(dimension=2, restitution=-1), lambda w: World(dimension=2, friction=-1), lambda w: World((0, 0)),
    lambda w: World(dimension=2, contact_duration=math.nan), lambda w: World(dimension=2, neighbours=0),
    lambda w: World(dimension=2, tangential_restitution=2), lambda w: World(dimension=2, side_material=-1),
    lambda w: World(dimension="2"), lambda w: World(Space((1, 0), (0, 1))), lambda w: Space((0, 0), (1, 1, 1)),
    lambda w: Space((0, 0), (1, 1), [Side.WALL]), lambda w: Space((0, 0), (1, 1), "periodic"), lambda w: Space((0, 0), (1, math.nan)),
    lambda w: w.add(Ball(1)), lambda w: w.add(1, (0, 0)), lambda w: w.add(Ball(1), (0, 0, 0)), lambda w: w.add(Ball(-1), (0, 0)),
    lambda w: w.add(Ball(1), (0, math.nan)), lambda w: w.add(Ball(1), (0, 0), (0, 0, 0)), lambda w: w.add(Ball(1), (0, 0), mass=0),
    lambda w: w.add(Ball(1), (0, 0), mass=-1), lambda w: w.add(Ball(1), (0, 0), mass="1"), lambda w: w.add(Ball(1), (0, 0), kind=1),
    lambda w: w.add(Ball(1), (0, 0), (1, 0), kind=BodyKind.FIXED), lambda w: w.add(Ball(1), (0, 0), material=-1),
    lambda w: w.add(Ball(1), (0, 0), category=2**32), lambda w: w.add(Ball(1), (0, 0), category=0.5),
    lambda w: w.add(Box((1, 1, 1)), (0, 0)), lambda w: w.add(Ball(100), (0, 0)), lambda w: w.add(Ball(1), (0, 0), angular_velocity=1.0),
    lambda w: w.add(Ball(1), (0, 0), inertia=-1, spins=True), lambda w: w.add(Ball(1), (0, 0), orientation=(0, 0), spins=True),
    lambda w: w.add(Container(1), (0, 0), sensor=True), lambda w: w.add_many(Ball(1)), lambda w: w.add_many(None),
    lambda w: w.add_many(Many(Ball(1), [[0, 0, 0]])), lambda w: w.add_many(Many(Ball(1), [[0, 0]]), mass=[1, 2]),
    lambda w: w.add_many(Many(Ball(1), [[0, 0]], None, [[0, 1]])), lambda w: w.add_many(Many(Ball(1), [[0, math.inf]])),
    lambda w: w.add_many(Many(Ball(1), [[0, 0], [3, 3]]), mass=[1, 0]), lambda w: w.remove(99), lambda w: w.remove(-1),
    lambda w: w.remove("0"), lambda w: w.state(99), lambda w: w.state(None), lambda w: w.run_until(-1), lambda w: w.run_until(math.nan),
    lambda w: w.run_until("1"), lambda w: w.run_until(1, collisions=-1), lambda w: w.run_until(1, events=0.5),
    lambda w: w.advance(-1), lambda w: w.advance(math.inf), lambda w: w.positions(np.zeros((1, 2))), lambda w: w.positions([]),
    lambda w: w.positions(np.zeros((2, 2), np.float32)), lambda w: w.positions(np.zeros((2, 4))[:, ::2]),
    lambda w: w.set_velocity(0, (0, 0, 0)), lambda w: w.set_velocity(0, (0, math.nan)), lambda w: w.set_velocity(99, (0, 0)),
    lambda w: w.set_acceleration(0, (1, 0)), lambda w: w.set_acceleration(99, (0, 0)), lambda w: w.set_acceleration(0, 1),
    lambda w: w.set_surface_velocity(0, (1, 0)), lambda w: w.set_surface_velocity(99, (0, 0)),
    lambda w: w.set_surface_velocity(0, (0, 0, 0)), lambda w: w.add(Ball(1), (0, 0), surface_velocity=(1, 0)),
    lambda w: w.add(Ball(1), (0, 0), surface_velocity=1, kind=BodyKind.FIXED), lambda w: w.set_velocities([[0, 0]]), lambda w: w.set_velocities("ab"), lambda w: w.set_velocities([[0, 0], [0, math.nan]]),
    lambda w: w.set_angular_velocity(0, 1.0), lambda w: w.set_orientation(0, (1, 0)), lambda w: w.set_position(0, (math.nan, 0)),
    lambda w: w.set_restitution(0, 0, 2), lambda w: w.set_restitution(-1, 0, 1), lambda w: w.set_friction(0, 0, -1),
    lambda w: w.set_response(0, 0, 1), lambda w: w.measure(math.nan), lambda w: w.measure(drift=(0, 0, 0)),
    lambda w: w.set_response(0, 0, None), lambda w: w.move(0, (1, 0)), lambda w: w.move(0, (1, 0, 0)),
    lambda w: w.move(0, (1, 0), response=1), lambda w: w.move(0, (1, 0), skin=-1), lambda w: w.on_impacts(None), lambda w: w.on_impacts(print, only=[99]), lambda w: w.on_impacts(print, only=[]),
    lambda w: w.set_window(-1, print), lambda w: w.set_window(1, 1), lambda w: w.cast(Ball(1), (0, 0), (1, 0, 0)),
    lambda w: w.cast(1, (0, 0), (1, 0)), lambda w: w.cast(HalfSpace((0, 1)), (0, 0), (1, 0)), lambda w: w.cast(Ball(1), (0, 0), (math.nan, 0)),
    lambda w: w.overlaps(Box((1, 1, 1)), (0, 0)), lambda w: w.overlaps(Ball(1), (0, 0), exclude=["a"]),
    lambda w: w.nearest(Ball(1), (0, 0), math.nan), lambda w: w.time_to_collision(0, 0), lambda w: w.time_to_collision(0, 99),
    lambda w: w.neighbours_within(0, -1), lambda w: w.neighbours_within(99, 1), lambda w: w.predicted_impacts(-1),
    lambda w: w.side(2, True), lambda w: w.side("x", True), lambda w: w.collisions_of(3), lambda w: impact_dtype(1),
]


def test_wrong_calls_say_what_is_wrong_and_change_nothing():
    world = World(Space((-10, -10), (10, 10), Side.PERIODIC))
    world.add(Ball(1), (3, 3), (1, 0))
    world.add(Ball(1), (6, 3))
    world.run_until(0.5)
    before = world.state_hash()
    for i, call in enumerate(WRONG):
        with pytest.raises((ValueError, TypeError)) as caught:
            call(world)
            pytest.fail(f"number {i} went through")
        assert re.search("expected|argument|measure", str(caught.value)), (i, caught.value)
    assert world.state_hash() == before and len(world) == 2 and len(WRONG) > 90
