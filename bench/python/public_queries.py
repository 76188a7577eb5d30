"""The public queries in tests/data/ccd-queries, whose answers are exact, as arrays."""

from pathlib import Path

import numpy as np

QUERIES = Path(__file__).resolve().parents[2] / "tests/data/ccd-queries"


def public_queries(wanted):
    """The pairs of one kind, of shape (n, 2, 4, 3), and when they first touch, or None."""
    places = np.array([[float.fromhex(word) for word in line.split()]
                       for line in (QUERIES / "places.txt").read_text().splitlines()])
    pairs, truth, kind = [], [], ""
    for words in map(str.split, (QUERIES / "queries.txt").read_text().splitlines()):
        if words[0] == "set":
            kind = words[2]
        elif kind == wanted:
            pairs.append([int(word) for word in words[:8]])
            truth.append(float.fromhex(words[9]) if words[8:9] == ["hit"] else None)
    return places[np.array(pairs)].reshape(-1, 2, 4, 3), truth
