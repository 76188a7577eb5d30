"""Every call that a run makes on its files fails once: that is told, and nothing that was written is lost.

Each in the long form; in the short form some of each kind.
"""

import errno
import os
import pathlib
import random
import shutil
import subprocess
import unittest

from compared_runs import ComparedRuns, scene_file
from program import DONE, LONG_FORM, OUTPUT_FAILED, PATIENCE, PROGRAM, SOURCE

SEED = 43
MOST = {"write": 60}  # of some thousands, in the short form
OTHERS = 10  # of each other kind


class FailingCalls(ComparedRuns):
    def setUp(self):
        super().setUp()
        self.library = self.folder / "file_log.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", self.library, SOURCE / "tests/cli/file_log.c", "-ldl"],
                       check=True)

    def run_with_failure(self, number, code):
        """What a run ends with whose call of that number fails, what it says, and its calls: (call, number, paths)."""
        shutil.rmtree(self.folder / "run", ignore_errors=True)
        log = self.folder / "log"
        log.unlink(missing_ok=True)
        words = ["run", scene_file("break"), "-o", self.folder / "run", "--checkpoint", "30 events", "--events", "--xyz",
                 "--threads", "1", "--quiet"]
        environment = {**os.environ, "LD_PRELOAD": str(self.library), "FIRSTHIT_FILE_LOG": str(log),
                       "FIRSTHIT_FILE_FOLDER": str(self.folder / "run"), "FIRSTHIT_FILE_FAILS": str(number),
                       "FIRSTHIT_FILE_ERRNO": str(code)}
        result = subprocess.run([PROGRAM, *map(str, words)], env=environment, cwd=self.folder, text=True,
                                capture_output=True, timeout=PATIENCE if not LONG_FORM else None)
        calls, data, at = [], log.read_bytes() if log.exists() else b"", 0
        while at < len(data):
            end = data.index(b"\n", at)
            call, which, count, rest = data[at:end].decode().split(" ", 3)
            at = end + 1 + int(count)
            calls.append((call, int(which), rest.split("\t")))
        return result.returncode, result.stderr, calls

    def has_checkpoint(self, calls):
        """Was one certain before the failure: its name in place, and the folder on the disk?"""
        renamed = False
        for call, _, paths in calls:
            if call == "failed":
                return False
            if call == "rename" and paths[-1].endswith("/checkpoint"):
                renamed = True
            if renamed and call == "sync" and paths[0] == str(self.folder / "run"):
                return True
        return False

    def chosen(self, dice):
        """The numbers of the calls that are to fail, by a run in which none does."""
        status, errors, calls = self.run_with_failure(0, 0)
        self.assertEqual(status, DONE, errors)
        kinds = {}
        for call, number, paths in calls:
            if call == "counted":
                kinds.setdefault(paths[1], []).append(number)
        self.assertEqual(sorted(sum(kinds.values(), [])), list(range(1, sum(map(len, kinds.values())) + 1)))
        if LONG_FORM:
            return sorted(sum(kinds.values(), []))
        return sorted(number for kind in sorted(kinds)
                      for number in dice.sample(kinds[kind], min(len(kinds[kind]), MOST.get(kind, OTHERS))))

    def test_of_every_kind_is_told_and_loses_nothing_that_was_written(self):
        self.run_program("run", scene_file("break"), "-o", "whole", "--events", "--xyz")
        dice = random.Random(SEED)
        seen, told, resumed = set(), 0, 0
        for number in self.chosen(dice):
            code = dice.choice((errno.ENOSPC, errno.EIO))
            status, errors, calls = self.run_with_failure(number, code)
            failed = [paths for call, _, paths in calls if call == "failed"]
            self.assertEqual(len(failed), 1, number)
            path, call = failed[0]
            seen.add(call)
            with self.subTest(number=number, call=call, path=path, error=os.strerror(code)):
                if status == DONE:  # nobody misses what could not be done
                    self.assertEqual(errors, "")
                    if call == "unlink":
                        pathlib.Path(path).unlink(missing_ok=True)  # it is left, and does no harm
                    self.same("run")
                    continue
                told += 1
                self.assertEqual(status, OUTPUT_FAILED, errors)
                self.assertRegex(errors, rf"(?m)^firsthit: {self.folder}/run\S*: ")
                if self.has_checkpoint(calls):
                    resumed += 1
                    self.assertTrue((self.folder / "run/checkpoint").exists())
                    self.run_program("resume", "run", "--quiet")
                    self.same("run")
        self.assertGreater(told, 5)
        self.assertGreater(resumed, 2)
        self.assertGreaterEqual(seen, {"open", "write", "sync", "rename"})


if __name__ == "__main__":
    unittest.main()
