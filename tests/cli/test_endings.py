"""How runs end, and what the scenes that have exact answers come to."""

import unittest

from program import BAD_INPUT, BOUNCER, COLLAPSE, CRUSHED, ENDLESS, GATE, LONG_FORM, PRESS, WAITS, ProgramTest


class Endings(ProgramTest):
    def test_a_run_ends_at_its_time(self):
        summary = self.summary("break", "--until", "0.75")
        self.assertEqual((summary["outcome"], summary["simulated_time"]), ("reached_time", 0.75))

    def test_a_run_ends_after_its_last_collision(self):
        summary = self.summary("break", "--collisions", "17", "--events")
        self.assertEqual((summary["outcome"], summary["collisions"]), ("reached_collisions", 17))
        rows = self.read_table("out/break/events.csv")
        self.assertEqual(len(rows), 1 + 17)
        self.assertEqual(float(rows[-1][1]), summary["simulated_time"])

    def test_how_a_run_ended_is_its_first_line(self):
        for words, line in ((["--until", "0.75"], r"break: finished \(t = 0\.75\)"),
                            (["--collisions", "17"], r"break: finished \(17 collisions, t = 0\.\d+\)")):
            self.assertRegex(self.run_program("run", "break", "--no-report", *words).stdout, "^" + line + "\n")

    def test_a_compressibility_stands_beside_its_error_and_theory(self):
        text = self.run_program("run", "gas2d", "--until", "10", "--set", "run.sample_every=0.1", "--no-report").stdout
        self.assertRegex(text, r"\n  compressibility +\S+ \+- \S+, in theory \S+ \+- \S+\n")

    def test_a_run_of_no_time_and_one_of_no_collisions_end_at_once(self):
        for words, outcome in ((["--until", "0"], "reached_time"), (["--collisions", "0"], "reached_collisions")):
            summary = self.summary("break", *words)
            self.assertEqual((summary["outcome"], summary["collisions"], summary["simulated_time"]), (outcome, 0, 0.0))

    def test_three_crushed_balls_end_in_a_collapse_that_names_them(self):
        scene = self.write("crushed.toml", CRUSHED)
        summary = self.summary(scene, expect=COLLAPSE)
        self.assertEqual(summary["outcome"], "collapsed")
        # The two that met last, and with whom they were stuck; not everybody needs to be among them.
        culprits = set(summary["culprits"])
        self.assertGreaterEqual(len(culprits), 2)
        self.assertEqual(len(culprits), len(summary["culprits"]))
        self.assertLessEqual(culprits, {"left", "middle", "right", "lower x side", "upper x side"})

    def test_a_bouncing_ball_comes_to_rest(self):
        scene = self.write("bouncer.toml", BOUNCER)
        summary = self.summary(scene, "--events", "-o", "b")
        self.assertEqual((summary["outcome"], summary["simulated_time"]), ("reached_time", 100.0))
        # 1 + 2 (1/2 + 1/4 + ...) = 3; positions round to 2^-53, times near rest to the root of that.
        self.assertAlmostEqual(float(self.read_table("b/events.csv")[-1][1]), 3.0, delta=1e-6)
        # The lower half of the box is 4 high: the ball lies at its radius.
        self.assertAlmostEqual(summary["energy_final"], 3.0 * 0.25, delta=1e-12)

    def test_a_bouncing_ball_that_may_not_rest_collapses_when_its_bounces_have_no_end(self):
        scene = self.write("bouncer.toml", BOUNCER)
        result = self.run_program("run", scene, "-o", "b", "--set", "physics.rest=false", expect=COLLAPSE)
        for text in (result.stdout, result.stderr):
            self.assertIn("bouncer, lower y side", text)
        summary = self.summary(scene, "--set", "physics.rest=false", expect=COLLAPSE)
        self.assertEqual(summary["culprits"], ["bouncer", "lower y side"])
        self.assertAlmostEqual(summary["simulated_time"], 3.0, delta=1e-7)
        self.assertEqual({path.name for path in (self.folder / "b").iterdir()} - {".firsthit-output"},
                         {"summary.json", "picture.svg", "scene.toml", "observables.csv", "trajectory.h5",
                          "paths.bin", "report.html"})

    def test_a_collapse_is_told_even_quietly(self):
        scene = self.write("crushed.toml", CRUSHED)
        result = self.run_program("run", scene, "--quiet", expect=COLLAPSE)
        self.assertEqual(result.stdout, "")
        self.assertRegex(result.stderr, "left|middle|right")

    def test_three_crushed_balls_go_on_where_contacts_last(self):
        scene = self.write("crushed.toml", CRUSHED)
        summary = self.summary(scene, "--set", "physics.contact_duration=1e-3")
        self.assertEqual((summary["outcome"], summary["simulated_time"]), ("reached_time", 100.0))
        self.assertLess(summary["energy_final"], summary["energy_initial"])

    def test_a_run_of_collisions_ends_where_everybody_rests(self):
        text = BOUNCER.replace("until = 100.0", "collisions = 1000")
        summary = self.summary(self.write("rest.toml", text), "--set", "run.sample_every=0.0")
        self.assertEqual(summary["outcome"], "reached_time")
        self.assertIn("nothing happens any more", summary["message"])
        self.assertAlmostEqual(summary["simulated_time"], 3.0, delta=1e-6)

    def test_a_run_of_collisions_ends_when_everything_is_at_rest(self):
        text = BOUNCER.replace("gravity = [0.0, -3.0]", "").replace("until = 100.0", "collisions = 5")
        for sampling in (["--set", "run.sample_every=0.0"], []):
            summary = self.summary(self.write("rest.toml", text), *sampling)
            self.assertEqual((summary["outcome"], summary["collisions"]), ("reached_time", 0))
            self.assertIn("nothing happens any more", summary["message"])

    def test_a_scene_without_bodies_runs_to_its_time(self):
        scene = self.write("empty.toml", BOUNCER[:BOUNCER.index("[[ball]]")])
        summary = self.summary(scene)
        self.assertEqual((summary["outcome"], summary["simulated_time"], summary["bodies"]), ("reached_time", 100.0, 0))
        for key in ("temperature", "pressure", "compressibility", "collision_rate_per_body"):
            self.assertIsNone(summary[key], key)

    def test_bodies_that_overlap_run_only_if_allowed(self):
        ball = BOUNCER[BOUNCER.index("[[ball]]"):]
        scene = self.write("overlap.toml", BOUNCER + ball.replace("bouncer", "other").replace("1.75", "2.0"))
        message = self.run_program("run", scene, expect=2).stderr
        self.assertIn("bouncer", message)
        self.assertIn("other", message)
        summary = self.summary(scene, "--allow-overlap", "--until", "0.125")
        self.assertEqual(summary["outcome"], "reached_time")


class Bodies(ProgramTest):
    def test_who_is_crushed_ends_the_run_and_is_named(self):
        scene = self.write("press.toml", PRESS)
        result = self.run_program("run", scene, "-o", "press", expect=COLLAPSE)
        self.assertIn("press: crushed (t = 13.8)", result.stdout)
        for text in (result.stdout, result.stderr):
            self.assertIn("crate, press, lower x side", text)
        summary = self.summary(scene, expect=COLLAPSE)
        self.assertEqual((summary["outcome"], summary["culprits"]), ("crushed", ["crate", "press", "lower x side"]))
        # The press has 7.9 - 1 to go, less both half widths, until nothing is left between it and the side.
        self.assertAlmostEqual(summary["simulated_time"], 6.9 / 0.5, delta=1e-3)

    def test_a_press_stops_or_passes_where_the_scene_says_so(self):
        scene = self.write("press.toml", PRESS)
        for word, end in (("stops", False), ("passes", True)):
            summary = self.summary(scene, "--events", "-o", word, "--set", f"body.1.on_crush={word}", "--until", "20")
            self.assertEqual((summary["outcome"], summary["simulated_time"]), ("reached_time", 20.0))
            header, *rows = self.read_table(f"{word}/events.csv")
            events = [dict(zip(header, row)) for row in rows]
            told = [(each["kind"], each["name_a"], each["name_b"]) for each in events if not each["index [1]"]]
            ways = [("enter", "crate", "press"), ("leave", "crate", "press")] if end else []
            self.assertEqual(told, [*ways[:1], ("crush", "crate", "press"), *ways[1:]])
            self.assertEqual({len(row) for row in rows}, {len(header)})
            crush = next(each for each in events if each["kind"] == "crush")
            self.assertAlmostEqual(float(crush["time [T]"]), 6.9 / 0.5, delta=1e-2)

    def test_the_figures_of_a_crushed_run_are_those_of_its_last_sample(self):
        # The crate is hit at 10.8, is thrown back from the side, and has speed 1, then from 12.8 to 13.2 speed 2.
        summary = self.summary(self.write("press.toml", PRESS), "--set", "run.sample_every=1.0", "-o", "press",
                               expect=COLLAPSE)
        self.assertEqual(summary["sound_time"], 13.0)
        self.assertEqual(set(summary["absent"]), {"compressibility_error", "energy_conserved", "thermodynamics"})
        self.assertAlmostEqual(summary["energy_final"], 2.0, delta=1e-12)
        self.assertAlmostEqual(summary["momentum_final"][0], -2.0, delta=1e-12)
        # 2 E_kin is 1 for 2, and 4 for 0.2, of 13; two degrees of freedom.
        self.assertAlmostEqual(summary["temperature"], (1 * 2 + 4 * 0.2) / 13 / 2, delta=1e-12)
        self.assertEqual(float(self.read_table("press/observables.csv")[-1][0]), 13.0)

    def test_a_run_that_is_crushed_before_any_sample_says_why_it_has_no_figures(self):
        scene = self.write("press.toml", PRESS)
        summary = self.summary(scene, expect=COLLAPSE)
        self.assertGreater(summary["simulated_time"], 13.7)
        for key in ("sound_time", "energy_final", "momentum_final", "temperature", "pressure", "compressibility",
                    "collision_rate_per_body"):
            self.assertIsNone(summary[key], key)
            self.assertIn("crushed at t = 13.79", summary["absent"][key])

    def test_who_enters_and_leaves_a_sensor_is_told_in_the_order_of_time(self):
        scene = self.write("gate.toml", GATE)
        summary = self.summary(scene, "--events", "-o", "gate")
        # The ball is at 1 + t: it touches the gate, 4 to 5, from 3.75 to 5.25, and again on its way back from 9.75.
        self.assertEqual(summary["collisions"], 1)
        header, *rows = self.read_table("gate/events.csv")
        events = [dict(zip(header, row)) for row in rows]
        self.assertEqual([(each["kind"], each["name_a"], each["name_b"], float(each["time [T]"])) for each in events],
                         [("enter", "ball-1", "gate", 2.75), ("leave", "ball-1", "gate", 4.25),
                          ("body_side", "ball-1", "upper x side", 8.75), ("enter", "ball-1", "gate", 13.25),
                          ("leave", "ball-1", "gate", 14.75)])
        self.assertEqual([each["index [1]"] for each in events], ["", "", "0", "", ""])
        self.assertEqual({len(row) for row in rows}, {len(header)})
        for each in events:
            self.assertEqual(each["impulse [M L/T]"] == "", each["kind"] in ("enter", "leave"))

    def test_who_waits_goes_on_at_the_end_of_the_window(self):
        # Without waiting it is at 0.5 again at time 2; it hits the wall at 1 and waits there until 3.
        waits = self.write("waits.toml", WAITS)
        for sampling in ([], ["--set", "run.sample_every=0.0"]):
            self.summary(waits, "--events", "-o", "waits", "--force", *sampling)
            self.assertEqual([float(row[1]) for row in self.read_table("waits/events.csv")[1:]], [1.0, 5.0])
        self.summary(waits, "--events", "-o", "waits", "--force", "--set", "body.0.after_hit=goes_on")
        self.assertEqual([float(row[1]) for row in self.read_table("waits/events.csv")[1:]], [1.0, 3.0, 5.0])

    def test_check_counts_them(self):
        self.assertRegex(self.run_program("check", "room").stdout,
                         r"room.toml: good: 2D, 2 balls, 10 bodies, 4 obstacles, until 12, memory about \d+ MiB")
        self.assertRegex(self.run_program("check", self.write("press.toml", PRESS)).stdout,
                         r"press.toml: good: 2D, 2 bodies, until 50, memory about")

    def test_what_the_world_refuses_is_told_with_the_place_of_its_table(self):
        scene = self.write("long.toml", GATE.replace("[0.5, 1.0]", "[1e6, 1.0]").replace("[run]", "sides = 'periodic'\n[run]"))
        for command in (["check"], ["run", "-o", "long"]):
            result = self.run_program(command[0], scene, *command[1:], expect=BAD_INPUT)
            self.assertIn("long.toml:15:1: shape: expected at most 2^13 times as long as the periodic side",
                          result.stderr)
        self.assertFalse((self.folder / "long").exists())


class ExactAnswers(ProgramTest):
    def test_galperins_collisions_count_pi(self):
        for zeros, count in enumerate((3, 31, 314, 3141, 31415)):
            with self.subTest(count):
                summary = self.summary("galperin", "--set", f"ball.1.mass=1{'00' * zeros}", "--no-trajectory")
                self.assertEqual((summary["outcome"], summary["collisions"]), ("reached_time", count))

    def test_the_cradle_passes_its_momentum_on_exactly(self):
        self.summary("cradle", "--events", "-o", "cradle")
        header, *rows = self.read_table("cradle/events.csv")
        events = [dict(zip(header, row)) for row in rows]
        # Equal elastic masses swap velocities: 1 goes from ball to ball, within one instant, to the
        # fifth, which flies 7 to the wall and comes back; and so on from side to side.
        to_the_right = [("incoming", "first"), ("first", "second"), ("second", "third"), ("third", "fourth"),
                        ("fourth", "fifth")]
        for (a, b), event in zip(to_the_right, events):
            self.assertEqual((event["name_a"], event["name_b"], event["time [T]"]), (a, b, "3"))
            self.assertEqual([event[f"velocity_{who}_{when}_x [L/T]"] for who in "ab" for when in ("before", "after")],
                             ["1", "0", "0", "1"])
        self.assertEqual((events[5]["name_a"], events[5]["name_b"], events[5]["time [T]"]),
                         ("fifth", "upper x side", "10"))
        for (a, b), event in zip(reversed(to_the_right), events[6:]):
            self.assertEqual((event["name_a"], event["name_b"], event["time [T]"]), (a, b, "17"))

    def test_only_the_last_ball_of_the_cradle_moves_after_the_chain(self):
        import h5py
        self.summary("cradle", "--until", "5", "-o", "cradle")
        with h5py.File(self.folder / "cradle/trajectory.h5") as file:
            velocity = file["particles/all/velocity/value"][-1]
        self.assertEqual(velocity.tolist(), [[0.0, 0.0]] * 5 + [[1.0, 0.0]])

    def test_an_elastic_gas_keeps_its_energy(self):
        summary = self.summary("gas3d", "--collisions", "10000000" if LONG_FORM else "5000", "--no-trajectory")
        energy = summary["energy_initial"]
        self.assertLess(abs(summary["energy_final"] - energy), 1e-11 * energy)
        self.assertLess(summary["deepest_overlap"], 0.5e-12 + 4 * 2**-48)  # the box is below 32 wide


class Judgements(ProgramTest):
    def test_a_gas_is_compared_with_theory(self):
        for scene, share in (("gas2d", 0.5), ("gas3d", 0.4)):
            with self.subTest(scene):
                summary = self.summary(scene, "--until", "12", "--set", "run.sample_every=0.2", "--no-trajectory")
                theory = summary["equilibrium"]
                self.assertTrue(theory["applies"] and theory["speeds"] and theory["pressure"])
                self.assertIsNone(theory["reason"])
                self.assertAlmostEqual(theory["packing_fraction"], share, delta=1e-9)
                away = abs(summary["compressibility"] - theory["compressibility_theory"])
                error = summary["compressibility_error"]
                self.assertLess(error, 0.005 * summary["compressibility"])
                self.assertLess(away, theory["compressibility_theory_error"] + 5 * error)
                self.assertEqual((summary["energy_conserved"], summary["thermodynamics"], summary["absent"]),
                                 (True, True, {}))

    def test_what_a_scene_is_not_meant_to_keep_is_told(self):
        expected = {"break": (False, False, "restitution of 0.95"), "agents": (False, False, "agents speed up"),
                    "cradle": (True, False, "fewer than 50 balls"), "barometer": (True, True, "bodies fall"),
                    "granular": (False, True, "restitution of 0.6"), "room": (False, False, "moves as it is told")}
        for scene, (energy, thermodynamics, reason) in expected.items():
            with self.subTest(scene):
                summary = self.summary(scene, "--until", "0.25", "--set", "run.measure_from=0", "--no-trajectory")
                self.assertEqual((summary["energy_conserved"], summary["thermodynamics"]), (energy, thermodynamics))
                self.assertIn(reason, summary["equilibrium"]["reason"])
                self.assertFalse(summary["equilibrium"]["applies"])
                self.assertEqual("energy_conserved" in summary["absent"], not energy)
                self.assertEqual("thermodynamics" in summary["absent"], not thermodynamics)


class Samples(ProgramTest):
    def test_samples_stand_at_whole_multiples_and_at_the_end(self):
        scene = self.write("gas.toml", ENDLESS)
        self.summary(scene, "--until", "1.05", "--set", "run.sample_every=0.1", "--set", "run.window=0.07", "-o", "gas")
        rows = self.read_table("gas/observables.csv")
        self.assertEqual([float(row[0]) for row in rows[1:]], [i * 0.1 for i in range(11)] + [1.05])

    def test_without_samples_the_start_and_the_end_are_kept(self):
        scene = self.write("gas.toml", ENDLESS)
        self.summary(scene, "--until", "1.5", "--set", "run.sample_every=0.0", "-o", "gas")
        rows = self.read_table("gas/observables.csv")
        self.assertEqual([row[0] for row in rows[1:]], ["0", "1.5"])


if __name__ == "__main__":
    unittest.main()
