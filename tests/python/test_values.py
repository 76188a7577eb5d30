"""Shapes and motions are values: their repr is code for them, they do not change, and they can be pickled."""

import copy
import math
import pickle

import numpy as np
import pytest

import firsthit
from firsthit import *
from things import Draw

THINGS = [
    Point(), Ball(0.5), Segment((0, 0), (1, 2)), Capsule((0, 0, 0), (0, 0, 1), 0.1), Box((1, 2)),
    OrientedBox((1, 2), [(0.6, 0.8), (-0.8, 0.6)]), Hull([(0, 0), (1, 0), (0, 1)], 0.25), Polygon([(0, 0), (2, 0), (0, 2)]),
    Triangle([(0, 0, 0), (1, 0, 0), (0, 1, 0)]), HalfSpace((0, 1), -1), Container(3), Arc(2, (1, 0), (0, 1)),
    Linear((1, 2), (3, 4)), Falling((1, 2, 3), (0, 0, 0), (0, 0, -9.81)), Spinning((0, 0), (1, 0), 2.5, turned_by(30)),
    Spinning((0, 0, 0), angular_velocity=(0, 0, 1), centre=(1, 0, 0)), Spline([(0, 0), (1, 0), (1, 1), (2, 1)], 2.0, 0.5),
    Precessing((0, 0, 0), precession=(0, 0, 1), spin=(0, 0, 9)), Tumbling((0, 0), angular_velocity=2), PrincipalInertia(),
    Tumbling((0, 0, 0), None, (1, 2, 3), inertia=PrincipalInertia((1, 2, 2.5), (0.6, 0, 0.8, 0))), Moving(Ball(), Linear((0, 0))), Moving(Box((1, 1))),
    Placed(Box((1, 1)), (2, 3), turned_by(45)), first_hit(Moving(Ball(), Linear((0, 0), (1, 0))), Moving(Box((1, 1)),
    Linear((5, 0)))), distance(Placed(Ball(), (0, 0)), Placed(Ball(), (3, 0))), Box((1, 2, 3)).mass_properties(),
    path_crossing(Linear((0, 0), (1, 0)), Linear((2, -3), (0, 1))), Space((0, 0), (4, 2), (Side.WALL, Side.OPEN)),
    RunResult(RunOutcome.CRUSHED, (1, 2)), Contact(1.0, 0, 1, (1.0, 0.0), (0.0, 0.0), 3.0, 1.0, (1.0, 0.0)),
    Reaction((1, 0), (0, 0), True), Problem("radius: expected > 0", 3, 1), Feature(FeatureKind.EDGE, 3),
]


@pytest.mark.parametrize("thing", THINGS, ids=lambda thing: type(thing).__name__)
def test_it_is_a_value(thing):
    assert eval(repr(thing), {**vars(firsthit), "inf": math.inf}) == thing
    for twin in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        assert twin == thing and hash(twin) == hash(thing) and twin is not None
    assert thing != 1 and thing != Ball(0.125)
    for name in (*thing._fields(), "anything"):
        with pytest.raises(AttributeError, match="does not change"):
            setattr(thing, name, 1)
        with pytest.raises(AttributeError, match="does not change"):
            delattr(thing, name)


def test_every_shape_and_motion_is_among_them():
    for base in (Shape, Motion):
        assert set(base.__subclasses__()) <= {type(thing) for thing in THINGS}


def test_what_differs_in_one_number_differs():
    assert Ball(0.5) != Ball(0.25)
    assert Linear((0, 0)) != Linear((0, 0, 0)) != Falling((0, 0, 0))
    assert Segment((0, 0), (1, 0)) != Segment((1, 0), (0, 0))


def test_vectors_come_from_anything_that_has_numbers():
    for made_from in ((1, 2), [1.0, 2.0], np.array([1, 2]), np.array([1, 2], np.float32), range(1, 3)):
        assert Box(made_from).half_extents == (1.0, 2.0)
        assert all(type(x) is float for x in Box(made_from).half_extents)


def test_dimensions_are_those_in_which_a_shape_is():
    assert (Ball().dimensions, Box((1, 1)).dimensions, Box((1, 1, 1)).dimensions) == ((2, 3), (2,), (3,))
    assert Polygon([(0, 0), (1, 0), (0, 1)]).dimensions == (2,)


def test_places_are_where_theory_has_them():
    assert Linear((1, 2), (3, 4)).at(2) == (7, 10)
    assert Falling((0, 10), (1, 0), (0, -10)).at(1) == (1, 5)
    quarter = Spinning((1, 1), angular_velocity=math.pi / 2).at(1, of_shape=(2, 0))
    assert quarter == pytest.approx((1, 3), abs=1e-12)
    assert Spline([(0, 0), (0, 0), (8, 8), (8, 8)], 2).at(1) == (4, 4)
    assert Linear((1, 2)).at(5, of_shape=(1, 1)) == (2, 3)
    # Half a turn about z, of which the spin is as much again: all of it.
    top = Precessing((0, 0, 0), precession=(0, 0, math.pi), spin=(0, 0, math.pi))
    assert top.at(1, of_shape=(1, 0, 0)) == pytest.approx((1, 0, 0), abs=1e-12)


def test_what_tumbles_and_is_symmetric_precesses():
    i, k, rate = 3.0, 2.0, (0.5, -1.0, 2.0)  # moments (i, i, k); the angular momentum is (i x, i y, k z)
    tumbles = Tumbling((1, 2, 3), (1, 0, 0), rate, centre=(0, 0, 0.5), inertia=PrincipalInertia((i, i, k)))
    lies = Tumbling((1, 2, 3), (1, 0, 0), rate, centre=(0, 0, 0.5),
                    inertia=PrincipalInertia((k, i, i), turned_by(-90, (0, 1, 0))))  # by which x becomes z
    precesses = Precessing((1, 2, 3), (1, 0, 0), (rate[0], rate[1], k * rate[2] / i),
                           (0, 0, (1 / k - 1 / i) * k * rate[2]), centre=(0, 0, 0.5))
    for delay in (-3.0, 0.0, 0.25, 40.0):
        expected = precesses.at(delay, of_shape=(1, -0.5, 0.75))
        assert tumbles.at(delay, of_shape=(1, -0.5, 0.75)) == pytest.approx(expected, abs=1e-12)
        assert lies.at(delay, of_shape=(1, -0.5, 0.75)) == pytest.approx(expected, abs=1e-12)
    assert Tumbling((1, 1), angular_velocity=math.pi / 2).at(1, of_shape=(2, 0)) == pytest.approx((1, 3), abs=1e-12)


def test_what_tumbles_turns_over_after_a_period_of_elliptic_functions():
    # Landau and Lifshitz, Mechanics, par. 37: its turning about the axis of its middle moment is sn(p t), here from
    # where that is largest; after a quarter of a period, K / p, this axis is across the angular momentum.
    most, middle, least = 13 / 3, 10 / 3, 5 / 3
    inertia = principal_inertia(Box((1, 2, 3)))
    assert inertia.moments == pytest.approx((most, middle, least), abs=1e-14)
    rate = (0.5, 1.0, 0.0)
    momentum = (most * rate[0], middle * rate[1], 0.0)
    square, energy = sum(x * x for x in momentum), most * rate[0] ** 2 + middle * rate[1] ** 2  # twice
    pace = math.sqrt((most - middle) * (square - energy * least) / (least * middle * most))
    modulus = (middle - least) * (energy * most - square) / ((most - middle) * (square - energy * least))
    a, b = 1.0, math.sqrt(1.0 - modulus)
    for _ in range(9):
        a, b = (a + b) / 2, math.sqrt(a * b)
    quarter = math.pi / (2 * a) / pace
    tip = Moving(Point(), Tumbling((0, 0, 0), None, rate, centre=(0, -1, 0), inertia=inertia))
    hit = first_hit(tip, Moving(HalfSpace(momentum), Linear((0, 0, 0))))
    assert hit.outcome is Outcome.IMPACT and hit.delay == pytest.approx(quarter, abs=1e-12)


def test_principal_axes_are_those_about_which_a_turned_brick_is_not_twisted():
    stands = turned_by(50, (1, 2, 3))
    turn = Spinning((0, 0, 0), orientation=stands)
    axes = [turn.at(0, of_shape=unit) for unit in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    found = principal_inertia(OrientedBox((1, 2, 3), axes))
    moments = {13 / 3: axes[0], 10 / 3: axes[1], 5 / 3: axes[2]}
    told = Spinning((0, 0, 0), orientation=found.axes)
    for moment, unit in zip(found.moments, ((1, 0, 0), (0, 1, 0), (0, 0, 1))):
        expected = moments[min(moments, key=lambda each: abs(each - moment))]
        assert min(abs(each - moment) for each in moments) < 1e-14
        assert abs(sum(x * y for x, y in zip(told.at(0, of_shape=unit), expected))) == pytest.approx(1, abs=1e-12)


def test_volumes_and_moments_are_those_of_the_closed_forms():
    assert Ball(2).volume(2) == pytest.approx(4 * math.pi)
    assert Ball(3).volume(3) == pytest.approx(36 * math.pi)
    assert Capsule((0, 0), (2, 0), 1).volume() == pytest.approx(4 + math.pi)
    assert HalfSpace((0, 1)).volume() == math.inf
    solid = Ball(2).mass_properties(3)
    for i, row in enumerate(solid.inertia_per_mass):
        assert row == pytest.approx([8 / 5 if i == k else 0 for k in range(3)], abs=1e-12)
    assert Polygon([(0, 0), (3, 0), (0, 3)]).mass_properties().centre == pytest.approx((1, 1))


def test_random_things_come_back_from_their_repr():
    for dimension in (2, 3):
        draw = Draw(7, dimension)
        for _ in range(200):
            thing = Moving(draw.shape(), draw.motion())
            assert eval(repr(thing), vars(firsthit)) == thing
