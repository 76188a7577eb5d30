"""The walks through the code: the scenes and questions that they show give what they say."""

import json
import re
import unittest

from program import BAD_INPUT, SOURCE, ProgramTest


def page(name):
    return (SOURCE / "docs/walks" / name).read_text()


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


class Walks(ProgramTest):
    def run_scene(self, walk, name):
        """Runs the scene of a walk and compares the first columns of its events with the walk's."""
        (scene,), (events,) = blocks(page(walk), "toml"), blocks(page(walk), "csv")
        self.write(name, scene)
        printed = self.run_program("run", name, "-o", "out", "--events").stdout
        columns = len(events.splitlines()[0].split(","))
        told = [",".join(row.split(",")[:columns]) for row in (self.folder / "out/events.csv").read_text().splitlines()]
        self.assertEqual(told, events.splitlines())
        return scene, printed, json.loads((self.folder / "out/summary.json").read_text())

    def test_the_event_happens_as_told(self):
        _, printed, summary = self.run_scene("event.md", "walk.toml")
        self.assertEqual((summary["collisions"], summary["events"]), (1, 2))
        (told,) = re.findall(r"`([0-9a-f]{16})`", page("event.md"))
        self.assertIn(told, printed)

    def test_the_key_is_read_and_refused_as_told(self):
        scene, _, summary = self.run_scene("key.md", "gate.toml")
        self.assertEqual(summary["collisions"], 0)
        messages = re.findall(r"`(gate\.toml:[^`]+)`", page("key.md"))
        for wrong, message in zip(("sensor = 1", "sensors = true"), messages, strict=True):
            self.write("gate.toml", scene.replace("sensor = true", wrong))
            self.assertIn(message, self.run_program("check", "gate.toml", expect=BAD_INPUT).stderr)

    def test_the_queries_are_answered_as_told(self):
        (queries,), (told,) = blocks(page("query.md"), "jsonl"), blocks(page("query.md"), "json")
        self.write("corners.jsonl", queries)
        answers = [json.loads(line) for line in self.run_program("query", "corners.jsonl").stdout.splitlines()]
        self.assertEqual(len(answers), 4)
        for answer, expected in zip(answers, map(json.loads, told.splitlines()), strict=True):
            self.assertEqual({key: answer[key] for key in expected}, expected)
        explained = self.run_program("query", "--explain", "corners.jsonl").stdout.splitlines()
        self.assertEqual([json.loads(line)["explain"]["stage"] for line in explained], ["filter"] + 3 * ["exact"])
        # Where it forks: b of line 1 spins, and misses.
        spun = json.loads(queries.splitlines()[0])
        spun["b"]["angular_velocity"] = 1
        self.write("spun.jsonl", json.dumps(spun))
        answer = json.loads(self.run_program("query", "--explain", "spun.jsonl").stdout)
        self.assertEqual((answer["outcome"], answer["explain"]["kernel"]), ("miss", "turning"))


if __name__ == "__main__":
    unittest.main()
