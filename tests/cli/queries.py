"""What the tests of firsthit query share: moving things as it reads them, and how to ask."""

import json

from program import BAD_INPUT, DONE, ProgramTest

SEED = 20261121


def ball(radius, position, **motion):
    return {"ball": {"radius": radius}, "position": position, **motion}


def point(position, **motion):
    return {"point": {}, "position": position, **motion}


def pair(a, b, **query):
    return {"a": a, "b": b, **query}


def rod(length, position, **motion):
    """A thin rod that leads from its position to the right."""
    return {"segment": {"from": [0] * len(position), "to": [length, *[0] * (len(position) - 1)]}, "position": position,
            **motion}


# Shapes around the origin, and the largest x at which they meet the x axis.
SHAPES_2D = {
    "point": ({}, 0), "ball": ({"radius": 1}, 1), "segment": ({"from": [0, -1], "to": [1, 1]}, 0.5),
    "capsule": ({"from": [0, -1], "to": [0, 2], "radius": 0.75}, 0.75), "box": ({"half_extents": [1, 2]}, 1),
    "oriented_box": ({"half_extents": [1, 2], "axes": [[0, 1], [1, 0]]}, 2),
    "hull": ({"vertices": [[0, -1], [2, 0], [0, 1], [1, 0]], "radius": 0.5}, 2.5),
    "polygon": ({"vertices": [[-1, -2], [2, -2], [1, 0], [2, 2], [-1, 2]]}, 1),
    "half_space": ({"normal": [2, 0], "offset": 6}, 3),
}
SHAPES_3D = {
    "point": ({}, 0), "ball": ({"radius": 1}, 1), "segment": ({"from": [0, -1, 0], "to": [1, 1, 0]}, 0.5),
    "capsule": ({"from": [0, -1, 0], "to": [0, 2, 0], "radius": 0.75}, 0.75), "box": ({"half_extents": [1, 2, 3]}, 1),
    "oriented_box": ({"half_extents": [1, 2, 3], "axes": [[0, 1, 0], [1, 0, 0], [0, 0, 1]]}, 2),
    "hull": ({"vertices": [[2, -1, -1], [2, 1, -1], [2, 0, 2], [-1, 0, 0]]}, 2),
    "triangle": ({"vertices": [[1, -1, -1], [1, 1, -1], [1, 0, 2]]}, 1),
    "half_space": ({"normal": [2, 0, 0], "offset": 6}, 3),
}


class QueryTest(ProgramTest):
    def ask(self, lines, expect=DONE, **options):
        """The answers, and what is told on standard error, to a file of these lines (text or queries)."""
        text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
        (self.folder / "q.jsonl").write_text(text)
        result = self.run_program("query", "q.jsonl", expect=expect, **options)
        return [json.loads(line) for line in result.stdout.splitlines()], result.stderr.splitlines()

    def answer(self, query):
        (answer,), errors = self.ask([query])
        self.assertEqual(errors, [])
        return answer

    def refusal(self, query):
        """What is told about a query that cannot be answered, without its place in the file."""
        answers, errors = self.ask([query], expect=BAD_INPUT)
        self.assertEqual(answers, [])
        for error in errors:
            self.assertTrue(error.startswith("q.jsonl:1:"), error)
        return [error.removeprefix("q.jsonl:1:").removeprefix(" ") for error in errors]
