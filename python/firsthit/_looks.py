"""What one may ask about where a world's bodies are now, and how a character moves among them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from firsthit._values import VectorLike, instance, number, say, vector, word
from firsthit.shapes import Shape
from firsthit.states import CastHit, MoveResponse, MoveResult, NearestBody, Neighbour, PredictedImpact, RestingContact


class Looks:
    """A world, as those see it who ask where its bodies are."""

    dimension: int
    _native: Any

    def cast(self, shape: Shape, position: VectorLike, displacement: VectorLike, *, category: int = 1,
             mask: int = 0xFFFFFFFF, exclude: Iterable[int] = (), sensors: bool = False) -> CastHit | None:
        """The first that a shape at `position` [L] runs into on its way by `displacement` [L], where all bodies are now."""
        hits = self._cast(shape, position, displacement, category, mask, exclude, sensors, True)
        return hits[0] if hits else None

    def cast_all(self, shape: Shape, position: VectorLike, displacement: VectorLike, *, category: int = 1,
                 mask: int = 0xFFFFFFFF, exclude: Iterable[int] = (), sensors: bool = False) -> list[CastHit]:
        """All of them, in order; each body once."""
        return self._cast(shape, position, displacement, category, mask, exclude, sensors, False)

    def _cast(self, shape: Shape, position: VectorLike, displacement: VectorLike, category: int, mask: int,
              exclude: Iterable[int], sensors: bool, first: bool) -> list[CastHit]:
        instance("shape", shape, Shape, "a shape")
        return [CastHit(*hit) for hit in self._native.cast_all(
            shape._native, vector("position", position, self.dimension),
            vector("displacement", displacement, self.dimension), *self._among(category, mask, exclude, sensors), first)]

    def overlaps(self, shape: Shape, position: VectorLike, *, category: int = 1, mask: int = 0xFFFFFFFF,
                 exclude: Iterable[int] = (), sensors: bool = False) -> list[int]:
        """All bodies that touch or overlap a shape at `position` [L] now, in the order of ids."""
        instance("shape", shape, Shape, "a shape")
        return list(self._native.overlaps(shape._native, vector("position", position, self.dimension),
                                          *self._among(category, mask, exclude, sensors)))

    def nearest(self, shape: Shape, position: VectorLike, max_distance: float = math.inf, *, category: int = 1,
                mask: int = 0xFFFFFFFF, exclude: Iterable[int] = (), sensors: bool = False) -> NearestBody | None:
        """The body whose surface is nearest to that of a shape at `position` [L], of those within `max_distance` [L]."""
        instance("shape", shape, Shape, "a shape")
        found = self._native.nearest(shape._native, vector("position", position, self.dimension),
                                     number("max_distance", max_distance, infinite=True),
                                     *self._among(category, mask, exclude, sensors))
        return None if found is None else NearestBody(*found)

    @staticmethod
    def _among(category: int, mask: int, exclude: Iterable[int], sensors: bool) -> tuple[int, int, list[int], bool]:
        return (word("category", category), word("mask", mask), [word("exclude", body) for body in exclude],
                bool(sensors))

    def time_to_collision(self, a: int, b: int) -> float | None:
        """[T] From now until the two meet on their present courses, if they do."""
        found: float | None = self._native.time_to_collision(word("a", a), word("b", b))
        return found

    def neighbours_within(self, body: int, distance: float) -> list[Neighbour]:
        """Everybody whose surface is within `distance` [L] of that of a moving body now, by time to collision."""
        return [Neighbour(*found) for found in
                self._native.neighbours_within(word("body", body), number("distance", distance))]

    def contacts(self) -> list[RestingContact]:
        """Where bodies rest now, in the order of a, then of b, with the forces there; what lies on a side has two, its ends.

        Where several contacts could share a load in many ways, one of these is told, always the same. Who hops or flies has
        none.
        """
        return [RestingContact(*found) for found in self._native.contacts()]

    def predicted_impacts(self, max_count: int | None = None) -> list[PredictedImpact]:
        """The impacts that are foreseen as it stands, in order: what will happen unless something changes courses."""
        never = 2**64 - 1
        return [PredictedImpact(*found) for found in
                self._native.predicted_impacts(never if max_count is None else word("max_count", max_count, never))]

    def move(self, body: int, displacement: VectorLike, *, response: MoveResponse = MoveResponse.SLIDE,
             choose: Callable[[CastHit], MoveResponse] | None = None, up: VectorLike | None = None, max_slope: float = math.pi / 4, step_height: float = 0.0,
             snap_distance: float = 0.0, skin: float = 0.0, category: int = 1, mask: int = 0xFFFFFFFF,
             exclude: Iterable[int] = (), sensors: bool = False) -> MoveResult:
        """Moves a kinematic body, a character, by `displacement` [L], now, while all others stand where they are.

        `response`: what it does with the rest of its way when it runs into something; or `choose` decides for every hit, and
        may ask the world, and nothing else: what it raises leaves the character where it was. `up`: upwards, for those who know
        ground, which they stand and walk on up to a slope of `max_slope` [rad], climb in steps of `step_height` [L], and
        find again as they walk down by `snap_distance` [L]. `skin` [L]: to keep from what it hits.

        Raises `ValueError` for a body that is not kinematic.
        """
        if choose is not None and not callable(choose):
            raise TypeError(f"choose: expected a function, found {say(choose)}")

        def chosen(*hit: Any) -> int:
            response = choose(CastHit(*hit)) if choose is not None else None
            instance("what choose returns", response, MoveResponse, "a MoveResponse")
            return int(response)  # type: ignore[arg-type]

        instance("response", response, MoveResponse, "a MoveResponse")
        flat = (0.0,) * self.dimension
        (position, carried, hits, grounded, ground, ground_normal, crushed, by) = self._native.move(
            word("body", body), vector("displacement", displacement, self.dimension), int(response),
            flat if up is None else vector("up", up, self.dimension), None if choose is None else chosen, number("max_slope", max_slope),
            number("step_height", step_height), number("snap_distance", snap_distance), number("skin", skin),
            *self._among(category, mask, exclude, sensors))
        return MoveResult(position, carried, tuple(CastHit(*hit) for hit in hits), ground if grounded else None,
                          ground_normal, crushed, by)
