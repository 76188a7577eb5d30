"""The benchmarks compile as strictly as the library, and what they compare it with computes the same as it does."""

import tempfile
import unittest
from pathlib import Path

from house import BUILD, SOURCE, output_of, run


class Bench(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.program = Path(folder.name) / "world_bench"
        sources = sorted((SOURCE / "bench" / "world").glob("*.cpp"))
        output_of(["g++", "-std=c++20", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow",
                   "-Wconversion", "-Wsign-conversion", "-Werror", "-I", SOURCE / "include", "-I", SOURCE / "src",
                   *sources, BUILD / "libfirsthit.a", "-o", cls.program])

    def test_the_programs_compute_the_same(self):
        self.assertIn("The programs agree", output_of([self.program, "--check"]))

    def test_one_row_can_be_measured_alone(self):
        head, names, row = output_of([self.program, "--quick", "2D", "0.7", "100"]).splitlines()
        self.assertRegex(row, r"^2D 0\.70 +100 \|.*\| [0-9a-f]{16}$")
        self.assertEqual(len(row.split("|")), len(names.split("|")))

    def test_a_row_that_is_not_there_is_a_usage_error(self):
        result = run([self.program, "3D", "0.7"])
        self.assertEqual(result.returncode, 2)
        self.assertIn("no row has all of these words", result.stderr)


if __name__ == "__main__":
    unittest.main()
