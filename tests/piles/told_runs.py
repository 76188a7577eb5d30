"""Runs that are told, not run: folders as the program would write them, of piles that have closed forms."""

import copy
import json
import math
from pathlib import Path

from random_piles import toml_of
from vectors import add, scaled, sub, unit

AXES = "xyz"


class Told:
    """A run that may be changed before it is written: `scene`, `states` by name, and rows of `contacts`."""

    def __init__(self, dimension, width, friction=0.0):
        self.dimension = dimension
        down = [0.0] * (dimension - 1) + [-1.0]
        self.scene = {"format": 1, "dimension": dimension,
                      "physics": {"gravity": down, "friction": friction},
                      "space": {"min": [0.0] * dimension, "max": [width] * (dimension - 1) + [8.0]},
                      "run": {"until": 10.0}, "body": []}
        self.states = {}
        self.contacts = []
        self.samples = 2
        self.step = {}        # [L] by name: how far one came since the sample before
        self.drop = 0.5       # [L] from how much higher all have fallen
        self.energy_off = 0.0
        self.outcome = "reached_time"

    def body(self, name, shape, position, mass, spins=False, orientation=(1.0, 0.0, 0.0, 0.0)):
        table = {"name": name, "shape": shape, "position": list(position), "mass": mass}
        if spins:
            table["spins"] = True
        self.scene["body"].append(table)
        self.states[name] = {"position": tuple(position), "velocity": (0.0,) * self.dimension, "mass": mass,
                             "orientation": orientation, "spin": (0.0, 0.0, 0.0)}

    def contact(self, a, b, point, normal, force):
        self.contacts.append({"a": a, "b": b, "point": tuple(point), "normal": tuple(normal), "force": tuple(force)})

    def id_of(self, name):
        names = list(self.states) + [t["name"] for t in self.scene.get("half_space", [])]
        sides = [f"{end} {axis} side" for axis in AXES[:self.dimension] for end in ("lower", "upper")]
        return names.index(name) if name in names else 4_000_000_000 + sides.index(name)

    def changed(self):
        return copy.deepcopy(self)

    def _frame(self, time, lift):
        back = self.samples - 1 - time
        spins = any(table.get("spins") for table in self.scene["body"])
        lines = [str(len(self.states)),
                 f'Time={time} Properties=type:S:1:pos:R:3:velo:R:3:radius:R:1:mass:R:1:id:I:1'
                 + (':orientation:R:4:angular_velocity:R:3' if spins else "")]
        for i, (name, state) in enumerate(self.states.items()):
            position = add(state["position"], (0.0,) * (self.dimension - 1) + (lift,))
            position = add(position, scaled(-back, self.step.get(name, (0.0,) * self.dimension)))
            cells = ["default", *self._three(position), *self._three(state["velocity"]), 0.5, state["mass"], i]
            if spins:
                w, x, y, z = state["orientation"]
                cells += [x, y, z, w, *state["spin"]]
            lines.append(" ".join(map(str, cells)))
        return "\n".join(lines) + "\n"

    def _three(self, vector):
        return tuple(vector) + (0.0,) * (3 - len(vector))

    def _energy(self, lift):
        return sum(s["mass"] * (0.5 * sum(v * v for v in s["velocity"]) + s["position"][-1] + lift)
                   for s in self.states.values())

    def write(self, folder):
        folder = Path(folder)
        (folder / "scene.toml").write_text(toml_of(self.scene))
        frames = [self._frame(i, self.drop if i == 0 else 0.0) for i in range(self.samples)]
        (folder / "trajectory.xyz").write_text("".join(frames))
        (folder / "summary.json").write_text(json.dumps(
            {"outcome": self.outcome, "energy_initial": self._energy(self.drop),
             "energy_final": self._energy(0.0) + self.energy_off, "collisions": 1}))
        header = ["time [T]", "a", "b", "name_a", "name_b"]
        for name, unit_ in (("point", "L"), ("normal", "1"), ("force", "M L/T^2")):
            header += [f"{name}_{AXES[axis]} [{unit_}]" for axis in range(self.dimension)]
        rows = [",".join(header)]
        for c in self.contacts:
            rows.append(",".join(map(str, [10.0, self.id_of(c["a"]), self.id_of(c["b"]), c["a"], c["b"],
                                           *c["point"], *c["normal"], *c["force"]])))
        (folder / "contacts.csv").write_text("\n".join(rows) + "\n")


def disk_between_crates():
    """A disk of radius 3/4 and weight 2 on the inner edges of two crates at walls 3 apart: each edge bears half of it,
    over a slope of 1/2 sideways to sqrt(5)/4 up."""
    run = Told(2, 3.0)
    run.body("left", {"box": {"half_extents": [0.5, 0.5]}}, (0.5, 0.5), 1.0)
    run.body("right", {"box": {"half_extents": [0.5, 0.5]}}, (2.5, 0.5), 3.0)
    run.body("disk", {"ball": {"radius": 0.75}}, (1.5, 1.0 + 0.25 * math.sqrt(5.0)), 2.0)
    aside = 2.0 / math.sqrt(5.0)
    for name, sign, weight in (("left", -1.0, 1.0), ("right", 1.0, 3.0)):
        edge = (1.5 + sign * 0.5, 1.0)
        run.contact("disk", name, edge, unit(sub(edge, run.states["disk"]["position"])), (-sign * aside, 1.0))
        run.contact(name, "lower y side", (1.5 + sign, 0.0), (0.0, -1.0), (0.0, weight + 1.0))
        side = "lower x side" if sign < 0.0 else "upper x side"
        run.contact(name, side, (1.5 + 1.5 * sign, 0.5), (sign, 0.0), (-sign * aside, 0.0))
    return run


def ball_on_a_crate():
    """A ball of weight 1 on a crate 2 wide of weight 2, 1/2 off its middle. The crate may turn, so its ends bear
    5/4 and 7/4: together 3, with a moment of 1/2 about its middle."""
    run = Told(2, 4.0, friction=0.25)
    run.body("crate", {"box": {"half_extents": [1.0, 0.5]}}, (2.0, 0.5), 2.0, spins=True)
    run.body("ball", {"ball": {"radius": 0.5}}, (2.5, 1.5), 1.0, spins=True)
    run.contact("crate", "lower y side", (1.0, 0.0), (0.0, -1.0), (0.0, 1.25))
    run.contact("crate", "lower y side", (3.0, 0.0), (0.0, -1.0), (0.0, 1.75))
    run.contact("ball", "crate", (2.5, 1.0), (0.0, -1.0), (0.0, 1.0))
    return run


def four_balls(friction=0.33):
    """Three balls of radius 1 and weight 3 that touch each other on a floor, and a fourth on them; all may turn.

    The normal above leads down at an angle a, cos a = sqrt(2/3). With W the weight, N along it and f along the
    surface, the floor's friction is f, too, as else the lower one would turn; N sin a - f cos a = f balances it
    sideways, so f = N tan(a / 2), and 3 (N cos a + f sin a) = 3 N = W.
    """
    run = Told(3, 8.0, friction)
    weight, radius = 3.0, 1.0
    half = math.acos(math.sqrt(2.0 / 3.0)) / 2.0
    middle = (4.0, 4.0)
    out = [(math.cos(angle), math.sin(angle)) for angle in (0.1, 0.1 + 2.0 * math.pi / 3.0, 0.1 + 4.0 * math.pi / 3.0)]
    places = [(middle[0] + 2.0 / math.sqrt(3.0) * x, middle[1] + 2.0 / math.sqrt(3.0) * y, radius) for x, y in out]
    for i, place in enumerate(places):
        run.body(f"low-{i}", {"ball": {"radius": radius}}, place, weight, spins=True)
    top = (*middle, radius + 2.0 * math.sqrt(2.0 / 3.0))
    run.body("top", {"ball": {"radius": radius}}, top, weight, spins=True)
    press, along = weight / 3.0, weight / 3.0 * math.tan(half)
    for i, ((x, y), place) in enumerate(zip(out, places)):
        normal = unit(sub(place, top))
        surface = (math.cos(2.0 * half) * x, math.cos(2.0 * half) * y, math.sin(2.0 * half))  # outwards and up
        run.contact("top", f"low-{i}", add(top, normal), normal,
                    add(scaled(-press, normal), scaled(along, surface)))
        run.contact(f"low-{i}", "lower z side", (place[0], place[1], 0.0), (0.0, 0.0, -1.0),
                    (-along * x, -along * y, weight * 4.0 / 3.0))
    return run


def angle_iron_on_a_slope():
    """A concave polygon that does not turn on a slope of 3 : 4, which it would slide down below a friction of 3/4;
    the slope gives it its weight."""
    run = Told(2, 6.0, friction=0.76)
    run.scene["half_space"] = [{"name": "slope", "normal": [-0.6, 0.8], "offset": -0.5}]
    # Its long leg along the slope, its corner at (2, 7/8) on it: 0.8 y = 0.6 x - 0.5.
    along, up = (0.8, 0.6), (-0.6, 0.8)
    corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.25), (0.25, 0.25), (0.25, 1.0), (0.0, 1.0)]
    vertices = [list(add(scaled(x, along), scaled(y, up))) for x, y in corners]
    run.body("iron", {"polygon": {"vertices": vertices}}, (2.0, 0.875), 2.0)
    run.contact("iron", "slope", add((2.0, 0.875), scaled(0.5, along)), (0.6, -0.8), (0.0, 2.0))
    return run
