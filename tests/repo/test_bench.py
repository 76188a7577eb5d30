"""The benchmarks compile as strictly as the library (tests/repo/bench), and those who judge in them judge right."""

import re
import shutil
import tempfile
import unittest
from pathlib import Path

from repo import BUILD, output_of, run

PROGRAMS = BUILD / "tests" / "bench"  # which tests/repo/bench builds


class Bench(unittest.TestCase):
    program = PROGRAMS / "world"

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
            bench = Path(folder) / "program"  # which looks for firsthit beside itself
            shutil.copy(PROGRAMS / "program", bench)
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
        lines = output_of([PROGRAMS / "peers", "--quick"]).splitlines()
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
    program = PROGRAMS / "turning"

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
        rows = [[cell.strip() for cell in line.split("|")[1:-1]]
                for line in output_of([PROGRAMS / "rooms", "--quick"]).splitlines()]
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


class Crates(unittest.TestCase):
    def test_it_is_seen_who_is_in_another_and_who_is_outside_and_what_becomes_of_the_energy(self):
        lines = output_of([PROGRAMS / "crates", "--quick"]).splitlines()
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[3:]]
        self.assertEqual([(row[0], row[2]) for row in rows],
                         [(room, who) for room in ("gas", "floor", "bin") for who in ("firsthit", "ghosts", "ghosts")])
        for room, crates, program, _, _, steps, depth, outside, energy, rise, still, state in rows:
            with self.subTest(room=room, program=program):
                depth, energy, rise = float(depth), float(energy), float(rise)
                self.assertEqual(crates, "200")
                self.assertLess(rise, 1e-13)
                if program == "firsthit":
                    self.assertGreater(int(steps), 1000)
                    self.assertTrue(0.0 <= depth < 1e-11)
                    self.assertEqual(outside, "0")
                    self.assertTrue(abs(energy) < 1e-13 if room == "gas" else energy < -0.1)
                    self.assertRegex(state, "^[0-9a-f]{16}$")
                else:
                    self.assertTrue(0.5 < depth < 1.5)
                    self.assertGreater(int(outside), 20)
                    self.assertLess(abs(energy), 1e-13)
                    self.assertEqual((still, state), ("0", ""))
        self.assertGreater(int(rows[3][10]), 150)  # most have come to rest on the floor

    def test_rooms_are_picked_by_their_names(self):
        lines = output_of([PROGRAMS / "crates", "--quick", "gas"]).splitlines()
        self.assertEqual({line.split("|")[1].strip() for line in lines[3:]}, {"gas"})
        self.assertEqual(run([PROGRAMS / "crates", "sea"]).returncode, 2)


class Piles(unittest.TestCase):
    def test_it_is_seen_who_falls_through_the_floor_and_who_creeps(self):
        lines = output_of([PROGRAMS / "piles", "--quick", "pyramid", "30"]).splitlines()
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[3:]]
        ours, creepers, ghosts = rows
        self.assertEqual([row[2] for row in rows], ["firsthit", "creepers", "ghosts"])
        self.assertTrue(0.1 < float(ours[3]) < 1.0)  # the pyramid lands
        self.assertTrue(0.0 <= float(ours[7]) < 1e-12)
        self.assertEqual((ours[3], ours[8:12]), (ours[6], ["5.0", "0.0e+00", "+0.0e+00", "yes"]))
        self.assertRegex(ours[12], "^[0-9a-f]{16}$")
        self.assertEqual([creepers[k] for k in (3, 6, 7)], ["0.02", "0.02", "0.0e+00"])
        self.assertEqual(creepers[8:], ["5.0", "2.5e-02", "+2.0e-02", "yes", ""])  # by (0.003, 0.004) in a unit of time
        self.assertEqual((ghosts[3], ghosts[6], ghosts[11]), ("not in 20.0", "no", "no"))
        self.assertGreater(float(ghosts[7]), 1000.0)  # below the floor, after 20

    def test_piles_are_picked_by_their_names(self):
        lines = output_of([PROGRAMS / "piles", "--quick", "heap", "--bodies", "5"]).splitlines()
        self.assertEqual({tuple(line.split(" | ")[:2]) for line in lines[3:]}, {("| heap", "5")})
        self.assertEqual(run([PROGRAMS / "piles", "sea"]).returncode, 2)


class Moves(unittest.TestCase):
    def test_the_oracle_sees_who_ends_in_a_box_and_who_goes_through_one(self):
        lines = output_of([PROGRAMS / "moves", "--quick"]).splitlines()
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
