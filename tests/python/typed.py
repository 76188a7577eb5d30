"""A program as a user with a type checker writes it: mypy finds nothing wrong in it, and it runs."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

import firsthit
from firsthit import (Ball, Box, Contact, Encounter, Linear, Many, Moving, Outcome, Reaction, Scene, Side, Space, Spinning,
                      World, first_hit, first_hit_many, turned_by)


def nearest_hit(runner: Moving, obstacles: list[Moving]) -> tuple[int, Encounter] | None:
    found: tuple[int, Encounter] | None = None
    for i, obstacle in enumerate(obstacles):
        hit = first_hit(runner, obstacle, horizon=10.0)
        if hit and (found is None or hit.delay < found[1].delay):
            found = i, hit
    return found


runner = Moving(Ball(0.5), Linear((0, 0), [1.0, 0.0]))
obstacles = [Moving(Box((1, 1)), Linear(np.array([x, 0.0]))) for x in (9.0, 5.0)]
obstacles.append(Moving(Box((1, 1)), Spinning((0, 9), None, 2.0, turned_by(45))))
found = nearest_hit(runner, obstacles)
assert found is not None
index: int = found[0]
place: float = found[1].point_a[0]
assert index == 1 and found[1].outcome is Outcome.IMPACT and math.isclose(place, 4.0)

hits = first_hit_many(Many(Ball(0.5), np.zeros((3, 2)), np.ones((3, 2))), obstacles[1], horizon=2.0)
assert hits.shape == (3,)

world = World(Space((0, 0), (8, 8), Side.PERIODIC), restitution=0.5)
ids = world.add_many(Many(Ball(0.5), [[1, 1], [4, 1]], [[1, 0], [0, 0]]))
times: list[float] = []


def note(impacts: npt.NDArray[np.void]) -> None:
    times.extend(impacts["time"].tolist())


def swap(contact: Contact) -> Reaction:
    return Reaction(contact.velocity_b, contact.velocity_a)


world.on_impacts(note)
world.set_response(0, 0, swap)
world.run_until(2.5)
assert times == [2.0] and world.positions()[int(ids[1]), 0] == 4.5 and world.statistics is not None

summary = Scene({"format": 1, "dimension": 2, "run": {"until": 1}, "ball": [{"position": [0, 0], "radius": 1}]}).run().summary
assert summary["outcome"] == "reached_time"
print(firsthit.__version__)
