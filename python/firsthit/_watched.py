"""What a world tells those who watch it: records, some hundred at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from firsthit import _core
from firsthit._arrays import record
from firsthit._values import say, word

_Told = Callable[[npt.NDArray[np.void]], None]

_NUMBERS: dict[str, Any] = {"index": np.uint64, "kind": np.uint8, "a": np.uint32, "b": np.uint32, "body": np.uint32,
                            "support": np.uint32, "enters": np.bool_}
_VECTORS = ("position", "velocity", "acceleration", "point", "normal", "tangential")


def _dtype(layout: dict[str, int], dimension: int) -> np.dtype[np.void]:
    def kind(name: str) -> Any:
        if name.startswith(_VECTORS):
            return np.float64, (dimension,)
        if name.startswith("angular") and dimension == 3:
            return np.float64, (3,)
        return _NUMBERS.get(name, np.float64)

    return record(layout, {name: kind(name) for name in layout})


_NATIVE: dict[int, Any] = {2: _core.World2, 3: _core.World3}
_IMPACTS = {dimension: _dtype(native.impact_layout(), dimension) for dimension, native in _NATIVE.items()}
_TURNING_IMPACTS = {dimension: _dtype(native.turning_impact_layout(), dimension) for dimension, native in _NATIVE.items()}
_TURNS = {dimension: _dtype(native.turn_layout(), dimension) for dimension, native in _NATIVE.items()}
_PASSINGS = {dimension: _dtype(native.passing_layout(), dimension) for dimension, native in _NATIVE.items()}


def _of(dtypes: dict[int, np.dtype[np.void]], dimension: int) -> np.dtype[np.void]:
    if dimension not in dtypes:
        raise ValueError(f"dimension: expected 2 or 3, found {say(dimension)}")
    return dtypes[dimension]


def impact_dtype(dimension: int, *, spins: bool = False) -> np.dtype[np.void]:
    """The type of the records that callbacks of impacts are told.

    `index`: counted from 0 in the world. `time` [T]. `kind`: an `ImpactKind`. `a`, `b`: ids, the smaller one first. Of
    each, as `..._a` and `..._b`: `position` [L], `velocity_before` and `velocity_after` [L/T], `elapsed` [T] since its
    course last changed, and the `acceleration` [L/T^2] until then. `point` [L], `normal` from a to b, `impulse` [M L/T],
    `virial` [M L^2/T^2], `overlap` [L].

    With `spins` also, of each, `angular_velocity_before`, `angular_velocity_after` [rad/T] and, of what then rests where
    friction acts, `angular_acceleration` [rad/T^2], numbers in the plane and vectors in space; and the
    `tangential_impulse` [M L/T] that b gets from a along the surface. All are 0 where nobody spins and nothing rubs.
    """
    return _of(_TURNING_IMPACTS if spins else _IMPACTS, dimension)


def turn_dtype(dimension: int) -> np.dtype[np.void]:
    """The type of the records that callbacks of turns are told.

    `time` [T]. `kind`: a `TurnKind`. `body`: an id; its `position` [L], `velocity_before` and `velocity_after` [L/T],
    `elapsed` [T] since its course last changed, `acceleration` [L/T^2] until now and `acceleration_after`,
    `angular_velocity_after` [rad/T], `angular_acceleration_after` [rad/T^2]. `support`: what it rests on, has left or is
    stuck to; the body itself if it was steered or moved.
    """
    return _of(_TURNS, dimension)


def passing_dtype(dimension: int) -> np.dtype[np.void]:
    """The type of the records that callbacks of passings are told: `time` [T], ids `a` and `b`, the smaller one first, and
    whether one `enters` the other, or leaves it."""
    return _of(_PASSINGS, dimension)


class Watched:
    """A world, as those see it who watch it."""

    dimension: int
    _native: Any
    _callbacks: dict[int, Callable[[bytearray], None]]
    """Kept alive for C++, which calls them."""

    def on_impacts(self, callback: _Told, only: Iterable[int] | None = None, *, spins: bool = False) -> Callable[[], None]:
        """From now on calls `callback` with the impacts, some hundred at a time, as an array of `impact_dtype`, with
        `spins` if they are asked for; the last of a run before it returns. `only`: those in which one of these bodies has
        a part. Returns what ends it.

        The callback may ask the world, which may have gone on since, and nothing else. What it raises ends the run.

        >>> world = World(Space((0, 0), (4, 4)))
        >>> ball = world.add(Ball(0.5), (1, 2), (1, 0))
        >>> stop = world.on_impacts(lambda impacts: print(impacts["time"], impacts["point"][:, 0]))
        >>> world.run_until(10).outcome.name
        [2.5 5.5 8.5] [4. 0. 4.]
        'REACHED_TIME'
        >>> stop()
        """
        watch = self._native.watch_turning_impacts if spins else self._native.watch_impacts
        return self._watch(watch, impact_dtype(self.dimension, spins=bool(spins)), callback, only)

    def on_turns(self, callback: _Told, only: Iterable[int] | None = None) -> Callable[[], None]:
        """The same of changes of course that are no impacts, as an array of `turn_dtype`: who comes to rest, and leaves
        what held it; who is steered; who grips, rolls and stands.

        >>> world = World(dimension=2, gravity=(0, -1), restitution=0.5)
        >>> ground = world.add(HalfSpace((0, 1)), (0, 0), kind=BodyKind.FIXED)
        >>> ball = world.add(Ball(1), (0, 3))
        >>> stop = world.on_turns(lambda turns: print(turns["time"].round(3), TurnKind(turns["kind"][0]).name))
        >>> world.run_until(10).outcome.name  # it falls for a time of 2, and hops for 2 + 1 + 1/2 + ...
        [6.] RESTED
        'REACHED_TIME'
        """
        return self._watch(self._native.watch_turns, turn_dtype(self.dimension), callback, only)

    def on_passings(self, callback: _Told, only: Iterable[int] | None = None) -> Callable[[], None]:
        """The same of bodies that come to touch what lets them pass, sensors for instance, or leave it, as an array of
        `passing_dtype`.

        >>> world = World(dimension=2)
        >>> zone = world.add(Box((1, 1)), (4, 0), kind=BodyKind.FIXED, sensor=True)
        >>> ball = world.add(Ball(0.5), (0, 0), (1, 0))
        >>> stop = world.on_passings(lambda passings: print(passings["time"], passings["enters"]))
        >>> world.run_until(10).outcome.name
        [2.5 5.5] [ True False]
        'REACHED_TIME'
        """
        return self._watch(self._native.watch_passings, passing_dtype(self.dimension), callback, only)

    def _watch(self, watch: Callable[[Callable[[bytearray], None], list[int]], int], dtype: np.dtype[np.void],
               callback: _Told, only: Iterable[int] | None) -> Callable[[], None]:
        if not callable(callback):
            raise TypeError(f"callback: expected something to call, found {say(callback)}")

        def told(raw: bytearray) -> None:
            callback(np.frombuffer(raw, dtype))

        bodies = [] if only is None else [word("only", body) for body in only]
        if only is not None and not bodies:
            raise ValueError("only: expected some bodies, found none")
        number = watch(told, bodies)
        self._callbacks[number] = told

        def stop() -> None:
            self._native.unwatch(number)
            self._callbacks.pop(number, None)

        return stop
