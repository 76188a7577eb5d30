"""firsthit predicts collisions before they happen.

Shapes and motions are in the units that you choose: of length [L], time [T] and mass [M]; angles are in radians where
nothing else is said. What is asked of one pair has the very bits of what is asked of many, on every machine.
"""

from firsthit import _core, features
from firsthit.batches import Balls, Boxes, Many, encounter_dtype, first_hit_many
from firsthit.motions import Falling, Linear, Motion, Precessing, Spinning, Spline, turned_by
from firsthit.queries import (Crossing, Encounter, Feature, FeatureKind, Moving, Outcome, Passage, PathCrossing, Placed,
                              Separation, distance, first_hit, path_crossing, time_to_collision)
from firsthit.runs import Run
from firsthit.scenes import Problem, Scene, SceneError, scene, scene_names
from firsthit.shapes import (Arc, Ball, Box, Capsule, Container, HalfSpace, Hull, MassProperties, OrientedBox, Point,
                             Polygon, Segment, Shape, Triangle)
from firsthit.states import (AfterHit, BodyKind, BodyState, CastHit, Contact, ImpactKind, MoveResponse, MoveResult,
                             Neighbour, NearestBody, NeighbourSearch, PredictedImpact, Reaction, Response, RunOutcome,
                             RunResult, Side, Space, Statistics)
from firsthit.worlds import Busy, World, impact_dtype

__version__: str = _core.version

__all__ = [
    "AfterHit", "Arc", "Ball", "Balls", "BodyKind", "BodyState", "Box", "Boxes", "Busy", "Capsule", "CastHit",
    "Contact", "Container", "Crossing", "Encounter", "Falling", "Feature", "FeatureKind", "HalfSpace", "Hull",
    "ImpactKind", "Linear", "Many", "MassProperties", "Motion", "MoveResponse", "MoveResult", "Moving", "NearestBody",
    "Neighbour", "NeighbourSearch", "OrientedBox", "Outcome", "Passage", "PathCrossing", "Placed", "Point", "Polygon",
    "Precessing", "PredictedImpact", "Problem", "Reaction", "Response", "Run", "RunOutcome", "RunResult", "Scene",
    "SceneError", "Segment", "Separation", "Shape", "Side", "Space", "Spinning", "Spline", "Statistics", "Triangle",
    "World", "distance", "encounter_dtype", "features", "first_hit", "first_hit_many", "impact_dtype", "path_crossing",
    "scene", "scene_names", "time_to_collision", "turned_by",
]
