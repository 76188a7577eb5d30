"""firsthit query: what spins, goes along curves or is an arc, a query a line in JSON."""

import json
import math
import random
import unittest

from program import BAD_INPUT, CLANG, LONG_FORM
from queries import SEED, SHAPES_2D, SHAPES_3D, QueryTest, ball, pair, point, rod

ARC = {"radius": 2, "from": -90, "to": 90}


class Spins(QueryTest):
    """What turns is told to within some 2^-43 of its size."""

    NEAR = 4e-12
    ABOUT_Z = [math.sqrt(0.5), 0, 0, math.sqrt(0.5)]  # by a right angle

    def test_g_and_clang_tell_what_spins_to_the_same_bit(self):
        chance = random.Random(SEED)

        def spinning(shapes, dimension):
            kind = chance.choice([name for name in shapes if name != "half_space"])
            rate = 2 ** chance.uniform(-2, 5)
            spin = [rate * chance.uniform(-1, 1) for _ in range(3)]
            turned = [chance.uniform(-1, 1) for _ in range(4)]
            size = math.sqrt(sum(x * x for x in turned))
            x, y, z = (chance.uniform(0.1, 1) for _ in range(3))
            tumbles = dimension == 3 and chance.random() < 0.5
            return {**({"inertia": {"moments": [y + z, z + x, x + y]}} if tumbles else {}),
                    kind: shapes[kind][0], "angular_velocity": spin if dimension == 3 else spin[0],
                    "orientation": [x / size for x in turned] if dimension == 3 else chance.uniform(-180, 180),
                    "centre": [chance.uniform(-1, 1) for _ in range(dimension)]}

        lines = []
        for shapes, dimension in ((SHAPES_2D, 2), (SHAPES_3D, 3)):
            for _ in range(2000 if LONG_FORM else 200):
                place = [chance.choice([-1, 1]) * chance.uniform(1, 4) for _ in range(dimension)]
                coming = [chance.uniform(-1, 1) - x for x in place]
                lines.append(json.dumps(pair({**spinning(shapes, dimension), "position": [0] * dimension},
                                             {**spinning(shapes, dimension), "position": place, "velocity": coming},
                                             horizon=2)))
        (self.folder / "q.jsonl").write_text("\n".join(lines) + "\n")
        text = self.run_program("query", "q.jsonl").stdout
        self.assertEqual(self.run_program("query", "q.jsonl", program=CLANG).stdout, text)
        outcomes = [json.loads(line)["outcome"] for line in text.splitlines()]
        for outcome in ("miss", "impact", "overlap"):
            self.assertGreater(outcomes.count(outcome), len(lines) / 50)

    def expect_impact(self, query, delay, where=None):
        answer = self.answer(query)
        self.assertEqual(answer["outcome"], "impact")
        self.assertAlmostEqual(answer["delay"], delay, delta=self.NEAR)
        self.assertAlmostEqual(answer["delay_upper"], delay, delta=self.NEAR)
        self.assertLessEqual(answer["delay"], answer["delay_upper"])
        for found, expected in zip(answer["point_a"], where or []):
            self.assertAlmostEqual(found, expected, delta=self.NEAR)

    def test_a_rod_comes_to_a_nail_after_the_angle_between_them(self):
        nail = point([0, 1])
        self.expect_impact(pair(rod(2, [0, 0], angular_velocity=1), nail), math.pi / 2, [0, 1])
        self.expect_impact(pair(rod(2, [0, 0], angular_velocity=-1), nail), 3 * math.pi / 2, [0, 1])
        self.expect_impact(pair(rod(2, [0, 0], angular_velocity=1, orientation=60), nail), math.pi / 6)
        self.expect_impact(pair(rod(2, [0, 0, 0], angular_velocity=[0, 0, 2]), ball(0.5, [0, 1, 0])), math.pi / 6)
        self.assertEqual(self.answer(pair(rod(2, [0, 0], angular_velocity=1), point([0, 2.001])))["outcome"], "miss")
        self.assertEqual(self.answer(pair(rod(2, [0, 0], angular_velocity=1), nail, horizon=1.5))["outcome"], "miss")

    def test_it_turns_about_its_centre_which_is_at_its_position(self):
        about_its_end = {"segment": {"from": [-1, 0], "to": [1, 0]}, "centre": [-1, 0], "position": [3, 0]}
        self.expect_impact(pair({**about_its_end, "angular_velocity": 1}, point([3, 1.5])), math.pi / 2, [3, 1.5])
        # Not turning, it is only moved there.
        self.expect_impact(pair(about_its_end, ball(0.5, [9, 0.3], velocity=[-1, 0])), 3.6, [5, 0])

    def test_it_may_be_turned_and_not_turn(self):
        upright = rod(2, [0, 0], orientation=90)
        self.expect_impact(pair(upright, point([5, 1], velocity=[-1, 0])), 5, [0, 1])
        in_space = rod(2, [0, 0, 0], orientation=self.ABOUT_Z)
        self.expect_impact(pair(in_space, ball(0.5, [5, 1, 0], velocity=[-1, 0, 0])), 4.5, [0, 1, 0])
        seven_digits = rod(2, [0, 0, 0], orientation=[0.7071068, 0, 0, 0.7071068])
        self.expect_impact(pair(seven_digits, ball(0.5, [5, 1, 0], velocity=[-1, 0, 0])), 4.5, [0, 1, 0])

    def test_a_shape_has_its_own_angle_before_it_is_turned(self):
        plank = {"oriented_box": {"half_extents": [2, 0.25], "angle": 30}, "position": [0, 0], "orientation": 60}
        self.expect_impact(pair(plank, point([5, 1], velocity=[-1, 0])), 4.75)

    def test_it_flies_and_falls_as_it_spins(self):
        # Half a turn in a unit of time, in which it comes 6 up and falls 2: upright at 1/2, at (0, 2.5).
        thrown = rod(1, [0, 0], velocity=[0, 6], acceleration=[0, -4], angular_velocity=math.pi)
        self.expect_impact(pair(thrown, point([0, 3])), 0.5, [0, 3])
        rises = rod(1, [0, 0, 0], velocity=[0, 0, 6], acceleration=[0, 0, -4], angular_velocity=[0, 0, math.pi])
        self.expect_impact(pair(rises, ball(0.125, [0, 0.5, 2.625])), 0.5, [0, 0.5, 2.5])

    def test_a_top_turns_by_both_its_rates(self):
        # In the plane they add up.
        nail = point([0, 1])
        self.expect_impact(pair(rod(2, [0, 0], precession=1.5, spin=-0.5), nail), math.pi / 2, [0, 1])
        self.expect_impact(pair(rod(2, [0, 0], spin=1), nail), math.pi / 2, [0, 1])
        # Its spin is about its own axis: of a rod along it nothing is seen. The axis goes around upright.
        top = {"segment": {"from": [0, 0, 0], "to": [1, 0, 1]}, "position": [0, 0, 0], "precession": [0, 0, 2],
               "spin": [30, 0, 30]}
        self.expect_impact(pair(top, {"half_space": {"normal": [0, -1, 0], "offset": -0.5}, "position": [0, 0, 0]}),
                           math.pi / 12)
        # About an axis across it, its tip turns from 45 degrees to 135.
        tumbles = {**top, "precession": [0, 0, 0], "spin": [0, -1, 0]}
        self.expect_impact(pair(tumbles, {"half_space": {"normal": [1, 0, 0], "offset": 0}, "position": [-1, 0, 0]}),
                           math.pi / 2)

    def test_what_tumbles_and_is_symmetric_is_a_top(self):
        # With the moments (i, i, k) the precession is l / i, and the spin (1 / k - 1 / i) times the part of l along z.
        i, k, rate = 3.0, 2.0, [0.5, -1.0, 2.0]
        body = {"box": {"half_extents": [0.5, 0.5, 0.625]}, "position": [0, 0, 0], "velocity": [0, 0.5, 0]}
        precesses = {**body, "precession": [rate[0], rate[1], k * rate[2] / i],
                     "spin": [0, 0, (1 / k - 1 / i) * k * rate[2]]}
        tumbles = {**body, "angular_velocity": rate, "inertia": {"moments": [i / 4, i / 4, k / 4]}}
        # Its own axis is x by its moments, which their axes turn to z.
        lies = {**tumbles, "inertia": {"moments": [k, i, i], "axes": [math.sqrt(0.5), 0, -math.sqrt(0.5), 0]}}
        wall = {"half_space": {"normal": [0, -1, 0], "offset": -4}, "position": [0, 0, 0]}
        expected = self.answer(pair(precesses, wall))
        self.assertEqual(expected["outcome"], "impact")
        for way in (tumbles, lies):
            answer = self.answer(pair(way, wall))
            self.assertEqual(answer["outcome"], "impact")
            self.assertAlmostEqual(answer["delay"], expected["delay"], delta=1e-12)
            for found, of_top in zip(answer["point_a"], expected["point_a"]):
                self.assertAlmostEqual(found, of_top, delta=1e-11)
        # As it would spin it comes there at another time.
        steady = {key: value for key, value in tumbles.items() if key != "inertia"}
        self.assertGreater(abs(self.answer(pair(steady, wall))["delay"] - expected["delay"]), 1e-3)

    def test_what_tumbles_turns_over_after_a_period_of_elliptic_functions(self):
        # Landau and Lifshitz, Mechanics, par. 37: its turning about the axis of its middle moment is sn(p t), here from
        # where that is largest; after a quarter of a period, K / p, this axis is across the angular momentum.
        least, middle, most = 5.0, 10.0, 13.0
        rate = [0.5, 1.0, 0.0]
        momentum = [most * rate[0], middle * rate[1], 0.0]
        square, energy = sum(x * x for x in momentum), most * rate[0] ** 2 + middle * rate[1] ** 2  # twice
        pace = math.sqrt((most - middle) * (square - energy * least) / (least * middle * most))
        modulus = (middle - least) * (energy * most - square) / ((most - middle) * (square - energy * least))
        a, b = 1.0, math.sqrt(1.0 - modulus)
        for _ in range(9):
            a, b = (a + b) / 2, math.sqrt(a * b)
        quarter = math.pi / (2 * a) / pace
        tip = {"point": {}, "centre": [0, -1, 0], "position": [0, 0, 0], "angular_velocity": rate,
               "inertia": {"moments": [most, middle, least]}}
        below = {"half_space": {"normal": momentum}, "position": [0, 0, 0]}
        self.expect_impact(pair(tip, below), quarter)

    def test_every_way_to_get_what_tumbles_wrong_has_its_message(self):
        b = ball(1, [9, 0, 0])
        right = {"box": {"half_extents": [1, 2, 3]}, "position": [0, 0, 0], "angular_velocity": [1, 1, 1]}
        told = lambda inertia, **keys: {**right, "inertia": inertia, **keys}
        moments = {"moments": [13, 10, 5]}
        alone = {key: value for key, value in told(moments).items() if key != "angular_velocity"}
        curve = {"box": {"half_extents": [1, 2, 3]}, "control": [[0, 0, 0]] * 4, "duration": 1, "inertia": moments}
        wrong = [
            (alone, ["a.inertia: expected angular_velocity beside it, found none"]),
            ({**alone, "precession": [1, 0, 0]}, ["a.inertia: expected angular_velocity beside it, found none"]),
            (told(moments, spin=[1, 0, 0]), ["a: expected angular_velocity or spin, found both"]),
            (curve, ["a: expected control or inertia, found both"]),
            (told(3), ["a.inertia: expected an object, found 3"]),
            (told({}), ["a.inertia.moments: expected a value, found none"]),
            (told({"moments": [1, 2]}), ["a.inertia.moments: expected 3 numbers, found an array of 2"]),
            (told({"moment": [1, 1, 1]}), ["a.inertia.moments: expected a value, found none",
                                           'a.inertia: unknown key "moment"; did you mean moments?']),
            (told({"moments": [1, 1, 1], "axes": [0, 0, 0, 2]}),
             ["a.inertia.axes: expected a quaternion of length 1, found one of length 2"]),
            (told({"moments": [0, 1, 1]}),
             ["a.inertia.moments[0]: expected > 1e-6 of the largest, which is from 2^-500 to 2^500, found 0"]),
            (told({"moments": [1, 3, 1]}), ["a.inertia.moments[1]: expected at most the sum of the two others, found 3"]),
        ]
        for thing, messages in wrong:
            with self.subTest(thing):
                answers, errors = self.ask([pair(thing, b)], expect=BAD_INPUT)
                self.assertEqual((answers, errors), ([], [f"q.jsonl:1: {message}" for message in messages]))
        flat = {"box": {"half_extents": [1, 2]}, "position": [0, 0], "angular_velocity": 1, "inertia": moments}
        answers, errors = self.ask([pair(flat, point([9, 0]))], expect=BAD_INPUT)
        self.assertEqual((answers, errors), ([], ["q.jsonl:1: a.inertia: expected none in 2 dimensions, found an object"]))

    def test_a_centre_goes_along_its_curve_until_that_ends(self):
        # By Bernstein's polynomials x = 6 s, y = 6 s (1 - s): it is at (3, 1.5) at s = 1/2.
        curve = {"control": [[0, 0], [2, 2], [4, 2], [6, 0]], "duration": 8}
        self.expect_impact(pair({"ball": {"radius": 0.5}, **curve},
                                {"half_space": {"normal": [-1, 0], "offset": -3.5}, "position": [0, 0]}), 4)
        self.expect_impact(pair({"half_space": {"normal": [-1, 0], "offset": -3.5}, "position": [0, 0]},
                                {"ball": {"radius": 0.5}, **curve}), 4)
        # The tip of a rod that makes half a turn on its way is sin(pi s) above: by 1/2 at s = 1/6.
        spins = {"segment": {"from": [0, 0], "to": [1, 0]}, **curve, "angular_velocity": math.pi / 8}
        roof = {"half_space": {"normal": [0, -1], "offset": -4 / 3}, "position": [0, 0]}
        self.expect_impact(pair(spins, roof), 4 / 3)
        beyond = {"half_space": {"normal": [-1, 0], "offset": -7}, "position": [0, 0]}
        self.assertEqual([self.answer(pair({"ball": {"radius": 0.5}, **curve}, beyond))[key]
                          for key in ("outcome", "delay")], ["miss", 8])
        in_space = {"point": {}, "control": [[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 3]], "duration": 3}
        self.expect_impact(pair(in_space, ball(0.5, [0, 0, 2])), 1.5)

    def test_every_way_to_get_a_top_or_a_curve_wrong_has_its_message(self):
        b = point([5, 0])
        ball_on = lambda **keys: {"ball": {"radius": 1}, **keys}
        curve = {"control": [[0, 0], [2, 2], [4, 2], [6, 0]], "duration": 8}
        wrong = [
            (rod(2, [0, 0], precession=[0, 0, 1]), "a.precession: expected a number, found an array of 3"),
            (rod(2, [0, 0], spin="x"), 'a.spin: expected a number, found "x"'),
            (rod(2, [0, 0], spin=1, angular_velocity=1), "a: expected angular_velocity or spin, found both"),
            (rod(2, [0, 0], precession=1, angular_velocity=1),
             "a: expected angular_velocity or precession, found both"),
            (rod(2, [0, 0], precesion=1), 'a: unknown key "precesion"; did you mean precession?'),
            (rod(2, [0, 0], duration=1), "a.duration: expected control beside it, found none"),
            (ball_on(control=curve["control"]), "a.duration: expected a value, found none"),
            (ball_on(**{**curve, "duration": 0}), "a.duration: expected > 0, found 0"),
            (ball_on(control=[[0, 0]], duration=1), "a.control: expected an array of 4 points, found an array of 1"),
            (ball_on(**{**curve, "control": [[0, 0], [1, 1], [2, 2], [3]]}),
             "a.control[3]: expected 2 numbers, found an array of 1"),
            (ball_on(**curve, position=[0, 0]), "a: expected control or position, found both"),
            (ball_on(**curve, velocity=[0, 0]), "a: expected control or velocity, found both"),
            (ball_on(**curve, spin=1), "a: expected control or spin, found both"),
            (ball_on(contrl=curve["control"], duration=8), 'a: unknown key "contrl"; did you mean control?'),
        ]
        for thing, message in wrong:
            self.assertIn(message, self.refusal(pair(thing, b)))

    def test_an_arc_meets_the_others_from_both_sides_and_with_its_ends(self):
        bow = {"arc": ARC, "position": [0, 0]}
        self.expect_impact(pair(bow, ball(0.5, [9, 0], velocity=[-1, 0])), 6.5, [2, 0])
        self.expect_impact(pair(ball(0.5, [-9, 0], velocity=[1, 0]), bow), 10.5)
        for name, (keys, reach) in SHAPES_2D.items():
            if name != "half_space":
                answer = self.answer(pair(bow, {name: keys, "position": [9, 0], "velocity": [-1, 0]}))
                self.assertEqual(answer["outcome"], "impact", name)
        # A half circle on its hinge, whose free end comes around to a nail.
        gate = {"arc": {**ARC, "from": 180, "to": 0}, "centre": [-2, 0], "position": [0, 0], "angular_velocity": 1}
        self.expect_impact(pair(gate, {"segment": {"from": [0, 3], "to": [0, 5]}, "position": [0, 0]}), math.pi / 2,
                           [0, 4])
        circle = {"arc": {**ARC, "from": 0, "to": 360}, "position": [0, 0]}
        self.expect_impact(pair(circle, ball(0.5, [0, 0], velocity=[0, 3])), 0.5, [0, 2])

    def test_every_way_to_get_an_arc_wrong_has_its_message(self):
        b = ball(1, [5, 0])
        wrong = [
            ({**ARC, "to": -90}, "a.arc.to: expected another angle than from (all around is from 0 to 360), found the same"),
            ({**ARC, "radius": 0}, "a.arc.radius: expected > 0, found 0"),
            ({"radius": 1, "from": 0}, "a.arc.to: expected a value, found none"),
            ({**ARC, "from": [0, 1]}, "a.arc.from: expected a number, found an array of 2"),
            ({**ARC, "form": 0}, 'a.arc: unknown key "form"; did you mean from?'),
        ]
        for keys, message in wrong:
            self.assertEqual(self.refusal(pair({"arc": keys, "position": [0, 0]}, b)), [message])
        self.assertEqual(self.refusal(pair({"arc": ARC, "position": [0, 0, 0]}, point([5, 0, 0]))),
                         ["a.arc: expected a shape of 3 dimensions, found one of 2"])
        bow = {"arc": ARC, "position": [0, 0]}
        self.assertEqual(self.refusal(pair(bow, bow)),
                         ["the pair: expected shapes that queries know, found arc and arc"])

    def test_many_turns_are_as_sharp_as_one(self):
        # It turns 1000 times while a ball comes near; then it meets it within a turn.
        blade = {"box": {"half_extents": [2, 0.25]}, "position": [0, 0], "angular_velocity": 2 * math.pi}
        answer = self.answer(pair(blade, ball(1, [0, 1003.5], velocity=[0, -1])))
        self.assertEqual(answer["outcome"], "impact")
        self.assertTrue(1000 <= answer["delay"] <= 1001, answer)
        self.assertLess(answer["delay_upper"] - answer["delay"], 1e-9)

    def test_every_shape_may_spin_but_a_half_space(self):
        for shapes, origin, spin in ((SHAPES_2D, [0, 0], 1), (SHAPES_3D, [0, 0, 0], [1, 0.5, 0.25])):
            flier = point([10, *origin[1:]], velocity=[-2, *origin[1:]], angular_velocity=spin)
            for name, (keys, _) in shapes.items():
                with self.subTest(name, dimension=len(origin)):
                    query = pair({name: keys, "position": origin, "angular_velocity": spin}, flier)
                    if name == "half_space":
                        self.assertEqual(self.refusal(query), [
                            "the pair: expected a half-space that does not turn, found one that does"])
                    elif name not in ("point", "segment", "triangle"):  # which are thin: the flier may pass beside
                        self.assertEqual(self.answer(query)["outcome"], "impact")
                    else:
                        self.answer(query)

    def test_more_than_an_angle_of_2_to_the_30_is_unresolved_from_there_on(self):
        answer = self.answer(pair(rod(2, [0, 0], angular_velocity=2 ** 20), point([0, 5000], velocity=[0, -1])))
        self.assertEqual([answer[key] for key in ("outcome", "delay_upper")], ["unresolved", None])
        self.assertTrue(0 < answer["delay"] <= 4998, answer)

    def test_explain_tells_the_instants_that_were_looked_at(self):
        self.write("q.jsonl", json.dumps(pair(rod(2, [0, 0], angular_velocity=1), point([0, 1]))) + "\n")
        explanation = json.loads(self.run_program("query", "--explain", "q.jsonl").stdout)["explain"]
        self.assertEqual([explanation[key] for key in ("kernel", "stage", "by_filter", "by_exact", "see")],
                         ["turning", "instants", 0, 0, "docs/numerics/turning.md"])
        self.assertTrue(1 <= explanation["steps"] <= 100, explanation)
        self.assertLess(explanation["width"], self.NEAR)

    def test_every_way_to_get_a_spin_wrong_has_its_message(self):
        b = point([5, 0])
        b3 = point([5, 0, 0])
        wrong = [
            (pair(rod(2, [0, 0], angular_velocity=[0, 0, 1]), b),
             "a.angular_velocity: expected a number, found an array of 3"),
            (pair(rod(2, [0, 0, 0], angular_velocity=1), b3), "a.angular_velocity: expected 3 numbers, found 1"),
            (pair(rod(2, [0, 0], angular_velocity=1e300), b),
             "a.angular_velocity: expected 0 or a size from 2^-450 to 2^450, found 1.0000000000000001e+300"),
            (pair(b3, rod(2, [0, 0, 0], angular_velocity=[0, 1e300, 0])),
             "b.angular_velocity[1]: expected 0 or a size from 2^-450 to 2^450, found 1.0000000000000001e+300"),
            (pair(rod(2, [0, 0], orientation=[1, 0, 0, 0]), b),
             "a.orientation: expected a number, found an array of 4"),
            (pair(rod(2, [0, 0, 0], orientation=90), b3), "a.orientation: expected 4 numbers, found 90"),
            (pair(rod(2, [0, 0, 0], orientation=[1, 0, 0]), b3),
             "a.orientation: expected 4 numbers, found an array of 3"),
            (pair(rod(2, [0, 0, 0], orientation=[1, 0, "x", 0]), b3), 'a.orientation[2]: expected a number, found "x"'),
            (pair(rod(2, [0, 0, 0], orientation=[0, 0, 0, 0]), b3),
             "a.orientation: expected a quaternion of length 1, found one of length 0"),
            (pair(b3, rod(2, [0, 0, 0], orientation=[0, 0, 0.5, 0])),
             "b.orientation: expected a quaternion of length 1, found one of length 0.5"),
            (pair(rod(2, [0, 0, 0], orientation=[1.000002, 0, 0, 0]), b3),
             "a.orientation: expected a quaternion of length 1, found one of length 1.000002"),
            (pair(rod(2, [0, 0, 0], orientation=[1e300, 1e300, 0, 0]), b3),
             "a.orientation: expected a quaternion of length 1, found one of length inf"),
            (pair(rod(2, [0, 0], centre=1), b), "a.centre: expected 2 numbers, found 1"),
            (pair(rod(2, [0, 0], centre=[0, 1e300]), b),
             "a.centre[1]: expected 0 or a size from 2^-450 to 2^450, found 1.0000000000000001e+300"),
            (pair(rod(2, [0, 0], angular_velocty=1), b),
             'a: unknown key "angular_velocty"; did you mean angular_velocity?'),
        ]
        answers, errors = self.ask([query for query, _ in wrong], expect=BAD_INPUT)
        self.assertEqual(answers, [])
        self.assertEqual(errors, [f"q.jsonl:{i}: {message}" for i, (_, message) in enumerate(wrong, 1)])


if __name__ == "__main__":
    unittest.main()
