"""Shapes: geometry without a place. Each is told relative to the place of what carries it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy.typing as npt

from firsthit import _core
from firsthit._values import Value, Vector, VectorLike, instance, number, say, vector, vectors


class MassProperties(Value):
    """How the mass of a shape of one density lies in it.

    `volume` is its area [L^2] in the plane, its volume [L^3] in space; times a density, its mass. `centre` [L] is that
    of mass. `inertia_per_mass` [L^2] is the moment of inertia about it over the mass: in the plane a number, in space
    the rows of a symmetric matrix.
    """

    __slots__ = ("volume", "centre", "inertia_per_mass")
    volume: float
    centre: Vector
    inertia_per_mass: float | tuple[Vector, ...]

    def __init__(self, volume: float, centre: Vector, inertia_per_mass: float | tuple[Vector, ...]) -> None:
        self._set(volume=volume, centre=centre, inertia_per_mass=inertia_per_mass)


class PrincipalInertia(Value):
    """How hard a body is to turn about three axes across each other, about none of which it is twisted as it turns.

    `moments` [M L^2] are those of inertia about them; for a motion only their ratios count. `axes` is the quaternion
    (w, x, y, z) that turns the coordinate axes into them, as the shape's own numbers tell directions.
    """

    __slots__ = ("moments", "axes")
    moments: Vector
    axes: Vector

    def __init__(self, moments: VectorLike = (1.0, 1.0, 1.0), axes: VectorLike = (1.0, 0.0, 0.0, 0.0)) -> None:
        sizes, turned = vector("moments", moments, 3), vector("axes", axes, 4)
        if not any(turned):
            raise ValueError(f"axes: expected a number that is not 0, found {turned}")
        self._set(moments=sizes, axes=turned)


class Shape(Value):
    """What all shapes have in common."""

    __slots__ = ("_native",)
    _native: _core.Shape

    @property
    def dimensions(self) -> tuple[int, ...]:
        """Whether it is a shape of the plane, of space, or of both: `(2,)`, `(3,)` or `(2, 3)`."""
        return (2,) * self._native.plane + (3,) * self._native.space

    def volume(self, dimension: int | None = None) -> float:
        """What it fills: its area [L^2] in the plane, its volume [L^3] in space.

        0 of what is thin, infinite of half-spaces and containers. A ball, a shape of both, wants a `dimension`.

        >>> Box((1, 2)).volume()
        8.0
        """
        return self._native.volume(dimension)

    def mass_properties(self, dimension: int | None = None) -> MassProperties:
        """Its volume, centre of mass and moment of inertia. A ball, a shape of both, wants a `dimension`.

        Raises `ValueError` for half-spaces and containers, which have no end.

        >>> Box((0.5, 0.5)).mass_properties()
        MassProperties(volume=1.0, centre=(0.0, 0.0), inertia_per_mass=0.16666666666666666)
        """
        return MassProperties(*self._native.mass_properties(dimension))


class Point(Shape):
    """A single point, at the place of what carries it."""

    __slots__ = ()

    def __init__(self) -> None:
        self._set(_native=_core.point())


class Ball(Shape):
    """A disk (2D) or a ball (3D) around the place of what carries it; of radius 0 it is a point. `radius` [L] >= 0."""

    __slots__ = ("radius",)
    radius: float

    def __init__(self, radius: float = 1.0) -> None:
        radius = number("radius", radius, least=0.0)
        self._set(radius=radius, _native=_core.ball(radius))


class Segment(Shape):
    """The straight piece between two vertices [L], both of them part of it."""

    __slots__ = ("start", "end")
    start: Vector
    end: Vector

    def __init__(self, start: VectorLike, end: VectorLike) -> None:
        first = vector("start", start)
        last = vector("end", end, len(first))
        self._set(start=first, end=last, _native=_core.segment(first, last))


class Capsule(Shape):
    """All places within `radius` [L] >= 0 of the straight piece between two vertices [L]."""

    __slots__ = ("start", "end", "radius")
    start: Vector
    end: Vector
    radius: float

    def __init__(self, start: VectorLike, end: VectorLike, radius: float = 1.0) -> None:
        first = vector("start", start)
        last = vector("end", end, len(first))
        radius = number("radius", radius, least=0.0)
        self._set(start=first, end=last, radius=radius, _native=_core.capsule(first, last, radius))


class Box(Shape):
    """A box along the coordinate axes, around the place of what carries it. `half_extents` [L], each >= 0."""

    __slots__ = ("half_extents",)
    half_extents: Vector

    def __init__(self, half_extents: VectorLike) -> None:
        half = vector("half_extents", half_extents, least=0.0)
        self._set(half_extents=half, _native=_core.box(half))


class OrientedBox(Shape):
    """A box in any direction: the sums of s[k] half_extents[k] axes[k] over all k, each s[k] from -1 to 1.

    `half_extents` [L], each >= 0; `axes`, where each half extent points: unit vectors across each other, to rounding.
    """

    __slots__ = ("half_extents", "axes")
    half_extents: Vector
    axes: tuple[Vector, ...]

    def __init__(self, half_extents: VectorLike, axes: Iterable[VectorLike] | npt.NDArray[Any]) -> None:
        half = vector("half_extents", half_extents, least=0.0)
        directions = vectors("axes", axes, len(half), count=len(half))
        self._set(half_extents=half, axes=directions, _native=_core.oriented_box(half, directions))


class Hull(Shape):
    """All places within `radius` [L] of the convex hull of its `vertices` [L], solid; in any order, at least one."""

    __slots__ = ("vertices", "radius")
    vertices: tuple[Vector, ...]
    radius: float

    def __init__(self, vertices: Iterable[VectorLike] | npt.NDArray[Any], radius: float = 0.0) -> None:
        corners = vectors("vertices", vertices)
        radius = number("radius", radius, least=0.0)
        self._set(vertices=corners, radius=radius, _native=_core.hull(corners, radius))

    @classmethod
    def from_trimesh(cls, mesh: Any) -> Hull:
        """The convex hull of a `trimesh.Trimesh`, whatever the mesh is; of its vertices those that are corners."""
        corners = getattr(getattr(mesh, "convex_hull", None), "vertices", None)
        if corners is None:
            raise TypeError(f"mesh: expected a trimesh.Trimesh, found {say(mesh)}")
        return cls(corners)


class Polygon(Shape):
    """The solid within a simple polygon (2D), convex or concave: its `vertices` [L], either way around.

    It is made once, with its convex pieces, and then used for any number of questions. Raises `ValueError` unless
    there are three vertices or more, and their chain meets itself nowhere.
    """

    __slots__ = ("vertices",)
    vertices: tuple[Vector, ...]

    def __init__(self, vertices: Iterable[VectorLike] | npt.NDArray[Any]) -> None:
        corners = vectors("vertices", vertices, 2)
        self._set(vertices=corners, _native=_core.polygon(corners))

    @property
    def pieces(self) -> tuple[tuple[int, ...], ...]:
        """The convex pieces that it is made of: of each the numbers of its corners, counterclockwise.

        >>> Polygon([(0, 0), (3, 0), (1, 1), (0, 3)]).pieces
        ((0, 1, 2), (2, 3, 0))
        """
        return tuple(tuple(piece) for piece in _core.polygon_pieces(self._native))

    @classmethod
    def from_shapely(cls, polygon: Any) -> Polygon:
        """A `shapely.Polygon`. Raises `ValueError` if it has holes, which no shape has: cut it into parts first."""
        if getattr(polygon, "geom_type", None) != "Polygon":
            raise TypeError(f"polygon: expected a shapely.Polygon, found {say(polygon)}")
        if len(polygon.interiors):
            raise ValueError(f"polygon: expected one without holes, found {len(polygon.interiors)}")
        return cls([(x, y) for x, y, *_ in polygon.exterior.coords][:-1])  # the last corner is the first again


class Triangle(Shape):
    """A triangle in space (3D), thin, its edges and corners part of it: three `vertices` [L]."""

    __slots__ = ("vertices",)
    vertices: tuple[Vector, ...]

    def __init__(self, vertices: Iterable[VectorLike] | npt.NDArray[Any]) -> None:
        corners = vectors("vertices", vertices, 3, count=3)
        self._set(vertices=corners, _native=_core.triangle(corners))


class HalfSpace(Shape):
    """All places x with normal . x <= offset: solid below its plane.

    The normal, any but 0, points out of the solid; `offset` is a distance [L] if the normal is a unit vector.
    """

    __slots__ = ("normal", "offset")
    normal: Vector
    offset: float

    def __init__(self, normal: VectorLike, offset: float = 0.0) -> None:
        out = _direction("normal", normal)
        offset = number("offset", offset)
        self._set(normal=out, offset=offset, _native=_core.half_space(out, offset))


class Container(Shape):
    """Everything but the inside of a disk (2D) or ball (3D): solid from its surface outwards. `radius` [L] > 0.

    A shape of worlds, which no query knows.
    """

    __slots__ = ("radius",)
    radius: float

    def __init__(self, radius: float = 1.0) -> None:
        radius = number("radius", radius, above=0.0)
        self._set(radius=radius, _native=_core.container(radius))


class Arc(Shape):
    """A piece of a circle (2D), thin and solid from both sides, its ends part of it. `radius` [L] > 0.

    It runs counterclockwise from the direction `start` to the direction `end`, both of any length but 0; all around
    where they point the same way.
    """

    __slots__ = ("radius", "start", "end")
    radius: float
    start: Vector
    end: Vector

    def __init__(self, radius: float = 1.0, start: VectorLike = (1.0, 0.0), end: VectorLike = (1.0, 0.0)) -> None:
        radius = number("radius", radius, above=0.0)
        first, last = _direction("start", start, 2), _direction("end", end, 2)
        self._set(radius=radius, start=first, end=last, _native=_core.arc(radius, first, last))


def principal_inertia(shape: Shape) -> PrincipalInertia:
    """The principal moments of inertia over the mass [L^2] of a shape in space, and their axes, about its centre of mass.

    Raises `ValueError` for half-spaces and containers, which have no end.

    >>> principal_inertia(Box((3, 1.5, 1.5)))
    PrincipalInertia(moments=(1.5, 3.75, 3.75), axes=(1.0, 0.0, 0.0, 0.0))
    """
    instance("shape", shape, Shape, "a shape")
    return PrincipalInertia(*shape._native.principal_inertia())


def _direction(name: str, value: VectorLike, dimension: int | None = None) -> Vector:
    result = vector(name, value, dimension)
    if not any(result):
        raise ValueError(f"{name}: expected a vector that is not zero, found {result}")
    return result
