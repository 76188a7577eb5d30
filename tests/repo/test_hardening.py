"""The program that people run is built so that a mistake in it does no harm: read from its ELF."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from repo import SOURCE

RELEASE = Path(os.environ.get("FIRSTHIT_RELEASE_PROGRAM", SOURCE / "build/release/bin/firsthit"))


def read(program, *options):
    return subprocess.run(["readelf", "--wide", *options, program], check=True, capture_output=True, text=True).stdout


def faults(program):
    """What is not as it should be."""
    header, segments, dynamic, symbols = (read(program, option) for option in ("-h", "-l", "-d", "--dyn-syms"))
    found = []
    if not re.search(r"Type:\s+DYN", header) or not re.search(r"FLAGS_1.*PIE", dynamic):
        found.append("no position-independent executable")
    if "GNU_RELRO" not in segments or not re.search(r"FLAGS_1?.*(NOW|BIND_NOW)", dynamic):
        found.append("no full RELRO")
    stack = re.search(r"GNU_STACK\s+(?:0x\w+\s+){5}(\S+)", segments)
    if not stack or "E" in stack[1]:
        found.append("code may run on the stack")
    if "__stack_chk_fail" not in symbols:
        found.append("no checks of the stack")
    if not re.search(r"__(memcpy|memmove|strcpy|snprintf|vsnprintf|read|fprintf|printf|memset)_chk", symbols):
        found.append("no checks of copies")
    if "__glibcxx_assert_fail" not in symbols:
        found.append("no checks of containers")
    return found


class Hardening(unittest.TestCase):
    def test_the_program_as_released_has_all_of_it(self):
        self.assertEqual(faults(RELEASE), [])

    def test_all_that_reads_outside_input_is_compiled_with_it(self):
        # Libraries that are linked in whole have checks of their own, which the ELF does not tell from ours.
        rules = (RELEASE.parent.parent / "build.ninja").read_text()
        for part in ("apps/firsthit/CMakeFiles/firsthit_commands.dir", "src/record/CMakeFiles/firsthit_record.dir",
                     "src/scene/CMakeFiles/firsthit_scene.dir"):
            objects = re.findall(rf"^build {part}/\S+\.cpp\.o: (?:.*\n)+?\n", rules, re.MULTILINE)
            self.assertGreater(len(objects), 10, part)
            for each in objects:
                for flag in ("-fstack-protector-strong", "-D_FORTIFY_SOURCE=2", "-D_GLIBCXX_ASSERTIONS"):
                    self.assertIn(flag, each)

    def test_a_program_without_it_is_told_apart(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "plain.c"
            source.write_text("int main(void) { return 0; }\n")
            subprocess.run(["cc", "-no-pie", "-fno-stack-protector", "-Wl,-z,norelro,-z,lazy,-z,execstack", source,
                            "-o", Path(folder) / "plain"], check=True)
            self.assertEqual(len(faults(Path(folder) / "plain")), 6)


if __name__ == "__main__":
    unittest.main()
