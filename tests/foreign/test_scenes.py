"""Every scene on another machine: a program built for it, in an emulator, against this machine's own.

FIRSTHIT_FOREIGN is the command that runs the one (`make test-arm`, `make test-windows`).
"""

import json
import os
import shlex
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path += [str(SOURCE / "tests" / "cli"), str(SOURCE / "tests" / "repo")]

from repo import run  # noqa: E402
from test_hashes import SHORT  # noqa: E402

FOREIGN = shlex.split(os.environ.get("FIRSTHIT_FOREIGN", ""))
OURS = [os.environ.get("FIRSTHIT_RELEASE_PROGRAM", str(SOURCE / "build" / "release" / "bin" / "firsthit"))]
# An emulator takes some twenty times as long.
SHORTER = {"barometer": ["--until", "4", "--set", "run.measure_from=0"], "bricks": ["--until", "0.5"],
           "crates": ["--until", "1.5"], "domino": ["--until", "0.8"], "heap": ["--until", "0.6"],
           "hopper": ["--until", "1"], "gears": ["--until", "1"], "wall": ["--until", "0.7"], "windmill": ["--until", "1"],
           "yard": ["--until", "1.5"]}


def limits(scene):
    return SHORTER.get(scene, SHORT[scene])


def outcome(program, scene, folder):
    """What a run leaves: what its summary says of its end, and every impact, to the last bit."""
    out = Path(folder) / scene
    result = run([*program, "run", SOURCE / "scenes" / f"{scene}.toml", *limits(scene), "--events", "--no-report",
                  "--quiet", "-o", out])
    if result.returncode not in (0, 3):
        return result.stdout + result.stderr
    summary = json.loads((out / "summary.json").read_text())
    told = {key: summary[key] for key in ("outcome", "collisions", "events", "simulated_time", "energy_final",
                                          "temperature", "state_hash")}
    return told, (out / "events.csv").read_bytes()


@unittest.skipUnless(FOREIGN, "FIRSTHIT_FOREIGN names no program")
class Scenes(unittest.TestCase):
    def test_each_leaves_the_same_impacts_and_the_same_hash(self):
        scenes = sorted(path.stem for path in (SOURCE / "scenes").glob("*.toml"))
        self.assertEqual(scenes, sorted(SHORT))
        with tempfile.TemporaryDirectory() as here, tempfile.TemporaryDirectory() as there, \
             ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(lambda scene: (outcome(OURS, scene, here), outcome(FOREIGN, scene, there)), scenes))
        for scene, (ours, theirs) in zip(scenes, found):
            with self.subTest(scene):
                self.assertIsInstance(ours, tuple, ours)
                self.assertEqual(theirs, ours)
                print(f"{scene}: {ours[0]['collisions']} collisions, hash {ours[0]['state_hash']}")


if __name__ == "__main__":
    unittest.main()
