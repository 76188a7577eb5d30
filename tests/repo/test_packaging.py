"""Releases: what can be told without making one (scripts/release)."""

import json
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from repo import SOURCE, output_of, run


class Versions(unittest.TestCase):
    def test_all_files_tell_the_same(self):
        self.assertRegex(output_of(["python3", SOURCE / "packaging/versions.py"]), r"^\d+\.\d+\.\d+\n$")

    def test_one_that_tells_another_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            shutil.copytree(SOURCE / "packaging", root / "packaging")
            for name in re.findall(r'^    "([^"]+)": r', (SOURCE / "packaging/versions.py").read_text(), re.MULTILINE):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(SOURCE / name, root / name)
            self.assertEqual(run(["python3", root / "packaging/versions.py"]).returncode, 0)
            citation = root / "CITATION.cff"
            citation.write_text(re.sub("(?m)^version: .*", "version: 7.7.7", citation.read_text()))
            result = run(["python3", root / "packaging/versions.py"])
            self.assertEqual(result.returncode, 1)
            self.assertIn("CITATION.cff: expected the version", result.stdout)
            self.assertIn("found 7.7.7", result.stdout)


class Contents(unittest.TestCase):
    def test_the_bill_of_materials_is_spdx_and_names_every_library(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.deb").write_text("abc")
            told = json.loads(output_of(["python3", SOURCE / "packaging/sbom.py", "a.deb"], cwd=folder,
                                        env={**os.environ, "SOURCE_DATE_EPOCH": "86400"}))
        self.assertEqual(told["spdxVersion"], "SPDX-2.3")
        self.assertEqual(told["creationInfo"]["created"], "1970-01-02T00:00:00Z")
        (file,) = told["files"]
        sums = {each["algorithm"]: each["checksumValue"] for each in file["checksums"]}
        # Of "abc", as the standard for these sums has them.
        self.assertEqual(sums["SHA1"], "a9993e364706816aba3e25717850c26c9cd0d89d")
        self.assertEqual(sums["SHA256"], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        ids = {each["SPDXID"] for each in told["packages"] + told["files"]} | {"SPDXRef-DOCUMENT"}
        for each in told["relationships"]:
            self.assertLessEqual({each["spdxElementId"], each["relatedSpdxElement"]}, ids)
        names = {each["name"] for each in told["packages"]}
        wanted = re.search(r"\[core\]=\"(.*?)\"", (SOURCE / "scripts/install-deps").read_text(), re.DOTALL)[1].split()
        self.assertLessEqual({name for name in wanted if name.startswith(("lib", "nlohmann", "zlib"))}, names)
        self.assertTrue(all(each["versionInfo"] != "NOASSERTION" for each in told["packages"]))

    def test_the_packages_need_what_the_build_needs(self):
        control = (SOURCE / "packaging/debian/control").read_text()
        needs = set(re.findall(r"^ ([\w-]+)", re.search(r"Build-Depends:\n((?: .*\n)+)", control)[1], re.MULTILINE))
        wanted = re.search(r"\[core\]=\"(.*?)\"", (SOURCE / "scripts/install-deps").read_text(), re.DOTALL)[1].split()
        self.assertLessEqual(set(wanted) - {"g++"}, needs)

    def test_the_checklist_names_commands_that_are_there(self):
        text = (SOURCE / "scripts/check-release").read_text()
        targets = set(re.findall(r"^([a-z-]+):", (SOURCE / "Makefile").read_text(), re.MULTILINE))
        made = re.findall(r'"make ([a-z-]+)"', text)
        self.assertGreater(len(made), 8)
        self.assertLessEqual(set(made), targets)
        for script in re.findall(r'"(scripts/[a-z-]+)"', text):
            self.assertTrue(os.access(SOURCE / script, os.X_OK), script)
        self.assertEqual(run([SOURCE / "scripts/check-release", "nonsense"]).returncode, 2)


if __name__ == "__main__":
    unittest.main()
