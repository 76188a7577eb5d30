"""Copies of what a world is, which stay as it goes on."""

from __future__ import annotations

from typing import Any

from firsthit import shapes
from firsthit._values import instance, word
from firsthit.snapshots import Snapshot
from firsthit.states import AfterHit, Body, BodyKind, NeighbourSearch, OnCrush


class Copies:
    """A world, as those see it who keep what it is."""

    dimension: int
    _native: Any

    def body(self, body: int) -> Body:
        """What a body is, where it is and how it moves now."""
        (name, *sizes), position, velocity, mass, material, kind, category, mask, sensor, after_hit, one_way, \
            surface_velocity, on_crush, *rest = self._native.body(word("body", body))
        return Body(getattr(shapes, name)(*sizes), position, velocity, mass, material, BodyKind(kind), category, mask, sensor,
                    AfterHit(after_hit), one_way, surface_velocity, OnCrush(on_crush), *rest)

    @property
    def options(self) -> dict[str, Any]:
        """What the world was made with, but for its space: `World(world.space, **world.options)` makes one alike.

        >>> World(dimension=2, gravity=(0, -1), restitution=0.5).options["gravity"]
        (0.0, -1.0)
        """
        options: dict[str, Any] = self._native.options()
        return {**options, "neighbours": NeighbourSearch(options["neighbours"])}

    def snapshot(self, into: Snapshot | None = None) -> Snapshot:
        """All bodies now, as a copy, to be read while the world goes on; `into`, if it is given, is used again.

        >>> world = World(dimension=2)
        >>> ball = world.add(Ball(1), (0, 0), (1, 0))
        >>> now = world.snapshot()
        >>> world.run_until(3.0).outcome.name, now.time, now.state(ball).position
        ('REACHED_TIME', 0.0, (0.0, 0.0))
        """
        snapshot = Snapshot(self.dimension) if into is None else into
        instance("into", snapshot, Snapshot, "a Snapshot")
        if snapshot.dimension != self.dimension:
            raise ValueError(f"into: expected one in {self.dimension}D, as the world is, found {snapshot!r}")
        self._native.snapshot(snapshot._native)
        return snapshot
