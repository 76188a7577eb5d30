"""The page of a sweep: a curve with error bars, and its numbers."""

from __future__ import annotations

import html
import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from firsthit.clusters.sweeps import Sweep

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 860, 480, 90, 20, 20, 60
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # which colour-blind eyes can tell apart

_STYLE = """body { font: 16px/1.5 system-ui, sans-serif; max-width: 900px; margin: 2em auto; padding: 0 1em; color: #222;
background: #fff } table { border-collapse: collapse } td, th { padding: 2px 14px 2px 0; text-align: right;
font-variant-numeric: tabular-nums } svg { width: 100%; height: auto } text { font: 14px system-ui, sans-serif; fill: #222 }
.grid { stroke: #ddd } .axis { stroke: #222; fill: none }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #16181c } text { fill: #ddd } .grid { stroke: #333 }
.axis { stroke: #ddd } }"""


def page(sweep: Sweep, of: str | None, against: str | None) -> str:
    """The page. Without a name, the column is the compressibility where it is told, else the rate of collisions."""
    table = sweep.table
    if of is None:
        of = next((name for name in ("compressibility", "collision_rate_per_body", "collisions")
                   if name in table.names and any(math.isfinite(float(x)) for x in table[name])), "collisions")
    curve = sweep.curve(of, against)
    keys = curve.names[:-3]
    scene = html.escape(str(sweep._plan["scene"]))
    runs = int(sum(curve["runs"]))
    total = math.prod(len(values) for values in sweep.over.values()) * int(sweep._plan["repeats"])
    rows = "".join("<tr>" + "".join(f"<td>{html.escape(_text(row[name]))}</td>" for name in curve.names) + "</tr>"
                   for row in curve)
    head = "".join(f"<th>{html.escape(name)}</th>" for name in curve.names)
    return (f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Sweep of {scene}</title><style>{_STYLE}</style>'
            f"<h1>Sweep of {scene}</h1><p>{html.escape(of)}, the mean of the runs of like settings, with one standard error "
            f"up and down. {runs} of {total} runs count.</p>{_plot(curve, keys, of)}"
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
            f"<p>firsthit {html.escape(str(sweep._plan['version']))}, seed {sweep._plan['seed']}</p></html>\n")


def _text(value: Any) -> str:
    if isinstance(value, (float,)) or hasattr(value, "dtype") and value.dtype.kind == "f":
        return "" if math.isnan(value) else f"{value:.6g}"
    return str(value)


def _plot(curve: Any, keys: tuple[str, ...], of: str) -> str:
    first = curve[keys[0]]
    numbers = first.dtype.kind in "iuf"
    ticks_x = sorted(set(map(float, first))) if numbers else [float(i) for i in range(len(set(first)))]
    places = list(dict.fromkeys(first))
    points: dict[tuple[Any, ...], list[tuple[float, float, float]]] = {}
    for row in curve:
        if math.isfinite(row["mean"]):
            x = float(row[keys[0]]) if numbers else float(places.index(row[keys[0]]))
            error = row["error"] if math.isfinite(row["error"]) else 0.0
            points.setdefault(tuple(row[key] for key in keys[1:]), []).append((x, row["mean"], error))
    everything = [point for line in points.values() for point in line]
    if not everything:
        return "<p>No run tells it yet.</p>"
    low_y, high_y, step_y = _scale(min(y - e for _, y, e in everything), max(y + e for _, y, e in everything))
    low_x, high_x, step_x = _scale(ticks_x[0], ticks_x[-1]) if numbers else (-0.5, len(ticks_x) - 0.5, 1.0)

    def at(x: float, y: float) -> tuple[float, float]:
        return (_LEFT + (x - low_x) / (high_x - low_x) * (_WIDTH - _LEFT - _RIGHT),
                _HEIGHT - _BOTTOM - (y - low_y) / (high_y - low_y) * (_HEIGHT - _TOP - _BOTTOM))

    parts = []
    for i in range(round((high_y - low_y) / step_y) + 1):
        x, y = at(low_x, low_y + i * step_y)
        parts.append(f'<line class="grid" x1="{x:.1f}" y1="{y:.1f}" x2="{_WIDTH - _RIGHT}" y2="{y:.1f}"/>'
                     f'<text x="{x - 8:.1f}" y="{y + 5:.1f}" text-anchor="end">{low_y + i * step_y:.6g}</text>')
    marks = [low_x + i * step_x for i in range(round((high_x - low_x) / step_x) + 1)] if numbers else ticks_x
    for mark in marks:
        x, y = at(mark, low_y)
        label = f"{mark:.6g}" if numbers else html.escape(str(places[round(mark)]))
        parts.append(f'<line class="axis" x1="{x:.1f}" y1="{y:.1f}" x2="{x:.1f}" y2="{y + 5:.1f}"/>'
                     f'<text x="{x:.1f}" y="{y + 22:.1f}" text-anchor="middle">{label}</text>')
    (x0, y0), (x1, y1) = at(low_x, high_y), at(high_x, low_y)
    parts.append(f'<path class="axis" d="M{x0:.1f} {y0:.1f}V{y1:.1f}H{x1:.1f}"/>'
                 f'<text x="{(x0 + x1) / 2:.1f}" y="{_HEIGHT - 10}" text-anchor="middle">{html.escape(keys[0])}</text>'
                 f'<text transform="translate(18 {(y0 + y1) / 2:.1f}) rotate(-90)" text-anchor="middle">{html.escape(of)}</text>')
    for k, (name, line) in enumerate(points.items()):
        color = _COLORS[k % len(_COLORS)]
        line.sort()
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(a, b) for a, b, _ in line))
        if numbers:
            parts.append(f'<polyline points="{way}" fill="none" stroke="{color}" stroke-width="1.5"/>')
        for a, b, e in line:
            (x, y), (_, up), (_, down) = at(a, b), at(a, b + e), at(a, b - e)
            parts.append(f'<path stroke="{color}" stroke-width="1.5" d="M{x:.1f} {up:.1f}V{down:.1f}M{x - 5:.1f} {up:.1f}h10'
                         f'M{x - 5:.1f} {down:.1f}h10"/><circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{color}"/>')
        if name:
            told = ", ".join(f"{key} = {_text(value)}" for key, value in zip(keys[1:], name))
            parts.append(f'<circle cx="{_LEFT + 20}" cy="{_TOP + 14 + 20 * k}" r="4" fill="{color}"/>'
                         f'<text x="{_LEFT + 32}" y="{_TOP + 19 + 20 * k}">{html.escape(told)}</text>')
    return f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">{"".join(parts)}</svg>'


def _scale(low: float, high: float) -> tuple[float, float, float]:
    """An axis that holds both, from and to multiples of a step of 1, 2 or 5 times a power of ten."""
    width = high - low or abs(high) or 1.0
    power = 10.0 ** math.floor(math.log10(width / 6))
    step = next(power * factor for factor in (1, 2, 5, 10) if width / (power * factor) <= 6)
    bottom, top = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    return (bottom, top, step) if top > bottom else (bottom - step, top + step, step)
