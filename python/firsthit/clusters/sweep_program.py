"""The command firsthit-sweep: a sweep from a file."""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path
from typing import Any

_KEYS = {"scene": str, "folder": str, "repeats": int, "seed": int, "cluster": str, "serial": bool, "show": str,
         "against": str, "patience": (int, float), "over": dict, "settings": dict}

_HELP = """SWEEP is a TOML file:

  scene = "gas2d"       # a scene file, from where the sweep's file is, or one that comes with firsthit
  folder = "out/sweep"  # where results are kept, and where it goes on; out/NAME if it is not given
  repeats = 5           # runs of each combination
  show = "compressibility"  # what the page draws, a key of summary.json
  cluster = "tcp://host:8786"  # the scheduler of a Dask cluster; if it is not given, this machine

  [over]                # a run for every combination of these
  gas.0.packing = [0.1, 0.2, 0.3]

  [settings]            # what holds for all
  run.collisions = 100000

Further keys: seed (0), against (what the page draws it against, a key of over), patience (600, seconds that a scheduler
is waited for), serial (false, without a cluster)."""


def _flat(name: str, tables: dict[str, Any]) -> dict[str, Any]:
    """`gas.0.packing = 1` of TOML, tables in tables, as a key of settings."""
    flat: dict[str, Any] = {}
    for key, value in tables.items():
        flat.update(_flat(f"{name}{key}.", value) if isinstance(value, dict) else {f"{name}{key}": value})
    return flat


def main() -> None:
    words = argparse.ArgumentParser("firsthit-sweep", description="Runs a scene for every combination of settings.",
                                    formatter_class=argparse.RawDescriptionHelpFormatter, epilog=_HELP)
    words.add_argument("sweep", metavar="SWEEP", help="what to run, a TOML file")
    words.add_argument("--cluster", metavar="ADDRESS", help="the scheduler of a Dask cluster, in place of the file's")
    words.add_argument("--folder", metavar="DIR", help="where results are kept, in place of the file's")
    asked = words.parse_args()
    try:
        _run(Path(asked.sweep), asked.cluster, asked.folder)
    except (ValueError, TypeError, OSError, ImportError, RuntimeError) as error:
        sys.exit(f"firsthit-sweep: {error}")
    except KeyboardInterrupt:
        print("firsthit-sweep: interrupted; started again, it goes on", file=sys.stderr)
        sys.exit(130)


def _run(path: Path, cluster: str | None, folder: str | None) -> None:
    from firsthit.scenes import scene
    from firsthit.clusters.sweeps import sweep

    told: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    for key, value in told.items():
        if key not in _KEYS:
            raise ValueError(f"{path}: {key}: expected one of {', '.join(_KEYS)}")
        if not isinstance(value, _KEYS[key]):  # type: ignore[arg-type]
            raise ValueError(f"{path}: {key}: expected another kind of value, found {value!r}")
    for key in ("scene", "over"):
        if key not in told:
            raise ValueError(f"{path}: expected a key {key}, found none")
    beside = path.parent / told["scene"]
    made = sweep(scene(beside if beside.is_file() else told["scene"]), _flat("", told["over"]),
                 folder=folder or told.get("folder") or Path("out") / path.stem, repeats=told.get("repeats", 1),
                 settings=_flat("", told.get("settings", {})), seed=told.get("seed", 0), client=cluster or told.get("cluster"),
                 serial=told.get("serial", False), patience=told.get("patience", 600.0), progress=True)
    page = made.page(told.get("show"), told.get("against"))
    print(f"{len(made.table)} runs in {made.folder}, the curve in {page}")
