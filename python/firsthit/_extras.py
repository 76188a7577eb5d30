"""Packages that are asked for only where they are needed, so that nobody else need have them."""

from __future__ import annotations

import importlib
from typing import Any


def needed(module: str, extra: str, what: str) -> Any:
    """A module of another package, imported now; `extra` is the option of this package that installs it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = module.split(".")[0]
        raise ImportError(f"{what} needs {name}: pip install 'firsthit[{extra}]'", name=name) from error
