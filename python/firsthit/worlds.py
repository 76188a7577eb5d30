"""Worlds: bodies that fly freely between impacts, simulated from one impact to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from firsthit import _core
from firsthit._arrays import Doubles, doubles
from firsthit._copies import Copies
from firsthit._looks import Looks
from firsthit._materials import Materials
from firsthit._values import Vector, VectorLike, instance, number, say, vector, word as _word
from firsthit._watched import Watched
from firsthit.batches import Many, _side
from firsthit.motions import _or_zero, _orientation, _rate
from firsthit.shapes import Shape
from firsthit.states import (AfterHit, BodyKind, BodyState, Contact, ImpactKind, NeighbourSearch, OnCrush, Reaction, Response,
                             RunOutcome, RunResult, Side, Space, Statistics)

Busy = _core.Busy
"""Raised where a world is asked while it runs in another thread."""


_DIMENSION = slice(20, 21)  # where a saved world tells its own: docs/formats/saved-world.md


class World(Looks, Materials, Watched, Copies):
    """Bodies in a box, or in open space, that fly freely between impacts; simulated from one impact to the next.

    The result is the same, bit for bit, on every machine, as in C++, and however it is run. `space`: the box; without one
    space is open, and `dimension` says of how many dimensions. `gravity` [L/T^2]. `restitution`, 0 to 1, `friction`,
    `tangential_restitution`, `rolling_friction` and `spinning_friction` are of pairs of materials without ones of their
    own; `side_material` is that of walls. `contact_duration` [T]: an impact within this time of one before loses
    nothing. `rest`: bodies come to rest on what holds them.

    While it runs, other threads of Python do too; one that asks this world then is told so by `Busy`. Ctrl-C stops a run
    between two events, and so does what a callback raises; the world is at one time then, and can run on.

    >>> world = World(Space((0, 0), (4, 4)))
    >>> cue = world.add(Ball(0.5), (1, 2), (1, 0))
    >>> target = world.add(Ball(0.5), (3, 2))
    >>> world.run_until(1.75).outcome.name
    'REACHED_TIME'
    >>> world.collisions, world.state(target).position
    (2, (3.25, 2.0))
    """

    def __init__(self, space: Space | None = None, *, dimension: int | None = None, gravity: VectorLike | None = None,
                 restitution: float = 1.0, side_material: int = 0, contact_duration: float = 0.0, rest: bool = True,
                 neighbours: NeighbourSearch = NeighbourSearch.AUTOMATIC, friction: float = 0.0,
                 tangential_restitution: float = 0.0, rolling_friction: float = 0.0,
                 spinning_friction: float = 0.0) -> None:
        if space is not None:
            instance("space", space, Space, "a Space")
        pull = None if gravity is None else vector("gravity", gravity)
        found = {len(space.min)} if space is not None else set()
        found |= {len(pull)} if pull is not None else set()
        found |= {dimension} if dimension is not None else set()
        if len(found) != 1 or not found <= {2, 3}:
            raise ValueError("dimension: expected 2 or 3, as the space or gravity has or as told, found "
                             f"{' and '.join(map(say, sorted(found, key=str))) or 'none'}")
        flat = found.pop() == 2
        instance("neighbours", neighbours, NeighbourSearch, "a NeighbourSearch")
        box = None if space is None else (space.min, space.max, tuple(int(side) for side in space.sides))
        native = _core.World2 if flat else _core.World3
        self._hold(native(
            box, pull or (0.0,) * (2 if flat else 3), number("restitution", restitution),
            _word("side_material", side_material), number("contact_duration", contact_duration), bool(rest), int(neighbours),
            number("friction", friction, infinite=True), number("tangential_restitution", tangential_restitution),
            number("rolling_friction", rolling_friction, infinite=True),
            number("spinning_friction", spinning_friction, infinite=True)), space)

    def _hold(self, native: Any, space: Space | None) -> None:
        self._native = native
        self.dimension: int = 2 if isinstance(native, _core.World2) else 3
        self.space: Space | None = space
        # What C++ calls is kept alive here.
        self._callbacks = {}
        self._responses = {}
        self._window: tuple[float, Callable[[World], None], Callable[[], None]] | None = None

    def save(self) -> bytes:
        """All that the world is, some 70 bytes a body; a world that `load` makes of it goes on with the same bits.

        Not part of it: callbacks, and responses that are functions. It is what `World::save` of C++ writes, laid out as
        docs/formats/saved-world.md says. (`pickle` and `copy.deepcopy` save a world so, and take its functions along; who
        watches impacts stays behind.)

        >>> world = World(Space((0, 0), (4, 4)))
        >>> ball = world.add(Ball(0.5), (1, 2), (1, 0.25))
        >>> again = World.load(world.save())
        >>> world.run_until(99).outcome is again.run_until(99).outcome, world.state_hash() == again.state_hash()
        (True, True)
        """
        state: bytes = self._native.save()
        return state

    @classmethod
    def load(cls, state: bytes | bytearray | memoryview) -> Self:
        """The world that was saved, by Python or C++, by this version or an earlier one.

        If it had a callback of windows, or responses that were functions, runs raise `ValueError` until `set_window`, with
        the same length, and `set_response` have been called again. Raises `ValueError` for what is damaged, cut short or
        something else, with the section and the byte.
        """
        instance("state", state, (bytes, bytearray, memoryview), "bytes, as World.save gives them")
        whole = bytes(state)
        native = _core.World3 if whole[_DIMENSION] == b"\3" else _core.World2
        world = cls.__new__(cls)
        made = native.load(whole)
        box: Any = made.space()
        world._hold(made, None if box is None else Space(box[0], box[1], [Side(side) for side in box[2]]))
        return world

    def __reduce__(self) -> tuple[Any, ...]:
        responses = [(a, b, respond) for (a, b), (respond, _) in self._responses.items()]
        return _again, (type(self), self.save(), None if self._window is None else self._window[:2], responses)

    def __repr__(self) -> str:
        try:
            return f"<World of {len(self)} bodies in {self.dimension}D at time {self.time:g}, {self.collisions} collisions>"
        except Busy:
            return f"<World in {self.dimension}D, which runs>"

    def __len__(self) -> int:
        """Bodies so far, fixed and removed ones included."""
        return int(self._native.size())

    def add(self, shape: Shape, position: VectorLike, velocity: VectorLike | None = None, *, mass: float = 1.0,
            material: int = 0, kind: BodyKind = BodyKind.DYNAMIC, category: int = 1, mask: int = 0xFFFFFFFF,
            sensor: bool = False, after_hit: AfterHit = AfterHit.GOES_ON, one_way: VectorLike | None = None,
            surface_velocity: VectorLike | None = None, on_crush: OnCrush = OnCrush.ENDS_RUN, spins: bool = False,
            orientation: VectorLike | None = None, angular_velocity: float | VectorLike | None = None,
            inertia: float = 0.0) -> int:
        """Adds a body, at any time, and returns its id; ids count up from 0.

        `position` [L], `velocity` [L/T], `mass` [M] > 0. `material`: pairs of them have their own restitution. Two
        bodies meet if each has a `category`, in bits, that the other's `mask` lets through. A `sensor` hinders nobody.
        `one_way`: solid only from the side that this points to, for characters. `surface_velocity` [L/T], of what is fixed
        or kinematic: its surface moves so along itself, as a conveyor's does. `on_crush`, of what is kinematic: what it
        does when it has crushed others. `spins`: it turns, with an `orientation`, an `angular_velocity` [rad/T], and an
        `inertia` [M L^2], 0 for that of its shape with its mass spread evenly.

        Raises `ValueError` if it cannot be used.
        """
        instance("shape", shape, Shape, "a shape")
        place = vector("position", position, self.dimension)
        course = _or_zero("velocity", velocity, place)
        stands, rate = _orientation(orientation, place), _rate("angular_velocity", angular_velocity, place)
        one = Many(shape, [place], [course], orientations=[stands], angular_velocities=[rate])
        return int(self._add(one, number("mass", mass), material, kind, category, mask, sensor, after_hit, one_way,
                             surface_velocity, on_crush, spins, inertia)[0])

    def add_many(self, bodies: Many, *, mass: float | npt.ArrayLike = 1.0, material: int = 0,
                 kind: BodyKind = BodyKind.DYNAMIC, category: int = 1, mask: int = 0xFFFFFFFF, sensor: bool = False,
                 after_hit: AfterHit = AfterHit.GOES_ON, one_way: VectorLike | None = None,
                 surface_velocity: VectorLike | None = None, on_crush: OnCrush = OnCrush.ENDS_RUN, spins: bool = False,
                 inertia: float = 0.0) -> npt.NDArray[np.uint32]:
        """Adds bodies, thousands at once, and returns their ids.

        `mass`: one for all, or an array of shape (n,); the rest, but for what `bodies` tells, they have in common, as
        of `add`. Raises `ValueError` that names the first that cannot be used; none of them is there then.

        >>> world = World(Space((0, 0), (8, 8), Side.PERIODIC))
        >>> world.add_many(Many(Ball(0.5), [[1, 1], [3, 3], [5, 5]], [[1, 0], [0, 1], [1, 1]]))
        array([0, 1, 2], dtype=uint32)
        """
        instance("bodies", bodies, Many, "a Many")
        if bodies.dimension != self.dimension:
            raise ValueError(f"bodies: expected some in {self.dimension}D, as the world is, found {bodies!r}")
        return self._add(bodies, mass, material, kind, category, mask, sensor, after_hit, one_way,
                         surface_velocity, on_crush, spins, inertia)

    def _add(self, bodies: Many, mass: float | npt.ArrayLike, material: int, kind: BodyKind, category: int, mask: int,
             sensor: bool, after_hit: AfterHit, one_way: VectorLike | None,
             surface_velocity: VectorLike | None, on_crush: OnCrush, spins: bool, inertia: float) -> npt.NDArray[np.uint32]:
        _, _, accelerations, _, _, centres = bodies._arrays
        if accelerations is not None or centres is not None:
            raise ValueError("bodies: expected no accelerations and no centres, found some: a world has its gravity, and "
                             "bodies turn about their centres of mass")
        one_for_all = isinstance(mass, (str, bytes)) or np.ndim(mass) == 0
        masses = doubles("mass", np.full(len(bodies), number("mass", mass)) if one_for_all else mass, len(bodies))  # type: ignore[arg-type]
        instance("kind", kind, BodyKind, "a BodyKind")
        instance("after_hit", after_hit, AfterHit, "an AfterHit")
        instance("on_crush", on_crush, OnCrush, "an OnCrush")
        ids = np.zeros(len(bodies), np.uint32)
        self._native.add(_side(bodies, self.dimension), masses, _word("material", material), int(kind),
                         _word("category", category), _word("mask", mask), bool(sensor), int(after_hit),
                         self._vector("one_way", one_way), self._vector("surface_velocity", surface_velocity),
                         int(on_crush), bool(spins), number("inertia", inertia), ids)
        return ids

    def remove(self, body: int) -> None:
        """Takes a body away. Its id is not used again."""
        self._native.remove(_word("body", body))

    def __contains__(self, body: int) -> bool:
        """Is the body there? Not one that was removed, or never was."""
        return bool(self._native.contains(_word("body", body)))

    def run_until(self, time: float, *, collisions: int | None = None, events: int | None = None) -> RunResult:
        """Runs up to and including `time` [T], or until so many `collisions` in total, or `events` in this call.

        Raises `ValueError` for a time that is past; what a callback raises; and `KeyboardInterrupt` at Ctrl-C.
        """
        return self._run(False, number("time", time, infinite=True), collisions, events)

    def advance(self, duration: float, *, collisions: int | None = None, events: int | None = None) -> RunResult:
        """A frame: runs on for `duration` [T] >= 0, and then lets those go on who wait. Raises as `run_until`."""
        return self._run(True, number("duration", duration), collisions, events)

    def _run(self, frame: bool, time: float, collisions: int | None, events: int | None) -> RunResult:
        never = 2**64 - 1
        outcome, culprits = self._native.run(
            frame, time, never if collisions is None else _word("collisions", collisions, never),
            never if events is None else _word("events", events, never))
        return RunResult(RunOutcome(outcome), culprits)

    def interrupt(self) -> None:
        """Ends a run that goes on in another thread, between two events; it returns `RunOutcome.INTERRUPTED`."""
        self._native.interrupt()

    @property
    def time(self) -> float:
        """[T] since the world's start."""
        return float(self._native.time())

    @property
    def collisions(self) -> int:
        """Impacts so far."""
        return int(self._native.collisions())

    @property
    def events(self) -> int:
        """Impacts, dead predictions and looks at new neighbours so far."""
        return int(self._native.events())

    def collisions_of(self, kind: ImpactKind) -> int:
        """Impacts of one kind so far."""
        instance("kind", kind, ImpactKind, "an ImpactKind")
        return int(self._native.collisions_of(int(kind)))

    def state_hash(self) -> int:
        """A hash of every body's record: equal if, and but for accidents only if, states are equal, bit for bit."""
        return int(self._native.state_hash())

    def state(self, body: int) -> BodyState:
        """Where a body is and how it moves now."""
        return BodyState(*self._native.state(_word("body", body)))

    def positions(self, out: Doubles | None = None) -> Doubles:
        """[L] Where all bodies are now, in the box, a row for each id; of NaN for those that were removed.

        `out`, if it is given, is filled: an array of doubles of shape (len(world), dimension), contiguous.
        """
        return self._filled(self._native.fill_positions, out, self.dimension)

    def velocities(self, out: Doubles | None = None) -> Doubles:
        """[L/T] As `positions`."""
        return self._filled(self._native.fill_velocities, out, self.dimension)

    def accelerations(self, out: Doubles | None = None) -> Doubles:
        """[L/T^2] Gravity, but for what holds those that rest. As `positions`."""
        return self._filled(self._native.fill_accelerations, out, self.dimension)

    def orientations(self, out: Doubles | None = None) -> Doubles:
        """As `positions`, with rows (w, z) in the plane and (w, x, y, z) in space."""
        return self._filled(self._native.fill_orientations, out, 2 if self.dimension == 2 else 4)

    def angular_velocities(self, out: Doubles | None = None) -> Doubles:
        """[rad/T] As `positions`, with rows of one number in the plane and of three in space."""
        return self._filled(self._native.fill_angular_velocities, out, 1 if self.dimension == 2 else 3)

    def wraps(self) -> npt.NDArray[np.int64]:
        """How many box lengths to add to `positions` for paths without jumps, a row for each id."""
        out = np.zeros((len(self), self.dimension), np.int64)
        self._native.fill_wraps(out)
        return out

    def _filled(self, fill: Callable[[Doubles], None], out: Doubles | None, width: int) -> Doubles:
        shape = (len(self), width)
        if out is None:
            out = np.empty(shape)
        elif not isinstance(out, np.ndarray) or out.dtype != np.float64:
            raise TypeError(f"out: expected an array of float64 of shape {shape}, found {say(out)}")
        elif out.shape != shape:
            raise ValueError(f"out: expected an array of float64 of shape {shape}, found one of shape {out.shape}")
        elif not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
            raise ValueError("out: expected an array that is contiguous and can be written to")
        fill(out)
        return out

    def set_velocity(self, body: int, velocity: VectorLike) -> None:
        """Sets a body's velocity [L/T] now; its predictions die."""
        self._native.set_velocity(_word("body", body), vector("velocity", velocity, self.dimension))

    def set_velocities(self, velocities: npt.ArrayLike) -> None:
        """Sets the velocities [L/T] of all bodies: a row for each id; rows of those that were removed do not matter."""
        self._native.set_velocities(doubles("velocities", velocities, len(self), self.dimension))

    def set_acceleration(self, body: int, acceleration: VectorLike) -> None:
        """From now on a kinematic body accelerates so [L/T^2], as a lift that starts or stops. What rests on it goes along,
        pressed by its mass times what gravity is beyond that.

        >>> world = World(dimension=2, gravity=(0, -10))
        >>> lift = world.add(Box((3, 1)), (0, -1), kind=BodyKind.KINEMATIC)
        >>> crate = world.add(Box((1, 1)), (0, 1), mass=2.0)
        >>> world.set_acceleration(lift, (0, 4))
        >>> world.run_until(1.0).outcome.name, world.state(crate).velocity
        ('REACHED_TIME', (0.0, 4.0))
        >>> [contact.force for contact in world.contacts()]
        [(0.0, 28.0)]
        """
        self._native.set_acceleration(_word("body", body), vector("acceleration", acceleration, self.dimension))

    def set_surface_velocity(self, body: int, velocity: VectorLike) -> None:
        """From now on the surface of what is fixed or kinematic moves so [L/T] along itself: a conveyor starts or stops.

        >>> world = World(dimension=2, gravity=(0, -10), friction=0.5)
        >>> belt = world.add(Box((9, 1)), (0, -1), kind=BodyKind.FIXED, surface_velocity=(2, 0))
        >>> crate = world.add(Box((1, 1)), (0, 1))
        >>> world.run_until(1.0).outcome.name, world.state(crate).velocity
        ('REACHED_TIME', (2.0, 0.0))
        >>> world.set_surface_velocity(belt, (0, 0))
        >>> world.run_until(2.0).outcome.name, world.state(crate).velocity
        ('REACHED_TIME', (0.0, 0.0))
        """
        self._native.set_surface_velocity(_word("body", body), vector("velocity", velocity, self.dimension))

    def set_angular_velocity(self, body: int, angular_velocity: float | VectorLike) -> None:
        """Sets how fast a body that spins turns [rad/T], now."""
        rate = _rate("angular_velocity", angular_velocity, (0.0,) * self.dimension)
        self._native.set_angular_velocity(_word("body", body), rate)

    def set_orientation(self, body: int, orientation: VectorLike) -> None:
        """Sets how a body that spins stands, now: see `turned_by`."""
        self._native.set_orientation(_word("body", body), _orientation(orientation, (0.0,) * self.dimension))

    def set_position(self, body: int, position: VectorLike) -> None:
        """Puts a moving body elsewhere [L], now. What it meets on the way there is not asked."""
        self._native.set_position(_word("body", body), vector("position", position, self.dimension))

    def measure(self, start: float = 0.0, *, drift: VectorLike | None = None, path_length: bool = False) -> None:
        """From now on, or from the time `start` [T] on, the world counts what happens. Velocities are seen from a frame
        that moves by `drift` [L/T]; `path_length`: sum the lengths of paths, too."""
        self._native.measure(number("start", start), self._vector("drift", drift), bool(path_length))

    def statistics(self) -> Statistics:
        """What has been counted until now. Raises `ValueError` if nothing is measured."""
        return Statistics(*self._native.statistics())

    def set_window(self, length: float, callback: Callable[[World], None] | None = None) -> None:
        """Calls `callback` with the world at every multiple of `length` [T] but 0: it may set velocities, and ask.
        Length 0: no windows. Raises `ValueError` after the world has begun; what the callback raises ends a run."""
        if callback is not None and not callable(callback):
            raise TypeError(f"callback: expected something to call, found {say(callback)}")
        told = None if callback is None else (lambda: callback(self))
        self._native.set_window(number("length", length), told)
        self._window = None if callback is None or told is None else (length, callback, told)

    def side(self, axis: int, upper: bool) -> int:
        """The id of the side of the box at the lower or upper end of an axis."""
        if axis not in range(self.dimension):
            raise ValueError(f"axis: expected one from 0 to {self.dimension - 1}, found {say(axis)}")
        return int(self._native.side(axis, bool(upper)))

    def _vector(self, name: str, value: VectorLike | None) -> Vector:
        return (0.0,) * self.dimension if value is None else vector(name, value, self.dimension)


def _again(kind: type[World], state: bytes, window: tuple[float, Callable[[World], None]] | None,
           responses: list[tuple[int, int, Callable[[Contact], Reaction]]]) -> World:
    """A world that was pickled, with its functions."""
    world = kind.load(state)
    if window is not None:
        world.set_window(*window)
    for a, b, respond in responses:
        world.set_response(a, b, respond)
    return world
