"""Tables: columns that have names, for NumPy, Arrow, pandas and Polars."""

from __future__ import annotations

import csv
import html
import importlib.util
import os
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from firsthit import _core
from firsthit._extras import needed
from firsthit._values import say

_AXES = ("x", "y", "z")
_ROWS_SHOWN = 10


class Table:
    """Columns of one length, each with a name: what a run lists, or records made flat by `Table.of`.

    `table["time"]` is a column, an array; `table[0]` a row, a dictionary. Where a cell is empty, columns of floats have
    NaN, those of whole numbers -1. `to_pandas`, `to_polars` and `to_arrow` make a data frame of it, in which empty cells
    are null; so does whatever takes Arrow's streams, `polars.DataFrame(table)` for instance. `np.asarray(table)` has a
    record a row.

    >>> impacts = Table.of(np.zeros(2, [("time", float), ("normal", float, 2)]))
    >>> impacts
    <Table of 2 rows: time, normal_x, normal_y>
    >>> impacts["normal_y"], float(impacts[1]["time"])
    (array([0., 0.]), 0.0)
    """

    def __init__(self, columns: Mapping[str, npt.ArrayLike]) -> None:
        self._columns: dict[str, npt.NDArray[Any]] = {name: np.asarray(column) for name, column in columns.items()}
        self._arrow: Any = None  # the same, if it came by Arrow: then columns are taken from it as they are asked for
        self.names: tuple[str, ...] = tuple(self._columns)
        lengths = {column.shape for column in self._columns.values()}
        if len(lengths) > 1 or any(len(shape) != 1 for shape in lengths):
            raise ValueError(f"columns: expected arrays of one dimension and one length, found shapes {sorted(lengths)}")

    @staticmethod
    def of(records: npt.NDArray[Any]) -> Table:
        """Records, each field a column; vectors become columns `_x`, `_y` and `_z`, fields of fields `_kind` and so on.

        Takes what `World.on_impacts` and `first_hit_many` tell, for instance. Batches: `np.concatenate` them first.
        """
        if not isinstance(records, np.ndarray) or records.dtype.names is None or records.ndim != 1:
            raise TypeError(f"records: expected an array of records, found {say(records)}")
        return Table(dict(_flat("", records)))

    @staticmethod
    def from_arrow(table: Any) -> Table:
        """A table of pyarrow's."""
        made = Table({})
        made._arrow, made.names = table, tuple(table.column_names)
        return made

    def __len__(self) -> int:
        if self._arrow is not None:
            return int(self._arrow.num_rows)
        return len(next(iter(self._columns.values()), ()))

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.names)}>"

    def __getitem__(self, key: str | int) -> Any:
        if isinstance(key, str):
            return self._column(key)
        return {name: self._column(name)[key] for name in self.names}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[i] for i in range(len(self)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        columns = {name: self._column(name) for name in self.names}
        records = np.zeros(len(self), [(name, column.dtype) for name, column in columns.items()])
        for name, column in columns.items():
            records[name] = column
        return records if dtype is None else records.astype(dtype)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> Any:
        """A `pyarrow.Table`; needs pyarrow (`firsthit[arrow]`)."""
        if self._arrow is None:
            arrow = needed("pyarrow", "arrow", "Table.to_arrow")
            self._arrow = arrow.table({name: arrow.array(column) for name, column in self._columns.items()})
        return self._arrow

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame`; needs pandas (`firsthit[pandas]`). Whole numbers with empty cells are `Int64`, of pandas."""
        pandas = needed("pandas", "pandas", "Table.to_pandas")
        if self._arrow is None:
            return pandas.DataFrame(self._columns, copy=False)
        holes = [name for name in self.names if self._arrow[name].null_count]
        whole = {f"{kind}int{bits}": getattr(pandas, f"{kind.upper()}Int{bits}Dtype")() for kind in ("", "u")
                 for bits in (8, 16, 32, 64)}
        frame = self._arrow.to_pandas(split_blocks=True)
        for name in holes:
            kind = whole.get(str(self._arrow.schema.field(name).type))
            if kind is not None:
                frame[name] = kind.__from_arrow__(self._arrow[name])
        return frame

    def to_polars(self) -> Any:
        """A `polars.DataFrame`; needs Polars (`firsthit[polars]`)."""
        polars = needed("polars", "polars", "Table.to_polars")
        return polars.DataFrame(self._columns) if self._arrow is None else polars.from_arrow(self._arrow)

    def _column(self, name: str) -> npt.NDArray[Any]:
        if name not in self._columns:
            if name not in self.names:
                raise KeyError(f"{name}: expected one of {', '.join(self.names)}")
            self._columns[name] = _numpy(self._arrow[name])
        return self._columns[name]

    def _repr_html_(self) -> str:
        shown = [self[i] for i in range(min(len(self), _ROWS_SHOWN))]
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.names)
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(_cell(x))}</td>" for x in row.values()) + "</tr>" for row in shown)
        more = f"<p>{len(self)} rows" + (f", the first {len(shown)} shown" if len(self) > len(shown) else "") + "</p>"
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"


def _cell(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, (float, np.floating)) else str(value)


def _flat(name: str, array: npt.NDArray[Any]) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    if array.dtype.names is not None:
        for field in array.dtype.names:
            yield from _flat(f"{name}_{field}" if name else field, array[field])
    elif array.ndim == 2:
        for axis, label in zip(range(array.shape[1]), _AXES if array.shape[1] <= 3 else map(str, range(array.shape[1]))):
            yield f"{name}_{label}", np.ascontiguousarray(array[:, axis])
    else:
        yield name, np.ascontiguousarray(array)


def _numpy(column: Any) -> npt.NDArray[Any]:
    """A column of Arrow's: empty cells as NaN, -1 or no text."""
    kind = str(column.type)
    if kind == "null":
        return np.full(len(column), np.nan)
    if kind.startswith("dictionary"):
        column = column.cast("string")
    if column.null_count and not kind.startswith(("double", "float")):
        column = column.fill_null(-1 if "int" in kind and not kind.startswith("dictionary") else
                                  False if kind == "bool" else "")
    array: npt.NDArray[Any] = column.to_numpy()
    return array.astype(str) if array.dtype == object else array


def read_csv(path: str | os.PathLike[str]) -> Table:
    """A table that a run has written; names of columns without their units.

    Raises `ValueError` for what is no such table, with the line.
    """
    with open(path, "rb") as file:
        heads = file.readline().decode(errors="replace")
    try:
        names = [head.split(" [")[0] for head in next(csv.reader([heads], strict=True), [])]
    except csv.Error:
        raise ValueError(f"{os.fsdecode(path)}:1: expected names of columns, found {heads.rstrip()!r}") from None
    if len(set(names)) < len(names):
        raise ValueError(f"{os.fsdecode(path)}:1: expected names of columns, each once, found {heads.rstrip()!r}")
    text = _core.TableText(os.fsdecode(path), len(os.sched_getaffinity(0)))
    columns = {name: np.empty(text.rows(), _DTYPES[_type_of(name)]) for name in names}
    told = dict(zip(names, text.read(list(columns.values()))))
    if importlib.util.find_spec("pyarrow") is None:
        return Table({name: np.array(told[name][1], str)[column] if _type_of(name) is str else column
                      for name, column in columns.items()})
    arrow = needed("pyarrow", "arrow", "read_csv")

    def of_arrow(column: npt.NDArray[Any], has_empty: bool, texts: list[str]) -> Any:
        if column.dtype == _DTYPES[str]:
            return arrow.DictionaryArray.from_arrays(column, arrow.array(texts, arrow.string()))
        empty = np.isnan(column) if column.dtype == _DTYPES[float] else column == -1
        return arrow.array(column, mask=empty if has_empty else None)

    return Table.from_arrow(arrow.table({name: of_arrow(column, *told[name]) for name, column in columns.items()}))


_DTYPES: dict[type, npt.DTypeLike] = {float: np.float64, int: np.int64, str: np.int32}
"""Of columns as they are read; of texts the numbers."""


def _type_of(column: str) -> type:
    if column in ("kind", "name_a", "name_b"):
        return str
    return int if column in ("index", "a", "b", "collisions", "count") else float
