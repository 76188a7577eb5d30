"""A run that is interrupted leaves everything complete; what a terminal shows meanwhile."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree

import h5py

from program import BAD_INPUT, DONE, ENDLESS, INTERRUPTED, PATIENCE, PROGRAM, ProgramTest


class Interrupts(ProgramTest):
    def interrupted(self, number, *words):
        """The output of an endless run that a signal ends."""
        scene = self.write("endless.toml", ENDLESS)
        process = self.start("run", scene, "-o", "run", *words)
        rows = self.folder / "run/observables.csv"  # the header, the start, and then samples after collisions
        self.wait_for(process, "samples", lambda: rows.exists() and rows.read_bytes().count(b"\n") >= 4)
        process.send_signal(number)
        output, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, INTERRUPTED, errors)
        self.assertEqual(errors, "")
        return output

    def complete(self):
        """Checks that the output is complete and marked, and returns its summary."""
        run = self.folder / "run"
        summary = json.loads((run / "summary.json").read_text())
        self.assertEqual(summary["outcome"], "interrupted")
        xml.etree.ElementTree.parse(run / "picture.svg")
        rows = self.read_table("run/observables.csv")
        self.assertEqual(float(rows[-1][0]), summary["simulated_time"])
        with h5py.File(run / "trajectory.h5") as file:
            times = file["particles/all/position/time"]
            self.assertEqual(times[-1], summary["simulated_time"])
            self.assertEqual(len(times), len(rows) - 1)
        return summary

    def test_control_c_ends_a_run_with_its_output_complete(self):
        self.assertIn("endless: interrupted (t = ", self.interrupted(signal.SIGINT))
        summary = self.complete()
        self.assertGreater(summary["collisions"], 0)
        self.assertLess(summary["simulated_time"], 1e6)

    def test_a_request_to_terminate_does_the_same(self):
        self.assertEqual(json.loads(self.interrupted(signal.SIGTERM, "--json")), self.complete())

    def test_a_run_that_was_interrupted_could_have_ended_there_by_itself(self):
        self.interrupted(signal.SIGINT)
        summary = self.complete()
        again = self.summary(self.folder / "endless.toml", "--collisions", summary["collisions"])
        self.assertEqual(again["state_hash"], summary["state_hash"])

    def test_a_million_million_windows_in_which_nothing_happens_take_no_time(self):
        text = ENDLESS[:ENDLESS.index("[[gas]]")].replace("sample_every = 0.5", "window = 1e-6")
        scene = self.write("empty.toml", text.replace('sides = "periodic"', "min = [0.0, 0.0]\nmax = [1.0, 1.0]"))
        process = self.start("run", scene, "-o", "run")
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, DONE)
        self.assertEqual(json.loads((self.folder / "run/summary.json").read_text())["outcome"], "reached_time")


class Terminal(ProgramTest):
    def open_terminal(self, *words, **environment):
        """Runs the program on a terminal of its own."""
        ours, its = pty.openpty()
        self.addCleanup(os.close, ours)
        kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        process = subprocess.Popen([PROGRAM, *map(str, words)], stdin=its, stdout=its, stderr=its, cwd=self.folder,
                                   start_new_session=True, env={**kept, "TERM": "xterm", **environment})
        os.close(its)
        self.addCleanup(self.end, process)
        return process, ours

    def end(self, process):
        if process.poll() is None:
            process.kill()
        process.wait()

    def read_until(self, terminal, pattern):
        """What the terminal shows, up to `pattern` or, if that is None, to the end."""
        text = ""
        deadline = time.monotonic() + PATIENCE
        while pattern is None or not re.search(pattern, text):
            self.assertLess(time.monotonic(), deadline, f"waited in vain for {pattern} in {text[-300:]!r}")
            if not select.select([terminal], [], [], 1.0)[0]:
                continue
            try:
                piece = os.read(terminal, 1 << 16)
            except OSError:  # how Linux says that nobody is at the other end
                break
            if not piece:
                break
            text += piece.decode()
        return text

    def watch(self, **environment):
        """Watches an endless run until it has shown everything, then interrupts it."""
        scene = self.write("endless.toml", ENDLESS)
        process, terminal = self.open_terminal("run", scene, "-o", "run", **environment)
        text = self.read_until(terminal, r"%  .* left  .* collisions/s  time .* of 1e\+06")
        process.send_signal(signal.SIGINT)
        text += self.read_until(terminal, None)
        self.assertEqual(process.wait(PATIENCE), INTERRUPTED)
        return text

    def test_progress_is_shown_in_one_line_and_erased(self):
        text = self.watch()
        progress, summary = text.rsplit("\r\033[K", 1)
        self.assertNotIn("\n", progress)
        self.assertIn("endless: interrupted (t = ", summary)
        for line in progress.split("\r\033[K"):
            self.assertLess(len(line), 80)

    def test_no_color_takes_the_colours_and_leaves_the_progress(self):
        self.assertIn("\033[1;33mendless: interrupted", self.watch())
        (self.folder / "run").rename(self.folder / "first")
        plain = self.watch(NO_COLOR="1")
        self.assertIn("endless: interrupted", plain)
        self.assertNotRegex(plain, r"\033\[[0-9;]*m")

    def test_a_dumb_terminal_gets_no_progress(self):
        process, terminal = self.open_terminal("run", "gas2d", "--collisions", "300000", TERM="dumb")
        text = self.read_until(terminal, None)
        self.assertEqual(process.wait(PATIENCE), DONE)
        self.assertNotIn("\033", text)
        self.assertTrue(text.startswith("gas2d: finished"), text)

    def test_without_a_terminal_nothing_is_shown(self):
        result = self.run_program("run", "gas2d", "--collisions", "300000")
        self.assertEqual(result.stderr, "")
        self.assertNotIn("\033", result.stdout)
        self.assertTrue(result.stdout.startswith("gas2d: finished"))

    def test_how_far_a_run_is_can_be_told_as_json(self):
        words = ["--checkpoint", "9000000 events", "-o", "run"]
        result = self.run_program("run", "gas2d", "--collisions", "2000000", "--set", "run.until=1e6", "--json", "--progress", *words)
        self.check_progress(result, 2000000, 0)
        self.assertGreater(len(result.stderr.splitlines()), 1)
        result = self.run_program("resume", "run", "--collisions", "2300000", "--json", "--progress")
        self.check_progress(result, 2300000, 2000000)
        short = self.run_program("run", "break", "--until", "1", "--json", "--progress")
        (line,) = map(json.loads, short.stderr.splitlines())
        self.assertEqual((line["done"], line["time"], line["until"], line["max_collisions"]), (1, 1, 1, None))
        self.run_program("run", "break", "--progress", expect=BAD_INPUT)  # not a person's

    def check_progress(self, result, end, begin):
        lines = [json.loads(line) for line in result.stderr.splitlines()]
        summary = json.loads(result.stdout)
        for name in ("time", "collisions", "done"):
            column = [line[name] for line in lines]
            self.assertEqual(column, sorted(column))
        self.assertGreaterEqual(lines[0]["collisions"], begin)
        for line in lines:
            self.assertEqual((line["until"], line["max_collisions"]), (1e6, end))
            self.assertAlmostEqual(line["done"], line["collisions"] / end)
        self.assertEqual((lines[-1]["done"], lines[-1]["seconds_left"]), (1, 0))
        self.assertEqual((lines[-1]["time"], lines[-1]["collisions"]), (summary["simulated_time"], end))


if __name__ == "__main__":
    unittest.main()
