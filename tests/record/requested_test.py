"""Compares what was asked for in the files of a run: requested_test.py FOLDER [up_to_a_failure]."""

import csv
import sys
from pathlib import Path

import h5py
import numpy as np

NUMBERS = ["mean_square_displacement", "velocity_autocorrelation", "mean_free_time", "mean_free_path"]
FUNCTIONS = {"radial_distribution": "g [1]", "speed_histogram": "count [1]"}

folder = Path(sys.argv[1])
whole = len(sys.argv) < 3


def read(name):
    """The columns of a table, NaN where a cell is empty, by their headers."""
    with (folder / name).open(newline="") as table:
        rows = list(csv.reader(table))
    return {head: np.array([float(row[i]) if row[i] else np.nan for row in rows[1:]])
            for i, head in enumerate(rows[0])}


def check_rows(element, frames):
    """Steps and times of an element are among those of the frames. Gives the steps."""
    steps = element["step"][:]
    assert np.all(np.diff(steps) > 0)
    assert np.array_equal(element["time"][:], frames["time"][:][steps])
    assert len(element["value"]) == len(steps) and np.all(np.isfinite(element["value"][:]))
    return steps


table = {head.split()[0]: column for head, column in read("observables.csv").items()}
with h5py.File(folder / "trajectory.h5") as run:
    frames = run["particles/all/position"]
    observables = run["observables"]
    for name in NUMBERS:
        steps = check_rows(observables[name], frames)
        assert len(steps) > 2, name
        if whole:
            assert np.array_equal(table["time"], frames["time"][:])
            assert np.array_equal(steps, np.nonzero(np.isfinite(table[name]))[0]), name
        count = len(frames["time"])
        assert np.array_equal(observables[name]["value"][:], table[name][:count][steps]), name
    for name, column in FUNCTIONS.items():
        steps = check_rows(observables[name], frames)
        edges = observables[name + "_edges"][:]
        values = observables[name]["value"][:]
        assert values.shape == (len(steps), len(edges) - 1)
        assert edges[0] == 0.0 and np.all(np.diff(edges) > 0)
        columns = list(read(name + ".csv").items())
        assert np.array_equal(columns[0][1], edges[:-1]) and np.array_equal(columns[1][1], edges[1:])
        if whole:
            assert np.array_equal(steps, np.nonzero(np.isfinite(table["mean_square_displacement"]))[0])
            found = dict(columns)[column]
            expected = values.mean(axis=0) if name == "radial_distribution" else values.sum(axis=0)
            assert np.allclose(found, expected, rtol=1e-12, atol=0.0), name
            assert found.max() > 1.0
    assert whole == (len(frames["time"]) == len(table["time"])) or len(frames["time"]) >= 1
histogram = read("speed_histogram.csv")
shares = np.diff(np.append(histogram["v_low [L/T]"], histogram["v_high [L/T]"][-1]))
assert np.isclose(np.sum(histogram["density [T/L]"] * shares), 1.0, atol=1e-3)
