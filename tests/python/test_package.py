"""The package as it is installed: what it carries, its command line, its types, its documentation."""

import doctest
import importlib
import json
import pkgutil
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import firsthit
from things import SOURCE, run

PACKAGE = Path(firsthit.__file__).parent
MODULES = sorted(module.name for module in pkgutil.iter_modules(firsthit.__path__)
                 if module.name not in ("_core", "__main__"))


def test_it_is_the_installed_one_and_no_compiler_is_near():
    assert PACKAGE.is_relative_to(sys.prefix) and not PACKAGE.is_relative_to(SOURCE / "python")
    for compiler in ("gcc", "g++", "cc", "c++", "clang", "cmake", "ninja", "make"):
        assert shutil.which(compiler) is None, compiler


def test_versions_are_one():
    version = re.search(r"project\(firsthit VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
    assert firsthit.__version__ == metadata.version("firsthit") == version


def test_wheels_are_small_and_for_systems_as_old_as_debian_12():
    (wheel,) = (SOURCE / "build/wheel").glob("firsthit-*.whl")
    assert wheel.stat().st_size < 12_000_000
    glibc = re.search(r"manylinux_2_(\d+)_", wheel.name)
    assert glibc and int(glibc[1]) <= 36


def test_what_builds_it_is_pinned_once():
    wanted = tomllib.loads((SOURCE / "pyproject.toml").read_text())["build-system"]["requires"]
    listed = (SOURCE / "python/requirements-build.txt").read_text().split("\n")
    assert set(wanted) <= set(listed)
    assert all(re.fullmatch(r"[\w-]+==[\d.]+", line) for line in listed if line and not line.startswith("#"))


def test_the_command_line_comes_with_it():
    assert run("--version").stdout == f"firsthit {firsthit.__version__}\n"
    as_module = subprocess.run([sys.executable, "-m", "firsthit", "--version"], capture_output=True, text=True)
    assert as_module.stdout == run("--version").stdout
    assert run("check", "absent.toml").returncode == run("run").returncode == 2


def test_the_command_line_has_the_scenes_and_makes_runs_of_them(tmp_path):
    scenes = {path.stem for path in (SOURCE / "scenes").glob("*.toml")}
    assert {path.stem for path in (PACKAGE / "share/firsthit/scenes").glob("*.toml")} == scenes
    result = run("run", "break", "-o", tmp_path / "break", "--quiet", "--xyz")
    assert result.returncode == 0, result.stderr
    written = {path.name for path in (tmp_path / "break").iterdir()}
    assert {"summary.json", "report.html", "picture.svg", "trajectory.h5"} <= written
    assert json.loads((tmp_path / "break/summary.json").read_text())["collisions"] > 10


def test_types_are_told():
    assert (PACKAGE / "py.typed").exists() and (PACKAGE / "_core.pyi").exists()


def test_a_strict_type_checker_finds_nothing_wrong_in_the_package_and_in_a_program(tmp_path):
    typed = (Path(__file__).parent / "typed.py").read_text()
    planted = "\nBall(1).radius.upper()\n"  # which it must find, where it looks at all
    (tmp_path / "typed.py").write_text(typed + planted)
    result = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", "-p", "firsthit",
                             "-m", "typed"], cwd=tmp_path, capture_output=True, text=True)
    line = (typed + planted).count("\n")
    assert re.fullmatch(rf'typed.py:{line}: error: "float" has no attribute "upper" .*\nFound 1 error in 1 file .*\n', result.stdout)


def test_the_typed_program_runs(tmp_path):
    subprocess.run([sys.executable, Path(__file__).parent / "typed.py"], cwd=tmp_path, check=True)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_do_what_they_say(name):
    result = doctest.testmod(importlib.import_module(f"firsthit.{name}"), extraglobs=vars(firsthit))
    assert result.failed == 0


@pytest.mark.parametrize("name", firsthit.__all__)
def test_all_that_is_public_is_documented(name):
    thing = getattr(firsthit, name)
    if callable(thing) or isinstance(thing, type):
        assert thing.__doc__ and thing.__doc__.strip(), name


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_sessions_on_pages_do_what_they_say(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (SOURCE / page).read_text()
    blocks = re.findall(r"^```pycon\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    assert len(session.examples) > 1
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(session).failed == 0


def test_python_reaches_all_that_worlds_and_their_drivers_have_in_c_plus_plus():
    ours = {"observe": "on_impacts", "unobserve": "on_turns", "size": "__len__", "contains": "__contains__"}  # which undo it
    old = {"near", "predicted"}
    for header, kind in (("world", firsthit.World), ("agents", firsthit.Agents), ("curved_paths", firsthit.CurvedPaths),
                         ("snapshot", firsthit.Snapshot)):
        text = (SOURCE / f"include/firsthit/{header}.hpp").read_text()
        members = text.partition(f"class {kind.__name__} {{")[2].partition("\n};")[0].partition(" private:\n  struct Impl")[0]
        names = set(re.findall(r"^  (?:static )?[\w:<>,]+(?: [\w:<>,]+)*[ &]+([a-z]\w+)\(", members, re.MULTILINE))
        assert len(names) > 3 and {ours.get(name, name) for name in names} <= set(dir(kind)) | old, kind
    for header, kinds in (("body", (firsthit.Side, firsthit.BodyKind, firsthit.AfterHit, firsthit.OnCrush, firsthit.Response, firsthit.NeighbourSearch)),
                          ("first_hit", (firsthit.Outcome,)), ("moves", (firsthit.MoveResponse,)), ("agent", (firsthit.Steering,)),
                          ("observer", (firsthit.ImpactKind, firsthit.TurnKind)), ("world", (firsthit.RunOutcome,)),
                          ("path_crossing", (firsthit.Crossing,))):
        text = (SOURCE / f"include/firsthit/{header}.hpp").read_text()
        for kind in kinds:
            body = re.search(rf"enum class {kind.__name__}(?: : [\w:]+)? {{(.*?)}};", text, re.DOTALL)[1]
            names = re.findall(r"\w+", re.sub(r"//.*", "", body))
            assert [re.sub(r"(?<=.)(?=[A-Z])", "_", name).upper() for name in names] == [each.name for each in kind], kind
    public = "".join((SOURCE / f"include/firsthit/{name}.hpp").read_text() for name in (
        "first_hit", "distance", "path_crossing", "curved_paths", "shape", "motion", "body", "moves", "questions", "agent"))
    functions = set(re.findall(r"^[\w:<>]+ ([a-z]\w+)\(", re.sub(r"\A.*?namespace", "", public), re.MULTILINE))
    assert {"first_hit", "distance", "path_crossing", "pieces_within", "turned_by"} <= functions
    assert functions <= set(dir(firsthit)) | set(dir(firsthit.Ball)), functions - set(dir(firsthit))
