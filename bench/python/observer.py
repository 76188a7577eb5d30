"""What it costs a run to be watched from Python, some hundred impacts at a time, beside C++:

python bench/python/observer.py CXX, the program of observer.cpp. The same gas, which both run in turns; the sum of all
impulses and the hash of the state say that they did the same. The least of all rounds counts.
"""

import subprocess
import sys
import time

import numpy as np

from firsthit import Ball, Many, Side, Space, World

SIDE, ROUNDS, COLLISIONS = 20, 7, 200_000  # 8000 balls


def gas():
    world = World(Space((0, 0, 0), (2 * SIDE,) * 3, Side.PERIODIC))
    i = np.arange(SIDE**3)
    places = 2.0 * np.stack([i % SIDE, i // SIDE % SIDE, i // SIDE**2], axis=1) + 1.0
    # Multiples of 2^-10 that look like chance, as observer.cpp has them.
    courses = np.stack([(i * k % 2039 - 1019) / 1024.0 for k in (17, 101, 1009)], axis=1)
    world.add_many(Many(Ball(0.75), places, courses))
    return world


def run(watched):
    world, total = gas(), [0.0]

    def watch(impacts):
        if watched == "by numpy":
            total[0] += float(np.sum(impacts["impulse"]))

    if watched:
        world.on_impacts(watch)
    begin = time.process_time()
    world.run_until(1e9, collisions=COLLISIONS)
    return (time.process_time() - begin) / COLLISIONS * 1e9, world.state_hash()


def main():
    least, hashes = {}, set()
    for _ in range(ROUNDS):
        for how in ("alone", "watched"):
            words = subprocess.run([sys.argv[1], how], capture_output=True, text=True, check=True).stdout.split()
            name = f"C++, {how}"
            least[name] = min(least.get(name, np.inf), float(words[0]))
            hashes.add(int(words[1], 16))
        for name, watched in (("Python, alone", ""), ("Python, told", "told"), ("Python, by numpy", "by numpy")):
            ns, state = run(watched)
            least[name] = min(least.get(name, np.inf), ns)
            hashes.add(int(state, 16) if isinstance(state, str) else state)
    for name, ns in least.items():
        print(f"{name:18} {ns:7.1f} ns a collision  {ns / least['C++, watched']:.3f}")
    print("one state" if len(hashes) == 1 else f"DIFFERENT STATES {hashes}")


main()
