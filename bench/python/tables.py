"""How fast the events of a run become a data frame: python bench/python/tables.py FOLDER, of a run with --events.

Beside pyarrow's own reader of such text; both take turns, and the least of all rounds counts. [s] by the clock and by the
processor, all threads together.
"""

import sys
import time

import pandas
import pyarrow
import pyarrow.csv

from firsthit import Run

ROUNDS = 9


def by_arrow(path, kinds):
    options = pyarrow.csv.ConvertOptions(column_types=kinds, null_values=[""], strings_can_be_null=False)
    return pyarrow.csv.read_csv(path, convert_options=options).to_pandas(split_blocks=True)


def main():
    path = Run(sys.argv[1]).folder / "events.csv"
    table = Run(sys.argv[1]).events.to_arrow()
    heads = path.open().readline().strip().split(",")
    kinds = {head: field.type for head, field in zip(heads, table.schema)}
    ways = {"firsthit": lambda: Run(sys.argv[1]).events.to_pandas(), "pyarrow": lambda: by_arrow(path, kinds)}
    least = {}
    for _ in range(ROUNDS):
        for name, read in ways.items():
            clock, processor = time.perf_counter(), time.process_time()
            frame = read()
            took = time.perf_counter() - clock, time.process_time() - processor
            least[name] = tuple(map(min, took, least.get(name, took)))
            assert len(frame) == len(table) and frame.iloc[:, 1].to_numpy().tobytes() == table["time"].to_numpy().tobytes()
    print(f"{len(table)} events, {path.stat().st_size / 1e6:.0f} MB" + "".join(
        f"   {name} {clock:.2f} s, of the processor {processor:.2f} s" for name, (clock, processor) in least.items()))


main()
