"""A loss of power at any moment leaves a run that goes on, once it has had a checkpoint.

The page cache survives a kill, so that tells nothing of it. Here all that a run does to its files is written down
(file_log.c), and from that the states are made that a loss of power may leave: what was not put on the disk is gone,
or there in part, or zeros, and names that no sync of the folder has made certain are the old ones or the new ones.
"""

import os
import random
import shutil
import subprocess
import unittest

from compared_runs import ComparedRuns, scene_file
from program import LONG_FORM, PROGRAM, SOURCE

SEED = 31


class Inode:
    def __init__(self):
        self.bytes, self.on_disk = bytearray(), b""

    def after_loss(self, how, dice):
        """What is there: of what is not on the disk nothing, all as zeros, or the begin of it."""
        if how == "lost" or bytes(self.bytes) == self.on_disk:
            return self.on_disk
        if how == "zeros":
            same = 0
            while same < min(len(self.on_disk), len(self.bytes)) and self.on_disk[same] == self.bytes[same]:
                same += 1
            return self.on_disk[:same] + bytes(len(self.bytes) - same)
        return bytes(self.bytes[:dice.randint(min(len(self.on_disk), len(self.bytes)), len(self.bytes))])


class Disk:
    """A folder's files, as they seem and as they would be after a loss of power."""

    def __init__(self, folder, syncs=True):
        self.folder, self.syncs = str(folder), syncs
        self.names, self.names_on_disk = {}, {}
        self.checkpoints = 0  # that are certain
        self.renamed = False

    def do(self, call, number, paths, data):
        if not paths[0].startswith(self.folder):
            return
        names = [os.path.relpath(path, self.folder) for path in paths]
        file = self.names.get(names[0])
        if call == "create":
            file = self.names.setdefault(names[0], Inode())
            del file.bytes[:]
        elif call == "write" and file is not None:
            file.bytes.extend(bytes(max(0, number - len(file.bytes))))
            file.bytes[number:number + len(data)] = data
        elif call == "truncate" and file is not None:
            del file.bytes[number:]
            file.bytes.extend(bytes(max(0, number - len(file.bytes))))
        elif call == "sync" and names[0] == ".":
            self.names_on_disk = dict(self.names)
            self.checkpoints += self.renamed
            self.renamed = False
        elif call == "sync" and self.syncs and file is not None:
            file.on_disk = bytes(file.bytes)
        elif call == "rename":
            self.names[names[1]] = self.names.pop(names[0])
            self.renamed = self.renamed or names[1] == "checkpoint"
        elif call == "link":
            self.names[names[1]] = file
        elif call == "unlink":
            self.names.pop(names[0], None)

    def leave(self, folder, names, how, dice):
        """Makes the folder as a loss of power would now leave it."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, file in (self.names if names == "new" else self.names_on_disk).items():
            (folder / name).write_bytes(file.after_loss(how, dice))


class PowerLoss(ComparedRuns):
    def logged(self):
        """All calls of a run with many checkpoints: (call, number, paths, data)."""
        library = self.folder / "file_log.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE / "tests/cli/file_log.c", "-ldl"],
                       check=True)
        log = self.folder / "log"
        self.run_program("run", scene_file("break"), "-o", self.folder / "run", "--checkpoint", "30 events", "--events",
                         "--threads", "1", env={**os.environ, "LD_PRELOAD": str(library), "FIRSTHIT_FILE_LOG": str(log)})
        calls, data, at = [], log.read_bytes(), 0
        while at < len(data):
            end = data.index(b"\n", at)
            call, number, count, rest = data[at:end].decode().split(" ", 3)
            at = end + 1 + int(count)
            calls.append((call, int(number), rest.split("\t"), data[end + 1:at]))
        return calls

    def failures(self, calls, points, syncs=True):
        """At how many of so many moments a loss of power leaves a run with a checkpoint that cannot go on to the same
        end; and how many had a checkpoint."""
        dice = random.Random(SEED)
        chosen = sorted(dice.sample(range(len(calls)), min(points, len(calls))))
        disk, failed, certain = Disk(self.folder / "run", syncs), 0, 0
        for place, (call, number, paths, data) in enumerate(calls):
            disk.do(call, number, paths, data)
            if place not in chosen or disk.checkpoints == 0:
                continue
            certain += 1
            for names, how in (("old", "lost"), ("new", "lost"), ("new", "zeros"), ("new", "part"), ("old", "part")):
                disk.leave(self.folder / "left", names, how, dice)
                result = subprocess.run([PROGRAM, "resume", "left", "--quiet"], cwd=self.folder, capture_output=True)
                try:
                    self.assertEqual(result.returncode, 0, result.stderr)
                    self.same("left")
                except AssertionError:
                    if syncs:
                        raise
                    failed += 1
        return failed, certain

    def test_what_it_leaves_goes_on_to_the_same_end(self):
        self.run_program("run", scene_file("break"), "-o", "whole", "--events")
        calls = self.logged()
        self.assertGreater(sum(call == "sync" for call, *_ in calls), 8)
        failed, certain = self.failures(calls, 100000 if LONG_FORM else 25)
        self.assertEqual(failed, 0)
        self.assertGreater(certain, 10)
        # A harness that could not tell would be no use: without the syncs before the names it must find something.
        failed, certain = self.failures(calls, 10, syncs=False)
        self.assertGreater(failed, 0)


if __name__ == "__main__":
    unittest.main()
