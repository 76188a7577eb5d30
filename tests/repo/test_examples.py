"""Every example compiles as a user would compile it, and prints what its last comment says."""

import re
import tempfile
import unittest

from repo import SOURCE, compile_and_run


class Examples(unittest.TestCase):
    def test_each_prints_what_it_says(self):
        examples = sorted((SOURCE / "examples").glob("*.cpp"))
        self.assertTrue(examples)
        for source in examples:
            with self.subTest(source.name), tempfile.TemporaryDirectory() as folder:
                promised = re.search(r"^// Prints:\n((?:// .*\n)+)\Z", source.read_text(), re.MULTILINE)
                self.assertIsNotNone(promised, "the file must end with what it prints")
                expected = re.sub(r"^// ", "", promised[1], flags=re.MULTILINE)
                self.assertEqual(compile_and_run(source, folder), expected)


if __name__ == "__main__":
    unittest.main()
