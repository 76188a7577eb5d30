"""Pictures in pixels show what stands in the run's files."""

import shutil
import unittest

import h5py

from png import Png
from program import BAD_INPUT, OUTPUT_FAILED, ProgramTest

WIDTH, MARGIN, TOP = 2400, 88, 184  # of a picture and around the world in it, in pixels

# Two balls of colours that nothing else has, in a box with a side of 10 and a height of 5.
TWO = """
format = 1
dimension = 2
[space]
min = [-2.0, 0.0]
max = [8.0, 5.0]
sides = "wall"
[run]
until = 1.0
sample_every = 0.5
[[ball]]
position = [0.0, 1.0]
velocity = [2.0, 1.0]
radius = 0.5
mass = 1.0
color = "#00c800"
[[ball]]
position = [6.0, 4.0]
velocity = [-1.0, -1.0]
radius = 0.25
mass = 1.0
color = "#c80000"
[[wall]]
from = [3.0, 0.0]
to = [3.0, 1.0]
color = "#0000ff"
"""

CUBE = """
format = 1
dimension = 3
[space]
min = [0.0, 0.0, 0.0]
max = [1.0, 1.0, 1.0]
sides = "wall"
[run]
until = 1.0
[[ball]]
position = [0.5, 0.5, 0.5]
radius = 0.1
mass = 1.0
color = "#c800c8"
"""

# A ball that drops on a crate, and comes to rest there.
REST = """
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [10.0, 5.0]
[physics]
gravity = [0.0, -10.0]
restitution = 0.25
[run]
until = 4.0
sample_every = 0.5
[[body]]
shape = { box = { half_extents = [1.0, 0.5] } }
position = [5.0, 0.5]
color = "#00c800"
[[ball]]
position = [5.0, 2.0]
radius = 0.5
mass = 1.0
color = "#00c800"
"""


def is_strong(pixel, part):
    """Is it a shade of red (0), green (1) or blue (2)?"""
    return pixel[part] > max(pixel[i] for i in range(3) if i != part) + 60


class Pixels(ProgramTest):
    def snapshot(self, scene, *words):
        self.write("scene.toml", scene)
        self.run_program("run", "scene.toml", "-o", "run", "--quiet")
        self.run_program("snapshot", "run", *words, "-o", "x.png")
        return Png((self.folder / "x.png").read_bytes())

    def test_balls_are_where_the_trajectory_has_them(self):
        image = self.snapshot(TWO, "--at", "0.5")
        self.assertEqual(image.width, WIDTH)
        with h5py.File(self.folder / "run/trajectory.h5") as run:
            places = run["particles/all/position/value"][1]
        scale = (WIDTH - 2 * MARGIN) / 10
        self.assertEqual(places.tolist(), [[1.0, 1.5], [5.5, 3.5]])
        for (x, y), radius, color in zip(places, (0.5, 0.25), ((0, 200, 0), (200, 0, 0))):
            column, row = MARGIN + (x + 2) * scale, TOP + (5 - y) * scale
            # Just inside its edge all around, it has a shade of its colour; well outside it has not.
            for step_x, step_y in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                inside, outside = (image.at(int(column + step_x * share * radius * scale),
                                            int(row + step_y * share * radius * scale)) for share in (0.9, 1.1))
                strong = color.index(200)
                self.assertTrue(is_strong(inside, strong), (x, y, step_x, step_y, inside))
                self.assertFalse(is_strong(outside, strong), (x, y, step_x, step_y, outside))
        self.assertEqual(image.at(int(MARGIN + 5 * scale), int(TOP + 4.5 * scale)), (0, 0, 255))  # the segment
        self.assertEqual(image.at(3, 3), (0xfb, 0xfa, 0xf7))  # the paper
        self.assertEqual(image.at(MARGIN + 12, TOP + 12), (255, 255, 255))  # the space

    def test_a_trajectory_of_more_bodies_than_it_holds_is_refused_by_its_name(self):
        for bodies in (2**30, 2**45):  # more than fits into this memory, and into any
            self.snapshot(TWO)
            with h5py.File(self.folder / "run/trajectory.h5", "a") as run:
                shape = run["particles/all/position/value"].shape
                del run["particles/all/position/value"]
                run.create_dataset("particles/all/position/value", (shape[0], bodies, 2), "d", chunks=(1, 1024, 2))
            result = self.run_program("snapshot", "run", "-o", "y.png", expect=BAD_INPUT)
            self.assertIn("run/trajectory.h5: damaged: a dataset in it is larger than what is stored of it",
                          result.stderr)
            shutil.rmtree(self.folder / "run")
            (self.folder / "x.png").unlink()

    def test_a_ball_in_the_middle_of_a_cube_is_in_the_middle(self):
        image = self.snapshot(CUBE)
        shades = [(x, y) for y in range(0, image.height, 4) for x in range(0, image.width, 4)
                  if image.at(x, y)[0] > image.at(x, y)[1] + 60 and image.at(x, y)[2] > image.at(x, y)[1] + 60]
        self.assertGreater(len(shades), 50)
        self.assertAlmostEqual(sum(x for x, _ in shades) / len(shades), image.width / 2, delta=8)

    def test_forces_are_drawn_at_the_end_where_bodies_rest(self):
        scale = (WIDTH - 2 * MARGIN) / 10
        for at, drawn in ((), True), (("--at", "4"), True), (("--at", "3.5"), False):
            image = self.snapshot(REST, *at)
            # Between the ball's middle and the crate's, and between that and the floor: red on green.
            for height in 1.25, 0.75, 0.25:
                red, green, _ = image.at(int(MARGIN + 5 * scale), int(TOP + (5 - height) * scale))
                self.assertEqual(red > green, drawn, (at, height, red, green))
            shutil.rmtree(self.folder / "run")
            (self.folder / "x.png").unlink()

    def test_the_same_run_gives_the_same_bytes(self):
        self.snapshot(TWO)
        first = (self.folder / "x.png").read_bytes()
        self.run_program("snapshot", "run", "-o", "y.png")
        self.assertEqual((self.folder / "y.png").read_bytes(), first)

    def test_other_names_are_refused(self):
        for name in ("x.jpg", "x", "png", "x.svg.bak"):
            result = self.run_program("snapshot", "run", "-o", name, expect=BAD_INPUT)
            self.assertIn(f"expected a name that ends in .svg or .png, found {name}", result.stderr)

    def test_a_picture_that_cannot_be_written_leaves_nothing(self):
        self.snapshot(TWO)
        self.run_program("snapshot", "run", "-o", "missing/x.png", expect=OUTPUT_FAILED)
        self.run_program("snapshot", "run", "-o", "x.png", expect=OUTPUT_FAILED)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["run", "scene.toml", "x.png"])


if __name__ == "__main__":
    unittest.main()
