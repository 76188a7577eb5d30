"""Who steers: agents that walk to goals and out of each other's way, and bodies on paths that curve."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any

from firsthit import _core
from firsthit._values import Value, Vector, VectorLike, instance, number, say, vector, word
from firsthit.worlds import World


class Steering(IntEnum):
    """How an agent makes its way."""

    GOAL = 0
    """straight to the goal, whoever is in the way"""
    AVOID = 1
    """to the goal, and out of the way of others in time"""


class Agent(Value):
    """A moving ball with a will of its own: it wants to be at its `goal` [L], and walks there with its `preferred_speed`
    [L/T] > 0. `max_acceleration` [L/T^2] > 0; where it is infinite the agent turns at once.

    >>> Agent(0, (5, 1), steering=Steering.AVOID)
    Agent(body=0, goal=(5.0, 1.0), preferred_speed=1.0, steering=Steering.AVOID, max_acceleration=inf)
    """

    __slots__ = ("body", "goal", "preferred_speed", "steering", "max_acceleration")
    body: int
    goal: Vector
    preferred_speed: float
    steering: Steering
    max_acceleration: float

    def __init__(self, body: int, goal: VectorLike, preferred_speed: float = 1.0, steering: Steering = Steering.GOAL,
                 max_acceleration: float = math.inf) -> None:
        instance("steering", steering, Steering, "a Steering")
        self._set(body=word("body", body), goal=vector("goal", goal),
                  preferred_speed=number("preferred_speed", preferred_speed, above=0.0), steering=steering,
                  max_acceleration=number("max_acceleration", max_acceleration, above=0.0, infinite=True))


class Agents:
    """Steers agents to their goals, where they stop; docs/concepts/agents.md says how they decide.

    All decide at the start of a `window` [T], on what they see then, and then all act. Within it each keeps its
    acceleration, or its velocity, if it turns at once; the path is followed by as many straight `pieces` as keep within
    the `path_error` [L] of it. Call `steer` at time 0, after a first run to there, and let the world call it from then on.
    Agents can be pickled, with how far they have come.

    >>> street = World(dimension=2)
    >>> a, b = street.add(Ball(0.25), (-3, 1)), street.add(Ball(0.25), (5, 1))
    >>> walkers = Agents([Agent(a, (5, 1), 1.0, Steering.AVOID, 2.0), Agent(b, (-3, 1), 1.0, Steering.AVOID, 2.0)], 0.125, 0.001)
    >>> street.set_window(walkers.piece, walkers.steer)
    >>> street.run_until(0.0).outcome.name
    'REACHED_TIME'
    >>> walkers.steer(street)
    >>> street.run_until(15.0).outcome.name
    'REACHED_TIME'
    >>> street.state(a).position, street.collisions
    ((5.0, 1.0), 0)

    Raises `ValueError` for numbers out of their range, agents of different dimensions, and windows of more than 10^6 pieces.
    """

    def __init__(self, agents: Iterable[Agent], window: float, path_error: float) -> None:
        self._agents = tuple(agents)
        for i, agent in enumerate(self._agents):
            instance(f"agents[{i}]", agent, Agent, "an Agent")
        dimensions = {len(agent.goal) for agent in self._agents}
        if len(dimensions) != 1:
            raise ValueError(f"agents: expected some of one dimension, found {len(dimensions) or 'none'}")
        self.dimension: int = dimensions.pop()
        self._told = (number("window", window), number("path_error", path_error))
        native = _core.Agents2 if self.dimension == 2 else _core.Agents3
        self._native: Any = native(tuple((agent.body, agent.goal, agent.preferred_speed, int(agent.steering),
                                          agent.max_acceleration) for agent in self._agents), *self._told)

    def __len__(self) -> int:
        return len(self._agents)

    def __repr__(self) -> str:
        return f"<{len(self)} agents in {self.dimension}D>"

    @property
    def pieces(self) -> int:
        """Of one window."""
        return int(self._native.pieces())

    @property
    def piece(self) -> float:
        """[T] The length of one piece: that of the world's windows."""
        return float(self._native.piece())

    def steer(self, world: World) -> None:
        """Sends every agent into its next piece, and lets it decide before the first of each window."""
        self._native.steer(_of_dimension(world, self.dimension))

    def save(self) -> bytes:
        """How far they have come, to go on with a world that is saved at the same time."""
        state: bytes = self._native.save()
        return state

    def load(self, state: bytes | bytearray | memoryview) -> None:
        """Takes over what others have saved, made of the same agents. Raises `ValueError` for what is damaged, or of
        others."""
        instance("state", state, (bytes, bytearray, memoryview), "bytes, as Agents.save gives them")
        self._native.load(bytes(state))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self._agents, *self._told, self.save())


class CurvedPaths:
    """Bodies on paths that curve, followed by straight pieces in the windows of a world.

    Each `window` [T] falls into as many `pieces` as accelerations of up to `max_acceleration` [L/T^2] need: between its
    impacts a body keeps within the `error` [L] of the path that its acceleration makes. Call `steer` at time 0, and let
    the world call it from then on.

    A charge in a magnetic field, on a circle of radius 1:

    >>> field = World(dimension=2)
    >>> charge = field.add(Ball(0.1), (1, 0), (0, 1))
    >>> paths = CurvedPaths(2, window=1.0, max_acceleration=1.0, error=1e-4)
    >>> paths.follow(charge, lambda position, velocity, time: (-velocity[1], velocity[0]))
    >>> paths.steer(field)
    >>> field.set_window(paths.piece, paths.steer)
    >>> field.run_until(100.0).outcome.name
    'REACHED_TIME'
    >>> [round(x, 2) for x in field.state(charge).position]  # cos 100, sin 100
    [0.86, -0.51]

    Raises `ValueError` for numbers out of their range, and for windows of more than 10^6 pieces.
    """

    def __init__(self, dimension: int, window: float, max_acceleration: float, error: float) -> None:
        if dimension not in (2, 3):
            raise ValueError(f"dimension: expected 2 or 3, found {say(dimension)}")
        self.dimension: int = dimension
        native = _core.CurvedPaths2 if dimension == 2 else _core.CurvedPaths3
        self._native: Any = native(number("window", window), number("max_acceleration", max_acceleration),
                                   number("error", error))
        self._functions: list[Callable[[Vector, Vector, float], Vector]] = []
        """Kept alive for C++, which calls them."""

    @property
    def pieces(self) -> int:
        """Of one window."""
        return int(self._native.pieces())

    @property
    def piece(self) -> float:
        """[T] The length of one piece: that of the world's windows."""
        return float(self._native.piece())

    def follow(self, body: int, acceleration: Callable[[Vector, Vector, float], VectorLike]) -> None:
        """From the next call of `steer` on, `body` follows the path of `acceleration`, a function of its position [L],
        velocity [L/T] and time [T] that tells [L/T^2]; the world's gravity comes on top. It may ask the world, and nothing
        else."""
        if not callable(acceleration):
            raise TypeError(f"acceleration: expected a function, found {say(acceleration)}")

        def told(position: Vector, velocity: Vector, time: float) -> Vector:
            return vector("what the acceleration returns", acceleration(position, velocity, time), self.dimension)

        self._native.follow(word("body", body), told)
        self._functions.append(told)

    def steer(self, world: World) -> None:
        """Sends every body into its next piece. An impact on the way changes the velocity on the path by as much as that of
        the body. Raises what an acceleration raises."""
        self._native.steer(_of_dimension(world, self.dimension))


def pieces_within(error: float, acceleration: float, window: float) -> int:
    """The fewest equal pieces of a `window` [T] such that straight lines between points of any path with accelerations of
    up to `acceleration` [L/T^2] keep within `error` [L] of it. Raises `ValueError` if these are more than 10^6.

    >>> pieces_within(1e-6, 1.0, 1.0)
    354
    """
    return _core.pieces_within(number("error", error), number("acceleration", acceleration), number("window", window))


def _of_dimension(world: World, dimension: int) -> Any:
    instance("world", world, World, "a World")
    if world.dimension != dimension:
        raise ValueError(f"world: expected one in {dimension}D, found {world!r}")
    return world._native


def _again(kind: type[Agents], agents: tuple[Agent, ...], window: float, path_error: float, state: bytes) -> Agents:
    """Agents that were pickled."""
    made = kind(agents, window, path_error)
    made.load(state)
    return made
