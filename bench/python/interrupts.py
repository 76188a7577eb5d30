"""How long after Ctrl-C a call has ended: python bench/python/interrupts.py

Of the signal in one process to the KeyboardInterrupt in another, at chance moments of what runs for long. [ms]
"""

import random
import signal
import statistics
import subprocess
import sys
import time

ROUNDS = 20
CODE = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from firsthit import *
import numpy as np
what = sys.argv[1]
rng = np.random.default_rng(1)
if what.startswith("world"):
    side = {"world of 400": 20, "world of 250000": 500}[what]
    world = World(Space((0, 0), (side, side), Side.PERIODIC))
    lattice = np.stack(np.meshgrid(np.arange(side), np.arange(side)), axis=-1).reshape(-1, 2) + 0.5
    world.add_many(Many(Ball(0.375), lattice, rng.normal(size=(side**2, 2))))
    world.run_until(1e-3)
    work = lambda: world.run_until(1e9)
elif what == "many balls":
    many = Many(Ball(0.5), np.zeros((1, 3)) + np.zeros((4 * 10**6, 1)), np.ones((4 * 10**6, 3)))
    work = lambda: first_hit_many(many, Moving(Ball(1), Linear((9, 9, 9))))
else:
    many = Many(Hull([(0, 0), (1, 0), (0, 1)]), rng.normal(size=(10**6, 2)), angular_velocities=np.ones(10**6))
    work = lambda: first_hit_many(many, Moving(Hull([(3, 0), (4, 0), (3, 1)]), Spinning((0, 0), (0, 0), 1.0)), horizon=10.0)
print("ready", flush=True)
try:
    while True:
        work()
except KeyboardInterrupt:
    print(time.time(), flush=True)
"""


def main():
    for what in ("world of 400", "world of 250000", "many balls", "many that spin"):
        times = []
        for _ in range(ROUNDS):
            with subprocess.Popen([sys.executable, "-c", CODE, what], stdout=subprocess.PIPE, text=True) as program:
                program.stdout.readline()
                time.sleep(random.uniform(0.05, 0.3))
                sent = time.time()
                program.send_signal(signal.SIGINT)
                times.append(1e3 * (float(program.stdout.readline()) - sent))
        print(f"{what:16} {statistics.median(times):6.1f} ms in the middle, {max(times):6.1f} at most")


main()
