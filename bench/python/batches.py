"""How fast first_hit_many is beside C++: python bench/python/batches.py CXX, the program of batches.cpp.

The same pairs: balls, boxes, balls and boxes in space, from the same numbers. Both take turns, and the least of all
rounds counts. The hash says that the answers are the same, bit for bit.
"""

import hashlib
import subprocess
import sys
import time

import numpy as np

from firsthit import Balls, Boxes, Many, encounter_dtype, first_hit_many
from firsthit._arrays import place_for

N, ROUNDS = 1_000_000, 9


def sides():
    rng = np.random.default_rng(1)
    a, b = rng.uniform(-10, 10, (2, N, 3))
    v, w = rng.normal(size=(2, N, 3))
    radii, halves = rng.uniform(0.1, 2.0, (2, N)), rng.uniform(0.1, 2.0, (2, N, 3))
    return {"balls": (Many(Balls(radii[0]), a, v), Many(Balls(radii[1]), b, w)),
            "boxes": (Many(Boxes(halves[0]), a, v), Many(Boxes(halves[1]), b, w)),
            "balls and boxes": (Many(Balls(radii[0]), a, v), Many(Boxes(halves[1]), b, w))}


def sizes(side):
    sizes = side.shapes.radii if isinstance(side.shapes, Balls) else side.shapes.half_extents
    return np.broadcast_to(sizes.reshape(N, -1), (N, 3))


def digest(hits):
    """Of all that is told, without what lies between fields."""
    told = hashlib.sha256()
    for name in ("outcome", "delay", "delay_upper", "normal", "point_a", "gap"):
        told.update(np.ascontiguousarray(hits[name]).tobytes())
    return told.hexdigest()[:16]


def main():
    out = encounter_dtype(3)
    for name, (a, b) in sides().items():
        given = np.concatenate([np.hstack([sizes(side), side._arrays[0], side._arrays[1]]) for side in (a, b)])
        program = subprocess.Popen([sys.argv[1], name], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        program.stdin.write(np.array([N], np.int64).tobytes() + given.tobytes())
        program.stdin.flush()
        place = place_for("out", None, out, N)
        least = {"C++": np.inf, "out given": np.inf, "a new array": np.inf}
        for _ in range(ROUNDS):
            program.stdin.write(b"\n")
            program.stdin.flush()
            least["C++"] = min(least["C++"], float(program.stdout.readline()))
            for how, into in (("out given", place), ("a new array", None)):
                begin = time.process_time()
                hits = first_hit_many(a, b, horizon=10.0, out=into)
                least[how] = min(least[how], (time.process_time() - begin) / N * 1e9)
        program.stdin.close()
        theirs = np.frombuffer(program.stdout.read(), out)
        print(f"{name:16}" + "".join(f"  {how} {ns:6.1f} ns" for how, ns in least.items())
              + f"  {least['out given'] / least['C++']:.3f}  {digest(hits)}"
              + ("" if digest(theirs) == digest(hits) else "  DIFFERS FROM C++"))


main()
