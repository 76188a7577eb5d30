"""Calls that cannot be right: each is told what was expected and what was found, and none crashes."""

import math

import numpy as np
import pytest

from firsthit import *
from firsthit import features

NAN, INF = math.nan, math.inf
M = lambda: Moving(Ball(), Linear((0, 0)))
P = np.zeros((4, 2))
MANY = lambda: Many(Ball(), P)
TUMBLING = lambda moments: Tumbling((0, 0, 0), None, (0.25, 0.5, 0.75), inertia=PrincipalInertia(moments))

WRONG = {
    # Shapes: what is no number, or one that cannot be.
    ValueError: [
        lambda: Ball(-1), lambda: Ball(NAN), lambda: Ball(INF), lambda: Ball(-1e-300), lambda: Container(0),
        lambda: Container(-1), lambda: Arc(0), lambda: Arc(1, (0, 0)), lambda: Arc(1, (1, 0), (0, 0)),
        lambda: Arc(1, (1, 0, 0)), lambda: Segment((0, 0), (1, 0, 0)), lambda: Segment((0,), (1,)),
        lambda: Segment((0, NAN), (1, 0)), lambda: Segment((0, 0), (INF, 0)), lambda: Capsule((0, 0), (1, 0), -1),
        lambda: Capsule((0, 0, 0), (1, 0), 1), lambda: Capsule((0, 0), (1, 0), NAN), lambda: Box((1, -1)),
        lambda: Box((1,)), lambda: Box(()), lambda: Box((1, 2, 3, 4)), lambda: Box((1, NAN)), lambda: Box((INF, 1)),
        lambda: OrientedBox((1, 1), [(1, 0)]), lambda: OrientedBox((1, 1), [(1, 0, 0), (0, 1, 0)]),
        lambda: OrientedBox((1, -1), [(1, 0), (0, 1)]), lambda: OrientedBox((1, 1), [(1, 0), (0, NAN)]),
        lambda: OrientedBox((1, 1), [(1, 0), (0, 1), (1, 1)]), lambda: Hull([]), lambda: Hull([(0, 0), (1, 0, 0)]),
        lambda: Hull([(0, NAN)]), lambda: Hull([(0, 0)], -1), lambda: Hull(np.zeros((0, 3))), lambda: Hull(np.zeros((5, 4))),
        lambda: Polygon([(0, 0), (1, 0)]), lambda: Polygon([(0, 0), (2, 2), (2, 0), (0, 2)]), lambda: Polygon([]),
        lambda: Polygon([(0, 0, 0), (1, 0, 0), (0, 1, 0)]), lambda: Polygon([(0, 0), (1, 0), (0, INF)]),
        lambda: Triangle([(0, 0, 0), (1, 0, 0)]), lambda: Triangle([(0, 0), (1, 0), (0, 1)]),
        lambda: HalfSpace((0, 0)), lambda: HalfSpace((0, NAN)), lambda: HalfSpace((0, 1), INF), lambda: HalfSpace((1,)),
        lambda: Ball().volume(), lambda: Ball().volume(4), lambda: Box((1, 1)).volume(3),
        lambda: HalfSpace((0, 1)).mass_properties(), lambda: Container(1).mass_properties(2),
        lambda: Ball(10**400), lambda: Box((10**5000, 1)), lambda: HalfSpace([-(10**400), 0]),
        # Motions.
        lambda: Linear((0,)), lambda: Linear((0, 0), (1, 0, 0)), lambda: Linear((0, NAN)), lambda: Linear((0, 0), (INF, 0)),
        lambda: Falling((0, 0), (0, 0), (0, 0, 0)), lambda: Falling((0, 0), None, (0, NAN)), lambda: Spinning((0, 0), None, NAN),
        lambda: Spinning((0, 0, 0), None, (0, 1)), lambda: Spinning((0, 0), None, 1, (0, 0)),
        lambda: Spinning((0, 0), None, 1, (1, 0, 0, 0)), lambda: Spinning((0, 0, 0), None, None, (0, 0, 0, 0)),
        lambda: Spinning((0, 0), centre=(1, 2, 3)), lambda: Spline([(0, 0)] * 3), lambda: Spline([(0, 0)] * 5),
        lambda: Spline([(0, 0)] * 4, 0), lambda: Spline([(0, 0)] * 4, -1), lambda: Spline([(0, 0), (0, 0, 0), (0, 0), (0, 0)]),
        lambda: Precessing((0, 0, 0), precession=(1, 0)), lambda: Precessing((0, 0), spin=INF),
        lambda: Tumbling((0, 0, 0), None, (1, 0)), lambda: Tumbling((0, 0), inertia=PrincipalInertia()),
        lambda: TUMBLING((0, 1, 1)), lambda: TUMBLING((1, -1, 1)), lambda: TUMBLING((1, 1, 1e-7)), lambda: TUMBLING((1, 1, 2.01)),
        lambda: TUMBLING((1, 2.01, 1)), lambda: TUMBLING((2.01, 1, 1)), lambda: TUMBLING((1e300, 1e300, 1e300)),
        lambda: TUMBLING((1, 1, 1)).at(2.0**31, (1, 0, 0)), lambda: TUMBLING((1, 1, 1e-4)).at(2.0**24, (1, 0, 0)),
        lambda: Spinning((0, 0), None, 1).at(1e10, (1, 0)), lambda: Precessing((0, 0), spin=1).at(-1e10, (1, 0)),
        lambda: PrincipalInertia((1, 1)), lambda: PrincipalInertia((1, 1, NAN)), lambda: PrincipalInertia((1, 1, 1), (0, 0, 0, 0)),
        lambda: PrincipalInertia(axes=(1, 0)), lambda: principal_inertia(Box((1, 1))),
        lambda: principal_inertia(HalfSpace((0, 0, 1))), lambda: principal_inertia(Container(1)),
        lambda: Linear((0, 0)).at(NAN), lambda: Linear((0, 0)).at(1, (0, 0, 0)), lambda: turned_by(INF),
        lambda: turned_by(30, (0, 0, 0)), lambda: turned_by(30, (0, 1)),
        # Questions about two.
        lambda: Moving(Box((1, 1)), Linear((0, 0, 0))), lambda: Moving(Triangle(np.eye(3)), Linear((0, 0))),
        lambda: first_hit(M(), Moving(Ball(), Linear((0, 0, 0)))), lambda: first_hit(Moving(Ball()), Moving(Ball())),
        lambda: first_hit(M(), M(), horizon=-1), lambda: first_hit(M(), M(), horizon=NAN),
        lambda: first_hit(M(), M(), margin=-1), lambda: first_hit(M(), M(), margin=INF),
        lambda: first_hit(M(), Moving(Container(5), Linear((0, 0)))),
        lambda: first_hit(Moving(Arc()), Moving(Arc())), lambda: first_hit(M(), Moving(Ball(1e-200), Linear((0, 0)))),
        lambda: first_hit(M(), Moving(HalfSpace((0, 1)), Spinning((0, 0), None, 1))),
        lambda: Placed(Box((1, 1)), (0, 0, 0)), lambda: Placed(Ball(), (0, 0), (0, 0)), lambda: Placed(Ball(), (0, NAN)),
        lambda: distance(Placed(Ball(), (0, 0)), Placed(Ball(), (0, 0, 0))),
        lambda: distance(Placed(Container(1), (0, 0)), Placed(Ball(), (0, 0))),
        lambda: path_crossing(Linear((0, 0)), Linear((0, 0, 0))),
        lambda: path_crossing(Linear((0, 0)), Linear((0, 0)), tolerance=-1),
        lambda: path_crossing(Linear((0, 0)), Linear((0, 0)), horizon_p=NAN),
        # Questions about many.
        lambda: encounter_dtype(4), lambda: Balls([[1.0]]), lambda: Balls(1.0), lambda: Boxes([1.0]),
        lambda: Boxes(np.ones((3, 4))), lambda: Many(Ball(), [1, 2]), lambda: Many(Ball(), np.zeros((3, 4))),
        lambda: Many(Ball(), np.zeros((3, 2, 2))), lambda: Many(Ball(), [[1, 2], [3]]), lambda: Many(Ball(), P, np.zeros((3, 2))),
        lambda: Many(Ball(), P, np.zeros((4, 3))), lambda: Many(Ball(), P, P, np.zeros(4)),
        lambda: Many(Ball(), P, angular_velocities=np.zeros((4, 3))), lambda: Many(Ball(), P, orientations=np.zeros((4, 4))),
        lambda: Many(Balls([1.0]), P), lambda: Many(Boxes(np.ones((4, 3))), P), lambda: Many([Ball()] * 3, P),
        lambda: first_hit_many(MANY(), Many(Ball(), P[:3])), lambda: first_hit_many(MANY(), Many(Ball(), np.zeros((4, 3)))),
        lambda: first_hit_many(MANY(), Moving(Ball(), Linear((0, 0, 0)))), lambda: first_hit_many(MANY(), Moving(Box((1, 1, 1)))),
        lambda: first_hit_many(Many(Triangle(np.eye(3)), P), M()), lambda: first_hit_many(MANY(), M(), horizon=-1),
        lambda: first_hit_many(MANY(), M(), margin=NAN), lambda: first_hit_many(Many(Container(1), P), M()),
        lambda: first_hit_many(Many(Balls([1, 1, -1, 1]), P), M()), lambda: first_hit_many(Many(Ball(), P + NAN), M()),
        lambda: first_hit_many(Many(Box((1, 1)), P, orientations=np.zeros((4, 2))), M()),
        lambda: first_hit_many(MANY(), M(), out=np.zeros(3, encounter_dtype(2))),
        lambda: first_hit_many(MANY(), M(), out=np.zeros(4, encounter_dtype(3))),
        lambda: first_hit_many(MANY(), M(), out=np.zeros(8, encounter_dtype(2))[::2]),
        lambda: features.first_touch_vertex_face(np.zeros((3, 2, 3, 3))), lambda: features.first_hit_edge_edge(np.zeros(24)),
        lambda: features.first_touch_vertex_face(np.full((1, 2, 4, 3), NAN)),
        lambda: features.first_hit_outlines(np.zeros((2, 0, 2)), np.zeros((2, 3, 2))),
        lambda: features.first_hit_outlines(np.zeros((2, 3, 3)), np.zeros((2, 3, 2))),
        lambda: features.first_hit_outlines(np.full((2, 3, 2), NAN), np.zeros((2, 3, 2))),
        lambda: features.first_hit_point_segment(np.full((1, 2, 3, 2), INF)),
    ],
    # What is of another kind altogether.
    TypeError: [
        lambda: Ball("1"), lambda: Ball(None), lambda: Ball(1j), lambda: Ball([1]), lambda: Ball(True),
        lambda: Ball(np.array([1.0])), lambda: Box(1), lambda: Box("12"), lambda: Box(None), lambda: Box({1: 2, 3: 4}),
        lambda: Box(("a", "b")), lambda: Box(np.float64(1)), lambda: Hull(5), lambda: Hull([1, 2]), lambda: Hull("abc"),
        lambda: Segment((0, 0)), lambda: Linear(), lambda: Linear(3), lambda: Linear((0, 0), "ab"), lambda: Linear((0, 1j)),
        lambda: Spinning((0, 0), None, (0, 0, 1)), lambda: Spinning((0, 0, 0), None, 1), lambda: Spline(None),
        lambda: Tumbling((0, 0, 0), inertia=(1, 1, 1)), lambda: PrincipalInertia(3), lambda: principal_inertia((1, 1, 1)),
        lambda: turned_by("30"), lambda: Linear((0, 0)).at("now"), lambda: Moving(1), lambda: Moving(Linear((0, 0))),
        lambda: Moving(Ball(), Ball()), lambda: Moving(Ball(), (0, 0)), lambda: first_hit(Ball(), Ball()),
        lambda: first_hit(M()), lambda: first_hit(M(), None), lambda: first_hit(M(), M(), 1.0),
        lambda: first_hit(M(), M(), horizon="1"), lambda: first_hit(M(), M(), horizons=1), lambda: distance(Ball(), Ball()),
        lambda: Placed(1, (0, 0)), lambda: path_crossing(Linear((0, 0)), Falling((0, 0))), lambda: Balls("abc"),
        lambda: Balls(None), lambda: Balls([1j]), lambda: Balls(["a"]), lambda: Balls([object()]), lambda: Balls([True]),
        lambda: Many(Ball(), "ab"), lambda: Many(Ball(), None), lambda: Many(Ball(), P + 0j), lambda: Many(1, P),
        lambda: Many("abcd", P), lambda: Many([1, 2, 3, 4], P), lambda: Many(Ball(), P, "abcd"),
        lambda: first_hit_many(M(), M()), lambda: first_hit_many(MANY(), 3), lambda: first_hit_many(P, P),
        lambda: first_hit_many(MANY(), M(), out=[]), lambda: first_hit_many(MANY(), M(), out="out"),
        lambda: features.first_touch_edge_edge(None), lambda: features.first_touch_edge_edge("ab"),
    ],
}


@pytest.mark.parametrize("kind", WRONG, ids=lambda kind: kind.__name__)
def test_each_says_what_is_wrong(kind):
    for i, call in enumerate(WRONG[kind]):
        with pytest.raises(kind) as caught:
            call()
            pytest.fail(f"number {i} of {kind.__name__} went through")
        text = str(caught.value)
        ours = "expected" in text and "found" in text or "none" in text or "can be written" in text
        pythons = kind is TypeError and "argument" in text  # of calls with too many, too few or unknown ones
        assert ours or pythons, (i, text)


def test_there_are_many():
    assert sum(map(len, WRONG.values())) >= 190  # and as many of worlds, in test_worlds.py


def test_what_needs_more_memory_than_there_is_is_refused():
    huge = 10**13
    balls = Many(Balls(np.broadcast_to(1.0, huge)), np.broadcast_to(np.zeros((1, 2)), (huge, 2)))
    with pytest.raises(MemoryError):
        first_hit_many(balls, M())
    with pytest.raises(MemoryError):
        features.first_touch_vertex_face(np.broadcast_to(np.zeros((1, 1, 1, 1)), (huge, 2, 4, 3)))


def test_texts_are_those_of_the_command_line():
    with pytest.raises(ValueError, match=r"^radius: expected >= 0, found -1\.0$"):
        Ball(-1)
    with pytest.raises(ValueError, match=r"^half_extents\[1\]: expected a finite number, found nan$"):
        Box((1, NAN))
    with pytest.raises(TypeError, match=r"^b: expected a Moving, found a Ball$"):
        first_hit(M(), Ball())
    with pytest.raises(ValueError, match=r"^positions: expected an array of numbers of shape \(n, 2\) or \(n, 3\), found one of "
                                         r"shape \(3, 4\)$"):
        Many(Ball(), np.zeros((3, 4)))


def test_shapes_that_were_made_past_their_own_checks_do_not_crash():
    """Whatever is put together from inside, C++ looks at it again."""
    raw = Box.__new__(Box)
    with pytest.raises(AttributeError):
        Moving(raw)
    for wrong in (None, 1, "x", object()):
        with pytest.raises(TypeError):
            import firsthit
            firsthit._core.moving(wrong, None)
