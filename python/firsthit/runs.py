"""What has come of a run: its folder, read."""

from __future__ import annotations

import csv
import html
import json
import os
import shutil
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt


class Run:
    """A run of a scene, by the folder that it has written; also one of the command line's: `Run("out/break")`.

    In a notebook it shows its report, which plays.
    """

    def __init__(self, folder: str | os.PathLike[str], keep: TemporaryDirectory[str] | None = None) -> None:
        self.folder: Path = Path(os.fspath(folder))
        self._keep = keep  # which goes with this
        if not (self.folder / "summary.json").is_file():
            raise ValueError(f"{self.folder}: expected a folder of a run, found one without summary.json")

    def __repr__(self) -> str:
        summary = self.summary
        return (f"<Run of {summary['scene']}: {self.outcome} at {summary['simulated_time']:g}, "
                f"{summary['collisions']} collisions>")

    @cached_property
    def summary(self) -> dict[str, Any]:
        """How it ended and what was measured: summary.json, of which null is None."""
        summary: dict[str, Any] = json.loads((self.folder / "summary.json").read_text())
        return summary

    @property
    def outcome(self) -> str:
        """How it ended: `reached_time`, `reached_collisions`, `collapsed`, `crushed`, `interrupted`."""
        return str(self.summary["outcome"])

    @cached_property
    def events(self) -> npt.NDArray[np.void]:
        """Every impact, a record each, if it was run with `events=True`: the columns of events.csv, without units."""
        return self._table("events.csv", "run(events=True)")

    @cached_property
    def observables(self) -> npt.NDArray[np.void]:
        """What was measured, a record for each sample: the columns of observables.csv, without units."""
        return self._table("observables.csv", "an output that is whole")

    @property
    def report(self) -> Path:
        """The report, one page that any browser opens from disk."""
        return self._file("report.html", "run(report=True)")

    @property
    def picture(self) -> Path:
        """The picture of how it ended, SVG."""
        return self._file("picture.svg", "an output that is whole")

    @property
    def trajectory(self) -> Path:
        """The trajectory, H5MD."""
        return self._file("trajectory.h5", "run(trajectory=True)")

    def save(self, folder: str | os.PathLike[str]) -> Run:
        """Copies it to a folder that is not there yet, and returns that run."""
        shutil.copytree(self.folder, folder)
        return Run(folder)

    def _repr_html_(self) -> str:
        """The report, in a frame of its own."""
        page = html.escape(self.report.read_text(), quote=True)
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 640px; border: 0"></iframe>'

    def _file(self, name: str, wanted: str) -> Path:
        path = self.folder / name
        if not path.is_file():
            raise FileNotFoundError(f"{path}: it is written by {wanted}")
        return path

    def _table(self, name: str, wanted: str) -> npt.NDArray[np.void]:
        with self._file(name, wanted).open(newline="") as file:
            rows = csv.reader(file)
            names = [column.split(" [")[0] for column in next(rows)]
            columns = list(zip(*rows)) or [()] * len(names)
        types = [_type_of(name) for name in names]
        table = np.zeros(len(columns[0]), [
            (name, f"U{max(map(len, column), default=1) or 1}" if kind is str else kind)
            for name, kind, column in zip(names, types, columns)])
        for name, kind, column in zip(names, types, columns):
            empty = {str: "", int: "-1", float: "nan"}[kind]
            table[name] = [kind(cell or empty) for cell in column]
        return table


def _type_of(column: str) -> type:
    if column in ("kind", "name_a", "name_b"):
        return str
    return int if column in ("index", "a", "b", "collisions") else float
