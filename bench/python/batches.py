"""How fast first_hit_many is beside C++: python bench/python/batches.py CXX, the program of batches.cpp.

The same pairs: balls, boxes, balls and boxes in space, vertices and faces, from the same numbers; and the public queries in
tests/data/ccd-queries. Both take turns, and the least of all rounds counts; into an array that is there, and into a new
one. The hash says that the answers are the same, bit for bit.
"""

import hashlib
import subprocess
import sys
import time

import numpy as np

from firsthit import Balls, Boxes, Many, encounter_dtype, features, first_hit_many
from firsthit._arrays import place_for
from public_queries import public_queries

N, ROUNDS = 1_000_000, 9


def questions():
    """Of each kind: the numbers that C++ is given, the type of the answers, and who asks."""
    rng = np.random.default_rng(1)
    a, b = rng.uniform(-10, 10, (2, N, 3))
    v, w = rng.normal(size=(2, N, 3))
    radii, halves = rng.uniform(0.1, 2.0, (2, N)), rng.uniform(0.1, 2.0, (2, N, 3))
    for name, x, y in (("balls", Many(Balls(radii[0]), a, v), Many(Balls(radii[1]), b, w)),
                       ("boxes", Many(Boxes(halves[0]), a, v), Many(Boxes(halves[1]), b, w)),
                       ("balls and boxes", Many(Balls(radii[0]), a, v), Many(Boxes(halves[1]), b, w))):
        given = np.concatenate([np.hstack([sizes(side), side._arrays[0], side._arrays[1]]) for side in (x, y)])
        yield name, given, encounter_dtype(3), lambda out: first_hit_many(x, y, horizon=10.0, out=out)
    corners = rng.uniform(-1, 1, (N, 2, 4, 3))
    yield "vertices and faces", corners, features.feature_encounter_dtype, \
        lambda out: features.first_hit_vertex_face(corners, out)
    for kind, first_hit in (("vertex-face", features.first_hit_vertex_face), ("edge-edge", features.first_hit_edge_edge)):
        pairs, _ = public_queries(kind)
        yield f"public {kind}", pairs, features.feature_encounter_dtype, lambda out: first_hit(pairs, out)


def sizes(side):
    sizes = side.shapes.radii if isinstance(side.shapes, Balls) else side.shapes.half_extents
    return np.broadcast_to(sizes.reshape(N, -1), (N, 3))


def digest(hits):
    """Of all that is told, without what lies between fields."""
    told = hashlib.sha256()
    for name in hits.dtype.names:
        if hits.dtype[name].names is None:
            told.update(np.ascontiguousarray(hits[name]).tobytes())
    return told.hexdigest()[:16]


def main():
    for name, given, dtype, ask in questions():
        n = N if name[:6] != "public" else len(given)
        program = subprocess.Popen([sys.argv[1], name], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        program.stdin.write(np.array([n], np.int64).tobytes() + given.tobytes())
        program.stdin.flush()
        place = place_for("out", None, dtype, n)
        least = dict.fromkeys(("C++", "Python", "C++ anew", "Python anew"), np.inf)
        for _ in range(ROUNDS):
            program.stdin.write(b"\n")
            program.stdin.flush()
            for how, ns in zip(("C++", "C++ anew"), map(float, program.stdout.readline().split())):
                least[how] = min(least[how], ns)
            for how, into in (("Python", place), ("Python anew", None)):
                begin = time.process_time()
                hits = ask(into)
                least[how] = min(least[how], (time.process_time() - begin) / n * 1e9)
        program.stdin.close()
        theirs = np.frombuffer(program.stdout.read(), dtype)
        print(f"{name:18}" + "".join(f"  {how} {ns:6.1f} ns" for how, ns in least.items())
              + f"  {least['Python'] / least['C++']:.3f}, anew {least['Python anew'] / least['C++ anew']:.3f}  {digest(hits)}"
              + ("" if digest(theirs) == digest(hits) else "  DIFFERS FROM C++"))


main()
