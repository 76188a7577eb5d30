"""`cmake --install` and find_package: what users of the library get, and that their flags do not reach its bits."""

import os
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

    def test_pkg_config_finds_what_is_installed_wherever_it_is_moved(self):
        moved = self.folder / "moved"
        self.prefix.rename(moved)
        self.addCleanup(moved.rename, self.prefix)
        ours = moved / "lib" / "pkgconfig"
        env = {**os.environ, "PKG_CONFIG_PATH": str(ours)}
        flags = {name: output_of(["pkg-config", "--cflags", "--libs", name], env=env).split()
                 for name in ("firsthit", "firsthit-c")}
        gas = {}
        for name, compiler, source in (("firsthit", ["g++", "-std=c++20"], "tests/consumer/main.cpp"),
                                       ("firsthit-c", ["gcc", "-std=c99"], "tests/c/gas.c")):
            output_of([*compiler, SOURCE / source, *flags[name], f"-Wl,-rpath,{moved / 'lib'}", "-o",
                       self.folder / name])
            gas[name] = output_of([self.folder / name])
        self.assertRegex(gas["firsthit"], r"^\d+ collisions, hash [0-9a-f]{16}\n$")
        self.assertEqual(gas["firsthit-c"], gas["firsthit"])

    def test_cmake_finds_the_libraries_for_c(self):
        source = self.folder / "in-c"
        source.mkdir()
        (source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(in_c LANGUAGES C CXX)\nfind_package(firsthit 0.1 REQUIRED)\n"
            "foreach(library firsthit_c firsthit_c_static)\n"
            f"  add_executable(gas_${{library}} {SOURCE}/tests/c/gas.c)\n"
            "  target_link_libraries(gas_${library} PRIVATE firsthit::${library})\nendforeach()\n")
        output_of(["cmake", "-S", source, "-B", source / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}"])
        output_of(["cmake", "--build", source / "build"])
        told = {output_of([source / "build" / f"gas_{library}"]) for library in ("firsthit_c", "firsthit_c_static")}
        self.assertEqual(len(told), 1)
        self.assertRegex(told.pop(), r"^\d+ collisions, hash [0-9a-f]{16}\n$")

    def test_the_installed_headers_are_the_public_ones(self):
        def headers(folder):
            return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.h*"))

        self.assertEqual(headers(self.prefix / "include" / "firsthit"), headers(SOURCE / "include" / "firsthit"))

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


class WithinAProject(unittest.TestCase):
    """Projects that take the sources as they are: one object of ours and their own program, but for linking it, which
    would need all of the library built anew."""

    def adopted(self, by, *settings):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder)
            (source / "CMakeLists.txt").write_text(
                f"cmake_minimum_required(VERSION 3.25)\nproject(adopts LANGUAGES CXX)\n{by}\n"
                f"add_executable(program {SOURCE}/tests/consumer/main.cpp)\n"
                "target_link_libraries(program PRIVATE firsthit::firsthit)\n")
            build = source / "build"
            output_of(["cmake", "-S", source, "-B", build, "-G", "Ninja",
                       f"-DFETCHCONTENT_SOURCE_DIR_FIRSTHIT={SOURCE}", "-DFETCHCONTENT_FULLY_DISCONNECTED=ON",
                       *settings])
            targets = output_of(["ninja", "-C", build, "-t", "targets", "all"])
            ours = next(line.split(":")[0] for line in targets.splitlines() if "core/orientation" in line or
                        "geometry/orientation.cpp.o:" in line)
            theirs = next(line.split(":")[0] for line in targets.splitlines() if "consumer/main.cpp.o:" in line)
            output_of(["ninja", "-C", build, ours, theirs])
            # Nothing but the library: no program, no tests, no flags of ours for theirs.
            self.assertNotIn("firsthit_program", targets)
            self.assertNotIn("firsthit_c.dir", targets)
            commands = output_of(["ninja", "-C", build, "-t", "commands", theirs])
            self.assertNotIn("-ffp-contract", commands)

    def test_by_add_subdirectory(self):
        self.adopted(f"add_subdirectory({SOURCE} firsthit)")

    def test_with_a_highway_of_their_own(self):
        self.adopted("add_library(hwy STATIC IMPORTED)\nset_target_properties(hwy PROPERTIES IMPORTED_LOCATION /usr/lib/libhwy.a)\n"
                     f"add_library(hwy::hwy ALIAS hwy)\nadd_subdirectory({SOURCE} firsthit)",
                     "-DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON")

    def test_with_highway_fetched_where_they_wish_it(self):
        with tempfile.TemporaryDirectory() as highway:
            (Path(highway) / "CMakeLists.txt").write_text("add_library(hwy INTERFACE)\n")
            self.adopted(f"add_subdirectory({SOURCE} firsthit)", "-DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON",
                         "-DFIRSTHIT_FETCH_HIGHWAY=ON", f"-DFETCHCONTENT_SOURCE_DIR_HIGHWAY={highway}")
        with self.assertRaisesRegex(AssertionError, "apt-get install libhwy-dev"):
            self.adopted(f"add_subdirectory({SOURCE} firsthit)", "-DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON")

    def test_by_fetch_content(self):
        self.adopted("include(FetchContent)\n"
                     "FetchContent_Declare(firsthit GIT_REPOSITORY https://example.org/firsthit.git GIT_TAG main)\n"
                     "FetchContent_MakeAvailable(firsthit)")


class Missing(unittest.TestCase):
    def test_all_packages_that_are_missing_are_told_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            result = run(["cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", "-DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON",
                          "-DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON"])
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("apt-get install libhwy-dev libcli11-dev\n", result.stderr)


if __name__ == "__main__":
    unittest.main()
