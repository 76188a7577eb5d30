"""firsthit query: moving shapes, a query a line in JSON."""

import json
import math
import os
import pty
import random
import select
import subprocess
import time
import unittest

from program import BAD_INPUT, CLANG, DONE, LONG_FORM, PATIENCE, PROGRAM, SOURCE
from queries import SEED, SHAPES_2D, SHAPES_3D, QueryTest, ball, pair, point, rod

KEYS = ["line", "outcome", "delay", "delay_upper", "first_touch", "normal", "point_a", "point_b", "gap", "feature_a",
        "feature_b"]
LONGEST_LINE = 1 << 24

# A ball of radius 1 runs into a point: 4 until they meet, at speed 1.
GOOD = json.dumps(pair(ball(1, [0, 0], velocity=[1, 0]), point([5, 0]), horizon=10))


class Answers(QueryTest):
    def test_an_answer_has_all_that_an_encounter_tells(self):
        answer = self.answer(GOOD)
        self.assertEqual(list(answer), KEYS)
        self.assertEqual(answer, {
            "line": 1, "outcome": "impact", "delay": 4, "delay_upper": 4, "first_touch": 4, "normal": [1, 0],
            "point_a": [5, 0], "point_b": [5, 0], "gap": 0, "feature_a": {"kind": "face", "index": 0},
            "feature_b": {"kind": "vertex", "index": 0}})

    def explained(self, query):
        self.write("q.jsonl", json.dumps(query) + "\n")
        plain = json.loads(self.run_program("query", "q.jsonl").stdout)
        answer = json.loads(self.run_program("query", "--explain", "q.jsonl").stdout)
        explanation = answer.pop("explain")
        self.assertEqual(answer, plain)
        self.assertTrue((SOURCE / explanation["see"]).exists(), explanation["see"])
        return explanation

    def test_explain_tells_which_stage_answered_and_changes_nothing_else(self):
        away = self.explained(pair(ball(1, [0, 0], velocity=[-1, 0]), point([5, 0])))
        self.assertEqual([away[key] for key in ("kernel", "stage", "by_filter", "by_exact", "steps", "width")],
                         ["convex shapes", "filter", 1, 0, 0, 0])
        # A third of a unit of time: no double is exact, so two neighbours stand for it.
        third = self.explained(pair(ball(1, [0, 0], velocity=[3, 0]), point([2, 0])))
        self.assertEqual(third["width"], math.ulp(0.25))
        # Two balls pass each other with their surfaces touching: rounded arithmetic cannot tell.
        graze = self.explained(pair(ball(0.1, [0, 0], velocity=[1, 0]), ball(0.2, [5, 0.1 + 0.2])))
        self.assertEqual([graze[key] for key in ("stage", "by_filter", "by_exact")], ["exact", 0, 1])

    def test_explain_names_the_kernel_and_its_first(self):
        floor = {"half_space": {"normal": [0, 1], "offset": 0}, "position": [0, 0]}
        falls = {**ball(1, [0, 5]), "acceleration": [0, -1]}
        self.assertEqual([self.explained(pair(falls, floor))[key] for key in ("kernel", "first")], ["half-space", "b"])
        self.assertEqual(self.explained(pair(falls, ball(1, [0, 0])))["kernel"], "falling balls")
        wall = {"segment": {"from": [-1, 0], "to": [1, 0]}, "position": [0, 0]}
        self.assertEqual(self.explained(pair(falls, wall))["kernel"], "falling ball at a segment")
        corner = {"polygon": {"vertices": [[0, 0], [2, 0], [0.5, 0.5], [0, 2]]}, "position": [0, 0]}
        thrown = self.explained(pair(corner, ball(0.25, [5, 0.25], velocity=[-1, 0])))
        self.assertEqual(thrown["kernel"], "convex pieces")
        roof = {"half_space": {"normal": [1, -1], "offset": -9}, "position": [0, 0]}
        self.assertEqual(self.explained(pair(floor, roof))["stage"], "exact")  # they cross
        missed = self.explained(pair(corner, ball(0.25, [5, 0.25], velocity=[1, 0])))
        self.assertEqual([missed[key] for key in ("stage", "by_filter", "by_exact")], ["boxes", 0, 0])

    def test_explain_tells_of_units_of_its_own(self):
        tiny = self.explained(pair(ball(2.0 ** -300, [0, 0], velocity=[1, 0]), point([5, 0])))
        self.assertNotEqual(tiny["units"], "as given")

    def test_every_outcome_has_its_word(self):
        outcomes = {
            "miss": pair(ball(1, [0, 0], velocity=[-1, 0]), point([5, 0])),
            "graze": pair(ball(1, [0, 0], velocity=[1, 0]), point([5, 1])),
            "impact": pair(ball(1, [0, 0], velocity=[1, 0]), point([5, 0.5])),
            "overlap": pair(ball(1, [0, 0], velocity=[1, 0]), point([0.5, 0])),
        }
        answers, _ = self.ask(outcomes.values())
        self.assertEqual([answer["outcome"] for answer in answers], list(outcomes))

    def test_infinity_is_null(self):
        away = pair(ball(1, [0, 0], velocity=[-1, 0]), point([5, 0]))
        for endless in (away, {**away, "horizon": None}):
            answer = self.answer(endless)
            self.assertEqual([answer[key] for key in ("outcome", "delay", "delay_upper", "first_touch")],
                             ["miss", None, None, None])
        self.assertEqual(self.answer({**away, "horizon": 7})["delay"], 7)

    def test_half_spaces_begin_at_their_place_unless_told_otherwise(self):
        floor = {"half_space": {"normal": [0, 2]}, "position": [7, 1]}
        self.assertEqual(self.answer(pair(ball(1, [0, 4], velocity=[0, -1]), floor))["delay"], 2)

    def test_numbers_read_back_to_the_same_double(self):
        # sqrt(2): 1 of height at twice the height for a gravity.
        answer = self.answer(pair(point([0, 1], velocity=[1, 0], acceleration=[0, -1]),
                                  {"half_space": {"normal": [0, 1], "offset": 0}, "position": [0, 0]}))
        self.assertLessEqual(answer["delay"], answer["delay_upper"])
        self.assertEqual({answer["delay"], answer["delay_upper"]},
                         {math.sqrt(2), math.nextafter(math.sqrt(2), 0)})  # which rounds up
        horizons = [0.1, 1 / 3, 2.0 ** -200, 2.0 ** 200, 1e22, math.nextafter(1, 2)]
        answers, _ = self.ask([{**json.loads(GOOD), "horizon": x, "a": ball(1, [0, 0])} for x in horizons])
        self.assertEqual([answer["delay"] for answer in answers], horizons)
        self.assertNotIn("-0", self.run_program("query", "q.jsonl").stdout)

    def test_space_has_three_dimensions_too(self):
        answer = self.answer(pair(ball(1, [0, 0, 0], velocity=[0, 0, 2]), ball(2, [0, 0, 9])))
        self.assertEqual((answer["delay"], answer["normal"], answer["point_a"]), (3, [0, 0, 1], [0, 0, 7]))

    def test_empty_lines_are_skipped_and_lines_may_end_as_on_other_systems(self):
        text = f"\n{GOOD}\r\n\r\n  \t\n{GOOD}".encode()  # the last line has no end
        (self.folder / "q.jsonl").write_bytes(b"\xef\xbb\xbf" + text.lstrip() + text)
        result = self.run_program("query", "q.jsonl")
        self.assertEqual([json.loads(line)["line"] for line in result.stdout.splitlines()], [1, 4, 5, 8])

    def test_an_empty_file_has_no_answers(self):
        self.assertEqual(self.ask([]), ([], []))

    def test_standard_input_is_answered_line_by_line(self):
        process = self.start("query", "-", stdin=subprocess.PIPE)
        for number in range(1, 4):
            process.stdin.write(GOOD + "\n")
            process.stdin.flush()
            self.assertTrue(select.select([process.stdout], [], [], PATIENCE)[0])
            self.assertEqual(json.loads(process.stdout.readline())["line"], number)
        answers, errors = process.communicate("{\n", timeout=PATIENCE)
        self.assertEqual((answers, process.returncode), ("", BAD_INPUT))
        self.assertEqual(errors, "standard input:4:2: expected JSON, found the end of the line\n")

    def test_many_lines_are_answered_in_their_order(self):
        count = 20_000
        answers, errors = self.ask([GOOD, ""] * count)
        self.assertEqual(errors, [])
        self.assertEqual([answer["line"] for answer in answers], list(range(1, 2 * count, 2)))

    def test_the_queries_that_come_with_it_are_answered_alike_by_all_programs(self):
        file = SOURCE / "scenes/queries.jsonl"
        text = self.run_program("query", file).stdout
        self.assertEqual(len(text.splitlines()), len(file.read_text().splitlines()))
        self.assertEqual(self.run_program("query", file, program=CLANG).stdout, text)


class Shapes(QueryTest):
    def test_every_shape_meets_a_point_where_it_is(self):
        for shapes, origin in ((SHAPES_2D, [0, 0]), (SHAPES_3D, [0, 0, 0])):
            flier = point([10, *origin[1:]], velocity=[-2, *origin[1:]])
            answers, errors = self.ask([pair(flier, {name: keys, "position": origin})
                                        for name, (keys, _) in shapes.items()])
            self.assertEqual(errors, [])
            for answer, (name, (_, reach)) in zip(answers, shapes.items()):
                with self.subTest(name, dimension=len(origin)):
                    self.assertEqual([answer[key] for key in ("outcome", "delay", "delay_upper")],
                                     ["impact", (10 - reach) / 2, (10 - reach) / 2])
                    self.assertEqual(answer["point_a"], [reach, *origin[1:]])

    def test_every_pair_of_shapes_is_answered(self):
        for shapes, origin in ((SHAPES_2D, [0, 0]), (SHAPES_3D, [0, 0, 0])):
            queries = [pair({a: keys_a, "position": [-20, *origin[1:]], "velocity": [1, *origin[1:]]},
                            {b: keys_b, "position": origin})
                       for a, (keys_a, _) in shapes.items() for b, (keys_b, _) in shapes.items()]
            answers, errors = self.ask(queries)
            self.assertEqual(errors, [])
            self.assertEqual(len(answers), len(shapes) ** 2)

    def test_an_angle_is_that_of_the_axes_in_degrees(self):
        box = {"half_extents": [1, 2]}
        for angle, axes in ((0, [[1, 0], [0, 1]]), (90, [[0, 1], [-1, 0]]), (-90, [[0, -1], [1, 0]])):
            lines = [pair({"oriented_box": {**box, **turned}, "position": [0, 0]}, point([9, 0.5], velocity=[-1, 0]))
                     for turned in ({"angle": angle}, {"axes": axes})]
            (by_angle, by_axes), errors = self.ask(lines)
            self.assertEqual(errors, [])
            self.assertEqual({**by_angle, "line": 2}, by_axes)
        # A square on its corner is sqrt(2) wide.
        answer = self.answer(pair({"oriented_box": {"half_extents": [1, 1], "angle": 45}, "position": [0, 0]},
                                  point([9, 0], velocity=[-1, 0])))
        self.assertAlmostEqual(answer["delay"], 9 - math.sqrt(2), delta=1e-14)

    def test_a_shape_of_another_dimension_is_refused(self):
        self.assertEqual(self.refusal(pair({"triangle": {"vertices": []}, "position": [0, 0]}, point([0, 0]))),
                         ["a.triangle: expected a shape of 2 dimensions, found one of 3"])
        self.assertEqual(self.refusal(pair(point([0, 0, 0]), {"polygon": {"vertices": []}, "position": [0, 0, 0]})),
                         ["b.polygon: expected a shape of 3 dimensions, found one of 2"])


class Refusals(QueryTest):
    def test_a_bad_line_is_named_and_all_others_are_answered(self):
        answers, errors = self.ask([GOOD, "{", GOOD, pair(ball(-1, [0, 0]), point([5, 0])), GOOD], expect=BAD_INPUT)
        self.assertEqual([answer["line"] for answer in answers], [1, 3, 5])
        self.assertEqual(errors, ["q.jsonl:2:2: expected JSON, found the end of the line",
                                  "q.jsonl:4: a.ball.radius: expected >= 0, found -1"])

    def test_everything_that_is_wrong_with_a_line_is_told_with_its_place(self):
        self.assertEqual(
            self.refusal({"a": {"segment": {"from": [0, "x"], "too": [1, 0]}, "position": [0, 0], "velocty": [1, 0]},
                          "b": {"ball": {}, "position": [0, 0, 0]}, "margin": True, "until": 3}),
            ['a.segment.from[1]: expected a number, found "x"',
             "a.segment.to: expected a value, found none",
             'a.segment: unknown key "too"; did you mean to?',
             'a: unknown key "velocty"; did you mean velocity?',
             "b.ball.radius: expected a value, found none",
             "b.position: expected 2 numbers, found an array of 3",
             "margin: expected a number, found true",
             'unknown key "until"'])

    def test_every_way_to_get_a_query_wrong_has_its_message(self):
        b = point([5, 0])
        wrong = [
            ([1, 2], "expected an object, found an array of 2"),
            ({"b": b}, "a: expected a value, found none"),
            (pair(1, b), "a: expected an object, found 1"),
            (pair({"position": [0, 0]}, b), "a: expected a shape (point, ball, segment, capsule, box, oriented_box, "
                                            "hull, polygon, triangle, half_space, arc), found none"),
            (pair({"pint": {}, "position": [0, 0]}, b), 'a: unknown key "pint"; did you mean point?'),
            (pair({"point": {}, "ball": {"radius": 1}, "position": [0, 0]}, b),
             "a: expected one shape, found point and ball"),
            (pair({"point": None, "position": [0, 0]}, b), "a.point: expected an object, found null"),
            (pair({"ball": {"radius": [1]}, "position": [0, 0]}, b),
             "a.ball.radius: expected a number, found an array of 1"),
            (pair(point([1, 2, 3, 4]), b), "a.position: expected 2 numbers, found an array of 4"),
            (pair(point([1]), point([2])), "a.position: expected 2 or 3 numbers, found an array of 1"),
            (pair(point([0, 0, 0]), b), "b.position: expected 3 numbers, found an array of 2"),
            (pair(point([0, 0], velocity=0), b), "a.velocity: expected 2 numbers, found 0"),
            (pair({"hull": {"vertices": {}}, "position": [0, 0]}, b),
             "a.hull.vertices: expected an array of points, found an object"),
            (pair({"hull": {"vertices": [[0, 0], [1, None]]}, "position": [0, 0]}, b),
             "a.hull.vertices[1][1]: expected a number, found null"),
            (pair({"triangle": {"vertices": [[0, 0, 0]]}, "position": [0, 0, 0]}, point([0, 0, 0])),
             "a.triangle.vertices: expected an array of 3 points, found an array of 1"),
            (pair({"oriented_box": {"half_extents": [1, 1], "axes": [[1, 0], [0, 1]], "angle": 0},
                   "position": [0, 0]}, b), "a.oriented_box: expected axes or angle, found both"),
            (pair({"hull": {"vertices": []}, "position": [0, 0]}, b), "a.hull.vertices: expected at least one, found none"),
            (pair({"polygon": {"vertices": [[0, 0], [1, 0]]}, "position": [0, 0]}, b),
             "a.polygon.vertices: expected at least 3, found 2"),
            (pair({"polygon": {"vertices": [[0, 0], [2, 0], [0, 2], [2, 2]]}, "position": [0, 0]}, b),
             "a.polygon: edges from vertices[1] to [2] and from vertices[3] to [0]: expected to be apart, found that they "
             "meet"),
            (pair({"polygon": {"vertices": [[0, 0], [2, 0], [0, 1e300]]}, "position": [0, 0]}, b),
             "a.polygon.vertices[2][1]: expected 0 or a size from 2^-450 to 2^450, found 1.0000000000000001e+300"),
            (pair({"half_space": {"normal": [0, 0], "offset": 0}, "position": [0, 0]}, b),
             "a.half_space.normal: expected a vector that is not zero, found 0"),
            (pair({"box": {"half_extents": [1, -1]}, "position": [0, 0]}, b),
             "a.box.half_extents[1]: expected >= 0, found -1"),
            (pair(point([1e300, 0]), b), "a.position[0]: expected 0 or a size from 2^-450 to 2^450, found "
                                         "1.0000000000000001e+300"),
            (pair(point([0, 0]), point([5, 0], velocity=[0, 1e-300])),
             "b.velocity[1]: expected 0 or a size from 2^-450 to 2^450, found 1e-300"),
            (pair(point([0, 0]), b, horizon=-1), "horizon: expected >= 0, found -1"),
            (pair(point([0, 0]), b, horizon="1"), 'horizon: expected a number, found "1"'),
        ]
        answers, errors = self.ask([query for query, _ in wrong], expect=BAD_INPUT)
        self.assertEqual(answers, [])
        self.assertEqual(errors, [f"q.jsonl:{i}: {message}" for i, (_, message) in enumerate(wrong, 1)])

    def test_what_is_no_json_is_told_with_its_column(self):
        wrong = [
            ("{", "2: expected JSON, found the end of the line"),
            ("nul", "4: expected JSON, found the end of the line"),
            ("nulx", "4: expected JSON, found \"x\""),
            (GOOD + "]", f"{len(GOOD) + 1}: expected JSON, found \"]\""),
            (GOOD + " " + GOOD, f"{len(GOOD) + 2}: expected JSON, found "),
            ('{"a": NaN}', "7: expected JSON, found \"NaN}\""),
            ('{"a": -Infinity}', "8: expected JSON, found \"Infinity}\""),
            ('{"a": 1e999}', "7: expected a number within the range of doubles, found \"1e999}\""),
            ('{"a": 1' + "0" * 400 + "}", "7: expected a number within the range of doubles, found \"10000"),
            ('{"a": "\\ud800"}', "14: expected JSON, found \"\"}\""),
            ("{'a': 1}", "2: expected JSON, found \"'a': 1}\""),
            ('{"a": 01}', "8: expected JSON, found \"1}\""),
            ('{"a": 1, "a": 2}', ' expected each key once, found "a" twice'),
            ("[" * 1000, " expected at most 16 levels of nesting"),
            ("{" + ", ".join(f'"{i}": 1' for i in range(100)) + "}", " expected at most 64 keys in one object"),
            (GOOD[:-1] + "\0}", f"{len(GOOD)}: expected text, found a zero byte"),
        ]
        answers, errors = self.ask([line for line, _ in wrong], expect=BAD_INPUT)
        self.assertEqual(answers, [])
        self.assertEqual(len(errors), len(wrong))
        for i, ((_, message), error) in enumerate(zip(wrong, errors), 1):
            self.assertTrue(error.startswith(f"q.jsonl:{i}:{message}"), error)
            self.assertLess(len(error), 200)

    def test_bytes_that_are_no_text_are_told_in_letters_that_can_be_printed(self):
        (self.folder / "q.jsonl").write_bytes(b'{"a": "\xff\x1b[2J"}\n{"\xc0\xaf": 1}\n\x1b[2J\n' + GOOD.encode())
        result = self.run_program("query", "q.jsonl", expect=BAD_INPUT)
        self.assertEqual(len(result.stdout.splitlines()), 1)
        self.assertEqual(len(result.stderr.splitlines()), 3)
        self.assertTrue(result.stderr.replace("\n", "").isprintable())

    def test_a_line_that_is_too_long_is_left_out(self):
        def padded(length):
            return GOOD[:-1] + " " * (length - len(GOOD)) + "}"
        answers, errors = self.ask([padded(LONGEST_LINE), padded(LONGEST_LINE + 1), padded(2 * LONGEST_LINE), GOOD],
                                   expect=BAD_INPUT)
        self.assertEqual([answer["line"] for answer in answers], [1, 4])
        self.assertEqual(errors, [f"q.jsonl:{i}: expected at most {LONGEST_LINE} bytes in a line, found more"
                                  for i in (2, 3)])

    def test_lines_that_are_deep_wide_or_endless_do_no_harm(self):
        million = 1_000_000
        lines = ["[" * million, '{"a":' * million, '{"a": "' + "x" * million, '{"' + "x" * million + '": 1}',
                 '{"a": ' + "9" * million + "}", "[" + "0," * million + "0]", "x" * million, "0." + "0" * million + "1",
                 GOOD[:-1] + ', "a' + "b" * million + '": 1}']
        answers, errors = self.ask(lines, expect=BAD_INPUT, program=CLANG)
        self.assertEqual(answers, [])
        self.assertEqual({int(error.split(":")[1]) for error in errors}, set(range(1, len(lines) + 1)))
        self.assertLess(max(map(len, errors)), 200)

    def test_a_file_that_cannot_be_read_is_named(self):
        for name in ("absent.jsonl", "."):
            self.assertIn(f"{name}: cannot read it: ", self.run_program("query", name, expect=BAD_INPUT).stderr)


class Mutants(QueryTest):
    """Every line is answered or refused, whatever it is, by a program that watches its memory."""

    PIECES = [b"0", b"-0", b"1e999", b"-1e308", b"5e-324", b"NaN", b"null", b"true", b"{}", b"[]", b"[[]]", b'""',
              b'"a"', b'"ball"', b'"radius"', b'"position"', b'"vertices"', b",", b":", b"[", b"]", b"{", b"}", b'"',
              b"\\u0000", b"\\ud800", b"\0", b"\xff", b"\xc3\xa9", b"\r", b"\t", b" ", b"1", b"2", b".", b"e", b"-"]

    def mutate(self, rng, line):
        line = bytearray(line)
        for _ in range(rng.choice([1, 1, 1, 2, 5])):
            kind = rng.randrange(5)
            begin = rng.randrange(len(line) + 1)
            end = min(len(line), begin + rng.choice([0, 1, 1, 3, 10]))
            if kind == 0:
                line[begin:end] = b""
            elif kind == 1:
                line[begin:end] = rng.choice(self.PIECES)
            elif kind == 2:
                line[begin:end] = bytes([rng.randrange(256)])
            elif kind == 3:
                line[begin:begin] = line[begin:end] * rng.choice([1, 2, 50])
            else:
                line = line[:begin]
        return bytes(line).replace(b"\n", b"")

    def originals(self):
        lines = [GOOD]
        for shapes, position in ((SHAPES_2D, [5, 0.25]), (SHAPES_3D, [5, 0.25, 1])):
            for name, (keys, _) in shapes.items():
                lines.append(json.dumps(pair({name: keys, "position": position, "velocity": position},
                                             ball(0.5, position, acceleration=position), horizon=3, margin=0.5)))
        lines.append(json.dumps(pair(rod(2, [0, 0], angular_velocity=3, orientation=60, centre=[1, 0]),
                                     ball(0.5, [3, 2], velocity=[-1, 0]), horizon=3)))
        lines.append(json.dumps(pair(rod(2, [0, 0, 0], angular_velocity=[0, 1, 3], orientation=[0.5, 0.5, 0.5, 0.5]),
                                     ball(0.5, [3, 2, 0], velocity=[-1, 0, 0]), horizon=3)))
        return [line.encode() for line in lines]

    def test_mutants_are_answered_or_refused(self):
        rng = random.Random(SEED)
        print(f"seed {SEED}")
        originals = self.originals()
        lines = [self.mutate(rng, rng.choice(originals)) for _ in range(300_000 if LONG_FORM else 4000)]
        (self.folder / "q.jsonl").write_bytes(b"\n".join(lines) + b"\n")
        with (self.folder / "errors.txt").open("wb") as errors:
            result = subprocess.run([CLANG, "query", "q.jsonl"], cwd=self.folder, stdout=subprocess.PIPE, stderr=errors,
                                    timeout=PATIENCE if not LONG_FORM else None)
        told = (self.folder / "errors.txt").read_bytes().decode("ascii").splitlines()
        self.assertEqual(result.returncode, BAD_INPUT, told[-20:])
        answered = [json.loads(line)["line"] for line in result.stdout.splitlines()]
        refused = {int(line.split(":")[1]) for line in told}
        self.assertEqual(answered, sorted(set(answered)))
        self.assertFalse(refused & set(answered))
        asked = {i for i, line in enumerate(lines, 1) if line.strip(b" \t\r")}
        self.assertEqual(refused | set(answered), asked)
        self.assertGreater(len(refused), len(lines) // 4)
        self.assertGreater(len(answered), len(lines) // 100)

    def test_files_that_are_cut_or_torn_are_read_to_their_end(self):
        rng = random.Random(SEED + 1)
        print(f"seed {SEED + 1}")
        whole = b"\n".join(self.originals())
        for _ in range(200 if LONG_FORM else 10):
            torn = bytearray(whole[:rng.randrange(len(whole))])
            for _ in range(20):
                if torn:
                    torn[rng.randrange(len(torn))] = rng.choice(b"\n\r\0{}[]\",:\xff")
            (self.folder / "q.jsonl").write_bytes(torn)
            result = subprocess.run([CLANG, "query", "q.jsonl"], cwd=self.folder, capture_output=True, timeout=PATIENCE)
            self.assertIn(result.returncode, (DONE, BAD_INPUT), result.stderr)


class Status(QueryTest):
    def test_a_terminal_is_told_how_far_it_is_and_the_line_is_erased(self):
        ours, its = pty.openpty()
        self.addCleanup(os.close, ours)
        with (self.folder / "answers.jsonl").open("wb") as answers:
            process = subprocess.Popen([PROGRAM, "query", "-"], stdin=subprocess.PIPE, stdout=answers, stderr=its,
                                       cwd=self.folder, env={**os.environ, "TERM": "xterm"})
        os.close(its)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        shown = b""
        deadline = time.monotonic() + PATIENCE
        while b" answers" not in shown:
            self.assertLess(time.monotonic(), deadline, shown)
            process.stdin.write(GOOD.encode() + b"\n")
            process.stdin.flush()
            if select.select([ours], [], [], 0.01)[0]:
                shown += os.read(ours, 1 << 16)
        process.stdin.close()
        self.assertEqual(process.wait(PATIENCE), DONE)
        while select.select([ours], [], [], 0.1)[0]:
            try:
                piece = os.read(ours, 1 << 16)
            except OSError:  # how Linux says that nobody is at the other end
                break
            if not piece:
                break
            shown += piece
        self.assertNotIn(b"\n", shown)
        self.assertTrue(shown.endswith(b"\r\033[K"), shown)


if __name__ == "__main__":
    unittest.main()
