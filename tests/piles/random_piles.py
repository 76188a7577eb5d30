"""Scenes in which up to twenty bodies of mixed shapes are poured into a bin, as a seed says.

Eight kinds go round by the seed: plane or space, bodies that turn or do not, friction or none.
"""

import itertools
import math
import random

from solids import area_of
from vectors import cross, length, sub

KINDS = [f"{d}d-{turning}-{surface}" for d, turning, surface in
         itertools.product((2, 3), ("translating", "turning"), ("smooth", "rough"))]
FALLS = 30.0  # times of the longest fall after which a run ends


def kind_of(seed):
    return KINDS[seed % len(KINDS)]


def _around_its_middle(polygon):
    """The same polygon with its centre of mass at 0."""
    x = y = 0.0
    for i in range(len(polygon)):
        a, b = polygon[i - 1], polygon[i]
        twice = cross(a, b)[0]
        x += twice * (a[0] + b[0])
        y += twice * (a[1] + b[1])
    area = area_of(polygon)
    return [[p[0] - x / (6.0 * area), p[1] - y / (6.0 * area)] for p in polygon]


def _convex_polygon(draw, size):
    """Corners on an ellipse, none of them sharper or closer than a crate's would be."""
    count = draw.randint(3, 7)
    angles = [2.0 * math.pi * (i + draw.uniform(0.0, 0.6)) / count for i in range(count)]
    squeeze = draw.uniform(0.6, 1.0)
    return _around_its_middle([(size * math.cos(a), squeeze * size * math.sin(a)) for a in angles])


def _concave_polygon(draw, size):
    """An angle iron: two legs, each a third to a half as thick as it is long."""
    thick = size * draw.uniform(0.35, 0.55)
    return _around_its_middle([(0.0, 0.0), (size, 0.0), (size, thick), (thick, thick), (thick, size), (0.0, size)])


def _flat_shape(draw, name):
    size = draw.uniform(0.2, 0.6)
    if name == "ball":
        return {"ball": {"radius": size}}
    if name == "crate":
        return {"box": {"half_extents": [size, draw.uniform(0.2, 0.6)]}}
    if name == "capsule":
        return {"capsule": {"from": [-size, 0.0], "to": [size, 0.0], "radius": draw.uniform(0.1, 0.3)}}
    if draw.random() < 0.3:
        return {"polygon": {"vertices": _concave_polygon(draw, 2.0 * size)}}
    return {"polygon": {"vertices": _convex_polygon(draw, size)}}


def _solid_shape(draw, name):
    size = draw.uniform(0.2, 0.6)
    if name == "ball":
        return {"ball": {"radius": size}}
    if name == "crate":
        return {"box": {"half_extents": [size, draw.uniform(0.2, 0.6), draw.uniform(0.2, 0.6)]}}
    if name == "cube":
        return {"box": {"half_extents": [size, size, size]}}
    if name == "capsule":
        return {"capsule": {"from": [-size, 0.0, 0.0], "to": [size, 0.0, 0.0], "radius": draw.uniform(0.1, 0.3)}}
    # A double pyramid over a square, blunt or sharp.
    tip = size * draw.uniform(0.7, 1.2)
    return {"hull": {"vertices": [[size, 0.0, 0.0], [-size, 0.0, 0.0], [0.0, size, 0.0], [0.0, -size, 0.0],
                                  [0.0, 0.0, tip], [0.0, 0.0, -tip]]}}


def reach_of(shape):
    """[L] The radius of a ball around the position that holds the shape."""
    (name, keys), = shape.items()
    if name == "ball":
        return keys["radius"]
    if name == "box":
        return math.hypot(*keys["half_extents"])
    if name == "capsule":
        return max(length(keys["from"]), length(keys["to"])) + keys["radius"]
    return max(map(length, keys["vertices"]))


def _quaternion(draw):
    while True:
        q = [draw.uniform(-1.0, 1.0) for _ in range(4)]
        if 0.1 < math.hypot(*q) <= 1.0:
            return [x / math.hypot(*q) for x in q]


def _turning(draw, body, dimension):
    """How it stands and turns at the begin."""
    body["spins"] = True
    if draw.random() < 0.7:
        body["orientation"] = draw.uniform(0.0, 360.0) if dimension == 2 else _quaternion(draw)
    if draw.random() < 0.5:
        body["angular_velocity"] = draw.uniform(-2.0, 2.0) if dimension == 2 \
            else [draw.uniform(-1.0, 1.0) for _ in range(3)]


def _place(draw, width, placed, reach):
    """As low as it may stand above those who are there, in balls around all of them."""
    across = [draw.uniform(reach, side - reach) if side > 2.0 * reach else 0.5 * side for side in width]
    height = reach + draw.uniform(0.01, 0.5)
    for place, other in placed:
        apart = length(sub(place[:-1], across))
        both = other + reach + 0.01
        if apart < both:
            height = max(height, place[-1] + math.sqrt(both ** 2 - apart ** 2) + draw.uniform(0.0, 0.4))
    return across + [height]


def _ground(draw, dimension, width):
    """Something fixed on the floor: its name in a scene, its table, and a height [L] that it does not reach."""
    what = draw.choice(("obstacle", "half_space", "body"))
    middle = [draw.uniform(0.3, 0.7) * side for side in width]
    if what == "obstacle":
        return what, {"name": "ground", "position": middle + [0.0], "radius": draw.uniform(0.2, 0.5)}, 0.5
    if what == "half_space":
        slope = draw.uniform(0.05, 0.8)
        return what, {"name": "ground", "normal": [-slope] + [0.0] * (dimension - 2) + [1.0],
                      "offset": draw.uniform(-0.5, -0.1) * slope * width[0]}, slope * width[0]
    box = {"half_extents": [draw.uniform(0.2, 0.6) for _ in range(dimension)]}
    table = {"name": "ground", "shape": {"box": box}, "position": middle + [draw.uniform(0.0, 0.4)], "kind": "fixed"}
    if dimension == 2:
        table["orientation"] = draw.uniform(0.0, 90.0)
    return what, table, 1.3


def _poured(draw, kind, width, base, speed):
    """Bodies above a height, each above those before it, or beside them."""
    dimension = len(width) + 1
    names = ["ball", "crate", "capsule", "polygon"] + (["cube"] if dimension == 3 else [])
    names = draw.choice((names, names, draw.sample(names, 1), draw.sample(names, 2)))
    placed, bodies = [], []
    count = draw.randint(1, draw.choice((3, 8, 20)))
    while len(bodies) < count:
        name = draw.choice(names)
        shape = (_flat_shape if dimension == 2 else _solid_shape)(draw, name)
        reach = reach_of(shape)
        if any(side < 2.1 * reach for side in width):
            continue  # there is no room for it; of some smaller one there is
        position = _place(draw, width, placed, reach)
        placed.append((position, reach))
        body = {"name": f"{name}-{len(bodies) + 1}", "shape": shape, "position": position[:-1] + [position[-1] + base],
                "mass": draw.choice((1.0, draw.uniform(0.5, 2.0)))}
        if draw.random() < 0.5:
            body["velocity"] = [draw.uniform(-0.3, 0.3) * speed for _ in range(dimension)]
        if "turning" in kind:
            _turning(draw, body, dimension)
        if draw.random() < 0.2:
            body["material"] = "other"
        bodies.append(body)
    return bodies


def scene_of(seed, kind=None):
    """The scene of this seed, as nested tables."""
    kind = kind or kind_of(seed)
    draw = random.Random(f"{kind} {seed}")
    dimension, rough = int(kind[0]), "rough" in kind
    width = [draw.uniform(2.0, 8.0)] + [draw.uniform(2.0, 4.0) for _ in range(dimension - 2)]
    gravity = draw.choice((1.0, 1.0, 9.81))
    scene = {"format": 1, "dimension": dimension,
             "physics": {"gravity": [0.0] * (dimension - 1) + [-gravity],
                         "restitution": draw.choice((0.0, draw.uniform(0.0, 0.95), draw.uniform(0.0, 0.95)))}}
    if rough:
        scene["physics"]["friction"] = draw.choice((draw.uniform(0.02, 0.3), draw.uniform(0.02, 1.0), 1.0))
    base = 0.0
    if draw.random() < 0.2:
        what, table, base = _ground(draw, dimension, width)
        scene[what] = [table]
    bodies = _poured(draw, kind, width, base, math.sqrt(gravity))
    top = max(body["position"][-1] + reach_of(body["shape"]) for body in bodies)
    scene["space"] = {"min": [0.0] * dimension, "max": width + [math.ceil(top) + 1.0]}
    scene["body"] = bodies + scene.get("body", [])
    if any("material" in body for body in bodies):
        scene["contact"] = [{"materials": ["default", "other"], "restitution": draw.uniform(0.0, 0.95)}]
        if rough:
            scene["contact"][0]["friction"] = draw.uniform(0.02, 1.0)
    until = FALLS * math.sqrt(2.0 * top / gravity)
    scene["run"] = {"until": until, "sample_every": until / 8.0}
    return scene


def _value(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, str):
        return f'"{value}"'
    return repr(value).lower() if isinstance(value, bool) else repr(value)


def toml_of(scene):
    """The scene as a file's text."""
    lines = [f"{key} = {_value(value)}" for key, value in scene.items() if not isinstance(value, (dict, list))]
    for key, value in scene.items():
        for table in value if isinstance(value, list) else [value] if isinstance(value, dict) else []:
            lines.append(f"[[{key}]]" if isinstance(value, list) else f"[{key}]")
            lines += [f"{name} = {_value(item)}" for name, item in table.items()]
    return "\n".join(lines) + "\n"
