"""Many pairs at once: the bits of one at a time, from arrays of all kinds."""

import math
import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firsthit import *
from things import Draw

COUNT = 700  # more than the lanes take at once


def one_at_a_time(a, b, **asked):
    """The same answers, from `first_hit`."""
    dimension = len(a[0].motion.at(0.0))
    answers = np.zeros(len(a), encounter_dtype(dimension))
    for i, (x, y) in enumerate(zip(a, b)):
        hit = first_hit(x, y, **asked)
        answers[i] = (hit.outcome, hit.delay, hit.delay_upper, hit.first_touch, hit.normal, hit.point_a, hit.point_b,
                      hit.gap, (hit.feature_a.kind, hit.feature_a.index), (hit.feature_b.kind, hit.feature_b.index))
    return answers


def same(first, second):
    """Field by field and bit by bit, but for the signs of zeros."""
    return all(np.array_equal(first[name], second[name]) for name in first.dtype.names)


def sides(draw, shapes, count=COUNT):
    places, courses = (draw.numbers.normal(scale=scale, size=(count, draw.dimension)) for scale in (2.0, 1.0))
    each = shapes if isinstance(shapes, list) else [shapes] * count
    return places, courses, [Moving(shape, Linear(p, v)) for shape, p, v in zip(each, places, courses)]


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("kind_a", ["ball", "box", "oriented_box", "hull", "mixed"])
@pytest.mark.parametrize("kind_b", ["ball", "box", "oriented_box", "segment"])
def test_answers_have_the_bits_of_one_at_a_time(dimension, kind_a, kind_b):
    draw = Draw(3, dimension)
    many, single = [], []
    for kind in (kind_a, kind_b):
        shapes = [draw.shape() for _ in range(COUNT)] if kind == "mixed" else getattr(draw, kind)()
        places, courses, things = sides(draw, shapes)
        many.append(Many(shapes, places, courses))
        single.append(things)
    for asked in ({}, {"horizon": 2.0, "margin": 0.125}):
        hits = first_hit_many(*many, **asked)
        assert same(hits, one_at_a_time(*single, **asked))
        assert {Outcome.MISS, Outcome.IMPACT} <= {Outcome(x) for x in hits["outcome"]}


@pytest.mark.parametrize("dimension", [2, 3])
def test_sizes_may_differ_from_pair_to_pair(dimension):
    draw = Draw(4, dimension)
    radii = draw.numbers.uniform(0, 1, COUNT)
    halves = draw.numbers.uniform(0, 1, (COUNT, dimension))
    balls = sides(draw, [Ball(r) for r in radii])
    boxes = sides(draw, [Box(h) for h in halves])
    hits = first_hit_many(Many(Balls(radii), *balls[:2]), Many(Boxes(halves), *boxes[:2]))
    assert same(hits, one_at_a_time(balls[2], boxes[2]))


def test_points_and_segments_of_the_plane_too():
    draw = Draw(5, 2)
    points, segments = sides(draw, Point()), sides(draw, Segment((-1, 0), (1, 0.5)))
    assert same(first_hit_many(Many(Point(), *points[:2]), Many(Segment((-1, 0), (1, 0.5)), *segments[:2])),
                one_at_a_time(points[2], segments[2]))


@pytest.mark.parametrize("dimension", [2, 3])
def test_what_falls_and_what_spins(dimension):
    draw, count = Draw(6, dimension), 60
    flat = dimension == 2
    make = lambda *shape: draw.numbers.normal(size=(count, *shape))
    places, courses, pulls, centres = (make(dimension) for _ in range(4))
    rates, stands = make() if flat else make(3), make(2 if flat else 4)
    ball = Moving(Ball(0.75), Linear([0.0] * dimension))
    box = Box([0.5] * dimension)
    falling = Many(box, 3 * places, courses, pulls)
    assert same(first_hit_many(falling, ball, horizon=5.0),
                one_at_a_time([Moving(box, Falling(*x)) for x in zip(3 * places, courses, pulls)], [ball] * count,
                              horizon=5.0))
    spinning = Many(box, 3 * places, courses, angular_velocities=rates, orientations=stands, centres=centres)
    things = [Moving(box, Spinning(p, v, w, q, None, c)) for p, v, w, q, c in zip(3 * places, courses, rates, stands, centres)]
    hits = first_hit_many(spinning, ball, horizon=5.0)
    assert same(hits, one_at_a_time(things, [ball] * count, horizon=5.0))
    assert len(set(hits["outcome"])) > 1
    others = Many(box, -2 * places, -courses, angular_velocities=rates)
    assert same(first_hit_many(spinning, others, horizon=5.0),
                one_at_a_time(things, [Moving(box, Spinning(-2 * p, -v, w)) for p, v, w in zip(places, courses, rates)],
                              horizon=5.0))


def test_one_thing_may_meet_many_on_either_side_and_move_in_any_way():
    draw = Draw(8, 3)
    places, courses, things = sides(draw, Ball(0.5), 50)
    swing = Moving(Box((1, 1, 1)), Spline([(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)], 2.0, (0, 0, 1)))
    many = Many(Ball(0.5), places, courses)
    assert same(first_hit_many(many, swing), one_at_a_time(things, [swing] * 50))
    assert same(first_hit_many(swing, many), one_at_a_time([swing] * 50, things))
    origin = Moving(Ball(2.0))
    assert same(first_hit_many(many, origin), one_at_a_time(things, [Moving(Ball(2.0), Linear((0, 0, 0)))] * 50))


def test_arrays_of_any_strides_and_types_are_read():
    draw = Draw(9, 3)
    places, courses, _ = sides(draw, Ball(0.5))
    wall = Moving(HalfSpace((1, 0, 0), -9.0))
    expected = first_hit_many(Many(Ball(0.5), places, courses), wall)
    records = np.zeros(COUNT, [("id", np.int64), ("place", np.float64, 3), ("course", np.float64, 3)])
    records["place"], records["course"] = places, courses
    packed = np.zeros(COUNT, [("id", np.int8), ("place", np.float64, 3), ("course", np.float64, 3)])
    packed["place"], packed["course"] = places, courses
    frozen = places.copy()
    frozen.flags.writeable = False
    for p, v in ((np.asfortranarray(places), np.asfortranarray(courses)),
                 (places[::-1].copy()[::-1], np.repeat(courses, 2, axis=0)[::2]),
                 (records["place"], records["course"]), (packed["place"], packed["course"]),
                 (places.astype(">f8"), courses), (frozen, courses), (places.tolist(), courses.tolist())):
        assert same(first_hit_many(Many(Ball(0.5), p, v), wall), expected)
    one = np.broadcast_to(np.array([3.0, 0.0, 0.0]), (COUNT, 3))
    assert same(first_hit_many(Many(Ball(0.5), places, one), wall),
                first_hit_many(Many(Ball(0.5), places, one.copy()), wall))
    whole = np.rint(places * 8)
    assert same(first_hit_many(Many(Ball(0.5), whole.astype(np.int32), courses), wall),
                first_hit_many(Many(Ball(0.5), whole.astype(np.float32), courses), wall))


def test_no_array_of_doubles_is_copied():
    places, courses = np.zeros((9, 6))[:, ::2], np.ones((9, 3))
    many = Many(Balls(np.ones(18)[::2]), places, courses)
    assert np.shares_memory(many._arrays[0], places) and np.shares_memory(many._arrays[1], courses)
    courses[:] = [1, 0, 0]  # so what stands there when it is asked counts
    hits = first_hit_many(many, Moving(Ball(1), Linear((4, 0, 0))))
    assert hits["delay"].tolist() == [2.0] * 9


def test_answers_go_where_they_are_wanted():
    many, wall = Many(Ball(0.5), np.zeros((5, 2)), np.ones((5, 2))), Moving(HalfSpace((-1, 0), -2))
    out = np.zeros(5, encounter_dtype(2))
    assert first_hit_many(many, wall, out=out) is out
    assert out["delay"].tolist() == [1.5] * 5
    assert first_hit_many(Many(Ball(1), np.zeros((0, 2))), wall).shape == (0,)


def test_a_pair_whose_numbers_cannot_be_used_is_named():
    places = np.zeros((1000, 3))
    places[777, 1] = math.nan
    for other in (Moving(Ball(1), Linear((9, 0, 0))), Moving(Hull([(9, 0, 0)]))):  # in lanes, and one by one
        with pytest.raises(ValueError, match=r"pair 777: .*a\.motion\.position\[1\]: expected a finite number, found nan"):
            first_hit_many(Many(Ball(1), places), other)
    radii = np.ones(1000)
    radii[3] = -1
    with pytest.raises(ValueError, match=r"pair 3: .*b\.shape\.radius: expected >= 0, found -1"):
        first_hit_many(Many(Ball(1), np.zeros((1000, 3))), Many(Balls(radii), np.ones((1000, 3))))


def test_other_threads_run_meanwhile():
    places = np.zeros((200_000, 2))
    many = Many(Hull([(0, 0), (1, 0), (0, 1)]), places, places)
    done = threading.Event()

    def ask():
        while not done.is_set():
            first_hit_many(many, Moving(Hull([(3, 0), (4, 0), (3, 1)])))

    thread = threading.Thread(target=ask)
    thread.start()
    counted, end = 0, time.monotonic() + 0.5
    while time.monotonic() < end:
        counted += 1
    done.set()
    thread.join()
    assert counted > 1000


def test_arrays_outlive_what_becomes_of_their_names():
    many = Many(Balls(np.ones(400_000)), np.zeros((400_000, 3)))
    places = many._arrays[0]
    thread = threading.Thread(target=first_hit_many, args=(many, Moving(Hull([(3, 0, 0), (4, 0, 0), (3, 1, 0)]))))
    thread.start()
    time.sleep(0.05)
    many.shapes.radii, many._arrays[0] = np.zeros(1), None
    del places
    rubbish = [np.full((400_000, 3), np.nan) for _ in range(4)]
    thread.join()
    assert len(rubbish) == 4


# Small whole numbers: touches, grazes and ties in plenty.
SMALL = st.integers(-4, 4)
PAIRS = st.lists(st.tuples(*[SMALL] * 8), min_size=1, max_size=30)


@settings(max_examples=100, deadline=None)
@given(PAIRS)
def test_swapping_the_two_swaps_the_answer(rows):
    numbers = np.array(rows, float)
    a, b = (Many(Box((1, 1)), numbers[:, k:k + 2], numbers[:, k + 2:k + 4]) for k in (0, 4))
    one, other = first_hit_many(a, b), first_hit_many(b, a)
    for name in ("outcome", "delay", "delay_upper", "first_touch", "gap"):
        assert np.array_equal(one[name], other[name])
    assert np.array_equal(one["normal"], -other["normal"])
    assert np.array_equal(one["feature_a"], other["feature_b"])


@settings(max_examples=100, deadline=None)
@given(PAIRS, st.integers(-60, 60))
def test_other_units_of_length_change_nothing(rows, exponent):
    numbers, unit = np.array(rows, float), math.ldexp(1.0, exponent)
    ask = lambda unit: first_hit_many(*(Many(Ball(0.75 * unit), unit * numbers[:, k:k + 2], unit * numbers[:, k + 2:k + 4])
                                        for k in (0, 4)))
    one, other = ask(1.0), ask(unit)
    for name in ("outcome", "delay", "delay_upper", "first_touch", "normal"):
        assert np.array_equal(one[name], other[name])
    assert np.array_equal(unit * one["point_a"], other["point_a"])
