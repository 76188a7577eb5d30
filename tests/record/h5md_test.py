"""Reads a trajectory.h5 with h5py and compares it with what the test wrote: h5md_test.py CASE FILE."""

import json
import sys

import h5py
import numpy as np


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def check_layout(file, dimension):
    """What H5MD 1.1 asks of every file."""
    header = file["h5md"]
    assert list(header.attrs["version"]) == [1, 1]
    assert text(header["creator"].attrs["name"]) == "firsthit"
    assert text(header["creator"].attrs["version"]) == "0.1.0"
    assert "name" in header["author"].attrs
    all_bodies = file["particles/all"]
    box = all_bodies["box"]
    assert box.attrs["dimension"] == dimension
    assert len(box.attrs["boundary"]) == dimension
    count = all_bodies["id"].shape[0]
    frames = all_bodies["position/time"].shape[0]
    assert box["edges/value"].shape == (frames, dimension)
    assert list(box["edges/step"][:]) == list(range(frames))
    assert list(box["edges/time"][:]) == list(all_bodies["position/time"][:])
    for name in ("position", "velocity", "image"):
        group = all_bodies[name]
        assert group["value"].shape == (frames, count, dimension), (name, group["value"].shape)
        assert group["value"].chunks is not None and group["value"].maxshape[0] is None
        assert group["step"].shape == group["time"].shape == (frames,)
        assert list(group["step"][:]) == list(range(frames))
        assert np.all(np.diff(group["time"][:]) >= 0)
    for name in ("radius", "mass", "species", "name"):
        assert all_bodies[name].shape == (count,)
    assert file["observables/collisions/value"].shape == (frames,)
    return all_bodies


def two_frames(file):
    bodies = check_layout(file, 2)
    assert [text(b) for b in bodies["box"].attrs["boundary"]] == ["periodic", "none"]
    assert bodies["box/edges/value"][:].tolist() == [[8.0, 4.0]] * 2
    assert list(bodies["position/time"][:]) == [0.0, 0.25]
    assert bodies["position/value"][:].tolist() == [[[1.0, 2.0], [3.0, 4.5]], [[1.5, 2.0], [0.1, 4.5]]]
    assert bodies["velocity/value"][:].tolist() == [[[2.0, 0.0], [-1.0, 0.5]]] * 2
    assert bodies["image/value"][:].tolist() == [[[0, 0], [0, 0]], [[0, 0], [-3, 0]]]
    assert bodies["id"][:].tolist() == [0, 2]
    assert bodies["radius"][:].tolist() == [0.5, 0.25]
    assert bodies["mass"][:].tolist() == [1.0, 3.0]
    assert bodies["species"][:].tolist() == [0, 1]
    assert [text(name) for name in bodies["name"][:]] == ["cue", "the other"]
    assert file["observables/collisions/value"][:].tolist() == [0, 7]
    ours = file["parameters/firsthit"]
    assert [text(color) for color in ours["color"][:]] == ["#f5f5f0", ""]
    obstacles = ours["obstacles"]
    assert [json.loads(text(shape)) for shape in obstacles["shape"][:]] == [
        {"segment": {"from": [0.0, 0.0], "to": [1.0, 1.0]}}]
    assert obstacles["position"][:].tolist() == [[2.0, 2.0]]
    assert obstacles["sensor"][:].tolist() == [0]
    for name in ("shape", "kinematic", "sensor"):
        assert name not in bodies, name


def two_contacts(file):
    contacts = file["parameters/firsthit/contacts"]
    assert set(contacts) == {"time", "a", "b", "point", "normal", "force"}
    assert contacts["time"][:].tolist() == [0.25]
    assert contacts["a"][:].tolist() == [0, 2]
    assert contacts["b"].dtype == np.int64 and contacts["b"][1] == 0
    assert contacts["b"][0] not in file["particles/all/id"][:]
    assert contacts["point"][:].tolist() == [[1.5, 1.0], [0.1, 4.25]]
    assert contacts["normal"][:].tolist() == [[0.0, -1.0], [0.0, -1.0]]
    assert contacts["force"][:].tolist() == [[0.25, 40.0], [0.0, 30.0]]
    dimensions = {name: text(contacts[name].attrs["dimension"]) for name in ("time", "point", "normal", "force")}
    assert dimensions == {"time": "T", "point": "L", "normal": "1", "force": "M L/T^2"}


def of_all_shapes(file):
    bodies = check_layout(file, 3)
    ours = file["parameters/firsthit"]
    shapes = [json.loads(text(shape)) for shape in ours["shapes"][:]]
    assert shapes == [{"box": {"half_extents": [1.0, 2.0, 2.0]}},
                      {"capsule": {"from": [0.0, 0.0, 0.0], "to": [0.0, 3.0, 4.0], "radius": 0.5}}]
    assert bodies["shape"][:].tolist() == [-1, 0, 1, 0]
    assert bodies["radius"][:].tolist() == [0.25, 3.0, 5.5, 3.0]
    assert bodies["kinematic"][:].tolist() == [0, 0, 0, 1]
    assert bodies["sensor"][:].tolist() == [1, 0, 0, 0]
    assert bodies["mass"][:].tolist() == [2.0, 2.0, 2.0, 0.0]
    assert ours["obstacles/sensor"][:].tolist() == [1]
    assert [json.loads(text(shape)) for shape in ours["obstacles/shape"][:]] == [
        {"triangle": {"vertices": [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]}}]


def no_bodies(file):
    bodies = check_layout(file, 3)
    assert bodies["position/value"].shape == (2, 0, 3)


def after_full_disk(file):
    bodies = check_layout(file, 2)
    frames = bodies["position/time"].shape[0]
    assert frames >= 2, frames
    expected = np.arange(frames)[:, None, None] + np.arange(500)[None, :, None] / 1024
    assert np.array_equal(bodies["position/value"][:], np.broadcast_to(expected, (frames, 500, 2)))
    assert np.array_equal(bodies["velocity/value"][:], -np.broadcast_to(expected, (frames, 500, 2)))
    assert bodies["position/time"][:].tolist() == list(range(frames))


def readable(file):
    """Every byte of a run that ended badly can be read."""
    bodies = check_layout(file, 2)
    assert bodies["position/time"].shape[0] >= 1
    file.visititems(lambda _, item: item[()] if isinstance(item, h5py.Dataset) else None)
    assert np.all(np.isfinite(bodies["position/value"][:]))


with h5py.File(sys.argv[2], "r") as opened:
    {"two_frames": two_frames, "two_contacts": two_contacts, "of_all_shapes": of_all_shapes, "no_bodies": no_bodies,
     "after_full_disk": after_full_disk, "readable": readable}[
        sys.argv[1]
    ](opened)
