"""What has come of a run: its folder, read."""

from __future__ import annotations

import csv
import html
import json
import os
import shutil
import sys
import webbrowser
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING, Any

from firsthit._extras import needed
from firsthit._values import say
from firsthit.tables import Table, read_csv

if TYPE_CHECKING:
    from firsthit.frames import Frames


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
        summary: dict[str, Any] = json.loads((self.folder / "summary.json").read_text("utf-8"))
        return summary

    @property
    def outcome(self) -> str:
        """How it ended: `reached_time`, `reached_collisions`, `collapsed`, `crushed`, `interrupted`."""
        return str(self.summary["outcome"])

    @cached_property
    def events(self) -> Table:
        """Every impact, a row each, if it was run with `events=True`: the columns of events.csv, without units.

        `run.events.to_pandas()` and `to_polars()` make a data frame of it.
        """
        return read_csv(self._file("events.csv", "run(events=True)"))

    @cached_property
    def contacts(self) -> Table:
        """Where bodies rest at its end, and the force there, a row for each place: the columns of contacts.csv, without
        units. Nobody rests: no file, and a `FileNotFoundError` that says so."""
        return read_csv(self._file("contacts.csv", "a run at whose end somebody rests"))

    @cached_property
    def observables(self) -> Table:
        """What was measured, a row for each sample: the columns of observables.csv, without units."""
        return read_csv(self._file("observables.csv", "an output that is whole"))

    @cached_property
    def radial_distribution(self) -> Table:
        """g(r), a row for each bin, if the scene asks for it: `r_low`, `r_high` [L], `g`."""
        return read_csv(self._file("radial_distribution.csv", "a scene with observables.radial_distribution"))

    @cached_property
    def speed_histogram(self) -> Table:
        """Speeds, a row for each bin, if the scene asks for it: `v_low`, `v_high` [L/T], `count`, `density`, `maxwell`."""
        return read_csv(self._file("speed_histogram.csv", "a scene with observables.speed_histogram"))

    @cached_property
    def frames(self) -> Frames:
        """The trajectory as arrays, read as they are asked for; needs h5py (`firsthit[h5md]`)."""
        from firsthit.frames import Frames
        return Frames(self.trajectory)

    def plot(self, *observables: str, bodies: Iterable[int] | None = None, ax: Any = None) -> Any:
        """Draws the `observables`, columns of that table, against time; or, of those that the scene asks for,
        `"radial_distribution"` or `"speed_histogram"`. Without names it draws where bodies went, straight from sample to
        sample, and how they stand at the end: `bodies` are the ids of those whose paths are drawn, else all or, of more
        than 64, the first 18.

        Draws into `ax`, or a new figure, and returns the `matplotlib.axes.Axes`. Needs matplotlib (`firsthit[plot]`).
        Raises `ValueError` for what was not measured, and bodies that there are not.
        """
        from firsthit import plots
        if not observables:
            return plots.paths(self, bodies, ax)
        if bodies is not None:
            raise ValueError(f"bodies: expected none beside observables, found {say(bodies)}")
        if observables == ("radial_distribution",):
            return plots.radial_distribution(self, ax)
        if observables == ("speed_histogram",):
            return plots.speed_histogram(self, ax)
        return plots.observables(self, observables, ax)

    def show(self) -> None:
        """Shows the report, which plays: in a notebook below the cell, else in the browser."""
        shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
        if hasattr(shell, "kernel"):
            needed("IPython.display", "plot", "Run.show").display(self)
            return
        page = self.report
        if self._keep is not None:  # a browser may open it when this program has ended
            page = Path(mkdtemp(prefix="firsthit-")) / page.name
            shutil.copy(self.report, page)
        webbrowser.open(page.resolve().as_uri())

    def to_ase(self, frames: slice | int = slice(None)) -> Any:
        """Frames of the trajectory as `ase.Atoms`, a list of them, or one; needs ASE (`firsthit[ase]`).

        Bodies are atoms of symbol X, with their masses, velocities, and an array `radii`; `info["time"]` is when [T]. In
        the plane z is 0, and the box one length thick, as in trajectory.xyz.
        """
        from firsthit.frames import atoms
        return atoms(self.frames, frames)

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
        page = html.escape(self.report.read_text("utf-8"), quote=True)
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 640px; border: 0"></iframe>'

    def _units(self, name: str) -> dict[str, str]:
        """The dimension of each column of a table."""
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            heads = next(csv.reader(file))
        return {column: unit.rstrip("]") for column, _, unit in (head.partition(" [") for head in heads)}

    def _file(self, name: str, wanted: str) -> Path:
        path = self.folder / name
        if not path.is_file():
            raise FileNotFoundError(f"{path}: it is written by {wanted}")
        return path
