"""What those who watch are told of impacts that turn bodies, of turns, and of passings: by the laws that hold for them."""

import re

import numpy as np
import pytest

from firsthit import *
from test_worlds import GOLDEN, Dice, cube, lattice


def spinning_gas(dimension):
    """As the C++ test has it: balls that rub, and lose energy."""
    dice = Dice(13)
    radii, places, courses = lattice(dimension, 12, 0.375, 0.75, dice)
    rates = [4.0 * dice.roll() if dimension == 2 else [4.0 * dice.roll() for _ in range(3)] for _ in radii]
    sides = (Side.WALL,) + (Side.PERIODIC,) * (dimension - 1)
    world = World(cube(24.0, sides, dimension), restitution=0.9, friction=0.4, tangential_restitution=0.3)
    world.add_many(Many(Balls(radii), places, courses, angular_velocities=rates), mass=radii * radii * 4.0, spins=True)
    return world, radii


def cross(a, b):
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] if a.shape[1] == 2 else np.cross(a, b)


@pytest.mark.parametrize("dimension", [2, 3])
def test_balls_that_spin_have_the_bits_of_c_plus_plus_and_their_impacts_keep_the_laws(dimension):
    world, radii = spinning_gas(dimension)
    told = []
    world.on_impacts(told.append, spins=True)
    world.run_until(1e6, collisions=10000)
    test = GOLDEN.split("TEST(Golden, BallsThatSpin)", 1)[1]
    (expected,) = re.findall(rf"hash_of_spinning_gas<{dimension}>\(\), (0x[0-9a-f]{{16}})U", test)
    assert world.state_hash() == int(expected, 16)

    impacts = np.concatenate(told)
    assert told[0].dtype == impact_dtype(dimension, spins=True) and np.array_equal(impacts["index"], np.arange(10000))
    two = impacts[impacts["kind"] == ImpactKind.BODY_BODY]
    assert 1000 < len(two) < 10000
    a, b = radii[two["a"]], radii[two["b"]]
    mass = 4 * a**2
    # b gets the impulse along the normal and the tangential one, at its surface; a the opposite.
    given = two["impulse"][:, None] * two["normal"] + two["tangential_impulse"]
    assert np.allclose(mass[:, None] * (two["velocity_before_a"] - two["velocity_after_a"]), given, atol=1e-12)
    assert np.allclose(np.sum(two["normal"] * two["tangential_impulse"], axis=1), 0, atol=1e-12)
    turning = cross(two["normal"], two["tangential_impulse"])  # of arms that point to each other: of both the same
    inertia = (0.5 if dimension == 2 else 0.4) * 4  # times r^4
    for r, side in ((a, "a"), (b, "b")):
        change = two[f"angular_velocity_after_{side}"] - two[f"angular_velocity_before_{side}"]
        weight = inertia * r**3
        assert np.allclose(change * (weight if dimension == 2 else weight[:, None]), -turning, atol=1e-10)
    assert np.abs(two["tangential_impulse"]).max() > 0.1
    # Between impacts nothing changes how a body spins.
    for body in (0, 5):
        own = [(hit["angular_velocity_before_" + side], hit["angular_velocity_after_" + side]) for hit in impacts
               for side in "ab" if hit[side] == body]
        assert len(own) > 5 and all(np.array_equal(after, before) for (_, after), (before, _) in zip(own, own[1:]))


def test_where_nobody_spins_these_are_zero():
    told, bare = [], []
    world = World(Space((0, 0), (4, 4)))
    world.add(Ball(0.5), (1, 2), (1, 0.5))
    world.on_impacts(told.append, spins=True)
    world.on_impacts(bare.append)
    world.run_until(9.0)
    (told,), (bare,) = told, bare
    assert len(told) == len(bare) > 3 and all(np.array_equal(told[name], bare[name]) for name in bare.dtype.names)
    assert not any(np.any(told[name]) for name in told.dtype.names if name not in bare.dtype.names)


def test_what_slips_grips_after_coulombs_time_and_rolls():
    mu, g, speed, radius = 0.25, 2.0, 3.0, 0.5
    world = World(dimension=2, gravity=(0, -g), restitution=0.0, friction=mu)
    ground = world.add(HalfSpace((0, 1)), (0, 0), kind=BodyKind.FIXED)
    disk = world.add(Ball(radius), (0, radius), (speed, 0), spins=True)
    still = world.add(Ball(radius), (-9, radius), spins=True)
    told, others = [], []
    world.on_turns(told.extend, only=[disk])
    world.on_turns(others.extend, only=[still])
    world.run_until(5.0)
    (gripped,) = [turn for turn in told if turn["kind"] == TurnKind.GRIPPED]
    # A disk loses mu g of its speed in a time and gains 2 mu g at its rim: they meet at two thirds.
    assert gripped["time"] == pytest.approx(speed / (3 * mu * g)) and gripped["body"] == disk
    assert gripped["velocity_after"] == pytest.approx([2 * speed / 3, 0])
    assert gripped["angular_velocity_after"] == pytest.approx(-2 * speed / 3 / radius) and gripped["support"] == ground
    assert gripped["acceleration"] == pytest.approx([-mu * g, 0]) and gripped["acceleration_after"].tolist() == [0, 0]
    assert np.all(np.array([turn["body"] for turn in others]) == still)
    assert turn_dtype(3)["angular_velocity_after"].shape == (3,)


def test_who_is_steered_and_put_elsewhere_has_turned():
    world, told = World(dimension=3), []
    one, two = world.add(Ball(1), (0, 0, 0), (1, 0, 0)), world.add(Ball(1), (9, 9, 9))
    stop = world.on_turns(told.append)
    world.run_until(2.0)
    world.set_velocity(one, (0, 0, 1))
    world.set_position(two, (7, 7, 7))
    world.run_until(3.0)
    turns = np.concatenate(told)
    assert turns["kind"].tolist() == [TurnKind.STEERED, TurnKind.MOVED] and turns["body"].tolist() == [one, two]
    assert turns["time"].tolist() == [2, 2] and turns["elapsed"].tolist() == [2, 2]
    assert turns[0]["velocity_before"].tolist() == [1, 0, 0] and turns[0]["velocity_after"].tolist() == [0, 0, 1]
    stop()
    world.set_velocity(one, (0, 0, 0))
    world.run_until(4.0)
    assert sum(map(len, told)) == 2


def test_who_enters_and_leaves_a_sensor_is_told():
    world, told, few = World(dimension=3), [], []
    zone = world.add(Ball(1), (0, 0, 0), kind=BodyKind.FIXED, sensor=True)
    balls = [world.add(Ball(0.5), (-x, 0, 0), (1, 0, 0)) for x in (4, 8)]
    world.on_passings(told.append)
    world.on_passings(few.append, only=[balls[1]])
    world.run_until(20.0)
    passings = np.concatenate(told)
    # Surfaces meet 1.5 before the centres do, and part 1.5 after.
    assert passings["time"].tolist() == [2.5, 5.5, 6.5, 9.5] and passings["enters"].tolist() == [True, False] * 2
    assert set(passings["a"]) == {zone} and passings["b"].tolist() == [balls[0]] * 2 + [balls[1]] * 2
    assert np.array_equal(np.concatenate(few), passings[2:]) and told[0].dtype == passing_dtype(3)


def test_wrong_calls_say_what_is_wrong():
    world = World(dimension=2)
    for call in (lambda: world.on_turns(None), lambda: world.on_passings(3), lambda: world.on_turns(print, only=[]),
                 lambda: world.on_turns(print, only=[9]), lambda: world.on_passings(print, only=["a"]),
                 lambda: turn_dtype(4), lambda: passing_dtype("2"), lambda: impact_dtype(1, spins=True)):
        with pytest.raises((ValueError, TypeError), match="expected"):
            call()


def test_what_they_raise_ends_the_run():
    world = World(dimension=2)
    world.add(Ball(1), (0, 0), (1, 0), kind=BodyKind.KINEMATIC)
    world.add(Ball(1), (5, 0), kind=BodyKind.FIXED, sensor=True)
    world.on_passings(lambda passings: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        world.run_until(9.0)
