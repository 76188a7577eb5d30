"""The frames of a trajectory, H5MD, as arrays."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np
import numpy.typing as npt

from firsthit._extras import needed


class Frames:
    """A trajectory: n frames of m bodies that move, in the order of their ids, one read at a time.

    What changes is read as it is sliced: `frames.positions[-1]`, of shape (m, D), or `frames.positions[:, 0]`, the way of
    one body. It needs h5py (`firsthit[h5md]`), whose file is open as long as this.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._file = needed("h5py", "h5md", "a trajectory").File(path, "r")
        self._bodies = self._file["particles/all"]
        self._ours = self._file["parameters/firsthit"]
        self.dimension: int = int(self._bodies["box"].attrs["dimension"])

    def __len__(self) -> int:
        return len(self.times)

    def __repr__(self) -> str:
        return f"<{len(self)} frames of {len(self.ids)} bodies in {self.dimension}D>"

    @property
    def times(self) -> npt.NDArray[np.float64]:
        """[T] when each frame is, of shape (n,)."""
        return self._array("position/time")

    @property
    def positions(self) -> Any:
        """[L] an `h5py.Dataset` of shape (n, m, D); along periodic axes within the box."""
        return self._bodies["position/value"]

    @property
    def velocities(self) -> Any:
        """[L/T] an `h5py.Dataset` of shape (n, m, D)."""
        return self._bodies["velocity/value"]

    @property
    def images(self) -> Any:
        """An `h5py.Dataset` of shape (n, m, D): whole box lengths to add for a path without jumps."""
        return self._bodies["image/value"]

    @property
    def orientations(self) -> Any:
        """An `h5py.Dataset` of shape (n, m, 4), of unit quaternions (w, x, y, z), in the plane, too; None where nobody
        spins."""
        return self._bodies["orientation/value"] if "orientation" in self._bodies else None

    @property
    def angular_velocities(self) -> Any:
        """[rad/T] an `h5py.Dataset` of shape (n, m, 3), in the plane (n, m, 1); None where nobody spins."""
        return self._bodies["angular_velocity/value"] if "angular_velocity" in self._bodies else None

    def unwrapped(self, frames: slice | int = slice(None)) -> npt.NDArray[np.float64]:
        """[L] positions on paths that do not jump at periodic sides."""
        unwrapped: npt.NDArray[np.float64] = self.positions[frames] + self.images[frames] * self.edges
        return unwrapped

    @property
    def ids(self) -> npt.NDArray[np.integer[Any]]:
        """The bodies' numbers in their world, of shape (m,)."""
        return self._array("id")

    @property
    def radii(self) -> npt.NDArray[np.float64]:
        """[L] of shape (m,); of what is no ball the least around its position that holds it."""
        return self._array("radius")

    @property
    def masses(self) -> npt.NDArray[np.float64]:
        """[M] of shape (m,), 0 of what moves as it is told."""
        return self._array("mass")

    @property
    def shapes(self) -> list[dict[str, Any]]:
        """What each body is, with the names and keys of docs/formats/query.md: `{"ball": {"radius": 0.5}}`."""
        if "shape" not in self._bodies:
            return [{"ball": {"radius": float(radius)}} for radius in self.radii]
        listed = [json.loads(text) for text in self._ours["shapes"]]
        return [listed[k] if k >= 0 else {"ball": {"radius": float(radius)}}
                for k, radius in zip(self._array("shape"), self.radii)]

    @property
    def obstacles(self) -> list[tuple[dict[str, Any], npt.NDArray[np.float64]]]:
        """What is fixed: of each what it is, as `shapes` tell it, and its position [L]."""
        obstacles = self._ours["obstacles"]
        return [(json.loads(text), np.asarray(place)) for text, place in zip(obstacles["shape"], obstacles["position"])]

    @property
    def corners(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """[L] the lower and the upper corner of the box; along axes that are open, of what a picture shows."""
        return np.asarray(self._ours["min"]), np.asarray(self._ours["max"])

    @property
    def sides(self) -> tuple[str, ...]:
        """What the box is along each axis: `wall`, `periodic` or `open`."""
        return tuple(side.decode() if isinstance(side, bytes) else str(side) for side in self._ours["sides"])

    @property
    def edges(self) -> npt.NDArray[np.float64]:
        """[L] the lengths of the box, of shape (D,)."""
        edges: npt.NDArray[np.float64] = np.asarray(self._bodies["box/edges/value"][0])
        return edges

    @property
    def periodic(self) -> npt.NDArray[np.bool_]:
        """Along which axes the box repeats, of shape (D,)."""
        names = [x.decode() if isinstance(x, bytes) else str(x) for x in self._bodies["box"].attrs["boundary"]]
        return np.array([name == "periodic" for name in names])

    def _array(self, name: str) -> npt.NDArray[Any]:
        return np.asarray(self._bodies[name])


def atoms(frames: Frames, which: slice | int) -> Any:
    """Frames as `ase.Atoms`."""
    ase = needed("ase", "ase", "Run.to_ase")
    if isinstance(which, slice):
        return [atoms(frames, i) for i in range(*which.indices(len(frames)))]
    flat = frames.dimension == 2

    def in_space(vectors: Any, rest: float) -> Any:
        return np.concatenate([vectors, np.full((*vectors.shape[:-1], 1), rest)], axis=-1) if flat else vectors

    masses = frames.masses
    made = ase.Atoms("X" * len(masses), in_space(frames.positions[which], 0.0), masses=masses,
                     cell=in_space(frames.edges, 1.0), pbc=in_space(frames.periodic, False),
                     info={"time": float(frames.times[which])})
    made.set_velocities(in_space(frames.velocities[which], 0.0))
    made.set_array("radii", frames.radii)
    made.set_array("id", frames.ids)
    return made
