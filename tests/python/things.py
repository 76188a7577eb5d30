"""What the tests of the package share: where things are, random things, and the program as the judge of answers."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

import firsthit
from firsthit import (Ball, Box, Capsule, Falling, HalfSpace, Hull, Linear, Motion, Moving, OrientedBox, Point,
                      Polygon, Precessing, PrincipalInertia, Segment, Shape, Spinning, Spline, Triangle, Tumbling)

SOURCE = Path(__file__).resolve().parents[2]
PROGRAM = Path(sys.executable).parent / "firsthit"  # the console script, which comes with the package


def run(*words: object, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(PROGRAM), *map(str, words)], capture_output=True, text=True, timeout=300, **options)


class Draw:
    """Random shapes and motions, in numbers with few digits or many."""

    def __init__(self, seed: int, dimension: int) -> None:
        self.numbers = np.random.default_rng(seed)
        self.dimension = dimension

    def size(self) -> float:
        return float(self.numbers.choice([0.25, 0.5, 1.0, self.numbers.uniform(0.01, 2.0)]))

    def vector(self, scale: float = 1.0, count: int | None = None) -> tuple[float, ...]:
        spread = self.numbers.normal(scale=scale, size=count or self.dimension)
        return tuple(float(x) for x in (np.round(spread) if self.numbers.random() < 0.3 else spread))

    def rate(self) -> Any:
        return float(self.numbers.normal()) if self.dimension == 2 else self.vector()

    def orientation(self) -> tuple[float, ...]:
        x = self.numbers.normal(size=2 if self.dimension == 2 else 4)
        return tuple(float(c) for c in x / np.linalg.norm(x))

    def inertia(self) -> PrincipalInertia | None:
        """Of a box in space: two of its moments may be equal."""
        x, y, z = (self.size() ** 2 for _ in range(3))
        turned = self.numbers.normal(size=4)
        if self.dimension == 2:
            return None
        return PrincipalInertia((y + z, z + x, x + y), turned / np.linalg.norm(turned))

    def shape(self) -> Shape:
        flat = self.dimension == 2
        kinds = [self.ball, self.box, self.hull, self.segment, self.capsule, self.oriented_box, self.half_space, Point,
                 self.polygon if flat else self.triangle]
        return kinds[self.numbers.integers(len(kinds))]()

    def ball(self) -> Ball:
        return Ball(self.size())

    def box(self) -> Box:
        return Box([self.size() for _ in range(self.dimension)])

    def hull(self) -> Hull:
        return Hull([self.vector() for _ in range(self.numbers.integers(1, 8))], self.numbers.choice([0.0, 0.25]))

    def segment(self) -> Segment:
        return Segment(self.vector(), self.vector())

    def capsule(self) -> Capsule:
        return Capsule(self.vector(), self.vector(), self.size())

    def oriented_box(self) -> OrientedBox:
        axes = np.linalg.qr(self.numbers.normal(size=(self.dimension, self.dimension)))[0]
        return OrientedBox([self.size() for _ in range(self.dimension)], axes)

    def half_space(self) -> HalfSpace:
        return HalfSpace(self.numbers.normal(size=self.dimension), self.size())

    def triangle(self) -> Triangle:
        return Triangle([self.vector() for _ in range(3)])

    def polygon(self) -> Polygon:
        angles = np.arange(5) * 1.25 + 0.1  # in order around the origin: their chain is simple
        lengths = self.numbers.uniform(0.3, 1.5, 5)
        return Polygon(np.stack([lengths * np.cos(angles), lengths * np.sin(angles)], axis=1))

    def linear(self, away: float = 4.0) -> Linear:
        return Linear(self.vector(away), self.vector())

    def motion(self) -> Motion:
        place, course, stands = self.vector(4.0), self.vector(), self.orientation()
        match self.numbers.integers(6):
            case 0: return Linear(place, course)
            case 1: return Falling(place, course, self.vector())
            case 2: return Spinning(place, course, self.rate(), stands, self.vector(0.1), self.vector())
            case 3: return Precessing(place, course, self.rate(), self.rate(), stands, None, self.vector())
            case 4: return Tumbling(place, course, self.rate(), stands, self.vector(0.1), self.vector(), self.inertia())
            case _: return Spline([self.vector(3.0) for _ in range(4)], self.size() + 1.0, self.rate(), stands)


def _plain(value: Any) -> Any:
    if isinstance(value, PrincipalInertia):
        return {key: _plain(of) for key, of in value._fields().items()}
    return [_plain(x) for x in value] if isinstance(value, tuple) else value


def _shape_as_json(shape: Shape) -> dict[str, Any]:
    name = "".join("_" + c.lower() if c.isupper() else c for c in type(shape).__name__).lstrip("_")
    keys = {key: _plain(value) for key, value in shape._fields().items()}
    if "start" in keys:
        keys["from"], keys["to"] = keys.pop("start"), keys.pop("end")
    return {name: keys}


def as_json(thing: Moving) -> dict[str, Any]:
    """As `firsthit query` reads it. (In the plane it takes angles, not numbers: those things are left to others.)"""
    motion: dict[str, Any] = {"position": [0.0] * thing.shape.dimensions[0]}
    if thing.motion is not None:
        motion = {key: _plain(value) for key, value in thing.motion._fields().items()}
    return {**_shape_as_json(thing.shape), **motion}


def program_answers(pairs: list[tuple[Moving, Moving]], horizon: float = math.inf,
                    margin: float = 0.0) -> list[dict[str, Any]]:
    """What `firsthit query` answers."""
    window = {} if math.isinf(horizon) else {"horizon": horizon}
    lines = [json.dumps({"a": as_json(a), "b": as_json(b), "margin": margin, **window}) for a, b in pairs]
    result = run("query", "-", input="\n".join(lines) + "\n")
    assert result.returncode == 0, result.stderr
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(answers) == len(pairs)
    return answers


def as_told(hit: firsthit.Encounter) -> dict[str, Any]:
    """An answer as the program tells it: null is infinity."""
    def plain(x: Any) -> Any:
        if isinstance(x, tuple):
            return [plain(y) for y in x]
        return None if isinstance(x, float) and math.isinf(x) else x
    keys = ("delay", "delay_upper", "first_touch", "normal", "point_a", "point_b", "gap")
    told = {key: plain(getattr(hit, key)) for key in keys}
    feature = lambda f: {"kind": f.kind.name.lower(), "index": f.index}
    return {"outcome": hit.outcome.name.lower(), **told, "feature_a": feature(hit.feature_a),
            "feature_b": feature(hit.feature_b)}
