"""Runs that something ends, and worlds that are asked meanwhile."""

import math
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from firsthit import *
from test_worlds import gas


def test_what_a_callback_raises_ends_the_run_and_the_world_goes_on():
    world, calm = gas(), gas()
    told = []

    def callback(impacts):
        told.append(len(impacts))
        if len(told) == 2:
            raise LookupError("seen enough")

    stop = world.on_impacts(callback)
    with pytest.raises(LookupError, match="seen enough"):
        world.run_until(100.0)
    assert 0 < world.time < 100.0 and len(told) == 2
    stop()
    world.run_until(math.ceil(world.time) + 1)
    calm.run_until(world.time)
    assert world.state_hash() == calm.state_hash()


def test_so_does_what_a_window_raises():
    world = gas()
    world.set_window(0.5, lambda at: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        world.run_until(2.0)
    assert 0.5 <= world.time < 1.0
    world.set_velocity(0, (0, 0))


def test_callbacks_may_ask_and_nothing_else():
    world, seen = gas(), []

    def callback(impacts):
        seen.append((world.time, world.state(3).position, world.positions().shape, len(world)))
        for change in (lambda: world.add(Ball(1), (0, 0)), lambda: world.remove(0), lambda: world.run_until(9),
                       lambda: world.set_velocity(0, (0, 0)), lambda: world.set_position(0, (0, 0)),
                       lambda: world.set_surface_velocity(0, (0, 0)), lambda: world.set_acceleration(0, (0, 0))):
            with pytest.raises(RuntimeError, match="a callback may ask"):
                change()

    world.on_impacts(callback)
    world.run_until(1.0)
    assert seen


def in_a_thread(world):
    """Runs a world without end in a thread, until it is interrupted."""
    results, begun = [], threading.Event()
    world.on_impacts(lambda impacts: begun.set())
    thread = threading.Thread(target=lambda: results.append(world.run_until(1e9)))
    thread.start()
    assert begun.wait(60)
    return thread, results


def test_a_world_that_runs_in_another_thread_is_busy_and_can_be_interrupted():
    world = gas()
    thread, results = in_a_thread(world)
    for call in (lambda: world.time, lambda: world.positions(), lambda: world.state(0), lambda: world.run_until(2e9),
                 lambda: world.add(Ball(0.1), (0, 0)), lambda: len(world), lambda: world.statistics(),
                 lambda: world.set_velocity(0, (0, 0)), lambda: world.nearest(Point(), (0, 0)), lambda: 3 in world):
        with pytest.raises(Busy, match="runs in another thread"):
            call()
    assert issubclass(Busy, RuntimeError) and repr(world) == "<World in 2D, which runs>"
    world.interrupt()
    thread.join(10)
    assert not thread.is_alive() and results[0].outcome is RunOutcome.INTERRUPTED
    assert world.time > 0 and world.collisions > 0
    until, calm = math.ceil(world.time) + 1, gas()
    world.run_until(until)
    calm.run_until(until)
    assert world.state_hash() == calm.state_hash()


def test_worlds_of_several_threads_do_not_meet():
    hashes = []

    def work():
        world = gas()
        world.run_until(1e6, collisions=3000)
        hashes.append(world.state_hash())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(hashes) == 4 and len(set(hashes)) == 1


CTRL_C = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs in the background inherits that it is ignored
sys.path.insert(0, sys.argv[1])
from firsthit import *
import numpy as np
if sys.argv[2] == "world":
    from test_worlds import gas
    world = gas()
    work = lambda: world.run_until(1e9)
else:
    many = Many(Hull([(0, 0), (1, 0), (0, 1)]), np.zeros((10**7, 2)))
    work = lambda: first_hit_many(many, Moving(Hull([(3, 0), (4, 0), (3, 1)])))
print("ready", flush=True)
try:
    work()
except KeyboardInterrupt:
    print(time.time(), flush=True)
if sys.argv[2] == "world":
    at, hits = world.time, world.collisions
    assert world.run_until(at + 1).outcome is RunOutcome.REACHED_TIME and world.collisions > hits > 0
    calm = gas()
    calm.run_until(at + 1)
    assert calm.state_hash() == world.state_hash()
print("done", flush=True)
"""


@pytest.mark.parametrize("what", ["world", "many"])
def test_ctrl_c_ends_it_and_leaves_the_world_usable(what, tmp_path):
    program = subprocess.Popen([sys.executable, "-c", CTRL_C, os.path.dirname(__file__), what], cwd=tmp_path,
                               stdout=subprocess.PIPE, text=True)
    assert program.stdout.readline() == "ready\n"
    time.sleep(0.4)
    sent = time.time()
    program.send_signal(signal.SIGINT)
    ended = float(program.stdout.readline())
    assert program.stdout.readline() == "done\n" and program.wait(60) == 0
    assert ended - sent < 5.0  # it ends; how soon is nothing for a test on a machine that others use
