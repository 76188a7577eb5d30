"""How far convex pieces are apart, or how deep they are in each other, to a few roundings of their coordinates.

Between cores that are apart it is the least distance of a vertex and an edge (in space of a vertex and a face, or
of two edges); of cores that are not it is, with the opposite sign, the least way that parts them, which is along
a normal of a face of either, or at right angles to an edge of each.
"""

import math

from solids import THIN
from vectors import add, cross, dot, length, scaled, sub, unit


def nearest_on_segment(p, a, b):
    along = sub(b, a)
    size = dot(along, along)
    t = 0.0 if size == 0.0 else min(1.0, max(0.0, dot(sub(p, a), along) / size))
    return add(a, scaled(t, along))


def point_to_segment(p, a, b):
    return length(sub(p, nearest_on_segment(p, a, b)))


def point_to_triangle(p, a, b, c):
    normal = cross(sub(b, a), sub(c, a))
    inside = all(dot(cross(sub(y, x), sub(p, x)), normal) >= 0.0 for x, y in ((a, b), (b, c), (c, a)))
    if inside:
        return abs(dot(unit(normal), sub(p, a)))
    return min(point_to_segment(p, a, b), point_to_segment(p, b, c), point_to_segment(p, c, a))


def segment_to_segment(a, b, c, d):
    """In space; ends beside the other one are among what is compared, so near parallel ones do no harm."""
    least = min(point_to_segment(a, c, d), point_to_segment(b, c, d), point_to_segment(c, a, b), point_to_segment(d, a, b))
    u, v, w = sub(b, a), sub(d, c), sub(a, c)
    uu, uv, vv, uw, vw = dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)
    determinant = uu * vv - uv * uv
    if determinant > 0.0:
        s, t = (uv * vw - vv * uw) / determinant, (uu * vw - uv * uw) / determinant
        if 0.0 < s < 1.0 and 0.0 < t < 1.0:
            least = min(least, length(sub(add(a, scaled(s, u)), add(c, scaled(t, v)))))
    return least


def _corners(piece, indices):
    return [piece.vertices[i] for i in indices]


def distance_of_cores(a, b):
    """[L] Of cores that are apart, or thin."""
    least = min(length(sub(p, q)) for p in a.vertices for q in b.vertices)
    for one, other in ((a, b), (b, a)):
        for p in one.vertices:
            for edge in other.edges:
                least = min(least, point_to_segment(p, *_corners(other, edge)))
            for facet in other.facets:
                least = min(least, point_to_triangle(p, *_corners(other, facet)))
    for edge in a.edges if a.dimension == 3 else ():
        for another in b.edges:
            least = min(least, segment_to_segment(*_corners(a, edge), *_corners(b, another)))
    return least


def _directions(a, b):
    """Those along which what parts the two cores best is found, from a to b."""
    yield from a.normals
    yield from (scaled(-1.0, normal) for normal in b.normals)
    if a.dimension == 2:
        for piece in (a, b):
            if not piece.is_solid:
                for i, j in piece.edges:
                    along = sub(piece.vertices[j], piece.vertices[i])
                    for normal in ((along[1], -along[0]), (-along[1], along[0])):
                        yield unit(normal)
        return
    seen = []
    for edge in a.edges:
        u = unit(sub(a.vertices[edge[1]], a.vertices[edge[0]]))
        for another in b.edges:
            v = unit(sub(b.vertices[another[1]], b.vertices[another[0]]))
            normal = cross(u, v)
            if length(normal) < 2.0 ** -20:  # as good as parallel: normals of faces part them as well
                continue
            normal = unit(normal)
            if any(abs(dot(normal, other)) > 1.0 - 2.0 ** -50 for other in seen):
                continue
            seen.append(normal)
            yield normal
            yield scaled(-1.0, normal)


def separation_of_cores(a, b):
    """[L] How far the best plane parts them; below 0, minus how deep they are. -inf where there is none to try."""
    best = -math.inf
    for direction in _directions(a, b):
        reach_a = max(dot(direction, p) for p in a.vertices)
        reach_b = min(dot(direction, p) for p in b.vertices)
        best = max(best, reach_b - reach_a)
    return best


def gap(a, b, near=math.inf):
    """[L] Between two pieces. Where they are surely further apart than `near`, some number that is, too."""
    (p, r), (q, s) = a.bounds(), b.bounds()
    around = length(sub(q, p)) - r - s
    if around > near:
        return around
    radii = a.radius + b.radius
    if not (a.is_solid or b.is_solid):
        # Two segments in one line are parted by no plane along it; those that cross are, by less than nothing.
        apart = separation_of_cores(a, b) if a.dimension == 2 else -math.inf
        if -math.inf < apart < -THIN * max(r, s):
            return apart - radii
        return distance_of_cores(a, b) - radii
    apart = separation_of_cores(a, b)
    if apart <= 0.0 or apart - radii > near:
        return apart - radii
    return distance_of_cores(a, b) - radii


def gap_to_plane(piece, normal, offset):
    """[L] Between a piece and all places x with normal . x <= offset."""
    return min(dot(normal, p) for p in piece.vertices) - offset - piece.radius


def depth_of_point(piece, p):
    """[L] How far a place is outside of a piece; below 0, minus how deep it is in it."""
    if not piece.is_solid:
        return distance_of_cores(piece, _Point(p)) - piece.radius
    apart = max(dot(normal, p) - max(dot(normal, q) for q in piece.vertices) for normal in piece.normals)
    if apart > 0.0:
        apart = distance_of_cores(piece, _Point(p))
    return apart - piece.radius


class _Point:
    """A place, as a core."""

    def __init__(self, p):
        self.vertices, self.edges, self.facets, self.dimension = [p], [], [], len(p)
