"""What the tests of the repository share: where things are, and how to compile a program against the library."""

import os
import subprocess
from pathlib import Path

SOURCE = Path(os.environ.get("FIRSTHIT_SOURCE", Path(__file__).resolve().parents[2]))
BUILD = Path(os.environ.get("FIRSTHIT_BUILD", SOURCE / "build" / "dev"))
LONG_FORM = os.environ.get("FIRSTHIT_LONG", "0") not in ("", "0")


def run(command, **options):
    """Runs a command and returns its result, with standard output and error as text."""
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, **options)


def output_of(command, **options):
    """Runs a command that must succeed and returns its standard output."""
    result = run(command, **options)
    if result.returncode != 0:
        raise AssertionError(f"{command} ended with {result.returncode}:\n{result.stdout}{result.stderr}")
    return result.stdout


def compile_and_run(source, folder):
    """Compiles one C++ file against the library of the build tree, as strictly as we do, and runs it."""
    program = Path(folder) / "program"
    output_of(["g++", "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", SOURCE / "include", source,
               BUILD / "libfirsthit.a", "-lhwy", "-o", program])
    return output_of([program], cwd=folder)  # where it may write


def compile_c_and_run(source, folder):
    """The same of one file in C99, against the library for C."""
    program = Path(folder) / "program"
    output_of(["gcc", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", SOURCE / "include", source,
               "-L", BUILD, "-lfirsthit_c", f"-Wl,-rpath,{BUILD}", "-o", program])
    return output_of([program])
