"""firsthit query: features that deform."""

import csv
import unittest
from fractions import Fraction

from program import BAD_INPUT, CLANG, SOURCE, ProgramTest

FLOOR = [(0, 0, 0), (4, 0, 0), (0, 4, 0)]
DATA = SOURCE / "tests/data/ccd-queries"


def rows(*places, label=0):
    """Places as rows of fractions."""
    fractions = [[Fraction(x) for x in place] for place in places]
    return "".join("".join(f"{x.numerator},{x.denominator}," for x in row) + f"{label}\n" for row in fractions)


def over_floor(start, end):
    """A vertex that flies over a triangle."""
    return rows(start, *FLOOR, end, *FLOOR)


class Query(ProgramTest):
    def answers(self, kind, name, **options):
        result = self.run_program("query", "--features", kind, name, **options)
        table = list(csv.reader(result.stdout.splitlines()))
        self.assertEqual(table[0], ["index", "hit", "toi_lo", "toi_hi", "stage"])
        return table[1:], result.stderr

    def test_hits_and_misses_are_told_with_times_that_read_back(self):
        self.write("q.csv", over_floor((1, 1, 1), (1, 1, -1)) + over_floor((1, 1, 1), (1, 1, -2))
                   + over_floor((5, 5, 1), (5, 5, -1)) + over_floor((1, 1, 1), (1, 1, 0)))
        table, errors = self.answers("vertex-face", "q.csv")
        self.assertEqual(errors, "")
        self.assertEqual([row[:4] for row in table],
                         [["0", "1", "0.5", "0.5"],
                          ["1", "1", "0.3333333333333333", "0.33333333333333337"],
                          ["2", "0", "", ""],
                          ["3", "1", "1", "1"]])
        self.assertLess(Fraction(float(table[1][2])), Fraction(1, 3))
        self.assertGreater(Fraction(float(table[1][3])), Fraction(1, 3))
        for row in table:
            self.assertIn(row[4], ("cull", "filter", "bracket", "exact"))

    def test_edges_are_taken_two_and_two(self):
        self.write("q.csv", rows((-1, 0, 0), (1, 0, 0), (0, -1, 1), (0, 1, 1),
                                 (-1, 0, 0), (1, 0, 0), (0, -1, -1), (0, 1, -1)))
        table, _ = self.answers("edge-edge", "q.csv")
        self.assertEqual(table[0][:4], ["0", "1", "0.5", "0.5"])
        table, _ = self.answers("vertex-face", "q.csv")  # the same places as a vertex and a face
        self.assertEqual(table[0][:2], ["0", "0"])

    def test_a_bad_row_is_named_and_all_other_queries_are_answered(self):
        good = over_floor((1, 1, 1), (1, 1, -1))
        lines = good.splitlines()
        bad = {0: "1,1,1,1,1", 1: "1,1,x,1,1,1,0", 3: "1,1,1,3,1,1,0", 5: "1,1,1,0,1,1,0", 7: "1,1,1,1,1,1,2"}
        broken = "\n".join(bad.get(i, line) for i, line in enumerate(lines)) + "\n"
        self.write("q.csv", good + broken + "\n" + good)
        table, errors = self.answers("vertex-face", "q.csv", expect=BAD_INPUT)
        self.assertEqual([row[0] for row in table], ["0", "2"])
        self.assertEqual(errors.splitlines(), [
            "q.csv:9:1: expected 7 whole numbers: three fractions and a label, found 5",
            'q.csv:10:5: expected a whole number, found "x"',
            'q.csv:12:5: expected a fraction that is a double, found "1" / "3"',
            'q.csv:14:5: expected a denominator > 0, found "0"',
            'q.csv:16:13: label: expected 0 or 1, found "2"',
        ])

    def test_a_file_that_ends_within_a_query_is_told_so(self):
        whole = over_floor((1, 1, 1), (1, 1, -1))
        self.write("q.csv", whole + "".join(whole.splitlines(keepends=True)[:3]))
        table, errors = self.answers("vertex-face", "q.csv", expect=BAD_INPUT)
        self.assertEqual(len(table), 1)
        self.assertEqual(errors, "q.csv:11:1: expected 8 rows a query, found 3\n")

    def test_an_empty_file_has_no_answers(self):
        self.write("q.csv", "")
        self.assertEqual(self.answers("edge-edge", "q.csv")[0], [])

    def test_fractions_of_any_length_are_read_and_lines_may_end_as_on_other_systems(self):
        large = 3 ** 200
        long_row = f"{large},{large},1,1,{2 ** 300},{2 ** 300},0"
        text = over_floor((1, 1, 1), (1, 1, -1)).replace("1,1,1,1,1,1,0", long_row, 1)
        (self.folder / "q.csv").write_bytes(text.replace("\n", "\r\n").encode())
        self.assertEqual(self.answers("vertex-face", "q.csv")[0][0][:4], ["0", "1", "0.5", "0.5"])

    def test_what_is_missing_or_unknown_is_named(self):
        message = self.run_program("query", "--features", "face-face", "q.csv", expect=BAD_INPUT).stderr
        self.assertIn("vertex-face", message)
        self.assertIn("FILE", self.run_program("query", "--features", "edge-edge", expect=BAD_INPUT).stderr)
        message = self.run_program("query", "--features", "edge-edge", "absent.csv", expect=BAD_INPUT).stderr
        self.assertIn("absent.csv: cannot read it", message)

    def test_the_public_queries_are_answered_right_and_alike_by_all_programs(self):
        lines = (DATA / "places.txt").read_text().splitlines()
        places = [[float.fromhex(x) for x in line.split()] for line in lines]
        text = {"edge-edge": "", "vertex-face": ""}
        truth = {"edge-edge": [], "vertex-face": []}
        kind = None
        for line in (DATA / "queries.txt").read_text().splitlines():
            words = line.split()
            if words[0] == "set":
                kind = words[2]
                continue
            text[kind] += rows(*(places[int(i)] for i in words[:8]))
            truth[kind].append([float.fromhex(x) for x in words[9:]])
        for kind, times in truth.items():
            self.write("q.csv", text[kind])
            table, errors = self.answers(kind, "q.csv")
            self.assertEqual(errors, "")
            self.assertEqual(len(table), len(times))
            for row, exact in zip(table, times):
                self.assertEqual(row[1] == "1", bool(exact), row)
                if exact:
                    self.assertLessEqual(float(row[2]), exact[1])
                    self.assertGreaterEqual(float(row[3]), exact[0])
                    self.assertLessEqual(float(row[3]) - float(row[2]), 1e-12)
            self.assertEqual(self.answers(kind, "q.csv", program=CLANG)[0], table)


if __name__ == "__main__":
    unittest.main()
