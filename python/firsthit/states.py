"""What worlds are told, and tell: boxes, kinds, states, statistics, hits."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from firsthit._values import Value, Vector, VectorLike, instance, vector
from firsthit.motions import AngularVelocity
from firsthit.shapes import Shape


class Side(IntEnum):
    """What happens at the two sides of the box along one axis."""

    WALL = 0
    """bodies bounce"""
    PERIODIC = 1
    """bodies leave on one side and enter on the other"""
    OPEN = 2
    """bodies fly on for ever"""


class BodyKind(IntEnum):
    """What moves a body."""

    DYNAMIC = 0
    """moves, and impacts change its course"""
    FIXED = 1
    """never moves"""
    KINEMATIC = 2
    """moves as it is told, whatever it hits"""
    PINNED = 3
    """held at its place, as a wheel by its axle: impacts turn it, and do nothing else; in the plane"""


class AfterHit(IntEnum):
    """What becomes of the rest of a frame after a body has hit something."""

    GOES_ON = 0
    WAITS = 1
    """it stands still at the contact until the window, or the call of `advance`, ends"""


class OnCrush(IntEnum):
    """What a kinematic body does when it has pressed others against what does not give way, until there is no room.

    They stand still then, but for what pulls at them.
    """

    ENDS_RUN = 0
    """the run ends with `RunOutcome.CRUSHED`"""
    STOPS = 1
    """it stands still, too, back by a billionth of the smallest one's size; the run goes on"""
    PASSES = 2
    """it goes on through those whom it touches, until it has left them"""


class NeighbourSearch(IntEnum):
    """How neighbours are found. What happens is the same, bit for bit."""

    AUTOMATIC = 0
    LISTS = 1
    ALL_PAIRS = 2
    """everybody: slow"""


class Response(IntEnum):
    """What two bodies do when they meet."""

    BOUNCE = 0
    SLIDE = 1
    """they lose what closes, and keep what leads along the surface"""
    STOP = 2
    """both go on with their common velocity"""
    STICK = 3
    """the same, and from then on they move as one"""
    PASS = 4
    """nothing: they go through each other"""


class MoveResponse(IntEnum):
    """What a character does with the rest of its way when it runs into something."""

    SLIDE = 0
    """goes on along the surface"""
    BOUNCE = 1
    """goes on as if reflected"""
    STOP = 2
    """stays where it is"""
    CROSS = 3
    """goes on through that body"""


class ImpactKind(IntEnum):
    """What met what."""

    BODY_BODY = 0
    BODY_OBSTACLE = 1
    BODY_SIDE = 2


class TurnKind(IntEnum):
    """Why a body's course changed without an impact."""

    STEERED = 0
    """somebody set its velocity"""
    RESTED = 1
    """it came to rest on a support, or on one more"""
    LEFT = 2
    """it left a support, or has gone through what a response let it pass"""
    PULLED = 3
    """it is stuck to a body whose course changed"""
    MOVED = 4
    """somebody put it elsewhere"""
    GRIPPED = 5
    """it slips no more on what it rests on: from now on it rolls, or stands"""
    RUBBED = 6
    """friction on what it rests on acts otherwise: it stands, spins no more, or its way bends"""
    CRUSHED = 7
    """it was crushed, or has crushed others, and stands: see `OnCrush`"""


class RunOutcome(IntEnum):
    """How a run ended."""

    REACHED_TIME = 0
    REACHED_COLLISIONS = 1
    COLLAPSED = 2
    """infinitely many impacts in finite time, by the bodies named"""
    CRUSHED = 3
    """the same between the bodies named, of which at least one moves as it is told"""
    INTERRUPTED = 4
    """by `World.interrupt`"""
    PAUSED = 5
    """the budget of events was spent"""


class Space(Value):
    """The box that bodies live in: its corners [L], and what its sides are, all alike or one along each axis.

    >>> Space((0, 0), (4, 2), Side.PERIODIC)
    Space(min=(0.0, 0.0), max=(4.0, 2.0), sides=(Side.PERIODIC, Side.PERIODIC))
    """

    __slots__ = ("min", "max", "sides")
    min: Vector
    max: Vector
    sides: tuple[Side, ...]

    def __init__(self, min: VectorLike, max: VectorLike, sides: Side | Sequence[Side] = Side.WALL) -> None:
        low = vector("min", min)
        high = vector("max", max, len(low))
        given = [sides] * len(low) if isinstance(sides, Side) else list(sides)
        for side in given:
            instance("sides", side, Side, "a Side, or one along each axis")
        if len(given) != len(low):
            raise ValueError(f"sides: expected one along each axis, {len(low)}, found {len(given)}")
        self._set(min=low, max=high, sides=tuple(given))

    def __repr__(self) -> str:
        sides = ", ".join(f"Side.{side.name}" for side in self.sides)
        return f"Space(min={self.min!r}, max={self.max!r}, sides=({sides}))"


class RunResult(Value):
    """How a run ended, and who collapsed, or is crushed and by whom."""

    __slots__ = ("outcome", "culprits")
    outcome: RunOutcome
    culprits: tuple[int, ...]

    def __init__(self, outcome: RunOutcome, culprits: tuple[int, ...] = ()) -> None:
        self._set(outcome=outcome, culprits=culprits)

    def __repr__(self) -> str:
        return f"RunResult(RunOutcome.{self.outcome.name}, {self.culprits})"


class BodyState(Value):
    """Where a body is and how it moves: `position` [L], `velocity` [L/T], `wraps` (box lengths to add to the position
    for the path without jumps), `acceleration` [L/T^2], `orientation`, `angular_velocity` [rad/T] and
    `angular_acceleration` [rad/T^2]."""

    __slots__ = ("position", "velocity", "wraps", "acceleration", "orientation", "angular_velocity",
                 "angular_acceleration")
    position: Vector
    velocity: Vector
    wraps: tuple[int, ...]
    acceleration: Vector
    orientation: Vector
    angular_velocity: AngularVelocity
    angular_acceleration: AngularVelocity

    def __init__(self, position: Vector, velocity: Vector, wraps: tuple[int, ...], acceleration: Vector,
                 orientation: Vector, angular_velocity: AngularVelocity,
                 angular_acceleration: AngularVelocity) -> None:
        self._set(position=position, velocity=velocity, wraps=wraps, acceleration=acceleration,
                  orientation=orientation, angular_velocity=angular_velocity, angular_acceleration=angular_acceleration)


class Body(Value):
    """What a body is, as `World.add` was told of it, where it is and how it moves now."""

    __slots__ = ("shape", "position", "velocity", "mass", "material", "kind", "category", "mask", "sensor", "after_hit",
                 "one_way", "surface_velocity", "on_crush", "spins", "orientation", "angular_velocity", "inertia")
    shape: Shape
    position: Vector
    velocity: Vector
    mass: float
    material: int
    kind: BodyKind
    category: int
    mask: int
    sensor: bool
    after_hit: AfterHit
    one_way: Vector
    surface_velocity: Vector
    on_crush: OnCrush
    spins: bool
    orientation: Vector
    angular_velocity: AngularVelocity
    inertia: float

    def __init__(self, shape: Shape, position: Vector, velocity: Vector, mass: float, material: int, kind: BodyKind,
                 category: int, mask: int, sensor: bool, after_hit: AfterHit, one_way: Vector,
                 surface_velocity: Vector, on_crush: OnCrush, spins: bool, orientation: Vector,
                 angular_velocity: AngularVelocity, inertia: float) -> None:
        self._set(shape=shape, position=position, velocity=velocity, mass=mass, material=material, kind=kind,
                  category=category, mask=mask, sensor=sensor, after_hit=after_hit, one_way=one_way,
                  surface_velocity=surface_velocity, on_crush=on_crush, spins=spins, orientation=orientation,
                  angular_velocity=angular_velocity, inertia=inertia)


class Statistics(Value):
    """What has happened in a world since `begin` [T], for `time` [T]: counts, and sums that are exact but for one rounding.

    `impacts`: by `ImpactKind`. `meetings`: how often a body met another that moves. `kinetic_action` and
    `rotational_action` [M L^2/T]: the energies of all, integrated over time. `virial` [M L^2/T^2]; `path_length` [L], if
    asked for; `deepest_overlap` [L].

    In a box of volume V with N bodies in D dimensions the temperature is 2 kinetic_action / (time D N), in energy units,
    the pressure (2 kinetic_action + virial) / (time D V), and the mean free time N time / meetings.
    """

    __slots__ = ("begin", "time", "impacts", "meetings", "kinetic_action", "rotational_action", "virial", "path_length",
                 "deepest_overlap")
    begin: float
    time: float
    impacts: tuple[int, int, int]
    meetings: int
    kinetic_action: float
    rotational_action: float
    virial: float
    path_length: float
    deepest_overlap: float

    def __init__(self, begin: float, time: float, impacts: tuple[int, int, int], meetings: int, kinetic_action: float,
                 rotational_action: float, virial: float, path_length: float, deepest_overlap: float) -> None:
        self._set(begin=begin, time=time, impacts=impacts, meetings=meetings, kinetic_action=kinetic_action,
                  rotational_action=rotational_action, virial=virial, path_length=path_length,
                  deepest_overlap=deepest_overlap)


class CastHit(Value):
    """What a shape runs into: the `body`, after which `fraction` of its way, its `position` [L] then, the `normal` to the
    body, the `point` [L] where they touch and the `area` of the contact."""

    __slots__ = ("body", "fraction", "position", "normal", "point", "area")
    body: int
    fraction: float
    position: Vector
    normal: Vector
    point: Vector
    area: float

    def __init__(self, body: int, fraction: float, position: Vector, normal: Vector, point: Vector, area: float) -> None:
        self._set(body=body, fraction=fraction, position=position, normal=normal, point=point, area=area)


class NearestBody(Value):
    """The body nearest to a shape: its `distance` [L], negative where they overlap, the `normal` to it, the nearest
    `point` [L] on it."""

    __slots__ = ("body", "distance", "normal", "point")
    body: int
    distance: float
    normal: Vector
    point: Vector

    def __init__(self, body: int, distance: float, normal: Vector, point: Vector) -> None:
        self._set(body=body, distance=distance, normal=normal, point=point)


class Neighbour(Value):
    """Somebody near a body: the `offset` [L] from the body's centre to its place, the `normal` to its surface, its
    `velocity` [L/T], the `gap` [L] between the two, and the `time_to_collision` [T], infinite for never."""

    __slots__ = ("body", "offset", "normal", "velocity", "gap", "time_to_collision")
    body: int
    offset: Vector
    normal: Vector
    velocity: Vector
    gap: float
    time_to_collision: float

    def __init__(self, body: int, offset: Vector, normal: Vector, velocity: Vector, gap: float,
                 time_to_collision: float) -> None:
        self._set(body=body, offset=offset, normal=normal, velocity=velocity, gap=gap,
                  time_to_collision=time_to_collision)


class RestingContact(Value):
    """Where body `a` rests on `b`, which holds it: at `point` [L], as a sees it, with the unit `normal` from a into b, and
    the `force` [M L/T^2] of b on a."""

    __slots__ = ("a", "b", "point", "normal", "force")
    a: int
    b: int
    point: Vector
    normal: Vector
    force: Vector

    def __init__(self, a: int, b: int, point: Vector, normal: Vector, force: Vector) -> None:
        self._set(a=a, b=b, point=point, normal=normal, force=force)


class PredictedImpact(Value):
    """An impact as it stands: its `time` [T] since the world's start, and of whom."""

    __slots__ = ("time", "a", "b")
    time: float
    a: int
    b: int

    def __init__(self, time: float, a: int, b: int) -> None:
        self._set(time=time, a=a, b=b)


class MoveResult(Value):
    """What came of a character's move: its `position` [L] now; how far it was `carried` [L] by its ground since its last
    move; `hits`, in order; the `ground` that it stands on, or None, and the `ground_normal`; whether it is `crushed`, and
    by whom."""

    __slots__ = ("position", "carried", "hits", "ground", "ground_normal", "crushed", "crushed_by")
    position: Vector
    carried: Vector
    hits: tuple[CastHit, ...]
    ground: int | None
    ground_normal: Vector
    crushed: bool
    crushed_by: tuple[int, ...]

    def __init__(self, position: Vector, carried: Vector, hits: tuple[CastHit, ...], ground: int | None,
                 ground_normal: Vector, crushed: bool, crushed_by: tuple[int, ...]) -> None:
        self._set(position=position, carried=carried, hits=hits, ground=ground, ground_normal=ground_normal,
                  crushed=crushed, crushed_by=crushed_by)


class Contact(Value):
    """Two that have just met, as a response is told: the `time` [T] since the world's start, the ids `a` and `b`, the
    smaller one first, their velocities [L/T], their masses [M], infinite for what impacts do not move, and the `normal`,
    unit, from a to b."""

    __slots__ = ("time", "a", "b", "velocity_a", "velocity_b", "mass_a", "mass_b", "normal")
    time: float
    a: int
    b: int
    velocity_a: Vector
    velocity_b: Vector
    mass_a: float
    mass_b: float
    normal: Vector

    def __init__(self, time: float, a: int, b: int, velocity_a: Vector, velocity_b: Vector, mass_a: float,
                 mass_b: float, normal: Vector) -> None:
        self._set(time=time, a=a, b=b, velocity_a=velocity_a, velocity_b=velocity_b, mass_a=mass_a, mass_b=mass_b,
                  normal=normal)


class Reaction(Value):
    """What a response wants: velocities [L/T], of which those of what is fixed or kinematic do not matter; `passes`: the
    two go through each other, until they have parted. Velocities that still close, of two that do not pass, are as if
    they were to slide."""

    __slots__ = ("velocity_a", "velocity_b", "passes")
    velocity_a: Vector
    velocity_b: Vector
    passes: bool

    def __init__(self, velocity_a: VectorLike, velocity_b: VectorLike, passes: bool = False) -> None:
        first = vector("velocity_a", velocity_a)
        self._set(velocity_a=first, velocity_b=vector("velocity_b", velocity_b, len(first)), passes=bool(passes))
