"""Scenes and runs: what they tell is what the program writes."""

import json
import math
import os
import pickle
import re
import signal
import subprocess
import sys
import time
import tomllib

import numpy as np
import pytest

import firsthit
from firsthit import *
from things import SOURCE, run

FALLING = {
    "format": 1, "dimension": 2, "physics": {"gravity": [0, -10], "restitution": 0.5}, "run": {"until": 1.5},
    "ball": [{"position": [0, 2], "radius": 1.0}, {"position": np.array([9.0, 6]), "radius": np.float64(1)}],
    "half_space": [{"normal": [0, 1]}],
}


def test_names_are_those_of_the_scenes_that_come_with_it():
    assert list(scene_names()) == sorted(path.stem for path in (SOURCE / "scenes").glob("*.toml"))
    for name in scene_names():
        assert scene(name).text == (SOURCE / f"scenes/{name}.toml").read_text()
        assert scene(name).data["dimension"] in (2, 3)
    assert repr(scene("break")) == "<Scene break>" and scene(SOURCE / "scenes/break.toml").name == "break"


def test_a_run_has_what_the_program_writes(tmp_path):
    mine = scene("break").run(events=True, until=2.0)
    result = run("run", "break", "--until", 2, "--events", "-o", tmp_path / "theirs", "--quiet")
    assert result.returncode == 0, result.stderr
    theirs = Run(tmp_path / "theirs")
    same = [key for key in theirs.summary if not re.search("second|memory", key)]  # what no machine changes
    assert len(same) > 20 and {key: mine.summary[key] for key in same} == {key: theirs.summary[key] for key in same}
    assert mine.summary["state_hash"] == theirs.summary["state_hash"]
    assert (mine.folder / "events.csv").read_bytes() == (theirs.folder / "events.csv").read_bytes()
    assert mine.outcome == "reached_time" and re.match(r"<Run of break: reached_time at 2, \d+ collisions>", repr(mine))


@pytest.mark.parametrize("name", scene_names())
def test_every_scene_as_a_dictionary_comes_to_the_hash_of_the_command_line(name, tmp_path):
    limit = {} if "FIRSTHIT_LONG" in os.environ else {"collisions": 1000}
    mine = Scene(scene(name).data).run(report=False, **limit)
    result = run("run", name, *(f"--{key}={value}" for key, value in limit.items()), "-o", tmp_path / "theirs", "--quiet",
                 "--no-report")
    assert result.returncode == 0, result.stderr
    assert mine.summary["state_hash"] == Run(tmp_path / "theirs").summary["state_hash"]
    assert mine.summary["events"] > 0 or name == "agents"


def test_events_and_observables_are_arrays():
    fallen = Scene(FALLING).run(events=True)
    assert len(fallen.events) == fallen.summary["collisions"] > 2
    first = fallen.events[0]
    # It falls by 1, with g = 10: t = sqrt(2 / 10), v = sqrt(20); the other one by 5 in a unit of time.
    assert first["time"] == pytest.approx(math.sqrt(0.2))
    assert first["velocity_a_before_y"] == pytest.approx(-math.sqrt(20))
    assert first["kind"] == "body_obstacle" and first["index"] == 0 and first["point_y"] == pytest.approx(0)
    assert np.any(np.isclose(fallen.events["time"], 1.0))
    assert np.all(np.diff(fallen.observables["time"]) > 0)
    assert fallen.observables["energy"][0] == pytest.approx(math.pi * (10 * 2 + 10 * 6))


def test_contacts_bear_what_rests():
    contacts = Scene({**FALLING, "run": {"until": 30}}).run().contacts
    assert len(contacts) == len(FALLING["ball"])
    for place, ball in zip(contacts, FALLING["ball"], strict=True):
        radius = ball.get("radius", 0.0)
        # g = 10, and a disk's mass is its area.
        assert (place["force_x"], place["force_y"]) == pytest.approx((0, 10 * math.pi * radius ** 2))
        assert (place["normal_x"], place["normal_y"]) == (0, -1)
        assert place["point_y"] == pytest.approx(0)
    with pytest.raises(FileNotFoundError, match="contacts.csv"):
        scene("break").run(collisions=10).contacts


def test_a_dictionary_is_the_same_scene_as_its_text():
    from_dictionary = Scene(FALLING)
    assert Scene(from_dictionary.text).data == from_dictionary.data == json.loads(json.dumps(
        {**FALLING, "ball": [FALLING["ball"][0], {"position": [9.0, 6.0], "radius": 1.0}]}))
    for name in scene_names():
        assert Scene(scene(name).data).data == scene(name).data
    odd = {"a b": {"x": 'say "hi"\n', "yes": True, "deep": {"t": [1, [2.5, 1e-300]]}}, "n": -3, "far": math.inf,
           "list": [{"k": 1}, {}]}
    assert tomllib.loads(Scene(odd).text) == odd


def test_texts_do_not_depend_on_the_language_of_the_machine(tmp_path):
    code = """if True:
        import sys, firsthit
        run = firsthit.scene("break").run(sys.argv[1], until=0.25, events=True)
        run.summary, run.events, run.observables, run._units("observables.csv"), run._repr_html_()
        firsthit.sweep("gas2d", {"run.collisions": [10, 20]}, folder=sys.argv[1] + "-sweep", serial=True).page()"""
    subprocess.run([sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning:firsthit", "-c", code,
                    tmp_path / "run"], check=True)


def test_settings_take_the_place_of_keys():
    short = Scene(FALLING).run(settings={"run.until": 0.25, "physics.gravity": [0.0, -20.0], "ball.1.velocity": (1, 0)})
    assert short.summary["simulated_time"] == 0.25
    gas = scene("gas2d")
    assert gas.run(seed=5, collisions=50).summary["state_hash"] != gas.run(seed=6, collisions=50).summary["state_hash"]
    assert gas.run(collisions=50).outcome == "reached_collisions"


def test_all_that_is_wrong_is_told_with_its_place():
    wrong = Scene("format = 1\ndimension = 2\nrun.until = 1\n[[ball]]\npos = [0, 1]\nradius = -1\n")
    problems = wrong.check()
    assert [(p.line, p.column) for p in problems] == [(4, 1), (5, 1), (6, 10)] and not any(p.note for p in problems)
    assert problems[2].message == "radius: expected >= 0, found -1" and str(problems[2]) == "6:10: radius: expected >= 0, found -1"
    with pytest.raises(ValueError) as caught:
        wrong.run()
    assert caught.value.problems == tuple(problems) and type(caught.value) is SceneError
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    (problem,) = Scene(FALLING).check({"run.until": -1})
    assert "until" in problem.message and "expected" in problem.message and problem.line is None or problem.line == 1
    assert all(not [p for p in scene(name).check() if not p.note] for name in scene_names())
    assert Scene("a = [").check()[0].line == 1


def test_collapse_is_a_result():
    bouncer = {**FALLING, "run": {"until": 100.0}, "physics": {"gravity": [0, -10], "restitution": 0.5, "rest": False}}
    assert Scene(bouncer).run().outcome == "collapsed"


def same_end(a, b):
    """Summaries, but for what depends on how a run was cut into pieces: docs/formats/output.md."""
    pieces = "second|memory|^events$"
    return {key: a.summary[key] for key in a.summary if not re.search(pieces, key)} == {
        key: b.summary[key] for key in b.summary if not re.search(pieces, key)}


def test_a_run_whose_time_is_over_is_resumed_to_the_same_end(tmp_path):
    long = {"collisions": 400_000, "settings": {"run.sample_every": 10.0}}
    whole, folder = scene("gas2d").run(**long), tmp_path / "cut"
    with pytest.raises(Unfinished, match="firsthit.resume goes on") as caught:
        scene("gas2d").run(folder, **long, max_time="50ms")
    assert caught.value.folder == folder and not (folder / "summary.json").exists()
    assert pickle.loads(pickle.dumps(caught.value)).folder == folder
    with pytest.raises(Unfinished):
        resume(folder, max_time="10ms")
    again = resume(folder)
    assert same_end(again, whole) and again.folder == folder
    assert (folder / "observables.csv").read_bytes() == (whole.folder / "observables.csv").read_bytes()
    assert np.array_equal(again.frames.positions, whole.frames.positions)


def test_a_run_goes_on_beyond_its_end_and_from_the_checkpoint_before(tmp_path):
    scene("break").run(tmp_path / "short", until=1.0, events=True, checkpoint="10 events")
    far = scene("break").run(until=2.0, events=True)
    further = resume(tmp_path / "short", until=2.0)
    assert same_end(further, far) and (further.folder / "events.csv").read_bytes() == (far.folder / "events.csv").read_bytes()
    checkpoint = bytearray((tmp_path / "short/checkpoint").read_bytes())
    checkpoint[len(checkpoint) // 2] ^= 1
    (tmp_path / "short/checkpoint").write_bytes(checkpoint)
    with pytest.raises(ValueError, match="section .*damaged"):
        resume(tmp_path / "short", until=3.0)
    assert same_end(resume(tmp_path / "short", until=3.0, before=True), scene("break").run(until=3.0, events=True))


def test_scenes_of_all_kinds_are_run_in_one_go(tmp_path):
    (tmp_path / "falling.toml").write_text(Scene(FALLING).text)
    runs = [firsthit.run(source, until=1.25) for source in (FALLING, Scene(FALLING), tmp_path / "falling.toml")]
    assert len({each.summary["state_hash"] for each in runs}) == 1 and runs[2].summary["scene"] == "falling"
    assert firsthit.run("break", tmp_path / "out", until=0.5).folder == tmp_path / "out"


def test_reports_are_shown_and_files_are_kept_as_long_as_the_run(tmp_path):
    fallen = Scene(FALLING).run()
    shown = fallen._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and "&lt;html" in shown and shown.count('"') == 4
    assert fallen.report.is_file() and fallen.picture.is_file() and fallen.trajectory.is_file()
    folder = fallen.folder
    kept = fallen.save(tmp_path / "kept")
    del fallen
    assert not folder.exists() and kept.summary["outcome"] == "reached_time"
    bare = Scene(FALLING).run(tmp_path / "bare", report=False, trajectory=False, xyz=True)
    assert (tmp_path / "bare/trajectory.xyz").is_file() and bare.folder == tmp_path / "bare"
    for absent in ("report", "trajectory", "events"):
        with pytest.raises(FileNotFoundError, match="it is written by run"):
            getattr(bare, absent)
    with pytest.raises(OSError, match="exists already"):
        Scene(FALLING).run(tmp_path / "bare")
    assert Scene(FALLING).run(tmp_path / "bare", force=True, until=0.5).summary["simulated_time"] == 0.5


def test_a_run_tells_how_far_it_is(tmp_path, capfd):
    told = []
    made = scene("gas2d").run(tmp_path / "run", collisions=2_000_000, checkpoint="9000000 events", progress=told.append)
    assert len(told) > 1 and {at.what for at in told} == {"collisions"} and {at.total for at in told} == {2_000_000}
    done = [at.done for at in told]
    assert done == sorted(done) and done[0] < done[-1] == made.summary["collisions"] and told[-1].left == 0
    assert told[-1].text == "2000000 of 2000000 collisions" and capfd.readouterr().err == ""
    resume(tmp_path / "run", collisions=2_100_000, progress=told.append)
    assert told[-1].total == told[-1].done == 2_100_000
    Scene(FALLING).run(progress=True)
    assert capfd.readouterr().err == "time 1.5 of 1.5\n"
    told.clear()
    with pytest.raises(SceneError):
        Scene(FALLING).run(until=-1, progress=told.append)
    assert not told


def test_what_progress_raises_ends_a_run_whose_output_is_complete(tmp_path):
    def enough(at):
        raise LookupError(at.what)

    with pytest.raises(LookupError, match="time"):
        scene("gas2d").run(tmp_path / "run", settings={"run.until": 1e9, "run.sample_every": 0.0}, collisions=10**15,
                           progress=enough)
    assert Run(tmp_path / "run").outcome == "interrupted"


WRONG = [
    lambda: scene("brek"), lambda: scene("no/such.toml"), lambda: scene(""), lambda: scene(3), lambda: Scene(3),
    lambda: Scene(None), lambda: Scene("", name=""), lambda: Scene("", name="a/b"), lambda: Scene("", name=3),
    lambda: Scene({1: 2}), lambda: Scene({"a": None}), lambda: Scene({"a": object()}),
    lambda: Scene({"a": {"b": {1}}}), lambda: Scene("").run(), lambda: Scene("format = 1").run(),
    lambda: Scene(FALLING).run(until=-1), lambda: Scene(FALLING).run(until="1"), lambda: Scene(FALLING).run(until=math.nan),
    lambda: Scene(FALLING).run(collisions=-1), lambda: Scene(FALLING).run(collisions=0.5), lambda: Scene(FALLING).run(seed="x"),
    lambda: Scene(FALLING).run(threads=-1), lambda: Scene(FALLING).run(settings={"no.such": 1}),
    lambda: Scene(FALLING).run(settings=["run.until"]), lambda: Scene(FALLING).check({"run.until": None}),
    lambda: Run("no-such-folder"), lambda: Run(3), lambda: firsthit.run("brek"), lambda: firsthit.run(3),
    lambda: firsthit.run("break", seed=-1), lambda: Scene(FALLING).run(checkpoint="1min"), lambda: Scene(FALLING).run(max_time="1min"),
    lambda: Scene(FALLING).run("out", checkpoint="soon"), lambda: Scene(FALLING).run("out", checkpoint=60),
    lambda: Scene(FALLING).run("out", max_time="-1s"), lambda: Scene(FALLING).run(progress=3), lambda: resume("out", progress="yes"), lambda: resume("no-such-folder"), lambda: resume(3),
    lambda: resume("no-such-folder", until="1"), lambda: resume("no-such-folder", collisions=-1),
]


def test_wrong_calls_say_what_is_wrong(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for i, call in enumerate(WRONG):
        with pytest.raises((ValueError, TypeError)) as caught:
            call()
            pytest.fail(f"number {i} went through")
        assert re.search("expected|unknown|missing", str(caught.value)), (i, caught.value)


def test_an_output_that_cannot_be_written_is_an_error_of_the_system(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises((OSError, ValueError), match="file"):
        Scene(FALLING).run(tmp_path / "file" / "below")


CTRL_C = """
import signal
import firsthit
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs in the background inherits that it is ignored
print("ready", flush=True)
try:
    firsthit.scene("gas2d").run("out", collisions=10**12, settings={"run.until": 1e12, "run.sample_every": 0.0})
except KeyboardInterrupt:
    print(firsthit.Run("out").outcome, flush=True)
"""


def test_ctrl_c_ends_a_run_whose_output_is_complete(tmp_path):
    program = subprocess.Popen([sys.executable, "-c", CTRL_C], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert program.stdout.readline() == "ready\n"
    time.sleep(1.5)
    program.send_signal(signal.SIGINT)
    assert program.stdout.readline() == "interrupted\n" and program.wait(60) == 0


def test_a_program_that_is_killed_is_told_of(tmp_path, monkeypatch):
    (tmp_path / "killed").write_text("#!/bin/sh\necho no memory >&2\nkill -9 $$\n")
    (tmp_path / "killed").chmod(0o700)
    monkeypatch.setattr("firsthit.scenes.PROGRAM", tmp_path / "killed")
    for call, what in ((scene("break").check, "check"), (scene("break").run, "run")):
        with pytest.raises(OSError, match=f"^firsthit {what} ended with -9: no memory$"):
            call()
