"""The checks that keep the tree in order: each passes on the tree and fails on a planted fault."""

import tempfile
import unittest
from pathlib import Path

from repo import LONG_FORM, SOURCE, run


class Check(unittest.TestCase):
    def check_tree(self, tool, *words):
        result = run([SOURCE / "tools" / tool, *words])
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def check_planted(self, tool, files, *expected, **options):
        """The tool fails on a tree of these files and names each of the expected places."""
        result = self.run_planted(tool, files, **options)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        for line in expected:
            self.assertIn(line, result.stdout)

    def run_planted(self, tool, files, **options):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "ARCHITECTURE.md").write_text((SOURCE / "ARCHITECTURE.md").read_text())
            for name, text in files.items():
                path = Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return run([SOURCE / "tools" / tool, folder], **options)


class Layers(Check):
    def test_the_includes_of_the_tree_point_down(self):
        self.check_tree("check_layers")

    def test_an_include_that_points_up_is_reported(self):
        self.check_planted(
            "check_layers",
            {"src/core/a.hpp": '#pragma once\n\n#include "world/b.hpp"\n', "src/world/b.hpp": "#pragma once\n"},
            "src/core/a.hpp:3: world/b.hpp: core may not include world")

    def test_a_room_that_looks_into_one_above_it_is_reported(self):
        self.check_planted(
            "check_layers",
            {"src/world/bodies/a.hpp": '#pragma once\n\n#include "world/rest/b.hpp"\n',
             "src/world/rest/b.hpp": "#pragma once\n"},
            "src/world/bodies/a.hpp:3: world/rest/b.hpp: world/bodies may not include world/rest, a room above it")

    def test_a_folder_that_is_no_room_is_reported(self):
        self.check_planted("check_layers", {"src/world/attic/a.hpp": "#pragma once\n"},
                           "src/world/attic/a.hpp:1: world/attic is no room: give it a row in ARCHITECTURE.md")

    def test_the_rooms_and_their_arrows_are_printed(self):
        output = run([SOURCE / "tools" / "check_layers"]).stdout
        self.assertRegex(output, r"(?m)^world/prediction -> .*world/bodies.*world/motion")

    def test_no_folder_of_sources_holds_more_than_25_files(self):
        for folder in {path.parent for path in (SOURCE / "src").rglob("*.?pp")}:
            files = [path for path in folder.iterdir() if path.is_file()]
            self.assertLessEqual(len(files), 25, f"{folder} wants rooms")

    def test_the_engine_that_looks_at_shapes_is_reported(self):
        self.check_planted(
            "check_layers",
            {"src/engine/a.cpp": '#include <firsthit/shape.hpp>\n#include "query/b.hpp"\n',
             "src/query/b.hpp": "#pragma once\n", "include/firsthit/shape.hpp": "#pragma once\n"},
            "src/engine/a.cpp:1: firsthit/shape.hpp: engine may not include geometry",
            "src/engine/a.cpp:2: query/b.hpp: engine may not include query")

    def test_a_test_of_the_engine_that_looks_at_shapes_is_reported(self):
        self.check_planted(
            "check_layers",
            {"tests/engine/a.cpp": "#include <gtest/gtest.h>\n#include <firsthit/shape.hpp>\n",
             "include/firsthit/shape.hpp": "#pragma once\n"},
            "tests/engine/a.cpp:2: firsthit/shape.hpp: engine may not include geometry")

    def test_a_public_header_that_includes_a_private_one_is_reported(self):
        self.check_planted(
            "check_layers",
            {"include/firsthit/world.hpp": '#include "core/a.hpp"\n', "src/core/a.hpp": "#pragma once\n"},
            "include/firsthit/world.hpp:1: core/a.hpp: a public header includes public headers only")

    def test_a_binding_that_includes_a_private_header_is_reported(self):
        self.check_planted("check_layers",
                           {"python/bindings/a.cpp": '#include "core/b.hpp"\n', "src/core/b.hpp": "#pragma once\n"},
                           "python/bindings/a.cpp:1: core/b.hpp: python includes public headers only")

    def test_a_look_of_the_library_for_c_behind_the_public_headers_is_found(self):
        self.check_planted("check_layers", {"src/c/a.cpp": '#include "core/b.hpp"\n', "src/core/b.hpp": "#pragma once\n"},
                           "src/c/a.cpp:1: core/b.hpp: c includes public headers only")
        self.check_planted("check_layers", {"include/firsthit/c/a.h": "#include <stdio.h>\n"},
                           "include/firsthit/c/a.h:1: <stdio.h>: only the C++ standard library is allowed here")

    def test_a_third_party_header_in_a_portable_layer_is_reported(self):
        self.check_planted(
            "check_layers", {"src/world/a.cpp": "#include <vector>\n#include <fmt/format.h>\n"},
            "src/world/a.cpp:2: <fmt/format.h>: fmt is not for this layer")

    def test_an_operating_system_header_in_a_portable_layer_is_reported(self):
        self.check_planted(
            "check_layers", {"src/world/a.cpp": "#include <unistd.h>\n"},
            "src/world/a.cpp:1: <unistd.h>: only the C++ standard library is allowed here")

    def test_a_public_header_of_no_layer_is_reported(self):
        self.check_planted(
            "check_layers", {"include/firsthit/novel.hpp": "#pragma once\n"},
            "include/firsthit/novel.hpp:1: belongs to no layer")


class Headers(Check):
    def test_every_header_of_the_tree_compiles_alone(self):
        # Those that a source begins with, the build under test has compiled; the long form compiles all.
        self.check_tree("check_headers", *(["--all"] if LONG_FORM else []))

    def test_a_header_that_leans_on_its_includer_is_reported(self):
        self.check_planted(
            "check_headers",
            {"include/firsthit/good.hpp": "#pragma once\n#include <vector>\ninline std::vector<int> a;\n",
             "src/core/bad.hpp": "#pragma once\n\ninline std::vector<int> b;\n"},
            "src/core/bad.hpp:3:")

    def test_one_that_a_source_begins_with_is_left_to_the_build_and_no_other(self):
        bad = "#pragma once\n\ninline std::vector<int> b;\n"
        own, other, built = "src/core/own.hpp", "src/core/other.hpp", "src/core/built.hpp"
        result = self.run_planted("check_headers", {
            own: bad, other: bad, built: bad,
            "src/core/own.cpp": '#include <vector>\n\n#include "core/own.hpp"\n',
            "src/core/other.cpp": '// Words.\n#define OTHER 1\n#include "core/other.hpp"\n',
            "src/core/built.cpp": '// Words.\n\n#include "core/built.hpp"\n'})
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"{own}:3:", result.stdout)
        self.assertIn(f"{other}:3:", result.stdout)
        self.assertNotIn(built, result.stdout)


class Names(Check):
    def test_no_two_types_of_the_tree_have_one_name(self):
        self.check_tree("check_names")

    def test_a_type_that_is_defined_twice_is_reported(self):
        self.check_planted(
            "check_names",
            {"src/core/a.hpp": "namespace firsthit {\n\nstruct Touch {\n};\n\n}  // namespace firsthit\n",
             "src/query/b.hpp": "namespace firsthit {\n\ntemplate <int D>\nclass Touch final : Base<D> {\n};\n\n"
                                "}  // namespace firsthit\n"},
            "src/query/b.hpp:4: firsthit::Touch is another type in src/core/a.hpp:3")

    def test_another_name_for_a_type_that_is_that_of_a_third_is_reported(self):
        self.check_planted(
            "check_names",
            {"src/core/a.hpp": "namespace firsthit {\n\nstruct Touch {\n};\n\n}  // namespace firsthit\n",
             "src/query/b.hpp": "namespace firsthit {\n\nclass Inner {\n  using Touch = int;\n};\n\n"
                                "template <int D>\nusing Touch = std::array<double, D>;\n\n}  // namespace firsthit\n"},
            "src/query/b.hpp:8: firsthit::Touch is another type in src/core/a.hpp:3")

    def test_a_type_that_nobody_else_sees_may_have_any_name(self):
        hidden = ("namespace firsthit {\nnamespace {\n\nstruct Touch {\n};\n\n}  // namespace\n"
                  "}  // namespace firsthit\n")
        result = self.run_planted("check_names", {"src/core/a.cpp": hidden, "src/core/b.cpp": hidden})
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


class Docs(Check):
    def test_every_public_function_says_what_it_costs(self):
        self.check_tree("check_docs")

    def test_a_public_function_that_does_not_is_reported(self):
        header = ("namespace firsthit::inline v0 {\n\n"
                  "/// Cost: O(1) where nothing else is told. Threads: one at a time.\n"
                  "class World {\n public:\n  double time() const;\n\n  /// Cost: O(n).\n  void run(double time);\n\n"
                  "  /// Looks.\n  std::vector<int> look(int from, const std::function<void(int)>& each) const;\n\n"
                  " private:\n  void hidden(int x);\n};\n\n"
                  "/// Hits.\ntemplate <int D>\nEncounter<D> hit(const Moving<D>& a,\n                 int b);\n\n"
                  "}  // namespace firsthit::inline v0\n")
        self.check_planted("check_docs", {"include/firsthit/a.hpp": header},
                           "include/firsthit/a.hpp:12: look does not say its cost\n"
                           "include/firsthit/a.hpp:20: hit does not say its cost\n")

    def test_a_header_that_says_nothing_of_threads_is_reported(self):
        self.check_planted("check_docs", {"include/firsthit/a.hpp": "/// Cost: O(1).\nint hit();\n"},
                           "include/firsthit/a.hpp:1: it does not say for which threads its functions are")


class Paths(Check):
    def test_no_file_of_the_tree_names_a_path_of_one_machine(self):
        self.check_tree("check_paths")

    def test_a_path_of_one_machine_is_reported(self):
        planted = "/" + "home/somebody/firsthit"
        self.check_planted("check_paths", {"docs/a.md": f"one\nsee {planted}\n"}, "docs/a.md:2: " + planted)


class Format(Check):
    def test_the_sources_are_laid_out_by_clang_format(self):
        result = run([SOURCE / "tools" / "format", "--check"])
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_a_source_that_is_not_is_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "src" / "a.cpp"
            path.parent.mkdir()
            path.write_text("int  a;\n")
            (Path(folder) / ".clang-format").write_text((SOURCE / ".clang-format").read_text())
            result = run([SOURCE / "tools" / "format", "--check", folder])
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("a.cpp:1:4", result.stderr)


if __name__ == "__main__":
    unittest.main()
