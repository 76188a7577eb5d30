"""First hits of as many pairs as there are, from Parquet to Parquet, some at a time."""

from __future__ import annotations

import json
import math
import os
import sys
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from firsthit import _core
from firsthit.clusters.cluster import Cluster
from firsthit._extras import needed
from firsthit._files import whole
from firsthit._progress import Progress, Teller
from firsthit._values import instance, number, say, word
from firsthit.batches import Balls, Boxes, Many, first_hit_many
from firsthit.queries import FeatureKind, Outcome
from firsthit.shapes import Shape
from firsthit.tables import Table

_AXES = ("x", "y", "z")
_AT_ONCE = 65536
"""Rows that are in memory at once, in each process: some 20 MB with their answers."""


def first_hit_dataset(parquet_in: str | os.PathLike[str], parquet_out: str | os.PathLike[str], client: Any = None, *,
                      a: Shape | None = None, b: Shape | None = None, horizon: float = math.inf, margin: float = 0.0,
                      keep: Sequence[str] = (), rows_per_task: int = 1 << 20, serial: bool = False,
                      patience: float = 600.0, progress: bool | Callable[[Progress], None] = False) -> int:
    """`first_hit_many` of all rows of a Parquet file, or of all files of a folder; returns how many pairs there are.

    Columns, for each of the two sides, here of `a`: `a_position_x`, `_y` and in space `_z` [L]; and as far as they are
    there `a_velocity_x`, ... [L/T], `a_acceleration_x`, ... [L/T^2]; `a_angular_velocity`, in space `_x`, `_y`, `_z`
    [rad/T]; `a_orientation_w`, `_z`, in space `_w`, `_x`, `_y`, `_z`; `a_centre_x`, ... [L]. The shape is that of `a=`,
    for all; or balls of `a_radius` [L]; or boxes of `a_half_extent_x`, ... [L].

    `parquet_out` is a folder of parts in the order of the rows, each with the columns `keep` of the input, and then
    `outcome` (as `Outcome.name` in lower case), `delay`, `delay_upper`, `first_touch`, `normal_x`, ..., `point_a_x`, ...,
    `point_b_x`, ..., `gap`, `feature_a_kind`, `feature_a_index` and those of b. Parts that are there are not made again,
    so that it goes on after whatever ended it; the folder is refused if it holds answers to something else.

    Work is spread as by `sweep`, `rows_per_task` rows of a group of rows a task; every worker reads the input and writes
    its part, so both must be where all workers see them. A worker holds some ten thousand pairs at a time.

    Raises `ValueError` that names the file and the first row whose numbers cannot be used. Needs Dask (`firsthit[dask]`).
    """
    parquet = needed("pyarrow.parquet", "dask", "first_hit_dataset")
    source, target = Path(os.fspath(parquet_in)).absolute(), Path(os.fspath(parquet_out)).absolute()
    for name, shape in (("a", a), ("b", b)):
        instance(name, shape, (Shape, type(None)), "a shape")
    files = sorted(source.glob("*.parquet")) if source.is_dir() else [source]
    if not files or not files[0].is_file():
        raise ValueError(f"{source}: expected a Parquet file or a folder of such, found none")
    asked = {"horizon": number("horizon", horizon, least=0.0, infinite=True),
             "margin": number("margin", margin, least=0.0), "a": a, "b": b, "keep": tuple(keep)}
    step = word("rows_per_task", rows_per_task)
    work: dict[str, tuple[Any, ...]] = {}
    total, described = 0, []
    for file in files:
        told = parquet.ParquetFile(file)
        _checked(file, told.schema_arrow.names, asked)
        described.append([file.name, told.metadata.num_rows])
        for group in range(told.num_row_groups):
            rows = told.metadata.row_group(group).num_rows
            for begin in range(0, rows, max(step, 1)):
                part = target / f"part-{total + begin:012d}.parquet"
                work[part.name] = (str(file), group, begin, min(step, rows - begin), str(part), asked)
            total += rows
    plan = {"version": _core.version, "files": described, "rows_per_task": step,
            **{key: repr(value) for key, value in asked.items()}}
    _begin(target, plan)
    left = {name: task for name, task in work.items() if not (target / name).is_file()}
    teller = Teller(progress, len(work), "parts")
    teller.begin(len(work) - len(left))
    if serial:
        for task in left.values():
            answer_part(*task)
            teller.more(1)
    elif left:
        cluster = Cluster(client, patience, teller.say)
        try:
            for some in cluster.results(answer_part, left):
                teller.more(len(some))
        finally:
            cluster.close()
    return total


def answer_part(file: str, group: int, begin: int, count: int, part: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Answers some rows of a group of rows, and writes them."""
    arrow, parquet = needed("pyarrow", "dask", "first_hit_dataset"), needed("pyarrow.parquet", "dask", "first_hit_dataset")
    source = parquet.ParquetFile(file, pre_buffer=False)
    names = [name for name in source.schema_arrow.names if name in asked["keep"] or name[:2] in ("a_", "b_")]
    temporary, writer, at = str(Path(part).with_name(f".{Path(part).name}.{uuid.uuid4().hex}")), None, 0
    try:
        for batch in source.iter_batches(_AT_ONCE, row_groups=[group], columns=names):
            low, high = max(begin - at, 0), min(begin + count - at, batch.num_rows)
            at += batch.num_rows
            if low >= high:
                continue
            some = batch.slice(low, high - low)
            try:
                answers = _answers(arrow, some, asked)
            except ValueError as error:
                first = at - batch.num_rows + low
                raise ValueError(f"{file}: group {group} of rows, from row {first} on: {error}") from None
            if writer is None:
                writer = parquet.ParquetWriter(temporary, answers.schema, compression="zstd", compression_level=1,
                                               use_dictionary=["outcome", "feature_a_kind", "feature_b_kind"])
            writer.write_table(answers)
            if at >= begin + count:
                break
    finally:
        if writer is not None:
            writer.close()
        if sys.exc_info()[0] is not None and os.path.exists(temporary):
            os.unlink(temporary)
    os.replace(temporary, part)
    return {"rows": count}


def _answers(arrow: Any, batch: Any, asked: dict[str, Any]) -> Any:
    columns = {name: batch.column(name) for name in batch.schema.names}
    for name, column in columns.items():
        if column.null_count and name not in asked["keep"]:
            raise ValueError(f"{name}: expected numbers, found an empty cell")
    hits = first_hit_many(_side("a", columns, asked["a"]), _side("b", columns, asked["b"]),
                          horizon=asked["horizon"], margin=asked["margin"])
    told = {name: columns[name] for name in asked["keep"]}
    for name, column in Table.of(hits)._columns.items():
        if name == "outcome":
            told[name] = _named(arrow, Outcome, column)
        elif name.endswith("_kind"):
            told[name] = _named(arrow, FeatureKind, column)
        else:
            told[name] = arrow.array(column)
    return arrow.table(told)


def _named(arrow: Any, kinds: Any, numbers: Any) -> Any:
    names = [kinds(i).name.lower() for i in range(len(kinds))]
    return arrow.DictionaryArray.from_arrays(arrow.array(numbers), names)


def _vectors(name: str, columns: dict[str, Any], labels: tuple[str, ...]) -> Any:
    found = [columns[f"{name}_{label}"] for label in labels if f"{name}_{label}" in columns]
    return np.stack([column.to_numpy(zero_copy_only=False) for column in found], axis=1) if found else None


def _side(side: str, columns: dict[str, Any], shape: Shape | None) -> Many:
    places = _vectors(f"{side}_position", columns, _AXES)
    shapes: Shape | Balls | Boxes
    if shape is not None:
        shapes = shape
    elif f"{side}_radius" in columns:
        shapes = Balls(columns[f"{side}_radius"].to_numpy(zero_copy_only=False))
    else:
        shapes = Boxes(_vectors(f"{side}_half_extent", columns, _AXES))
    rates = _vectors(f"{side}_angular_velocity", columns, _AXES)
    if f"{side}_angular_velocity" in columns:
        rates = columns[f"{side}_angular_velocity"].to_numpy(zero_copy_only=False)
    return Many(shapes, places, _vectors(f"{side}_velocity", columns, _AXES),
                _vectors(f"{side}_acceleration", columns, _AXES), angular_velocities=rates,
                orientations=_vectors(f"{side}_orientation", columns, ("w", *_AXES)),
                centres=_vectors(f"{side}_centre", columns, _AXES))


def _checked(file: Path, names: list[str], asked: dict[str, Any]) -> None:
    """Refuses files that lack columns, and columns of a or b that nobody would read."""
    for name in asked["keep"]:
        if name not in names:
            raise ValueError(f"keep: expected columns of {file}, found {say(name)}")
    axes = _AXES if "a_position_z" in names else _AXES[:2]
    vectors = ("position", "velocity", "acceleration", "half_extent", "centre")
    flat = len(axes) == 2
    known = {f"{part}_{axis}" for part in vectors for axis in axes} | {"radius"}
    known |= {"angular_velocity", "orientation_w", "orientation_z"} if flat else {
        *(f"angular_velocity_{axis}" for axis in axes), *(f"orientation_{label}" for label in ("w", *axes))}
    groups = [[f"{part}_{axis}" for axis in axes] for part in vectors]
    groups.append([name for name in known if name.startswith("orientation_")])
    if not flat:
        groups.append([f"angular_velocity_{axis}" for axis in axes])
    for side in ("a", "b"):
        mine = {name[2:] for name in names if name.startswith(f"{side}_") and name not in asked["keep"]}
        wanted = {f"position_{axis}" for axis in axes}
        if asked[side] is None and "radius" not in mine:
            wanted |= {f"half_extent_{axis}" for axis in axes}
        for group in groups:
            wanted |= set(group) if mine & set(group) else set()
        for name in sorted(wanted - mine):
            raise ValueError(f"{file}: expected a column {side}_{name}, found none")
        for name in sorted(mine - known):
            raise ValueError(f"{file}: expected columns of {side} that tell its shape and motion in {len(axes)}D, "
                             f"found {side}_{name}")
        if asked[side] is not None and mine & {"radius", *groups[3]}:
            raise ValueError(f"{file}: expected no sizes of {side}, whose shape is given, found them")


def _begin(folder: Path, plan: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    described, text = folder / "_dataset.json", json.dumps(plan, indent=1)  # with _ : readers of Parquet pass over it
    if described.is_file() and described.read_text("utf-8") != text:
        raise ValueError(f"{folder}: expected an empty folder or one of these answers, found one of others")
    whole(described, text.encode())
    for rest in folder.glob(".part-*"):  # of those who were killed as they wrote
        rest.unlink(missing_ok=True)
