"""One hash: whatever the windows, lists, samples, outputs, and from every compiler."""

import pathlib
import unittest

from program import CLANG, LONG_FORM, RELEASE, SCENES, SOURCE, ProgramTest

# How far each scene runs here; the long form runs it to its end.
SHORT = {
    "agents": ["--until", "12"],
    "barometer": ["--until", "40", "--set", "run.measure_from=0"],
    "break": ["--until", "2"],
    "bricks": ["--until", "0.7"],
    "cradle": [],
    "crates": ["--until", "2.5"],
    "domino": ["--until", "1.5"],
    "drop": ["--until", "6"],
    "galperin": [],
    "gas2d": ["--collisions", "3000"],
    "gas3d": ["--collisions", "3000"],
    "gears": ["--until", "1.5"],
    "granular": ["--collisions", "3000"],
    "heap": ["--until", "1"],
    "hopper": ["--until", "2"],
    "lorentz": [],
    "mixture": ["--collisions", "3000"],
    "nine-ball": [],
    "room": [],
    "rough-gas": ["--collisions", "3000"],
    "shapes": [],
    "sinai": [],
    "stadium": [],
    "tumble": [],
    "wall": ["--until", "0.75"],
    "windmill": ["--until", "3"],
    "yard": ["--until", "3"],
}
# Here somebody decides once in each window: another window is another run. Nobody needs to be touched.
STEERED = {"agents"}
# Here bodies come to rest on each other.
PILES = "bricks", "crates", "domino", "heap", "hopper", "wall", "yard"
# Looking at all pairs takes long: one goes only so far with it.
ALL_PAIRS = {scene: ["--collisions", "20000" if LONG_FORM else "1000"] for scene in
             ("gas2d", "gas3d", "granular", "mixture", *(() if LONG_FORM else ("rough-gas",)))}


class OneHash(ProgramTest):
    runs = {}  # of each scene, as far as it was asked for: what all others are held against is run once

    def state(self, scene, limits, *words, **options):
        """What must not change: the hash, and how far the run got."""
        summary = self.summary(scene, *limits, *words, **options)
        if scene not in STEERED and pathlib.Path(scene).parent.name not in STEERED:
            self.assertGreater(summary["collisions"], 10)
        return {key: summary[key] for key in ("state_hash", "collisions", "collisions_by_kind", "simulated_time",
                                              "energy_final", "momentum_final", "outcome")}

    def plain(self, scene, limits):
        """The state after a run without any words more."""
        key = scene, *limits
        if key not in self.runs:
            self.runs[key] = self.state(scene, limits)
        return self.runs[key]

    def compare(self, scenes_and_limits, variants):
        for scene, limits in scenes_and_limits.items():
            expected = self.plain(scene, limits)
            for words, options in variants:
                if scene in STEERED and any(word.startswith("run.window=") for word in words):
                    continue
                with self.subTest(scene=scene, words=words, **options):
                    self.assertEqual(self.state(scene, limits, *words, **options), expected)

    def limits(self):
        return {scene: [] for scene in SCENES} if LONG_FORM else SHORT

    def test_every_scene_is_listed(self):
        self.assertEqual(sorted(SHORT), SCENES)

    def test_those_in_which_bodies_pile_up_end_at_their_time(self):
        for scene in PILES:
            with self.subTest(scene=scene):
                self.assertEqual(self.plain(scene, [])["outcome"], "reached_time")

    def test_windows_samples_and_outputs_change_nothing(self):
        self.compare(self.limits(), [
            ([], {}),  # once more
            (["--set", "run.window=0.037"], {}),
            (["--set", "run.window=1.5", "--set", "run.sample_every=0.11"], {}),
            (["--set", "run.sample_every=0.0", "--no-trajectory"], {}),
            (["--set", "run.sample_every=0.043"], {}),
            (["--events", "--xyz"], {}),
        ])

    def test_lists_of_neighbours_change_nothing(self):
        self.compare({**self.limits(), **ALL_PAIRS}, [
            (["--set", "run.neighbours=all"], {}),
            (["--set", "run.neighbours=all", "--set", "run.window=0.21"], {}),
        ])

    def test_compilers_and_build_types_change_nothing(self):
        self.compare(self.limits(), [([], {"program": RELEASE}), ([], {"program": CLANG})])

    def test_compilers_change_nothing_of_many_balls(self):
        # So many that their data are fetched ahead of time; one of the compilers' programs checks its memory.
        text = (SOURCE / "scenes/gas3d.toml").read_text()
        self.assertEqual(text.count("count = 4000"), 1)
        for count in (12000, 60000):
            scene = self.folder / f"many-{count}.toml"
            scene.write_text(text.replace("count = 4000", f"count = {count}"))
            self.compare({scene: ["--collisions", "20000", "--no-trajectory"]},
                         [([], {"program": RELEASE}), ([], {"program": CLANG})])

    def test_another_seed_is_another_run(self):
        self.assertNotEqual(self.plain("gas2d", SHORT["gas2d"]), self.state("gas2d", SHORT["gas2d"], "--seed", "99"))

    def test_the_scene_as_run_gives_the_same_run(self):
        for scene, limits in SHORT.items():
            with self.subTest(scene):
                expected = self.state(scene, [*limits, "--set", "run.seed=12", "-o", scene])
                self.assertEqual(self.state(self.folder / scene / "scene.toml", []), expected)


if __name__ == "__main__":
    unittest.main()
