"""The table of the sources' claims names every test of them, and no test that is not there."""

import re
import unittest

from repo import SOURCE


class Sources(unittest.TestCase):
    def test_the_table_and_the_tests_are_about_the_same_claims(self):
        table = (SOURCE / "docs/concepts/sources.md").read_text()
        named = set(re.findall(r"`([A-Z]\w+\.[A-Z]\w+)`", table))
        tests = set()
        for source in (SOURCE / "tests/paper_claims").glob("*_test.cpp"):
            tests |= {".".join(names) for names in re.findall(r"^TEST\((\w+), (\w+)\)", source.read_text(), re.MULTILINE)}
        self.assertGreater(len(tests), 50)
        self.assertEqual(named, tests)

    def test_the_examples_that_it_names_are_there(self):
        table = (SOURCE / "docs/concepts/sources.md").read_text()
        examples = set(re.findall(r"`(\w+\.cpp)`", table))
        self.assertGreater(len(examples), 5)
        for name in examples:
            self.assertTrue((SOURCE / "examples" / name).exists(), name)


if __name__ == "__main__":
    unittest.main()
