"""What the tests of the program share: where it is, how to run it, and scenes of their own."""

import csv
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("FIRSTHIT_SOURCE", Path(__file__).resolve().parents[2]))
PROGRAM = Path(os.environ.get("FIRSTHIT_PROGRAM", SOURCE / "build/dev/bin/firsthit"))
RELEASE = Path(os.environ.get("FIRSTHIT_RELEASE_PROGRAM", SOURCE / "build/release/bin/firsthit"))
CLANG = Path(os.environ.get("FIRSTHIT_CLANG_PROGRAM", SOURCE / "build/asan/bin/firsthit"))
SCENES = ["agents", "barometer", "break", "bricks", "cradle", "crates", "domino", "drop", "galperin", "gas2d",
          "gas3d", "gears", "granular", "heap", "hopper", "lorentz", "mixture", "nine-ball", "room", "rough-gas",
          "shapes", "sinai", "stadium", "tumble", "wall", "windmill", "yard"]
LONG_FORM = os.environ.get("FIRSTHIT_LONG", "0") not in ("", "0")
PATIENCE = 120  # [s] for anything that should have happened long ago

DONE, BAD_INPUT, COLLAPSE, OUTPUT_FAILED, INTERRUPTED = 0, 2, 3, 4, 130

# Three balls on a line between walls, so inelastic that the middle one never gets away.
CRUSHED = """
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [10.0, 2.0]
[physics]
restitution = 0.05
[run]
until = 100.0
[[ball]]
name = "left"
position = [2.0, 1.0]
velocity = [1.0, 0.0]
radius = 0.5
mass = 1.0
[[ball]]
name = "middle"
position = [5.0, 1.0]
velocity = [0.3, 0.0]
radius = 0.5
mass = 1.0
[[ball]]
name = "right"
position = [8.0, 1.0]
velocity = [-1.0, 0.0]
radius = 0.5
mass = 1.0
"""

# A ball that falls on a floor and bounces half as fast each time: after 3 fall times it has bounced
# for ever. It falls 1.5 with g = 3: the first time takes 1, all of them together 3.
BOUNCER = """
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [1.0, 4.0]
[physics]
gravity = [0.0, -3.0]
restitution = 0.5
[run]
until = 100.0
sample_every = 0.25
[[ball]]
name = "bouncer"
position = [0.5, 1.75]
radius = 0.25
mass = 1.0
"""

# A press that moves on, whatever is between it and the side of the box.
PRESS = """
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [10.0, 6.0]
[run]
until = 50.0
[[body]]
name = "crate"
shape = { box = { half_extents = [0.5, 0.3] } }
position = [2.0, 2.0]
mass = 1.0
[[body]]
name = "press"
kind = "kinematic"
shape = { box = { half_extents = [0.1, 1.0] } }
position = [8.0, 2.0]
velocity = [-0.5, 0.0]
"""

# A ball that passes a gate, bounces off a side, and comes back through it.
GATE = """
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [10.0, 2.0]
[run]
until = 15.0
[[ball]]
position = [1.0, 1.0]
velocity = [1.0, 0.0]
radius = 0.25
mass = 1.0
[[body]]
name = "gate"
kind = "fixed"
sensor = true
shape = { box = { half_extents = [0.5, 1.0] } }
position = [4.5, 1.0]
"""

# A box that goes to and fro between two walls, two units of time for each way, and waits where it hits.
WAITS = """
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [3.0, 3.0]
[run]
until = 6.0
window = 3.0
sample_every = 0.4
[[body]]
shape = { box = { half_extents = [0.5, 0.5] } }
position = [1.5, 1.5]
velocity = [1.0, 0.0]
mass = 1.0
after_hit = "waits"
"""

# A gas that nobody waits for.
ENDLESS = """
format = 1
dimension = 2
[space]
sides = "periodic"
[run]
until = 1e6
sample_every = 0.5
[[gas]]
count = 100
packing = 0.4
radius = 0.5
mass = 1.0
temperature = 1.0
"""


class ProgramTest(unittest.TestCase):
    """Each test has a folder of its own, which is where the program runs."""

    def setUp(self):
        for program in (PROGRAM, RELEASE, CLANG):
            self.assertTrue(program.exists(), f"{program} is not there: `make test` builds it")
        self.folder = Path(tempfile.mkdtemp(prefix="firsthit-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def read_table(self, path):
        """The rows of a CSV file in the test's folder, its header first."""
        with (self.folder / path).open(newline="") as file:
            return list(csv.reader(file))

    def run_program(self, *words, program=PROGRAM, expect=DONE, **options):
        """Runs the program, checks its exit code and returns what it printed."""
        options.setdefault("cwd", self.folder)
        options.setdefault("stdout", subprocess.PIPE)
        result = subprocess.run([str(program), *map(str, words)], stderr=subprocess.PIPE, text=True,
                                timeout=PATIENCE if not LONG_FORM else None, **options)
        self.assertEqual(result.returncode, expect, f"{words}\n{result.stdout}\n{result.stderr}")
        return result

    def summary(self, *words, **options):
        """Runs a scene and returns its summary."""
        return json.loads(self.run_program("run", "--json", *words, **options).stdout)

    def small_disk(self, kibibytes):
        """A folder with little room."""
        disk = self.folder / "disk"
        disk.mkdir(exist_ok=True)
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "tmpfs", disk],
                               capture_output=True, text=True)
        if mount.returncode != 0:
            self.skipTest(f"a small disk cannot be mounted here: {mount.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        return disk

    def start(self, *words, **options):
        """Starts the program; it is killed when the test ends, if it has not ended before."""
        process = subprocess.Popen([str(PROGRAM), *map(str, words)], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.communicate()

    def wait_for(self, process, what, happened):
        """Waits until `happened()`, while the process runs."""
        deadline = time.monotonic() + PATIENCE
        while not happened():
            self.assertIsNone(process.poll(), process.poll() is not None and process.communicate())
            self.assertLess(time.monotonic(), deadline, f"waited in vain for {what}")
            time.sleep(0.01)
