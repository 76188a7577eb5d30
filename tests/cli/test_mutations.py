"""Files of a run that are damaged, or made to do harm: what reads them does not crash, does not hang, and says which
file is wrong and how, or does not mind."""

import os
import random
import re
import shutil
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

from program import BAD_INPUT, COLLAPSE, DONE, LONG_FORM, OUTPUT_FAILED, PATIENCE, PROGRAM, ProgramTest

SEED = int(os.environ.get("FIRSTHIT_SEED", "57"))
OUT_OF_TIME = 75
EACH = int(os.environ.get("FIRSTHIT_MUTATIONS", "10000" if LONG_FORM else "25"))  # of every file, for every command

TWO = """
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [4.0, 4.0]
[physics]
gravity = [0.0, -1.0]
restitution = 0.5
[run]
until = 6.0
sample_every = 0.5
[observables]
speed_histogram = { bins = 8 }
[[ball]]
name = "one"
position = [1.0, 1.0]
velocity = [1.0, 0.5]
radius = 0.5
mass = 1.0
[[ball]]
position = [3.0, 0.5]
radius = 0.5
mass = 1.0
"""

COMMANDS = {
    "report": (["report", "run", "-o", "again.html", "--force"],
               ["paths.bin", "summary.json", "observables.csv", "speed_histogram.csv", "contacts.csv", "scene.toml"]),
    "snapshot": (["snapshot", "run", "-o", "end.svg", "--force"], ["trajectory.h5"]),
    "snapshot without a trajectory": (["snapshot", "run", "-o", "end.svg", "--force"], ["paths.bin"]),
    "resume": (["resume", "run", "--quiet", "--max-time", "500ms", "--threads", "1"],
               ["checkpoint", "trajectory.frames", "observables.csv", "events.csv", ".firsthit-output"]),
}
WORD = 2**64


def checksum(tag, payload):
    """As docs/formats/saved-world.md has it."""
    def add(value, word):
        value = (value ^ word) * 0x9e3779b97f4a7c15 % WORD
        return value ^ value >> 29

    value = 0xcbf29ce484222325
    for text in (tag, payload):
        value = add(value, len(text))
        for at in range(0, len(text), 8):
            value = add(value, int.from_bytes(text[at:at + 8], "little"))
    return value


def sections(data):
    """What a checkpoint is made of: (tag, payload)."""
    found, at = [], 0
    while at + 24 <= len(data):
        length = int.from_bytes(data[at + 8:at + 16], "little")
        found.append((data[at:at + 8], data[at + 16:at + 16 + length]))
        at += length + 24
    return found


def sealed(parts):
    return b"".join(tag + len(payload).to_bytes(8, "little") + payload + checksum(tag, payload).to_bytes(8, "little")
                    for tag, payload in parts)


def mutated(data, dice):
    """One to four changes of some bytes."""
    data = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 4))):
        at = dice.randrange(len(data) + 1)
        length = min(dice.choice((1, 2, 4, 8, 8, 64, 1000)), len(data) - at)
        how = dice.randrange(8)
        if how == 0 and at < len(data):
            data[at] ^= 1 << dice.randrange(8)
        elif how == 1:
            del data[at:]
        elif how == 2:
            del data[at:at + length]
        elif how == 3:
            data[at:at] = data[at:at + length]
        elif how == 4:
            data[at:at + length] = bytes(length)
        elif how == 5:
            data[at:at + length] = b"\xff" * length
        elif how == 6:
            data[at:at + length] = dice.randbytes(length)
        else:
            number = dice.choice((0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1, 0x7ff0 << 48,
                                  0x7ff8 << 48, 0x7fef << 48, 0x3ff0 << 48))
            data[at:at + 8] = number.to_bytes(8, "little")
    return bytes(data)


def resealed(data, dice):
    """The same of a file with checksums, which are right afterwards."""
    parts = sections(data)
    chosen = dice.randrange(len(parts))
    tag, payload = parts[chosen]
    parts[chosen] = (tag, mutated(payload, dice))
    if dice.random() < 0.05:
        parts.insert(dice.randrange(len(parts)), dice.choice(parts))
    return sealed(parts)


class Mutations(ProgramTest):
    def setUp(self):
        super().setUp()
        self.run_program("run", self.write("two.toml", TWO), "-o", "whole", "--events", "--checkpoint", "4 events")
        self.assertTrue((self.folder / "whole/contacts.csv").exists(), "one rests at the end")
        # One that is cut off: what a checkpoint is for.
        self.run_program("run", self.write("two.toml", TWO), "-o", "cut", "--events", "--checkpoint", "4 events")
        self.faults = []

    def test_the_checksum_here_is_that_of_the_program(self):
        data = (self.folder / "cut/checkpoint").read_bytes()
        self.assertGreater(len(sections(data)), 5)
        self.assertEqual(sealed(sections(data)), data)

    def attack(self, name, number):
        words, files = COMMANDS[name]
        file = files[number % len(files)]
        dice = random.Random(f"{SEED} {name} {number}")
        folder = self.folder / f"{name}-{number}".replace(" ", "-")
        shutil.copytree(self.folder / ("cut" if name == "resume" else "whole"), folder / "run")
        if name.endswith("without a trajectory"):
            (folder / "run/trajectory.h5").unlink()
        path = folder / "run" / file
        data = path.read_bytes() if path.exists() else b""
        if file == "checkpoint":
            data = resealed(data, dice) if dice.random() < 0.8 else mutated(data, dice)
        else:
            data = mutated(data, dice)
        path.write_bytes(data)
        try:
            result = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, timeout=PATIENCE)
            code, errors = result.returncode, result.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            code, errors = "a hang", ""
        told = code in (DONE, OUT_OF_TIME, COLLAPSE) or (
            code in (BAD_INPUT, OUTPUT_FAILED) and
            re.match(r"(firsthit: )?run/[\w.-]+:.*"
                     r"(expected|damaged|cannot|not valid|not laid out|No such|needs about|unknown key|lies outside)", errors))
        if not told:
            kept = os.environ.get("FIRSTHIT_FAULTS")
            if kept:
                shutil.copy(path, f"{kept}/{name.split()[0]}-{number}-{file}")
            self.faults.append(f"{name} of {file}, {SEED} {number}: {code} {errors[:500]}")
        shutil.rmtree(folder)
        return code

    def test_are_told_or_do_no_harm(self):
        for name, (_, files) in COMMANDS.items():
            with self.subTest(name), ThreadPoolExecutor(2) as pool:
                codes = list(pool.map(lambda number: self.attack(name, number), range(EACH * len(files))))
                self.assertIn(BAD_INPUT, codes)
        self.assertEqual(self.faults, [])


if __name__ == "__main__":
    unittest.main()
