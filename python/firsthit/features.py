"""Questions about many deforming features at once: vertices and faces, edges and edges, points and segments.

Every vertex moves on its own straight line from its place at the start of a window to that at its end. Pairs are
arrays of places [L]: in each pair first all vertices at the start, then, in the same order, all at the end. Times are
fractions of the window. `out`, if it is given, is an array of such records as are answered, to be filled. What is decided is what exact arithmetic on the very numbers decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from firsthit import _core
from firsthit._arrays import doubles, place_for, raw, record
from firsthit._values import say
from firsthit.queries import Encounter, Outcome, encounter

touch_dtype: np.dtype[np.void] = record(_core.touch_layout(), {
    "touches": np.bool_, "stage": np.uint8, "lower": np.float64, "upper": np.float64})
"""Of `first_touch_...`: whether they touch; how much it took to be certain; the first touch, as a fraction of the
window, between two floats that are neighbours, or at one that both are equal to."""

feature_encounter_dtype: np.dtype[np.void] = record(_core.feature_encounter_layout(), {
    "outcome": np.int32, "stage": np.uint8, "delay": np.float64, "delay_upper": np.float64, "first_touch": np.float64,
    "first_touch_upper": np.float64})
"""Of `first_hit_...`: an `Outcome` (MISS, GRAZE or IMPACT), the first impact and the first touch, in the same way."""


def first_touch_vertex_face(pairs: npt.ArrayLike, out: npt.NDArray[np.void] | None = None) -> npt.NDArray[np.void]:
    """When vertices and triangles first touch: of shape (n, 2, 4, 3), the vertex and three corners at start and end.

    >>> vertex = [[0.2, 0.2, 1.0]], [[0.2, 0.2, -1.0]]
    >>> face = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    >>> first_touch_vertex_face([[vertex[0] + face, vertex[1] + face]])["lower"]
    array([0.5])
    """
    return _answer(_core.first_touch_vertex_face, touch_dtype, pairs, out, 4, 3)


def first_touch_edge_edge(pairs: npt.ArrayLike, out: npt.NDArray[np.void] | None = None) -> npt.NDArray[np.void]:
    """When edges first touch: of shape (n, 2, 4, 3), the ends of the one and of the other at start and end."""
    return _answer(_core.first_touch_edge_edge, touch_dtype, pairs, out, 4, 3)


def first_touch_point_segment(pairs: npt.ArrayLike, out: npt.NDArray[np.void] | None = None) -> npt.NDArray[np.void]:
    """When points and segments of the plane first touch: of shape (n, 2, 3, 2), the point and two ends."""
    return _answer(_core.first_touch_point_segment, touch_dtype, pairs, out, 3, 2)


def first_hit_vertex_face(pairs: npt.ArrayLike, out: npt.NDArray[np.void] | None = None) -> npt.NDArray[np.void]:
    """When vertices first pass through triangles: pairs as of `first_touch_vertex_face`."""
    return _answer(_core.first_hit_vertex_face, feature_encounter_dtype, pairs, out, 4, 3)


def first_hit_edge_edge(pairs: npt.ArrayLike, out: npt.NDArray[np.void] | None = None) -> npt.NDArray[np.void]:
    """When edges first pass through each other: pairs as of `first_touch_edge_edge`."""
    return _answer(_core.first_hit_edge_edge, feature_encounter_dtype, pairs, out, 4, 3)


def first_hit_point_segment(pairs: npt.ArrayLike, out: npt.NDArray[np.void] | None = None) -> npt.NDArray[np.void]:
    """When points first pass through segments of the plane: pairs as of `first_touch_point_segment`."""
    return _answer(_core.first_hit_point_segment, feature_encounter_dtype, pairs, out, 3, 2)


def contact_dtype(dimension: int) -> np.dtype[np.void]:
    """Of `contacts_...`: `point_a` [L], of the first feature (vertex, edge a, point) the place nearest to the second;
    `point_b` [L], the same of the second; the unit `normal` from the first to the second, along which they close, zero
    where there is none."""
    return np.dtype([(name, np.float64, dimension) for name in ("point_a", "point_b", "normal")])


def contacts_vertex_face(pairs: npt.ArrayLike, answers: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """Where vertices and triangles touch, in rounded arithmetic: of what `first_touch_vertex_face` answers the first touch,
    of what `first_hit_vertex_face` does the impact, or else the first touch. Of pairs that do not touch all is NaN.

    >>> pairs = np.array([[[[0.2, 0.2, z], [0, 0, 0], [1, 0, 0], [0, 1, 0]] for z in (1.0, -1.0)]])
    >>> contacts_vertex_face(pairs, first_touch_vertex_face(pairs))["point_b"]
    array([[0.2, 0.2, 0. ]])
    """
    return _contacts(_core.contacts_vertex_face, pairs, answers, 4, 3)


def contacts_edge_edge(pairs: npt.ArrayLike, answers: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """Where edges touch: see `contacts_vertex_face`."""
    return _contacts(_core.contacts_edge_edge, pairs, answers, 4, 3)


def contacts_point_segment(pairs: npt.ArrayLike, answers: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """Where points and segments of the plane touch: see `contacts_vertex_face`."""
    return _contacts(_core.contacts_point_segment, pairs, answers, 3, 2)


def first_hit_outlines(a: npt.ArrayLike, b: npt.ArrayLike) -> Encounter:
    """The first time at which one outline of the plane passes through the other, as exact arithmetic decides.

    An outline is a closed chain of edges, of shape (2, n, 2): its vertices at the start and at the end of the window,
    n >= 1; it may be concave, and cross itself. Outlines are thin: one inside the other is a miss. Delays are fractions
    of the window; the features are those that meet.

    >>> square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    >>> hit = first_hit_outlines([square, square + [4, 0]], [square + [3, 0], square + [3, 0]])
    >>> hit.outcome.name, hit.delay
    ('IMPACT', 0.5)
    """
    outlines = [np.ascontiguousarray(doubles(name, value, 2, None, 2)) for name, value in (("a", a), ("b", b))]
    (a_start, a_end), (b_start, b_end) = outlines
    return encounter(*_core.first_hit_outlines(a_start, a_end, b_start, b_end))


def _answer(ask: Callable[[Any, Any], None], dtype: np.dtype[np.void], pairs: npt.ArrayLike,
            out: npt.NDArray[np.void] | None, vertices: int, dimension: int) -> npt.NDArray[np.void]:
    array = np.ascontiguousarray(doubles("pairs", pairs, None, 2, vertices, dimension))
    answers = place_for("out", out, dtype, len(array))
    ask(array.reshape(-1), raw(answers))
    return answers


def _contacts(ask: Callable[[Any, Any, Any], None], pairs: npt.ArrayLike, answers: npt.NDArray[np.void], vertices: int,
              dimension: int) -> npt.NDArray[np.void]:
    array = np.ascontiguousarray(doubles("pairs", pairs, None, 2, vertices, dimension))
    names = answers.dtype.names if isinstance(answers, np.ndarray) else None
    if names == touch_dtype.names:
        times = np.where(answers["touches"], answers["lower"], np.nan)
    elif names == feature_encounter_dtype.names:
        touch = np.where(answers["outcome"] == Outcome.MISS, np.nan, answers["first_touch"])
        times = np.where(answers["outcome"] == Outcome.IMPACT, answers["delay"], touch)
    else:
        raise TypeError(f"answers: expected what first_touch_... or first_hit_... answers, found {say(answers)}")
    times = np.ascontiguousarray(doubles("answers", times, len(array)))
    if np.any((times < 0.0) | (times > 1.0)):
        raise ValueError("answers: expected times from 0 to 1, found others")
    contacts = np.zeros(len(array), contact_dtype(dimension))
    ask(array.reshape(-1), times, raw(contacts))
    return contacts
