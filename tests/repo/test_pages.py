"""The pages: paths, identifiers and tests that they name are there; words that have been retired are nowhere."""

import functools
import re
import unittest
from pathlib import Path

from repo import SOURCE

FRONT = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")
CODE = ("src", "include", "apps", "tests", "bench", "examples")

# Names that types, functions and files had before they were given the field's words: nobody uses them any more.
# (CHANGELOG.md tells users of public ones.)
RETIRED = """
    Company Wraps SoonMet soon_met Sights SightsOfWorlds sights_test sights_run_test sight_lanes first_in_sight
    cells_in_sight Giants has_giants Clusters Surroundings FewBoxes NearBoxes RisingIds ShortIds rising_ids
    short_ids near_boxes flight_of_two Spell Struggle make_core core_of will_look anticipate Passages
    first_hit_pairs first_hit_input first_hit_scale first_hit_convex first_hit_half_space first_hit_pieces
    first_hit_polygon first_hit_falling followed.hpp flight.cpp wraps.hpp column.hpp Neighbours::look
    Engine::meanwhile Engine::name Nearby::better_order tests/laws tests/house tests/sources tests/referee laws/
    house/ src/response
""".split()
# The same of types whose old names are words of the language, too.
RETIRED_TYPES = "Column Regions Home Standing Core Patch Ask Few Flight Nearby Followed Wraps Sight".split()


@functools.cache
def read(path):
    return path.read_text()


def pages():
    return [SOURCE / name for name in FRONT] + sorted((SOURCE / "docs").rglob("*.md"))


def code():
    return sorted(path for part in CODE for ending in ("*.[hc]pp", "*.py")
                  for path in (SOURCE / part).rglob(ending) if path != Path(__file__).resolve())


@functools.cache
def file_names():
    """The names of all files of the tree, but for what is built."""
    tops = [path for path in SOURCE.iterdir() if path.is_dir() and path.name not in ("build", "out", ".git")]
    files = [path for top in tops for path in top.rglob("*") if "node_modules" not in path.parts]
    return [path.name for path in files + list(SOURCE.iterdir())]


@functools.cache
def test_names():
    names = set()
    for path in (SOURCE / "tests").rglob("*.cpp"):
        found = re.findall(r"^(?:TYPED_)?TEST(?:_[FP])?\(\s*(\w+),\s*(\w+)\)", read(path), re.MULTILINE)
        names |= {".".join(each) for each in found}
    return names


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def spelled_out(pattern):
    """a/{b,c}* as a/b* and a/c*."""
    if not (braces := re.search(r"\{([^{}]*)\}", pattern)):
        return [pattern]
    return [each for one in braces[1].split(",")
            for each in spelled_out(pattern[:braces.start()] + one + pattern[braces.end():])]


def is_there(pattern):
    """Is there a file or folder of this path (or, without a slash, of this name), *, {a,b} and file#name understood?"""
    pattern, _, name = pattern.partition("#")
    for each in spelled_out(pattern.rstrip("/")):
        if "/" not in each:
            if not any(Path(one).match(each) for one in file_names()):
                return False
            continue
        found = list(SOURCE.glob(each))
        if not found or name and not any(occurs(name, path) for path in found):
            return False
    return True


def occurs(name, path):
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", read(path)) is not None


TOPS = "src|include|apps|tests|bench|examples|docs|tools|scenes|scripts|cmake"
PATH = re.compile(rf"(?<![\w/.:~*-])(?:{TOPS})/[\w./*{{}},#-]*[\w/*}}]")
FILE = re.compile(r"(?<![\w/.*{}<,-])[\w{}*,-]+\.(?:[hc]pp|py|md|toml|jsonl)(?![\w/])")


def paths_named_in(text):
    """What looks like a path of the tree or a source file's name, with its place."""
    for quoted in re.finditer(r"`([^`\n]+)`", text):
        for found in [*PATH.finditer(quoted[1]), *FILE.finditer(quoted[1])]:
            yield line_of(text, quoted.start()), found[0]


class Pages(unittest.TestCase):
    def complain(self, complaints):
        self.assertFalse(complaints, "\n" + "\n".join(complaints))

    def test_relative_links_lead_to_files_and_to_names_in_them(self):
        complaints = []
        links = 0
        for page in pages():
            text = read(page)
            for link in re.finditer(r"\]\(([^)\s]+)\)", text):
                if re.match(r"\w+:|#", link[1]):
                    continue
                links += 1
                target, _, name = link[1].partition("#")
                path = page.parent / target
                where = f"{page.relative_to(SOURCE)}:{line_of(text, link.start())}: {link[1]}"
                if not path.exists():
                    complaints.append(where + ": no such file")
                elif name and path.suffix != ".md" and not occurs(name, path):
                    complaints.append(where + f": {name} is not in it")
        self.assertGreater(links, 150)
        self.complain(complaints)

    def test_paths_and_source_files_that_pages_name_are_there(self):
        complaints = []
        for page in pages():
            text = read(page)
            for line, path in paths_named_in(text):
                # Of a scene, a run or somebody's program: not of the tree.
                if not path.startswith("out/") and not is_there(path) and path not in self.ELSEWHERE:
                    complaints.append(f"{page.relative_to(SOURCE)}:{line}: {path}: no such file")
        self.complain(complaints)

    # Files that the reader of a page writes, or has.
    ELSEWHERE = {"scene.toml", "corners.jsonl", "walk.toml", "gate.toml", "FILE.jsonl"}

    def test_members_of_classes_that_pages_name_are_there(self):
        words = set().union(*(re.findall(r"\w+", read(path)) for path in code()))
        complaints = []
        for page in pages():
            text = read(page)
            for found in re.finditer(r"`([A-Z]\w+)::(\w+)[^`]*`", text):
                if not set(found.groups()) <= words:
                    complaints.append(f"{page.relative_to(SOURCE)}:{line_of(text, found.start())}: {found[0]}")
        self.complain(complaints)

    def test_pages_that_the_code_names_are_there(self):
        complaints = []
        for path in code():
            text = read(path)
            for found in re.finditer(r"(?://|#).*?(?<![\w/])(docs/[\w/-]+\.md)", text):
                if not (SOURCE / found[1]).exists():
                    complaints.append(f"{path.relative_to(SOURCE)}:{line_of(text, found.start())}: {found[1]}")
        self.complain(complaints)

    def test_tests_that_pages_name_are_there(self):
        complaints = []
        named = 0
        for page in pages():
            text = read(page)
            for found in re.finditer(r"`([A-Z]\w+\.[A-Z]\w+)`", text):
                named += 1
                if found[1] not in test_names():
                    complaints.append(f"{page.relative_to(SOURCE)}:{line_of(text, found.start())}: {found[1]}")
        self.assertGreater(named, 80)
        self.complain(complaints)

    def test_every_invariant_names_the_file_that_keeps_it_and_the_test_that_would_fall(self):
        rows = [line for line in read(SOURCE / "docs/invariants.md").splitlines() if re.match(r"\| \d+ \|", line)]
        self.assertGreater(len(rows), 15)
        for row in rows:
            _, _, _, keeper, test, _ = (cell.strip() for cell in row.split("|"))
            self.assertRegex(keeper, r"\]\(\.\./[\w./#-]+\)", row)
            self.assertRegex(test, r"`[A-Z]\w+\.[A-Z]\w+`", row)

    def test_every_page_of_numerics_opens_with_what_it_proves_and_what_stands_on_it(self):
        for page in sorted((SOURCE / "docs/numerics").glob("*.md")):
            if page.name == "README.md":
                continue
            opening = read(page).split("\n\n")[1]
            self.assertTrue(opening.startswith("> **Proves**"), page.name)
            self.assertIn("> **Relies on it**", opening, page.name)
            self.assertRegex(opening, r"\]\(\.\./\.\./(src|tests|include)/", page.name)

    def test_words_that_were_retired_are_nowhere(self):
        retired = re.compile(r"(?<![\w/-])(?:" + "|".join(map(re.escape, RETIRED)) + r")(?![\w-])")
        types = re.compile(r"^ *(?:struct|class) (?:alignas\([^)]*\) )?(?:" + "|".join(RETIRED_TYPES) + r")\b", re.MULTILINE)
        complaints = []
        for path in [*pages(), *code()]:
            text = read(path)
            for found in [*retired.finditer(text), *types.finditer(text)]:
                complaints.append(f"{path.relative_to(SOURCE)}:{line_of(text, found.start())}: {found[0]}")
        self.complain(complaints)

    def test_the_glossary_names_each_word_once(self):
        rows = re.findall(r"^\| \*\*([^*]+)\*\* \|", read(SOURCE / "docs/glossary.md"), re.MULTILINE)
        self.assertGreater(len(rows), 40)
        words = [word for row in rows for word in row.split(", ")]
        self.assertEqual(len(words), len(set(words)))


class TheChecks(unittest.TestCase):
    def test_see_what_is_not_there(self):
        self.assertTrue(is_there("src/query/convex/exact/convex_event.{hpp,cpp}"))
        self.assertTrue(is_there("src/query/convex/filter/filter*#filter_balls"))
        self.assertTrue(is_there("engine.cpp"))
        self.assertFalse(is_there("src/query/convex/exact/convex_event.{hpp,rs}"))
        self.assertFalse(is_there("src/engine/engine.cpp#no_such_name"))
        self.assertFalse(is_there("no_such_file.cpp"))
        found = [path for _, path in paths_named_in("see `src/a.cpp`, `b.hpp`, `[[ball]]` and `x/src/c.cpp`")]
        self.assertEqual(found, ["src/a.cpp", "b.hpp"])


if __name__ == "__main__":
    unittest.main()
