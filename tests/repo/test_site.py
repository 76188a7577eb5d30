"""The site of the docs (make docs, which takes PyPI's packages): what can be told of its sources without building it."""

import re
import sys
import unittest
import unittest.mock
from posixpath import dirname, join, normpath

from repo import SOURCE

sys.path.insert(0, str(SOURCE / "site"))
from pages import ELSEWHERE, Pages


OVERVIEWS = ("api/cpp/index.md", "api/c/index.md", "api/python/index.md")  # which site/build.py makes


class NoReference:
    """Stands for what Doxygen reads: as if there were headers, and each told of whatever is asked."""

    headers = {path.relative_to(SOURCE / "include").as_posix(): [] for path in (SOURCE / "include").rglob("*.h*")}

    def page(self, header):
        return (SOURCE / "include" / header).read_text()

    def anchors(self, header):
        return set(re.findall(r"\w+", self.page(header)))


class Nothing(Pages):
    """Pages that are laid out and not kept."""

    def __init__(self):
        super().__init__(SOURCE, SOURCE, NoReference())
        self.laid = {}

    def _write(self, place, content):
        self.laid[place.as_posix()] = content


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = Nothing()
        # Formulas become MathML by a package of PyPI; here they stay what they are.
        with unittest.mock.patch("pages.with_formulas", lambda text: text):
            cls.pages.lay_out()

    def test_each_link_into_a_source_names_something_that_stands_there(self):
        self.assertEqual(self.pages.faults, [])

    def test_every_page_has_its_place_in_the_menu(self):
        menu = set(re.findall(r"[\w/-]+\.md", (SOURCE / "site/mkdocs.yml").read_text().partition("\nnav:")[2]))
        pages = {name for name in self.pages.laid
                 if name.endswith(".md") and name.split("/")[0] not in ("api", "source", "numerics")}
        self.assertEqual(menu, pages)
        self.assertGreater(len(pages), 30)

    def test_pages_link_to_pages_only(self):
        """As the site has them: no link leads out of it."""
        for name, content in self.pages.laid.items():
            if name.endswith(".md") and name.split("/")[0] not in ("api", "source"):
                text = re.sub(r"^( *)```.*?^\1```|`[^`\n]*`", "", content, flags=re.MULTILINE | re.DOTALL)
                for target in re.findall(r'\]\(([^)\s#]+)', text):
                    if not re.match(r"[a-z]+:", target):
                        with self.subTest(f"{name}: {target}"):
                            there = normpath(join(dirname(name), target))
                            self.assertTrue(there in self.pages.laid or there in OVERVIEWS)

    def test_a_wrong_name_would_be_found(self):
        pages = Nothing()
        pages._page(SOURCE / "docs/glossary.md", "[x](../src/core/instant.hpp#NoSuchThing) [y](../src/core/none.hpp)")
        self.assertEqual(len(pages.faults), 2)

    def test_what_stands_elsewhere_is_there(self):
        for name in ELSEWHERE:
            self.assertTrue((SOURCE / name).is_file(), name)


if __name__ == "__main__":
    unittest.main()
