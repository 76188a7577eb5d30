"""Batches beside python-fcl and the IPC Toolkit, with referees that count what is wrong: python bench/python/peers.py [PAIRS]

Balls, and boxes along the axes, 2000 pairs or PAIRS, on straight courses within a window of 1: of half of them the nearest
approach is near a touch. The referee has the same numbers, in fractions. FCL is asked as it comes, which is by conservative
advancement, and in a hundred steps.

Vertices and faces, and edges, of the public queries in tests/data/ccd-queries, whose answers are exact.
"""

import sys
import time
from fractions import Fraction

import fcl
import ipctk
import numpy as np

from firsthit import Balls, Boxes, Many, Outcome, features, first_hit_many
from public_queries import public_queries

N = int(float(sys.argv[1])) if len(sys.argv) > 1 else 2000


def sides(rng):
    """Places and courses in multiples of 2^-16, a from the left to the right past b at the origin, and sizes."""
    grid = lambda x: np.round(x * 65536) / 65536
    place = grid(np.stack([rng.uniform(-4, -2.5, N), *rng.uniform(-1.4, 1.4, (2, N))], axis=1))
    course = grid(np.stack([rng.uniform(2, 8, N), *rng.uniform(-0.25, 0.25, (2, N))], axis=1))
    return place, course, grid(rng.uniform(0.25, 0.75, (2, N)))


def ball_truth(p, v, r):
    """When two balls first touch, in [0, 1], or None; the last digits of the root rounded."""
    p, v, r = [Fraction(x) for x in p], [Fraction(x) for x in v], Fraction(r[0]) + Fraction(r[1])
    a, b, c = sum(x * x for x in v), sum(x * y for x, y in zip(p, v)), sum(x * x for x in p) - r * r
    if b >= 0 or b * b < a * c or (-b > a and a + 2 * b + c > 0):
        return None
    return float(c) / (float(-b) + float(b * b - a * c) ** 0.5)


def box_truth(p, v, r):
    """The same of cubes of half such sides."""
    enter, leave, reach = Fraction(0), Fraction(1), Fraction(r[0]) + Fraction(r[1])
    for x, y in zip(p, v):
        x, y = Fraction(x), Fraction(y)
        if y == 0:
            if abs(x) > reach:
                return None
            continue
        first, last = sorted(((-reach - x) / y, (reach - x) / y))
        enter, leave = max(enter, first), min(leave, last)
    return float(enter) if enter <= leave else None


def asked_of_fcl(shape, p, v, r, solver):
    request = fcl.ContinuousCollisionRequest(num_max_iterations=100)
    if solver is not None:
        request.ccd_solver_type = solver
        request.ccd_motion_type = fcl.CCDMotionType.CCDM_TRANS
    still, took, found = fcl.Transform(), 0.0, []
    for i in range(N):
        a = fcl.CollisionObject(shape(r[0, i]), fcl.Transform(p[i]))
        b = fcl.CollisionObject(shape(r[1, i]), still)
        end, result = fcl.Transform(p[i] + v[i]), fcl.ContinuousCollisionResult()
        begin = time.process_time()
        fcl.continuousCollide(a, end, b, still, request, result)
        took += time.process_time() - begin
        found.append(result.time_of_contact if result.is_collide else None)
    return found, took / N * 1e9


def asked_of_us(shapes, p, v, r):
    a, b = Many(shapes(r[0]), p, v), Many(shapes(r[1]), np.zeros((N, 3)))
    took = []
    for _ in range(9):
        begin = time.process_time()
        hits = first_hit_many(a, b, horizon=1.0)
        took.append((time.process_time() - begin) / N * 1e9)
    met = hits["first_touch"] <= 1.0
    met &= hits["outcome"] != Outcome.MISS
    return [float(t) if m else None for t, m in zip(hits["first_touch"], met)], min(took)


def tell(name, found, truth, ns):
    missed = sum(f is None and t is not None for f, t in zip(found, truth))
    false = sum(f is not None and t is None for f, t in zip(found, truth))
    late = [f - t for f, t in zip(found, truth) if f is not None and t is not None]
    print(f"  {name:24} {ns:9.0f} ns   missed {missed:4}   false {false:4}   off by {max(map(abs, late)):.1e} at most")


def features_beside_ipctk():
    for what, ask, name in (("vertex-face", features.first_touch_vertex_face, "point_triangle_ccd"),
                            ("edge-edge", features.first_touch_edge_edge, "edge_edge_ccd")):
        pairs, truth = public_queries(what)
        print(f"{len(pairs)} {what}, of which {sum(t is not None for t in truth)} touch")
        took = []
        for _ in range(9):
            begin = time.process_time()
            touches = ask(pairs)
            took.append((time.process_time() - begin) / len(pairs) * 1e9)
        tell("firsthit", [float(x["lower"]) if x["touches"] else None for x in touches], truth, min(took))
        for whose, ccd in (("IPC, tight inclusion", ipctk.TightInclusionCCD()), ("IPC, additive", ipctk.AdditiveCCD())):
            theirs, rows = getattr(ccd, name), [(*pair[0], *pair[1]) for pair in pairs]
            begin = time.process_time()
            found = [theirs(*row) for row in rows]
            tell(whose, [t if hit else None for hit, t in found], truth, (time.process_time() - begin) / len(pairs) * 1e9)


def main():
    rng = np.random.default_rng(1)
    for what, truth_of, shapes, shape in (
            ("balls", ball_truth, Balls, fcl.Sphere),
            ("boxes", box_truth, lambda r: Boxes(np.repeat(r[:, None], 3, axis=1)), lambda r: fcl.Box(*[2 * r] * 3))):
        p, v, r = sides(rng)
        truth = [truth_of(p[i], v[i], r[:, i]) for i in range(N)]
        print(f"{N} {what}, of which {sum(t is not None for t in truth)} touch")
        found, ns = asked_of_us(shapes, p, v, r)
        tell("firsthit", found, truth, ns)
        for name, solver in (("FCL, as it comes", None), ("FCL, in steps", fcl.CCDSolverType.CCDC_NAIVE)):
            found, ns = asked_of_fcl(shape, p, v, r, solver)
            tell(name, found, truth, ns)
    features_beside_ipctk()


main()
