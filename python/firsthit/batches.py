"""Questions about many pairs at once, from arrays and into an array."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from firsthit import _core
from firsthit._arrays import Doubles, array_of, doubles, place_for, raw, record
from firsthit._values import instance, number, say
from firsthit.queries import Moving
from firsthit.shapes import Shape

_FEATURE = np.dtype([("kind", np.int32), ("index", np.int32)])


def _encounters(dimension: int) -> np.dtype[np.void]:
    vector = (np.float64, (dimension,))
    return record(_core.encounter_layout(dimension), {
        "outcome": np.int32, "delay": np.float64, "delay_upper": np.float64, "first_touch": np.float64, "normal": vector,
        "point_a": vector, "point_b": vector, "gap": np.float64, "feature_a": _FEATURE, "feature_b": _FEATURE})


_ENCOUNTERS = {dimension: _encounters(dimension) for dimension in (2, 3)}


def encounter_dtype(dimension: int) -> np.dtype[np.void]:
    """The type of the records that `first_hit_many` answers with: the fields of an `Encounter`.

    >>> encounter_dtype(2).names[:3]
    ('outcome', 'delay', 'delay_upper')
    """
    if dimension not in _ENCOUNTERS:
        raise ValueError(f"dimension: expected 2 or 3, found {say(dimension)}")
    return _ENCOUNTERS[dimension]


class Balls:
    """Balls (in the plane disks) of the `radii` [L], an array of shape (n,), each >= 0."""

    def __init__(self, radii: npt.ArrayLike) -> None:
        self.radii: Doubles = doubles("radii", radii, None)

    def __len__(self) -> int:
        return len(self.radii)


class Boxes:
    """Boxes along the axes of the `half_extents` [L], an array of shape (n, 2) or (n, 3), each >= 0."""

    def __init__(self, half_extents: npt.ArrayLike) -> None:
        array = array_of("half_extents", half_extents, "an array of numbers of shape (n, 2) or (n, 3)")
        self.half_extents: Doubles = doubles("half_extents", half_extents, None, 3 if array.shape[1:] == (3,) else 2)

    def __len__(self) -> int:
        return len(self.half_extents)


class Many:
    """Many things that move, one side of as many pairs.

    `shapes`: one shape, which all of them have; or `Balls` or `Boxes`; or a sequence of n shapes.
    `positions` [L] and `velocities` [L/T]: arrays of shape (n, 2) in the plane, (n, 3) in space; without velocities
    they are at rest. So are `accelerations` [L/T^2].
    `angular_velocities` [rad/T]: of shape (n,) in the plane, (n, 3) in space; `orientations`: (n, 2), as (w, z), or
    (n, 4), as (w, x, y, z); `centres` [L], what they turn about, as the shape's numbers tell places: see `Spinning`.

    Arrays of doubles are not copied, whatever their strides; others, of integers for instance, are. Numbers that cannot
    be used are told by `first_hit_many`.

    >>> Many(Ball(0.5), [[0, 0], [2, 0], [4, 0]], [[1, 0], [1, 0], [1, 0]])
    <3 things in 2D>
    """

    def __init__(self, shapes: Shape | Balls | Boxes | Sequence[Shape], positions: npt.ArrayLike,
                 velocities: npt.ArrayLike | None = None, accelerations: npt.ArrayLike | None = None, *,
                 angular_velocities: npt.ArrayLike | None = None, orientations: npt.ArrayLike | None = None,
                 centres: npt.ArrayLike | None = None) -> None:
        expected = "an array of numbers of shape (n, 2) or (n, 3)"
        places = array_of("positions", positions, expected)
        if places.ndim != 2 or places.shape[1] not in (2, 3):
            raise ValueError(f"positions: expected {expected}, found one of shape {places.shape}")
        places = doubles("positions", places, None, None)
        count = len(places)
        self.dimension: int = places.shape[1]
        self._count = count
        self._arrays: list[Doubles | None] = [places]
        flat = self.dimension == 2
        for name, value, width in (("velocities", velocities, self.dimension),
                                   ("accelerations", accelerations, self.dimension),
                                   ("angular_velocities", angular_velocities, None if flat else 3),
                                   ("orientations", orientations, 2 if flat else 4),
                                   ("centres", centres, self.dimension)):
            if value is None:
                self._arrays.append(None)
            elif width is None:
                self._arrays.append(doubles(name, value, count)[:, np.newaxis])
            else:
                self._arrays.append(doubles(name, value, count, width))
        if isinstance(shapes, (Shape, Balls, Boxes)):
            self.shapes: Shape | Balls | Boxes | tuple[Shape, ...] = shapes
        else:
            if isinstance(shapes, (str, bytes, dict)) or not hasattr(shapes, "__iter__"):
                raise TypeError(f"shapes: expected a shape, Balls, Boxes or {count} shapes, found {say(shapes)}")
            self.shapes = tuple(shapes)
            for i, shape in enumerate(self.shapes):
                instance(f"shapes[{i}]", shape, Shape, "a shape")
        if not isinstance(self.shapes, Shape) and len(self.shapes) != count:
            raise ValueError(f"shapes: expected as many as there are positions, {count}, found {len(self.shapes)}")
        if isinstance(self.shapes, Boxes) and self.shapes.half_extents.shape[1] != self.dimension:
            raise ValueError(f"half_extents: expected an array of numbers of shape (n, {self.dimension}), as the "
                             f"positions are, found one of shape {self.shapes.half_extents.shape}")

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<{self._count} things in {self.dimension}D>"


def _side(side: Many | Moving, dimension: int) -> Any:
    make = _core.side_2 if dimension == 2 else _core.side_3
    if isinstance(side, Moving):
        motion = side.motion
        return make([side.shape._native], None, None, None if motion is None else motion._native, *[None] * 6)
    shapes = side.shapes
    if isinstance(shapes, Balls):
        return make([], shapes.radii, None, None, *side._arrays)
    if isinstance(shapes, Boxes):
        return make([], None, shapes.half_extents, None, *side._arrays)
    each = [shapes] if isinstance(shapes, Shape) else shapes
    return make([shape._native for shape in each], None, None, None, *side._arrays)


def first_hit_many(a: Many | Moving, b: Many | Moving, *, horizon: float = math.inf, margin: float = 0.0,
                   out: npt.NDArray[np.void] | None = None) -> npt.NDArray[np.void]:
    """`first_hit` of n pairs at once: record i has the very bits of the answer for number i of `a` and of `b`.

    One of the two may be a `Moving`, which all of the others may meet. Arrays are read where they lie; the answers are
    one array of `encounter_dtype`, or `out`, if it is given, which must be such an array of n records. Balls, boxes,
    oriented boxes, balls with boxes, points with segments (2D), on straight courses, and boxes of the plane that spin
    are answered several at a time. Other threads run meanwhile. Ctrl-C stops it; what `out` then holds is not told.

    Raises `ValueError` that names the first pair whose numbers cannot be used.

    >>> ones = Many(Ball(0.5), [[0, 0], [0, 3]], [[1, 0], [1, 0]])
    >>> hits = first_hit_many(ones, Moving(Box((1, 1)), Linear((5, 0))))
    >>> hits["delay"], hits["outcome"] == Outcome.IMPACT
    (array([3.5, inf]), array([ True, False]))
    """
    for name, side in (("a", a), ("b", b)):
        instance(name, side, (Many, Moving), "a Many or a Moving")
    counted = [side for side in (a, b) if isinstance(side, Many)]
    if not counted:
        raise TypeError("first_hit_many: expected a Many on one side at least, found two Moving: ask first_hit")
    dimension, count = counted[0].dimension, len(counted[0])
    if len(counted) == 2 and (len(b) != count or counted[1].dimension != dimension):  # type: ignore[arg-type]
        raise ValueError(f"b: expected as many as a has and of its dimension, {a!r}, found {b!r}")
    for name, side in (("a", a), ("b", b)):
        if isinstance(side, Moving) and side.motion is not None and len(side.motion.at(0.0)) != dimension:
            raise ValueError(f"{name}: expected a motion in {dimension}D, found {side.motion!r}")
    horizon = number("horizon", horizon, least=0.0, infinite=True)
    margin = number("margin", margin, least=0.0)
    answers = place_for("out", out, encounter_dtype(dimension), count)
    ask = _core.first_hit_many_2 if dimension == 2 else _core.first_hit_many_3
    ask(_side(a, dimension), _side(b, dimension), horizon, margin, raw(answers))
    return answers
