"""What the headers for C promise to programs that are already built: as libabigail describes it, and their constants.

`python3 tests/repo/abi.py` renews tests/c/abi, which is done for a new minor version before 1.0.
"""

import re
import shutil
import tempfile
from pathlib import Path

from repo import SOURCE, output_of, run

KEPT = SOURCE / "tests" / "c" / "abi"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# Structs that begin with their size may grow at their end.
GROWING = re.compile(r"typedef struct (\w+) \{(\s*size_t size;.*?)\n\} \1;", re.DOTALL)


def headers(include):
    return [include / "firsthit" / "firsthit.h", *sorted((include / "firsthit" / "c").glob("*.h"))]


def code(include):
    """All headers for C, one after the other, without comments."""
    return COMMENT.sub("", "\n".join(path.read_text() for path in headers(include)))


def functions(include):
    """{name: declaration} of all functions."""
    found = re.findall(r"FIRSTHIT_API (?!__)([\w* ]+?\b(firsthit_\w+)\([^;]*\));", code(include))
    return {name: " ".join(declaration.split()) for declaration, name in found}


def numbers(include):
    """{name: number} of all constants, and how many fields each struct has that may grow."""
    text = code(include)
    found = {name: int(value) for name, value in re.findall(r"(FIRSTHIT_\w+) = (-?\d+)", text)}
    return found | {struct[1]: struct[2].count(";") for struct in GROWING.finditer(text)}


def kept_numbers():
    lines = (KEPT / "numbers.txt").read_text().splitlines()
    return {name: int(value) for name, value in (line.split(" = ") for line in lines)}


def library(include, folder):
    """A shared library of functions that do nothing, declared as the headers say: whose ABI is theirs, and no more."""
    source, built = Path(folder) / "stub.c", Path(folder) / "libstub.so"
    bodies = "".join(f"{declaration} {{ for (;;) {{}} }}\n" for declaration in functions(include).values())
    source.write_text(f"#include <firsthit/firsthit.h>\n{bodies}")
    output_of(["gcc", "-std=c99", "-g", "-O0", "-w", "-fPIC", "-shared", "-I", include, source, "-o", built])
    return built


def cut_to_what_was_known(include, folder):
    """Headers in which structs that may grow end with as many fields as they had."""
    known = kept_numbers()

    def cut(struct):
        fields = struct[2].split(";")[:known.get(struct[1], None)]
        return f"typedef struct {struct[1]} {{{';'.join(fields)};\n}} {struct[1]};"

    there = Path(folder) / "include"
    shutil.copytree(include, there)
    for path in headers(there):
        path.write_text(GROWING.sub(cut, COMMENT.sub("", path.read_text())))
    return there


def broken_promises(include):
    """What programs that are built against the kept ABI would run into, in words; nothing if all is well."""
    with tempfile.TemporaryDirectory() as folder:
        now = library(cut_to_what_was_known(include, folder), folder)
        result = run(["abidiff", "--no-added-syms", KEPT / "firsthit_c.abi", now])
        told = result.stdout + result.stderr if result.returncode != 0 else ""
    found = numbers(include)
    for name, value in kept_numbers().items():
        if name.startswith("FIRSTHIT_") and found.get(name) != value:
            told += f"{name}: was {value}, now {found.get(name)}\n"
    return told


def renew():
    KEPT.mkdir(exist_ok=True)
    include = SOURCE / "include"
    with tempfile.TemporaryDirectory() as folder:
        output_of(["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed",
                   "--out-file", KEPT / "firsthit_c.abi", library(include, folder)])
        told = (KEPT / "firsthit_c.abi").read_text()
    (KEPT / "firsthit_c.abi").write_text(told.replace(f"{folder}/", ""))  # whose place is nobody's business
    (KEPT / "numbers.txt").write_text("".join(f"{name} = {value}\n" for name, value in numbers(include).items()))


if __name__ == "__main__":
    renew()
