"""Runs are drawn by matplotlib, and shown in notebooks and browsers."""

import base64
import math
import os
import webbrowser
from pathlib import Path

import matplotlib
import nbclient
import nbformat
import numpy as np
import pytest

matplotlib.use("Agg")
from matplotlib import pyplot
from matplotlib.collections import LineCollection, PolyCollection

from firsthit import *


@pytest.fixture(autouse=True)
def kept(request):
    """Figures are left in the folder FIRSTHIT_FIGURES, if it is given, to be looked at."""
    yield
    if "FIRSTHIT_FIGURES" in os.environ:
        for i, number in enumerate(pyplot.get_fignums()):
            pyplot.figure(number).savefig(Path(os.environ["FIRSTHIT_FIGURES"], f"{request.node.name}-{i}.png"))
    pyplot.close("all")


@pytest.fixture(scope="module")
def gas():
    return scene("gas2d").run(settings={"run.collisions": 20000, "run.sample_every": 0.25, "run.measure_from": 0.0,
                                        "observables.radial_distribution": True, "observables.speed_histogram": True})


def outlines(ax):
    (solid,) = [made for made in ax.collections if isinstance(made, PolyCollection)]
    return [path.vertices[:-1] for path in solid.get_paths()]


def test_observables_are_lines_against_time(gas):
    ax = gas.plot("temperature", "pressure")
    table = gas.observables
    assert [line.get_label() for line in ax.lines] == ["temperature [M L^2/T^2]", "pressure [M/T^2]"]
    assert gas.plot("energy", "kinetic_energy").get_ylabel() == "[M L^2/T^2]"
    for line, name in zip(ax.lines, ("temperature", "pressure")):
        assert np.array_equal(line.get_xdata(), table["time"]) and np.array_equal(line.get_ydata(), table[name], equal_nan=True)
    assert ax.get_xlabel() == "time [T]" and gas.plot("energy").get_ylabel() == "energy [M L^2/T^2]"
    mine = pyplot.figure().add_subplot()
    assert gas.plot("energy", ax=mine) is mine


def test_distributions_are_steps_and_maxwells_curve(gas):
    ax = gas.plot("radial_distribution")
    (steps,) = ax.patches
    assert np.array_equal(steps.get_data().values, gas.radial_distribution["g"])
    ax = gas.plot("speed_histogram")
    (steps,), (maxwell,) = ax.patches, ax.lines
    data = steps.get_data()
    assert np.array_equal(data.values, gas.speed_histogram["density"])
    assert np.sum(data.values * np.diff(data.edges)) == pytest.approx(1, abs=0.05)
    assert np.array_equal(maxwell.get_ydata(), gas.speed_histogram["maxwell"])


def test_paths_lead_to_where_bodies_stand_at_the_end():
    run = scene("break").run()
    ax, frames = run.plot(), run.frames
    places, drawn = frames.positions[-1], outlines(ax)
    assert len(drawn) == len(places) == 16 and ax.get_aspect() == 1
    for outline, place, radius in zip(drawn, places, frames.radii):
        assert np.allclose(np.hypot(*(outline - place).T), radius)
    assert len(run.plot(bodies=[frames.ids[3]]).lines) == 1
    way = run.plot(bodies=[frames.ids[3]]).lines[0].get_xydata()
    assert np.array_equal(way, frames.positions[:, 3])
    (box,) = [made for made in ax.collections if isinstance(made, LineCollection)]
    assert np.array(box.get_segments()).tolist() == [[[x, 0], [x, 1.27]] for x in (0, 2.54)] + [
        [[0, y], [2.54, y]] for y in (0, 1.27)]
    assert ax.get_title() == f"break, t = {frames.times[-1]:g}"


def test_paths_have_gaps_where_bodies_leave_on_one_side_and_enter_on_the_other(gas):
    jumps = np.any(np.diff(gas.frames.images[:], axis=0), axis=2).sum(axis=0)
    row = int(np.argmax(jumps))
    way = gas.plot(bodies=[gas.frames.ids[row]]).lines[0].get_xydata()
    assert np.isnan(way[:, 0]).sum() == jumps[row] > 0
    assert np.nanmax(np.abs(np.diff(way, axis=0))) < gas.frames.edges.min() / 2
    assert len(outlines(gas.plot())) == len(gas.frames.ids)


SHAPES = Scene({
    "format": 1, "dimension": 2, "run": {"until": 0.25, "sample_every": 0.25},
    "body": [
        {"shape": {"box": {"half_extents": [2, 1]}}, "position": [0, 0], "orientation": 0, "spins": True,
         "angular_velocity": 2 * math.pi},
        {"shape": {"hull": {"vertices": [[-1, -1], [1, -1], [0, 1], [0, 0]]}}, "position": [8, 0], "velocity": [1, 0]},
        {"shape": {"capsule": {"from": [-1, 0], "to": [1, 0], "radius": 0.5}}, "position": [0, 8]},
        {"shape": {"polygon": {"vertices": [[-1, -1], [1, -1], [0, 0], [1, 1], [-1, 1]]}}, "position": [8, 8]},
        {"shape": {"box": {"half_extents": [1, 1]}}, "position": [16, 0], "kind": "fixed", "orientation": 45},
        {"shape": {"segment": {"from": [-1, 0], "to": [1, 0]}}, "position": [16, 8], "kind": "fixed"},
        {"shape": {"half_space": {"normal": [0, 2], "offset": -8}}, "position": [0, 0], "kind": "fixed"}]})


def test_bodies_of_all_shapes_are_drawn_as_they_stand():
    run = SHAPES.run()
    ax = run.plot()
    leaning, box, hull, capsule, polygon = outlines(ax)
    corner = math.sqrt(2)
    assert sorted(map(tuple, leaning.round(9))) == sorted((round(16 + x, 9), round(y, 9)) for x, y in (
        (corner, 0), (-corner, 0), (0, corner), (0, -corner)))
    assert sorted(map(tuple, np.abs(box).round(6))) == [(1, 2)] * 4  # a quarter turn later
    assert sorted(map(tuple, hull.round(9))) == [(7.25, -1), (8.25, 1), (9.25, -1)]
    gaps = capsule - np.clip(capsule - [0, 8], [-1, 0], [1, 0]) - [0, 8]
    assert np.allclose(np.hypot(*gaps.T), 0.5) and np.ptp(capsule[:, 0]) == pytest.approx(3)
    assert polygon.tolist() == [[7, 7], [9, 7], [8, 8], [9, 9], [7, 9]]
    (thin,) = [made for made in ax.collections if isinstance(made, LineCollection)]
    (segment,) = [path.vertices for path in thin.get_paths()]
    assert segment.tolist() == [[15, 8], [17, 8]]
    (ground,) = [line for line in ax.lines if len(line.get_xdata()) == 2 and line.get_color() == "#404040"]
    assert ground.get_xy1()[1] == ground.get_xy2()[1] == -4  # where 2 y = -8


def test_arcs_and_containers_are_lines():
    run = Scene({"format": 1, "dimension": 2, "run": {"until": 0.25}, "ball": [{"position": [1, 1], "radius": 0.25}],
                 "arc": [{"center": [0, 0], "radius": 3, "from": 315, "to": 45}]}).run()
    (thin,) = [made for made in run.plot().collections if isinstance(made, LineCollection)]
    (arc,) = [path.vertices for path in thin.get_paths()]
    assert np.allclose(np.hypot(*arc.T), 3) and np.allclose(arc[[0, -1]], [[3 / math.sqrt(2), -3 / math.sqrt(2)],
                                                                        [3 / math.sqrt(2), 3 / math.sqrt(2)]])
    assert np.all(arc[:, 0] > 2)  # the short way, through the right


def test_in_space_there_are_three_axes():
    run = scene("gas3d").run(collisions=500)
    ax = run.plot()
    assert ax.name == "3d" and ax.get_zlabel() == "z [L]"
    (bodies,) = ax.collections
    assert np.allclose(np.transpose(bodies._offsets3d), run.frames.positions[-1])


def test_what_there_is_not_is_told(gas):
    for call, text in ((lambda: gas.plot("heat"), "expected some of collisions, energy.*found 'heat'"),
                       (lambda: gas.plot("energy", "time"), "found 'time'"),
                       (lambda: gas.plot(bodies=[-1]), "bodies: expected ids of bodies that move, found -1"),
                       (lambda: gas.plot("energy", bodies=[0]), "bodies: expected none beside observables")):
        with pytest.raises(ValueError, match=text):
            call()


def test_a_browser_is_shown_a_page_that_stays(monkeypatch, tmp_path):
    opened = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    run = scene("break").run(until=0.5)
    page = run.report.read_bytes()
    run.show()
    scene("break").run(tmp_path / "out", until=0.5).show()
    del run
    shown = [Path(uri.removeprefix("file://")) for uri in opened]
    assert shown[0].read_bytes() == page and shown[1] == tmp_path / "out/report.html"


def test_notebooks_show_the_report_and_figures(tmp_path):
    cells = ["%matplotlib inline\nimport firsthit\nrun = firsthit.run('break', until=1.0)\nrun", "run.show()", "run.plot();",
             "firsthit.Table({'a': [1]})"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3",
                            resources={"metadata": {"path": str(tmp_path)}}).execute()
    value, shown, figure, table = [cell.outputs[0].data for cell in notebook.cells]
    for data in (value, shown):
        assert data["text/html"].startswith('<iframe srcdoc="') and "break" in data["text/html"]
    assert "<Run of break" in value["text/plain"]
    assert base64.b64decode(figure["image/png"]).startswith(b"\x89PNG") and "<th>a</th>" in table["text/html"]
