"""Motions: how a place changes with time. Delays are from now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy.typing as npt

from firsthit import _core
from firsthit._values import Value, Vector, VectorLike, instance, number, vector, vectors
from firsthit.shapes import PrincipalInertia

AngularVelocity = float | Vector
"""[rad/T] In the plane a number, counterclockwise; in space a vector along the axis."""


class Motion(Value):
    """What all motions have in common."""

    __slots__ = ("_native",)
    _native: _core.Motion

    def at(self, delay: float, of_shape: VectorLike | None = None) -> Vector:
        """[L] Where it is after `delay` [T]; with `of_shape` [L], where the point is that the shape's own numbers tell
        as that.

        >>> Linear((1, 0), (0, 2)).at(1.5)
        (1.0, 3.0)
        """
        delay = number("delay", delay)
        here = self._native.at(delay)
        if of_shape is None:
            return here
        return self._native.point_at(delay, vector("of_shape", of_shape, len(here)))


class Linear(Motion):
    """Straight motion at constant velocity: `position` [L] now, `velocity` [L/T]; at rest without one."""

    __slots__ = ("position", "velocity")
    position: Vector
    velocity: Vector

    def __init__(self, position: VectorLike, velocity: VectorLike | None = None) -> None:
        place = vector("position", position)
        course = _or_zero("velocity", velocity, place)
        self._set(position=place, velocity=course, _native=_core.linear(place, course))


class Falling(Motion):
    """Motion under constant `acceleration` [L/T^2]: `position` [L] and `velocity` [L/T] now."""

    __slots__ = ("position", "velocity", "acceleration")
    position: Vector
    velocity: Vector
    acceleration: Vector

    def __init__(self, position: VectorLike, velocity: VectorLike | None = None,
                 acceleration: VectorLike | None = None) -> None:
        place = vector("position", position)
        course = _or_zero("velocity", velocity, place)
        pull = _or_zero("acceleration", acceleration, place)
        self._set(position=place, velocity=course, acceleration=pull, _native=_core.falling(place, course, pull))


class Spinning(Motion):
    """Straight or falling motion of a shape that turns at a constant `angular_velocity` [rad/T] about a point of its own.

    In the plane that is a number, counterclockwise, and the `orientation` (w, z); in space a vector along the axis, and
    a quaternion (w, x, y, z): see `turned_by`. `centre` [L] is what it turns about, as the shape's own numbers tell
    places, and `position`, `velocity` and `acceleration` are those of the centre.
    """

    __slots__ = ("position", "velocity", "angular_velocity", "orientation", "acceleration", "centre")
    position: Vector
    velocity: Vector
    angular_velocity: AngularVelocity
    orientation: Vector
    acceleration: Vector
    centre: Vector

    def __init__(self, position: VectorLike, velocity: VectorLike | None = None,
                 angular_velocity: float | VectorLike | None = None, orientation: VectorLike | None = None,
                 acceleration: VectorLike | None = None, centre: VectorLike | None = None) -> None:
        place = vector("position", position)
        course = _or_zero("velocity", velocity, place)
        rate = _rate("angular_velocity", angular_velocity, place)
        stands = _orientation(orientation, place)
        pull = _or_zero("acceleration", acceleration, place)
        about = _or_zero("centre", centre, place)
        self._set(position=place, velocity=course, angular_velocity=rate, orientation=stands, acceleration=pull,
                  centre=about, _native=_core.spinning(place, course, rate, stands, pull, about))


class Spline(Motion):
    """Motion along a cubic curve, with or without spin, as robot arms move. It ends after `duration` [T] > 0.

    `control` are the four control points [L] of Bezier: the centre is at the first now and at the last after `duration`.
    """

    __slots__ = ("control", "duration", "angular_velocity", "orientation", "centre")
    control: tuple[Vector, ...]
    duration: float
    angular_velocity: AngularVelocity
    orientation: Vector
    centre: Vector

    def __init__(self, control: Iterable[VectorLike] | npt.NDArray[Any], duration: float = 1.0,
                 angular_velocity: float | VectorLike | None = None, orientation: VectorLike | None = None,
                 centre: VectorLike | None = None) -> None:
        points = vectors("control", control, count=4)
        duration = number("duration", duration, above=0.0)
        rate = _rate("angular_velocity", angular_velocity, points[0])
        stands = _orientation(orientation, points[0])
        about = _or_zero("centre", centre, points[0])
        self._set(control=points, duration=duration, angular_velocity=rate, orientation=stands, centre=about,
                  _native=_core.spline(points, duration, rate, stands, about))


class Precessing(Motion):
    """Straight or falling motion of a symmetric top: it spins about its own axis, which turns about another.

    `precession` [rad/T] is told in the world, `spin` [rad/T] as the shape's own numbers tell directions. Of a body with
    moments of inertia (i, i, k) and the angular momentum l: precession = l / i, and spin is along its third axis,
    (1 / k - 1 / i) times the part of l along it.
    """

    __slots__ = ("position", "velocity", "precession", "spin", "orientation", "acceleration", "centre")
    position: Vector
    velocity: Vector
    precession: AngularVelocity
    spin: AngularVelocity
    orientation: Vector
    acceleration: Vector
    centre: Vector

    def __init__(self, position: VectorLike, velocity: VectorLike | None = None,
                 precession: float | VectorLike | None = None, spin: float | VectorLike | None = None,
                 orientation: VectorLike | None = None, acceleration: VectorLike | None = None,
                 centre: VectorLike | None = None) -> None:
        place = vector("position", position)
        course = _or_zero("velocity", velocity, place)
        turning, own = _rate("precession", precession, place), _rate("spin", spin, place)
        stands = _orientation(orientation, place)
        pull = _or_zero("acceleration", acceleration, place)
        about = _or_zero("centre", centre, place)
        self._set(position=place, velocity=course, precession=turning, spin=own, orientation=stands, acceleration=pull,
                  centre=about, _native=_core.precessing(place, course, turning, own, stands, pull, about))


class Tumbling(Motion):
    """Straight or falling motion of a rigid body that nothing twists, as a brick that is thrown.

    Its angular momentum stays, its `angular_velocity` [rad/T], which is that of now, does not, unless its moments of
    inertia are equal or it turns about a principal axis. `centre` [L] is that of mass, as the shape's own numbers tell
    places. `inertia` tells of its moments (`principal_inertia` has those of a shape), of which only the ratios count: each
    at most the sum of the two others, and more than 1e-6 of the largest. In the plane, where there is none, it is
    `Spinning`.

    >>> brick = Tumbling((0, 0, 0), angular_velocity=(0.001, 1, 0), inertia=PrincipalInertia((13, 10, 5)))
    >>> round(brick.at(22.3, of_shape=(0, 1, 0))[1], 1)  # the axis that it turns about is upside down
    -1.0
    """

    __slots__ = ("position", "velocity", "angular_velocity", "orientation", "acceleration", "centre", "inertia")
    position: Vector
    velocity: Vector
    angular_velocity: AngularVelocity
    orientation: Vector
    acceleration: Vector
    centre: Vector
    inertia: PrincipalInertia | None

    def __init__(self, position: VectorLike, velocity: VectorLike | None = None,
                 angular_velocity: float | VectorLike | None = None, orientation: VectorLike | None = None,
                 acceleration: VectorLike | None = None, centre: VectorLike | None = None,
                 inertia: PrincipalInertia | None = None) -> None:
        place = vector("position", position)
        course = _or_zero("velocity", velocity, place)
        rate = _rate("angular_velocity", angular_velocity, place)
        stands = _orientation(orientation, place)
        pull = _or_zero("acceleration", acceleration, place)
        about = _or_zero("centre", centre, place)
        tops = _inertia(inertia, place)
        of_top = tops or PrincipalInertia()
        self._set(position=place, velocity=course, angular_velocity=rate, orientation=stands, acceleration=pull,
                  centre=about, inertia=tops,
                  _native=_core.tumbling(place, course, rate, stands, pull, about, of_top.moments, of_top.axes))


def turned_by(degrees: float, axis: VectorLike | None = None) -> Vector:
    """The orientation of what is turned counterclockwise by an angle, in degrees: exact for multiples of 90.

    In the plane (w, z); with an `axis` in space, of any length but 0, the quaternion (w, x, y, z).

    >>> turned_by(90.0)
    (0.7071067811865476, 0.7071067811865476)
    >>> turned_by(90.0, axis=(0, 0, 5))
    (0.7071067811865476, 0.0, 0.0, 0.7071067811865476)
    """
    degrees = number("degrees", degrees)
    if axis is None:
        return _core.turned_by(degrees)
    direction = vector("axis", axis, 3)
    if not any(direction):
        raise ValueError(f"axis: expected a vector that is not zero, found {direction}")
    return _core.turned_about(degrees, direction)


def _or_zero(name: str, value: VectorLike | None, like: Vector) -> Vector:
    return (0.0,) * len(like) if value is None else vector(name, value, len(like))


def _rate(name: str, value: float | VectorLike | None, like: Vector) -> AngularVelocity:
    if len(like) == 2:
        return 0.0 if value is None else number(name, value)  # type: ignore[arg-type]
    return (0.0, 0.0, 0.0) if value is None else vector(name, value, 3)  # type: ignore[arg-type]


def _orientation(value: VectorLike | None, like: Vector) -> Vector:
    if value is None:
        return (1.0, 0.0) if len(like) == 2 else (1.0, 0.0, 0.0, 0.0)
    result = vector("orientation", value, 2 if len(like) == 2 else 4)
    if not any(result):
        raise ValueError(f"orientation: expected a number that is not 0, found {result}")
    return result


_THIN = 1e-6  # the least moment of inertia over the largest, as queries have it


def _inertia(value: PrincipalInertia | None, like: Vector) -> PrincipalInertia | None:
    if len(like) == 2:
        if value is not None:
            raise ValueError(f"inertia: expected none in the plane, found {value!r}")
        return None
    if value is None:
        return PrincipalInertia()
    instance("inertia", value, PrincipalInertia, "a PrincipalInertia")
    most = max(value.moments)
    for i, x in enumerate(value.moments):
        if not x > _THIN * most or not 2.0**-500 <= most <= 2.0**500:
            raise ValueError(f"inertia.moments[{i}]: expected > 1e-6 of the largest, which is from 2^-500 to 2^500, found {x!r}")
    for i, x in enumerate(value.moments):
        if not x <= (1.0 + _THIN) * (value.moments[i - 1] + value.moments[i - 2]):
            raise ValueError(f"inertia.moments[{i}]: expected at most the sum of the two others, found {x!r}")
    return value
