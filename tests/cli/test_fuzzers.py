"""Every fuzzer goes through the corpus that is kept; in the long form on from there for a minute (make fuzz: for hours).

Where a fuzzer goes on to differs from time to time, so the short form, which must tell the same of one tree every time,
ends with the corpus.
"""

import os
import subprocess
import unittest

from program import CLANG, LONG_FORM, SOURCE, ProgramTest

CORPUS = SOURCE / "tests/fuzz/corpus"
HOW_LONG = "-max_total_time=60" if LONG_FORM else "-runs=0"


class Fuzzers(ProgramTest):
    def test_find_nothing(self):
        targets = sorted(path.name for path in CORPUS.iterdir())
        self.assertEqual(len(targets), 7)
        for target in targets:
            with self.subTest(target):
                found = self.folder / target
                found.mkdir()
                words = [CLANG.parent.parent / "fuzz" / target, HOW_LONG, "-timeout=60", "-seed=7",
                         "-close_fd_mask=1", f"-artifact_prefix={self.folder}/", found, CORPUS / target]
                dictionary = SOURCE / f"tests/fuzz/{target}.dict"
                if dictionary.exists():
                    words.append(f"-dict={dictionary}")
                # What HDF5 keeps of files that it could not read is not ours.
                result = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=self.folder,
                                        env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
                self.assertEqual(result.returncode, 0, result.stderr[-4000:].decode(errors="replace"))
                self.assertIn(b"DONE", result.stderr)


if __name__ == "__main__":
    unittest.main()
