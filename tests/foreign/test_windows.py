"""The program on Windows (in wine): names, folders and files, consoles and signals, and what it has no HDF5 for.

FIRSTHIT_FOREIGN is the command that runs it (`make test-windows`). What stands beside it, a program that holds a file
open and one that is called ffmpeg, is compiled here.
"""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path += [str(SOURCE / "tests" / "cli"), str(SOURCE / "tests" / "repo")]

from repo import output_of, run  # noqa: E402

FOREIGN = shlex.split(os.environ.get("FIRSTHIT_FOREIGN", ""))
OURS = os.environ.get("FIRSTHIT_RELEASE_PROGRAM", str(SOURCE / "build" / "release" / "bin" / "firsthit"))
PATIENCE = 120  # [s] for anything that should have happened long ago
DONE, BAD_INPUT, OUTPUT_FAILED, INTERRUPTED = 0, 2, 4, 130
ENDLESS = ["--set", "run.collisions=1000000000"]  # of gas2d

# Holds a file so that nobody else can open it, until its input ends.
HOLDER = r"""
#include <windows.h>
#include <stdio.h>
int main(int count, char** words) {
  HANDLE file = CreateFileA(words[1], GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
  puts(file == INVALID_HANDLE_VALUE ? "no" : "held");
  fflush(stdout);
  getchar();
  return count == 2 ? 0 : 1;
}
"""

# Writes how many bytes came into the file that its last word names, `file:NAME`; with FAKE_FAILS it fails.
FFMPEG = r"""
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char** words) {
  static char bytes[1 << 16];
  long long sum = 0;
  size_t some;
  if (getenv("FAKE_FAILS")) { fputs("first words\r\nlast words\r\n", stderr); return 3; }
  _setmode(0, _O_BINARY);
  while ((some = fread(bytes, 1, sizeof bytes, stdin)) > 0) sum += (long long)some;
  FILE* out = fopen(words[count - 1] + 5, "wb");
  if (!out) return 4;
  fprintf(out, "%lld", sum);
  return fclose(out);
}
"""


@unittest.skipUnless(FOREIGN, "FIRSTHIT_FOREIGN names no program")
class Windows(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tools = tempfile.TemporaryDirectory()
        cls.addClassCleanup(tools.cleanup)
        cls.tools = Path(tools.name)
        for name, text in (("holder", HOLDER), ("ffmpeg", FFMPEG)):
            (cls.tools / f"{name}.c").write_text(text)
            output_of(["x86_64-w64-mingw32-gcc", cls.tools / f"{name}.c", "-o", cls.tools / f"{name}.exe"])

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def call(self, *words, **options):
        return run([*FOREIGN, *words], cwd=self.folder, **options)

    def start(self, *words):
        process = subprocess.Popen([*FOREIGN, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def wait_for(self, path):
        end = time.monotonic() + PATIENCE
        while not path.exists() and time.monotonic() < end:
            time.sleep(0.05)
        self.assertTrue(path.exists(), path)

    def summary(self, folder):
        return json.loads((self.folder / folder / "summary.json").read_bytes())

    def test_wide_vectors_are_never_taken_to_be_aligned_on_the_stack(self):
        # g++ does not align Windows' stacks beyond 16 bytes (GCC bug 54412): whole vectors of AVX must be moved by
        # instructions that do not mind.
        code = output_of(["x86_64-w64-mingw32-objdump", "-d", "--no-show-raw-insn", FOREIGN[-1]])
        moves = re.findall(r"\bvmov(\w+) .*%[yz]mm.*", code)
        in_memory = re.findall(r"\bvmov(\w+) (?=.*\().*%[yz]mm.*", code)
        self.assertGreater(len(in_memory), 1000)
        self.assertLess(len(in_memory), len(moves))
        self.assertEqual({kind for kind in in_memory if re.match(r"ap|dqa|nt", kind)}, set())

    def test_names_are_unicode_and_paths_go_either_way(self):
        scene = "größe 日本.toml"
        (self.folder / scene).write_text((SOURCE / "scenes/break.toml").read_text())
        result = self.call("run", scene, "--until", "1", "-o", r"aus\größe 日本")
        self.assertEqual(result.returncode, DONE, result.stderr)
        out = self.folder / "aus" / "größe 日本"
        for name in ("summary.json", "report.html", "paths.bin", "picture.svg", "observables.csv", "scene.toml"):
            self.assertTrue((out / name).is_file(), name)
        self.assertEqual(self.summary(out)["scene"], "größe 日本")
        self.assertFalse((out / "trajectory.h5").exists())
        result = self.call("snapshot", "aus/größe 日本", "--at", "0.5", "-o", "bild 日.svg")
        self.assertEqual(result.returncode, DONE, result.stderr)
        ours = run([OURS, "snapshot", out, "--at", "0.5", "-o", self.folder / "ours.svg"])
        self.assertEqual(ours.returncode, DONE, ours.stderr)
        self.assertEqual((self.folder / "bild 日.svg").read_bytes(), (self.folder / "ours.svg").read_bytes())
        result = self.call("report", "aus/größe 日本", "-o", "bericht ü.html")
        self.assertEqual(result.returncode, DONE, result.stderr)
        self.assertEqual((self.folder / "bericht ü.html").read_bytes(), (out / "report.html").read_bytes())

    def test_files_are_those_of_other_systems_to_the_byte(self):
        scene = SOURCE / "scenes" / "shapes.toml"
        words = ["run", scene, "--until", "1", "--events", "--xyz", "--no-trajectory", "--quiet", "-o"]
        self.assertEqual(self.call(*words, "theirs").returncode, DONE)
        self.assertEqual(run([OURS, *words, "ours"], cwd=self.folder).returncode, DONE)
        names = {path.name for path in (self.folder / "ours").iterdir()}
        self.assertEqual({path.name for path in (self.folder / "theirs").iterdir()}, names)
        for name in names - {"summary.json", "report.html"}:  # which tell how long it took
            self.assertEqual((self.folder / "theirs" / name).read_bytes(), (self.folder / "ours" / name).read_bytes(),
                             name)

    def test_queries_are_answered_with_the_same_bytes(self):
        queries = self.folder / "queries.jsonl"
        queries.write_text("".join(
            f'{{"a": {{"ball": {{"radius": 1}}, "position": [0, 0], "velocity": [1, 0]}}, '
            f'"b": {{"box": {{"half_extents": [0.5, 0.25]}}, "position": [5, {0.1 * i}]}}, "horizon": 10}}\n'
            for i in range(20)))
        ours = subprocess.run([OURS, "query", queries], capture_output=True, check=True).stdout
        self.assertEqual(len(ours.splitlines()), 20)
        self.assertEqual({json.loads(line)["outcome"] for line in ours.splitlines()}, {"impact", "miss"})
        for words in ([queries], ["-"]):
            theirs = subprocess.run([*FOREIGN, "query", *words], stdin=queries.open("rb"), capture_output=True,
                                    check=True).stdout
            self.assertEqual(theirs, ours)

    def test_long_paths_are_written_to(self):
        deep = "/".join(["a long name of a folder, of which there are many"] * 8)
        result = self.call("run", SOURCE / "scenes/cradle.toml", "--quiet", "--no-trajectory", "-o", deep)
        self.assertEqual(result.returncode, DONE, result.stderr)
        self.assertGreater(len(str(self.folder / deep)), 260)
        self.assertTrue((self.folder / deep / "report.html").is_file())

    def test_one_run_at_a_time_writes_in_a_folder(self):
        first = self.start("run", SOURCE / "scenes/gas2d.toml", *ENDLESS, "--no-trajectory", "-o", "out")
        self.wait_for(self.folder / "out" / "observables.csv")
        second = self.call("run", SOURCE / "scenes/cradle.toml", "--force", "-o", "out")
        self.assertEqual(second.returncode, OUTPUT_FAILED)
        self.assertIn("another run is writing in this folder", second.stderr)
        first.kill()
        first.communicate()
        end = time.monotonic() + PATIENCE
        while (result := self.call("run", SOURCE / "scenes/cradle.toml", "--force", "--no-trajectory", "-o", "out")
               ).returncode != DONE and time.monotonic() < end:  # until wine has seen its end
            time.sleep(0.5)
        self.assertEqual(result.returncode, DONE, result.stderr)
        self.assertEqual([path.name for path in (self.folder / "out").iterdir() if "lock" in path.name], [])

    def test_ctrl_c_ends_a_run_with_its_files(self):
        process = self.start("run", SOURCE / "scenes/gas2d.toml", *ENDLESS, "--no-trajectory", "-o", "out")
        self.wait_for(self.folder / "out" / "observables.csv")
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, INTERRUPTED, errors)
        self.assertEqual(self.summary("out")["outcome"], "interrupted")
        self.assertTrue((self.folder / "out" / "report.html").is_file())

    def test_a_run_goes_on_from_its_checkpoint(self):
        scene = SOURCE / "scenes" / "gas2d.toml"
        words = ["--no-trajectory", "--events", "--quiet"]
        self.assertEqual(self.call("run", scene, "--collisions", "4000", *words, "-o", "whole").returncode, DONE)
        result = self.call("run", scene, "--collisions", "2000", "--checkpoint", "500 events", *words, "-o", "out")
        self.assertEqual(result.returncode, DONE, result.stderr)
        self.assertTrue((self.folder / "out" / "checkpoint-before").is_file())
        result = self.call("resume", "out", "--collisions", "4000", "--quiet")
        self.assertEqual(result.returncode, DONE, result.stderr)
        self.assertEqual(self.summary("out")["state_hash"], self.summary("whole")["state_hash"])
        self.assertEqual((self.folder / "out/events.csv").read_bytes(), (self.folder / "whole/events.csv").read_bytes())

    def test_a_file_in_use_is_named(self):
        words = ["run", SOURCE / "scenes/cradle.toml", "--no-trajectory", "--quiet", "-o", "out"]
        self.assertEqual(self.call(*words).returncode, DONE)
        holder = subprocess.Popen([FOREIGN[0], self.tools / "holder.exe", "out/observables.csv"], cwd=self.folder,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(holder.communicate)
        self.assertEqual(holder.stdout.readline().strip(), b"held")
        result = self.call(*words, "--force")
        self.assertEqual(result.returncode, OUTPUT_FAILED)
        self.assertIn("out/observables.csv: cannot ", result.stderr)
        holder.communicate(b"\n")
        self.assertEqual(self.call(*words, "--force").returncode, DONE)

    def test_without_hdf5_it_says_so_and_runs(self):
        result = self.call("run", SOURCE / "scenes/cradle.toml", "-o", "out")
        self.assertEqual(result.returncode, DONE)
        self.assertIn("cradle.toml: note: no trajectory.h5: this firsthit was built without HDF5", result.stderr)
        self.assertRegex(self.call("doctor").stdout, r"(?m)^HDF5 +none: no trajectory.h5$")
        ours = ["run", SOURCE / "scenes/cradle.toml", "--no-report", "--quiet", "-o", self.folder / "ours"]
        self.assertEqual(run([OURS, *ours]).returncode, DONE)
        result = self.call("snapshot", "ours", "-o", "x.svg")
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn("ours/trajectory.h5: this firsthit was built without HDF5", result.stderr)

    def test_the_machine_is_told(self):
        told = json.loads(self.call("doctor", "--json").stdout)
        self.assertRegex(told["system"], r"^Windows \d+, build \d+, x86_64$")
        self.assertRegex(told["memory"], r"^[\d.]+ (MiB|GiB)$")
        self.assertNotEqual(told["processor"], "unknown")
        self.assertEqual(told["movies"], "no ffmpeg: report --movie cannot work")
        # Scenes lie beside the program, as everywhere.
        self.assertRegex(told["scenes"], r"^[1-9]\d* installed$")
        self.assertEqual(self.call("check", "break").returncode, DONE)

    def test_movies_are_made_by_ffmpeg(self):
        self.assertEqual(self.call("run", SOURCE / "scenes/cradle.toml", "--no-trajectory", "--quiet", "-o",
                                   "out").returncode, DONE)
        words = ["report", "out", "--movie", "größe.mp4", "--fps", "10", "--seconds", "1", "--size", "64x32"]
        result = self.call(*words)
        self.assertEqual(result.returncode, OUTPUT_FAILED)
        self.assertIn("movies need ffmpeg, which is not installed", result.stderr)
        env = {**os.environ, "WINEPATH": f"Z:{self.tools}"}
        result = self.call(*words, env=env)
        self.assertEqual(result.returncode, DONE, result.stderr)
        frame = 64 * 32 * 3  # bytes
        frames, rest = divmod(int((self.folder / "größe.mp4").read_text()), frame)
        self.assertEqual((frames, rest), (10, 0))
        (self.folder / "größe.mp4").unlink()
        result = self.call(*words, env={**env, "FAKE_FAILS": "1"})
        self.assertEqual(result.returncode, OUTPUT_FAILED)
        self.assertIn("ffmpeg failed with exit code 3: last words", result.stderr)
        self.assertFalse((self.folder / "größe.mp4").exists())


if __name__ == "__main__":
    unittest.main()
