"""What the tests of checkpoints share: whether two runs have come to the same."""

import json

import h5py

from program import SOURCE, ProgramTest

# How long a run took and how much the engine worked on the way is not what it comes to.
WORK = {"wall_seconds", "collisions_per_second", "peak_memory_bytes", "events"}
# What only runs with checkpoints have, and what is compared by contents.
OTHER = {"checkpoint", "checkpoint-before", "trajectory.frames", ".firsthit-output", "report.html", "summary.json",
         "trajectory.h5"}


def scene_file(name):
    return SOURCE / "scenes" / f"{name}.toml"


class ComparedRuns(ProgramTest):
    def same_trajectories(self, one, other):
        with h5py.File(one) as a, h5py.File(other) as b:
            names, others = [], []
            a.visit(names.append)
            b.visit(others.append)
            self.assertEqual(sorted(names), sorted(others))
            for name in names:
                self.assertEqual({k: str(v) for k, v in a[name].attrs.items()},
                                 {k: str(v) for k, v in b[name].attrs.items()})
                if isinstance(a[name], h5py.Dataset):
                    self.assertEqual(a[name].dtype, b[name].dtype)
                    self.assertEqual(a[name].shape, b[name].shape)
                    self.assertEqual(a[name][()].tobytes(), b[name][()].tobytes(), name)

    def same(self, folder, whole="whole"):
        """Checks that a run has come to what the whole one has."""
        a, b = self.folder / whole, self.folder / folder
        names = {path.name for path in a.iterdir()} | OTHER
        self.assertEqual({path.name for path in b.iterdir()} - OTHER, names - OTHER)
        for name in names - OTHER:
            self.assertEqual((a / name).read_bytes(), (b / name).read_bytes(), name)
        if (a / "trajectory.h5").exists():
            self.same_trajectories(a / "trajectory.h5", b / "trajectory.h5")
        summaries = [json.loads((each / "summary.json").read_text()) for each in (a, b)]
        for key in summaries[0].keys() - WORK:
            self.assertEqual(summaries[0][key], summaries[1][key], key)
