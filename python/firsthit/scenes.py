"""Scenes, and runs of them: files in, files out, by the program that the package carries."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

from firsthit._program import PROGRAM
from firsthit._progress import Progress, Teller
from firsthit._toml import document, value_text
from firsthit._values import Value, instance, number, say
from firsthit.runs import Run

_BAD_INPUT, _OUTPUT_FAILED, _UNFINISHED, _INTERRUPTED = 2, 4, 75, 130


class Problem(Value):
    """What is wrong with a scene: the `message`, and its place, `line` and `column` from 1, or None where there is none.

    A problem that is a `note` keeps no scene from being run.
    """

    __slots__ = ("message", "line", "column", "note")
    message: str
    line: int | None
    column: int | None
    note: bool

    def __init__(self, message: str, line: int | None = None, column: int | None = None, note: bool = False) -> None:
        self._set(message=message, line=line, column=column, note=note)

    def __str__(self) -> str:
        return self.message if self.line is None else f"{self.line}:{self.column}: {self.message}"


class SceneError(ValueError):
    """A scene that cannot be run; `problems` are all that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems,)


class Unfinished(RuntimeError):
    """A run whose time was over, or that was asked to end, before its end: `resume(folder)` goes on with it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder}: the run has not come to its end; firsthit.resume goes on with it")
        self.folder: Path = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.folder,)


class Scene:
    """What a run starts from: the text of a scene file, TOML, or the same as a dictionary.

    `docs/formats/scene.md` tells its keys. `name` is what outputs call it.

    >>> falling = Scene({
    ...     "format": 1, "dimension": 2, "physics": {"gravity": [0, -9.81], "restitution": 0.8}, "run": {"until": 5.0},
    ...     "ball": [{"position": [0, 2], "radius": 0.1}], "half_space": [{"normal": [0, 1]}]}, name="falling")
    >>> falling.check()
    []
    >>> falling.run().summary["outcome"]
    'reached_time'
    """

    def __init__(self, source: str | Mapping[str, Any], *, name: str = "scene") -> None:
        if isinstance(source, Mapping):
            source = document(source)
        instance("source", source, str, "the text of a scene, or a dictionary")
        instance("name", name, str, "a name")
        if not name or "/" in name or "\0" in name or name.startswith("."):
            raise ValueError(f"name: expected one that a file may have, found {name!r}")
        self.text: str = source
        self.name: str = name

    def __repr__(self) -> str:
        return f"<Scene {self.name}>"

    @property
    def data(self) -> dict[str, Any]:
        """The scene as a dictionary, a copy; raises `tomllib.TOMLDecodeError`, a `ValueError`, if it is no TOML."""
        return tomllib.loads(self.text)

    def check(self, settings: Mapping[str, Any] | None = None) -> list[Problem]:
        """All that is wrong with the scene, and notes, without a run; `settings` as of `run`.

        >>> for problem in Scene("format = 1\\ndimension = 2\\nrun.until = -1").check():
        ...     print(problem)
        3:13: until: expected >= 0, found -1
        """
        with tempfile.TemporaryDirectory() as folder:
            result = _call(["check", "--json", *_settings(settings), self._write(folder)])
        if result.returncode not in (0, _BAD_INPUT):
            raise OSError(f"firsthit check ended with {result.returncode}: {result.stderr.strip()}")
        return _problems(result.stderr)

    def run(self, output: str | os.PathLike[str] | None = None, *, until: float | None = None,
            collisions: int | None = None, seed: int | None = None, settings: Mapping[str, Any] | None = None,
            events: bool = False, trajectory: bool = True, xyz: bool = False, report: bool = True,
            threads: int | None = None, checkpoint: str | None = None, max_time: str | None = None, force: bool = False,
            allow_overlap: bool = False, progress: bool | Callable[[Progress], None] = False) -> Run:
        """Runs the scene, as `firsthit run` does, and returns what has come of it.

        `output`: a folder to write to, which `force` lets replace an earlier run's; without one, one that is gone with
        the `Run`. `until` [T], `collisions` and `seed` take the place of the scene's; `settings` do so for any key:
        `{"physics.restitution": 0.9, "ball.1.mass": 3.0}`. `events`: list every impact. `checkpoint`: how often to write
        what `resume` goes on from, whatever ends the run: `"10min"`, `"0.2s"`, `"1000000 events"`; `max_time`: how long the
        run may take. Both want an `output`. `progress`: tell how far it is, on standard error, or to a function, some ten
        times a second; what that raises ends the run as Ctrl-C does.

        A run that ends because bodies collapse or are crushed is a result: see `Run.outcome`. Raises `SceneError`, a
        `ValueError`, if the scene cannot be run; `OSError` if its output cannot be written; `Unfinished` if `max_time` is
        over; `KeyboardInterrupt` at Ctrl-C, when the output up to then is complete.
        """
        if output is None and (checkpoint is not None or max_time is not None):
            raise ValueError("output: expected a folder, which a run with checkpoints is to be found in, found none")
        words = ["run", "--json", *_settings(settings),
                 *_limits(until, checkpoint, max_time, collisions=collisions, seed=seed, threads=threads)]
        for flag, wanted in (("--events", events), ("--no-trajectory", not trajectory), ("--xyz", xyz),
                             ("--no-report", not report), ("--force", force), ("--allow-overlap", allow_overlap)):
            words += [flag] * bool(wanted)
        keep = tempfile.TemporaryDirectory(prefix="firsthit-") if output is None else None
        folder = Path(keep.name) / "run" if keep is not None else Path(os.fspath(output or ""))
        with tempfile.TemporaryDirectory() as place:
            result = _call([*words, f"--output={folder}", self._write(place)], progress)
        if result.returncode == _BAD_INPUT:
            raise SceneError(tuple(_problems(result.stderr)))
        return _ended(result, folder, keep)

    def _write(self, folder: str) -> str:
        path = Path(folder) / f"{self.name}.toml"
        path.write_text(self.text, "utf-8")
        return str(path)


def scene(source: str | os.PathLike[str]) -> Scene:
    """A scene by its name, if it is one of those that come with firsthit, or that of a file.

    >>> scene("break").run(until=1.0, report=False).summary["collisions"] > 10
    True
    """
    path = Path(os.fspath(source))
    if not path.is_file() and path.parent == Path("."):
        path = _SCENES / f"{path.name}.toml"
    if not path.is_file():
        raise ValueError(f"{os.fspath(source)}: expected a scene file, or one of {', '.join(scene_names())}, found neither")
    return Scene(path.read_text("utf-8"), name=path.stem)


_Options = ParamSpec("_Options")


def _in_one_go(method: Callable[Concatenate[Scene, _Options], Run]) -> Callable[
        Concatenate[str | os.PathLike[str] | Mapping[str, Any] | Scene, _Options], Run]:
    def run(source: str | os.PathLike[str] | Mapping[str, Any] | Scene, /, *args: _Options.args,
            **options: _Options.kwargs) -> Run:
        """Runs a scene: one that comes with firsthit, by its name; a file; a dictionary; a `Scene`. The rest is as of
        `Scene.run`.

        >>> run("break", until=1.0)
        <Run of break: reached_time at 1, 35 collisions>
        """
        if isinstance(source, Mapping):
            source = Scene(source)
        return method(source if isinstance(source, Scene) else scene(source), *args, **options)

    return run


run = _in_one_go(Scene.run)


def resume(folder: str | os.PathLike[str], *, until: float | None = None, collisions: int | None = None,
           checkpoint: str | None = None, max_time: str | None = None, threads: int | None = None,
           before: bool = False, progress: bool | Callable[[Progress], None] = False) -> Run:
    """Goes on with a run that had checkpoints, from the last of them, or from the one `before`, to the same end.

    It comes to what it would have come to if nothing had ended it, bit for bit. `until` [T] and `collisions` take the place
    of its end, perhaps beyond it; the rest is as of `Scene.run`. Raises as `Scene.run`, and `ValueError` if there is
    nothing in the folder to go on from, or it is damaged.
    """
    place = Path(os.fspath(folder))
    words = ["resume", "--json", *_limits(until, checkpoint, max_time, collisions=collisions, threads=threads),
             *["--from=checkpoint-before"] * bool(before), str(place)]
    result = _call(words, progress)
    if result.returncode == _BAD_INPUT:
        raise ValueError("; ".join(str(problem) for problem in _problems(result.stderr)))
    return _ended(result, place, None)


def scene_names() -> tuple[str, ...]:
    """The scenes that come with firsthit."""
    return tuple(sorted(path.stem for path in _SCENES.glob("*.toml")))


_SCENES = PROGRAM.parent.parent / "share" / "firsthit" / "scenes"


def _ended(result: subprocess.CompletedProcess[str], folder: Path, keep: tempfile.TemporaryDirectory[str] | None) -> Run:
    if result.returncode == _OUTPUT_FAILED:
        raise OSError("; ".join(map(str, _problems(result.stderr))))
    if result.returncode == _UNFINISHED:
        raise Unfinished(folder)
    if result.returncode == _INTERRUPTED:
        raise KeyboardInterrupt
    if not (folder / "summary.json").is_file():  # for want of memory, say
        raise OSError(f"firsthit {result.args[0]} ended with {result.returncode}: {result.stderr.strip()}")
    return Run(folder, keep)


def _limits(until: float | None, checkpoint: str | None, max_time: str | None, **counts: int | None) -> list[str]:
    words = [] if until is None else [f"--until={number('until', until)!r}"]
    words += [f"--{name}={_count(name, count)}" for name, count in counts.items() if count is not None]
    for name, text in (("checkpoint", checkpoint), ("max-time", max_time)):
        if text is not None:
            instance(name.replace("-", "_"), text, str, "a time such as '10min'")
            words.append(f"--{name}={text}")
    return words


def _count(name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name}: expected a whole number, found {say(value)}")
    if value < 0:
        raise ValueError(f"{name}: expected >= 0, found {value}")
    return value


def _settings(settings: Mapping[str, Any] | None) -> list[str]:
    if settings is None:
        return []
    instance("settings", settings, Mapping, "a dictionary of keys and values")
    return [f"--set={key}={value_text(str(key), value)}" for key, value in settings.items()]


def _problems(text: str) -> list[Problem]:
    found = []
    for line in text.splitlines():
        told = json.loads(line)
        option = f"{told['file']}: " if str(told.get("file", "")).startswith("--") else ""
        found.append(Problem(option + told["message"], told.get("line"), told.get("column"), told["severity"] == "note"))
    return found


def _call(words: list[str], progress: bool | Callable[[Progress], None] = False) -> subprocess.CompletedProcess[str]:
    """Runs the program. Ctrl-C is passed on, once, and what the program then writes is waited for; so is what `progress`
    raises."""
    if not callable(progress):
        instance("progress", progress, bool, "True, False or a function")
    if not PROGRAM.exists():
        raise FileNotFoundError("firsthit: this package was built without the command line, which runs scenes")
    words = [words[0], *["--progress"] * bool(progress), *words[1:]]
    teller, errors = Teller(progress, 1), list[str]()
    with subprocess.Popen([str(PROGRAM), *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8",
                          start_new_session=True) as program:
        assert program.stderr is not None
        try:
            for line in program.stderr:
                if line.startswith(_PROGRESS):
                    teller.tell(_progress_in(json.loads(line)))
                else:
                    errors.append(line)
        except (Exception, KeyboardInterrupt):
            program.send_signal(signal.SIGINT)
            program.stderr.read()
            raise
        except BaseException:
            program.kill()
            raise
    return subprocess.CompletedProcess(words, program.returncode, stderr="".join(errors))


_PROGRESS = '{"done": '
"""So begins a line that tells how far it is."""


def _progress_in(told: dict[str, Any]) -> Progress:
    """By time or by collisions, whichever end is nearer."""
    by_time = told["time"] / told["until"] if told["until"] else 0.0
    by_collisions = told["collisions"] / told["max_collisions"] if told["max_collisions"] else 0.0
    if by_time > by_collisions or not told["max_collisions"]:
        return Progress(told["time"], told["until"] or 0.0, told["seconds_left"], "time")
    return Progress(told["collisions"], told["max_collisions"], told["seconds_left"], "collisions")
