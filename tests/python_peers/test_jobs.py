"""Sweeps and data sets on a batch system, by dask-jobqueue: SLURM's commands are scripts here, which start a job at once."""

import os

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest
from dask_jobqueue import SLURMCluster
from distributed import Client

from firsthit import *

SBATCH = """#!/bin/sh
grep -q '^#SBATCH --cpus-per-task=1$' "$1" || exit 1
cp "$1" "$0.$$.sh"  # the script is gone as soon as this returns
setsid sh "$0.$$.sh" >>"$0.log" 2>&1 &
echo "Submitted batch job $!"
"""
SCANCEL = """#!/bin/sh
for job; do kill -- "-$job"; done
"""


@pytest.fixture
def cluster(tmp_path, monkeypatch):
    (tmp_path / "bin").mkdir()
    for name, script in (("sbatch", SBATCH), ("scancel", SCANCEL)):
        (tmp_path / "bin" / name).write_text(script)
        (tmp_path / "bin" / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    with SLURMCluster(cores=1, memory="1GB", walltime="00:10:00", interface="lo", local_directory=str(tmp_path),
                      log_directory=str(tmp_path), scheduler_options={"dashboard_address": "127.0.0.1:0"}) as made:
        made.scale(jobs=2)
        yield made


def test_a_sweep_and_a_data_set_by_jobs(cluster, tmp_path):
    over = {"gas.0.packing": [0.1, 0.3]}
    ask = {"repeats": 4, "settings": {"gas.0.count": 100, "run.collisions": 2000}}
    with Client(cluster) as client:
        client.wait_for_workers(1, timeout=600)  # or else it fails
        by_jobs = sweep("gas2d", over, folder=tmp_path / "jobs", client=client, **ask)
        assert len(client.scheduler_info()["workers"]) >= 1  # jobs, as nothing else runs workers here
        columns = {f"{side}_{part}_{axis}": np.random.default_rng(i).normal(size=1000) for i, (side, part, axis) in enumerate(
            (side, part, axis) for side in "ab" for part in ("position", "velocity") for axis in "xyz")}
        pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "pairs.parquet")
        for name, how in (("jobs", {"client": client}), ("serial", {"serial": True})):
            first_hit_dataset(tmp_path / "pairs.parquet", tmp_path / f"{name}-answers", a=Ball(0.25), b=Ball(0.25), horizon=5.0,
                              rows_per_task=300, **how)
    serial = sweep("gas2d", over, folder=tmp_path / "serial", serial=True, **ask)
    table = lambda made: made.table.to_arrow().drop_columns(["wall_seconds"])
    assert table(by_jobs).equals(table(serial)) and len(serial.table) == 8
    answers = lambda name: pyarrow.parquet.read_table(tmp_path / f"{name}-answers")
    assert answers("jobs").equals(answers("serial")) and "impact" in answers("serial")["outcome"].to_pylist()
