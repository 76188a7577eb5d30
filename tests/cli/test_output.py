"""Where output goes, what is never touched, and what happens when it cannot be written."""

import csv
import json
import os
import resource
import shutil
import subprocess
import unittest
import xml.etree.ElementTree

import h5py

from program import BAD_INPUT, BOUNCER, ENDLESS, OUTPUT_FAILED, PROGRAM, ProgramTest

ALWAYS = {"summary.json", "picture.svg", "observables.csv", "scene.toml", "paths.bin", "report.html"}


class Output(ProgramTest):
    def files(self, folder):
        return {path.name for path in (self.folder / folder).iterdir()} - {".firsthit-output"}

    def run_break(self, *words, **options):
        return self.run_program("run", "break", "--until", "0.1", *words, **options)

    def test_folders_count_up(self):
        for name in ("break", "break-2", "break-3"):
            self.assertIn(f"out/{name}\n", self.run_break().stdout)
            self.assertEqual(self.files(f"out/{name}"), ALWAYS | {"trajectory.h5"})

    def test_options_choose_what_is_written(self):
        self.run_break("--no-trajectory", "-o", "less")
        self.assertEqual(self.files("less"), ALWAYS)
        self.run_break("--xyz", "--events", "-o", "more")
        self.assertEqual(self.files("more"), ALWAYS | {"trajectory.h5", "trajectory.xyz", "events.csv"})

    def test_contacts_at_the_end_are_told_and_drawn(self):
        self.run_program("run", "drop", "-o", "drop")
        self.assertEqual(self.files("drop"), ALWAYS | {"contacts.csv", "trajectory.h5"})
        with open(self.folder / "drop/contacts.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["name_a"] for row in rows],
                         ["clay", "wood", "cork", "leather", "tennis", "steel", "slider", "slider"])
        for row in rows[:6]:  # of mass 1, at g = 10
            self.assertEqual((row["name_b"], row["force_x [M L/T^2]"], row["force_y [M L/T^2]"]), ("lower y side", "0", "10"))
        self.assertAlmostEqual(sum(float(row["force_y [M L/T^2]"]) for row in rows[6:]), 10)
        self.assertAlmostEqual(sum(float(row["force_x [M L/T^2]"]) for row in rows[6:]), 0)
        self.assertIn("force 10", (self.folder / "drop/picture.svg").read_text())
        with h5py.File(self.folder / "drop/trajectory.h5") as file:
            contacts = {name: dataset[:].tolist() for name, dataset in file["parameters/firsthit/contacts"].items()}
        self.assertEqual(contacts.pop("time"), [float(rows[0]["time [T]"])])
        self.assertEqual(set(contacts), {"a", "b", "point", "normal", "force"})
        dimensions = {"point": "L", "normal": "1", "force": "M L/T^2"}
        for i, row in enumerate(rows):
            self.assertEqual([contacts["a"][i], contacts["b"][i]], [int(row["a"]), int(row["b"])])
            for name, dimension in dimensions.items():
                self.assertEqual(contacts[name][i], [float(row[f"{name}_{axis} [{dimension}]"]) for axis in "xy"])

    def test_where_nobody_rests_there_are_no_contacts(self):
        self.run_break("-o", "break")
        self.assertFalse((self.folder / "break/contacts.csv").exists())
        with h5py.File(self.folder / "break/trajectory.h5") as file:
            self.assertNotIn("contacts", file["parameters/firsthit"])

    def test_the_summary_is_for_people_and_json_for_programs(self):
        text = self.run_break("-o", "a").stdout
        self.assertTrue(text.startswith("break: finished (t = 0.1)\n"), text)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)
        self.assertRegex(text, r"\n +\d+ body-body, 0 body-obstacle, \d+ body-wall\n")
        self.assertRegex(text, r"\n  energy +4.165\S* -> \S+  \([+-]\d+(\.\d+)? %\)\n")
        self.assertNotIn("temperature", text)  # of a pool table
        printed = self.run_break("-o", "b", "--json").stdout
        self.assertEqual(printed, (self.folder / "b/summary.json").read_text())
        for key in ("outcome", "collisions", "events", "simulated_time", "wall_seconds", "collisions_per_second",
                    "energy_initial", "energy_final", "momentum_initial", "momentum_final", "temperature", "pressure",
                    "compressibility", "collision_rate_per_body", "deepest_overlap", "peak_memory_bytes", "state_hash"):
            self.assertIn(key, json.loads(printed))
        self.assertRegex(json.loads(printed)["state_hash"], r"^[0-9a-f]{16}$")
        self.assertIn(json.loads(printed)["state_hash"], text)

    def test_quiet_prints_nothing(self):
        result = self.run_break("--quiet")
        self.assertEqual((result.stdout, result.stderr), ("", ""))

    def test_existing_output_is_not_overwritten(self):
        self.run_break("-o", "run")
        before = {name: (self.folder / "run" / name).read_bytes() for name in self.files("run")}
        result = self.run_break("-o", "run", "--seed", "5", expect=OUTPUT_FAILED)
        self.assertIn("--force", result.stderr)
        self.assertEqual(before, {name: (self.folder / "run" / name).read_bytes() for name in self.files("run")})

    def test_force_replaces_a_run_and_leaves_everything_else(self):
        self.run_break("-o", "run", "--xyz", "--events")
        self.write("run/notes.txt", "mine")
        self.write("run/events.csv.bak", "mine")
        (self.folder / "run/figures").mkdir()
        self.run_break("-o", "run", "--force")
        self.assertEqual(self.files("run"), ALWAYS | {"trajectory.h5", "notes.txt", "events.csv.bak", "figures"})
        self.assertEqual((self.folder / "run/notes.txt").read_text(), "mine")

    def test_not_even_force_replaces_a_file_of_somebody_else(self):
        (self.folder / "run").mkdir()
        self.write("run/trajectory.h5", "mine")
        result = self.run_break("-o", "run", "--force", expect=OUTPUT_FAILED)
        self.assertIn("trajectory.h5", result.stderr)
        self.assertEqual(self.files("run"), {"trajectory.h5"})
        self.assertEqual((self.folder / "run/trajectory.h5").read_text(), "mine")

    def test_force_without_a_folder_replaces_the_first_one(self):
        self.run_break()
        self.assertIn("out/break\n", self.run_break("--force").stdout)
        self.assertFalse((self.folder / "out/break-2").exists())

    def test_a_refused_scene_makes_no_folder(self):
        self.run_break("-o", "run", "--set", "physics.restitution=2", expect=BAD_INPUT)
        self.assertFalse((self.folder / "run").exists())


class Failures(ProgramTest):
    def one_error(self, result, *words):
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def test_a_folder_that_cannot_be_made_is_one_clear_error(self):
        self.write("file", "in the way")
        self.one_error(self.run_program("run", "break", "-o", "file/run", expect=OUTPUT_FAILED), "file/run")
        self.one_error(self.run_program("run", "break", "-o", "file", expect=OUTPUT_FAILED), "file")

    def test_an_unwritable_folder_is_one_clear_error(self):
        # Root may write anywhere: then somebody else has to try, with a program that they can reach.
        somebody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        shutil.copy(PROGRAM, self.folder / "firsthit")
        scene = self.write("bouncer.toml", BOUNCER)
        (self.folder / "locked").mkdir(mode=0o555)
        self.folder.chmod(0o755)
        result = self.run_program("run", scene, "-o", "locked", program=self.folder / "firsthit",
                                  expect=OUTPUT_FAILED, **somebody)
        self.one_error(result, "locked", "Permission denied")
        self.assertEqual(list((self.folder / "locked").iterdir()), [])

    def test_standard_output_that_is_full_is_an_error(self):
        with open("/dev/full", "w") as full:
            result = self.run_program("run", "break", "--until", "0.1", stdout=full, expect=OUTPUT_FAILED)
        self.one_error(result, "standard output", "No space left on device")

    def readable(self, run, summary):
        """Checks that everything in the folder can be read, whole up to where it ends."""
        self.assertEqual(json.loads((run / "summary.json").read_text())["outcome"], summary["outcome"])
        xml.etree.ElementTree.parse(run / "picture.svg")
        rows = self.read_table(run / "observables.csv")
        self.assertGreater(len(rows), 2)
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        with h5py.File(run / "trajectory.h5") as file:
            frames = file["particles/all/position/value"]
            self.assertGreater(len(frames), 1)
            self.assertTrue((frames[0] != frames[-1]).any())
        self.assertFalse((run / ".firsthit-reserve").exists())

    def test_a_disk_that_fills_up_ends_the_run_and_keeps_what_was_written(self):
        disk = self.small_disk(6 * 1024)
        scene = self.write("endless.toml", ENDLESS)
        for threads in (1, 2, 5):
            with self.subTest(threads=threads):
                shutil.rmtree(disk / "run", ignore_errors=True)
                result = self.run_program("run", scene, "-o", disk / "run", "--json", "--events", "--set",
                                          "run.sample_every=0.1", "--threads", threads, expect=OUTPUT_FAILED)
                self.one_error(result, "disk/run", "No space left on device")
                summary = json.loads(result.stdout)
                self.assertEqual(summary["outcome"], "output_failed")
                self.assertIn("No space left on device", summary["message"])
                self.readable(disk / "run", summary)

    def test_a_disk_without_room_for_a_run_is_one_clear_error(self):
        disk = self.small_disk(64)
        self.one_error(self.run_program("run", "break", "-o", disk / "run", expect=OUTPUT_FAILED),
                       "disk/run", "No space left on device")

    def test_a_file_that_may_not_grow_is_an_error(self):
        scene = self.write("endless.toml", ENDLESS)
        limit = 3 << 20  # bytes
        result = self.run_program("run", scene, "-o", "run", "--no-trajectory", "--events", expect=OUTPUT_FAILED,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        self.one_error(result, "run/events.csv", "File too large")
        rows = self.read_table("run/events.csv")
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        self.assertEqual([int(row[0]) for row in rows[1:]], list(range(len(rows) - 1)))

    def test_a_trajectory_that_may_not_grow_is_an_error_too(self):
        scene = self.write("endless.toml", ENDLESS)
        limit = 3 << 20  # bytes
        result = self.run_program("run", scene, "-o", "run", "--json", expect=OUTPUT_FAILED,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        self.one_error(result, "run/trajectory.h5", "File too large")
        self.assertEqual(json.loads((self.folder / "run/summary.json").read_text())["outcome"], "output_failed")


class Snapshot(ProgramTest):
    def setUp(self):
        super().setUp()
        self.run_program("run", "break", "--until", "1", "-o", "run", "--quiet")

    def test_a_snapshot_is_a_picture_of_its_time(self):
        self.run_program("snapshot", "run", "--at", "0.5", "-o", "half.svg")
        self.run_program("snapshot", "run", "-o", "end.svg")
        for name in ("half.svg", "end.svg"):
            root = xml.etree.ElementTree.parse(self.folder / name).getroot()
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertNotEqual((self.folder / "half.svg").read_text(), (self.folder / "end.svg").read_text())

    def test_a_picture_that_exists_is_replaced_only_by_force(self):
        self.write("x.svg", "mine")
        self.run_program("snapshot", "run", "-o", "x.svg", expect=OUTPUT_FAILED)
        self.assertEqual((self.folder / "x.svg").read_text(), "mine")
        self.run_program("snapshot", "run", "-o", "x.svg", "--force")
        self.assertIn("<svg", (self.folder / "x.svg").read_text())

    def test_not_even_force_replaces_a_device(self):
        os.mkfifo(self.folder / "pipe")
        self.run_program("snapshot", "run", "-o", "pipe", "--force", expect=OUTPUT_FAILED)

    def test_a_folder_without_a_run_is_bad_input(self):
        (self.folder / "nothing").mkdir()
        for folder in ("nothing", "missing"):
            result = self.run_program("snapshot", folder, "-o", "x.svg", expect=BAD_INPUT)
            self.assertIn(folder, result.stderr)
        self.assertFalse((self.folder / "x.svg").exists())

    def test_a_trajectory_that_is_none_is_bad_input(self):
        self.write("run/trajectory.h5", "not HDF5")
        self.assertIn("trajectory.h5", self.run_program("snapshot", "run", "-o", "x.svg", expect=BAD_INPUT).stderr)

    def test_times_that_are_none_are_bad_input(self):
        for time in ("nan", "inf", "-1", "soon"):
            with self.subTest(time):
                self.run_program("snapshot", "run", "--at", time, "-o", "x.svg", expect=BAD_INPUT)

    def test_a_picture_that_cannot_be_written_is_an_error(self):
        self.run_program("snapshot", "run", "-o", "missing/x.svg", expect=OUTPUT_FAILED)


if __name__ == "__main__":
    unittest.main()
