"""The crate for Rust: its tests, the bits of C++, and that its structs are those of the headers for C."""

import os
import re
import shutil
import tempfile
import unittest

from abi import code
from repo import BUILD, SOURCE, output_of

CRATE = SOURCE / "bindings" / "rust"
OF_C = {"double": "f64", "size_t": "usize", "int64_t": "i64", "uint64_t": "u64", "int32_t": "i32", "uint32_t": "u32",
        "FirsthitBodyId": "u32"}


def structs_of_c():
    """{name: [(field, type in Rust)]}; function pointers have the type None."""
    text = code(SOURCE / "include")
    kinds = {name: "i32" for name in re.findall(r"typedef int32_t (\w+);", text)}
    found = {}
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\n\}", text, re.DOTALL):
        fields = []
        for field in filter(None, (" ".join(part.split()) for part in body.split(";"))):
            if pointer := re.fullmatch(r"\w+ \(\*(\w+)\)\(.*\)", field):
                fields.append((pointer[1], None))
                continue
            kind, star, field_name, count = re.fullmatch(r"(?:const )?(?:volatile )?(\w+)(\*?) (\w+)(?:\[(\d+)\])?", field).groups()
            kind = (OF_C | kinds).get(kind, kind.removeprefix("Firsthit"))
            fields.append((field_name, "pointer" if star else f"[{kind}; {count}]" if count else kind))
        found[name.removeprefix("Firsthit")] = fields
    return found


def structs_of_rust():
    text = (CRATE / "src" / "sys.rs").read_text()
    found = {}
    for name, body in re.findall(r"pub struct (\w+) \{(.*?)\n\}", text, re.DOTALL):
        if "_opaque" not in body:
            found[name] = [(field, "pointer" if kind.startswith("*") else None if kind in ("Unused", "Option<OnImpact>") else kind)
                           for field, kind in re.findall(r"pub (\w+): (.+?),\n", body + "\n")]
    return found


class Structs(unittest.TestCase):
    def test_are_those_of_c_field_by_field(self):
        of_c, of_rust = structs_of_c(), structs_of_rust()
        self.assertGreater(len(of_rust), 12)
        for name, fields in of_rust.items():
            with self.subTest(name):
                self.assertEqual(fields, of_c[name])


@unittest.skipUnless(shutil.which("cargo"), "no cargo")
class Crate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.env = {**os.environ, "FIRSTHIT_LIB": str(BUILD), "CARGO_TARGET_DIR": f"{folder.name}/target"}
        # A copy: cargo writes a file beside the crate's.
        cls.crate = shutil.copytree(CRATE, f"{folder.name}/crate", ignore=shutil.ignore_patterns("Cargo.lock", "target"))

    def cargo(self, *words):
        return output_of(["cargo", *words, "--offline", "--quiet"], env=self.env, cwd=self.crate)

    def test_its_tests_pass(self):
        self.assertIn("test result: ok. 11 passed", self.cargo("test"))

    def test_a_gas_has_the_hash_that_it_has_in_c(self):
        of_c = output_of([BUILD / "tests" / "firsthit_c_gas"])
        self.assertEqual(self.cargo("run", "--example", "gas"), of_c)


if __name__ == "__main__":
    unittest.main()
