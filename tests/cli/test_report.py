"""The report of a run and the paths in it: true, whole, made again from the run's files, and never too large."""

import ast
import base64
import json
import re
import signal
import unittest
import zlib

import h5py
import numpy as np

from program import BAD_INPUT, BOUNCER, CLANG, ENDLESS, INTERRUPTED, LONG_FORM, OUTPUT_FAILED, PATIENCE, \
    RELEASE, SOURCE, ProgramTest

# The functions that docs/formats/paths.md gives to its readers, without what it does with them.
RECIPE = {}
for block in re.findall(r"^```python\n(.*?)^```$", (SOURCE / "docs/formats/paths.md").read_text(), re.M | re.S):
    tree = ast.parse(block)
    tree.body = [part for part in tree.body if isinstance(part, (ast.Import, ast.ImportFrom, ast.FunctionDef))]
    exec(compile(tree, "docs/formats/paths.md", "exec"), RECIPE)

SCRIPT = re.compile(r'<script type="application/octet-stream" id="(firsthit-run|firsthit-paths)">(.*?)</script>')
DIFFERS_EACH_TIME = ("wall_seconds", "collisions_per_second", "peak_memory_bytes")


def gas(count, dimension=2, packing=0.5, until=1.0, sample_every=0.1):
    return f"""
format = 1
dimension = {dimension}
[space]
sides = "periodic"
[run]
until = {until}
sample_every = {sample_every}
[[gas]]
count = {count}
packing = {packing}
radius = 0.5
mass = 1.0
temperature = 1.0
"""


class ReportTest(ProgramTest):
    def run_scene(self, scene, *words, **options):
        """Runs a scene into the folder `run`."""
        return self.run_program("run", scene, "-o", "run", "--quiet", *words, **options)

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()

    def payload(self, name="run/report.html"):
        """What a report holds: the data of the run, and paths.bin."""
        blocks = {id: base64.b64decode(text, validate=True)
                  for id, text in SCRIPT.findall((self.folder / name).read_text())}
        self.assertEqual(set(blocks), {"firsthit-run", "firsthit-paths"})
        return json.loads(zlib.decompress(blocks["firsthit-run"])), blocks["firsthit-paths"]

    def paths(self):
        return RECIPE["read_paths"](self.folder / "run/paths.bin")

    def no_halves(self, folder):
        """Nothing but whole files: none that was given up."""
        self.assertEqual([path.name for path in folder.iterdir() if path.name.endswith(".part")], [])


class Paths(ReportTest):
    def vectors(self, header, sections, name):
        """A section of vectors, or zeros where there is none: nothing accelerates."""
        count = len(sections[name.split("_")[0] + "_position"])
        numbers = sections.get(name, np.zeros(count)).astype(float)
        return numbers.reshape(-1, header["dimension"])

    def check(self):
        """Compares the paths with trajectory.h5 wherever that has a sample. How many it compared."""
        header, sections = self.paths()
        with h5py.File(self.folder / "run/trajectory.h5") as file:
            bodies = file["particles/all"]
            times, places = bodies["position/time"][:], bodies["position/value"][:]
            self.assertEqual(bodies["id"][:].tolist(), sections["body_id"].tolist())
            self.assertTrue(np.array_equal(bodies["radius"][:].astype(np.float32), sections["body_radius"]))
        lower, upper = np.array(header["space"]["min"]), np.array(header["space"]["max"])
        periodic = np.array(header["space"]["sides"]) == "periodic"
        keys = ("position", "velocity", "acceleration")
        course = [self.vectors(header, sections, f"start_{key}").copy() for key in keys]
        knots = [self.vectors(header, sections, f"knot_{key}") for key in keys]
        began = np.zeros(len(course[0]))
        knot = compared = 0
        for time, place in zip(times, places):
            if time > header["paths_end"]:
                break
            since = time - header["begin"]
            while knot < len(sections["knot_time"]) and sections["knot_time"][knot] <= since:
                body = sections["knot_body"][knot]
                began[body] = sections["knot_time"][knot]
                for now, then in zip(course, knots):
                    now[body] = then[knot]
                knot += 1
            s = (since - began)[:, None]
            x, v, a = course
            off = header["origin"] + x + v * s + a * s * s / 2 - place
            off -= np.where(periodic, (upper - lower) * np.round(off / (upper - lower)), 0.0)
            # The rounding of 32 bits, of the place and of the way since the knot.
            reach = np.abs(x) + np.abs(v) * s + np.abs(a) * s * s
            self.assertTrue((np.abs(off) <= 1.01 * 2.0**-24 * reach + 1e-13 * (1 + reach)).all(),
                            f"time {time}: {np.abs(off).max()}")
            compared += 1
        return compared

    def test_paths_name_bodies_and_number_impacts_as_the_table_of_events_does(self):
        self.run_scene("room", "--events", "--until", "8")
        header, sections = self.paths()
        columns, *rows = self.read_table("run/events.csv")
        events = [dict(zip(columns, row)) for row in rows if row[0] != ""]  # whoever enters or leaves has no index
        self.assertLess(len(events), len(rows))
        self.assertNotIn("impact_index", sections)
        self.assertEqual([int(event["index [1]"]) for event in events], list(range(header["collisions"]["stored"])))
        self.assertEqual([float(event["time [T]"]) for event in events], list(sections["impact_time"]))
        names = header["bodies"]["names"]
        self.assertTrue({"crate", "paddle"} & set(names.values()), names)
        called = {int(sections["body_id"][int(shown)]): name for shown, name in names.items()}
        for event, shown in zip(events, sections["impact_a"]):
            if int(event["a"]) in called:
                self.assertEqual((event["name_a"], sections["body_id"][shown]), (called[int(event["a"])], int(event["a"])))
        self.run_scene("gas2d", "--until", "0.1", "--set", "run.measure_from=0", "--force")
        self.assertNotIn("names", self.paths()[0]["bodies"])

    def test_paths_are_those_of_the_trajectory(self):
        for words in (["break"], ["drop"], ["lorentz"], ["agents", "--until", "10"], ["stadium"], ["cradle"], ["room"], ["shapes"],
                      ["gas3d", "--collisions", "20000", "--set", "run.sample_every=0.1"],
                      ["granular", "--collisions", "20000"]):
            with self.subTest(words):
                self.run_scene(*words, "--force")
                header, _ = self.paths()
                self.assertEqual(header["paths_end"], header["end"])
                self.assertEqual(self.check(), header["frames"]["samples"])

    def test_impacts_are_those_of_the_events(self):
        self.run_scene("drop", "--events")
        header, sections = self.paths()
        head, *rows = self.read_table("run/events.csv")
        at = {name.split(" ")[0]: i for i, name in enumerate(head)}
        self.assertEqual(len(rows), header["collisions"]["stored"])
        self.assertGreater(len(rows), 100)
        names = header["side_names"]
        self.assertEqual(names, ["lower x side", "upper x side", "lower y side", "upper y side"])
        shown = header["bodies"]["shown"]
        parties = sections["body_id"].tolist() + [each["name"] for each in header["obstacles"]] + names
        for i, row in enumerate(rows):
            self.assertEqual(float(row[at["time"]]), sections["impact_time"][i])
            for who in "ab":
                party = parties[sections[f"impact_{who}"][i]]
                self.assertEqual(party, int(row[at[who]]) if isinstance(party, int) else row[at[f"name_{who}"]])
            normal = sections["impact_normal"].reshape(-1, 2)[i]
            self.assertEqual(np.float32(row[at["normal_x"]]), normal[0])
        self.assertGreater((sections["impact_b"] >= shown).sum(), 0)

    def test_frames_tell_what_paths_have_no_room_for(self):
        scene = self.write("gas.toml", gas(2000, until=40.0, sample_every=0.25))
        self.run_scene(scene)
        header, sections = self.paths()
        self.assertLess(header["collisions"]["stored"], header["collisions"]["total"])
        self.assertLess(0.0, header["paths_end"])
        self.assertLess(header["paths_end"], header["end"])
        self.assertGreater(self.check(), 5)
        times = sections["frame_time"]
        self.assertEqual((times[0], times[-1]), (header["paths_end"], 40.0))
        with h5py.File(self.folder / "run/trajectory.h5") as file:
            bodies = file["particles/all"]
            sampled = bodies["position/time"][:].tolist()
            places = RECIPE["frame_places"](header, sections) + header["origin"]
            side = header["space"]["max"][0] - header["space"]["min"][0]
            for i in range(1, len(times)):  # the first lies between samples
                sample = sampled.index(times[i])
                off = places[i] - bodies["position/value"][sample]
                off -= side * np.round(off / side)
                self.assertLessEqual(np.abs(off).max(), header["frame_quantum"][0])
                speeds = np.linalg.norm(bodies["velocity/value"][sample], axis=1)
                told = sections["frame_speed"].reshape(len(times), -1)[i] / 255.0 * header["speed_scale"]
                self.assertLess(np.abs(speeds - told).max(), header["speed_scale"] / 15.0)

    def test_lengths_of_any_size_can_be_stored(self):
        scene = self.write("bouncer.toml", BOUNCER)
        self.run_scene(scene, "--set", "space.max=[1e38, 4e38]", "--set", "physics.gravity=[0.0, -3e38]", "--set",
                       "ball.0.position=[0.5e38, 1.75e38]", "--set", "ball.0.radius=0.25e38", "--set",
                       "ball.0.mass=1e39", "--until", "2")
        header, sections = self.paths()
        self.assertGreater(header["units"]["length"], 1e37)
        for numbers in sections.values():
            self.assertTrue(np.isfinite(numbers).all())
        self.assertAlmostEqual(float(sections["body_radius"][0]) * header["units"]["length"], 0.25e38, delta=1e31)
        self.assertAlmostEqual(float(sections["body_mass"][0]) * header["units"]["mass"], 1e39, delta=1e32)
        # It falls 1.5e38 in a time of 1.
        self.assertAlmostEqual(float(sections["impact_time"][0]) * header["units"]["time"], 1.0, delta=1e-6)


class Reports(ReportTest):
    def files_in(self, payload):
        """What a report says, as the files that it was made of."""
        run = self.folder / "run"
        self.assertEqual(payload["summary"], json.loads((run / "summary.json").read_text()))
        self.assertEqual(payload["scene"], (run / "scene.toml").read_text())
        self.assertEqual(payload["observables"], (run / "observables.csv").read_text())
        self.assertEqual(payload["observables_rows"], payload["observables"].count("\n") - 1)
        for name in ("speed_histogram", "radial_distribution"):
            path = run / f"{name}.csv"
            self.assertEqual(payload[name], path.read_text() if path.exists() else None)

    def check_report(self):
        payload, paths = self.payload()
        self.files_in(payload)
        self.assertEqual(paths, self.bytes_of("run/paths.bin"))
        return payload

    def test_a_report_holds_its_run(self):
        for words in (["break"], ["gas2d", "--collisions", "5000", "--set", "run.measure_from=0.0"],
                      ["mixture", "--collisions", "2000", "--set", "run.measure_from=0.0"]):
            with self.subTest(words):
                self.run_scene(*words, "--force")
                self.check_report()

    def test_a_report_has_the_tables_that_a_scene_asks_for(self):
        self.run_scene("gas2d", "--collisions", "5000", "--set", "run.measure_from=0.0", "--set",
                       "observables.speed_histogram=true", "--set", "observables.radial_distribution=true")
        payload = self.check_report()
        self.assertIn("maxwell", payload["speed_histogram"])
        self.assertIn("r_low", payload["radial_distribution"])

    def test_the_last_line_names_the_report(self):
        result = self.run_program("run", "break", "--until", "0.1", "-o", "run")
        self.assertEqual(result.stdout.splitlines()[-1].split(), ["report", "run/report.html"])

    def test_a_report_is_made_again_from_the_files_of_its_run(self):
        self.run_scene("break", "--until", "2")
        report = self.bytes_of("run/report.html")
        for program in (None, RELEASE, CLANG):
            (self.folder / "run/report.html").unlink()
            options = {"program": program} if program else {}
            result = self.run_program("report", "run", **options)
            self.assertEqual((result.stdout, result.stderr), ("", ""))
            self.assertEqual(self.bytes_of("run/report.html"), report)
        self.run_program("report", "run")  # over the one that is there
        self.run_program("report", "run", "-o", "elsewhere.html")
        self.assertEqual(self.bytes_of("elsewhere.html"), report)
        self.run_scene("break", "--until", "1", "--force")  # it is one of the run's files

    def test_a_scene_gives_the_same_report_but_for_how_long_it_took(self):
        reports = []
        for program in (RELEASE, RELEASE, CLANG):
            self.run_scene("drop", "--until", "2", "--force", program=program)
            page = SCRIPT.sub("", (self.folder / "run/report.html").read_text())
            payload, paths = self.payload()
            for key in DIFFERS_EACH_TIME:
                del payload["summary"][key]
            reports.append((page, json.dumps(payload), paths))
        self.assertEqual(len(set(reports)), 1)

    def test_no_report_leaves_it_out(self):
        result = self.run_program("run", "break", "--until", "0.1", "-o", "run", "--no-report")
        self.assertNotIn("report", result.stdout)
        names = {path.name for path in (self.folder / "run").iterdir()}
        self.assertFalse({"paths.bin", "report.html"} & names)
        result = self.run_program("report", "run", expect=BAD_INPUT)
        self.assertIn("run/paths.bin: expected the paths of a run (not made with --no-report)", result.stderr)
        self.assertFalse((self.folder / "run/report.html").exists())

    def test_text_of_a_scene_cannot_end_the_script_that_it_stands_in(self):
        evil = '</script><!--<script>alert(1)</script>firsthit:run-->'
        text = BOUNCER.replace('"bouncer"', json.dumps(evil)).replace("[run]", f"# {evil}\n[run]")
        self.run_scene(self.write("evil.toml", text), "--until", "1")
        self.assertIn(evil, self.check_report()["scene"])

    def test_a_run_without_bodies_has_a_report(self):
        self.run_scene(self.write("empty.toml", BOUNCER[:BOUNCER.index("[[ball]]")]))
        self.check_report()
        header, _ = self.paths()
        self.assertEqual((header["bodies"], header["end"]), ({"total": 0, "shown": 0}, 100.0))
        self.run_program("report", "run")

    def test_a_run_that_was_interrupted_has_a_report(self):
        scene = self.write("endless.toml", ENDLESS)
        process = self.start("run", scene, "-o", "run", "--quiet")
        rows = self.folder / "run/observables.csv"
        self.wait_for(process, "samples", lambda: rows.exists() and rows.read_bytes().count(b"\n") >= 4)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, INTERRUPTED)
        payload = self.check_report()
        self.assertEqual(payload["summary"]["outcome"], "interrupted")
        self.assertEqual(self.paths()[0]["end"], payload["summary"]["simulated_time"])
        report = self.bytes_of("run/report.html")
        self.run_program("report", "run")
        self.assertEqual(self.bytes_of("run/report.html"), report)

    def test_a_long_table_is_thinned_and_says_so(self):
        text = BOUNCER.replace("gravity = [0.0, -3.0]", "").replace("sample_every = 0.25", "sample_every = 0.0005")
        self.run_scene(self.write("long.toml", text), "--no-trajectory")
        payload, _ = self.payload()
        rows = payload["observables"].splitlines()
        whole = (self.folder / "run/observables.csv").read_text().splitlines()
        self.assertEqual((payload["observables_rows"], len(whole)), (200001, 200002))
        self.assertLessEqual(len(rows), 5002)
        self.assertGreater(len(rows), 4500)
        self.assertEqual((rows[0], rows[1], rows[-1]), (whole[0], whole[1], whole[-1]))
        self.assertLess(set(rows), set(whole))

    def test_the_page_has_one_place_for_a_run(self):
        page = (SOURCE / "web/dist/report.html").read_text()
        self.assertEqual(page.count("<!--firsthit:run-->"), 1)
        self.run_scene("break", "--until", "0.1")
        report = (self.folder / "run/report.html").read_text()
        before, after = page.split("<!--firsthit:run-->")
        self.assertTrue(report.startswith(before))
        self.assertTrue(report.endswith(after))


class Refusals(ReportTest):
    def refused(self, *words, expect=BAD_INPUT, **options):
        result = self.run_program("report", *words, expect=expect, **options)
        self.assertEqual((result.stdout, len(result.stderr.splitlines())), ("", 1))
        return result.stderr

    def test_a_folder_without_a_run_is_bad_input(self):
        (self.folder / "nothing").mkdir()
        self.assertIn("missing: expected the folder of a run, found none", self.refused("missing"))
        self.assertIn("nothing/", self.refused("nothing"))
        self.assertEqual(list((self.folder / "nothing").iterdir()), [])

    def test_it_says_which_file_is_missing(self):
        self.run_scene("break", "--until", "0.1")
        report = self.bytes_of("run/report.html")
        for name in ("summary.json", "observables.csv", "paths.bin"):
            path = self.folder / "run" / name
            kept = path.read_bytes()
            path.unlink()
            self.assertIn(f"run/{name}: expected ", self.refused("run"))
            path.write_bytes(kept)
        self.assertEqual(self.bytes_of("run/report.html"), report)

    def test_damaged_files_are_bad_input(self):
        self.run_scene("break", "--until", "1")
        report = self.bytes_of("run/report.html")
        path = self.folder / "run/paths.bin"
        whole = path.read_bytes()
        wrong = [b"", whole[:11], whole[:100], whole[:-1], b"x" + whole, whole.replace(b'"u32"', b'"f32"'),
                 whole.replace(b'"shown":16', b'"shown":10'), whole.replace(b'"count":', b'"count":9'),
                 whole.replace(b'"offset":2', b'"offset":9'), b"FHPATHS1\xff\xff\xff\xff" + whole[12:]]
        for bytes in wrong:
            self.assertNotEqual(bytes, whole)
            path.write_bytes(bytes)
            self.assertIn("run/paths.bin: damaged: expected ", self.refused("run", program=CLANG))
        path.write_bytes(whole)
        self.write("run/summary.json", "{")
        self.assertIn("run/summary.json: damaged", self.refused("run"))
        self.assertEqual(self.bytes_of("run/report.html"), report)

    def test_what_is_not_ours_is_not_replaced(self):
        self.run_scene("break", "--until", "0.1", "--no-report")
        self.run_program("run", "break", "--until", "0.1", "-o", "other", "--quiet")
        (self.folder / "run/paths.bin").write_bytes(self.bytes_of("other/paths.bin"))
        self.write("run/report.html", "mine")
        self.refused("run", expect=OUTPUT_FAILED)
        self.write("x.html", "mine")
        self.refused("run", "-o", "x.html", expect=OUTPUT_FAILED)
        for name in ("run/report.html", "x.html"):
            self.assertEqual(self.bytes_of(name), b"mine")
        self.run_program("report", "run", "-o", "x.html", "--force")
        self.assertIn(b"firsthit-paths", self.bytes_of("x.html"))
        self.refused("run", "-o", "missing/x.html", expect=OUTPUT_FAILED)

    def test_a_disk_without_room_for_the_report_has_none_and_says_so(self):
        scene = self.write("gas.toml", gas(1000, until=40.0, sample_every=1.0))
        for room, there in ((4 << 10, set()), (10 << 10, {"paths.bin"})):
            disk = self.small_disk(room)
            result = self.run_program("run", scene, "-o", disk / "run", "--no-trajectory", "--json",
                                      expect=OUTPUT_FAILED)
            self.assertEqual(len(result.stderr.splitlines()), 1)
            self.assertIn("No space left on device", result.stderr)
            summary = json.loads(result.stdout)
            self.assertEqual(summary["outcome"], "output_failed")
            self.assertEqual(summary, json.loads((disk / "run/summary.json").read_text()))
            names = {path.name for path in (disk / "run").iterdir()}
            self.assertEqual(names, there | {"summary.json", "picture.svg", "scene.toml", "observables.csv",
                                             ".firsthit-output"})
            self.assertIn("</svg>", (disk / "run/picture.svg").read_text())


class Sizes(ReportTest):
    def test_a_break_is_small(self):
        self.run_scene("break")
        self.assertLess(len(self.bytes_of("run/report.html")), 1500000)

    def test_a_hundred_thousand_bodies_in_two_hundred_frames_stay_below_60_mb(self):
        if not LONG_FORM:
            self.skipTest("takes minutes")
        for dimension in (2, 3):
            self.run_scene(self.write("gas.toml", gas(100000, dimension, 0.3, until=20.0, sample_every=0.1)),
                           "--no-trajectory", "--force", program=RELEASE)
            header, _ = self.paths()
            self.assertLess(len(self.bytes_of("run/report.html")), 60e6)
            self.assertEqual(header["bodies"]["shown"], 100000)
            self.assertGreaterEqual(header["frames"]["count"], 190)

    def test_a_million_bodies_are_thinned_and_say_so(self):
        if not LONG_FORM:
            self.skipTest("takes minutes")
        self.run_scene(self.write("gas.toml", gas(1000000, 2, 0.3, until=0.3, sample_every=0.002)),
                       "--no-trajectory", program=RELEASE)
        header, _ = self.paths()
        self.assertLess(len(self.bytes_of("run/report.html")), 60e6)
        self.assertEqual(header["bodies"], {"total": 1000000, "shown": 200000})
        self.assertLess(header["collisions"]["stored"], header["collisions"]["total"])
        self.assertLess(header["frames"]["count"], header["frames"]["samples"])


if __name__ == "__main__":
    unittest.main()
