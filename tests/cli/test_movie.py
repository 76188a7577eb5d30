"""Movies: what reaches ffmpeg (mostly one of our own that looks at it), and what is left when it fails."""

import json
import math
import os
import pty
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
import unittest

from program import BAD_INPUT, DONE, INTERRUPTED, OUTPUT_FAILED, PATIENCE, PROGRAM, ProgramTest

REAL = shutil.which("ffmpeg")

# Stands for ffmpeg: writes down how it was called and keeps the frames.
RECORDER = f"""#!{sys.executable}
import json, os, sys
from pathlib import Path
here = Path(__file__).parent
frames = sys.stdin.buffer.read()
(here / "called.json").write_text(json.dumps(sys.argv[1:]))
(here / "frames").write_bytes(frames)
assert sys.argv[-1].startswith("file:")
Path(sys.argv[-1][5:]).write_text("a movie")
"""

# Two balls that meet nothing, in a box 10 wide and 5 high.
TWO = """
format = 1
dimension = 2
[space]
min = [-2.0, 0.0]
max = [8.0, 5.0]
sides = "wall"
[run]
until = 1.5
sample_every = 0.5
[[ball]]
position = [0.0, 1.0]
velocity = [2.0, 1.0]
radius = 0.5
mass = 1.0
color = "#00c800"
[[ball]]
position = [6.0, 4.0]
velocity = [-1.0, -1.0]
radius = 0.5
mass = 1.0
color = "#c80000"
"""

# One ball that flies out of the box.
OPEN = """
format = 1
dimension = 3
[space]
min = [0.0, -1.0, -1.0]
max = [4.0, 1.0, 1.0]
sides = "open"
[run]
until = 2.0
[[ball]]
position = [2.0, 0.0, 0.0]
velocity = [2.0, 0.0, 0.0]
radius = 0.5
mass = 1.0
color = "#c800c8"
"""

EMPTY = """
format = 1
dimension = 2
[space]
min = [0.0, 0.0]
max = [1.0, 1.0]
[run]
until = 1.0
"""


class Frame:
    def __init__(self, data, width):
        self.data, self.width = data, width

    def at(self, x, y):
        begin = 3 * (round(y) * self.width + round(x))
        return tuple(self.data[begin:begin + 3])

    def shows(self, x, y, part, by=50):
        """Is there a shade of red (0) or green (1)?"""
        pixel = self.at(x, y)
        return pixel[part] > max(pixel[i] for i in range(3) if i != part) + by

    def shows_line(self, x, y, part):
        """A thin one, near there?"""
        return any(self.shows(x + i, y + j, part, by=15) for i in (-1, 0, 1) for j in (-1, 0, 1))


class MovieTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.tools = self.folder / "tools"
        self.tools.mkdir()
        self.environment = {**os.environ, "PATH": str(self.tools)}

    def install(self, text):
        """Makes this the ffmpeg that the program finds."""
        path = self.tools / "ffmpeg"
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def make_run(self, scene):
        self.write("scene.toml", scene)
        self.run_program("run", "scene.toml", "-o", "run", "--quiet")

    def movie(self, *words, **options):
        return self.run_program("report", "run", *words, env=self.environment, **options)

    def frames(self, width, height):
        data = (self.tools / "frames").read_bytes()
        size = 3 * width * height
        self.assertEqual(len(data) % size, 0)
        return [Frame(data[begin:begin + size], width) for begin in range(0, len(data), size)]

    def files(self):
        return sorted(path.name for path in self.folder.iterdir() if path.name not in ("run", "tools", "scene.toml"))

    def check_two(self, frames, width, height, begin=0.0, end=1.5):
        """Are both balls of TWO where they have to be, and round, in every frame?"""
        scale = min(width / 1280, height / 720)  # the sheet: a margin of 28, and 58 above, 50 below
        room = (width / scale - 56, height / scale - 108)
        length = min(room[0] / 10, room[1] / 5)
        corner = (28 + (room[0] - 10 * length) / 2, 58 + (room[1] - 5 * length) / 2)
        for i, frame in enumerate(frames):
            now = begin + (end - begin) * i / (len(frames) - 1)
            for part, (x, y), (vx, vy) in ((1, (0, 1), (2, 1)), (0, (6, 4), (-1, -1))):
                speed = math.hypot(vx, vy)
                at = lambda along, aside: (
                    scale * (corner[0] + length * (x + 2 + vx * now + (along * vx - aside * vy) / speed)),
                    scale * (corner[1] + length * (5 - y - vy * now - (along * vy + aside * vx) / speed)))
                for angle in range(0, 360, 30):
                    turn = math.radians(angle)
                    inside = at(0.5 * 0.85 * math.cos(turn), 0.5 * 0.85 * math.sin(turn))
                    self.assertTrue(frame.shows(*inside, part), (i, part, angle, frame.at(*inside)))
                    if abs(angle - 180) > 50:  # behind it is its trail
                        outside = at(0.5 * 1.15 * math.cos(turn), 0.5 * 1.15 * math.sin(turn))
                        self.assertFalse(frame.shows(*outside, part), (i, part, angle, frame.at(*outside)))
                if speed * now > 0.7:
                    self.assertTrue(frame.shows_line(*at(-0.6, 0), part), "a trail")


class Frames(MovieTest):
    def test_every_frame_shows_the_balls_on_their_paths(self):
        self.make_run(TWO)
        self.install(RECORDER)
        for width, height in ((640, 400), (400, 640)):
            result = self.movie("--movie", "x.mp4", "--fps", "10", "--seconds", "1.2", "--size", f"{width}x{height}",
                                "--force")
            self.assertEqual((result.stdout, result.stderr), ("", ""))
            self.assertEqual((self.folder / "x.mp4").read_text(), "a movie")
            frames = self.frames(width, height)
            self.assertEqual(len(frames), 12)
            self.check_two(frames, width, height)
        self.assertEqual(self.files(), ["x.mp4"])

    def test_it_may_show_a_part_of_the_run(self):
        self.make_run(TWO)
        self.install(RECORDER)
        for words, begin, end in ((("--from", "0.5", "--until", "1.25"), 0.5, 1.25), (("--from", "0.75"), 0.75, 1.5),
                                  (("--until", "0.5"), 0.0, 0.5), (("--from", "0", "--until", "1.5"), 0.0, 1.5)):
            self.movie("--movie", "x.mp4", "--fps", "10", "--seconds", "0.6", "--size", "640x400", *words, "--force")
            frames = self.frames(640, 400)
            self.assertEqual(len(frames), 6)
            self.check_two(frames, 640, 400, begin, end)

    def test_ffmpeg_is_told_what_it_gets_and_what_to_make(self):
        self.make_run(TWO)
        self.install(RECORDER)
        for name, kind in (("x.mp4", "mp4"), ("y.gif", "gif")):
            self.movie("--movie", name, "--fps", "12.5", "--seconds", "0.4", "--size", "64x48")
            words = json.loads((self.tools / "called.json").read_text())
            before = words[:words.index("-i")]
            pairs = dict(zip(before[before.index("-f")::2], before[before.index("-f") + 1::2]))
            self.assertEqual(pairs, {"-f": "rawvideo", "-pixel_format": "rgb24", "-video_size": "64x48",
                                     "-framerate": "12.5"})
            after = words[words.index("-i"):]
            self.assertEqual(after[1], "pipe:0")
            self.assertEqual(after[after.index("-f") + 1], kind)
            self.assertEqual(len(self.frames(64, 48)), 5)

    def test_names_are_names_and_nothing_else(self):
        self.make_run(TWO)
        self.install(RECORDER)
        names = ["a b.mp4", "$(touch hacked).gif", "-y.mp4", "pipe:1.gif"]
        for name in names:
            self.movie(f"--movie={name}", "--fps", "1", "--seconds", "1", "--size", "32x32")
        self.assertEqual(self.files(), sorted(names))

    def test_by_default_it_lasts_20_seconds_of_30_frames_of_1280_by_720(self):
        self.make_run(EMPTY)
        self.install(RECORDER)
        self.movie("--movie", "x.mp4", "--size", "16x16")
        self.assertEqual(len(self.frames(16, 16)), 600)
        self.movie("--movie", "y.mp4", "--seconds", "0.1")
        self.assertEqual(len(self.frames(1280, 720)), 3)

    def test_one_view_shows_all_of_a_flight_into_the_open(self):
        self.make_run(OPEN)
        self.install(RECORDER)
        self.movie("--movie", "x.mp4", "--fps", "4", "--seconds", "1", "--size", "320x180")
        frames = self.frames(320, 180)
        middles = []
        for frame in frames:
            places = [x for y in range(180) for x in range(320)
                      if min(frame.at(x, y)[0], frame.at(x, y)[2]) > frame.at(x, y)[1] + 90]
            self.assertGreater(len(places), 4)
            middles.append(sum(places) / len(places))
        steps = [b - a for a, b in zip(middles, middles[1:])]
        self.assertGreater(min(steps), 15)
        self.assertLess(max(steps) - min(steps), 6)  # its trail pulls a little

    def test_the_same_run_gives_the_same_frames(self):
        self.make_run(TWO)
        self.install(RECORDER)
        seen = set()
        for _ in range(2):
            self.movie("--movie", "x.gif", "--fps", "5", "--seconds", "1", "--size", "160x90", "--force")
            seen.add((self.tools / "frames").read_bytes())
        self.assertEqual(len(seen), 1)


class Failures(MovieTest):
    def refused(self, *words, expect=OUTPUT_FAILED):
        """What it complains of; nothing is left, and nothing that was there has changed."""
        before = self.files()
        result = self.movie(*words, expect=expect)
        self.assertEqual(self.files(), before)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        return result.stderr

    def test_without_ffmpeg_it_says_so(self):
        self.make_run(TWO)
        self.assertEqual(self.refused("--movie", "x.mp4"),
                         "firsthit: x.mp4: movies need ffmpeg, which is not installed (its Debian package: ffmpeg)\n")

    def test_a_failure_of_ffmpeg_is_told_in_its_words(self):
        self.make_run(TWO)
        self.install("#!/bin/sh\n/bin/cat >/dev/null\necho first >&2\necho 'No space \033 left' >&2\nexit 3\n")
        self.write("x.mp4", "an older movie")
        self.assertEqual(self.refused("--movie", "x.mp4", "--seconds", "1", "--force"),
                         "firsthit: x.mp4: ffmpeg failed with exit code 3: No space ? left\n")
        self.assertEqual((self.folder / "x.mp4").read_text(), "an older movie")

    def test_an_ffmpeg_that_ends_early_is_a_failure(self):
        self.make_run(TWO)
        for script, told in (("echo 'Unknown encoder' >&2; exit 1", "ffmpeg failed with exit code 1: Unknown encoder"),
                             ("exit 0", "ffmpeg ended before it had all frames"),
                             ("/usr/bin/head -c 1000000 >/dev/null; exit 0", "ffmpeg ended before it had all frames"),
                             ("kill -9 $$", "ffmpeg was ended by signal 9")):
            self.install(f"#!/bin/sh\n{script}\n")
            self.assertEqual(self.refused("--movie", "x.gif"), f"firsthit: x.gif: {told}\n")

    def test_an_ffmpeg_that_cannot_be_started_is_a_failure(self):
        self.make_run(TWO)
        (self.tools / "ffmpeg").write_text("not a program")
        self.assertIn("x.mp4: cannot start ffmpeg: ", self.refused("--movie", "x.mp4"))

    def test_an_ffmpeg_that_talks_a_lot_stops_nothing(self):
        self.make_run(TWO)
        talk = "import sys\nprint('words ' * 500000, file=sys.stderr)\nimport json"
        self.install(RECORDER.replace("import json", talk, 1))
        self.movie("--movie", "x.mp4", "--seconds", "1", "--fps", "2", "--size", "32x32")

    def test_what_cannot_be_written_is_told_before_anything_is_drawn(self):
        self.make_run(TWO)
        self.install("#!/bin/sh\necho called >> called\n")
        self.assertIn("missing/x.mp4: cannot make the file: No such file", self.refused("--movie", "missing/x.mp4"))
        self.write("there.gif", "mine")
        self.assertIn("there.gif: exists already", self.refused("--movie", "there.gif"))
        self.assertFalse((self.folder / "called").exists())

    def test_words_that_make_no_sense_are_refused(self):
        self.make_run(TWO)
        self.install(RECORDER)
        for words, told in ((("--movie", "x.avi"), "--movie: expected a name that ends in .mp4 or .gif, found x.avi"),
                            (("--movie", "x"), "expected a name that ends in .mp4 or .gif, found x"),
                            (("--movie", "x.mp4", "--size", "641x480"), "even numbers from 16 to 8192, found 641x480"),
                            (("--movie", "x.mp4", "--size", "640"), "expected WIDTHxHEIGHT"),
                            (("--movie", "x.mp4", "--size", "640x480x2"), "expected WIDTHxHEIGHT"),
                            (("--movie", "x.mp4", "--size", "8x10000"), "expected WIDTHxHEIGHT"),
                            (("--movie", "x.mp4", "--fps", "0"), "expected a number above 0, at most 240, found 0"),
                            (("--movie", "x.mp4", "--fps", "nan"), "found nan"),
                            (("--movie", "x.mp4", "--seconds", "-1"), "expected a number above 0, at most 3600"),
                            (("--movie", "x.mp4", "--seconds", "soon"), "found soon"),
                            (("--movie", "x.mp4", "--from", "-1"), "--from: expected a time of the run, from 0 to 1.5,"),
                            (("--movie", "x.mp4", "--until", "1.6"), "--until: expected a time of the run, from 0 to"),
                            (("--movie", "x.mp4", "--until", "nan"), "found nan"),
                            (("--movie", "x.mp4", "--from", "1", "--until", "1"), "--until: expected a time after 1, found 1"),
                            (("--movie", "x.mp4", "--from", "1.5"), "--from: expected a time before 1.5, found 1.5"),
                            (("--from", "1"), "--movie"), (("--until", "1"), "--movie"),
                            (("--fps", "20"), "--movie"), (("--movie", "x.mp4", "-o", "x.html"), "--output")):
            self.assertIn(told, self.refused(*words, expect=BAD_INPUT))

    def test_a_folder_without_paths_is_refused(self):
        self.make_run(TWO)
        self.install(RECORDER)
        (self.folder / "run/paths.bin").unlink()
        self.assertIn("paths.bin", self.refused("--movie", "x.mp4", expect=BAD_INPUT))


class Interrupts(MovieTest):
    def test_control_c_removes_the_half(self):
        self.make_run(TWO)
        pid = self.folder / "pid"
        for number, script in ((signal.SIGINT, ""), (signal.SIGTERM, "/usr/bin/head -c 3000000 >/dev/null\n")):
            self.install(f"#!/bin/sh\necho $$ >{pid}.new\n/bin/mv {pid}.new {pid}\n{script}"
                         "exec /bin/sleep 1000\n")
            process = self.start("report", "run", "--movie", "x.mp4", env=self.environment)
            self.wait_for(process, "ffmpeg to start", pid.exists)
            child = int(pid.read_text())
            process.send_signal(number)
            output = process.communicate(timeout=PATIENCE)
            self.assertEqual((process.returncode, *output), (INTERRUPTED, "", ""))
            pid.unlink()
            self.assertEqual(self.files(), [])
            self.assertRaises(ProcessLookupError, os.kill, child, 0)

    def test_a_terminal_sees_how_far_it_is(self):
        self.make_run(TWO)
        self.install("#!/bin/sh\n/bin/sleep 1\nexec /bin/cat >/dev/null\n")
        ours, its = pty.openpty()
        self.addCleanup(os.close, ours)
        process = subprocess.Popen([PROGRAM, "report", "run", "--movie", "x.mp4", "--fps", "4"], cwd=self.folder, stdin=its,
                                   stdout=its, stderr=its, env={**self.environment, "TERM": "xterm"})
        os.close(its)
        text = b""
        deadline = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < deadline and (more := os.read(ours, 65536)):
                text += more
        except OSError:  # the terminal is gone with the program
            pass
        self.assertEqual(process.wait(), DONE)
        self.assertRegex(text.decode(), r"\d+%  frame \d+ of 80")
        self.assertTrue(re.search(rb"\r\033\[K$", text), text[-80:])


@unittest.skipUnless(REAL, "ffmpeg is not installed")
class Real(MovieTest):
    def decoded(self, path, width):
        data = subprocess.run([REAL, "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                              check=True, stdout=subprocess.PIPE, timeout=PATIENCE).stdout
        size = 3 * width * (width // 16 * 9)
        self.assertEqual(len(data) % size, 0)
        return [Frame(data[begin:begin + size], width) for begin in range(0, len(data), size)]

    def test_the_movies_show_the_balls_on_their_paths(self):
        self.make_run(TWO)
        self.environment["PATH"] = os.environ["PATH"]
        for name in ("x.mp4", "x.gif"):
            self.movie("--movie", name, "--fps", "10", "--seconds", "1", "--size", "640x360")
            frames = self.decoded(self.folder / name, 640)
            self.assertEqual(len(frames), 10)
            self.check_two(frames, 640, 360)
            self.assertLess(max(abs(a - b) for a, b in zip(frames[5].at(3, 3), (0xfb, 0xfa, 0xf7))), 5, "the paper")


if __name__ == "__main__":
    unittest.main()
