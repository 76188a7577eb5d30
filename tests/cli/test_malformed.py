"""Scenes with one mistake each: refused with the place, by a program that watches its memory."""

import re
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

from program import BAD_INPUT, CLANG, PATIENCE, SOURCE, ProgramTest

MALFORMED = SOURCE / "tests/scene/malformed"
EXPECTATION = re.compile(r"# expect: (?:([^\s:]+) )?(\d+:\d+) (.*)")


class Malformed(ProgramTest):
    def check(self, path):
        return subprocess.run([CLANG, "check", path], capture_output=True, text=True, timeout=PATIENCE)

    def test_every_malformed_scene_is_refused_with_its_place(self):
        scenes = sorted(MALFORMED.glob("*.toml"))
        self.assertGreaterEqual(len(scenes), 60)
        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(self.check, scenes))
        for scene, result in zip(scenes, results):
            with self.subTest(scene.name):
                first = scene.read_text(errors="replace").splitlines()[0]
                expected = EXPECTATION.match(first)
                self.assertTrue(expected, f"the first line should say what to expect: {first}")
                file, place, phrase = expected.groups()
                self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
                self.assertEqual(result.stdout, "")
                start = f"{file or scene.name}:" + ("" if place == "0:0" else f"{place}:")  # 0:0: no line to point at
                lines = [line for line in result.stderr.splitlines() if f"{start} " in line]
                self.assertTrue(any(phrase in line for line in lines), f"{phrase} at {place} in\n{result.stderr}")

    def test_run_refuses_what_check_refuses_and_writes_nothing(self):
        for scene in sorted(MALFORMED.glob("*.toml"))[::5]:
            with self.subTest(scene.name):
                refused = self.run_program("run", scene, expect=BAD_INPUT)
                self.assertEqual(refused.stderr, self.run_program("check", scene, expect=BAD_INPUT).stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_files_that_are_no_scenes_at_all_are_refused(self):
        (self.folder / "empty.toml").write_bytes(b"")
        (self.folder / "zeros.toml").write_bytes(bytes(4096))
        (self.folder / "binary.toml").write_bytes(bytes(range(256)) * 64)
        (self.folder / "deep.toml").write_bytes(b"a = " + b"[" * 100_000)
        (self.folder / "long.toml").write_bytes(b"a = \"" + b"x" * 1_000_000)
        for scene in sorted(self.folder.iterdir()):
            with self.subTest(scene.name):
                result = self.run_program("check", scene, program=CLANG, expect=BAD_INPUT)
                self.assertIn(scene.name, result.stderr)
                self.assertLess(len(result.stderr), 2000)


if __name__ == "__main__":
    unittest.main()
