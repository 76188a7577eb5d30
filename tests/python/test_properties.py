"""What holds whatever is asked: hypothesis looks for what breaks it."""

import math
import tomllib

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import firsthit
from firsthit import *
from firsthit.tables import read_csv

FINITE = st.floats(allow_nan=False, allow_infinity=False)
MODEST = st.floats(-1e3, 1e3).map(lambda x: x if abs(x) > 1e-100 else 0.0)  # nothing smaller is taken
SMALL = st.integers(-4, 4)
BALLS = st.lists(st.tuples(st.integers(0, 24), SMALL, SMALL), min_size=2, max_size=12, unique_by=lambda ball: ball[0])
TIMES = st.floats(0, 20)


def world_of(balls, side=Side.WALL, unit=1.0):
    """Balls on a lattice of five times five; velocities in `unit`s."""
    world = World(Space((0, 0), (20, 20), side))
    numbers = np.array(balls, float)
    world.add_many(Many(Ball(1.25), np.stack([numbers[:, 0] // 5, numbers[:, 0] % 5], axis=1) * 4 + 2, unit * numbers[:, 1:]))
    return world


@settings(max_examples=100, deadline=None)
@given(BALLS, st.sampled_from([Side.WALL, Side.PERIODIC]), TIMES, TIMES)
def test_a_world_comes_to_the_same_end_whatever_happens_on_the_way(balls, side, first, second):
    early, late = sorted((first, second))
    straight, halting = world_of(balls, side), world_of(balls, side)
    straight.run_until(late)
    halting.run_until(early)
    loaded = World.load(halting.save())
    halting.positions()
    halting.run_until(late)
    loaded.run_until(late)
    assert straight.state_hash() == halting.state_hash() == loaded.state_hash()
    assert straight.collisions == halting.collisions == loaded.collisions


@settings(max_examples=100, deadline=None)
@given(BALLS, st.sampled_from([Side.WALL, Side.PERIODIC]), TIMES)
def test_a_world_keeps_its_energy_and_nobody_is_in_anybody(balls, side, time):
    world = world_of(balls, side)
    before, momentum = (world.velocities() ** 2).sum(), world.velocities().sum(axis=0)
    world.run_until(time)
    assert math.isclose((world.velocities() ** 2).sum(), before, rel_tol=1e-12, abs_tol=0)
    if side is Side.PERIODIC:
        assert np.allclose(world.velocities().sum(axis=0), momentum, rtol=0, atol=1e-12 * (1 + math.sqrt(before)))
    apart = world.positions()[:, np.newaxis] - world.positions()
    if side is Side.PERIODIC:
        apart -= 20 * np.round(apart / 20)
    gaps = np.linalg.norm(apart, axis=2) + 9 * np.eye(len(balls))
    assert gaps.min() > 2.5 - 1e-12
    if side is Side.WALL:
        assert world.positions().min() > 1.25 - 1e-12 and world.positions().max() < 18.75 + 1e-12


@settings(max_examples=50, deadline=None)
@given(BALLS, TIMES, st.integers(-30, 30))
def test_a_film_that_runs_faster_shows_the_same(balls, time, exponent):
    assume(any(vx or vy for _, vx, vy in balls))
    unit = math.ldexp(1.0, exponent)
    one, other = world_of(balls), world_of(balls, unit=unit)
    one.run_until(time)
    other.run_until(time / unit)
    assert one.collisions == other.collisions and np.array_equal(one.positions(), other.positions())
    assert np.array_equal(unit * one.velocities(), other.velocities())


SIZE = MODEST.map(abs)
SHAPES = st.one_of(
    st.builds(Ball, SIZE), st.builds(lambda x, y: Box((x, y)), SIZE, SIZE),
    st.builds(lambda corners, radius: Hull(corners, radius), st.lists(st.tuples(MODEST, MODEST), min_size=1, max_size=6), SIZE),
    st.builds(lambda x, y, z, w, r: Capsule((x, y), (z, w), r), MODEST, MODEST, MODEST, MODEST, SIZE))
PLACES = st.tuples(MODEST, MODEST)


@settings(max_examples=200, deadline=None)
@given(SHAPES, SHAPES, PLACES, PLACES, PLACES)
def test_nothing_is_hit_before_the_way_to_it_is_over(a, b, place, other, course):
    apart = distance(Placed(a, place), Placed(b, other)).distance
    assume(apart > 1e-6)
    hit = first_hit(Moving(a, Linear(place, course)), Moving(b, Linear(other)))
    size = 1e4
    assert hit.first_touch * math.hypot(*course) >= apart - 1e-12 * size or hit.outcome is Outcome.MISS
    if hit.outcome is Outcome.IMPACT:  # and they touch when it says so
        there = Linear(place, course).at(hit.delay)
        assert abs(distance(Placed(a, there), Placed(b, other)).distance) <= 1e-12 * (size + math.hypot(*there))


@settings(max_examples=200, deadline=None)
@given(SHAPES, PLACES, st.tuples(FINITE, FINITE))
def test_things_come_back_from_their_repr_whatever_their_numbers(shape, place, course):
    thing = Moving(shape, Linear(place, course))
    assert eval(repr(thing), vars(firsthit)) == thing


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(st.booleans() | st.integers(-(2**63), 2**63 - 1) | FINITE | TEXT,
                      lambda some: st.lists(some, max_size=3) | st.dictionaries(TEXT, some, max_size=3), max_leaves=8)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(TEXT, VALUES, max_size=4))
def test_a_dictionary_is_what_its_text_is_read_as(tables):
    assert tomllib.loads(Scene(tables).text) == tables


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(FINITE, st.sampled_from(["{!r}", "{:.17g}", "{:.3f}", "{:.25e}", "{:+.0e}"])), min_size=1, max_size=30))
def test_numbers_of_tables_are_the_nearest_however_they_are_written(tmp_path_factory, numbers):
    texts = [form.format(number) for number, form in numbers]
    path = tmp_path_factory.getbasetemp() / "numbers.csv"
    path.write_text("x\n" + "\n".join(texts) + "\n")
    try:
        read = read_csv(path)["x"]
    except ValueError as error:  # only what is told as no number of a table: beyond all doubles, and with a plus
        assert "expected a number" in str(error) and any(math.isinf(float(x)) or x.startswith("+") for x in texts)
    else:
        assert read.tobytes() == np.array(list(map(float, texts))).tobytes()


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from('ax1290.e-,"\n\r \ufeff\u00e4'), max_size=60))
def test_what_is_read_as_a_table_is_one(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "text.csv"
    path.write_text(text, newline="")
    try:
        table = read_csv(path)
    except ValueError as error:
        assert str(error).startswith(str(path))
    else:
        assert all(len(table[name]) == len(table) for name in table.names)
