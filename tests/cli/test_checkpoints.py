"""A run that is cut off anywhere goes on from its last checkpoint to the same end."""

import json
import os
import random
import resource
import shutil
import signal
import time
import unittest

from compared_runs import ComparedRuns, scene_file
from program import BAD_INPUT, DONE, ENDLESS, INTERRUPTED, LONG_FORM, OUTPUT_FAILED, PATIENCE

CHECKPOINTED = 75
KINDS = {  # a scene, and how it is run
    "gas2d": ["--until", "8", "--events", "--xyz"],
    "gas3d": ["--collisions", "20000"],
    "agents": ["--events"],
    "bricks": ["--until", "0.7", "--events", "--xyz"],
    "crates": ["--until", "4", "--events"],
    "nine-ball": ["--events", "--xyz"],
    "rough-gas": ["--collisions", "20000"],
    "windmill": ["--until", "3"],
}
SEED = 20


def processor_time(process):
    """[s] How long a process has worked, which other work on the machine does not change; None once it has ended."""
    try:
        return time.clock_gettime(~process.pid << 3 | 2)  # the clock of a process, as clock_getcpuclockid has it
    except OSError:
        return None


class Resumed(ComparedRuns):
    def kill_once(self, words, after, dice):
        """Kills the program once it has worked for so long, if it still runs. True if it has come to its end."""
        process = self.start(*words)
        worked, moment = 0.0, time.monotonic()
        while process.poll() is None:
            now = processor_time(process)
            if now is not None and now >= after:
                time.sleep(dice.uniform(0.0, 0.004))  # also while it waits for a disk
                process.kill()
                break
            if now is not None and now > worked:
                worked, moment = now, time.monotonic()
            self.assertLess(time.monotonic() - moment, PATIENCE, f"{words}: works no more, and does not end")
            time.sleep(0.0005)
        errors = process.communicate()[1]
        if process.returncode == -signal.SIGKILL:
            return False
        self.assertEqual(process.returncode, DONE, errors)
        return True

    def kill_often(self, scene, words, kills, dice):
        """Runs a scene, killed again and again, until it has been killed so often and has come to its end."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.run_program("run", scene, "-o", "whole", *words)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        whole = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        killed = 0
        while killed < kills:
            shutil.rmtree(self.folder / "cut", ignore_errors=True)
            fresh = command = ["run", scene, "-o", "cut", "--quiet", "--checkpoint", "20ms", *words]
            while not self.kill_once(command, dice.uniform(0.0, 0.8 * whole + 0.1), dice):
                killed += 1
                if (self.folder / "cut/checkpoint").exists():
                    command = ["resume", "cut", "--quiet"]
                else:
                    shutil.rmtree(self.folder / "cut", ignore_errors=True)
                    command = fresh
            self.same("cut")
        return killed

    def test_runs_that_are_killed_again_and_again_come_to_the_same(self):
        dice = random.Random(SEED)
        total = 0
        for scene, words in KINDS.items():
            with self.subTest(scene=scene, seed=SEED):
                shutil.rmtree(self.folder / "whole", ignore_errors=True)
                total += self.kill_often(scene_file(scene), words, 150 if LONG_FORM else 2, dice)
        self.assertGreaterEqual(total, 1000 if LONG_FORM else 10)

    def started(self, *words):
        """An endless run with a checkpoint in its folder."""
        scene = self.write("endless.toml", ENDLESS)
        process = self.start("run", scene, "-o", "run", "--checkpoint", "30ms", *words)
        self.wait_for(process, "a checkpoint", lambda: (self.folder / "run/checkpoint-before").exists())
        return process

    def test_a_request_to_terminate_leaves_a_checkpoint_and_says_so_by_its_code(self):
        process = self.started()
        process.send_signal(signal.SIGTERM)
        errors = process.communicate(timeout=PATIENCE)[1]
        self.assertEqual(process.returncode, CHECKPOINTED, errors)
        self.assertRegex(errors, r"^firsthit: terminated at t = [\d.]+; firsthit resume run goes on\n$")
        self.assertFalse((self.folder / "run/summary.json").exists())
        reached = float(errors.split("t = ")[1].split(";")[0])
        until = reached + 20.0
        self.run_program("resume", "run", "--until", until)
        self.run_program("run", "endless.toml", "--until", until, "-o", "whole")
        self.same("run")

    def test_a_run_that_has_ended_goes_on_past_its_end(self):
        words = ["--events", "--set", "run.sample_every=0.4"]
        self.run_program("run", scene_file("gas2d"), "--until", "7", "-o", "short", "--checkpoint", "1h", *words)
        self.run_program("resume", "short", "--until", "8.1")  # 7 is no sample of the longer one
        self.run_program("run", scene_file("gas2d"), "--until", "8.1", "-o", "whole", *words)
        self.same("short")
        self.run_program("resume", "short")  # its end is that of the last run now
        self.same("short")

    def test_control_c_leaves_the_output_complete_and_a_checkpoint(self):
        process = self.started()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, INTERRUPTED)
        summary = json.loads((self.folder / "run/summary.json").read_text())
        until = summary["simulated_time"] + 3.0
        again = json.loads(self.run_program("resume", "run", "--until", until, "--json").stdout)
        self.assertEqual(again["simulated_time"], until)

    def test_a_user_signal_asks_for_a_checkpoint(self):
        scene = self.write("endless.toml", ENDLESS)
        process = self.start("run", scene, "-o", "run", "--checkpoint", "10h")
        rows = self.folder / "run/observables.csv"
        self.wait_for(process, "samples", lambda: rows.exists() and rows.read_bytes().count(b"\n") >= 4)
        self.assertFalse((self.folder / "run/checkpoint").exists())
        process.send_signal(signal.SIGUSR1)
        self.wait_for(process, "a checkpoint", lambda: (self.folder / "run/checkpoint").exists())

    def test_a_number_of_events_tells_when_too(self):
        self.run_program("run", scene_file("break"), "-o", "whole")
        self.run_program("run", scene_file("break"), "-o", "run", "--checkpoint", "20 events")
        self.assertTrue((self.folder / "run/checkpoint-before").exists())
        self.same("run")
        for name in ("checkpoint-before", "checkpoint"):
            self.run_program("resume", "run", "--from", name)
            self.same("run")

    def test_tables_that_have_lost_what_a_checkpoint_knows_of_are_refused(self):
        process = self.started()
        self.end(process)
        os.truncate(self.folder / "run/observables.csv", 100)
        errors = self.run_program("resume", "run", "--until", "1e5", expect=OUTPUT_FAILED).stderr
        self.assertRegex(errors, r"^firsthit: run/observables.csv: expected \d+ bytes at least, as there were at the "
                                 r"checkpoint, found 100\n$")
        os.remove(self.folder / "run/observables.csv")
        errors = self.run_program("resume", "run", "--until", "1e5", expect=OUTPUT_FAILED).stderr
        self.assertIn("run/observables.csv: cannot open the file to go on: No such file", errors)

    def test_a_damaged_checkpoint_is_refused_and_the_one_before_is_offered(self):
        scene = scene_file("gas2d")
        self.run_program("run", scene, "--until", "6", "-o", "whole")
        self.run_program("run", scene, "--until", "6", "-o", "run", "--checkpoint", "20000 events")
        before = {path.name: path.read_bytes() for path in (self.folder / "run").iterdir()}
        whole = before["checkpoint"]
        dice = random.Random(SEED)
        for _ in range(10000 if LONG_FORM else 60):
            damaged = bytearray(whole)
            if dice.random() < 0.5:
                damaged[dice.randrange(len(whole))] ^= 1 << dice.randrange(8)
            else:
                del damaged[dice.randrange(len(whole)):]
            (self.folder / "run/checkpoint").write_bytes(damaged)
            errors = self.run_program("resume", "run", expect=BAD_INPUT).stderr
            self.assertRegex(errors, r"^firsthit: run/checkpoint: .*byte \d+.*; --from checkpoint-before goes on from "
                                     r"the one before\n$")
        after = {path.name: path.read_bytes() for path in (self.folder / "run").iterdir()}
        after["checkpoint"] = whole
        self.assertEqual(before, after, "nothing in the folder is touched")
        self.run_program("resume", "run", "--from", "checkpoint-before")
        self.same("run")

    def test_a_folder_without_a_checkpoint_says_so(self):
        self.run_program("run", scene_file("break"), "-o", "run")
        errors = self.run_program("resume", "run", expect=BAD_INPUT).stderr
        self.assertEqual(errors, "firsthit: run/checkpoint: expected a checkpoint, as firsthit run --checkpoint writes "
                                 "it, found none\n")

    def test_how_often_is_told_as_people_do(self):
        for text in ("10", "min", "-1s", "0s", "1.5 events", "10 parsecs", "nans", "1e400s", ""):
            errors = self.run_program("run", scene_file("break"), "-o", "run", "--checkpoint", text,
                                      expect=BAD_INPUT).stderr
            self.assertEqual(errors, "firsthit: --checkpoint: expected a time such as 10min, 0.2s or 2h, or "
                                     f"\"1000000 events\", found {text}\n")
        for text in ("10min", "0.2s", "500ms", "2 h", "1 event", "100events"):
            self.run_program("run", scene_file("break"), "-o", "run", "--force", "--checkpoint", text)

    def test_a_run_that_is_out_of_time_stops_with_a_checkpoint(self):
        scene = self.write("endless.toml", ENDLESS)
        errors = self.run_program("run", scene, "-o", "run", "--max-time", "300ms", expect=CHECKPOINTED).stderr
        self.assertRegex(errors, r"^firsthit: out of time at t = [\d.]+; firsthit resume run goes on\n$")
        errors = self.run_program("resume", "run", "--max-time", "300ms", expect=CHECKPOINTED).stderr
        until = float(errors.split("t = ")[1].split(";")[0]) + 20.0
        self.run_program("resume", "run", "--until", until)
        self.run_program("run", scene, "--until", until, "-o", "whole")
        self.same("run")
        errors = self.run_program("run", scene, "--max-time", "soon", expect=BAD_INPUT).stderr
        self.assertEqual(errors, "firsthit: --max-time: expected a time such as 10min, 0.2s or 2h, found soon\n")

    def test_a_scene_that_cannot_fit_into_the_memory_that_it_may_have_is_refused(self):
        errors = self.run_program("run", scene_file("gas2d"), "-o", "run", "--max-memory", "1MiB",
                                  expect=BAD_INPUT).stderr
        self.assertRegex(errors, r"gas2d.toml: needs about \d+ MiB of memory, and this process may have 1 MiB\n$")
        self.assertFalse((self.folder / "run").exists())
        self.run_program("run", scene_file("break"), "-o", "run", "--max-memory", "4GiB")
        for text in ("4", "GiB", "-1GiB", "1 parsec"):
            errors = self.run_program("run", scene_file("break"), "-o", "run", "--force", "--max-memory", text,
                                      expect=BAD_INPUT).stderr
            self.assertEqual(errors, "firsthit: --max-memory: expected an amount such as 4GiB, 512MiB or 2GB, "
                                     f"found {text}\n")

    def test_two_runs_do_not_write_into_one_folder(self):
        self.started()
        busy = "firsthit: run: another run is writing in this folder; wait for its end, or choose another folder\n"
        before = (self.folder / "run/scene.toml").stat().st_ino
        for words in (["run", "endless.toml", "-o", "run", "--force"], ["resume", "run"]):
            self.assertEqual(self.run_program(*words, expect=OUTPUT_FAILED).stderr, busy)
        self.assertEqual((self.folder / "run/scene.toml").stat().st_ino, before)

    def test_a_full_disk_ends_a_run_that_can_go_on_once_there_is_room(self):
        disk = self.small_disk(12000)
        scene = scene_file("gas2d")
        words = ["--until", "8", "--set", "run.sample_every=0.05", "--no-report"]
        self.run_program("run", scene, "-o", "whole", *words)
        self.run_program("run", scene, "-o", disk / "run", "--checkpoint", "200 events", *words,
                         expect=OUTPUT_FAILED)
        shutil.copytree(disk / "run", self.folder / "run")
        self.run_program("resume", "run")
        self.same("run")


if __name__ == "__main__":
    unittest.main()
