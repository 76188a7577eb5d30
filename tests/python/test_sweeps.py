"""Sweeps and data sets: the same rows wherever they are made, whoever is killed meanwhile."""

import json
import math
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

import firsthit
from firsthit import *

LONG = "FIRSTHIT_LONG" in os.environ
OVER = {"gas.0.packing": [0.1, 0.2, 0.3, 0.4, 0.5]}
REPEATS = 40 if LONG else 6
GAS = Scene({
    "format": 1, "dimension": 2, "space": {"sides": "periodic"}, "run": {"collisions": 5000, "sample_every": 1.0},
    "gas": [{"count": 100, "packing": 0.5, "radius": 0.5, "mass": 1.0, "temperature": 1.0, "start": "lattice"}]}, name="gas")
PYTHON = Path(sys.executable)
COMMAND = PYTHON.parent / "firsthit-sweep"


def free_port():
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]


class Machines:
    """A scheduler and workers of Dask, each a process that can be killed."""

    def __init__(self, folder, workers=2):
        self.folder, self.address = folder, f"tcp://127.0.0.1:{free_port()}"
        self.processes = []
        self.start_scheduler()
        self.workers = [self.start_worker() for _ in range(workers)]

    def _start(self, *words):
        log = (self.folder / f"log-{len(self.processes)}").open("w")
        process = subprocess.Popen([PYTHON, "-m", "distributed.cli." + words[0], *words[1:]], stdout=log, stderr=log,
                                   cwd=self.folder, env={**os.environ, "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "60s"})
        self.processes.append(process)
        return process

    def start_scheduler(self):
        self.scheduler = self._start("dask_scheduler", "--host", self.address, "--no-dashboard", "--no-show")

    def start_worker(self):
        return self._start("dask_worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard",
                           "--local-directory", str(self.folder), "--death-timeout", "60")

    def close(self):
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def machines(tmp_path):
    (tmp_path / "machines").mkdir()
    made = Machines(tmp_path / "machines")
    yield made
    made.close()


@pytest.fixture(scope="module")
def serial(tmp_path_factory):
    """What is expected of every sweep of GAS: the runs one after the other, by this process."""
    return sweep(GAS, OVER, repeats=REPEATS, folder=tmp_path_factory.mktemp("serial"), serial=True)


def bits(made):
    return made.table.to_arrow().drop_columns(["wall_seconds"])


def once(at, action):
    """Progress that does something as soon as so many runs are done."""
    done = []

    def progress(told):
        if told.done >= at and not done and told.done < told.total:
            done.append(action())

    progress.done = done
    return progress


def test_a_row_can_be_made_again_from_itself(serial):
    table = serial.table
    assert len(table) == 5 * REPEATS and list(table["gas.0.packing"]) == sorted(OVER["gas.0.packing"] * REPEATS)
    assert list(table["repeat"]) == list(range(REPEATS)) * 5
    assert len(set(table["seed"])) == len(set(table["state_hash"])) == 5 * REPEATS and len(set(table["scene_hash"])) == 5
    row = table[2 * REPEATS + 1]
    kept = Scene((serial.folder / "scene.toml").read_text())
    again = kept.run(settings={"gas.0.packing": float(row["gas.0.packing"])}, seed=int(row["seed"]))
    assert again.summary["state_hash"] == row["state_hash"] and row["firsthit_version"] == firsthit.__version__
    assert again.summary["compressibility"] == row["compressibility"] and row["outcome"] == "reached_collisions"
    assert again.summary["collisions_by_kind"]["body_body"] == row["collisions_by_kind.body_body"] == 5000


def test_a_cluster_of_this_machine_has_the_same_bits(serial, tmp_path):
    told = []
    made = sweep(GAS, OVER, repeats=REPEATS, folder=tmp_path / "sweep", progress=told.append)
    assert bits(made).equals(bits(serial))
    assert told[0].done == 0 and told[-1].done == told[-1].total == 5 * REPEATS
    assert all(step.left is None or step.left > 0 for step in told[:-1]) and told[-1].left == 0
    assert told[-1].text == f"{5 * REPEATS} of {5 * REPEATS} runs"


def test_what_is_there_is_not_run_again_and_more_can_be_asked_for(serial, tmp_path):
    half = sweep(GAS, {"gas.0.packing": [0.1, 0.3]}, repeats=2, folder=tmp_path / "sweep", serial=True)
    assert len(half.table) == 4
    parts = {path: path.read_bytes() for path in (half.folder / "parts").iterdir()}
    told = []
    made = sweep(GAS, OVER, repeats=REPEATS, folder=tmp_path / "sweep", serial=True, progress=told.append)
    assert told[0].done == 4 and all(path.read_bytes() == content for path, content in parts.items())
    assert bits(made).equals(bits(serial))
    assert all(step.done > 4 for step in told[1:])
    told.clear()
    again = sweep(GAS, OVER, repeats=REPEATS, folder=tmp_path / "sweep", client="tcp://127.0.0.1:9", progress=told.append)
    assert [step.done for step in told] == [5 * REPEATS] and bits(again).equals(bits(serial))  # nobody was asked


def test_a_worker_may_be_killed(serial, machines, tmp_path):
    killing = once(3, lambda: machines.workers[0].kill())
    made = sweep(GAS, OVER, repeats=REPEATS, folder=tmp_path / "sweep", client=machines.address, progress=killing)
    assert killing.done and machines.workers[0].wait() == -signal.SIGKILL
    assert bits(made).equals(bits(serial))


def test_the_scheduler_may_be_killed_and_started_again(serial, machines, tmp_path):
    def kill():
        machines.scheduler.kill()
        machines.scheduler.wait()
        for worker in machines.workers:
            worker.kill()
            worker.wait()
        machines.start_scheduler()
        machines.workers = [machines.start_worker() for _ in range(2)]
        return True

    killing = once(3, kill)
    made = sweep(GAS, OVER, repeats=REPEATS, folder=tmp_path / "sweep", client=machines.address, progress=killing)
    assert killing.done and bits(made).equals(bits(serial))


def test_the_client_may_be_killed_and_started_again(serial, machines, tmp_path):
    (tmp_path / "gas.toml").write_text(GAS.text)
    (tmp_path / "sweep.toml").write_text(f"""scene = "gas.toml"
        folder = "{tmp_path}/sweep"\nrepeats = {REPEATS}\ncluster = "{machines.address}"
        [over]\ngas.0.packing = [0.1, 0.2, 0.3, 0.4, 0.5]\n""")
    client = subprocess.Popen([COMMAND, tmp_path / "sweep.toml"], stderr=subprocess.PIPE, text=True)
    while not list((tmp_path / "sweep/parts").glob("*.parquet")):
        assert client.poll() is None, client.stderr.read()
        time.sleep(0.01)
    client.kill()
    told = client.communicate()[1]
    assert client.returncode == -signal.SIGKILL and f"0 of {5 * REPEATS} runs" in told and "dashboard: http" in told
    parts = {path: path.read_bytes() for path in (tmp_path / "sweep/parts").glob("*.parquet")}
    before = len(Sweep(tmp_path / "sweep").table)
    assert 0 < before < 5 * REPEATS and all(len(content) for content in parts.values())
    again = subprocess.run([COMMAND, tmp_path / "sweep.toml"], capture_output=True, text=True, timeout=300)
    assert again.returncode == 0, again.stderr
    assert f"{before} of {5 * REPEATS} runs" in again.stderr and f"{5 * REPEATS} of {5 * REPEATS} runs" in again.stderr
    assert all(path.read_bytes() == content for path, content in parts.items())
    assert bits(Sweep(tmp_path / "sweep")).equals(bits(serial))
    page = (tmp_path / "sweep/sweep.html").read_text()
    assert f"{5 * REPEATS} of {5 * REPEATS} runs count" in page and page.count("<circle") == 5
    assert str(tmp_path / "sweep/sweep.html") in again.stdout


def test_curves_are_means_with_their_standard_errors(serial, tmp_path):
    curve, table = serial.curve("compressibility"), serial.table
    for row in curve:
        values = [x["compressibility"] for x in table if x["gas.0.packing"] == row["gas.0.packing"]]
        assert row["runs"] == REPEATS and row["mean"] == pytest.approx(sum(values) / REPEATS)
        spread = math.sqrt(sum((x - row["mean"]) ** 2 for x in values) / (REPEATS - 1))
        assert row["error"] == pytest.approx(spread / math.sqrt(REPEATS))
        packing = row["gas.0.packing"]  # Henderson 1975, and a hundredth for a hundred disks
        theory = (1 + packing**2 / 8) / (1 - packing) ** 2
        assert abs(row["mean"] / theory - 1) < 0.03 + 4 * row["error"] / theory
    two = sweep(GAS, {"gas.0.packing": [0.1, 0.3], "gas.0.temperature": [1.0, 4.0]}, repeats=1, folder=tmp_path / "two",
                serial=True)
    assert two.curve("temperature").names == ("gas.0.packing", "gas.0.temperature", "mean", "error", "runs")
    by = two.curve("temperature", against="gas.0.temperature")
    assert by["mean"] == pytest.approx([1, 4, 1, 4]) and all(map(math.isnan, by["error"]))
    assert two.page("temperature", "gas.0.temperature").read_text().count("<polyline") == 2
    with pytest.raises(ValueError, match="against: expected one of gas.0.packing"):
        serial.curve("compressibility", against="pressure")


def test_what_cannot_be_is_refused(serial, machines, tmp_path):
    for over, what in (({"gas.0.packing": 3}, "expected a list of values"), ({"gas.0.packing": "abc"}, "expected a list"),
                       ({"gas.0.packing": []}, "expected values, found none"), ({"run.seed": [1]}, "expected a key of its own")):
        with pytest.raises((ValueError, TypeError), match=what):
            sweep(GAS, over, folder=tmp_path / "a")
    assert not (tmp_path / "a").exists()
    for how in ({"serial": True}, {"client": machines.address}):
        with pytest.raises(SceneError, match=r"with gas.0.packing = 2.0: .*packing: expected"):
            sweep(GAS, {"gas.0.packing": [0.1, 2.0]}, folder=tmp_path / "b", **how)
    for other in ({"seed": 1}, {"settings": {"run.collisions": 10}}):
        with pytest.raises(ValueError, match="found one of another"):
            sweep(GAS, OVER, repeats=1, folder=serial.folder, serial=True, **other)
    with pytest.raises(ValueError, match="expected a sweep over gas.0.count, found one over gas.0.packing"):
        sweep(GAS, {"gas.0.count": [50]}, folder=serial.folder, serial=True)
    with pytest.raises(ValueError, match="without sweep.json"):
        Sweep(tmp_path)
    with pytest.raises(TypeError, match="client: expected a dask.distributed.Client"):
        sweep(GAS, OVER, folder=tmp_path / "c", client=3)
    with pytest.raises(ConnectionError, match="no scheduler has answered for 1 s"):
        sweep(GAS, OVER, folder=tmp_path / "d", client=f"tcp://127.0.0.1:{free_port()}", patience=1)
    for text, what in (("scene = 3\n[over]\n", "expected another kind"), ("over = {}\n", "expected a key scene"),
                       ("scenes = 'a'\n", "scenes: expected one of scene, folder"), ("scene = [", "firsthit-sweep:"),
                       ("scene = 'nowhere'\n[over]\n", "nowhere: expected a scene file")):
        (tmp_path / "wrong.toml").write_text(text)
        result = subprocess.run([COMMAND, tmp_path / "wrong.toml"], capture_output=True, text=True)
        assert result.returncode == 1 and what in result.stderr and "Traceback" not in result.stderr


# Data sets

def pairs(path, count, dimension=3, rows_in_a_group=700, seed=1):
    """A Parquet file of balls and boxes that fly."""
    rng = np.random.default_rng(seed)
    columns = {"name": [f"pair {i}" for i in range(count)]}
    for side in "ab":
        for part, scale in (("position", 4.0), ("velocity", 1.0)):
            for axis in "xyz"[:dimension]:
                columns[f"{side}_{part}_{axis}"] = rng.normal(scale=scale, size=count)
    columns["a_radius"] = rng.uniform(0, 1, count)
    for axis in "xyz"[:dimension]:
        columns[f"b_half_extent_{axis}"] = rng.uniform(0, 1, count)
    pyarrow.parquet.write_table(pyarrow.table(columns), path, row_group_size=rows_in_a_group)
    return columns


def expected(columns, dimension=3):
    of = lambda name: np.stack([columns[f"{name}_{axis}"] for axis in "xyz"[:dimension]], axis=1)
    return first_hit_many(Many(Balls(columns["a_radius"]), of("a_position"), of("a_velocity")),
                          Many(Boxes(of("b_half_extent")), of("b_position"), of("b_velocity")), horizon=9.0)


def answers(folder):
    return pyarrow.concat_tables([pyarrow.parquet.read_table(path) for path in sorted(folder.glob("part-*.parquet"))])


def assert_answered(table, hits, columns):
    assert table["name"].to_pylist() == list(columns["name"])
    assert [Outcome[name.upper()] for name in table["outcome"].to_pylist()] == list(hits["outcome"])
    for name in ("delay", "delay_upper", "first_touch", "gap"):
        assert table[name].to_numpy().tobytes() == hits[name].tobytes(), name
    for name in ("normal", "point_a", "point_b"):
        for k in range(hits[name].shape[1]):
            assert table[f"{name}_{'xyz'[k]}"].to_numpy().tobytes() == np.ascontiguousarray(hits[name][:, k]).tobytes()
    assert table["feature_b_index"].to_numpy().tolist() == hits["feature_b"]["index"].tolist()
    assert [FeatureKind[name.upper()] for name in table["feature_b_kind"].to_pylist()] == list(hits["feature_b"]["kind"])


@pytest.mark.parametrize("dimension", [2, 3])
def test_answers_are_those_of_first_hit_many(dimension, tmp_path):
    columns = pairs(tmp_path / "in.parquet", 3000, dimension)
    hits = expected(columns, dimension)
    assert 30 < np.sum(hits["outcome"] == Outcome.IMPACT) < 2900
    assert first_hit_dataset(tmp_path / "in.parquet", tmp_path / "out", serial=True, horizon=9.0, keep=["name"],
                             rows_per_task=300) == 3000
    assert len(list((tmp_path / "out").glob("part-*"))) == 13  # of groups of 700, 700, 700, 700 and 200 rows
    assert_answered(answers(tmp_path / "out"), hits, columns)


def test_a_cluster_answers_a_folder_and_goes_on_where_it_ended(machines, tmp_path):
    (tmp_path / "in").mkdir()
    two = [pairs(tmp_path / f"in/{name}.parquet", 2000, seed=seed) for name, seed in (("a", 1), ("b", 2))]
    columns = {name: np.concatenate([each[name] for each in two]) for name in two[0]}
    killing = once(1, lambda: machines.workers[0].kill())
    ask = {"horizon": 9.0, "keep": ["name"], "rows_per_task": 100}
    assert first_hit_dataset(tmp_path / "in", tmp_path / "out", machines.address, progress=killing, **ask) == 4000
    assert killing.done
    assert_answered(answers(tmp_path / "out"), expected(columns), columns)
    parts = sorted((tmp_path / "out").glob("part-*"))
    times = {path: path.stat().st_mtime_ns for path in parts}
    parts[7].unlink()
    (tmp_path / "out/.part-000000000000.parquet.123").write_text("of one who was killed")
    first_hit_dataset(tmp_path / "in", tmp_path / "out", serial=True, **ask)
    assert_answered(answers(tmp_path / "out"), expected(columns), columns)
    assert all(path.stat().st_mtime_ns == times[path] for path in parts if path != parts[7])
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["_dataset.json", *(path.name for path in parts)]
    with pytest.raises(ValueError, match="found one of others"):
        first_hit_dataset(tmp_path / "in", tmp_path / "out", serial=True, **{**ask, "horizon": 8.0})


def test_shapes_may_be_given_for_all_and_things_may_turn(tmp_path):
    columns = {"a_position_x": [0.0, 0.0], "a_position_y": [0.0, 9.0], "a_velocity_x": [1.0, 1.0], "a_velocity_y": [0.0, 0.0],
               "a_angular_velocity": [0.5, 0.0], "b_position_x": [5.0, 5.0], "b_position_y": [0.25, 0.0]}
    pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "in.parquet")
    first_hit_dataset(tmp_path / "in.parquet", tmp_path / "out", serial=True, a=Box((1, 0.5)), b=Ball(0.5), horizon=9.0)
    one = first_hit(Moving(Box((1, 0.5)), Spinning((0, 0), (1, 0), 0.5)), Moving(Ball(0.5), Linear((5, 0.25))), horizon=9.0)
    assert answers(tmp_path / "out")["delay"].to_pylist() == [one.delay, 9.0] and one


def test_what_is_wrong_with_a_file_is_told(tmp_path):
    columns = pairs(tmp_path / "in.parquet", 500, 3, 200)

    def told(message, change, **ask):
        table = {**columns, **change}
        table = {name: column for name, column in table.items() if column is not None}
        pyarrow.parquet.write_table(pyarrow.table(table), tmp_path / "wrong.parquet", row_group_size=200)
        with pytest.raises(ValueError, match=message):
            first_hit_dataset(tmp_path / "wrong.parquet", tmp_path / "none", serial=True, **ask)

    told("expected a column b_half_extent_x, found none", {f"b_half_extent_{axis}": None for axis in "xyz"})
    told("expected a column a_velocity_y", {"a_velocity_y": None})
    told("found a_speed", {"a_speed": columns["a_radius"]})
    told("expected no sizes of a", {}, a=Ball(1))
    told("keep: expected columns of .*, found 'number'", {}, keep=["number"])
    nan = columns["b_velocity_x"].copy()
    nan[350] = math.nan
    told("group 1 of rows, from row 0 on: pair 150: .*expected a finite number, found nan", {"b_velocity_x": nan})
    told("a_radius: expected numbers, found an empty cell", {"a_radius": [*columns["a_radius"][1:], None]})
    with pytest.raises(ValueError, match="expected a Parquet file or a folder"):
        first_hit_dataset(tmp_path / "nowhere", tmp_path / "none", serial=True)


@pytest.mark.skipif(not LONG, reason="the long form")
def test_a_million_pairs_take_little_memory(tmp_path):
    """Ten million, on a cluster, are measured by bench/python/cluster.py."""
    pairs(tmp_path / "in.parquet", 10**6, rows_in_a_group=10**6)
    code = ("import resource, sys; from firsthit import *; first_hit_dataset(sys.argv[1], sys.argv[2], serial=True);"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)")
    peak = subprocess.run([PYTHON, "-c", code, tmp_path / "in.parquet", tmp_path / "out"], capture_output=True, text=True,
                          check=True).stdout
    assert int(peak) < 600_000  # kB; the file's columns alone take 170 MB
