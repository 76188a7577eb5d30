"""What importing firsthit takes besides NumPy: python bench/python/imports.py

Each round is a process of its own, which imports NumPy, and then, by the clock, the package. [ms]
"""

import statistics
import subprocess
import sys

ROUNDS = 40
CODE = """
import time
begin = time.perf_counter()
import numpy
then = time.perf_counter()
import firsthit
print(1e3 * (then - begin), 1e3 * (time.perf_counter() - then))
"""


def main():
    rounds = [tuple(map(float, subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True,
                                              check=True).stdout.split())) for _ in range(ROUNDS)]
    for name, times in zip(("numpy", "firsthit"), zip(*rounds)):
        print(f"{name:9} {min(times):6.1f} ms at least, {statistics.median(times):6.1f} in the middle, {max(times):6.1f} at most")


main()
