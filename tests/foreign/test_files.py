"""Files between machines: what one writes, byte for byte what the other does, and each goes on from the other's.

FIRSTHIT_FOREIGN is the command that runs the other machine's program, which has HDF5 (`make test-arm`,
`make test-s390x`).
"""

import os
import shlex
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path += [str(SOURCE / "tests" / "cli"), str(SOURCE / "tests" / "repo")]

from compared_runs import ComparedRuns  # noqa: E402
from repo import output_of  # noqa: E402

FOREIGN = shlex.split(os.environ.get("FIRSTHIT_FOREIGN", ""))
OURS = [os.environ.get("FIRSTHIT_RELEASE_PROGRAM", str(SOURCE / "build" / "release" / "bin" / "firsthit"))]
RUNS = {  # a scene, where its first run ends, and the whole
    "gas2d": ["0.4", "0.8"],
    "bricks": ["0.2", "0.4"],
    "crates": ["0.2", "0.4"],
    "break": ["0.5", "1"],
}
OPTIONS = {"gas2d": ["--set", "run.measure_from=0"]}
WITH_CHECKPOINT = ["--checkpoint", "1h"]


@unittest.skipUnless(FOREIGN, "FIRSTHIT_FOREIGN names no program")
class Files(ComparedRuns):
    def setUp(self):
        self.empty_folder()
        self.programs = {"here": OURS, "there": self.absolute(FOREIGN)}

    def empty_folder(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def absolute(self, command):
        """The command from wherever it is called."""
        return [str(Path(word).resolve()) if Path(word).exists() else word for word in command]

    def run_scene(self, machine, scene, until, *words):
        self.run_on(machine, "run", SOURCE / "scenes" / f"{scene}.toml", "--until", until, *OPTIONS.get(scene, ()), *words)

    def run_on(self, machine, *words):
        return output_of([*self.programs[machine], *words], cwd=self.folder)

    def test_a_run_writes_the_same_files(self):
        for scene, (_, end) in RUNS.items():
            self.empty_folder()
            with self.subTest(scene):
                for machine in self.programs:
                    self.run_scene(machine, scene, end, "--events", "--xyz", "-o", machine)
                self.same("there", whole="here")

    def test_a_run_goes_on_from_the_checkpoint_of_another_machine(self):
        for scene, (first, end) in RUNS.items():
            self.empty_folder()
            for machine in self.programs:
                self.run_scene(machine, scene, first, "-o", machine, *WITH_CHECKPOINT)
            with self.subTest(scene):
                self.assertEqual((self.folder / "here" / "checkpoint").read_bytes(),
                                 (self.folder / "there" / "checkpoint").read_bytes())
            self.run_scene("here", scene, end, "-o", "whole")
            for began, goes_on in (("here", "there"), ("there", "here")):
                with self.subTest(scene, began=began):
                    self.run_on(goes_on, "resume", began, "--until", end)
                    self.same(began)

    def test_a_picture_is_drawn_of_the_files_of_another_machine(self):
        for began, other in (("here", "there"), ("there", "here")):
            self.run_scene(began, "crates", "0.4", "-o", began)
            for without in ((), ("trajectory.h5",)):  # of paths.bin, then
                for name in without:
                    (self.folder / began / name).unlink()
                pictures = []
                for machine in (began, other):
                    self.run_on(machine, "snapshot", began, "--at", "0.23", "-o", f"{machine}.svg", "--force")
                    pictures.append((self.folder / f"{machine}.svg").read_bytes())
                with self.subTest(began=began, without=without):
                    self.assertIn(b"<svg", pictures[0])
                    self.assertEqual(pictures[0], pictures[1])

    def test_queries_have_the_same_answers(self):
        queries = SOURCE / "scenes" / "queries.jsonl"
        answers = [self.run_on(machine, "query", queries) for machine in self.programs]
        self.assertGreater(len(answers[0].splitlines()), 4)
        self.assertEqual(answers[0], answers[1])


if __name__ == "__main__":
    unittest.main()
