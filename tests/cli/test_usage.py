"""Help, version, and everything that one can type wrongly."""

import re
import unittest

from program import BAD_INPUT, BOUNCER, SCENES, SOURCE, ProgramTest


class Usage(ProgramTest):
    def refused(self, *words):
        """What the program says of a command that it refuses."""
        result = self.run_program(*words, expect=BAD_INPUT)
        self.assertEqual(result.stdout, "")
        self.assertFalse((self.folder / "out").exists())
        return result.stderr

    def test_version_is_that_of_the_library(self):
        version = re.search(r'kVersion = "(.*)"', (SOURCE / "include/firsthit/version.hpp").read_text()).group(1)
        self.assertEqual(self.run_program("--version").stdout, f"firsthit {version}\n")

    def test_help_names_every_command(self):
        text = self.run_program("--help").stdout
        for command in ("run", "check", "snapshot", "report", "import", "query", "doctor", "completion", "man"):
            self.assertRegex(text, rf"(?m)^  {command} ")

    def test_help_of_every_command_has_examples_that_use_it(self):
        for command in ("run", "check", "snapshot", "report", "import", "query", "doctor", "completion", "man"):
            with self.subTest(command):
                text = self.run_program(command, "--help").stdout
                self.assertEqual(text.count("Examples:"), 1)
                self.assertIn(f"\n  firsthit {command} ", text)

    def test_help_of_run_names_every_option_and_installed_scene(self):
        text = self.run_program("run", "--help").stdout
        for option in ("--output", "--until", "--collisions", "--seed", "--set", "--no-trajectory", "--xyz",
                       "--events", "--force", "--allow-overlap", "--json", "--quiet"):
            self.assertIn(option, text)
        self.assertIn(", ".join(SCENES), " ".join(text.split()))

    def test_help_fits_a_wide_terminal(self):
        for words in (["--help"], ["run", "--help"], ["check", "--help"], ["snapshot", "--help"],
                      ["import", "--help"], ["query", "--help"], ["doctor", "--help"], ["completion", "--help"],
                      ["man", "--help"]):
            for line in self.run_program(*words).stdout.splitlines():
                self.assertLessEqual(len(line), 110, line)

    def test_a_command_is_required(self):
        self.assertIn("run, resume, check, snapshot, report, import, query, doctor, completion or man", self.refused())

    def test_a_scene_without_a_command_is_told_the_command(self):
        self.assertIn("did you mean firsthit run my.toml?", self.refused("my.toml"))
        self.assertNotIn("did you mean", self.refused("frobnicate"))

    def test_check_takes_settings_as_run_does(self):
        self.assertIn("until 3", self.run_program("check", "break", "--set", "run.until=3").stdout)
        self.assertIn("expected > 0, found -1", self.refused("check", "break", "--set", "ball.0.mass=-1"))

    def test_unknown_words_are_named(self):
        self.assertIn("frobnicate", self.refused("frobnicate"))
        self.assertIn("--frobnicate", self.refused("run", "break", "--frobnicate"))
        self.assertIn("second", self.refused("run", "break", "second"))

    def test_what_is_missing_is_named(self):
        self.assertIn("SCENE", self.refused("run"))
        self.assertIn("SCENE", self.refused("check"))
        self.assertIn("DIR", self.refused("snapshot", "-o", "x.svg"))
        self.assertIn("--output", self.refused("snapshot", "out"))
        self.assertIn("--until", self.refused("run", "break", "--until"))

    def test_json_and_quiet_exclude_each_other(self):
        self.refused("run", "break", "--json", "--quiet")

    def test_an_unknown_scene_is_named_beside_those_that_exist(self):
        for command in ("run", "check"):
            message = self.refused(command, "brake")
            self.assertIn("brake", message)
            self.assertIn(", ".join(SCENES), message)

    def test_a_folder_is_no_scene(self):
        self.assertIn("found a folder", self.refused("run", self.folder))

    def test_a_bad_option_is_named_as_it_was_typed(self):
        self.assertTrue(self.refused("run", "break", "--until", "-1").startswith("--until -1: until: expected"))
        self.assertTrue(self.refused("run", "break", "--until", "nan").startswith("--until nan: until: expected"))
        self.assertTrue(self.refused("run", "break", "--collisions", "x").startswith("--collisions x: collisions: exp"))
        self.assertTrue(self.refused("run", "break", "--seed", "1.5").startswith("--seed 1.5: seed: expected"))
        self.assertTrue(self.refused("run", "break", "--set", "run.window=-1").startswith("--set run.window=-1: window"))
        self.assertIn("did you mean window?", self.refused("run", "break", "--set", "run.windw=1"))
        self.assertIn("--set nonsense", self.refused("run", "break", "--set", "nonsense"))

    def test_all_bad_options_are_told_at_once(self):
        message = self.refused("run", "break", "--until", "-1", "--set", "physics.restitution=2", "--seed", "x")
        self.assertEqual(len(message.splitlines()), 3, message)

    def test_an_end_that_the_clock_cannot_reach_is_refused_before_the_run(self):
        scene = self.write("bouncer.toml", BOUNCER.replace("sample_every = 0.25", ""))
        message = self.refused("run", scene, "--until", "1e40")
        self.assertIn("1e+40", message)

    def test_a_setting_does_not_swallow_the_scene_behind_it(self):
        self.run_program("run", "--quiet", "--set", "run.until=0.1", "--set", "run.seed=3", "break")

    def test_run_without_a_scene_file_says_what_cannot_be_read(self):
        self.write("unreadable.toml", "").unlink()
        self.assertIn("unreadable.toml", self.refused("run", "unreadable.toml"))


class Check(ProgramTest):
    def test_every_installed_scene_is_good(self):
        result = self.run_program("check", *SCENES)
        self.assertEqual(len(result.stdout.splitlines()), len(SCENES))
        self.assertEqual(result.stderr, "")
        for line in result.stdout.splitlines():
            self.assertIn(": good: ", line)

    def test_all_problems_of_all_scenes_are_told(self):
        self.write("one.toml", BOUNCER.replace("radius = 0.25", "radius = -0.25").replace("mass = 1.0", "mass = 0"))
        self.write("two.toml", BOUNCER.replace("until", "untill"))
        self.write("good.toml", BOUNCER)
        result = self.run_program("check", "one.toml", "good.toml", "two.toml", expect=BAD_INPUT)
        self.assertRegex(result.stdout, r"^good\.toml: good: 2D, 1 ball, until 100, memory about \d+ MiB.*\n$")
        self.assertIn("one.toml:16:10: radius: expected >= 0, found -0.25", result.stderr)
        self.assertIn("one.toml:17:8: mass: expected > 0, found 0", result.stderr)
        self.assertRegex(result.stderr, r"two\.toml:11:1: .*untill.*did you mean until\?")
        self.assertIn("2 of 3 scenes cannot run", result.stderr)

    def test_check_writes_nothing(self):
        scene = self.write("bouncer.toml", BOUNCER)
        self.run_program("check", scene)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["bouncer.toml"])

    def test_what_only_the_world_refuses_is_refused_too(self):
        scene = self.write("late.toml", BOUNCER.replace("until = 100.0\nsample_every = 0.25", "until = 1e40"))
        self.assertIn("late.toml", self.run_program("check", scene, expect=BAD_INPUT).stderr)


class OwnScenes(ProgramTest):
    def test_scenes_of_a_folder_of_ones_own_are_found_by_name(self):
        self.write("mine.toml", BOUNCER)
        result = self.run_program("check", "mine", env={"FIRSTHIT_SCENES": str(self.folder)}, cwd="/")
        self.assertIn("good", result.stdout)


if __name__ == "__main__":
    unittest.main()
