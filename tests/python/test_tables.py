"""Tables: what a run lists, as the file has it, for NumPy, Arrow, pandas and Polars."""

import csv
import importlib.util
import math
import os

import numpy as np
import pandas
import pyarrow
import pytest

from firsthit import *
from firsthit.tables import read_csv
from test_scenes import FALLING

SENSOR = {**FALLING, "run": {"until": 1.5, "sample_every": 0.1},
          "body": [{"shape": {"box": {"half_extents": [2, 0.1]}}, "position": [0, 1.5], "kind": "fixed", "sensor": True}]}


@pytest.fixture(scope="module")
def fallen():
    return Scene(SENSOR).run(events=True)


def rows_of(path):
    """As text, by Python's own reader."""
    with open(path, newline="") as file:
        heads, *rows = csv.reader(file)
    return [dict(zip((head.split(" [")[0] for head in heads), row)) for row in rows]


def same(cell, text):
    if isinstance(cell, (str, np.str_)):
        return cell == text
    if text == "":
        return cell is None or cell is pandas.NA or cell == -1 or math.isnan(cell)
    return float(cell) == float(text)


@pytest.mark.parametrize("by_arrow", [True, False])
def test_cells_are_those_of_the_file(fallen, by_arrow, monkeypatch):
    if not by_arrow:
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for name in ("events.csv", "observables.csv"):
        table, rows = read_csv(fallen.folder / name), rows_of(fallen.folder / name)
        assert len(table) == len(rows) > 2 and table.names == tuple(rows[0])
        for mine, row in zip(table, rows):
            assert all(same(mine[key], text) for key, text in row.items()), (mine, row)
        assert list(np.asarray(table).dtype.names) == list(rows[0])
        assert table["time"].dtype == float and [row["time"] for row in np.asarray(table)] == list(table["time"])
    assert "enter" in table["kind"] if "kind" in table.names else True


def test_what_one_enters_has_empty_cells(fallen):
    entered = fallen.events["kind"] == "enter"
    assert entered.sum() >= 1 and np.all(fallen.events["index"][entered] == -1)
    assert np.all(np.isnan(fallen.events["impulse"][entered])) and not np.any(np.isnan(fallen.events["impulse"][~entered]))
    assert fallen.events.to_arrow()["index"].null_count == entered.sum()


def test_data_frames_have_the_same_cells(fallen):
    rows = rows_of(fallen.folder / "events.csv")
    frame = fallen.events.to_pandas()
    assert list(frame.columns) == list(rows[0]) and len(frame) == len(rows)
    for key in frame.columns:
        assert all(same(cell, row[key]) for cell, row in zip(frame[key], rows)), key
    assert str(frame["index"].dtype) == "Int64" and str(frame["a"].dtype) == "int64" and frame["time"].dtype == float
    assert pyarrow.table(fallen.events).equals(fallen.events.to_arrow())


def random_table(path, rows, rng, texts):
    """Numbers of all sizes, as few digits as tell them, and as many as anybody writes."""
    sizes = 10.0 ** rng.integers(-20, 20, (rows, 2))
    numbers = np.where(rng.random((rows, 2)) < 0.8, rng.uniform(-9, 9, (rows, 2)), rng.normal(size=(rows, 2)) * sizes)
    lines = [",".join([str(i) if rng.random() < 0.9 else "", texts[i % len(texts)], repr(float(x)),
                       "" if rng.random() < 0.1 else f"{y:.{rng.integers(1, 24)}f}", str(int(max(min(x, 2.0**62), -(2.0**62))))])
             for i, (x, y) in enumerate(numbers)]
    path.write_text("\n".join(["index [1],kind,x [L],y [L],count", *lines]) + "\n", newline="")


def assert_read(table, path):
    rows = rows_of(path)
    assert len(table) == len(rows)
    for name, nothing in (("index", -1), ("count", None)):
        assert table[name].tolist() == [int(row[name]) if row[name] else nothing for row in rows]
    assert table["kind"].tolist() == [row["kind"] for row in rows]
    for name in "xy":  # the same bits as Python's own reader
        assert table[name].tobytes() == np.array([float(row[name] or "nan") for row in rows]).tobytes()


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("rows", [0, 1, 2, 30, 20_000])
def test_numbers_are_the_nearest_however_many_threads_read_them(rows, threads, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: range(threads))
    rng = np.random.default_rng(rows + threads)
    random_table(tmp_path / "a.csv", rows, rng, [f"name {i}" for i in range(3000)] + ["", "\u00e4"])
    assert_read(read_csv(tmp_path / "a.csv"), tmp_path / "a.csv")


@pytest.mark.parametrize("threads", [1, 3])
def test_texts_may_be_quoted_even_with_new_lines_in_them(threads, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: range(threads))
    texts = ["plain", '"a, b"', '"say ""yes"""', '"two\nlines"', '""', '"three\r\n\"\"lines"']
    random_table(tmp_path / "a.csv", 999, np.random.default_rng(1), texts)
    table = read_csv(tmp_path / "a.csv")
    assert_read(table, tmp_path / "a.csv")
    assert set(table["kind"]) == {"plain", "a, b", 'say "yes"', "two\nlines", "", 'three\r\n"lines'}


def test_halves_between_two_doubles_are_rounded_to_even(tmp_path):
    halves = [str(2**53 + 1), f"{2**52 + 1}.5", f"{2**52}.5", "9007199254740993.0", f"{2**54 + 2}.0", "0.1", "-0.0", "5e-324",
              "1.7976931348623157e308", "-7", "123456789012345678901234567890.5", "0.000000000000000000000000000000123"]
    (tmp_path / "a.csv").write_text("x\n" + "\n".join(halves) + "\n")
    assert read_csv(tmp_path / "a.csv")["x"].tobytes() == np.array(list(map(float, halves))).tobytes()


def test_what_is_no_table_is_told_with_the_line(tmp_path):
    path = tmp_path / "a.csv"
    for text, line, what in ((b"", "", "expected a table, found no text"),
                             (b"\n1,2\n", ":1", "expected names of columns, found none"),
                             (b"a,x\n1,2\n3,four\n", ":3", "column 2 of 2: expected a number, found 'four'"),
                             (b"a,x\n1,2 \n", ":2", "column 2 of 2: expected a number, found '2 '"),
                             (b"a,x\n1,1e999\n", ":2", "column 2 of 2: expected a number, found '1e999'"),
                             (b"a,x\n1,2\r\n", ":2", r"column 2 of 2: expected a number, found '2\x0d'"),
                             (b"a,x\n1.5,2\n", ":2", "column 1 of 2: expected a whole number, found '1.5'"),
                             (b"a,x\n9223372036854775808,2", ":2", "column 1 of 2: expected a whole number, found '9223372036854775808'"),
                             (b"a,x\n1,2\n3\n", ":3", "expected 2 cells, found 1"), (b"a,x\n1,2\n3", ":3", "expected 2 cells, found 1"),
                             (b"a,x\n1,2\n\n3,4\n", ":3", "expected 2 cells, found 1"),
                             (b"a,x\n1,2,3\n", ":2", "expected 2 cells, found more"),
                             (b"x,a\n1,2,\n", ":2", "expected 2 cells, found more"),
                             (b'kind,x\n"open,2\n', ":2", """column 1 of 2: expected a text that ends with a quote, found '"open'"""),
                             (b'kind,x\n"', ":2", """column 1 of 2: expected a text that ends with a quote, found '"'"""),
                             (b'kind,x\nso "it" is,2\n', ":2", "column 1 of 2: expected a text, quoted as a whole, found 'so \"it\" is'"),
                             (b'kind,x\n"it" is,2\n', ":2", "column 1 of 2: expected a text, quoted as a whole, found '\"it\" is'"),
                             (b'kind,x\n"two\nlines",2\nb,c\n', ":4", "column 2 of 2: expected a number, found 'c'"),
                             (b"kind,x\n\xff\0,1\n", ":2", r"column 1 of 2: expected a text in UTF-8, found '\xff\x00'"),
                             (b"a,x\n" + b"1,2\n" * 5000 + b"x,1\n", ":5002", "column 1 of 2: expected a whole number, found 'x'")):
        path.write_bytes(text)
        with pytest.raises(ValueError) as caught:
            read_csv(path)
        assert str(caught.value) == f"{path}{line}: {what}"
    path.write_text("a,x\n1,2\n3,4")  # without a new line at the end
    assert read_csv(path)["x"].tolist() == [2.0, 4.0]
    with pytest.raises(FileNotFoundError):
        read_csv(tmp_path / "b.csv")


def test_records_are_made_flat():
    hits = first_hit_many(Many(Ball(0.5), [[0, 0, 0], [0, 3, 0]], [[1, 0, 0], [1, 0, 0]]), Moving(Box((1, 1, 1)), Linear((5, 0, 0))))
    table = Table.of(hits)
    assert table.names[:6] == ("outcome", "delay", "delay_upper", "first_touch", "normal_x", "normal_y")
    assert table.names[-4:] == ("feature_a_kind", "feature_a_index", "feature_b_kind", "feature_b_index")
    assert list(table["normal_x"]) == [1.0, 0.0] and list(table["delay"]) == [3.5, math.inf]
    frame = table.to_pandas()
    assert list(frame["point_a_z"]) == list(hits["point_a"][:, 2]) and len(frame) == 2
    world, told = World(Space((0, 0), (9, 9))), []
    world.add(Ball(1), (2, 2), (3, 1))
    world.on_impacts(lambda impacts: told.append(impacts.copy()))
    world.run_until(20.0)
    impacts = Table.of(np.concatenate(told))
    assert len(impacts) == world.collisions > 3 and list(impacts["time"]) == sorted(impacts["time"])


def test_what_is_no_table_is_refused():
    with pytest.raises(ValueError, match="expected arrays of one dimension and one length"):
        Table({"a": [1, 2], "b": [1]})
    with pytest.raises(TypeError, match="expected an array of records"):
        Table.of(np.zeros(3))
    with pytest.raises(KeyError, match="expected one of a"):
        Table({"a": [1]})["b"]
    assert len(Table({})) == 0 and "1 rows" in Table({"a": [1]})._repr_html_()


def test_who_lacks_a_package_is_told_which(monkeypatch, fallen):
    def absent(name, package=None):
        raise ImportError(name)

    monkeypatch.setattr("firsthit._extras.importlib.import_module", absent)
    for call, extra in ((Table({"a": [1]}).to_polars, "polars"), (Table({"a": [1]}).to_arrow, "arrow"),
                        (Table({"a": [1]}).to_pandas, "pandas")):
        with pytest.raises(ImportError, match=rf"pip install 'firsthit\[{extra}\]'"):
            call()


def test_frames_are_the_samples_of_the_run(fallen):
    frames = fallen.frames
    assert frames.positions.shape == (len(frames), 2, 2) and list(frames.times) == list(fallen.observables["time"])
    # Down by 1 to the ground, with g = 10: the second ball is 5 above it, at rest until then.
    assert frames.positions[0].tolist() == [[0, 2], [9, 6]] and frames.velocities[0].tolist() == [[0, 0], [0, 0]]
    early = frames.times < 0.4
    assert frames.positions[early, 0, 1] == pytest.approx(2 - 5 * frames.times[early] ** 2) and early.sum() >= 1
    assert list(frames.radii) == [1, 1] and frames.masses == pytest.approx([math.pi, math.pi])
    assert repr(frames) == f"<{len(frames)} frames of 2 bodies in 2D>" and not frames.periodic.any()
