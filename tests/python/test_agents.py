"""Agents, bodies on curved paths, snapshots, and what a world tells of its bodies."""

import math
import pickle
import re
import threading

import numpy as np
import pytest

from firsthit import *
from test_runs import in_a_thread
from things import SOURCE, Draw

PRINTS = (SOURCE / "examples/agents.cpp").read_text().split("// Prints:\n")[1]  # which a test of C++ holds it to


def street():
    """As examples/agents.cpp has it."""
    world = World(dimension=2)
    ids = [world.add(Ball(0.25), place) for place in ((-3, 1), (5, 1), (1, -3))]
    goals = (5, 1), (-3, 1), (1, 5)
    walkers = Agents([Agent(body, goal, 1.0, Steering.AVOID, 2.0) for body, goal in zip(ids, goals)], 0.125, 0.001)
    world.set_window(walkers.piece, walkers.steer)
    world.run_until(0.0)
    walkers.steer(world)
    return world, walkers


def test_walkers_do_what_they_do_in_c_plus_plus():
    world, _ = street()
    world.run_until(3.0)
    lines = [f"at 3: a is {other.gap:.1f} from {'abc'[other.body]}" for other in world.neighbours_within(0, 2.0)]
    world.run_until(15.0)
    lines += [f"{'abc'[body]} stands at ({x:g}, {y:g})" for body, (x, y) in enumerate(world.positions())]
    lines += [f"touched: {world.collisions} times"]
    assert "".join(f"// {line}\n" for line in lines) in PRINTS


def test_walkers_that_were_kept_go_on_as_if_nothing_had_been():
    world, walkers = street()
    world.run_until(2.0)
    kept, (again, others) = walkers.save(), pickle.loads(pickle.dumps((world, walkers)))
    world.run_until(9.0)
    assert again.time == 2.0 and again._window[1].__self__ is others  # the world's window calls the very ones
    again.run_until(9.0)
    assert again.state_hash() == world.state_hash()
    with pytest.raises(ValueError, match="Agents.load"):
        walkers.load(kept + b"more")
    with pytest.raises(ValueError, match="expected"):
        walkers.load(kept[:-1])


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_charge_goes_in_circles_whose_error_is_within_what_was_asked(dimension):
    world = World(dimension=dimension)
    more = (0.5,) * (dimension - 2)  # along the field
    charge = world.add(Ball(0.1), (1, 0, *[0.0] * len(more)), (0, 1, *more))
    paths = CurvedPaths(dimension, 1.0, 1.0, 1e-4)
    assert paths.pieces == pieces_within(1e-4, 1.0, 1.0) == 36 and paths.piece == 1 / 36  # sqrt(1 / (8 1e-4)) = 35.4
    paths.follow(charge, lambda position, velocity, time: (-velocity[1], velocity[0], *[0.0] * len(more)))
    paths.steer(world)
    world.set_window(paths.piece, paths.steer)
    for time in (1.0, 2.5, 7.25):
        world.run_until(time)
        expected = (math.cos(time), math.sin(time), *[0.5 * time] * len(more))
        assert world.state(charge).position == pytest.approx(expected, abs=1e-4 + 1e-6)  # and what rounds at the pieces


def test_an_acceleration_may_ask_and_what_it_raises_ends_the_run():
    world = World(dimension=2)
    body = world.add(Ball(0.1), (1, 0), (0, 1))
    paths = CurvedPaths(2, 1.0, 1.0, 0.01)
    asked = []

    def acceleration(position, velocity, time):
        asked.append(world.time)
        with pytest.raises(RuntimeError, match="may ask the world"):
            world.set_velocity(body, (9, 9))
        if time > 3:
            raise LookupError("off the map")
        return 0, 0

    paths.follow(body, acceleration)
    paths.steer(world)
    world.set_window(paths.piece, paths.steer)
    with pytest.raises(LookupError, match="off the map"):
        world.run_until(9.0)
    assert asked and 2 <= world.time <= 3.0 + 1e-9
    paths.follow(world.add(Ball(0.1), (5, 5)), lambda position, velocity, time: "up")
    with pytest.raises(LookupError):
        paths.steer(world)
    other = CurvedPaths(2, 1.0, 1.0, 0.01)
    other.follow(body, lambda position, velocity, time: "up")
    with pytest.raises(TypeError, match="what the acceleration returns: expected 2 numbers, found 'up'"):
        other.steer(world)
    world.set_velocity(body, (0, 0))  # it is of use


def test_a_character_may_choose_what_it_does():
    world = World(dimension=2)
    hero = world.add(Ball(0.5), (0, 0), kind=BodyKind.KINEMATIC)
    soft, hard = (world.add(Box((0.5, 2)), (x, 0), kind=BodyKind.FIXED) for x in (2, 5))
    told = []

    def choose(hit):
        told.append(hit)
        with pytest.raises(RuntimeError, match="may ask the world"):
            world.set_velocity(hero, (1, 0))
        assert world.state(hero).position == (0.0, 0.0)
        return MoveResponse.CROSS if hit.body == soft else MoveResponse.STOP

    moved = world.move(hero, (9, 0), choose=choose)
    assert [hit.body for hit in told] == [hit.body for hit in moved.hits] == [soft, hard]
    assert moved.position == pytest.approx((4.0, 0.0))
    with pytest.raises(TypeError, match="what choose returns: expected a MoveResponse, found 3"):
        world.move(hero, (9, 0), choose=lambda hit: 3)
    with pytest.raises(ZeroDivisionError):
        world.move(hero, (9, 0), choose=lambda hit: 1 // 0)
    assert world.state(hero).position == moved.position


def test_while_a_character_chooses_others_are_told_that_the_world_is_busy():
    world = World(dimension=2)
    hero = world.add(Ball(0.5), (0, 0), kind=BodyKind.KINEMATIC)
    world.add(Box((0.5, 2)), (2, 0), kind=BodyKind.FIXED)
    found = []

    def ask():
        try:
            world.run_until(1.0)
        except Busy as busy:
            found.append(busy)

    def choose(hit):
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
        return MoveResponse.STOP

    world.move(hero, (9, 0), choose=choose)
    assert len(found) == 1
    world.run_until(1.0)


@pytest.mark.parametrize("dimension", [2, 3])
def test_bodies_are_told_as_they_were_added(dimension):
    draw = Draw(7, dimension)
    both = [Ball(0.5), Point(), Capsule(draw.vector(), draw.vector(), 0.25), Box(np.abs(draw.vector()) + 0.25),
            Hull([draw.vector() for _ in range(5)], 0.125), Segment(draw.vector(), draw.vector())]
    own = [Polygon([(0, 0), (3, 0), (1, 1), (0, 3)]), Arc(2, (1, 0), (0, 1)), OrientedBox((1, 2), [(0.6, 0.8), (-0.8, 0.6)])] \
        if dimension == 2 else [Triangle(np.eye(3)), OrientedBox((1, 2, 3), np.eye(3)[[1, 2, 0]])]
    for i, shape in enumerate([*both, *own, HalfSpace(draw.vector(), 0.5)]):
        place, fixed = np.zeros(dimension) + 10.0 * i, isinstance(shape, (Arc, HalfSpace))
        kind = BodyKind.FIXED if fixed else BodyKind.DYNAMIC if i % 2 == 0 else BodyKind.KINEMATIC
        how = {"mass": 1.5 + i if kind is BodyKind.DYNAMIC else 1.0, "material": i, "category": 2 + i, "mask": 5, "one_way": np.eye(dimension)[0],
               "after_hit": AfterHit.WAITS, "kind": kind, "sensor": i == 1}
        if kind is not BodyKind.DYNAMIC:
            how["surface_velocity"] = 2.0 * np.eye(dimension)[1]
        if kind is BodyKind.KINEMATIC:
            how["on_crush"] = OnCrush.STOPS if i % 4 == 1 else OnCrush.PASSES
        velocity = np.zeros(dimension) if fixed else draw.vector()
        world = World(dimension=dimension)
        body = world.body(world.add(shape, place, velocity, **how))
        assert (body.shape, body.position, body.velocity) == (shape, tuple(place), tuple(velocity))
        assert {key: getattr(body, key) for key in how} == \
            {key: tuple(value) if isinstance(value, np.ndarray) else value for key, value in how.items()}
        again = World(world.space, dimension=dimension)
        again.add(*[getattr(body, key) for key in ("shape", "position", "velocity")],
                  **{key: getattr(body, key) for key in body.__slots__[3:-4]})
        assert again.body(0) == body and eval(repr(body), dict(globals())) == body
    spinning = World(dimension=2)
    spinning.add(Box((1, 1)), (0, 0), (1, 0), spins=True, orientation=turned_by(30), angular_velocity=2.0, inertia=3.0)
    told = spinning.body(0)
    assert (told.spins, told.orientation, told.angular_velocity, told.inertia) == (True, turned_by(30), 2.0, 3.0)
    with pytest.raises(ValueError):
        spinning.body(3)


def test_a_world_tells_what_it_was_made_with():
    options = {"gravity": (0.0, -2.0), "restitution": 0.5, "side_material": 3, "contact_duration": 0.25, "rest": False,
               "neighbours": NeighbourSearch.LISTS, "friction": math.inf, "tangential_restitution": -0.5,
               "rolling_friction": 0.125, "spinning_friction": 0.0625}
    world = World(Space((0, 0), (4, 4)), **options)
    assert world.options == options and World(world.space, **world.options).options == options


def test_a_snapshot_stays_while_the_world_goes_on_in_another_thread():
    world = World(Space((0, 0), (20, 20), Side.PERIODIC))
    places = np.stack(np.meshgrid(range(10), range(10)), axis=-1).reshape(-1, 2) * 2.0 + 1.0
    world.add_many(Many(Ball(0.75), places, np.random.default_rng(1).normal(size=(100, 2))))
    world.measure()
    world.run_until(1.0)
    now = world.snapshot()
    states, counted, collisions = [world.state(i) for i in range(100)], world.statistics(), world.collisions
    thread, _ = in_a_thread(world)
    seen = [now.state(i) for i in range(100)]
    world.interrupt()
    thread.join(10)
    assert world.time > 1.0 and seen == states
    assert (now.time, now.collisions, len(now), now.statistics()) == (1.0, collisions, 100, counted) and collisions > 10
    assert world.snapshot(into=now) is now and now.time == world.time and now.state(3) == world.state(3)
    with pytest.raises(ValueError, match="into: expected one in 2D"):
        world.snapshot(into=Snapshot(3))
    with pytest.raises(ValueError):
        now.state(100)


def test_concave_polygons_tell_their_convex_pieces():
    rng = np.random.default_rng(3)
    for _ in range(50):
        n = int(rng.integers(3, 12))
        angles, radii = np.sort(rng.uniform(0, 2 * math.pi, n)), rng.uniform(1, 4, n)
        if np.max(np.diff(np.append(angles, angles[0] + 2 * math.pi))) > 3:
            continue  # its star does not hold the middle
        corners = np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1)
        polygon, area = Polygon(corners), 0.0
        for piece in polygon.pieces:
            at = corners[list(piece)]
            sides = np.roll(at, -1, axis=0) - at
            assert np.all(sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0] > -1e-9)
            area += 0.5 * np.sum(at[:, 0] * np.roll(at, -1, axis=0)[:, 1] - at[:, 1] * np.roll(at, -1, axis=0)[:, 0])
        assert area == pytest.approx(polygon.volume())


def test_what_cannot_be_is_refused():
    for kind, call, what in (
            (TypeError, lambda: Agents([1], 1.0, 0.1), "agents.0.: expected an Agent, found 1"),
            (ValueError, lambda: Agents([], 1.0, 0.1), "expected some of one dimension, found none"),
            (ValueError, lambda: Agents([Agent(0, (0, 0)), Agent(0, (0, 0, 0))], 1.0, 0.1), "of one dimension, found 2"),
            (ValueError, lambda: Agent(0, (0, 0), 0.0), "preferred_speed: expected > 0"),
            (ValueError, lambda: Agent(-1, (0, 0)), "body: expected a whole number"),
            (ValueError, lambda: Agent(0, (0, math.nan)), "goal.1.: expected a finite number"),
            (TypeError, lambda: Agent(0, (0, 0), 1.0, 1), "steering: expected a Steering, found 1"),
            (ValueError, lambda: Agents([Agent(0, (0, 0))], -1.0, 0.1), "expected"),
            (ValueError, lambda: Agents([Agent(0, (0, 0))], 1.0, 0.1).steer(World(dimension=3)), "world: expected one in 2D"),
            (ValueError, lambda: Agents([Agent(7, (0, 0))], 1.0, 0.1).steer(World(dimension=2)), "expected"),
            (TypeError, lambda: Agents([Agent(0, (0, 0))], 1.0, 0.1).steer(3), "world: expected a World, found 3"),
            (TypeError, lambda: Agents([Agent(0, (0, 0))], 1.0, 0.1).load("a"), "state: expected bytes"),
            (ValueError, lambda: CurvedPaths(4, 1.0, 1.0, 0.1), "dimension: expected 2 or 3, found 4"),
            (ValueError, lambda: CurvedPaths(2, 1.0, 1.0, 0.0), "expected"),
            (TypeError, lambda: CurvedPaths(2, 1.0, 1.0, 0.1).follow(0, 3), "acceleration: expected a function, found 3"),
            (ValueError, lambda: pieces_within(1e-30, 1.0, 1.0), "expected"),
            (ValueError, lambda: Snapshot(1), "dimension: expected 2 or 3, found 1")):
        with pytest.raises(kind, match=what):
            call()
