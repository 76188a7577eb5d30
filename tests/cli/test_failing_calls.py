"""Every call that a run makes on its files fails once: that is told, and nothing that was written is lost."""

import errno
import os
import random
import shutil
import subprocess
import unittest

from compared_runs import ComparedRuns, scene_file
from program import DONE, LONG_FORM, OUTPUT_FAILED, PATIENCE, PROGRAM, SOURCE

SEED = 43


class FailingCalls(ComparedRuns):
    def setUp(self):
        super().setUp()
        self.library = self.folder / "file_log.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", self.library, SOURCE / "tests/cli/file_log.c", "-ldl"],
                       check=True)

    def run_with_failure(self, number, code):
        """What a run ends with whose call of that number fails, what it says, and its calls: (call, paths)."""
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
            call, _, count, rest = data[at:end].decode().split(" ", 3)
            at = end + 1 + int(count)
            calls.append((call, rest.split("\t")))
        return result.returncode, result.stderr, calls

    def has_checkpoint(self, calls):
        """Was one certain before the failure: its name in place, and the folder on the disk?"""
        renamed = False
        for call, paths in calls:
            if call == "failed":
                return False
            if call == "rename" and paths[-1].endswith("/checkpoint"):
                renamed = True
            if renamed and call == "sync" and paths[0] == str(self.folder / "run"):
                return True
        return False

    def test_of_every_kind_is_told_and_loses_nothing_that_was_written(self):
        self.run_program("run", scene_file("break"), "-o", "whole", "--events", "--xyz")
        dice = random.Random(SEED)
        seen, told, resumed, number = set(), 0, 0, 0
        while True:
            number += 1 if LONG_FORM else dice.randint(1, 15)
            code = dice.choice((errno.ENOSPC, errno.EIO))
            status, errors, calls = self.run_with_failure(number, code)
            failed = [paths for call, paths in calls if call == "failed"]
            if not failed:  # there are no more
                self.assertEqual(status, DONE, errors)
                break
            path, call = failed[0]
            seen.add(call)
            with self.subTest(number=number, call=call, path=path, error=os.strerror(code)):
                if status == DONE:  # nobody misses what could not be done
                    self.assertEqual(errors, "")
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
        self.assertGreaterEqual(seen, {"open", "write", "sync", "rename"} if LONG_FORM else {"write"})


if __name__ == "__main__":
    unittest.main()
