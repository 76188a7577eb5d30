"""However many threads write the output, it is the same."""

import os
import unittest

import h5py
import numpy

from program import BAD_INPUT, ENDLESS, GATE, ProgramTest

TEXTS = ["events.csv", "observables.csv", "trajectory.xyz", "paths.bin", "picture.svg", "scene.toml",
         "speed_histogram.csv"]
OF_THIS_TIME = ["wall_seconds", "collisions_per_second", "peak_memory_bytes", "folder"]


def datasets(path):
    """All that is in a trajectory, by name."""
    found = {}
    with h5py.File(path) as file:
        file.visititems(lambda name, item: found.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
    return found


class Threads(ProgramTest):
    def output(self, threads, scene, *words):
        folder = self.folder / f"of-{threads}"
        summary = self.summary(scene, "--events", "--xyz", "--force", "--threads", threads, "-o", folder, *words)
        texts = {name: (folder / name).read_bytes() for name in TEXTS if (folder / name).exists()}
        return texts, datasets(folder / "trajectory.h5"), {key: value for key, value in summary.items()
                                                           if key not in OF_THIS_TIME}

    def test_the_output_of_all_is_the_same(self):
        scenes = [("gas3d", "--collisions", "30000"), ("gas2d", "--collisions", "20000", "--set", "run.sample_every=0.01"),
                  ("yard", "--until", "1.5"), ("agents", "--until", "2"), ("break",),
                  (self.write("gate.toml", GATE), "--set", "run.sample_every=0.1")]
        for scene, *words in scenes:
            texts, numbers, summary = self.output(1, scene, *words)
            self.assertGreater(len(texts["observables.csv"].splitlines()), 2)
            for threads in (2, 5):
                with self.subTest(scene=scene, threads=threads):
                    of_more = self.output(threads, scene, *words)
                    self.assertEqual(of_more[0], texts)
                    self.assertEqual(of_more[2], summary)
                    self.assertEqual(of_more[1].keys(), numbers.keys())
                    for name, values in numbers.items():
                        self.assertTrue(numpy.array_equal(of_more[1][name], values), name)

    def test_one_is_one(self):
        scene = self.write("endless.toml", ENDLESS)
        for threads, expected in ((1, 1), (2, 3), (3, 4), (9, 4)):  # one for samples, two for rows of events
            with self.subTest(threads=threads):
                process = self.start("run", scene, "--quiet", "--events", "--threads", threads, "-o", f"of-{threads}")
                table = self.folder / f"of-{threads}/observables.csv"
                self.wait_for(process, "a sample", lambda: table.exists() and table.stat().st_size > 2000)
                self.assertEqual(len(os.listdir(f"/proc/{process.pid}/task")), expected)
                self.end(process)

    def test_numbers_that_are_none_are_refused(self):
        for threads in ("0", "-1", "two", "1.5"):
            with self.subTest(threads=threads):
                result = self.run_program("run", "break", "--threads", threads, expect=BAD_INPUT)
                self.assertIn("--threads", result.stderr)
                self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    unittest.main()
