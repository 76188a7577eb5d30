"""What a scene costs is known before it is paid: bounds, estimates, and words where much is asked for."""

import json
import re
import resource
import unittest

from program import BAD_INPUT, RELEASE, SOURCE, ProgramTest

MIB = 2**20


def limited_to(mebibytes):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes * MIB, mebibytes * MIB))


class Bounds(ProgramTest):
    def test_a_box_too_far_from_the_origin_is_refused_at_once(self):
        text = (SOURCE / "scenes/lorentz.toml").read_text()
        scene = self.folder / "far.toml"
        scene.write_text(re.sub(r"(?m)^min = .*", "min = [0.0, -1e40]", text))
        for command in (["check", str(scene)], ["run", str(scene)]):
            told = self.run_program(*command, expect=BAD_INPUT, preexec_fn=limited_to(1000)).stderr
            self.assertRegex(told, r"far\.toml:\d+:\d+: min: expected at most 2\^39 times the shortest periodic side")

    def test_agents_that_need_many_pieces_are_told_to(self):
        plain = self.run_program("check", "agents").stderr
        self.assertNotIn("pieces", plain)
        told = self.run_program("check", "agents", "--set", "agent.0.max_acceleration=4294967296").stderr
        # A piece of length h strays a h^2 / 8 from a parabola: window sqrt(a / (8 e)) pieces, e = 1/64 of the radius.
        pieces = int(re.search(r"is cut into (\d+) straight pieces", told).group(1))
        window, error = (float(re.search(pattern, told).group(1))
                         for pattern in (r"window of ([0-9.]+)", r"path_error of ([0-9.]+)"))
        self.assertAlmostEqual(pieces, window * (4294967296 / (8 * error))**0.5, delta=0.02 * pieces)
        self.assertIn("10^6 straight pieces", self.run_program(
            "check", "agents", "--set", "agent.0.max_acceleration=1e30", expect=BAD_INPUT).stderr)

    def estimate(self, *words):
        """The least and the most of what check says [bytes]."""
        told = self.run_program("check", *words).stdout
        least = float(re.search(r"memory about (\d+) MiB", told).group(1))
        more = re.search(r"up to (\d+) MiB for what happens", told)
        return least * MIB, (least + (float(more.group(1)) if more else 0.0)) * MIB

    def test_memory_is_estimated_within_a_fifth(self):
        gases = [(scene, ["--set", f"gas.0.count={count}", "--set", f"run.collisions={count}"])
                 for scene in ("gas2d", "gas3d") for count in (4000, 32000, 90000, 150000)]
        scenes = [(scene, []) for scene in ("break", "mixture", "granular", "room", "yard", "agents")]
        for scene, settings in gases + scenes:
            with self.subTest([scene, *settings]):
                least, most = self.estimate(scene, *settings)
                peak = self.summary(scene, *settings, "--force", "-o", "run", program=RELEASE)["peak_memory_bytes"]
                self.assertGreater(1.2 * most, peak)
                self.assertLess(0.8 * least, peak)

    def test_many_balls_take_little_more_than_their_world(self):
        # Of which a million take 180 bytes each in 2D and 198 in 3D; the program itself another 12, and what the report
        # keeps up to 16.
        for scene, most in (("gas2d", 235), ("gas3d", 255)):
            with self.subTest(scene):
                summary = self.summary(scene, "--set", "gas.0.count=1000000", "--collisions", "200000", "-o", scene,
                                       program=RELEASE)
                self.assertLess(summary["peak_memory_bytes"] / 1e6, most)

    def test_a_run_that_cannot_fit_is_refused(self):
        # With what compares times a copy of all places is kept, and made for each sample.
        words = ["gas3d", "--set", "gas.0.count=2000000", "--set", "observables.mean_square_displacement=true"]
        told = self.run_program("check", *words, expect=BAD_INPUT, preexec_fn=limited_to(500)).stderr
        self.assertRegex(told, r"needs about [0-9.]+ (MiB|GiB) of memory, and this process may have 500 MiB")
        told = self.run_program("run", *words, "--json", expect=BAD_INPUT, preexec_fn=limited_to(500)).stderr
        self.assertIn("needs about", json.loads(told)["message"])


if __name__ == "__main__":
    unittest.main()
