"""Sweeps: a scene run for every combination of settings, many times, on one machine or on a cluster."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import os
import time
import uuid
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from firsthit import _core
from firsthit.clusters.cluster import Cluster
from firsthit._extras import needed
from firsthit._files import whole
from firsthit._progress import Progress, Teller
from firsthit._toml import value_text
from firsthit._values import instance, say, word
from firsthit.scenes import Scene, SceneError, scene as scene_of
from firsthit.tables import Table

_LEFT_OUT = ("wall_seconds", "collisions_per_second", "peak_memory_bytes")  # what a machine decides
_WRITTEN_EVERY = 2.0
"""[s] So often what has come is written: a client that is killed loses no more of others' work than that."""


class Sweep:
    """A folder of what a sweep has come to: Parquet parts, a row a run, and what they are of.

    A row has the settings that vary, by their keys; `repeat` and `seed`; `scene_hash`, of the scene with all settings but
    the seed; what `summary.json` tells that no machine changes, keys of keys as `collisions_by_kind.body_body`, lists as
    JSON; and `wall_seconds`. `sweep("...")` tells the rest.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder: Path = Path(os.fspath(folder))
        if not (self.folder / "sweep.json").is_file():
            raise ValueError(f"{self.folder}: expected a folder of a sweep, found one without sweep.json")
        self._plan: dict[str, Any] = json.loads((self.folder / "sweep.json").read_text("utf-8"))
        self.over: dict[str, list[Any]] = self._plan["over"]

    def __repr__(self) -> str:
        return f"<Sweep of {self._plan['scene']} over {', '.join(self.over)}: {self.folder}>"

    @property
    def table(self) -> Table:
        """The rows so far of what was asked for last, by the combinations in the order of `over`, then by `repeat`."""
        arrow = needed("pyarrow", "dask", "a sweep")
        parquet = needed("pyarrow.parquet", "dask", "a sweep")
        parts = [parquet.read_table(path) for path in sorted((self.folder / "parts").glob("*.parquet"))]
        if not parts:
            return Table({})
        rows = arrow.concat_tables(parts, promote_options="permissive")
        # A client that was cut off and its successor may both have written a run, to the same bits.
        places = {key: i for i, key in enumerate(rows["key"].to_pylist())}
        kept = [places[key] for key, *_ in _runs(self._plan) if key in places]
        names = [name for name in rows.column_names if name != "key"]
        fixed = [name for name in names if name not in self._plan["first"]]
        return Table.from_arrow(rows.take(kept).select([*self._plan["first"], *sorted(fixed)]).combine_chunks())

    def curve(self, of: str, against: str | None = None) -> Table:
        """Means of a column over runs of like settings: `mean`, `error`, one standard error, and `runs`, how many.

        A row for each value of `against`, a key of `over`, its first if it is not given; for each combination with the
        other keys if there are several. Rows in which the column is empty do not count.
        """
        table = self.table
        keys = [against or next(iter(self.over)), *(key for key in self.over if key != (against or next(iter(self.over))))]
        for key in keys[:1]:
            if key not in self.over:
                raise ValueError(f"against: expected one of {', '.join(self.over)}, found {key}")
        values = np.asarray(table[of], float)
        groups: dict[tuple[Any, ...], list[float]] = {}
        for i, value in enumerate(values):
            groups.setdefault(tuple(table[key][i] for key in keys), [])
            if math.isfinite(value):
                groups[tuple(table[key][i] for key in keys)].append(value)
        spread = [float(np.std(g, ddof=1) / math.sqrt(len(g))) if len(g) > 1 else math.nan for g in groups.values()]
        return Table({**{key: [group[k] for group in groups] for k, key in enumerate(keys)},
                      "mean": [float(np.mean(g)) if g else math.nan for g in groups.values()],
                      "error": spread, "runs": [len(g) for g in groups.values()]})

    def page(self, of: str | None = None, against: str | None = None) -> Path:
        """Writes `sweep.html`, the curve of a column with its error bars and the table of it, and tells where it is."""
        from firsthit.clusters.sweep_page import page
        path = self.folder / "sweep.html"
        whole(path, page(self, of, against).encode())
        return path


def sweep(scene: Scene | str | os.PathLike[str], over: Mapping[str, Sequence[Any]], *,
          folder: str | os.PathLike[str], repeats: int = 1, settings: Mapping[str, Any] | None = None, seed: int = 0,
          client: Any = None, serial: bool = False, patience: float = 600.0,
          progress: bool | Callable[[Progress], None] = False) -> Sweep:
    """Runs a scene for every combination of the values in `over`, `repeats` times each, and keeps what comes of it.

    `over`: keys as `Scene.run` takes them in `settings`, each with its values: `{"gas.0.packing": [0.1, 0.2]}`.
    `settings` hold for all runs. Each run has a seed of its own, which follows from its settings, its number among the
    repeats, and `seed`: more values and more repeats change no run that is there already.

    `folder`: where rows are kept. What it has is not run again; so a sweep goes on when it is called again, whatever
    ended it, and a folder of another scene, other settings or another version is refused.

    `client`: whose cluster does it, a `dask.distributed.Client`, the address of a scheduler, or None: then a process for
    each core of this machine. `serial` takes no cluster. Runs of workers that are lost are done again; a scheduler that
    does not answer is waited for as long as `patience` [s]. The rows are the same wherever they come from.

    `progress`: True, and it is told on stderr; or a function that is called with a `Progress`.

    Raises `SceneError` for the first combination that cannot be run. Needs Dask (`firsthit[dask]`).
    """
    base = scene if isinstance(scene, Scene) else scene_of(scene)
    plan, work = _planned(base, over, word("repeats", repeats), dict(settings or {}), word("seed", seed))
    place = Path(os.fspath(folder))
    _begin(place, base, plan)
    made = Sweep(place)
    teller = Teller(progress, len(work))
    there = set(_keys_in(place))
    left = {key: (base.text, base.name, *task) for key, task in work.items() if key not in there}
    teller.begin(len(work) - len(left))
    if left:
        rows = _serially(left) if serial else _on_cluster(left, client, patience, teller.say)
        with _Parts(place) as parts, closing(rows):
            for some in rows:
                for key, row in some.items():
                    if row["firsthit_version"] != _core.version:
                        raise RuntimeError(f"version: expected workers with firsthit {_core.version}, "
                                           f"found {row['firsthit_version']}")
                    parts.add(key, row)
                teller.more(len(some))
    return made


def _serially(left: Mapping[str, tuple[Any, ...]]) -> Generator[dict[str, Mapping[str, Any]], None, None]:
    for key, task in left.items():
        yield {key: run_one(*task)}


def _on_cluster(left: Mapping[str, tuple[Any, ...]], client: Any, patience: float,
                told: Callable[[str], None]) -> Generator[dict[str, Mapping[str, Any]], None, None]:
    cluster = Cluster(client, patience, told)
    try:
        yield from cluster.results(run_one, left)
    finally:
        cluster.close()


def run_one(text: str, name: str, varied: dict[str, Any], settings: dict[str, Any], repeat: int,
            seed: int) -> dict[str, Any]:
    """A run, on whichever machine, as a row."""
    try:
        run = Scene(text, name=name).run(settings={**settings, **varied}, seed=seed, threads=1, report=False,
                                         trajectory=False)
    except SceneError as error:
        for problem in error.problems:
            problem_of = ", ".join(f"{key} = {value_text(key, value)}" for key, value in varied.items())
            raise SceneError((type(problem)(f"with {problem_of}: {problem}"),)) from None
        raise
    row: dict[str, Any] = {**{key: _plain(value) for key, value in varied.items()}, "repeat": repeat,
                           "scene_hash": _hash(text, {**settings, **varied})}
    row.update(_flat("", {key: value for key, value in run.summary.items() if key not in _LEFT_OUT and key != "scene"}))
    return {**row, "wall_seconds": float(run.summary["wall_seconds"])}


def _planned(base: Scene, over: Mapping[str, Sequence[Any]], repeats: int, settings: dict[str, Any],
             seed: int) -> tuple[dict[str, Any], dict[str, tuple[Any, ...]]]:
    """What there is to do: a description, and the runs by their keys, in order."""
    instance("over", over, Mapping, "a dictionary of keys, each with its values")
    values: dict[str, list[Any]] = {}
    for key, each in over.items():
        if isinstance(each, (str, bytes, Mapping)) or not isinstance(each, Iterable):
            raise TypeError(f"over[{key!r}]: expected a list of values, found {say(each)}")
        values[str(key)] = [_simple(x) for x in each]
        if not values[str(key)]:
            raise ValueError(f"over[{key!r}]: expected values, found none")
        if key in settings or key == "run.seed":
            raise ValueError(f"over[{key!r}]: expected a key of its own, found one that is set elsewhere")
    plan = {"format": 1, "scene": base.name, "version": _core.version, "text_hash": _hash(base.text, settings),
            "seed": seed, "repeats": repeats, "settings": {key: _simple(x) for key, x in settings.items()}, "over": values,
            "first": [*values, "repeat", "seed", "scene_hash", "firsthit_version", "state_hash", "outcome"]}
    return plan, {key: (varied, settings, repeat, own) for key, varied, repeat, own in _runs(plan)}


def _runs(plan: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any], int, int]]:
    """The runs of a plan, in order: their keys, what varies, which repeat it is, and its seed."""
    for combination in itertools.product(*plan["over"].values()):
        varied = dict(zip(plan["over"], combination))
        told = ", ".join(f"{key}={value_text(key, value)}" for key, value in varied.items())
        for repeat in range(plan["repeats"]):
            # 48 bits: whole numbers of that size are the same in TOML, JSON and floats.
            seed = int(hashlib.sha256(f"{plan['seed']}\n{told}\n{repeat}".encode()).hexdigest()[:12], 16)
            yield f"{told} #{repeat}", varied, repeat, seed


def _begin(folder: Path, base: Scene, plan: dict[str, Any]) -> None:
    """A folder for it, or one that is of the same."""
    (folder / "parts").mkdir(parents=True, exist_ok=True)
    described = folder / "sweep.json"
    if described.is_file():
        found = json.loads(described.read_text("utf-8"))
        for key in ("format", "version", "text_hash", "seed"):
            if found.get(key) != plan[key]:
                what = {"version": "version of firsthit", "text_hash": "scene or other settings"}.get(key, key)
                raise ValueError(f"{folder}: expected an empty folder or one of this sweep, found one of another {what}")
        if set(found["over"]) != set(plan["over"]):
            raise ValueError(f"{folder}: expected a sweep over {', '.join(plan['over'])}, "
                             f"found one over {', '.join(found['over'])}")
    whole(folder / "scene.toml", base.text.encode())
    whole(described, json.dumps(plan, indent=1).encode())
    for rest in (folder / "parts").glob(".*"):  # of one who was killed as he wrote
        rest.unlink(missing_ok=True)


def _keys_in(folder: Path) -> list[str]:
    parquet = needed("pyarrow.parquet", "dask", "a sweep")
    return [key for path in (folder / "parts").glob("*.parquet")
            for key in parquet.read_table(path, columns=["key"])["key"].to_pylist()]


class _Parts:
    """Writes rows, some at a time: parts that appear whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rows: list[dict[str, Any]] = []
        self._since = -math.inf  # what comes first is written at once

    def __enter__(self) -> _Parts:
        return self

    def __exit__(self, *what: object) -> None:
        self._write()  # also what has come before somebody ends it

    def add(self, key: str, row: Mapping[str, Any]) -> None:
        self._rows.append({"key": key, **row})
        if time.monotonic() - self._since > _WRITTEN_EVERY:
            self._write()

    def _write(self) -> None:
        if not self._rows:
            return
        arrow, parquet = needed("pyarrow", "dask", "a sweep"), needed("pyarrow.parquet", "dask", "a sweep")
        names = dict.fromkeys(name for row in self._rows for name in row)
        rows = arrow.table({name: [row.get(name) for row in self._rows] for name in names})
        sink = arrow.BufferOutputStream()
        parquet.write_table(rows, sink)
        whole(self._folder / f"parts/{uuid.uuid4().hex}.parquet", sink.getvalue().to_pybytes())
        self._rows.clear()
        self._since = time.monotonic()


def _simple(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    return [_simple(x) for x in value] if isinstance(value, (list, tuple)) else value


def _plain(value: Any) -> Any:
    """A value as a cell has it."""
    return json.dumps(value) if isinstance(value, (list, dict)) else value


def _flat(name: str, tables: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in tables.items():
        if isinstance(value, dict) and key != "absent":
            yield from _flat(f"{name}{key}.", value)
        else:
            yield f"{name}{key}", _plain(value)


def _hash(text: str, settings: Mapping[str, Any]) -> str:
    """Of a scene's text and of what is set in it; 16 hexadecimal digits."""
    lines = [f"{key}={value_text(key, settings[key])}\n" for key in sorted(settings)]
    return hashlib.sha256("".join([text, "\0", *lines]).encode()).hexdigest()[:16]
