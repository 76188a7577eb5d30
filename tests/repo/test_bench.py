"""The benchmarks compile as strictly as the library, and those who judge in them judge right."""

import re
import tempfile
import unittest
from pathlib import Path

from repo import BUILD, SOURCE, output_of, run

STRICT = ["g++", "-std=c++20", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion",
          "-Wsign-conversion", "-Werror", "-I", SOURCE / "include", "-I", SOURCE / "src"]

# In the place of another library: one that says of all pairs the same.
STUBBORN = """
#include "contest.hpp"
namespace peers {
std::vector<Program> always(bool touches) {
  return {{"stubborn", [touches](std::size_t, std::span<Answer> answers) {
             for (Answer& answer : answers) answer = {touches, 1.0};
           }}};
}
std::vector<Program> theirs(const std::vector<Pair<BallCourse<2>>>&) { return always(true); }
std::vector<Program> theirs(const std::vector<Pair<BoxCourse>>&) { return always(false); }
std::vector<Program> theirs(const std::vector<Pair<BallCourse<3>>>&) { return always(false); }
std::vector<Program> theirs(const std::vector<Pair<OrientedBoxCourse>>&) { return always(true); }
}  // namespace peers
"""

# In the place of another library: one whose bodies fly straight on, through each other and the walls.
GHOSTS = """
#include "rooms.hpp"
namespace rooms {
namespace {
class Ghosts final : public Program {
 public:
  explicit Ghosts(const Room& room) : room_(room) {}
  std::string name() const override { return "ghosts"; }
  void frame() override { time_ += kFrame; }
  Place place(std::size_t i) const override {
    const Body& body = room_.bodies[i];
    return {body.place.x + time_ * body.velocity.x, body.place.y + time_ * body.velocity.y};
  }
  Place velocity(std::size_t i) const override { return room_.bodies[i].velocity; }
  std::uint64_t meetings() const override { return 0; }

 private:
  Room room_;
  double time_ = 0.0;
};
}  // namespace
std::unique_ptr<Program> chipmunk_in(const Room& room) { return std::make_unique<Ghosts>(room); }
}  // namespace rooms
"""

# In the place of another library: one who moves as if nothing were in his way.
GHOST_THAT_MOVES = """
#include "moves.hpp"
namespace moves {
namespace {
class Ghost final : public Program<2> {
 public:
  std::string name() const override { return "ghost"; }
  void put(const Vec<2>& place) override { at_ = place; }
  void move(const Vec<2>& way, Path<2>& path) override {
    at_ = {at_[0] + way[0], at_[1] + way[1]};
    path.end = at_;
  }

 private:
  Vec<2> at_;
};
}  // namespace
std::unique_ptr<Program<2>> box2d_in(const Landscape<2>&) { return std::make_unique<Ghost>(); }
}  // namespace moves
"""

# In the place of other libraries: one that sees nothing touch, one that sees all touch at the end, one at once.
BLIND = """
#include "contest.hpp"
namespace turning {
namespace {
Program always(const char* name, bool touches, double time) {
  return {name, 1e-3, [=](std::size_t, std::span<Answer> answers) {
            for (Answer& answer : answers) answer = {touches, time};
          }};
}
std::vector<Program> all() { return {always("never", false, 1.0), always("late", true, 1.0), always("early", true, 0.0)}; }
}  // namespace
std::vector<Program> box2d_programs(const std::vector<Pair<2>>&) { return all(); }
std::vector<Program> bullet_programs(const std::vector<Pair<3>>&) { return all(); }
}  // namespace turning
"""


class Bench(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.program = Path(folder.name) / "world_bench"
        sources = sorted((SOURCE / "bench" / "world").glob("*.cpp"))
        output_of([*STRICT, *sources, BUILD / "libfirsthit.a", "-lhwy", "-o", cls.program])

    def test_the_programs_compute_the_same(self):
        self.assertIn("The programs agree", output_of([self.program, "--check"]))

    def test_one_row_can_be_measured_alone(self):
        head, names, row = output_of([self.program, "--quick", "2D", "0.7", "100"]).splitlines()
        self.assertRegex(row, r"^2D 0\.70 +100 \|.*\| [0-9a-f]{16}$")
        self.assertEqual(len(row.split("|")), len(names.split("|")))

    def test_a_row_that_is_not_there_is_a_usage_error(self):
        result = run([self.program, "3D", "0.7"])
        self.assertEqual(result.returncode, 2)
        self.assertIn("no row has all of these words", result.stderr)


class OfTheProgram(unittest.TestCase):
    def test_the_program_ends_where_its_world_does(self):
        with tempfile.TemporaryDirectory() as folder:
            bench = Path(folder) / "program_bench"
            output_of([*STRICT, *sorted((SOURCE / "bench/program").glob("*.cpp")), BUILD / "src/scene/libfirsthit_scene.a",
                       BUILD / "libfirsthit.a", "-lhwy", "-lfmt", "-o", bench])
            (Path(folder) / "firsthit").symlink_to(BUILD / "bin/firsthit")
            self.assertEqual(run([bench, "--slow"]).returncode, 2)
            head, *rows = output_of([bench, "--quick", "4000", "0.25"]).splitlines()
        self.assertEqual([row.split("|")[0].split(None, 2)[2].strip() for row in rows], ["World", "run", "run --events"])
        self.assertEqual({len(row.split("|")) for row in rows}, {len(head.split("|"))})
        hashes = {row.split("|")[-1].strip() for row in rows}
        self.assertRegex(hashes.pop(), r"^[0-9a-f]{16}$")
        self.assertFalse(hashes, "all three end in one state")


class Peers(unittest.TestCase):
    def test_the_oracle_finds_nothing_wrong_with_ours_and_all_that_is_wrong_with_others(self):
        with tempfile.TemporaryDirectory() as folder:
            stubborn = Path(folder) / "stubborn.cpp"
            stubborn.write_text(STUBBORN)
            common = [SOURCE / "bench/peers" / f"{name}.cpp" for name in ("contest", "main", "ours", "pairs", "oracle")]
            output_of([*STRICT, "-I", SOURCE / "bench/peers", *common, stubborn, BUILD / "libfirsthit.a",
                       "-lhwy", "-lgmpxx", "-lgmp", "-o", Path(folder) / "peers"])
            lines = output_of([Path(folder) / "peers", "--quick"]).splitlines()
        self.assertEqual(len(lines), 4 * 5)
        for title, _, single, batch, stubborn in zip(*[iter(lines)] * 5):
            with self.subTest(title):
                pairs, touching = (int(x) for x in re.search(r"(\d+) pairs, (\d+) touch", title).groups())
                self.assertTrue(0.4 < touching / pairs < 0.6)
                *ours, (missed, alarms, _) = (
                    [float(x) for x in row.split("|")[2].split()] for row in (single, batch, stubborn))
                for misses, false_hits, error in ours:
                    self.assertEqual((misses, false_hits), (0, 0))
                    self.assertLessEqual(error, 2.0 ** -52)  # two neighbours, and the oracle's last place
                self.assertIn((missed, alarms), ((touching, 0), (0, pairs - touching)))


class Turning(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.program = Path(folder.name) / "turning_bench"
        blind = Path(folder.name) / "blind.cpp"
        blind.write_text(BLIND)
        ours = [SOURCE / "bench/turning" / f"{name}.cpp" for name in ("main", "contest", "pairs", "referee", "firsthit")]
        judge = [SOURCE / "tests/oracle/turning" / f"{name}.cpp" for name in ("apart", "body", "bow", "nearness", "parts")]
        output_of([*STRICT, "-DTURNING_WITH_BOX2D", "-DTURNING_WITH_BULLET", "-I", SOURCE / "tests",
                   "-I", SOURCE / "bench/turning", *ours, *judge, blind, BUILD / "libfirsthit.a", "-lhwy", "-lmpfr", "-lgmp",
                   "-o", cls.program])

    def test_the_referee_finds_nothing_wrong_with_ours_and_all_that_is_wrong_with_others(self):
        lines = output_of([self.program, "--quick"]).splitlines()
        rows = self.rows(lines)
        self.assertEqual(len(rows), 14)
        for title, ours, *others in rows:
            with self.subTest(title.split("|")[0].strip()):
                hits, *wrong = self.counts(ours)
                if title.startswith("2D boxes"):
                    # A batch has the bits of one call after the other.
                    self.assertEqual(others[0].split("|")[0].strip(), "firsthit, in a batch")
                    self.assertEqual(others.pop(0).split("|")[2:], ours.split("|")[2:])
                self.assertEqual(wrong, [0, 0, 0, 0])
                self.assertTrue(0.5 < hits / 250 < 0.95)
                never, late, early = map(self.counts, others)
                # What is not as deep as the tolerance does not count.
                self.assertEqual((never[0], never[2:]), (0, [0, 0, 0]))
                self.assertTrue(hits - 4 <= never[1] <= hits)
                self.assertEqual((late[0], late[1], late[3], late[4]), (250, 0, never[1], 0))
                self.assertTrue(250 - hits - 4 <= late[2] <= 250 - hits)
                self.assertEqual(early, [250, 0, 250, 0, 0])

    @staticmethod
    def rows(lines):
        """Each a title and the programs' lines."""
        rows = []
        for line in lines:
            if "ours/its" in line:
                rows.append([])
            rows[-1].append(line)
        return rows

    @staticmethod
    def counts(row):
        """hits, missed, false hits, late, open"""
        return [int(word) for word in row.split("|")[2].split()]

    def test_rows_are_picked_by_their_words(self):
        lines = output_of([self.program, "--quick", "3D", "spline"]).splitlines()
        self.assertEqual([row[0].split("|")[0].strip() for row in self.rows(lines)],
                         ["3D boxes, spline without spin", "3D boxes, spline, half a turn"])
        result = run([self.program, "--quick", "4D"])
        self.assertEqual(result.returncode, 2)
        self.assertIn("no row has all of these words", result.stderr)


class Rooms(unittest.TestCase):
    def test_the_oracle_sees_what_overlaps_and_what_is_outside(self):
        with tempfile.TemporaryDirectory() as folder:
            ghosts = Path(folder) / "ghosts.cpp"
            ghosts.write_text(GHOSTS)
            ours = [SOURCE / "bench/rooms" / f"{name}.cpp" for name in ("main", "rooms", "firsthit")]
            output_of([*STRICT, "-DROOMS_WITH_CHIPMUNK", "-I", SOURCE / "bench/rooms", *ours, ghosts,
                       BUILD / "libfirsthit.a", "-lhwy", "-o", Path(folder) / "rooms"])
            rows = [[cell.strip() for cell in line.split("|")[1:-1]]
                    for line in output_of([Path(folder) / "rooms", "--quick"]).splitlines()]
        ours, theirs = (row for row in rows if row and row[0] == "2000")
        self.assertEqual((ours[1], ours[4], ours[5]), ("firsthit", "0.0", "0"))
        self.assertGreater(float(ours[3]), 1000.0)
        self.assertEqual(theirs[1], "ghosts")
        self.assertGreater(float(theirs[4]), 100.0)
        self.assertGreater(int(theirs[5]), 100)
        for bodies, microseconds, ratio, events, state in rows[-2:]:
            with self.subTest(bodies):
                self.assertIn(bodies, ("1000", "10000"))
                self.assertGreater(float(microseconds), 0.0)
                self.assertGreater(float(ratio), 0.0)
                self.assertGreater(float(events), 1.0)
                self.assertRegex(state, "^[0-9a-f]{16}$")


class Moves(unittest.TestCase):
    def test_the_oracle_sees_who_ends_in_a_box_and_who_goes_through_one(self):
        with tempfile.TemporaryDirectory() as folder:
            ghost = Path(folder) / "ghost.cpp"
            ghost.write_text(GHOST_THAT_MOVES)
            ours = [SOURCE / "bench/moves" / f"{name}.cpp" for name in ("main", "moves", "judge", "firsthit")]
            output_of([*STRICT, "-DMOVES_WITH_BOX2D", "-I", SOURCE / "bench/moves", *ours, ghost,
                       BUILD / "libfirsthit.a", "-lhwy", "-o", Path(folder) / "moves"])
            lines = output_of([Path(folder) / "moves", "--quick"]).splitlines()
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[3:]]
        self.assertEqual([row[0:3] for row in rows],
                         [["2D", "walks", "firsthit"], ["2D", "walks", "ghost"], ["2D", "roams", "firsthit"],
                          ["2D", "roams", "ghost"], ["3D", "walks", "firsthit"], ["3D", "roams", "firsthit"]])
        for _, gait, program, _, hits, _, overlaps, tunnelled, moves, _ in rows:
            with self.subTest(program=program, gait=gait):
                if program == "firsthit":
                    self.assertGreater(float(hits), 0.2)
                    self.assertEqual((overlaps, tunnelled), ("0", "0"))
                else:
                    self.assertGreater(int(overlaps), int(moves) / 20)
                    self.assertGreater(int(tunnelled), 0 if gait == "walks" else int(moves) / 50)


if __name__ == "__main__":
    unittest.main()
