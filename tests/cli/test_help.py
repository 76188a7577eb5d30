"""The manual and the completion of shells tell what the help tells; the doctor tells what the machine has."""

import json
import os
import re
import subprocess
import unittest

from program import BAD_INPUT, PROGRAM, SCENES, ProgramTest

SHELLS = ("bash", "zsh", "fish")


class Help(ProgramTest):
    def text(self, *words):
        return self.run_program(*words).stdout

    def commands(self):
        """Names of commands and their options, as the help tells them."""
        names = re.findall(r"(?m)^  ([a-z]+) ", self.text("--help").split("Subcommands:")[1].split("Examples:")[0])
        self.assertIn("run", names)
        return {name: re.findall(r"(?m)^  (?:-\w,)?(--[a-z-]+)", self.text(name, "--help")) for name in names}

    def run_shell(self, *words):
        path = os.pathsep.join([str(PROGRAM.parent), os.environ["PATH"]])
        result = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "PATH": path},
                                cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, ""), words)
        return result.stdout.split()

    def script(self, shell):
        file = self.folder / f"completion.{shell}"
        file.write_text(self.text("completion", shell))
        return str(file)

    def test_the_manual_and_every_script_have_every_command_and_option(self):
        commands = self.commands()
        self.assertGreater(sum(map(len, commands.values())), 30)
        manual = self.text("man").replace("\\-", "-")
        for name, options in commands.items():
            section = manual.split(f'.SS "firsthit {name}"')[1].split(".SS ")[0]
            for option in options:
                self.assertIn(option, section, name)
        for shell in SHELLS:
            script = self.text("completion", shell)
            for name, options in commands.items():
                self.assertRegex(script, rf"\b{name}\b", shell)
                for option in options:
                    self.assertIn(f"-l {option[2:]}" if shell == "fish" else option, script, f"{shell}: {name}")

    def test_the_manual_is_sound(self):
        result = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-rLL=120n"], input=self.text("man"),
                                capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("--until", result.stdout)

    def test_scripts_are_sound(self):
        for shell in SHELLS:
            self.run_shell(shell, "-n", self.script(shell))

    def complete_in_bash(self, *words):
        line = " ".join(f"'{word}'" for word in words)
        return self.run_shell("bash", "-c", f"source {self.script('bash')}; COMP_WORDS=({line}); "
                              f"COMP_CWORD={len(words) - 1}; _firsthit; echo ${{COMPREPLY[@]}}")

    def test_bash_completes_commands_options_scenes_and_files(self):
        (self.folder / "breaking.toml").touch()
        self.assertEqual(self.complete_in_bash("firsthit", "sn"), ["snapshot"])
        self.assertEqual(self.complete_in_bash("firsthit", "run", "--unt"), ["--until"])
        self.assertEqual(self.complete_in_bash("firsthit", "run", "br"), ["break", "bricks", "breaking.toml"])
        self.assertEqual(self.complete_in_bash("firsthit", "import", "alg"), ["algs4"])

    def complete_in_fish(self, line):
        found = self.run_shell("fish", "--no-config", "-c", f"source {self.script('fish')}; complete -C '{line}'")
        return [word for word in found if line.split(" ")[-1] in word]

    def test_fish_completes_commands_options_and_scenes(self):
        self.assertIn("snapshot", self.complete_in_fish("firsthit snaps"))
        self.assertIn("--until", self.complete_in_fish("firsthit run --unt"))
        self.assertIn("galperin", self.complete_in_fish("firsthit run galp"))

    def test_zsh_loads_its_script(self):
        found = self.run_shell("zsh", "-fc", f"autoload -U compinit; compinit -D -u; source {self.script('zsh')}; "
                               "echo ${_comps[firsthit]}")
        self.assertEqual(found, ["_firsthit"])

    def test_completion_lists_the_installed_scenes(self):
        self.assertEqual(self.text("completion", "scenes").split(), list(SCENES))
        self.assertIn("tcsh", self.run_program("completion", "tcsh", expect=BAD_INPUT).stderr)

    def test_the_doctor_tells_what_the_machine_has(self):
        facts = json.loads(self.text("doctor", "--json"))
        self.assertEqual(int(facts["cores"]), os.cpu_count())
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        self.assertAlmostEqual(float(facts["memory"].split()[0]), pages / 2**30, delta=0.11)
        self.assertEqual(facts["scenes"], f"{len(SCENES)} installed")
        self.assertEqual(f"firsthit {facts['version']}", self.text("--version").strip())
        text = self.text("doctor")
        for name in set(facts) - {"memory free", "disk free here"}:  # which change from one look to the next
            self.assertIn(f"{facts[name]}\n", text, name)


class Mistakes(ProgramTest):
    def refused(self, *words):
        return self.run_program(*words, expect=BAD_INPUT).stderr

    def test_the_nearest_word_is_told(self):
        self.assertIn("did you mean run?", self.refused("rum", "break"))
        self.assertIn("unknown option --untill; did you mean --until?", self.refused("run", "break", "--untill", "3"))
        self.assertIn("unknown option --untill; did you mean --until?", self.refused("run", "break", "--untill=3"))
        self.assertIn("did you mean break?", self.refused("run", "brek"))
        self.assertIn("unexpected word more", self.refused("run", "break", "more"))
        self.assertIn("did you mean physics.gravity?", self.refused("run", "break", "--set", "gravty=[0, 1]"))

    def test_keys_without_their_table_are_told_it(self):
        keys = ("space.min", "space.max", "space.sides", "space.material", "physics.gravity", "physics.restitution",
                "physics.rest", "physics.contact_duration", "run.until", "run.collisions", "run.seed",
                "run.sample_every", "run.measure_from", "run.window", "run.path_error", "run.allow_overlap")
        for key in keys:
            with self.subTest(key):
                told = self.refused("check", "break", "--set", f"{key.split('.')[1]}=1")
                self.assertIn(f"did you mean {key}?", told)
                placed = subprocess.run([PROGRAM, "check", "break", "--set", f"{key}=1"], capture_output=True, text=True)
                self.assertNotIn("unknown key", placed.stderr)

    def test_a_run_that_ends_before_it_measures_is_told_what_to_change(self):
        told = self.refused("run", "gas2d", "--until", "3")
        self.assertIn("measure_from: expected at most until, 3, found 5", told)
        for change in ("--until 10", "--set run.measure_from=0"):
            self.assertIn(change, told)
            words = change.split() if change.startswith("--set") else []
            self.run_program("check", "gas2d", "--set", "run.until=3" if words else "run.until=10", *words)

    def test_problems_are_told_as_json(self):
        scene = self.folder / "bad.toml"
        scene.write_text("format = 1\ndimension = 2\n[run]\nuntil = -1\nsed = 3\n")
        told = [json.loads(line) for line in self.refused("check", str(scene), "--json").splitlines()]
        self.assertEqual({(each["severity"], each["file"], each["line"]) for each in told if "until" in each["message"]},
                         {("error", str(scene), 4)})
        self.assertTrue(any("did you mean seed?" in each["message"] for each in told))
        usage = json.loads(self.refused("run", "break", "--json", "--untill", "3"))
        self.assertEqual(usage["severity"], "error")
        self.assertIn("did you mean --until?", usage["message"])

    def test_a_snapshot_past_the_end_is_refused(self):
        self.run_program("run", "break", "-o", "run", "--quiet", "--until", "2")
        told = self.refused("snapshot", "run", "--at", "99", "-o", "x.svg")
        self.assertIn("--at: expected a time of the run, from 0 to 2, found 99", told)
        self.assertIn("from 0 to 2, found -1", self.refused("snapshot", "run", "--at=-1", "-o", "x.svg"))
        self.assertFalse((self.folder / "x.svg").exists())

    def test_a_snapshot_without_a_trajectory_is_drawn_from_the_paths(self):
        for folder, options in (("both", []), ("paths", ["--no-trajectory"])):
            self.run_program("run", "break", "-o", folder, "--quiet", "--until", "2", *options)
            self.run_program("snapshot", folder, "--at", "0.3", "-o", f"{folder}.svg")
        places = [re.findall(r'<circle[^>]*cx="([0-9.]+)" cy="([0-9.]+)"', (self.folder / f"{name}.svg").read_text())
                  for name in ("both", "paths")]
        facts = [re.search(r"time 0\.3, \d+ collisions, 16 bodies", (self.folder / f"{name}.svg").read_text()).group()
                 for name in ("both", "paths")]
        self.assertEqual(facts[0], facts[1])
        # 0.3 is a sample, so bodies stand where they do in the other picture.
        both, paths = [{(round(float(x)), round(float(y))) for x, y in each} for each in places]
        self.assertGreater(len(paths), 15)
        self.assertLessEqual(len(paths - both), 3, paths - both)
        told = self.refused("snapshot", "paths", "--at", "3", "-o", "y.svg")
        self.assertIn("from 0 to 2, found 3", told)

    def test_a_run_without_either_is_told_what_to_do(self):
        self.run_program("run", "break", "-o", "run", "--quiet", "--until", "1", "--no-trajectory", "--no-report")
        told = self.refused("snapshot", "run", "-o", "x.svg")
        self.assertIn("run the scene again without --no-trajectory, or without --no-report", told)


if __name__ == "__main__":
    unittest.main()
