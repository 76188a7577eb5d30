"""Pictures of runs, by matplotlib."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from firsthit._extras import needed
from firsthit._values import say

if TYPE_CHECKING:
    from firsthit.frames import Frames
    from firsthit.runs import Run

_Points = npt.NDArray[np.float64]

# Okabe and Ito's colours, which colour-blind eyes can tell apart; of those that stand still; of edges.
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442")
_FIXED, _EDGE = "#b8b8b8", "#404040"
_TRAILS = 64, 18  # as picture.svg: up to so many bodies all have trails, of more so many
_AROUND = 48  # corners of what is round: more cannot be seen
_THIN = frozenset({"arc", "container", "segment"})


def axes(ax: Any, in_space: bool = False) -> Any:
    """`ax`, or those of a new figure."""
    if ax is not None:
        return ax
    pyplot = needed("matplotlib.pyplot", "plot", "Run.plot")
    return pyplot.figure(layout="constrained").add_subplot(projection="3d" if in_space else None)


def observables(run: Run, names: Sequence[str], ax: Any) -> Any:
    """What was measured against time, a line each."""
    table, units = run.observables, run._units("observables.csv")
    unknown = [name for name in names if name not in table.names or name == "time"]
    if unknown:
        raise ValueError(f"plot: expected some of {', '.join(table.names[1:])}, radial_distribution, speed_histogram, found "
                         f"{say(unknown[0])}")
    ax = axes(ax)
    one = len({units[name] for name in names}) == 1
    for name, colour in zip(names, _cycle(len(names))):
        ax.plot(table["time"], table[name], color=colour, label=_words(name) if one else f"{_words(name)} [{units[name]}]")
    ax.set_xlabel("time [T]")
    if one:
        ax.set_ylabel(f"{_words(names[0])} [{units[names[0]]}]" if len(names) == 1 else f"[{units[names[0]]}]")
    if len(names) > 1:
        ax.legend()
    return ax


def radial_distribution(run: Run, ax: Any) -> Any:
    """g(r)."""
    table = run.radial_distribution
    ax = axes(ax)
    ax.stairs(table["g"], np.append(table["r_low"], table["r_high"][-1:]), color=_COLOURS[0])
    ax.axhline(1.0, color=_EDGE, linewidth=0.6)
    ax.set(xlabel="r [L]", ylabel="g(r)", ylim=(0, None))
    return ax


def speed_histogram(run: Run, ax: Any) -> Any:
    """Speeds, and Maxwell's."""
    table = run.speed_histogram
    ax = axes(ax)
    edges = np.append(table["v_low"], table["v_high"][-1:])
    ax.stairs(table["density"], edges, fill=True, color=_COLOURS[4], label="measured")
    if not np.all(np.isnan(table["maxwell"])):
        ax.plot((edges[:-1] + edges[1:]) / 2, table["maxwell"], color=_COLOURS[5], label="Maxwell")
    ax.set(xlabel="speed [L/T]", ylabel="density [T/L]", ylim=(0, None))
    ax.legend()
    return ax


def paths(run: Run, bodies: Iterable[int] | None, ax: Any) -> Any:
    """Where bodies went, straight from sample to sample, and how they stand at the end."""
    frames = run.frames
    row_of = {int(body): row for row, body in enumerate(frames.ids)}
    if bodies is None:
        every, few = _TRAILS
        trails = list(range(len(row_of) if len(row_of) <= every else few))
    else:
        missing = [body for body in bodies if body not in row_of]
        if missing:
            raise ValueError(f"bodies: expected ids of bodies that move, found {say(missing[0])}")
        trails = [row_of[body] for body in bodies]
    in_space = frames.dimension == 3
    ax = axes(ax, in_space)
    colours = _cycle(len(row_of)) if len(row_of) <= _TRAILS[0] else [_COLOURS[0]] * len(row_of)
    for row in trails:
        ax.plot(*_whole_pieces(frames, row).T, color=colours[row], linewidth=0.8, alpha=0.6)
    if in_space:
        ax.scatter(*frames.positions[-1].T, c=colours, s=12)
        ax.set(xlabel="x [L]", ylabel="y [L]", zlabel="z [L]")
    else:
        _stand(frames, colours, ax)
        ax.set(xlabel="x [L]", ylabel="y [L]")
    ax.set_aspect("equal")
    ax.set_title(f"{run.summary['scene']}, t = {frames.times[-1]:g}", fontsize="medium")
    return ax


def _whole_pieces(frames: Frames, row: int) -> _Points:
    """A body's places, with a gap wherever it has jumped to the other side of the box."""
    places, images = np.asarray(frames.positions[:, row]), np.asarray(frames.images[:, row])
    jumps = np.flatnonzero(np.any(np.diff(images, axis=0), axis=1)) + 1
    return np.insert(places, jumps, np.nan, axis=0)


def _stand(frames: Frames, colours: Sequence[str], ax: Any) -> None:
    """Outlines of all bodies at the end, of what is fixed, and of the box."""
    collections = needed("matplotlib.collections", "plot", "Run.plot")
    solid: list[tuple[_Points, str]] = []
    thin: list[_Points] = []
    for shape, place in frames.obstacles:
        if "half_space" in shape:
            normal = np.array(shape["half_space"]["normal"])
            at = place + shape["half_space"]["offset"] / (normal @ normal) * normal
            ax.axline(at, at + [-normal[1], normal[0]], color=_EDGE, linewidth=1.0)
        elif _THIN.isdisjoint(shape):
            solid.append((_outline(shape) + place, _FIXED))
        else:
            thin.append(_outline(shape) + place)
    for shape, place, turned, colour in zip(frames.shapes, frames.positions[-1], _turned(frames), colours):
        outline = _outline(shape) @ turned.T + place
        if _THIN.isdisjoint(shape):
            solid.append((outline, colour))
        else:
            thin.append(outline)
    low, high = frames.corners
    for axis, side in enumerate(frames.sides):
        if side != "open":
            for at in (low[axis], high[axis]):
                thin.append(np.array([low, high]))
                thin[-1][:, axis] = at
    ax.add_collection(collections.PolyCollection([points for points, _ in solid], edgecolors=_EDGE, linewidths=0.5,
                                                 facecolors=[colour for _, colour in solid], zorder=3))
    ax.add_collection(collections.LineCollection(thin, colors=_EDGE, linewidths=1.0))
    ax.autoscale_view()


def _turned(frames: Frames) -> Sequence[_Points]:
    """How bodies of the plane stand at the end, a matrix each."""
    if frames.orientations is None:
        return [np.eye(2)] * len(frames.ids)
    w, z = frames.orientations[-1][:, [0, 3]].T
    c, s = w * w - z * z, 2 * w * z
    return list(np.moveaxis(np.array([[c, -s], [s, c]]), 2, 0))


def _outline(shape: dict[str, Any]) -> _Points:
    """The outline of a shape of the plane, as files tell it."""
    ((kind, told),) = shape.items()
    if kind in ("arc", "container"):
        begin, end = (math.radians(told[key]) for key in ("from", "to")) if kind == "arc" else (0.0, 2 * math.pi)
        return float(told["radius"]) * _directions(np.linspace(begin, end + 2 * math.pi * (end <= begin), _AROUND + 1))
    if kind == "polygon":
        return np.array(told["vertices"])
    core, radius = _core(kind, told), float(told.get("radius", 0.0))
    ring = radius * _directions(np.linspace(0.0, 2 * math.pi, _AROUND if radius > 0 else 1, endpoint=False))
    rounded = (core[:, None] + ring).reshape(-1, 2)
    return ring if kind == "ball" else _hull(rounded) if len(rounded) > 2 else rounded


def _directions(angles: _Points) -> _Points:
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _core(kind: str, told: dict[str, Any]) -> _Points:
    """The corners of what a convex shape is, but for its radius."""
    if kind in ("segment", "capsule"):
        return np.array([told["from"], told["to"]])
    if "half_extents" in told:
        along: _Points = np.array(told.get("axes", np.eye(2))) * np.array(told["half_extents"])[:, None]
        return np.array([-along[0] - along[1], along[0] - along[1], along[0] + along[1], along[1] - along[0]])
    return np.array(told.get("vertices", [[0.0, 0.0]]))


def _hull(points: _Points) -> _Points:
    """The convex hull of points of the plane, in order around it, by Andrew's chains."""
    ordered = sorted(map(tuple, points))

    def chain(some: Iterable[tuple[float, ...]]) -> list[tuple[float, ...]]:
        kept: list[tuple[float, ...]] = []
        for p in some:
            while len(kept) > 1 and ((kept[-1][0] - kept[-2][0]) * (p[1] - kept[-2][1])
                                     <= (kept[-1][1] - kept[-2][1]) * (p[0] - kept[-2][0])):
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return np.array(chain(ordered) + chain(reversed(ordered)))


def _cycle(count: int) -> list[str]:
    return [_COLOURS[i % len(_COLOURS)] for i in range(count)]


def _words(name: str) -> str:
    return name.replace("_", " ")
