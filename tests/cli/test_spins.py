"""What a run of balls that spin writes, held to what is known of them."""

import csv
import json
import math
import re
import tomllib
import unittest

import h5py

from program import SOURCE, ProgramTest

# A very elastic rough ball under a table (Garwin, Am. J. Phys. 37, 88, 1969), and a roller that nobody touches.
TABLE = """
format = 1
dimension = 2
[space]
min = [-3.0, 0.0]
max = [9.0, 4.0]
sides = ["open", "wall"]
[physics]
friction = inf
tangential_restitution = 1
[run]
until = 8.0
sample_every = 1.0
[[ball]]
name = "super"
position = [0.0, 2.0]
velocity = [1.0, -1.0]
radius = 1.0
mass = 1.0
inertia = 0.4
[[body]]
kind = "kinematic"
position = [50.0, 2.0]
shape = { ball = { radius = 1.0 } }
angular_velocity = 0.25
orientation = 90
[[ball]]
position = [-50.0, 2.0]
radius = 1.0
"""


class Spins(ProgramTest):
    def run_table(self):
        (self.folder / "table.toml").write_text(TABLE)
        self.run_program("run", "table.toml", "-o", "run", "--events", "--xyz")
        return self.folder / "run"

    def test_events_tell_how_both_turn(self):
        with open(self.run_table() / "events.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 4)
        # Off the floor v' = 3/7 v - 4/7 w, w' = -10/7 v - 3/7 w; off the table the same of -w.
        v, w = 1.0, 0.0
        for i, row in enumerate(rows):
            side = 1.0 if i % 2 == 0 else -1.0
            self.assertAlmostEqual(float(row["velocity_a_before_x [L/T]"]), v, delta=1e-14)
            self.assertAlmostEqual(float(row["angular_velocity_a_before [1/T]"]), w, delta=1e-14)
            v, w, change = 3 / 7 * v - side * 4 / 7 * w, -side * 10 / 7 * v - 3 / 7 * w, v
            self.assertAlmostEqual(float(row["velocity_a_after_x [L/T]"]), v, delta=1e-14)
            self.assertAlmostEqual(float(row["angular_velocity_a_after [1/T]"]), w, delta=1e-14)
            self.assertAlmostEqual(float(row["tangential_impulse_x [M L/T]"]), change - v, delta=1e-14)
            self.assertEqual(float(row["angular_velocity_b_after [1/T]"]), 0)
            if i == 2:
                self.assertAlmostEqual(v, -333 / 343, delta=1e-14)

    def test_trajectories_hold_how_they_stand(self):
        folder = self.run_table()
        with h5py.File(folder / "trajectory.h5") as run:
            bodies = run["particles/all"]
            self.assertEqual(list(bodies["spins"][:]), [1, 0, 1])
            for k, time in enumerate(bodies["position/time"][:]):
                half = math.pi / 4 + 0.125 * time
                for found, expected in zip(bodies["orientation/value"][k, 2], (math.cos(half), 0, 0, math.sin(half))):
                    self.assertAlmostEqual(found, expected, delta=1e-15)
                self.assertEqual(list(bodies["orientation/value"][k, 1]), [1, 0, 0, 0])
                self.assertEqual(bodies["angular_velocity/value"][k, 2, 0], 0.25)
        lines = (folder / "trajectory.xyz").read_text().splitlines()
        self.assertIn(":id:I:1:orientation:R:4:angular_velocity:R:3 Time=0", lines[1])
        roller = [float(x) for x in lines[4].split()[10:]]
        for found, expected in zip(roller, (0, 0, math.sin(math.pi / 4), math.cos(math.pi / 4), 0, 0, 0.25)):
            self.assertAlmostEqual(found, expected, delta=1e-15)

    def marks_in(self, draw):
        """How many more paths a picture has than one of the same without spins; draw(folder, scene) is its text."""
        plain = re.sub(r"(inertia|angular_velocity|orientation) = .*\n", "", TABLE)
        return draw("run", TABLE).count("<path") - draw("plain", plain).count("<path")

    def test_pictures_show_it(self):
        def draw(folder, scene):
            (self.folder / f"{folder}.toml").write_text(scene)
            self.run_program("run", f"{folder}.toml", "-o", folder)
            return (self.folder / folder / "picture.svg").read_text()
        self.assertEqual(self.marks_in(draw), 2)  # a radius for each of the two that spin

    def test_snapshots_show_it_from_samples_and_from_paths(self):
        for words in ((), ("--no-trajectory",)):
            def draw(folder, scene, words=words):
                (self.folder / f"{folder}.toml").write_text(scene)
                self.run_program("run", f"{folder}.toml", "-o", folder, "--force", *words)
                self.run_program("snapshot", folder, "--at", "0", "-o", "begin.svg", "--force")
                return (self.folder / "begin.svg").read_text()
            self.assertEqual(self.marks_in(draw), 2, words)

    def test_energy_of_rotation_is_measured(self):
        summary = json.loads(self.run_program("run", "rough-gas", "-o", "gas", "--collisions", "60000", "--json").stdout)
        self.assertTrue(summary["energy_conserved"])
        self.assertAlmostEqual(summary["energy_final"], summary["energy_initial"], delta=1e-12 * summary["energy_final"])
        with open(self.folder / "gas/observables.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(float(rows[0]["rotational_energy [M L^2/T^2]"]), 0)
        share = [float(row["rotational_energy [M L^2/T^2]"]) / float(row["energy [M L^2/T^2]"]) for row in rows]
        self.assertAlmostEqual(share[-1], 0.5, delta=0.02)  # 1 / sqrt(3 * 4000) is 0.01 of either energy
        text = self.run_program("run", "rough-gas", "-o", "text", "--collisions", "3000",
                                "--set", "run.measure_from=0").stdout
        self.assertRegex(text, r"\n  temperature .*\n    of rotation +\d")

    def test_shots_go_as_far_as_theory_says(self):
        """Slipping at v with a spin worth w, a ball rolls at v - 2/7 (v - w) after 2/7 |v - w| / (mu g)."""
        scene = tomllib.loads((SOURCE / "scenes/nine-ball.toml").read_text())
        cloth = next(each for each in scene["contact"] if each["materials"] == ["practice", "cloth"])
        brakes = 9.81 * cloth["friction"]
        resists = 9.81 * cloth["rolling_friction"]
        keeps = next(each["restitution"] for each in scene["contact"] if each["materials"] == ["practice"] * 2)

        def way(v, w):
            slip = v - w
            takes = 2 / 7 * abs(slip) / brakes
            rolls = v - 2 / 7 * slip
            return v * takes - math.copysign(brakes, slip) * takes**2 / 2 + rolls * abs(rolls) / (2 * resists)

        self.run_program("run", "nine-ball", "-o", "run")
        with h5py.File(self.folder / "run/trajectory.h5") as run:
            names = [name.decode() for name in run["particles/all/name"][:]]
            start, end = run["particles/all/position/value"][0], run["particles/all/position/value"][-1]
            velocity = run["particles/all/velocity/value"][-1]
        self.assertEqual(velocity.any(), False)  # all have stopped
        balls = {ball["name"]: ball for ball in scene["ball"]}
        for shot in ("stop", "draw", "follow"):
            cue, other = names.index(f"{shot}-cue"), names.index(f"{shot}-object")
            ball = balls[f"{shot}-cue"]
            v, w = ball["velocity"][0], ball["angular_velocity"][1] * ball["radius"]
            room = start[other][0] - start[cue][0] - 2 * ball["radius"]
            slows = resists if shot == "follow" else brakes  # it rolls, or slips, up to the other
            hit = math.sqrt(v * v - 2 * slows * room)
            worth = hit if shot == "follow" else w + 2.5 * (v - hit)
            self.assertAlmostEqual(worth, {"stop": 0, "draw": -hit, "follow": hit}[shot], delta=1e-9)
            self.assertAlmostEqual(end[other][0] - start[other][0], way((1 + keeps) / 2 * hit, 0), delta=1e-7)
            self.assertAlmostEqual(end[cue][0] - start[cue][0] - room, way((1 - keeps) / 2 * hit, worth), delta=1e-7)

    def test_smooth_runs_have_none_of_it(self):
        self.run_program("run", "break", "-o", "break", "--until", "0.5", "--events", "--xyz")
        for name in ("events.csv", "observables.csv", "trajectory.xyz"):
            self.assertNotRegex((self.folder / "break" / name).read_text(), "angular|rotational|orientation")
        with h5py.File(self.folder / "break/trajectory.h5") as run:
            self.assertNotIn("orientation", run["particles/all"])
        self.assertIsNone(json.loads((self.folder / "break/summary.json").read_text())["rotational_temperature"])


if __name__ == "__main__":
    unittest.main()
