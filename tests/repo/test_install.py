"""`cmake --install` and find_package: what users of the library get, and that their flags do not reach its bits."""

import re
import tempfile
import unittest
from pathlib import Path

from repo import BUILD, SOURCE, output_of, run


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.prefix = cls.folder / "prefix"
        output_of(["cmake", "--install", BUILD, "--prefix", cls.prefix])

    def consumer(self, name, flags):
        """What the consumer prints when it is built with these flags."""
        build = self.folder / name
        output_of(["cmake", "-S", SOURCE / "tests" / "consumer", "-B", build, "-G", "Ninja",
                   f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_CXX_FLAGS={flags}"])
        output_of(["cmake", "--build", build])
        return output_of([build / "consumer"])

    def test_consumers_with_any_flags_get_one_hash(self):
        plain = self.consumer("plain", "-O0")
        self.assertRegex(plain, r"^\d+ collisions, hash [0-9a-f]{16}\n$")
        self.assertEqual(self.consumer("fast", "-O3 -march=native -ffast-math"), plain)

    def test_the_installed_headers_are_the_public_ones(self):
        installed = sorted(path.name for path in (self.prefix / "include" / "firsthit").iterdir())
        self.assertEqual(installed, sorted(path.name for path in (SOURCE / "include" / "firsthit").iterdir()))

    def test_the_version_is_the_same_everywhere(self):
        stated = re.search(r'kVersion = "(.*)"', (SOURCE / "include/firsthit/version.hpp").read_text())[1]
        package = next(self.prefix.glob("lib*/**/firsthitConfigVersion.cmake")).read_text()
        self.assertIn(f'set(PACKAGE_VERSION "{stated}")', package)
        self.assertIn(f"version: {stated}\n", (SOURCE / "CITATION.cff").read_text())
        self.assertIn(f"firsthit {stated}", output_of([self.prefix / "bin" / "firsthit", "--version"]))

    def test_the_installed_program_finds_the_installed_scenes(self):
        scenes = self.prefix / "share" / "firsthit" / "scenes"
        self.assertEqual(sorted(path.name for path in scenes.iterdir()),
                         sorted(path.name for path in (SOURCE / "scenes").iterdir()))
        output_of([self.prefix / "bin" / "firsthit", "check", "break"], cwd=self.folder)

    def test_the_program_needs_no_hdf5_where_it_runs(self):
        needed = output_of(["ldd", self.prefix / "bin" / "firsthit"])
        self.assertNotRegex(needed, "hdf5|curl")
        self.assertIn("libz", needed)


class Missing(unittest.TestCase):
    def test_all_packages_that_are_missing_are_told_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            result = run(["cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", "-DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON",
                          "-DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON"])
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("apt-get install libhwy-dev libcli11-dev\n", result.stderr)


if __name__ == "__main__":
    unittest.main()
