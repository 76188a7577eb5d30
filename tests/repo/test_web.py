"""The viewer's built template, which the program carries inside itself, and the playground: are they what their sources
make? Whoever has Node.js builds them anew and compares (make test-web); this asks the list of sources beside them."""

import gzip
import hashlib
import json
import re
import unittest

from repo import SOURCE

WEB = SOURCE / "web"
TEMPLATE = WEB / "dist" / "report.html"
PLAYGROUND = WEB / "dist" / "playground.html"


def sources():
    """What a build of the pages reads: all of src, the files in web/ itself, the core and the scenes."""
    files = [path for path in WEB.iterdir() if path.is_file() and not path.name.startswith(".")]
    files += [path for path in (WEB / "src").rglob("*") if path.is_file()]
    files += [WEB / "../wasm/package" / name for name in ("index.js", "dist/code.js", "dist/core.js")]
    files += [WEB / "../scenes" / path.name for path in (SOURCE / "scenes").glob("*.toml")]
    files.append(WEB / "../scenes/queries.jsonl")
    return {str(path.relative_to(WEB)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def built_from():
    lines = (WEB / "dist" / "sources.sha256").read_text().splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


class Template(unittest.TestCase):
    def test_it_is_as_new_as_its_sources(self):
        there, then = sources(), built_from()
        changed = sorted(name for name in there.keys() | then.keys() if there.get(name) != then.get(name))
        self.assertEqual(changed, [], "the pages in web/dist are older than these: renew them by `make web`")

    def test_it_is_one_small_file_with_a_place_for_a_run(self):
        text = TEMPLATE.read_text()
        self.assertLess(TEMPLATE.stat().st_size, 400_000)
        self.assertEqual(text.count("<!--firsthit:run-->"), 1)
        self.assertNotRegex(text, r"<(script|img|iframe)[^>]*\ssrc=|<link[^>]*\shref=(?!\"data:)|@import|url\((?!\"?data:)")


class Playground(unittest.TestCase):
    def test_it_is_one_file_that_may_be_sent(self):
        text = PLAYGROUND.read_text()
        self.assertLess(len(gzip.compress(PLAYGROUND.read_bytes(), 9)), 1_200_000)
        self.assertNotRegex(text, r"<(script|img|iframe)[^>]*\ssrc=|<link[^>]*\shref=(?!\"data:)|@import ")
        policy = re.search(r'content="(default-src[^"]*)"', text).group(1)
        self.assertIn("default-src 'none'", policy)
        self.assertIn("'wasm-unsafe-eval'", policy)
        self.assertNotIn("'unsafe-eval'", policy)


class Packages(unittest.TestCase):
    def test_the_lock_is_whole_and_names_no_registry(self):
        lock = json.loads((WEB / "package-lock.json").read_text())["packages"]
        wanted = json.loads((WEB / "package.json").read_text())
        self.assertEqual(lock[""].get("devDependencies"), wanted["devDependencies"])
        for name, package in lock.items():
            self.assertNotIn("resolved", package, name)
            if name:
                self.assertRegex(package.get("integrity", ""), "^sha512-", name)
            for other in package.get("optionalDependencies", {}):
                self.assertIn(f"node_modules/{other}", lock)


if __name__ == "__main__":
    unittest.main()
