"""Random piles come to rest as mechanics says, or go on; and the campaign that runs them counts what it says."""

import collections
import contextlib
import csv
import io
import json
import os
import tempfile
import unittest
from pathlib import Path

import campaign
from check_rest import judged
from random_piles import KINDS, kind_of, scene_of

SOURCE = Path(os.environ.get("FIRSTHIT_SOURCE", Path(__file__).resolve().parents[2]))
PROGRAM = Path(os.environ.get("FIRSTHIT_PROGRAM", SOURCE / "build/dev/bin/firsthit"))
LONG_FORM = os.environ.get("FIRSTHIT_LONG", "0") not in ("", "0")

# By the impacts a run ends, and not by the clock, so that it comes to the same on every machine.
LIMITS = campaign.Limits(collisions=100_000 if LONG_FORM else 5_000, seconds=100)
SCENES = 400 if LONG_FORM else 40


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, text):
        """A program that does, with the scene in $2 and the folder in $4, what the text says."""
        path = self.folder / "program"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path


class RandomPiles(InAFolder):
    def test_obey_the_laws_of_mechanics(self):
        results = list(campaign.campaign(PROGRAM, range(SCENES), self.folder, LIMITS))
        for result in results:
            self.assertFalse(result.is_failure() or result.outcome == "slow", result)
        outcomes = collections.Counter(result.outcome for result in results)
        self.assertGreater(outcomes["rests"], SCENES // 4, outcomes)
        self.assertGreater(outcomes["glides"] + outcomes["rolls"] + outcomes["hops"], SCENES // 20, outcomes)
        forces = [result for result in results if "balance" in result.extremes]
        moments = [result for result in results if "moment" in result.extremes]
        self.assertGreater(len(forces), SCENES // 5)
        self.assertGreater(len(moments), SCENES // 40)

    def resting(self, kind):
        """The folder of the first run of a kind that rests on five places or more, and the rows of its contacts."""
        for seed in range(100):
            result = campaign.run_seed(PROGRAM, seed, self.folder, LIMITS, kind)
            if result.outcome != "rests":
                continue
            with open(self.folder / "run/contacts.csv", encoding="utf-8", newline="") as file:
                rows = list(csv.reader(file))
            if len(rows) > 5:
                self.assertEqual(result.laws, [])
                return self.folder / "run", rows
        self.fail(f"none of {kind} rests")

    def test_that_were_meddled_with_are_found_out(self):
        for kind in ("2d-translating-rough", "2d-turning-rough", "3d-translating-rough"):
            run, rows = self.resting(kind)
            dimension = int(kind[0])
            for i, row in list(enumerate(rows))[1:]:
                forces = [float(force) for force in row[-dimension:]]
                stronger = row[:-dimension] + [repr(force * (1.0 + 1e-9)) for force in forces]
                for other in ([stronger], []) if any(forces) else ():
                    with open(run / "contacts.csv", "w", encoding="utf-8", newline="") as file:
                        csv.writer(file).writerows(rows[:i] + other + rows[i + 1:])
                    laws = {fault.law for fault in judged(run)[1].faults}
                    self.assertTrue(laws & {"balance", "hanging"}, (kind, row))

    def test_are_of_all_kinds(self):
        scenes = [scene_of(seed) for seed in range(200)]
        self.assertEqual({kind_of(seed) for seed in range(8)}, set(KINDS))
        counts = [sum("kind" not in body for body in scene["body"]) for scene in scenes]
        self.assertTrue(min(counts) == 1 and max(counts) in (19, 20), counts)
        shapes = collections.Counter(next(iter(body["shape"])) for scene in scenes for body in scene["body"])
        self.assertLessEqual({"ball", "box", "capsule", "polygon", "hull"}, set(shapes))
        for ground in ("obstacle", "half_space"):
            self.assertTrue(any(ground in scene for scene in scenes))


class Campaigns(InAFolder):
    def outcome_of(self, text, seconds=60):
        return campaign.run_scene(self.program(text), scene_of(0), self.folder / "scene",
                                  campaign.Limits(1000, seconds))[:3]

    def test_tell_how_a_run_ended(self):
        self.assertEqual(self.outcome_of("echo no such thing >&2; exit 2"), ("refused", [], "no such thing"))
        self.assertEqual(self.outcome_of("kill -SEGV $$")[0], "crashed")
        self.assertEqual(self.outcome_of("exit 4")[0], "crashed")
        self.assertEqual(self.outcome_of("trap '' INT; while :; do :; done", seconds=1)[0], "stalled")
        self.assertEqual(self.outcome_of("exit 0")[0], "unjudged")

    def told(self, height, contacts="", outcome="reached_time", end="exit 0", seconds=60, collisions=300, speed=0.0):
        """What comes of a program that leaves a ball at that height."""
        scene = ('format = 1\ndimension = 2\n[space]\nmin = [0, 0]\nmax = [4, 4]\n[physics]\ngravity = [0, -1]\n'
                 '[run]\nuntil = 1.0\n[[ball]]\nname = "b"\nposition = [1, 3]\nradius = 0.5\nmass = 1.0\n')
        properties = "Properties=type:S:1:pos:R:3:velo:R:3:radius:R:1:mass:R:1:id:I:1"
        frames = "".join(f"1\n{properties}\ndefault 1 {y} 0 {v} 0 0 0.5 1 0\n" for y, v in ((3, 0), (height, speed)))
        summary = json.dumps({"outcome": outcome, "collisions": collisions, "simulated_time": 1.0, "energy_final": None})
        header = "time [T],a,b,name_a,name_b,point_x [L],point_y [L],normal_x [1],normal_y [1]," \
            "force_x [M L/T^2],force_y [M L/T^2]\n"
        files = {"scene.toml": scene, "trajectory.xyz": frames, "summary.json": summary, "contacts.csv": header + contacts}
        for name, text in files.items():
            (self.folder / name).write_text(text)
        copies = "".join(f"cp '{self.folder / name}' \"$4\"\n" for name in files)
        return self.outcome_of(f'mkdir -p "$4"\n{copies}{end}\n', seconds)

    def test_tell_what_holds_and_what_does_not(self):
        on_floor = "1,0,9,b,lower y side,1,0,0,-1,0,1\n"
        self.assertEqual(self.told(0.5, on_floor)[:2], ("rests", []))
        self.assertEqual(self.told(0.5), ("rests", ["hanging"], "hanging: b: it does not move, and nothing holds it"))
        self.assertEqual(self.told(-0.25)[:2], ("through", ["overlap", "hanging"]))
        self.assertEqual(self.told(0.5, on_floor, speed=0.125)[:2], ("glides", []))
        self.assertEqual(self.told(0.5, on_floor, speed=1e-13)[:2], ("creeps", []))
        self.assertEqual(self.told(0.5, speed=1e-13)[:2], ("hops", []))
        self.assertEqual(self.told(0.5, on_floor, "reached_collisions")[0], "spent")
        self.assertEqual(self.told(0.5, on_floor, "collapsed", "echo why >&2; exit 3"), ("collapsed", [], "why"))
        patient = "trap 'exit 130' INT; while :; do :; done"
        self.assertEqual(self.told(0.5, on_floor, "interrupted", patient, 1, 2000)[:2], ("slow", []))
        self.assertEqual(self.told(0.5, on_floor, "interrupted", patient, 1, 100)[:2], ("stalled", []))

    def test_go_on_where_they_ended(self):
        program = self.program(f'echo . >> {self.folder / "calls"}; exit 2')
        calls = self.folder / "calls"
        out = self.folder / "out"
        first = list(campaign.campaign(program, range(2), out, campaign.Limits()))
        self.assertEqual(len(calls.read_text().split()), 2)
        self.assertTrue((out / "failed/1/pile.toml").exists())
        self.assertEqual(list(campaign.campaign(program, range(3), out, campaign.Limits()))[:2], first)
        self.assertEqual(len(calls.read_text().split()), 3)
        list(campaign.campaign(program, range(3), out, campaign.Limits(collisions=5)))  # another question
        self.assertEqual(len(calls.read_text().split()), 6)
        with contextlib.redirect_stdout(io.StringIO()) as told:
            code = campaign.main(["--program", str(program), "--out", str(out), "--scenes", "2"])
        self.assertEqual(code, 1)
        self.assertRegex(told.getvalue(), r"\nall +2 +2\n")

    def test_leave_out_who_has_no_part_in_a_failure(self):
        seed = next(seed for seed in range(100) if len(scene_of(seed)["body"]) > 5)
        names = [body["name"] for body in scene_of(seed)["body"]]
        program = self.program(f'if grep -q \'"{names[1]}"\' "$2" && grep -q \'"{names[4]}"\' "$2"; then exit 9; fi; exit 2')
        scene, result = campaign.minimise(program, seed, self.folder, campaign.Limits())
        self.assertEqual([body["name"] for body in scene["body"]], [names[1], names[4]])
        self.assertEqual(result.outcome, "crashed")


if __name__ == "__main__":
    unittest.main()
