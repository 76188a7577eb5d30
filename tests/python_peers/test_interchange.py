"""What other programs read of a run, and what firsthit takes of theirs."""

import io
import math
import warnings

import ase
import ase.io
import freud
import MDAnalysis
import numpy as np
import polars
import pyarrow
import pytest
import shapely
import trimesh

from firsthit import *

warnings.filterwarnings("ignore", module="MDAnalysis")


@pytest.fixture(scope="module")
def space():
    return scene("gas3d").run(settings={"run.collisions": 20000, "run.sample_every": 0.125}, events=True, xyz=True)


@pytest.fixture(scope="module")
def plane():
    return scene("gas2d").run(settings={"run.collisions": 40000, "run.sample_every": 0.25, "run.measure_from": 0.0,
                                        "observables.radial_distribution": True}, xyz=True)


@pytest.mark.parametrize("dimension", [2, 3])
def test_ase_reads_the_extended_xyz(dimension, plane, space):
    run = plane if dimension == 2 else space
    frames, read = run.frames, ase.io.read(run.folder / "trajectory.xyz", ":")
    assert len(read) == len(frames) > 3
    for i, atoms in enumerate(read):
        assert np.array_equal(atoms.positions[:, :dimension], frames.positions[i])
        assert np.array_equal(atoms.arrays["velo"][:, :dimension], frames.velocities[i])
        assert atoms.info["Time"] == frames.times[i] and np.array_equal(atoms.arrays["id"], frames.ids)
        assert list(atoms.pbc) == [True, True, dimension == 3]
        assert np.array_equal(np.diag(atoms.cell)[:dimension], frames.edges)
    assert np.array_equal(read[0].arrays["radius"], frames.radii) and set(read[0].arrays["type"]) == {"default"}


@pytest.mark.parametrize("dimension", [2, 3])
def test_atoms_of_ase_are_what_it_reads(dimension, plane, space):
    run = plane if dimension == 2 else space
    read, made = ase.io.read(run.folder / "trajectory.xyz", ":"), run.to_ase()
    assert len(made) == len(read)
    for mine, theirs in zip(made, read):
        assert np.array_equal(mine.positions, theirs.positions) and np.array_equal(mine.cell, theirs.cell)
        assert np.allclose(mine.get_velocities(), theirs.arrays["velo"], rtol=1e-15, atol=0) and np.array_equal(mine.pbc, theirs.pbc)
        assert mine.info["time"] == theirs.info["Time"] and np.array_equal(mine.arrays["radii"], theirs.arrays["radius"])
        assert np.array_equal(mine.get_masses(), theirs.arrays["mass"])
    last = run.to_ase(-1)
    assert np.array_equal(last.positions, made[-1].positions) and len(run.to_ase(slice(None, None, 2))) == (len(made) + 1) // 2
    # Its own measure of energy: of all that moves, the kinetic one is all there is.
    assert last.get_kinetic_energy() == pytest.approx(run.summary["energy_final"], rel=1e-12)
    written = io.StringIO()
    ase.io.write(written, last, format="extxyz")
    assert len(written.getvalue().splitlines()) == 2 + len(last)


def test_mdanalysis_reads_the_trajectory(space):
    frames = space.frames
    universe = MDAnalysis.Universe.empty(len(frames.ids), trajectory=True, velocities=True)
    universe.load_new(str(space.trajectory), format="H5MD", convert_units=False)
    assert len(universe.trajectory) == len(frames) > 3
    for i, step in enumerate(universe.trajectory):
        assert np.array_equal(step.positions, frames.positions[i].astype(np.float32))
        assert np.array_equal(step.velocities, frames.velocities[i].astype(np.float32))
        assert np.array_equal(step.dimensions, [*frames.edges.astype(np.float32), 90, 90, 90])
    # Its own distances, around the box: nobody is nearer than two radii.
    universe.trajectory[-1]
    near = MDAnalysis.lib.distances.self_capped_distance(universe.atoms.positions, 3.0 * frames.radii[0], box=universe.dimensions)
    assert len(near[1]) > 100 and near[1].min() > 2 * frames.radii[0] * (1 - 1e-5)


def test_mdanalysis_reads_the_xyz_of_the_plane(plane):
    universe = MDAnalysis.Universe(str(plane.folder / "trajectory.xyz"))
    assert len(universe.trajectory) == len(plane.frames)
    universe.trajectory[-1]
    assert np.allclose(universe.atoms.positions[:, :2], plane.frames.positions[-1], rtol=1e-6) and not universe.atoms.positions[:, 2].any()


def test_freud_counts_the_same_pairs(plane):
    frames, mine = plane.frames, plane.radial_distribution
    box = freud.Box(*frames.edges, is2D=True)
    theirs = freud.density.RDF(len(mine), float(mine["r_high"][-1]), normalization_mode="finite_size")
    for places in frames.positions:
        theirs.compute((box, np.pad(places - frames.edges / 2, ((0, 0), (0, 1)))), reset=False)
    # Its numbers are single: of 4000 disks a pair in a million is in another bin.
    assert mine["g"] == pytest.approx(theirs.rdf, rel=0.01, abs=1e-3)
    assert np.median(np.abs(mine["g"] - theirs.rdf)) < 1e-4 and theirs.rdf.max() > 2


def test_data_frames_of_polars(space):
    frame, table = space.events.to_polars(), space.events.to_arrow()
    assert frame.shape == (20000, len(table.column_names)) and frame["time"].to_list() == table["time"].to_pylist()
    assert polars.DataFrame(space.events).equals(frame) and frame.filter(polars.col("kind") == "body_body").height == 20000
    assert Table({"a": [1, 2]}).to_polars()["a"].to_list() == [1, 2]
    assert pyarrow.table(space.observables).num_rows == len(space.observables)


def test_polygons_of_shapely():
    star = shapely.Polygon([(0, 0), (4, 0), (4, 3), (2, 1), (0, 3)])
    mine = Polygon.from_shapely(star)
    assert mine.volume() == pytest.approx(star.area) and len(mine.vertices) == 5
    assert mine.mass_properties().centre == pytest.approx(star.centroid.coords[0])
    rng = np.random.default_rng(1)
    inside = 0
    for place in rng.uniform(-1, 5, (200, 2)):
        apart = distance(Placed(mine, (0, 0)), Placed(Point(), place)).distance
        inside += apart < 0
        assert max(apart, 0) == pytest.approx(star.distance(shapely.Point(place)), abs=1e-12)
    assert 20 < inside < 150
    assert Polygon.from_shapely(shapely.geometry.polygon.orient(star, -1)).volume() == pytest.approx(star.area)
    with pytest.raises(ValueError, match="expected one without holes, found 1"):
        Polygon.from_shapely(star.difference(shapely.Point(1, 0.5).buffer(0.25)))
    for other in (shapely.Point(0, 0), shapely.MultiPolygon([star]), [(0, 0)], None):
        with pytest.raises(TypeError, match="expected a shapely.Polygon"):
            Polygon.from_shapely(other)
    with pytest.raises(ValueError):
        Polygon.from_shapely(shapely.Polygon())


def test_hulls_of_trimesh():
    for mesh in (trimesh.creation.icosphere(2, 1.5), trimesh.creation.box((1, 2, 3)), trimesh.creation.torus(2, 0.5)):
        hull = Hull.from_trimesh(mesh)
        assert hull.volume() == pytest.approx(mesh.convex_hull.volume)
        assert hull.mass_properties().centre == pytest.approx(mesh.convex_hull.center_mass, abs=1e-9)
    torus = trimesh.creation.torus(2, 0.5)
    hit = first_hit(Moving(Hull.from_trimesh(torus), Linear((0, 0, 9), (0, 0, -1))), Moving(Ball(1)))
    assert hit.delay == pytest.approx(9 - 1 - torus.bounds[1, 2])  # its hull has no hole
    with pytest.raises(TypeError, match="expected a trimesh.Trimesh"):
        Hull.from_trimesh([(0, 0, 0)])
