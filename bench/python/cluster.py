"""What sweeps and data sets cost beside their work: python bench/python/cluster.py [PAIRS]

A run of the least scene there is, one after the other and on a cluster of two workers: what a task costs beside its
run. And 10^7 pairs of balls, or PAIRS, from Parquet to Parquet: pairs a second, and the most memory of a worker.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow
import pyarrow.parquet
from distributed import Client, LocalCluster

from firsthit import Scene, first_hit_dataset, sweep

LEAST = Scene({"format": 1, "dimension": 2, "run": {"until": 0.0}, "ball": [{"position": [0, 0], "radius": 1.0}]})


def peak(_=None):
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def processor(client):
    """[ms] of the processor, of this process, in which the scheduler is, and of the workers; not of the program's runs."""
    return 1e3 * (time.process_time() + sum(client.run(time.process_time).values()))


def overhead(client, folder, runs=200):
    took, spent = {}, {}
    for how in ("serial", "cluster"):
        begin, before = time.perf_counter(), processor(client)
        sweep(LEAST, {"ball.0.mass": [1.0, 2.0]}, repeats=runs // 2, folder=folder / how, serial=how == "serial",
              client=client)
        took[how], spent[how] = (time.perf_counter() - begin) / runs * 1e3, (processor(client) - before) / runs
    print(f"a run of the least scene: {took['serial']:.1f} ms one after the other, {took['cluster']:.1f} ms on the cluster; "
          f"of the processor's time, beside the run, {spent['serial']:.1f} ms and {spent['cluster']:.1f} ms: "
          f"{spent['cluster'] - spent['serial']:.1f} ms a task")


def dataset(client, folder, pairs):
    rng = np.random.default_rng(1)
    writer = None
    for begin in range(0, pairs, 1 << 20):
        n = min(1 << 20, pairs - begin)
        columns = {f"{side}_{part}_{axis}": rng.normal(scale=scale, size=n) for side in "ab"
                   for part, scale in (("position", 4.0), ("velocity", 1.0)) for axis in "xyz"}
        columns |= {f"{side}_radius": rng.uniform(0, 1, n) for side in "ab"}
        table = pyarrow.table(columns)
        writer = writer or pyarrow.parquet.ParquetWriter(folder / "pairs.parquet", table.schema)
        writer.write_table(table)
    writer.close()
    before = client.run(peak)
    begin = time.perf_counter()
    assert first_hit_dataset(folder / "pairs.parquet", folder / "answers", client, horizon=9.0) == pairs
    took = time.perf_counter() - begin
    after = client.run(peak)
    size = lambda path: sum(file.stat().st_size for file in path.rglob("*.parquet")) / 1e9
    print(f"{pairs} pairs in {took:.1f} s: {pairs / took:.3g} a second; a worker had {max(before.values()):.0f} MB before, "
          f"{max(after.values()):.0f} MB at most; {(folder / 'pairs.parquet').stat().st_size / 1e9:.2f} GB in, "
          f"{size(folder / 'answers'):.2f} GB out")


def main():
    with tempfile.TemporaryDirectory() as place, LocalCluster(2, threads_per_worker=1) as cluster, Client(cluster) as client:
        overhead(client, Path(place))
        dataset(client, Path(place), int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**7)


if __name__ == "__main__":
    main()
