"""The example in Go: the same line as in C."""

import os
import shutil
import tempfile
import unittest

from repo import BUILD, SOURCE, output_of


@unittest.skipUnless(shutil.which("go"), "no Go here")
class Go(unittest.TestCase):
    def test_a_gas_has_the_hash_that_it_has_in_c(self):
        with tempfile.TemporaryDirectory() as folder:
            env = {**os.environ, "CGO_CFLAGS": f"-I{SOURCE / 'include'}", "GOFLAGS": "-mod=mod", "GOPROXY": "off",
                   "CGO_LDFLAGS": f"-L{BUILD} -Wl,-rpath,{BUILD}", "CGO_ENABLED": "1"}
            output_of(["go", "build", "-o", f"{folder}/gas", "."], cwd=SOURCE / "bindings" / "go", env=env)
            self.assertEqual(output_of([f"{folder}/gas"]), output_of([BUILD / "tests" / "firsthit_c_gas"]))


if __name__ == "__main__":
    unittest.main()
