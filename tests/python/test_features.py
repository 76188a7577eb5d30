"""Deforming features: public queries with exact answers, each kind in one call."""

import math

import numpy as np
import pytest

from firsthit import Feature, FeatureKind, Outcome, features
from things import SOURCE

DATA = SOURCE / "tests/data/ccd-queries"
SPECIAL = {"vertex-face": features.first_touch_vertex_face, "edge-edge": features.first_touch_edge_edge}


@pytest.fixture(scope="module")
def queries():
    """Of each kind: pairs of shape (n, 2, 4, 3), whether they touch, and what encloses the time if they do."""
    places = np.array([[float.fromhex(word) for word in line.split()]
                       for line in (DATA / "places.txt").read_text().splitlines()])
    rows = {kind: ([], [], []) for kind in SPECIAL}
    for line in (DATA / "queries.txt").read_text().splitlines():
        words = line.split()
        if words[0] == "set":
            pairs, hits, times = rows[words[2]]
            continue
        pairs.append([int(word) for word in words[:8]])
        hits.append(words[8:9] == ["hit"])
        times.append([float.fromhex(word) for word in words[9:]] or [1.0, 1.0])
    return {kind: (places[np.array(pairs)].reshape(-1, 2, 4, 3), np.array(hits), np.array(times))
            for kind, (pairs, hits, times) in rows.items()}


@pytest.mark.parametrize("kind", SPECIAL)
def test_public_queries_have_their_exact_answers(queries, kind):
    pairs, hits, times = queries[kind]
    touches = SPECIAL[kind](pairs)
    assert np.array_equal(touches["touches"], hits)
    assert 100 < hits.sum() < len(hits) - 100
    # Both enclose the exact time, so neither can lie beside the other.
    assert np.all(touches["lower"] <= times[:, 1]) and np.all(times[:, 0] <= touches["upper"])
    assert np.all(touches["upper"] <= np.nextafter(touches["lower"], 2))


CONTACTS = {"vertex-face": (features.first_hit_vertex_face, features.contacts_vertex_face),
            "edge-edge": (features.first_hit_edge_edge, features.contacts_edge_edge)}


@pytest.mark.parametrize("kind", CONTACTS)
def test_contacts_are_places_of_both_where_they_touch(queries, kind):
    pairs, hits, _ = queries[kind]
    first_hit, contacts = CONTACTS[kind]
    for answers, touching, times in ((touches := SPECIAL[kind](pairs), hits, touches["lower"]),
                                     (ends := first_hit(pairs), ends["outcome"] != Outcome.MISS,
                                      np.where(ends["outcome"] == Outcome.IMPACT, ends["delay"], ends["first_touch"]))):
        found = contacts(pairs, answers)
        assert np.array_equal(np.isnan(found["point_a"]).all(axis=1), ~touching)
        pair, found, t = pairs[touching], found[touching], times[touching][:, np.newaxis, np.newaxis]
        at = (1 - t) * pair[:, 0] + t * pair[:, 1]
        size = np.abs(pair).max(axis=(1, 2, 3))
        assert np.all(np.linalg.norm(found["point_a"] - found["point_b"], axis=1) <= 1e-12 * size)
        low, high = (at[:, :1], at[:, 1:]) if kind == "vertex-face" else (at[:, :2], at[:, 2:])
        for place, corners in ((found["point_a"], low), (found["point_b"], high)):
            slack = 1e-12 * size[:, np.newaxis]
            assert np.all(place >= corners.min(axis=1) - slack) and np.all(place <= corners.max(axis=1) + slack)
        lengths = np.linalg.norm(found["normal"], axis=1)
        assert np.all((np.abs(lengths - 1) < 1e-15) | (lengths == 0)) and np.mean(lengths > 0.5) > 0.5


def test_contacts_of_what_was_never_answered_are_refused():
    pair = [[[[0, 1], [-1, 0], [1, 0]], [[0, -3], [-1, 0], [1, 0]]]]
    touch = features.first_touch_point_segment(pair)
    contact = features.contacts_point_segment(pair, touch)[0]
    assert contact["point_a"].tolist() == contact["point_b"].tolist() == [0, 0] and contact["normal"].tolist() == [0, -1]
    with pytest.raises(TypeError, match="answers: expected what first_touch_"):
        features.contacts_point_segment(pair, [0.5])
    with pytest.raises(ValueError, match="answers: expected an array of numbers of shape .1,., found one of shape .2,"):
        features.contacts_point_segment(pair, np.concatenate([touch, touch]))
    touch["lower"] = 2.0
    with pytest.raises(ValueError, match="expected times from 0 to 1"):
        features.contacts_point_segment(pair, touch)


def test_a_vertex_that_goes_back_grazes_and_one_that_goes_through_hits():
    face = [[0, 0, 0], [4, 0, 0], [0, 4, 0]]
    pair = lambda start, end: [[start, *face], [end, *face]]
    ways = [([1, 1, 1], [1, 1, -2]), ([1, 1, 1], [2, 2, 0]), ([1, 1, 1], [1, 1, 2])]
    ends = features.first_hit_vertex_face([pair(*way) for way in ways])
    assert [Outcome(x) for x in ends["outcome"]] == [Outcome.IMPACT, Outcome.IMPACT, Outcome.MISS]
    assert ends["delay"][0] < 1 / 3 + 1e-16 and ends["delay_upper"][0] == math.nextafter(ends["delay"][0], 1)


def test_points_and_segments_and_edges():
    touch = features.first_touch_point_segment([[[[0, 1], [-1, 0], [1, 0]], [[0, -3], [-1, 0], [1, 0]]]])
    assert touch["touches"].all() and touch["lower"][0] == 0.25
    hit = features.first_hit_point_segment([[[[0, 1], [-1, 0], [1, 0]], [[0, -3], [-1, 0], [1, 0]]]])
    assert Outcome(hit["outcome"][0]) is Outcome.IMPACT and hit["delay"][0] == 0.25
    edges = [[[-1, 0, 0], [1, 0, 0], [0, -1, 1], [0, 1, 1]], [[-1, 0, 0], [1, 0, 0], [0, -1, -1], [0, 1, -1]]]
    assert features.first_hit_edge_edge([edges])["delay"].tolist() == [0.5]
    assert features.first_touch_edge_edge(np.zeros((0, 2, 4, 3))).shape == (0,)


def test_outlines_meet_where_their_first_features_do():
    triangle = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    spike = np.array([[5.0, 0.5], [9.0, 0.0], [9.0, 1.0]])
    hit = features.first_hit_outlines([triangle, triangle], [spike, spike - [7.0, 0.0]])
    assert hit.outcome is Outcome.IMPACT and hit.delay == pytest.approx(0.5)  # x + y = 2 is met at x = 1.5
    assert hit.point_a == pytest.approx((1.5, 0.5))
    assert (hit.feature_a, hit.feature_b) == (Feature(FeatureKind.EDGE, 1), Feature(FeatureKind.VERTEX, 0))
    assert features.first_hit_outlines([triangle] * 2, [triangle + 9] * 2).outcome is Outcome.MISS
