"""The ABI of the library for C: what it may not become, and that the test would see it."""

import re
import shutil
import tempfile
import unittest
from pathlib import Path

import abi
from repo import BUILD, SOURCE, output_of


class Abi(unittest.TestCase):
    def test_programs_that_are_built_go_on_running(self):
        self.assertEqual(abi.broken_promises(SOURCE / "include"), "")

    def test_the_library_shows_the_functions_of_its_headers_and_nothing_else(self):
        shown = output_of(["nm", "--dynamic", "--defined-only", BUILD / "libfirsthit_c.so"])
        names = {re.sub("@.*", "", line.split()[2]) for line in shown.splitlines() if " A " not in line}
        declared = set(abi.functions(SOURCE / "include"))
        self.assertGreater(len(declared), 80)
        self.assertEqual(names, declared)


class TheTest(unittest.TestCase):
    """Faults are planted in a copy of the headers."""

    def promises_after(self, header, old, new):
        with tempfile.TemporaryDirectory() as folder:
            include = Path(folder) / "include"
            shutil.copytree(SOURCE / "include", include)
            path = include / "firsthit" / "c" / header
            text = path.read_text()
            self.assertIn(old, text)
            path.write_text(text.replace(old, new, 1))
            return abi.broken_promises(include)

    def test_falls_for_a_field_in_the_middle(self):
        told = self.promises_after("body.h", "  FirsthitVec position;", "  double novel;\n  FirsthitVec position;")
        self.assertIn("FirsthitBody", told)
        self.assertIn("novel", told)

    def test_lets_structs_with_a_size_grow_at_their_end(self):
        self.assertEqual(self.promises_after("query.h", "} FirsthitQuery;", "  double novel;\n} FirsthitQuery;"), "")

    def test_falls_for_a_field_at_the_end_of_a_struct_without_a_size(self):
        told = self.promises_after("questions.h", "} FirsthitCastHit;", "  double novel;\n} FirsthitCastHit;")
        self.assertIn("FirsthitCastHit", told)

    def test_falls_for_another_type_of_a_field(self):
        self.assertIn("FirsthitBody", self.promises_after("body.h", "  double mass;", "  float mass;"))

    def test_falls_for_a_field_that_is_gone(self):
        self.assertIn("FirsthitQuery", self.promises_after("query.h", "  double margin;", "  /* margin */"))

    def test_falls_for_another_parameter(self):
        told = self.promises_after("world.h", "firsthit_world_remove(FirsthitWorld* world, FirsthitBodyId id)",
                                   "firsthit_world_remove(FirsthitWorld* world, uint64_t id)")
        self.assertIn("firsthit_world_remove", told)

    def test_falls_for_a_function_that_is_gone(self):
        told = self.promises_after("world.h", "firsthit_world_remove(", "firsthit_world_take_away(")
        self.assertIn("firsthit_world_remove", told)

    def test_falls_for_another_number_of_a_constant(self):
        told = self.promises_after("query.h", "FIRSTHIT_GRAZE = 1", "FIRSTHIT_GRAZE = 7")
        self.assertIn("FIRSTHIT_GRAZE: was 1, now 7", told)

    def test_lets_functions_come(self):
        told = self.promises_after("base.h", "FIRSTHIT_API const char* firsthit_version(void);",
                                   "FIRSTHIT_API const char* firsthit_version(void);\n"
                                   "FIRSTHIT_API int32_t firsthit_novel(void);")
        self.assertEqual(told, "")


if __name__ == "__main__":
    unittest.main()
