"""Questions about two things: worked out by hand, and beside the program, bit for bit."""

import math

import pytest

from firsthit import *
from things import Draw, as_told, program_answers

A = Moving(Ball(0.5), Linear((0, 0), (1, 0)))


def test_two_balls_meet_when_and_where_they_should():
    hit = first_hit(A, Moving(Ball(0.5), Linear((4, 0), (-0.5, 0))))
    assert hit and hit.outcome is Outcome.IMPACT
    assert (hit.delay, hit.delay_upper, hit.first_touch, hit.gap) == (2, 2, 2, 0)
    assert hit.point_a == hit.point_b == (2.5, 0) and hit.normal == (1, 0)
    assert hit.feature_a == Feature(FeatureKind.FACE, 0)


def test_each_outcome_is_told():
    at = lambda x, y, vx=0.0: Moving(Ball(0.5), Linear((x, y), (vx, 0)))
    assert first_hit(A, at(4, 2)).outcome is Outcome.MISS
    assert first_hit(A, at(4, 1)).outcome is Outcome.GRAZE
    assert first_hit(A, at(4, 0.5)).outcome is Outcome.IMPACT
    assert first_hit(A, at(0.5, 0)).outcome is Outcome.OVERLAP
    # Two rods that mesh like gears: near each other for ever, and never in each other.
    rods = [Moving(Box((1, 0.05)), Spinning((x, 0), None, 1e9, turned_by(angle))) for x, angle in ((0, 0), (1.5, 90))]
    assert first_hit(*rods, horizon=1e3).outcome is Outcome.UNRESOLVED
    assert [bool(first_hit(A, b)) for b in (at(4, 2), at(4, 1), at(4, 0), at(0.5, 0))] == [False, False, True, True]


def test_the_window_is_closed_and_a_margin_grows_one_of_the_two():
    wall = Moving(HalfSpace((-1, 0), -3))
    assert first_hit(A, wall).delay == 2.5
    assert first_hit(A, wall, horizon=2.5) and not first_hit(A, wall, horizon=math.nextafter(2.5, 0))
    assert first_hit(A, wall, horizon=1.0).delay == 1.0
    assert first_hit(A, wall, margin=1.0).delay == 1.5
    assert first_hit(A, wall, margin=1.0).gap == 1.0
    assert time_to_collision(A, wall) == 2.5 and time_to_collision(A, wall, horizon=1) is None


def test_a_shape_of_both_dimensions_is_of_the_other_ones():
    assert first_hit(Moving(Ball()), Moving(Box((1, 1, 1)), Linear((3, 0, 0), (-1, 0, 0)))).delay == 1
    assert first_hit(Moving(Ball()), Moving(Box((1, 1)), Linear((3, 0), (-1, 0)))).delay == 1


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("horizon,margin", [(math.inf, 0.0), (2.5, 0.125)])
def test_straight_pairs_have_the_bits_that_the_program_tells(dimension, horizon, margin):
    draw = Draw(11, dimension)
    pairs = [(Moving(draw.shape(), draw.linear()), Moving(draw.shape(), draw.linear())) for _ in range(1500)]
    answers = program_answers(pairs, horizon, margin)
    outcomes = set()
    for (a, b), told in zip(pairs, answers):
        told.pop("line")
        hit = as_told(first_hit(a, b, horizon=horizon, margin=margin))
        assert hit == told, (a, b)
        outcomes.add(hit["outcome"])
    assert {"miss", "impact", "overlap"} <= outcomes


def test_what_turns_has_the_bits_that_the_program_tells():
    draw = Draw(12, 3)
    pairs = []
    while len(pairs) < 300:
        a, b = (Moving(draw.shape(), draw.motion()) for _ in range(2))
        if not any(isinstance(thing.shape, HalfSpace) for thing in (a, b)):
            pairs.append((a, b))
    outcomes = set()
    for (a, b), told in zip(pairs, program_answers(pairs, 3.0)):
        told.pop("line")
        hit = as_told(first_hit(a, b, horizon=3.0))
        assert hit == told, (a, b)
        outcomes.add(hit["outcome"])
    assert {"miss", "impact"} <= outcomes


def test_distances_are_those_of_geometry():
    assert distance(Placed(Ball(1), (0, 0)), Placed(Ball(1), (5, 0))).distance == 3
    turned = distance(Placed(Box((1, 1)), (0, 0), turned_by(45)), Placed(Point(), (3, 0)))
    assert turned.distance == pytest.approx(3 - math.sqrt(2), abs=1e-13)
    assert turned.normal == pytest.approx((1, 0), abs=1e-13)
    deep = distance(Placed(Ball(1), (0, 0, 0)), Placed(Ball(1), (1.5, 0, 0)))
    assert deep.distance == -0.5 and deep.point_a == (1, 0, 0) and deep.point_b == (0.5, 0, 0)


def test_paths_cross_at_a_time_of_each():
    crossing = path_crossing(Linear((0, 0), (3, 0)), Linear((1, -1), (0, 1)))
    assert crossing and crossing.kind is Crossing.POINT and crossing.distance == (0, 0)
    low, high = crossing.p.enter
    assert low < high and high == math.nextafter(low, 1) and low == pytest.approx(1 / 3)
    aside = path_crossing(Linear((0, 0), (1, 0)), Linear((0, 1), (-1, 0)))
    assert not aside and aside.kind is Crossing.NONE and aside.distance == (1, 1)
    assert path_crossing(Linear((0, 0), (1, 0)), Linear((5, 1), (-1, 0)), tolerance=1).opposed is True
    assert path_crossing(Linear((0, 0), (1, 0)), Linear((0, 1), (1, 0)), tolerance=1).kind is Crossing.STRETCH
    assert not path_crossing(Linear((0, 0), (3, 0)), Linear((1, -1), (0, 1)), horizon_p=0.25)
