"""firsthit predicts collisions before they happen.

Shapes and motions are in the units that you choose: of length [L], time [T] and mass [M]; angles are in radians where
nothing else is said. What is asked of one pair has the very bits of what is asked of many, on every machine.
"""

from firsthit import _core, features
from firsthit.batches import Balls, Boxes, Many, encounter_dtype, first_hit_many
from firsthit.motions import Falling, Linear, Motion, Precessing, Spinning, Spline, turned_by
from firsthit.queries import (Crossing, Encounter, Feature, FeatureKind, Moving, Outcome, Passage, PathCrossing, Placed,
                              Separation, distance, first_hit, path_crossing, time_to_collision)
from firsthit.shapes import (Arc, Ball, Box, Capsule, Container, HalfSpace, Hull, MassProperties, OrientedBox, Point,
                             Polygon, Segment, Shape, Triangle)

__version__: str = _core.version

__all__ = [
    "Arc", "Ball", "Balls", "Box", "Boxes", "Capsule", "Container", "Crossing", "Encounter", "Falling", "Feature",
    "FeatureKind", "HalfSpace", "Hull", "Linear", "Many", "MassProperties", "Motion", "Moving", "OrientedBox", "Outcome",
    "Passage", "PathCrossing", "Placed", "Point", "Polygon", "Precessing", "Segment", "Separation", "Shape", "Spinning",
    "Spline", "Triangle", "distance", "encounter_dtype", "features", "first_hit", "first_hit_many", "path_crossing",
    "time_to_collision", "turned_by",
]
