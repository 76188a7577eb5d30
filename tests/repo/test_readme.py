"""The README's promises: its example compiles and prints what it says, its commands run."""

import os
import re
import tempfile
import unittest
from pathlib import Path

from repo import SOURCE, compile_and_run, output_of

README = (SOURCE / "README.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


class Readme(unittest.TestCase):
    def test_the_example_compiles_and_prints_what_it_says(self):
        (example,), (printed,) = blocks("cpp"), blocks("text")
        self.assertLessEqual(len(example.splitlines()), 25)
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "example.cpp"
            source.write_text(example)
            self.assertEqual(compile_and_run(source, folder), printed)

    def test_its_commands_run(self):
        commands = [line.split("  #")[0] for block in blocks("sh") for line in block.splitlines()]
        self.assertIn("make demo", commands)
        self.assertIn("make test", commands)
        # The commands see the tree but write their output, and what they install, elsewhere.
        with tempfile.TemporaryDirectory() as folder:
            for path in SOURCE.iterdir():
                if path.name not in ("out", ".git"):
                    (Path(folder) / path.name).symlink_to(path)
            for command in commands:
                if command != "make test":  # which runs this very test
                    output_of(["bash", "-euc", command], cwd=folder, env={**os.environ, "HOME": folder})
            drawn = (Path(folder) / "out" / "break" / "picture.svg").read_text()
        self.assertEqual(drawn, (SOURCE / "docs" / "images" / "break.svg").read_text(),
                         "the picture is no longer what `make demo` draws: copy it from out/break/picture.svg")

    def test_its_links_and_pictures_are_there(self):
        for target in re.findall(r"\]\(([^)#]+)\)", README):
            if not target.startswith("https://"):
                self.assertTrue((SOURCE / target).exists(), target)


if __name__ == "__main__":
    unittest.main()
