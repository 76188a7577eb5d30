#!/usr/bin/env python3
"""same_frames_test.py A B FRAMES BODIES: have two trajectories the same numbers, of so many frames and bodies?"""

import sys

import h5py
import numpy

A, B = (h5py.File(path, "r") for path in sys.argv[1:3])
FRAMES, BODIES = (int(word) for word in sys.argv[3:])

for name in ("position", "velocity", "image"):
    a, b = (file[f"particles/all/{name}/value"][()] for file in (A, B))
    assert a.shape[:2] == (FRAMES, BODIES), a.shape
    assert numpy.array_equal(a, b), name
    assert len(numpy.unique(a)) > 1, name
for name in ("time", "step"):
    a, b = (file[f"particles/all/position/{name}"][()] for file in (A, B))
    assert len(a) == FRAMES and numpy.array_equal(a, b), name
