#!/usr/bin/env python3
"""versions.py: do all files that tell the version of firsthit tell the same? Prints it, or who does not, and exits 1."""

import json
import re
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent

# Each file that has the version, and how it says so.
PLACES = {
    "CMakeLists.txt": r"project\(firsthit VERSION ([\d.]+)",
    "include/firsthit/version.hpp": r'kVersion = "([\d.]+)"',
    "wasm/package/package.json": r'"version": "([\d.]+)"',
    "bindings/rust/Cargo.toml": r'^version = "([\d.]+)"',
    "CITATION.cff": r"^version: ([\d.]+)",
    "packaging/debian/changelog": r"\Afirsthit \(([\d.]+)-",
    "packaging/vcpkg/vcpkg.json": r'"version": "([\d.]+)"',
    "packaging/conan/conanfile.py": r'version = "([\d.]+)"',
    "CHANGELOG.md": r"^## \[(?:Unreleased\] - )?([\d.]+)",
}


def told():
    """{file: the version that it tells}; None where it tells none."""
    found = {}
    for name, pattern in PLACES.items():
        match = re.search(pattern, (SOURCE / name).read_text(), re.MULTILINE)
        found[name] = match[1] if match else None
    return found


def version():
    return told()["CMakeLists.txt"]


def main():
    found = told()
    wrong = {name: each for name, each in found.items() if each != found["CMakeLists.txt"]}
    for name, each in wrong.items():
        print(f"{name}: expected the version {found['CMakeLists.txt']} of CMakeLists.txt, found {each}")
    # What of the package is named by the version of its ABI.
    abi = ".".join(found["CMakeLists.txt"].split(".")[:2])
    if f"Package: libfirsthit-c{abi}\n" not in (SOURCE / "packaging/debian/control").read_text():
        print(f"packaging/debian/control: expected a package libfirsthit-c{abi}")
        return 1
    if wrong:
        return 1
    print(found["CMakeLists.txt"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
