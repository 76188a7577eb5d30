"""The command line, which the package carries: a program of its own, that this one becomes."""

import os
import sys
from pathlib import Path

PROGRAM = Path(__file__).parent / "bin" / "firsthit"


def main() -> None:
    if not PROGRAM.exists():
        sys.exit("firsthit: this package was built without the command line")
    os.execv(PROGRAM, ["firsthit", *sys.argv[1:]])
