"""firsthit import: scenes from other programs' files."""

import unittest

from program import BAD_INPUT, OUTPUT_FAILED, ProgramTest

# Two particles meet head on: 0.46 between their surfaces, closing at 0.02, takes 23. Each is then 0.46
# from its wall, at 0.01: they hit the walls at 69, and would meet again at 115.
SWAPPING = """2
0.25 0.50   0.01 0.00   0.02 1.0   200 0 0
0.75 0.50  -0.01 0.00   0.02 1.0   0 0 200
"""


class Import(ProgramTest):
    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def test_an_imported_file_is_a_good_scene_that_runs(self):
        self.write("two.txt", SWAPPING)
        said = self.run_program("import", "algs4", "two.txt").stdout
        self.assertEqual(said, "two.toml: a scene of 2 balls\n")
        said = self.run_program("check", "two.toml").stdout
        self.assertIn("two.toml: good: 2D, 2 balls, until 100, ", said)
        summary = self.summary("two.toml")
        self.assertEqual(summary["outcome"], "reached_time")
        self.assertEqual(summary["simulated_time"], 100.0)
        self.assertEqual(summary["collisions_by_kind"], {"body_body": 1, "body_obstacle": 0, "body_side": 2})
        self.assertAlmostEqual(summary["energy_final"], 1e-4, delta=1e-16)
        self.assertIn("#c80000", (self.folder / "out/two/picture.svg").read_text())

    def test_the_scene_is_written_where_the_option_says(self):
        (self.folder / "deep").mkdir()
        self.write("deep/two.txt", SWAPPING)
        self.run_program("import", "algs4", "deep/two.txt", "-o", "deep/scene.toml")
        self.assertEqual(self.names(), ["deep"])
        self.assertTrue((self.folder / "deep/scene.toml").exists())
        self.run_program("import", "algs4", "deep/two.txt")
        self.assertEqual(self.names(), ["deep", "two.toml"])

    def test_a_file_that_exists_is_replaced_by_force_only(self):
        self.write("two.txt", SWAPPING)
        target = self.write("two.toml", "precious")
        message = self.run_program("import", "algs4", "two.txt", expect=OUTPUT_FAILED).stderr
        self.assertIn("two.toml: exists already", message)
        self.assertEqual(target.read_text(), "precious")
        self.run_program("import", "algs4", "two.txt", "--force")
        self.assertIn("format = 1", target.read_text())

    def test_the_file_itself_is_not_replaced_even_by_force(self):
        source = self.write("two.toml", SWAPPING)
        self.run_program("import", "algs4", "two.toml", "--force", expect=OUTPUT_FAILED)
        self.assertEqual(source.read_text(), SWAPPING)

    def test_every_mistake_is_told_with_its_place_and_nothing_is_written(self):
        self.write("bad.txt", "3\n0.5 0.5 0 0 -0.1 1 0 0 256\n0.5 oops 0 0 0.1 1 0 0 0\n")
        result = self.run_program("import", "algs4", "bad.txt", expect=BAD_INPUT)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.splitlines(), [
            "bad.txt:2:13: radius: expected > 0, found -0.1",
            'bad.txt:2:24: b: expected a whole number from 0 to 255, found "256"',
            'bad.txt:3:5: ry: expected a number, found "oops"',
            "bad.txt:3:25: expected 3 particles of 9 numbers each, found 2",
        ])
        self.assertEqual(self.names(), ["bad.txt"])

    def test_files_that_cannot_be_read_are_named(self):
        for name in ("absent.txt", "."):
            self.assertIn(f"{name}: cannot read it: ",
                          self.run_program("import", "algs4", name, "-o", "x.toml", expect=BAD_INPUT).stderr)
        self.assertEqual(self.names(), [])

    def test_an_unwritable_place_is_named(self):
        self.write("two.txt", SWAPPING)
        self.assertIn("nowhere/x.toml: cannot make the file",
                      self.run_program("import", "algs4", "two.txt", "-o", "nowhere/x.toml",
                                       expect=OUTPUT_FAILED).stderr)

    def test_overlaps_are_accepted_when_allowed_and_the_scene_runs(self):
        self.write("deep.txt", "2 0.25 0.5 0 0 0.125 1 0 0 0\n0.375 0.5 0 0 0.125 1 0 0 0\n")
        message = self.run_program("import", "algs4", "deep.txt", expect=BAD_INPUT).stderr
        self.assertIn("deep.txt:2:1: balls-1-2 overlaps balls-1-1 (deep.txt:1): 0.125 deep", message)
        self.run_program("import", "algs4", "deep.txt", "--allow-overlap")
        self.run_program("run", "--quiet", "deep.toml")

    def test_an_unknown_format_is_named_beside_those_that_exist(self):
        message = self.run_program("import", "algs5", "x.txt", expect=BAD_INPUT).stderr
        self.assertIn("algs5", message)
        self.assertIn("algs4", message)
        self.assertIn("FORMAT", self.run_program("import", expect=BAD_INPUT).stderr)
        self.assertIn("FILE", self.run_program("import", "algs4", expect=BAD_INPUT).stderr)


if __name__ == "__main__":
    unittest.main()
