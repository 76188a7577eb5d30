"""A shape, a motion or a pair of classes without a row in the table of pairs does not compile, and the compiler names
what has none."""

import os
import shutil
import tempfile
import unittest
from pathlib import Path

from repo import SOURCE, run

USES = """#include "query/base/pair_table.hpp"
template firsthit::ShapeClass firsthit::class_of(const firsthit::Shape<2>&);
template firsthit::Course<2> firsthit::course_of(const firsthit::Motion<2>&);
static_assert(firsthit::query_kernel<2>(firsthit::ShapeClass::Round, firsthit::ShapeClass::Round,
                                        firsthit::PairPath::Falling) == firsthit::QueryKernel::FallingRound);
"""


class PairTable(unittest.TestCase):
    def compiled(self, *changes):
        """Compiles the table after each (file, text, replacement)."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for part in ("include", "src/query/base"):
                shutil.copytree(SOURCE / part, root / part)
            for file, text, replacement in changes:
                before = (root / file).read_text()
                self.assertIn(text, before)
                (root / file).write_text(before.replace(text, replacement, 1))
            (root / "uses.cpp").write_text(USES)
            return run([os.environ.get("CXX", "g++"), "-std=c++20", "-fsyntax-only", "-I", "include", "-I", "src",
                        "uses.cpp"], cwd=root)

    def assert_refused(self, result, *names):
        self.assertNotEqual(result.returncode, 0)
        for name in names:
            self.assertIn(name, result.stderr)

    def test_it_compiles_as_it_stands(self):
        result = self.compiled()
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_shape_without_a_row_is_named(self):
        shape = "include/firsthit/shape.hpp"
        self.assert_refused(
            self.compiled((shape, "/// All shapes in D dimensions.", "struct Cone {};\n\n/// All shapes in D dimensions."),
                          (shape, "Polygon, Triangle>", "Polygon, Triangle, Cone>")),
            "ShapeRow<firsthit::v0::Cone>")

    def test_a_motion_without_a_row_is_named(self):
        motion = "include/firsthit/motion.hpp"
        self.assert_refused(
            self.compiled((motion, "/// How a place changes", "template <int D>\nstruct Drifting {};\n\n/// How a place changes"),
                          (motion, "std::variant<Linear<D>,", "std::variant<Linear<D>, Drifting<D>,")),
            "MotionRow<firsthit::v0::Drifting<2> >")

    def test_a_class_without_rows_is_refused(self):
        table = "src/query/base/pair_table.hpp"
        self.assert_refused(
            self.compiled((table, "inline constexpr std::size_t kShapeClasses = 7;",
                           "inline constexpr std::size_t kShapeClasses = 8;")),
            "a pair of classes has no row in pair_rows(), or two")

    def test_a_row_that_is_missing_is_named(self):
        table = "src/query/base/pair_table.hpp"
        self.assert_refused(
            self.compiled((table, "      {S::Segment, S::Convex, Q::Convex, Q::Turning, W::Solids},\n", "")),
            "a pair of classes has no row in pair_rows(), or two", "ShapeClass::Segment", "ShapeClass::Convex")


if __name__ == "__main__":
    unittest.main()
