"""Snapshots: copies of worlds, to be read while the worlds go on."""

from __future__ import annotations

from typing import Any

from firsthit import _core
from firsthit._values import say, word
from firsthit.states import BodyState, Statistics


class Snapshot:
    """All bodies of a world at one time, and what had been counted until then: see `World.snapshot`.

    It can be read while the world goes on, in another thread, too.
    """

    def __init__(self, dimension: int) -> None:
        if dimension not in (2, 3):
            raise ValueError(f"dimension: expected 2 or 3, found {say(dimension)}")
        self.dimension: int = dimension
        self._native: Any = (_core.Snapshot2 if dimension == 2 else _core.Snapshot3)()

    def __len__(self) -> int:
        """As of the world."""
        return int(self._native.size())

    def __repr__(self) -> str:
        return f"<{len(self)} bodies in {self.dimension}D at time {self.time:g}>"

    @property
    def time(self) -> float:
        """[T] since the world's start."""
        return float(self._native.time())

    @property
    def collisions(self) -> int:
        """Impacts until then."""
        return int(self._native.collisions())

    def state(self, body: int) -> BodyState:
        """As `World.state` was then."""
        return BodyState(*self._native.state(word("body", body)))

    def statistics(self) -> Statistics:
        """As `World.statistics` were then. Raises `ValueError` if nothing was measured."""
        return Statistics(*self._native.statistics())
