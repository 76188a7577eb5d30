#!/usr/bin/env python3
"""campaign: runs random piles, judges what comes of each, and counts.

    campaign.py --program PROGRAM --out DIR [--scenes 40] [--first 0] [--collisions N] [--seconds S] [--kind K]
    campaign.py --program PROGRAM --out DIR --minimise SEED...

DIR/results.jsonl gets a line for each seed; a campaign that is started again with the same program and limits goes on
after the last of them. Folders of runs are kept of failures only, in DIR/failed/SEED. `--minimise` leaves out of a
failed scene one body after the other as long as it fails in the same way, and puts what is left in
DIR/least/SEED.toml.

Exit code 0: every scene could be judged and obeys all laws; 1: not.
"""

import argparse
import collections
import contextlib
import copy
import hashlib
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from check_rest import judged
from finished_run import Unjudged
from random_piles import KINDS, kind_of, scene_of, toml_of
from vectors import dot, length

DONE, BAD_INPUT, COLLAPSE, INTERRUPTED = 0, 2, 3, 130  # exit codes

# How a run may end. What is no fault of a law, and may happen: these; all others are failures.
FAIR = ("rests", "creeps", "glides", "rolls", "hops", "spent", "slow")
OUTCOMES = FAIR + ("collapsed", "crushed", "stalled", "through", "refused", "crashed", "unjudged")
# Part of the speed of a fall through the whole scene, below which nobody could tell motion from rest.
CREEPING = 2.0 ** -40
# Impacts a second: who has fewer when its seconds are over is stuck, and not busy. Under the sanitizer a pile of twenty
# smooth ones that turn, and hop on all together, comes to some 300.
STALLED = 150


@dataclass
class Limits:
    """When a run is ended before its time: after so many impacts it is `spent`, after so many seconds of a processor
    `slow`."""
    collisions: int = 1_000_000
    seconds: int = 60


@dataclass
class Result:
    seed: int
    kind: str
    bodies: int
    outcome: str
    laws: list      # that do not hold
    text: str       # the first words of what is wrong
    collisions: int
    extremes: dict

    def is_failure(self):
        return self.outcome not in FAIR or bool(self.laws)

    def fault(self):
        """What has to stay the same as a scene is made smaller."""
        return (self.laws[:1], None if self.laws else self.outcome)


def _motion_of(run):
    """How those go on who do not stand still: of several the liveliest."""
    held = {number for contact in run.contacts for number in (contact.a, contact.b)}
    moving = [body for body in run.bodies.values() if body.is_free and not body.is_still()]
    if any(body.id not in held for body in moving):
        return "hops"
    slow = CREEPING * math.sqrt(length(run.gravity) * run.scale)
    if moving and all(length(b.velocity) + length(b.spin) * b.pieces[0].bounds()[1] < slow for b in moving):
        return "creeps"
    if any(any(body.spin) for body in moving):
        return "rolls"
    return "glides" if moving else "rests"


def _is_through(run):
    """Is the middle of a body beyond a side of the box, or in a half-space?"""
    return any(body.is_free and dot(plane.normal, body.position) < plane.offset for body in run.bodies.values()
               for plane in run.planes.values())


def _judge(folder):
    run, laws = judged(folder)
    ended = run.summary["outcome"]
    if ended in ("collapsed", "crushed"):
        return run, laws, ended
    if _is_through(run):
        return run, laws, "through"
    return run, laws, {"reached_collisions": "spent", "interrupted": "slow"}.get(ended) or _motion_of(run)


def _seconds_of(process):
    """Of a processor, that a process has taken so far."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:  # it has just ended
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _run(words, errors, seconds):
    """Exit code and what was said last. Whoever takes too long is asked to end, which a run does after an event; who
    does not is killed."""
    with open(errors, "w", encoding="utf-8") as file:
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=file)
        asked = False
        while process.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.05)
            taken = _seconds_of(process)
            if taken > 2 * seconds:
                process.kill()
            elif taken > seconds and not asked:
                process.send_signal(signal.SIGINT)
                asked = True
    return process.returncode, errors.read_text().strip().split("\n")[-1]


def run_scene(program, scene, folder, limits):
    """What comes of a scene: outcome, laws that fail, words, impacts, extremes."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "pile.toml"
    file.write_text(toml_of(scene))
    out = folder / "run"
    shutil.rmtree(out, ignore_errors=True)
    words = [str(program), "run", str(file), "-o", str(out), "--xyz", "--no-trajectory", "--no-report", "--quiet",
             "--threads", "1", "--collisions", str(limits.collisions)]
    code, told = _run(words, folder / "errors.txt", limits.seconds)
    if code == BAD_INPUT:
        return "refused", [], told, -1, {}
    if code == -signal.SIGKILL:
        return "stalled", [], "it neither goes on nor ends when it is asked to", -1, {}
    if code not in (DONE, COLLAPSE, INTERRUPTED):
        return "crashed", [], f"exit code {code}: {told[:400]}", -1, {}
    try:
        run, laws, outcome = _judge(out)
    except Unjudged as why:
        return "unjudged", [], str(why), -1, {}
    if outcome == "slow" and run.summary["collisions"] < STALLED * limits.seconds:
        outcome = "stalled"
    names = list(dict.fromkeys(fault.law for fault in laws.faults))
    text = told if outcome in ("collapsed", "crushed") else ""
    if outcome in ("spent", "slow", "stalled"):
        text = f"{run.summary['simulated_time']:.3g} of {scene['run']['until']:.3g}, {run.summary['collisions']} impacts"
    if laws.faults:
        text = str(laws.faults[0])
    return outcome, names, text, run.summary["collisions"], laws.extremes


def run_seed(program, seed, folder, limits, kind=None):
    scene = scene_of(seed, kind)
    return Result(seed, kind or kind_of(seed), len(scene["body"]), *run_scene(program, scene, folder, limits))


def _digest_of(program, limits):
    """Of all that a result depends on: the program, the scenes, the judge and the limits."""
    sources = sorted(Path(__file__).resolve().parent.glob("*.py"))
    bytes_of_all = [path.read_bytes() for path in [Path(program), *sources] if not path.name.startswith("test_")]
    return hashlib.sha256(b"".join(bytes_of_all) + repr(limits).encode()).hexdigest()


def _begin(program, out, limits):
    """Makes the folder, and empties it of what another program, or other limits, came to. The file of results."""
    out.mkdir(parents=True, exist_ok=True)
    file, of = out / "results.jsonl", out / "of"
    digest = _digest_of(program, limits)
    if not of.exists() or of.read_text() != digest:
        file.unlink(missing_ok=True)
        shutil.rmtree(out / "failed", ignore_errors=True)
        of.write_text(digest)
    return file


def campaign(program, seeds, out, limits, kind=None):
    """Yields a result for each seed; those that `out` has already, of the same program, are read from there."""
    file = _begin(program, out, limits)
    known = {}
    for line in file.read_text().splitlines() if file.exists() else ():
        result = Result(**json.loads(line))
        known[result.seed, result.kind] = result
    with open(file, "a", encoding="utf-8") as log:
        for seed in seeds:
            key = seed, kind or kind_of(seed)
            if key not in known:
                with tempfile.TemporaryDirectory(dir=out) as folder:
                    result = run_seed(program, seed, Path(folder), limits, kind)
                    if result.is_failure():
                        shutil.copytree(folder, out / "failed" / str(seed), dirs_exist_ok=True)
                log.write(json.dumps(vars(result)) + "\n")
                log.flush()
                known[key] = result
            yield known[key]


def counts_of(results):
    """A table: a row for each kind, with how many came to what."""
    rows = {kind: collections.Counter() for kind in KINDS}
    for result in results:
        row = rows[result.kind]
        row["scenes"] += 1
        row[result.outcome] += 1
        row["faults"] += bool(result.laws)
    columns = ["scenes"] + [name for name in OUTCOMES + ("faults",) if any(row[name] for row in rows.values())]
    lines = [f"{'kind':22}" + "".join(f"{name:>10}" for name in columns)]
    for kind, row in rows.items():
        if row["scenes"]:
            lines.append(f"{kind:22}" + "".join(f"{row[name]:10}" for name in columns))
    total = sum(rows.values(), collections.Counter())
    lines.append(f"{'all':22}" + "".join(f"{total[name]:10}" for name in columns))
    return "\n".join(lines)


def minimise(program, seed, out, limits, kind=None):
    """The scene of a failure with as few bodies as it takes, and what comes of it."""
    with tempfile.TemporaryDirectory(dir=out) as folder:
        def result_of(scene):
            return Result(seed, kind or kind_of(seed), len(scene["body"]),
                          *run_scene(program, scene, Path(folder), limits))

        scene = scene_of(seed, kind)
        whole = result_of(scene)
        if not whole.is_failure():
            return scene, whole
        i = 0
        while i < len(scene["body"]):
            less = copy.deepcopy(scene)
            del less["body"][i]
            if less["body"] and (found := result_of(less)).fault() == whole.fault():
                scene, whole, i = less, found, 0
            else:
                i += 1
    return scene, whole


def main(words):
    parser = argparse.ArgumentParser(description="Runs random piles, and judges what comes of them.")
    parser.add_argument("--program", required=True, type=lambda path: Path(path).resolve())
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument("--scenes", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--collisions", type=int, default=Limits.collisions)
    parser.add_argument("--seconds", type=int, default=Limits.seconds)
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--minimise", type=int, nargs="+", metavar="SEED", default=[])
    told = parser.parse_args(words)
    limits = Limits(told.collisions, told.seconds)
    told.out.mkdir(parents=True, exist_ok=True)
    for seed in told.minimise:
        scene, result = minimise(told.program, seed, told.out, limits, told.kind)
        print(f"{seed}: {result.bodies} bodies: {result.outcome} {result.text}")
        if result.is_failure():
            (told.out / "least").mkdir(exist_ok=True)
            (told.out / "least" / f"{seed}.toml").write_text(toml_of(scene))
    if told.minimise:
        return 0
    results = []
    for result in campaign(told.program, range(told.first, told.first + told.scenes), told.out, limits, told.kind):
        results.append(result)
        if result.is_failure():
            print(f"{result.kind} {result.seed}: {result.bodies} bodies: {result.outcome} {result.text}", flush=True)
    print(counts_of(results))
    return 1 if any(result.is_failure() for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
