"""Arrays of numbers, looked at before C++ reads them where they lie."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from firsthit._values import say

Doubles = npt.NDArray[np.float64]


def array_of(name: str, value: object, expected: str) -> npt.NDArray[Any]:
    """The value as an array, of numbers of any kind; refuses what is none."""
    if isinstance(value, (str, bytes, dict)) or value is None:
        raise TypeError(f"{name}: expected {expected}, found {say(value)}")
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: expected {expected}, found {say(value)}, whose rows differ in length") from None
    if array.dtype.kind not in "iuf" or not np.can_cast(array.dtype, np.float64, "same_kind"):
        raise TypeError(f"{name}: expected {expected}, found {say(array)}")
    return array


def doubles(name: str, value: object, *shape: int | None) -> Doubles:
    """The value as an array of doubles of this shape, in which None is any number. No copy if it is one already."""
    sizes = ", ".join("n" if n is None else str(n) for n in shape)
    expected = f"an array of numbers of shape ({sizes}{',' * (len(shape) == 1)})"
    array = array_of(name, value, expected)
    if array.ndim != len(shape) or any(n is not None and n != m for n, m in zip(shape, array.shape)):
        raise ValueError(f"{name}: expected {expected}, found one of shape {array.shape}")
    if array.dtype != np.float64 or not array.flags.aligned or any(stride % 8 for stride in array.strides):
        array = array.astype(np.float64)
    return array


def record(layout: dict[str, int], formats: dict[str, Any]) -> np.dtype[np.void]:
    """The type of records whose fields stand where C++ has them."""
    size = layout.pop("")
    return np.dtype({"names": list(layout), "formats": [formats[name] for name in layout],
                     "offsets": list(layout.values()), "itemsize": size})


def place_for(name: str, out: npt.NDArray[np.void] | None, dtype: np.dtype[np.void], count: int) -> npt.NDArray[np.void]:
    """`out`, if it can hold `count` answers, or a new array that can."""
    if out is None:
        return np.zeros(count, dtype)
    if not isinstance(out, np.ndarray) or out.dtype != dtype or out.shape != (count,):
        found = say(out) if not isinstance(out, np.ndarray) or out.dtype == dtype else "one of another dtype"
        kind = TypeError if not isinstance(out, np.ndarray) else ValueError
        raise kind(f"{name}: expected an array of {count} such records, found {found}")
    if not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise ValueError(f"{name}: expected an array that is contiguous and can be written to")
    return out


def raw(records: npt.NDArray[np.void]) -> npt.NDArray[np.uint8]:
    """The bytes of records."""
    return records.view(np.uint8)
