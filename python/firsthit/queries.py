"""Questions about two things: when they meet, how far they are apart, where their paths cross."""

from __future__ import annotations

import math
from enum import IntEnum
from functools import lru_cache

from firsthit import _core
from firsthit._values import Value, Vector, VectorLike, instance, number, vector
from firsthit.motions import Linear, Motion, _orientation
from firsthit.shapes import Shape


class Outcome(IntEnum):
    """What becomes of two moving things within the window that was asked about."""

    MISS = 0
    """they do not touch"""
    GRAZE = 1
    """they touch, but neither enters the other"""
    IMPACT = 2
    """they touch and would interpenetrate right after"""
    OVERLAP = 3
    """they interpenetrate already, and close"""
    UNRESOLVED = 4
    """undecided; still proven: no impact before `delay`"""


class FeatureKind(IntEnum):
    """What part of a shape takes part in a contact."""

    FACE = 0
    EDGE = 1
    VERTEX = 2


class Feature(Value):
    """The part of a shape that takes part in a contact, and which of its kind it is.

    Vertices are numbered as the shape lists them; edge i of a polygon or triangle goes from vertex i to the next one.
    """

    __slots__ = ("kind", "index")
    kind: FeatureKind
    index: int

    def __init__(self, kind: FeatureKind, index: int = 0) -> None:
        self._set(kind=FeatureKind(kind), index=index)

    def __repr__(self) -> str:
        return f"Feature(FeatureKind.{self.kind.name}, {self.index})"


class Moving(Value):
    """A shape and how it moves; without a motion it is at rest, its numbers being places.

    >>> Moving(Ball(0.5), Linear((4, 0), (-0.5, 0)))
    Moving(shape=Ball(radius=0.5), motion=Linear(position=(4.0, 0.0), velocity=(-0.5, 0.0)))
    """

    __slots__ = ("shape", "motion", "_native")
    shape: Shape
    motion: Motion | None
    _native: _core.Moving

    def __init__(self, shape: Shape, motion: Motion | None = None) -> None:
        instance("shape", shape, Shape, "a shape")
        if motion is not None:
            instance("motion", motion, Motion, "a motion")
        native = _core.moving(shape._native, None if motion is None else motion._native)
        self._set(shape=shape, motion=motion, _native=native)


class Encounter(Value):
    """The answer of `first_hit`: when, where and along which normal two moving things meet.

    It is true if there is something to respond to: an impact or an overlap.

    `outcome`: what becomes of them.
    `delay`: [T] proven free of impact before; the horizon after a miss and a graze.
    `delay_upper`: [T] an impact happens by then, if there is one.
    `first_touch`: [T] proven untouched before; they touch then, unless it is a miss.
    `normal`: unit, from a to b; zero where there is none.
    `point_a`, `point_b`: [L] where the surface of the one meets the other: the middle, if they meet in many places.
    `gap`: [L] 0 (or the margin) at a touch; less, if they are closer at the start.
    `feature_a`, `feature_b`: the parts of the two that meet.
    """

    __slots__ = ("outcome", "delay", "delay_upper", "first_touch", "normal", "point_a", "point_b", "gap", "feature_a",
                 "feature_b")
    outcome: Outcome
    delay: float
    delay_upper: float
    first_touch: float
    normal: Vector
    point_a: Vector
    point_b: Vector
    gap: float
    feature_a: Feature
    feature_b: Feature

    def __init__(self, outcome: Outcome, delay: float, delay_upper: float, first_touch: float, normal: Vector,
                 point_a: Vector, point_b: Vector, gap: float, feature_a: Feature, feature_b: Feature) -> None:
        self._set(outcome=outcome, delay=delay, delay_upper=delay_upper, first_touch=first_touch, normal=normal,
                  point_a=point_a, point_b=point_b, gap=gap, feature_a=feature_a, feature_b=feature_b)

    def __bool__(self) -> bool:
        return self.outcome in (Outcome.IMPACT, Outcome.OVERLAP)


def first_hit(a: Moving, b: Moving, *, horizon: float = math.inf, margin: float = 0.0) -> Encounter:
    """The first time at which `a` runs into `b`, with a certified bound on it.

    `horizon` [T] >= 0 is the length of the window from now. `margin` [L] >= 0 asks for the first time at which the gap
    falls to it, as if one of the two were grown by it.

    Nothing is tolerated and nothing is missed: on straight courses the outcome is that of exact arithmetic on the very
    numbers that are given, and `delay` and `delay_upper` are equal or neighbours. What turns has a resolution of 2^-43
    of the pair's size. Other threads run meanwhile.

    Raises `ValueError` for two of different dimensions, for a pair that it does not know (containers; half-spaces that
    turn; two arcs), and for sizes other than 0 and 2^-450 to 2^450.

    >>> a = Moving(Ball(0.5), Linear((0, 0), (1, 0)))
    >>> b = Moving(Ball(0.5), Linear((4, 0), (-0.5, 0)))
    >>> hit = first_hit(a, b)
    >>> hit.outcome.name, hit.delay, hit.point_a, hit.normal
    ('IMPACT', 2.0, (2.5, 0.0), (1.0, 0.0))
    >>> bool(first_hit(a, b, horizon=1.9))
    False
    """
    instance("a", a, Moving, "a Moving")
    instance("b", b, Moving, "a Moving")
    horizon = number("horizon", horizon, least=0.0, infinite=True)
    margin = number("margin", margin, least=0.0)
    return encounter(*_core.first_hit(a._native, b._native, horizon, margin))


def encounter(outcome: int, delay: float, delay_upper: float, first_touch: float, normal: Vector, point_a: Vector,
              point_b: Vector, gap: float, kind_a: int, index_a: int, kind_b: int, index_b: int) -> Encounter:
    """An answer, as C++ tells it."""
    return Encounter(_OUTCOMES[outcome], delay, delay_upper, first_touch, normal, point_a, point_b, gap,
                     _feature(kind_a, index_a), _feature(kind_b, index_b))


_OUTCOMES = tuple(Outcome)


@lru_cache(maxsize=1024)
def _feature(kind: int, index: int) -> Feature:
    return Feature(FeatureKind(kind), index)


def time_to_collision(a: Moving, b: Moving, *, horizon: float = math.inf, margin: float = 0.0) -> float | None:
    """[T] The delay of `first_hit`, if there is something to respond to; else None. Raises as `first_hit`.

    >>> time_to_collision(Moving(Ball(0.5), Linear((0, 0), (1, 0))), Moving(Ball(0.5), Linear((3, 0))))
    2.0
    """
    hit = first_hit(a, b, horizon=horizon, margin=margin)
    return hit.delay if hit else None


class Placed(Value):
    """A shape at its place: `position` [L], turned about it by `orientation` (see `turned_by`)."""

    __slots__ = ("shape", "position", "orientation", "_native")
    shape: Shape
    position: Vector
    orientation: Vector
    _native: _core.Placed

    def __init__(self, shape: Shape, position: VectorLike, orientation: VectorLike | None = None) -> None:
        instance("shape", shape, Shape, "a shape")
        place = vector("position", position)
        stands = _orientation(orientation, place)
        self._set(shape=shape, position=place, orientation=stands,
                  _native=_core.placed(shape._native, place, stands))


class Separation(Value):
    """How far two shapes are apart, and where they are nearest.

    `distance` [L] is minus the least depth where they overlap; `normal` is unit, from a to b; `point_a` and `point_b`
    [L] are the nearest places of their surfaces.
    """

    __slots__ = ("distance", "normal", "point_a", "point_b")
    distance: float
    normal: Vector
    point_a: Vector
    point_b: Vector

    def __init__(self, distance: float, normal: Vector, point_a: Vector, point_b: Vector) -> None:
        self._set(distance=distance, normal=normal, point_a=point_a, point_b=point_b)


def distance(a: Placed, b: Placed) -> Separation:
    """The distance of two shapes: the nearest double to the exact number, where neither is turned.

    Raises `ValueError` for pairs that `first_hit` refuses, too.

    >>> distance(Placed(Ball(1), (0, 0)), Placed(Box((1, 1)), (4, 0))).distance
    2.0
    """
    instance("a", a, Placed, "a Placed")
    instance("b", b, Placed, "a Placed")
    return Separation(*_core.distance(a._native, b._native))


class Crossing(IntEnum):
    """What two paths have in common."""

    NONE = 0
    """nothing: they are further apart than the tolerance"""
    POINT = 1
    """one place"""
    STRETCH = 2
    """a part of a line, which may be infinite: they are parallel"""


class Passage(Value):
    """How much of its path one particle spends where the two paths are closest.

    `enter` and `leave` are delays [T], each as a pair of bounds: two neighbouring floats with the exact number between
    them, or twice that number. `start` and `end` [L] are its places then.
    """

    __slots__ = ("enter", "leave", "start", "end")
    enter: tuple[float, float]
    leave: tuple[float, float]
    start: Vector
    end: Vector

    def __init__(self, enter: tuple[float, float], leave: tuple[float, float], start: Vector, end: Vector) -> None:
        self._set(enter=enter, leave=leave, start=start, end=end)


class PathCrossing(Value):
    """Where the paths of two particles cross, or else are closest; it is true if they cross.

    `distance` [L] of the paths is a pair of bounds. `opposed`: they run along a stretch in opposite directions.
    """

    __slots__ = ("kind", "opposed", "p", "q", "distance")
    kind: Crossing
    opposed: bool
    p: Passage
    q: Passage
    distance: tuple[float, float]

    def __init__(self, kind: Crossing, opposed: bool, p: Passage, q: Passage, distance: tuple[float, float]) -> None:
        self._set(kind=kind, opposed=opposed, p=p, q=q, distance=distance)

    def __bool__(self) -> bool:
        return self.kind != Crossing.NONE


def path_crossing(p: Linear, q: Linear, *, horizon_p: float = math.inf, horizon_q: float = math.inf,
                  tolerance: float = 0.0) -> PathCrossing:
    """Where the paths of two particles cross, each at a time of its own: this is not a collision.

    `horizon_p` and `horizon_q` [T] >= 0 are their windows; paths that are within `tolerance` [L] of each other cross.
    The answer is that of exact arithmetic on the numbers given.

    >>> crossing = path_crossing(Linear((0, 0), (1, 0)), Linear((2, -3), (0, 1)))
    >>> crossing.kind.name, crossing.p.enter, crossing.q.enter, crossing.p.start
    ('POINT', (2.0, 2.0), (3.0, 3.0), (2.0, 0.0))
    """
    instance("p", p, Linear, "a Linear motion")
    instance("q", q, Linear, "a Linear motion")
    kind, opposed, of_p, of_q, apart = _core.path_crossing(
        p._native, q._native, number("horizon_p", horizon_p, least=0.0, infinite=True),
        number("horizon_q", horizon_q, least=0.0, infinite=True), number("tolerance", tolerance, least=0.0))
    return PathCrossing(Crossing(kind), opposed, Passage(*of_p), Passage(*of_q), apart)
