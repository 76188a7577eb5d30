"""Bodies as unions of convex pieces, each the hull of a few vertices, grown by a radius.

Shapes are those of scene files. What they fill, where its middle is and how hard it is to turn is computed here
from their definition; nothing is taken from the program.
"""

import itertools
import math

from vectors import add, cross, dot, length, rotation, scaled, sub, turned, unit

THIN = 2.0 ** -40  # of the size of a hull: what is narrower has no inside


class UnknownShape(Exception):
    """Of a shape that nothing here knows."""


class Piece:
    """The hull of `vertices`, grown by `radius`, with what may part it from others.

    `normals` are outward normals of its faces (in the plane of its edges), `edges` pairs of vertices, `facets`
    triples of vertices that lie in one face (in space).
    """

    def __init__(self, vertices, radius=0.0):
        self.vertices = [tuple(map(float, vertex)) for vertex in vertices]
        self.radius = float(radius)
        self.dimension = len(self.vertices[0])
        self.normals, self.edges, self.facets = [], [], []
        (self._find_edges_of_polygon if self.dimension == 2 else self._find_faces)()
        self.is_solid = bool(self.normals)
        if not self.is_solid and len(self.vertices) > 1:  # a segment, of a capsule or a wall
            self.edges = list(itertools.combinations(range(len(self.vertices)), 2))

    def _size(self):
        return max(length(sub(a, self.vertices[0])) for a in self.vertices)

    def _find_edges_of_polygon(self):
        """Each pair of vertices with all others on one side of their line is an edge."""
        for i, j in itertools.permutations(range(len(self.vertices)), 2):
            a, b = self.vertices[i], self.vertices[j]
            along = sub(b, a)
            if length(along) == 0.0:
                continue
            normal = unit((along[1], -along[0]))
            heights = [dot(normal, sub(c, a)) for c in self.vertices]
            if max(heights) <= THIN * self._size() and min(heights) < -THIN * self._size():
                self.normals.append(normal)
                self.edges.append((i, j))

    def _find_faces(self):
        """Each three vertices with all others on one side of their plane lie in a face."""
        faces = []
        for i, j, k in itertools.combinations(range(len(self.vertices)), 3):
            a = self.vertices[i]
            normal = cross(sub(self.vertices[j], a), sub(self.vertices[k], a))
            if length(normal) <= THIN * self._size() ** 2:
                continue
            for sign in (1.0, -1.0):
                outward = scaled(sign, unit(normal))
                heights = [dot(outward, sub(c, a)) for c in self.vertices]
                if max(heights) > THIN * self._size() or min(heights) >= -THIN * self._size():
                    continue
                self.facets.append((i, j, k))
                members = frozenset(n for n, height in enumerate(heights) if height >= -THIN * self._size())
                if members not in faces:
                    faces.append(members)
                    self.normals.append(outward)
        pairs = {pair for face in faces for pair in itertools.combinations(sorted(face), 2)}
        self.edges = [pair for pair in sorted(pairs) if sum(set(pair) <= face for face in faces) >= 2]

    def placed(self, rows, position):
        """The same, turned by the matrix and brought to a place."""
        r = object.__new__(Piece)
        r.__dict__.update(self.__dict__)
        r.vertices = [add(position, turned(rows, vertex)) for vertex in self.vertices]
        r.normals = [turned(rows, normal) for normal in self.normals]
        return r

    def support(self, direction):
        """[L] How far it reaches along a unit vector."""
        return max(dot(direction, vertex) for vertex in self.vertices) + self.radius

    def bounds(self):
        """A ball around it: its centre and its radius [L]."""
        centre = scaled(1.0 / len(self.vertices), tuple(map(sum, zip(*self.vertices))))
        return centre, max(length(sub(vertex, centre)) for vertex in self.vertices) + self.radius


def area_of(polygon):
    return 0.5 * sum(cross(polygon[i - 1], polygon[i])[0] for i in range(len(polygon)))


def triangles_of(polygon):
    """A simple polygon, cut into triangles ear by ear."""
    left = list(polygon) if area_of(polygon) > 0.0 else list(reversed(polygon))
    triangles = []
    while len(left) > 3:
        for i in range(len(left)):
            a, b, c = left[i - 1], left[i], left[(i + 1) % len(left)]
            if area_of([a, b, c]) <= 0.0:
                continue
            others = [p for p in left if p not in (a, b, c)]
            if any(min(area_of([a, b, p]), area_of([b, c, p]), area_of([c, a, p])) >= 0.0 for p in others):
                continue
            triangles.append([a, b, c])
            del left[i]
            break
        else:
            raise ValueError("this polygon has no ear")
    return triangles + [left]


def is_convex(polygon):
    turns = [area_of([polygon[i - 2], polygon[i - 1], polygon[i]]) for i in range(len(polygon))]
    return min(turns) >= 0.0 or max(turns) <= 0.0


def _axes(dimension, keys):
    if "axes" in keys:
        return [unit(axis) for axis in keys["axes"]]
    angle = math.radians(keys["angle"])
    return [(math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))]


def pieces_of(dimension, shape):
    """A shape's convex pieces, in its own coordinates. `shape` is {name: keys}, as in a scene."""
    (name, keys), = shape.items()
    origin = (0.0,) * dimension
    if name == "ball":
        return [Piece([origin], keys["radius"])]
    if name == "capsule":
        return [Piece([keys["from"], keys["to"]], keys["radius"])]
    if name == "segment":
        return [Piece([keys["from"], keys["to"]])]
    if name in ("box", "oriented_box"):
        axes = rotation(dimension, (1, 0, 0, 0)) if name == "box" else _axes(dimension, keys)
        half = keys["half_extents"]
        corners = []
        for signs in itertools.product((-1.0, 1.0), repeat=dimension):
            corner = origin
            for sign, extent, axis in zip(signs, half, axes):
                corner = add(corner, scaled(sign * extent, axis))
            corners.append(corner)
        return [Piece(corners)]
    if name == "hull":
        return [Piece(keys["vertices"], keys.get("radius", 0.0))]
    if name == "polygon":
        vertices = [tuple(vertex) for vertex in keys["vertices"]]
        return [Piece(vertices)] if is_convex(vertices) else [Piece(t) for t in triangles_of(vertices)]
    raise UnknownShape(f"shape {name} is not judged")


def outline_of(dimension, shape):
    """The corners of a concave polygon, in order; None of every other shape."""
    (name, keys), = shape.items()
    if name != "polygon" or is_convex([tuple(vertex) for vertex in keys["vertices"]]):
        return None
    return [tuple(vertex) for vertex in keys["vertices"]]


def _moment_of_polygon(vertices):
    """About the origin, for a mass of 1."""
    total = moment = 0.0
    for i in range(len(vertices)):
        a, b = vertices[i - 1], vertices[i]
        twice = cross(a, b)[0]
        total += twice
        moment += twice * (dot(a, a) + dot(a, b) + dot(b, b))
    return moment / (6.0 * total)


def _moment_of_flat_capsule(reach, radius):
    """About its middle, for a mass of 1: a rectangle, and the two halves of a disk `reach` to either side."""
    middle, disk = 4.0 * reach * radius, math.pi * radius ** 2
    of_middle = middle * ((2.0 * reach) ** 2 + (2.0 * radius) ** 2) / 12.0
    # A half disk about the disk's centre, taken to its own centroid and from there to the capsule's middle.
    centroid = 4.0 * radius / (3.0 * math.pi)
    of_halves = disk * (radius ** 2 / 2.0 - centroid ** 2 + (reach + centroid) ** 2)
    return (of_middle + of_halves) / (middle + disk)


def _moments_of_capsule(along, reach, radius):
    """About its middle, for a mass of 1: a cylinder, and two halves of a ball `reach` to either side."""
    cylinder, ball = 2.0 * reach * math.pi * radius ** 2, 4.0 / 3.0 * math.pi * radius ** 3
    own = cylinder * radius ** 2 / 2.0 + ball * 0.4 * radius ** 2
    # A half ball about the ball's centre, taken to its own centroid and from there to the capsule's middle.
    centroid = 3.0 * radius / 8.0
    across = cylinder * (radius ** 2 / 4.0 + reach ** 2 / 3.0) \
        + ball * (0.4 * radius ** 2 - centroid ** 2 + (reach + centroid) ** 2)
    return tuple((own if axis == along else across) / (cylinder + ball) for axis in range(3))


def moments_of(dimension, shape, mass):
    """[M L^2] About its position, spread evenly: in the plane one, in space about each axis of coordinates as the
    shape is listed. None where these are not its principal axes, or not known here."""
    if dimension == 2:
        moment = _moment_of_flat(shape, mass)
        return None if moment is None else (moment,)
    (name, keys), = shape.items()
    if name == "ball":
        return (0.4 * mass * keys["radius"] ** 2,) * 3
    if name == "box":
        x, y, z = (half ** 2 for half in keys["half_extents"])
        return tuple(mass * moment / 3.0 for moment in (y + z, z + x, x + y))
    if name == "capsule":
        way = sub(keys["to"], keys["from"])
        if sum(1 for part in way if part) == 1:
            along = next(axis for axis in range(3) if way[axis])
            return tuple(mass * moment for moment in _moments_of_capsule(along, 0.5 * length(way), keys["radius"]))
    return None


def _moment_of_flat(shape, mass):
    (name, keys), = shape.items()
    if name == "ball":
        return 0.5 * mass * keys["radius"] ** 2
    if name in ("box", "oriented_box"):
        half = keys["half_extents"]
        return mass * (half[0] ** 2 + half[1] ** 2) / 3.0
    if name == "capsule":
        return mass * _moment_of_flat_capsule(0.5 * length(sub(keys["to"], keys["from"])), keys["radius"])
    if name == "polygon":
        return mass * _moment_of_polygon([tuple(vertex) for vertex in keys["vertices"]])
    if name == "hull" and keys.get("radius", 0.0) == 0.0:
        edges = dict(Piece(keys["vertices"]).edges)
        corners = [min(edges)]
        while edges[corners[-1]] != corners[0]:
            corners.append(edges[corners[-1]])
        return mass * _moment_of_polygon([tuple(keys["vertices"][i]) for i in corners])
    return None
