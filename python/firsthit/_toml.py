"""Scenes as TOML, from dictionaries."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from firsthit._values import say


def value_text(name: str, value: object) -> str:
    """A value as TOML has it in a line."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(name, value)
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return repr(float(value))  # also inf and nan, which TOML has
    if isinstance(value, Mapping):
        return "{" + ", ".join(_line(name, key, x) for key, x in value.items()) + "}"
    if isinstance(value, (list, tuple, np.ndarray)):
        return "[" + ", ".join(value_text(f"{name}[{i}]", x) for i, x in enumerate(value)) + "]"
    raise TypeError(f"{name}: expected text, a number, a truth value, a list or a dictionary, found {say(value)}")


def _quoted(name: str, text: str) -> str:
    """In ASCII, as scenes are: as JSON has it, but that TOML has no pairs of surrogates."""
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError(f"{name}: expected a text in Unicode, found {text!r}")
    return re.sub(r"[^ -~]", lambda found: f"\\u{ord(found[0]):04x}" if ord(found[0]) < 0x10000 else f"\\U{ord(found[0]):08x}",
                  json.dumps(text, ensure_ascii=False))


def key_text(name: str, key: object) -> str:
    """A key as TOML has it."""
    if not isinstance(key, str):
        raise TypeError(f"{name or 'scene'}: expected keys that are text, found {say(key)}")
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(name or "scene", key)


def document(tables: Mapping[str, Any]) -> str:
    """A whole file: first what stands at its top, then its tables, then its lists of tables, an element each."""
    top, rest = [], []
    for key, value in tables.items():
        if isinstance(value, Mapping):
            rest.append(f"[{key_text('', key)}]\n{_lines(key, value)}")
        elif isinstance(value, (list, tuple)) and value and all(isinstance(x, Mapping) for x in value):
            rest += [f"[[{key_text('', key)}]]\n{_lines(f'{key}[{i}]', x)}" for i, x in enumerate(value)]
        else:
            top.append(f"{key_text('', key)} = {value_text(key, value)}\n")
    return "".join(top + rest)


def _lines(name: str, table: Mapping[str, Any]) -> str:
    return "".join(_line(name, key, value) + "\n" for key, value in table.items())


def _line(name: str, key: object, value: object) -> str:
    return f"{key_text(name, key)} = {value_text(f'{name}.{key}', value)}"
