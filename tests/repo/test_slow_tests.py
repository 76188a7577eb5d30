"""tests/foreign/slow_tests names tests that are there, each once."""

import re
import unittest

from repo import SOURCE


class SlowTests(unittest.TestCase):
    def test_each_is_there_and_named_once(self):
        lines = (SOURCE / "tests/foreign/slow_tests").read_text().splitlines()
        named = [line for line in lines if not line.startswith("#")]
        tests = set()
        for folder in ("query", "world"):
            for source in (SOURCE / "tests" / folder).rglob("*_test.cpp"):
                tests |= set(re.findall(r"^(?:TYPED_)?TEST(?:_P)?\((\w+),\s*(\w+)\)", source.read_text(), re.MULTILINE))
        self.assertGreater(len(tests), 500)
        self.assertGreater(len(named), 50)
        self.assertEqual(len(set(named)), len(named))
        for name in named:
            suite, test = name.split(".")  # Suite.Test, Suite/3.Test of types, Set/Suite.Test/name of parameters
            suites = [word for word in suite.split("/") if not word.isdigit()]
            self.assertIn((suites[-1], test.split("/")[0]), tests, name)


if __name__ == "__main__":
    unittest.main()
