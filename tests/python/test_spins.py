"""Bodies that turn: a world that Python fills has the very bits of the program's run of the same scene."""

import math

import numpy as np
import pytest

from firsthit import *
from things import as_json

CORNERS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1) if x * y * z > 0]
PLANE = [Box((0.5, 0.25)), Hull([(-0.5, -0.5), (0.5, -0.5), (0, 1)]), Capsule((-0.5, 0), (0.5, 0), 0.25), Ball(0.5),
         Polygon([(-0.75, -0.25), (0.75, -0.25), (0.75, 0.25), (-0.75, 0.25)])]
SPACE = [Box((0.5, 0.5, 0.5)), Hull(np.array(CORNERS) * 0.5), Ball(0.5), Box((0.625, 0.5, 0.375))]


def told(body):
    """As a scene has it; degrees in the plane."""
    shape = {name: keys for name, keys in as_json(Moving(body["shape"])).items() if name != "position"}
    return {**body, "shape": shape}


def both(bodies, low, high, physics, until):
    """The hash of a run of bodies in a box, and of a world; and the world."""
    dimension = len(low)
    run = Scene({"format": 1, "dimension": dimension, "physics": physics, "run": {"until": until},
                 "space": {"min": low, "max": high}, "body": [told(body) for body in bodies]}).run(report=False, trajectory=False)
    world = World(Space(low, high), **physics)
    for body in bodies:
        stands = body.get("orientation")
        if dimension == 2 and stands is not None:
            stands = turned_by(stands)
        world.add(body["shape"], body["position"], body.get("velocity"), mass=body["mass"], spins=True, orientation=stands,
                  angular_velocity=body.get("angular_velocity"), inertia=body.get("inertia", 0.0))
    world.run_until(until)
    assert run.summary["collisions"] == world.collisions > 10
    return run.summary["state_hash"], f"{world.state_hash():016x}", world


@pytest.mark.parametrize("friction", [0.0, 0.5, math.inf])
def test_they_tumble_in_the_plane_under_gravity(friction):
    rng = np.random.default_rng(3)
    bodies = [{"shape": shape, "position": [3.0 * i, 3.0 + i % 2], "velocity": rng.normal(size=2).tolist(), "mass": 1.5,
               "spins": True, "orientation": float(rng.uniform(-180, 180)), "angular_velocity": float(rng.normal()),
               **({"inertia": 0.75} if i % 2 else {})} for i, shape in enumerate(PLANE * 2)]
    theirs, mine, world = both(bodies, [-2.0, 0.0], [30.0, 16.0],
                               {"gravity": [0.0, -4.0], "restitution": 0.5, "friction": friction}, 3.0)
    assert mine == theirs
    assert np.count_nonzero(world.orientations()[:, 1]) >= 8 and np.allclose(np.linalg.norm(world.orientations()[:10], axis=1), 1)


@pytest.mark.parametrize("friction", [0.0, 0.25])
def test_they_tumble_in_space(friction):
    rng = np.random.default_rng(4)
    bodies = []
    for i, shape in enumerate(SPACE * 2):
        stands = rng.normal(size=4)
        bodies.append({"shape": shape, "position": [1.5 + 3 * (i % 2), 1.5 + 3 * (i // 2 % 2), 1.5 + 3.0 * (i // 4)],
                       "velocity": rng.normal(size=3).tolist(), "mass": 2.0, "spins": True,
                       "orientation": (stands / np.linalg.norm(stands)).tolist(),
                       "angular_velocity": rng.normal(size=3).tolist(), "inertia": 0.5})
    theirs, mine, world = both(bodies, [0.0] * 3, [6.0] * 3,
                               {"restitution": 0.875, "friction": friction, "tangential_restitution": 0.5}, 8.0)
    assert mine == theirs and np.all(np.isfinite(world.angular_velocities()))


def test_fixed_ones_stand_at_an_angle():
    ramp = {"shape": Box((4, 0.5)), "position": [0.0, 0.0], "kind": "fixed", "orientation": -30.0}
    run = Scene({"format": 1, "dimension": 2, "physics": {"gravity": [0.0, -1.0], "restitution": 0.75}, "run": {"until": 2.5},
                 "space": {"min": [-8.0, -8.0], "max": [8.0, 8.0]}, "ball": [{"position": [0.0, 3.0], "radius": 0.5, "mass": 1.0}], "body": [told(ramp)]}).run()
    world = World(Space((-8, -8), (8, 8)), gravity=(0, -1), restitution=0.75)
    ball = world.add(Ball(0.5), (0, 3))
    world.add(ramp["shape"], (0, 0), kind=BodyKind.FIXED, orientation=turned_by(-30))
    world.run_until(2.5)
    assert run.summary["state_hash"] == f"{world.state_hash():016x}" and run.summary["collisions"] == 1
    assert world.state(ball).velocity[0] > 0.5  # down the slope, to the right
