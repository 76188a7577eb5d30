"""What shapes, motions and answers are made of: plain values that do not change."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any, NoReturn, SupportsFloat

import numpy as np
import numpy.typing as npt

Vector = tuple[float, ...]
"""Two numbers in the plane, three in space."""

VectorLike = Sequence[float] | npt.NDArray[Any]
"""What a vector is made from: a tuple, a list, an array."""


class Value:
    """A value: equal to others with the same fields, to be hashed, copied and pickled; its `repr` is code for it."""

    __slots__: tuple[str, ...] = ()

    def _set(self, **fields: object) -> None:
        put = object.__setattr__
        for name, value in fields.items():
            put(self, name, value)

    def _fields(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__ if not name.startswith("_")}

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} does not change: make a new one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} does not change: make a new one")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={_code(value)}' for name, value in self._fields().items())})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((type(self), *self._fields().values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(self._fields().values())


def _code(value: object) -> str:
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else repr(value)


def say(value: object) -> str:
    """What was found, in few words."""
    if isinstance(value, int) and value.bit_length() > 1024:
        return f"a whole number of {value.bit_length()} bits"
    if isinstance(value, (str, int, float, complex, bool)) or value is None:
        text = repr(value)
        return text if len(text) <= 60 else text[:57] + "..."
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} of shape {value.shape}"
    if isinstance(value, (tuple, list)):
        text = repr(value)
        return text if len(text) <= 60 else f"a {type(value).__name__} of {len(value)}"
    return f"a {type(value).__name__}"


def number(name: str, value: SupportsFloat, *, least: float | None = None, above: float | None = None,
           infinite: bool = False) -> float:
    """A number as a float; refuses what is none, and what lies outside."""
    if type(value) is float:
        result = value
    else:
        if isinstance(value, (str, bytes, bool)) or not hasattr(value, "__float__") or getattr(value, "ndim", 0) != 0:
            raise TypeError(f"{name}: expected a number, found {say(value)}")
        try:
            result = float(value)
        except OverflowError:
            raise ValueError(f"{name}: expected a finite number, found {say(value)}") from None
        except (TypeError, ValueError):
            raise TypeError(f"{name}: expected a number, found {say(value)}") from None
    if math.isnan(result) or (math.isinf(result) and not infinite):
        raise ValueError(f"{name}: expected a {'number' if infinite else 'finite number'}, found {result!r}")
    if least is not None and result < least:
        raise ValueError(f"{name}: expected >= {least:g}, found {result!r}")
    if above is not None and result <= above:
        raise ValueError(f"{name}: expected > {above:g}, found {result!r}")
    return result


def _items(name: str, value: object, expected: str) -> list[Any]:
    if isinstance(value, (str, bytes, dict)) or not isinstance(value, Iterable):
        raise TypeError(f"{name}: expected {expected}, found {say(value)}")
    if isinstance(value, np.ndarray) and value.ndim == 0:
        raise TypeError(f"{name}: expected {expected}, found {say(value)}")
    return list(value)


def _quick(value: object) -> Vector | None:
    """Numbers that are plainly finite, as nearly all are; else None, and who is slower tells what is wrong."""
    items: list[Any] | tuple[Any, ...]
    if isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype.kind in "fiu":
        items = value.tolist()
    elif isinstance(value, (tuple, list)):
        items = value
    else:
        return None
    if any(type(x) is not float and type(x) is not int for x in items):
        return None
    try:
        result = tuple(map(float, items))
    except OverflowError:
        return None
    return result if all(map(math.isfinite, result)) else None


def vector(name: str, value: VectorLike, dimension: int | None = None, *, least: float | None = None) -> Vector:
    """A vector as a tuple of two or three floats, or of as many as another has."""
    quick = _quick(value)
    if quick and (len(quick) == dimension if dimension is not None else len(quick) in (2, 3)):
        if least is None or min(quick) >= least:
            return quick
    lengths = {2: "2 numbers", 3: "3 numbers", None: "2 or 3 numbers"}
    expected = lengths.get(dimension, f"{dimension} numbers")
    items = _items(name, value, expected)
    if len(items) != dimension if dimension is not None else len(items) not in (2, 3):
        raise ValueError(f"{name}: expected {expected}, found {len(items)}")
    return tuple(number(f"{name}[{i}]", item, least=least) for i, item in enumerate(items))


def vectors(name: str, value: Iterable[VectorLike] | npt.NDArray[Any], dimension: int | None = None, *,
            count: int | None = None) -> tuple[Vector, ...]:
    """Several vectors of one dimension."""
    expected = f"{count} vectors" if count is not None else "some vectors"
    rows = _items(name, value, expected)
    if (count is not None and len(rows) != count) or not rows:
        raise ValueError(f"{name}: expected {expected}, found {len(rows) or 'none'}")
    first = vector(f"{name}[0]", rows[0], dimension)
    return (first, *(vector(f"{name}[{i}]", row, len(first)) for i, row in enumerate(rows[1:], 1)))


def instance(name: str, value: object, kind: type | tuple[type, ...], expected: str) -> None:
    """Refuses what is of another type."""
    if not isinstance(value, kind):
        raise TypeError(f"{name}: expected {expected}, found {say(value)}")


def word(name: str, value: int, largest: int = 0xFFFFFFFF) -> int:
    """A whole number as C++ keeps it."""
    try:
        whole = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, found {say(value)}") from None
    if isinstance(value, bool) or not 0 <= whole <= largest:
        raise ValueError(f"{name}: expected a whole number from 0 to {largest}, found {say(value)}")
    return whole
