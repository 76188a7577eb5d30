"""The docs are code: every block of README.md and docs/ runs, prints what it says, and every link leads somewhere.

What a block is follows from its language. What it cannot say by itself stands in a comment right before it, which
readers of the page do not see:

    <!-- given: TEXT -->        text in the block's language that belongs before it
    <!-- file: NAME -->         it is a file of that name to the commands of all blocks after it on its page
    <!-- before: COMMANDS -->   commands that run before it, in its folder
    <!-- goes on -->            it goes on where the page's last block of its language ended
    <!-- prints: COMMANDS -->   (text, csv) what these commands print; else it is what the block before it prints
    <!-- part of: COMMANDS -->  (json) each line has some keys of the line that these commands print, and their values
    <!-- read by: COMMANDS -->  (text) these commands read it, as the file `block`
    <!-- quotes: FILE -->       it stands in that file of ours just so, but for its indentation
    <!-- not run: REASON -->    it is for the eye only

cpp     a program if it has a main, else a piece of a function. Compiled as strictly as we do, and run.
c       a program in C99, likewise.
sh      runs in a folder that looks like the source tree; `firsthit` is the program. Each line must succeed.
toml    a scene that `firsthit check` finds nothing wrong with.
json, jsonl  lines that `firsthit query` answers.
python  runs.
pycon   sessions with the Python package, where it is installed: tests/python runs them (make test-python).
cmake   finds the library that the README has installed, and builds the README's program.
text    see above; and so is csv.

Another language, or none, fails; so does a comment of another form.
"""

import json
import os
import re
import tempfile
import unittest
from pathlib import Path

from repo import BUILD, SOURCE, compile_and_run, compile_c_and_run, output_of, run

PAGES = [SOURCE / "README.md", *sorted((SOURCE / "docs").rglob("*.md"))]
LANGUAGES = {"c", "cpp", "sh", "toml", "json", "jsonl", "python", "pycon", "cmake", "text", "csv"}
COMMENT = re.compile(r"(given|file|before|prints|part of|read by|quotes|not run): *(.*)|(goes on)", re.DOTALL)
INSTEAD = {
    "make test": "true",  # which runs this very test
    "cmake --build build/release": "true",  # as `make test` has done, for the same reason as the next
    "make wheel": "true",  # as `make test-python` does, which needs a network
    "pip install .": "true",
    "make demo": "make -o build demo",  # of what is built: a build from here would take this folder for its sources
}
PROGRAM = Path(os.environ.get("FIRSTHIT_RELEASE_PROGRAM", SOURCE / "build" / "release" / "bin" / "firsthit"))
END = "-- the next piece --"
# What a piece defines and does not use is no mistake.
PREAMBLE = """
#include <firsthit/firsthit.hpp>
#include <cstdio>
#include <vector>
using namespace firsthit;
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
"""


class Block:
    def __init__(self, page, line, language, text, notes):
        self.place = f"{page.relative_to(SOURCE)}:{line}"
        self.page, self.language, self.text, self.notes = page, language, text, notes

    def note(self, name):
        return self.notes.get(name, "")

    @property
    def is_run(self):
        return "not run" not in self.notes and "quotes" not in self.notes

    @property
    def is_program(self):
        return self.language == "cpp" and "int main(" in self.text


def notes_before(lines, at):
    """The comments that end right before the line `at`, as {name: text}; an unknown one as {"": text}."""
    notes = {}
    while at > 0 and lines[at - 1].rstrip().endswith("-->"):
        start = at - 1
        while not lines[start].startswith("<!--"):
            start -= 1
        body = "\n".join(lines[start:at]).strip()[len("<!--"):-len("-->")].strip()
        found = COMMENT.fullmatch(body)
        notes[(found[1] or found[3]) if found else ""] = (found[2] or "") if found else body
        at = start
    return notes


def blocks_of(page):
    """All fenced blocks of a page, in order."""
    lines = page.read_text().splitlines()
    found, start = [], None
    for at, line in enumerate(lines):
        if not line.lstrip().startswith("```"):
            continue
        if start is None:
            start = at
            continue
        language = lines[start].strip()[3:].strip()
        text = "\n".join(lines[start + 1:at]) + "\n"
        found.append(Block(page, start + 1, language, text, notes_before(lines, start)))
        start = None
    if start is not None:
        found.append(Block(page, start + 1, "", "", {}))  # a fence that does not end
    for block, earlier in [(b, found[:i]) for i, b in enumerate(found)]:
        if "goes on" in block.notes:
            last = next(b for b in reversed(earlier) if b.language == block.language)
            block.notes["given"] = last.note("given") + last.text
    return found


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def blocks(*languages):
    return [block for block in BLOCKS if block.language in languages and block.is_run]


def printed_by(block):
    """The text block that tells what `block` prints, if there is one."""
    after = BLOCKS[BLOCKS.index(block) + 1:]
    if after and after[0].page == block.page and after[0].language == "text" and not after[0].notes:
        return after[0].text
    return None


class Folder:
    """A folder that looks like the source tree; what runs there writes there, and calls it its home.

    For a block: with the files that its page tells of before it, and after the commands that it needs before.
    """

    def __init__(self, block=None):
        self.block = block

    def __enter__(self):
        self.root = tempfile.TemporaryDirectory()
        self.path = Path(self.root.name)
        for path in SOURCE.iterdir():
            if path.name not in ("out", ".git"):
                (self.path / path.name).symlink_to(path)
        self.env = {**os.environ, "HOME": str(self.path), "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
        if self.block is not None:
            for each in BLOCKS[:BLOCKS.index(self.block)]:
                if each.page == self.block.page and "file" in each.notes:
                    (self.path / each.note("file")).write_text(each.note("given") + each.text)
            self.output_of(self.block.note("before"))
        return self

    def __exit__(self, *_):
        self.root.cleanup()

    def output_of(self, commands):
        return output_of(["bash", "-euo", "pipefail", "-c", commands], cwd=self.path, env=self.env)

    def lines_of(self, commands):
        """What commands print, whether they succeed or not: standard error, too."""
        result = run(["bash", "-uc", f"exec 2>&1\n{commands}"], cwd=self.path, env=self.env)
        return result.stdout


class Blocks(unittest.TestCase):
    def test_each_is_of_a_known_language_and_says_what_it_needs(self):
        self.assertTrue(BLOCKS)
        for block in BLOCKS:
            with self.subTest(block.place):
                self.assertNotIn("", block.notes, "a comment of no known form")
                if block.is_run:
                    self.assertIn(block.language, LANGUAGES)
                else:
                    self.assertEqual(len(block.notes), 1)
                    self.assertTrue("quotes" in block.notes or block.note("not run"), "why is it not run?")

    def test_each_quotation_is_true(self):
        plain = lambda text: re.sub(r"\s+", " ", text).strip()
        for block in BLOCKS:
            if "quotes" in block.notes:
                with self.subTest(block.place):
                    self.assertIn(plain(block.text), plain((SOURCE / block.note("quotes")).read_text()))

    def test_each_text_is_printed_or_read_by_something(self):
        for block in blocks("text", "csv"):
            if "prints" in block.notes or "read by" in block.notes:
                continue
            before = [b for b in BLOCKS[:BLOCKS.index(block)] if b.page == block.page]
            with self.subTest(block.place):
                self.assertFalse(block.notes)
                self.assertTrue(before and before[-1].is_run and before[-1].language in ("c", "cpp", "sh"))


class Cpp(unittest.TestCase):
    def test_programs_compile_and_print_what_they_say(self):
        programs = [block for block in blocks("cpp") if block.is_program]
        self.assertTrue(programs)
        for block in programs:
            with self.subTest(block.place), tempfile.TemporaryDirectory() as folder:
                source = Path(folder) / "program.cpp"
                source.write_text(block.note("given") + block.text)
                self.assertEqual(compile_and_run(source, folder), printed_by(block))

    def test_programs_in_c_do_so_too(self):
        for block in blocks("c"):
            with self.subTest(block.place), tempfile.TemporaryDirectory() as folder:
                source = Path(folder) / "program.c"
                source.write_text(block.text)
                self.assertEqual(compile_c_and_run(source, folder), printed_by(block))

    def test_pieces_compile_and_run(self):
        pieces = [block for block in blocks("cpp") if not block.is_program]
        self.assertTrue(pieces)
        source, calls = PREAMBLE, ""
        for i, block in enumerate(pieces):
            page, line = block.place.split(":")
            source += (f"static void piece_{i}() {{\n{block.note('given')}\n"
                       f'#line {int(line) + 1} "{page}"\n{block.text}}}\n')
            calls += f'  std::puts("{END}");\n  piece_{i}();\n'
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "pieces.cpp"
            path.write_text(f"{source}int main() {{\n{calls}}}\n")
            printed = compile_and_run(path, folder).split(f"{END}\n")[1:]
        self.assertEqual(len(printed), len(pieces))
        for block, text in zip(pieces, printed):
            with self.subTest(block.place):
                self.assertEqual(text, printed_by(block) or "")


class Shell(unittest.TestCase):
    def test_commands_run(self):
        for page in PAGES:
            scripts = [block for block in blocks("sh") if block.page == page]
            if not scripts and not (page == PAGES[0] and blocks("cmake")):
                continue
            with Folder() as folder:
                for block in scripts:
                    with self.subTest(block.place):
                        folder.output_of(block.note("before"))
                        lines = [line.split("  #")[0].rstrip() for line in block.text.splitlines()]
                        printed = "".join(folder.output_of(INSTEAD.get(line, line)) for line in lines)
                        if (promised := printed_by(block)) is not None:
                            self.assertEqual(printed, promised)
                if page == PAGES[0]:
                    self.check_cmake(folder)

    def check_cmake(self, folder):
        """The README's commands have installed the library: its cmake block finds it."""
        (block,) = blocks("cmake")
        program = next(b for b in blocks("cpp") if b.is_program and b.page == block.page)
        consumer = folder.path / "consumer"
        consumer.mkdir()
        (consumer / "main.cpp").write_text(program.text)
        (consumer / "CMakeLists.txt").write_text(f"{block.note('given')}\n{block.text}")
        with self.subTest(block.place):
            folder.output_of("cmake -S consumer -B consumer/build -G Ninja -DCMAKE_PREFIX_PATH=$HOME/firsthit")
            folder.output_of("cmake --build consumer/build")
            self.assertEqual(folder.output_of("consumer/build/my_program"), printed_by(program))

    def test_texts_are_what_their_commands_print(self):
        texts = [block for block in blocks("text", "csv") if "prints" in block.notes]
        self.assertTrue(texts)
        for block in texts:
            with self.subTest(block.place), Folder(block) as folder:
                self.assertEqual(folder.lines_of(block.note("prints")), block.text)


class Data(unittest.TestCase):
    def test_texts_are_read(self):
        for block in blocks("text", "csv"):
            if "read by" in block.notes:
                with self.subTest(block.place), Folder(block) as folder:
                    (folder.path / "block").write_text(block.text)
                    folder.output_of(block.note("read by"))

    def test_scenes_are_sound(self):
        self.assertTrue(blocks("toml"))
        for block in blocks("toml"):
            with self.subTest(block.place), Folder(block) as folder:
                (folder.path / "scene.toml").write_text(block.note("given") + "\n" + block.text)
                folder.output_of("firsthit check scene.toml")

    def test_queries_are_answered(self):
        queries = [block for block in blocks("json", "jsonl") if "part of" not in block.notes]
        self.assertTrue(queries)
        for block in queries:
            with self.subTest(block.place), Folder(block) as folder:
                (folder.path / "asked.jsonl").write_text(block.text)
                answers = folder.output_of("firsthit query asked.jsonl").splitlines()
                self.assertEqual(len(answers), len(block.text.splitlines()))

    def test_answers_are_those_that_are_given(self):
        for block in blocks("json", "jsonl"):
            if "part of" in block.notes:
                with self.subTest(block.place), Folder(block) as folder:
                    printed = [json.loads(line) for line in folder.output_of(block.note("part of")).splitlines()]
                    told = [json.loads(line) for line in block.text.splitlines()]
                    self.assertEqual(told, [{key: full.get(key, "absent") for key in part}
                                            for full, part in zip(printed, told, strict=True)])

    def test_python_runs(self):
        self.assertTrue(blocks("python"))
        for block in blocks("python"):
            with self.subTest(block.place), Folder(block) as folder:
                (folder.path / "piece.py").write_text(block.note("given") + "\n" + block.text)
                folder.output_of("/usr/bin/python3 piece.py")


def slug(heading):
    """The anchor that a heading gets on the web: lower case, blanks as hyphens, most signs gone."""
    plain = re.sub(r"`([^`]*)`", r"\1", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def anchors_of(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    found = set(re.findall(r'<a (?:name|id)="([^"]+)"', text))
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        name, count = slug(heading), 0
        while (f"{name}-{count}" if count else name) in found:
            count += 1
        found.add(f"{name}-{count}" if count else name)
    return found


class Links(unittest.TestCase):
    def test_each_leads_to_a_file_and_a_heading_of_it(self):
        pages = [*PAGES, *SOURCE.glob("*.md"), SOURCE / "web" / "README.md"]
        count = 0
        for page in dict.fromkeys(pages):
            text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
            for target in re.findall(r'\]\(([^)\s]+)(?: "[^"]*")?\)', text):
                if re.match(r"[a-z]+:", target):
                    continue
                name, _, anchor = target.partition("#")
                file = (page.parent / name).resolve() if name else page
                count += 1
                with self.subTest(f"{page.relative_to(SOURCE)}: {target}"):
                    self.assertTrue(file.exists())
                    if anchor and file.suffix == ".md":
                        self.assertIn(anchor, anchors_of(file))
        self.assertGreater(count, 100)

    def test_a_wrong_one_would_be_found(self):
        self.assertEqual(slug("`[[ball]]`: one *moving* ball, 2nd"), "ball-one-moving-ball-2nd")
        self.assertNotIn("no-such-heading", anchors_of(SOURCE / "README.md"))
        self.assertIn("run", anchors_of(SOURCE / "docs" / "formats" / "scene.md"))


class Pictures(unittest.TestCase):
    """What the README shows is what the program does."""

    def test_pictures_are_what_runs_draw(self):
        for scene in ("break", "heap"):
            with self.subTest(scene), tempfile.TemporaryDirectory() as folder:
                output_of([PROGRAM, "run", SOURCE / "scenes" / f"{scene}.toml", "-o", folder, "--force", "--quiet"])
                drawn = (Path(folder) / "picture.svg").read_text()
                self.assertEqual(drawn, (SOURCE / "docs" / "images" / f"{scene}.svg").read_text(),
                                 f"docs/images/{scene}.svg is no longer what `firsthit run {scene}` draws")

    def test_the_ball_that_steps_lose_stays_with_us(self):
        import importlib.util

        spec = importlib.util.spec_from_file_location("tunnel", SOURCE / "docs" / "images" / "tunnel.py")
        tunnel = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(tunnel)
        with tempfile.TemporaryDirectory() as folder:
            places, impacts = tunnel.exact(PROGRAM, folder)
        inside = lambda x, y: 0 < x < 6 and 0 < y < 4
        self.assertTrue(all(inside(*place) for place in places))
        self.assertEqual(len(impacts), 5)
        stepped, hits = tunnel.stepped((len(places) - 1) // tunnel.PARTS)
        lost = next(i for i, place in enumerate(stepped) if not inside(*place))
        self.assertEqual((lost, hits[lost - 1], hits[lost]), (16, 2, 2), "it is lost without having met a third wall")
        # Both agree as long as the steps are right: up to the first wall.
        first = float(impacts[0]["time [T]"])
        for i, place in enumerate(stepped):
            if i * tunnel.STEP < first:
                for a, b in zip(place, places[i * tunnel.PARTS]):
                    self.assertAlmostEqual(a, b, places=9)
        gif = SOURCE / "docs" / "images" / "tunnel.gif"
        self.assertEqual(gif.read_bytes()[:6], b"GIF89a")
        self.assertLessEqual(gif.stat().st_size, 1_000_000)


if __name__ == "__main__":
    unittest.main()
