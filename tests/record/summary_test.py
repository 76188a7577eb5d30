"""Reads a summary.json as strict JSON and checks it: summary_test.py FILE KEY=VALUE... (values are JSON; a.b is b in a)."""

import json
import sys

KEYS = """outcome collisions events simulated_time wall_seconds collisions_per_second energy_initial energy_final
momentum_initial momentum_final temperature pressure compressibility collision_rate_per_body deepest_overlap
peak_memory_bytes state_hash scene seed culprits message measured_time sound_time absent firsthit_version""".split()


def refuse(word):
    raise ValueError(word + " is not JSON")


with open(sys.argv[1], encoding="utf-8") as file:
    summary = json.load(file, parse_constant=refuse)
missing = [key for key in KEYS if key not in summary]
assert not missing, missing
assert len(summary["state_hash"]) == 16 and int(summary["state_hash"], 16) >= 0
listed = [key for key in summary["absent"] if summary[key] not in (None, False)]
assert not listed, listed
assert sum(summary["collisions_by_kind"].values()) == summary["collisions"]
for argument in sys.argv[2:]:
    key, value = argument.split("=", 1)
    found = summary
    for part in key.split("."):
        found = found[part] if found is summary else found.get(part)
    assert found == json.loads(value), (key, found, value)
