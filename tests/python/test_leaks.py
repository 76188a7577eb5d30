"""What is made and dropped is given back: many times over, the memory stays what it was."""

import gc
import math
import os

import numpy as np
import pytest

from firsthit import *

TIMES = 10**6 if "FIRSTHIT_LONG" in os.environ else 20_000


def resident():
    """[bytes] What this process has in memory now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


PLACES = np.zeros((4, 2))
MANY = Many(Ball(0.5), PLACES)


def shapes():
    Moving(Hull([(0, 0), (1, 0), (0, 1)], 0.25), Spinning((0, 0), (1, 0), 2.0))
    Polygon([(0, 0), (3, 0), (1, 1), (0, 3)]).volume()


def answers():
    first_hit(Moving(Ball(0.5), Linear((0, 0), (1, 0))), Moving(Box((1, 1)), Linear((5, 0)))).feature_b.kind.name
    distance(Placed(Ball(0.5), (0, 0)), Placed(Box((1, 1)), (5, 0)))


def batches():
    first_hit_many(Many(Ball(0.5), PLACES, PLACES), Moving(Box((1, 1)), Linear((5, 0))))


def worlds():
    world = World(Space((0, 0), (8, 8)))
    world.add(Ball(0.5), (2, 2), (3, 0))
    stop = world.on_impacts(lambda impacts: world.time)  # a ring of references through C++
    world.set_window(1.0, lambda at: None)
    world.run_until(3.0)
    world.nearest(Point(), (0, 0))
    world.positions()


def mistakes():
    for call in (lambda: Ball(-1), lambda: Hull([]), lambda: first_hit_many(Many(Ball(1), PLACES * math.nan), MANY),
                 lambda: World(Space((0, 0), (8, 8))).add(Ball(1), (0, 0, 0)), lambda: World(Space((0, 0), (8, 8))).state(3)):
        with pytest.raises((ValueError, TypeError, IndexError, KeyError)):
            call()


@pytest.mark.parametrize("what", [shapes, answers, batches, worlds, mistakes], ids=lambda what: what.__name__)
def test_nothing_is_kept(what):
    times = TIMES // (10 if what in (worlds, mistakes) else 1)
    for _ in range(times // 4):  # what grows once
        what()
    gc.collect()
    before = resident()
    for _ in range(times):
        what()
    gc.collect()
    # Less than half of what a leak of one small object a time would be, or what allocators keep for themselves.
    assert resident() - before < max(64 * times // 2, 1 << 20)
