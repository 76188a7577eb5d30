"""What a finished run left in its folder: scene.toml, trajectory.xyz, contacts.csv and summary.json.

All of these have the shortest text that reads back as the same double, so nothing is lost. Orientations are off by
2^-49 rad from what the program has.
"""

import csv
import json
import math
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from solids import UnknownShape, moments_of, outline_of, pieces_of
from vectors import add, dot, rotation, turned

AXES = "xyz"


class Unjudged(Exception):
    """The run has something in it that no law here speaks of, or lacks a file."""


@dataclass
class Body:
    id: int
    name: str
    material: str
    shape: dict
    is_free: bool            # moved by impacts; else fixed
    mass: float = math.inf
    spins: bool = False
    moments: tuple | None = None  # in space about the axes of coordinates, as the shape is listed
    position: tuple = ()
    velocity: tuple = ()
    spin: tuple = ()         # [rad/T] one number in the plane
    orientation: tuple = ()
    start: tuple = ()        # position, velocity, spin and orientation at the begin
    before: tuple = ()       # the same in the last sample but one
    pieces: list = field(default_factory=list)
    outline: list | None = None

    def is_still(self):
        return not any(self.velocity) and not any(self.spin)


@dataclass
class Plane:
    """All places x with normal . x <= offset are solid: a side of the box, or a half-space."""
    id: int
    name: str
    material: str
    normal: tuple
    offset: float
    is_free: bool = False


@dataclass
class Contact:
    a: int
    b: int
    names: tuple
    point: tuple
    normal: tuple
    force: tuple


@dataclass
class Run:
    dimension: int
    gravity: tuple
    bodies: dict             # by id
    planes: dict
    contacts: list
    frictions: dict          # of materials that are told apart, by frozenset
    friction: float
    scale: float             # [L] the largest coordinate that anything has
    summary: dict

    def friction_of(self, a, b):
        return self.frictions.get(frozenset((a.material, b.material)), self.friction)

    def of(self, number):
        return self.bodies[number] if number in self.bodies else self.planes[number]


def _vector(value, dimension):
    return tuple(map(float, value)) if value is not None else (0.0,) * dimension


def _material(table):
    return table.get("material", "default")


def _bodies_of(scene, dimension):
    """Everybody in the order of ids, as docs/formats/scene.md tells it, with the table that tells of each."""
    for kind in ("balls", "agent", "gas", "arc"):
        if kind in scene:
            raise Unjudged(f"[[{kind}]] is not judged")
    balls = [("ball", i, table, {"ball": {"radius": table["radius"]}}) for i, table in enumerate(scene.get("ball", []), 1)]
    told = [("body", i, table, table["shape"]) for i, table in enumerate(scene.get("body", []), 1)]
    fixed = [entry for entry in told if entry[2].get("kind", "dynamic") == "fixed"]
    moving = [entry for entry in told if entry not in fixed]
    for _, i, table, _ in told:
        if table.get("kind", "dynamic") not in ("dynamic", "fixed") or table.get("sensor") or "meets" in table:
            raise Unjudged(f"body {i}: only dynamic and fixed bodies that meet everybody are judged")
    obstacles = [("obstacle", i, table, {"ball": {"radius": table["radius"]}})
                 for i, table in enumerate(scene.get("obstacle", []), 1)]
    if any(table.get("side") == "inside" for _, _, table, _ in obstacles):
        raise Unjudged("containers are not judged")
    spaces = [("half-space", i, table, None) for i, table in enumerate(scene.get("half_space", []), 1)]
    walls = [("wall", i, table, {"segment": {"from": table["from"], "to": table["to"]}})
             for i, table in enumerate(scene.get("wall", []), 1)]
    yield from balls + moving + obstacles + spaces + walls + fixed


def _orientation_in_scene(table, dimension):
    told = table.get("orientation", 0.0 if dimension == 2 else (1.0, 0.0, 0.0, 0.0))
    if dimension == 2:
        half = math.radians(told) / 2.0
        return (math.cos(half), 0.0, 0.0, math.sin(half))
    return tuple(map(float, told))


def _planes_of_box(scene, dimension):
    space = scene.get("space", {})
    if "min" not in space:
        return {}
    sides = space.get("sides", "wall")
    sides = [sides] * dimension if isinstance(sides, str) else sides
    planes = {}
    for axis, side in enumerate(sides):
        if side == "periodic":
            raise Unjudged("periodic sides are not judged")
        for name, sign, offset in (("lower", 1.0, space["min"][axis]), ("upper", -1.0, -space["max"][axis])):
            if side == "wall":
                normal = tuple(sign if i == axis else 0.0 for i in range(dimension))
                label = f"{name} {AXES[axis]} side"
                planes[label] = Plane(-1, label, _material(space), normal, float(offset))
    return planes


def _frames(path, dimension):
    """Of each sample, by id: position, velocity, orientation (w, x, y, z), spin, mass."""
    lines = iter(path.read_text().splitlines())
    frames = []
    for line in lines:
        columns, at = {}, 0
        properties = next(lines).split("Properties=")[1].split()[0].strip('"').split(":")
        for name, count in zip(properties[::3], properties[2::3]):
            columns[name] = slice(at, at + int(count))
            at += int(count)
        frame = {}
        for _ in range(int(line)):
            cells = next(lines).split()
            numbers = {name: tuple(map(float, cells[where])) for name, where in columns.items() if name != "type"}
            x, y, z, w = numbers.get("orientation", (0.0, 0.0, 0.0, 1.0))
            spin = numbers.get("angular_velocity", (0.0, 0.0, 0.0))
            frame[int(numbers["id"][0])] = (numbers["pos"][:dimension], numbers["velo"][:dimension], (w, x, y, z),
                                            spin if dimension == 3 else spin[2:], numbers["mass"][0])
        frames.append(frame)
    return frames


def _contacts_in(path, dimension):
    if not path.exists():
        return []
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    contacts = []
    for row in rows:
        def vector(name, unit):
            return tuple(float(row[f"{name}_{AXES[axis]} [{unit}]"]) for axis in range(dimension))
        contacts.append(Contact(int(row["a"]), int(row["b"]), (row["name_a"], row["name_b"]),
                                vector("point", "L"), vector("normal", "1"), vector("force", "M L/T^2")))
    return contacts


def _fixed(number, kind, name, table, shape, dimension):
    if kind == "half-space":
        size = math.hypot(*table["normal"])
        normal = tuple(x / size for x in table["normal"])
        return Plane(number, name, _material(table), normal, table.get("offset", 0.0) / size)
    position = _vector(table.get("position"), dimension)
    body = Body(number, name, _material(table), shape, False, position=position, velocity=(0.0,) * dimension,
                spin=(0.0,) * (2 * dimension - 3))
    _place(body, rotation(dimension, _orientation_in_scene(table, dimension)))
    return body


def _place(body, rows):
    dimension = len(body.position)
    try:
        body.pieces = [piece.placed(rows, body.position) for piece in pieces_of(dimension, body.shape)]
    except UnknownShape as why:
        raise Unjudged(f"{body.name}: {why}") from why
    outline = outline_of(dimension, body.shape)
    body.outline = outline and [add(body.position, turned(rows, corner)) for corner in outline]


def _free(number, name, table, shape, frames, dimension):
    position, velocity, orientation, spin, mass = frames[-1][number]
    # As the scene says: shapes are as listed where nothing turns.
    spins = bool(table.get("spins", any(key in table for key in ("angular_velocity", "orientation", "inertia"))))
    moments = None
    if spins:
        moments = (table["inertia"],) * (3 if dimension == 3 else 1) if "inertia" in table \
            else moments_of(dimension, shape, mass)
    body = Body(number, name, _material(table), shape, True, mass, spins, moments, position, velocity, spin, orientation)
    told = lambda row: (row[0], row[1], row[3], row[2])
    body.start = told(frames[0][number])
    if len(frames) > 2:
        body.before = told(frames[-2][number])
    _place(body, rotation(dimension, orientation))
    return body


def read_run(folder):
    """The run in this folder; raises Unjudged."""
    folder = Path(folder)
    for name in ("scene.toml", "summary.json", "trajectory.xyz"):
        if not (folder / name).exists():
            raise Unjudged(f"{name} is missing in {folder}" + (": run with --xyz" if name.endswith("xyz") else ""))
    scene = tomllib.loads((folder / "scene.toml").read_text())
    dimension = scene["dimension"]
    frames = _frames(folder / "trajectory.xyz", dimension)
    bodies, planes = {}, {}
    for number, (kind, place, table, shape) in enumerate(_bodies_of(scene, dimension)):
        name = table.get("name", f"{kind}-{place}")
        if number in frames[-1]:
            bodies[number] = _free(number, name, table, shape, frames, dimension)
        else:
            thing = _fixed(number, kind, name, table, shape, dimension)
            (bodies if isinstance(thing, Body) else planes)[number] = thing
    contacts = _contacts_in(folder / "contacts.csv", dimension)
    _number_sides(_planes_of_box(scene, dimension), planes, contacts)
    physics = scene.get("physics", {})
    lengths = [abs(x) for body in bodies.values() for piece in body.pieces for p in piece.vertices for x in p]
    lengths += [abs(x) for key in ("min", "max") for x in scene.get("space", {}).get(key, ())]
    frictions = {frozenset(pair["materials"]): pair.get("friction", physics.get("friction", 0.0))
                 for pair in scene.get("contact", [])}
    return Run(dimension, _vector(physics.get("gravity"), dimension), bodies, planes, contacts, frictions,
               float(physics.get("friction", 0.0)), max(lengths), json.loads((folder / "summary.json").read_text()))


def _number_sides(sides, planes, contacts):
    """Contacts tell which ids the sides of the box have; those that nobody rests on get what is free below 0."""
    for contact in contacts:
        if contact.names[1] in sides:
            sides[contact.names[1]].id = contact.b
    for i, side in enumerate(sides.values()):
        if side.id < 0:
            side.id = -1 - i
        planes[side.id] = side


def energy_of(run, at):
    """[M L^2/T^2] Kinetic and potential; `at` tells position, velocity, spin and orientation of a body. With what
    rounds: the sum of all terms' sizes. None where a moment of inertia is not known here."""
    total = size = 0.0
    for body in run.bodies.values():
        if not body.is_free:
            continue
        position, velocity, spin, orientation = at(body)
        terms = [0.5 * body.mass * dot(velocity, velocity)]
        if any(spin):
            if body.moments is None:
                return None
            if run.dimension == 3:  # as the shape is listed
                rows = rotation(3, orientation)
                spin = tuple(sum(row[axis] * part for row, part in zip(rows, spin)) for axis in range(3))
            terms += [0.5 * moment * part ** 2 for moment, part in zip(body.moments, spin)]
        terms += [-body.mass * g * x for g, x in zip(run.gravity, position)]
        total += sum(terms)
        size += sum(map(abs, terms))
    return total, size
