"""firsthit predicts collisions before they happen.

Shapes and motions are in the units that you choose: of length [L], time [T] and mass [M]; angles are in radians where
nothing else is said. What is asked of one pair has the very bits of what is asked of many, on every machine.
"""

import importlib
from typing import TYPE_CHECKING, Any

from firsthit import _core, features
from firsthit.batches import Balls, Boxes, Many, encounter_dtype, first_hit_many
from firsthit.motions import Falling, Linear, Motion, Precessing, Spinning, Spline, Tumbling, turned_by
from firsthit.queries import (Crossing, Encounter, Feature, FeatureKind, Moving, Outcome, Passage, PathCrossing, Placed,
                              Separation, distance, first_hit, path_crossing, time_to_collision)
from firsthit.shapes import (Arc, Ball, Box, Capsule, Container, HalfSpace, Hull, MassProperties, OrientedBox, Point,
                             Polygon, PrincipalInertia, Segment, Shape, Triangle, principal_inertia)
from firsthit.states import (AfterHit, Body, BodyKind, BodyState, CastHit, Contact, ImpactKind, MoveResponse, MoveResult,
                             Neighbour, NearestBody, NeighbourSearch, OnCrush, PredictedImpact, Reaction, Response,
                             RestingContact, RunOutcome, RunResult, Side, Space, Statistics, TurnKind)
from firsthit.snapshots import Snapshot
from firsthit._watched import impact_dtype, passing_dtype, turn_dtype
from firsthit.worlds import Busy, World
from firsthit.agents import Agent, Agents, CurvedPaths, Steering, pieces_within

if TYPE_CHECKING:
    from firsthit.clusters.datasets import first_hit_dataset
    from firsthit.clusters.sweeps import Sweep, sweep
    from firsthit.runs import Run
    from firsthit.scenes import Problem, Scene, SceneError, Unfinished, resume, run, scene, scene_names
    from firsthit.tables import Table

__version__: str = _core.version

# What a program that asks queries and runs worlds can do without is imported when it is first asked for.
_LATER = {"Problem": "scenes", "Run": "runs", "Scene": "scenes", "SceneError": "scenes", "Sweep": "clusters.sweeps",
          "Table": "tables", "Unfinished": "scenes", "first_hit_dataset": "clusters.datasets", "resume": "scenes",
          "run": "scenes", "scene": "scenes", "scene_names": "scenes", "sweep": "clusters.sweeps"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'firsthit' has no attribute {name!r}")
    thing = getattr(importlib.import_module(f"firsthit.{_LATER[name]}"), name)
    globals()[name] = thing
    return thing


__all__ = [
    "AfterHit", "Agent", "Agents", "Arc", "Ball", "Balls", "Body", "BodyKind", "BodyState", "Box", "Boxes", "Busy",
    "Capsule", "CastHit", "Contact", "Container", "Crossing", "CurvedPaths", "Encounter", "Falling", "Feature",
    "FeatureKind", "HalfSpace", "Hull", "ImpactKind", "Linear", "Many", "MassProperties", "Motion", "MoveResponse",
    "MoveResult", "Moving", "NearestBody", "Neighbour", "NeighbourSearch", "OnCrush", "OrientedBox", "Outcome",
    "Passage", "PathCrossing", "Placed", "Point", "Polygon", "Precessing", "PredictedImpact", "PrincipalInertia",
    "Problem", "Reaction", "Response", "RestingContact", "Run", "RunOutcome", "RunResult", "Scene", "SceneError",
    "Segment", "Separation", "Shape", "Side", "Snapshot", "Space", "Spinning", "Spline", "Statistics", "Steering",
    "Sweep", "Table", "Triangle", "Tumbling", "TurnKind", "Unfinished", "World", "distance", "encounter_dtype",
    "features", "first_hit", "first_hit_dataset", "first_hit_many", "impact_dtype", "passing_dtype", "path_crossing",
    "pieces_within", "principal_inertia", "resume", "run", "scene", "scene_names", "sweep", "time_to_collision",
    "turn_dtype", "turned_by",
]
