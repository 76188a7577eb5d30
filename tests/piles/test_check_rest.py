"""The judge of what rests accepts piles that have closed forms, and rejects each fault that is planted in them."""

import contextlib
import io
import math
import random
import tempfile
import unittest

import told_runs
from check_rest import judged, main
from finished_run import Unjudged
from gaps import depth_of_point, gap
from solids import Piece, moments_of, pieces_of, triangles_of
from vectors import add, dot, length, rotation, scaled, sub, unit


class Piles(unittest.TestCase):
    def faults_of(self, run):
        with tempfile.TemporaryDirectory() as folder:
            run.write(folder)
            return judged(folder)[1].faults

    def assert_faults(self, run, *laws):
        """These laws are broken, and no others."""
        faults = self.faults_of(run)
        self.assertEqual({fault.law for fault in faults}, set(laws), "\n".join(map(str, faults)))


class GoodPiles(Piles):
    def test_with_closed_forms_are_accepted(self):
        for pile in (told_runs.disk_between_crates, told_runs.ball_on_a_crate, told_runs.four_balls,
                     told_runs.angle_iron_on_a_slope):
            with self.subTest(pile.__name__):
                self.assert_faults(pile())

    def test_may_have_somebody_who_falls_above_them(self):
        run = told_runs.disk_between_crates()
        run.body("guest", {"ball": {"radius": 0.25}}, (1.0, 5.0), 1.0)
        run.states["guest"]["velocity"] = (0.0, -0.5)
        self.assert_faults(run)

    def test_may_slide(self):
        run = told_runs.disk_between_crates()
        run.body("slider", {"ball": {"radius": 0.25}}, (1.5, 0.25), 1.0)
        run.states["slider"]["velocity"] = (0.125, 0.0)
        run.contact("slider", "lower y side", (1.5, 0.0), (0.0, -1.0), (0.0, 1.0))
        self.assert_faults(run)


class PlantedFaults(Piles):
    def test_a_force_that_is_off_by_a_billionth(self):
        for pile in (told_runs.disk_between_crates, told_runs.ball_on_a_crate, told_runs.four_balls,
                     told_runs.angle_iron_on_a_slope):
            for i in range(len(pile().contacts)):
                with self.subTest(pile.__name__, contact=i):
                    run = pile()
                    run.contacts[i]["force"] = scaled(1.0 + 1e-9, run.contacts[i]["force"])
                    self.assertLessEqual({"balance"}, {fault.law for fault in self.faults_of(run)})

    def test_a_cut_that_carries_too_much(self):
        run = told_runs.ball_on_a_crate()
        run.contacts[0]["force"] = (0.0, 1.25 + 1e-9)  # at the floor, below both
        self.assert_faults(run, "balance", "cut", "moment")
        run = told_runs.four_balls()
        for contact in run.contacts[::2]:  # below the uppermost; who is below it has too much
            contact["force"] = add(contact["force"], (0.0, 0.0, 1e-9))
        self.assertIn(("top",), [fault.who for fault in self.faults_of(run) if fault.law == "cut"])

    def test_a_contact_that_pulls_though_all_is_in_balance(self):
        run = told_runs.ball_on_a_crate()
        run.contacts[0]["force"], run.contacts[1]["force"] = (0.0, 2.25), (0.0, 2.75)
        run.contact("crate", "lower y side", (2.0, 0.0), (0.0, -1.0), (0.0, -2.0))
        self.assert_faults(run, "push")

    def test_a_force_beyond_the_cone_though_all_is_in_balance(self):
        critical = math.tan(math.acos(math.sqrt(2.0 / 3.0)) / 2.0)
        self.assert_faults(told_runs.four_balls(critical * (1.0 + 1e-9)))
        self.assert_faults(told_runs.four_balls(critical * (1.0 - 1e-9)), "cone")
        run = told_runs.angle_iron_on_a_slope()
        run.scene["physics"]["friction"] = 0.7499
        self.assert_faults(run, "cone")

    def test_friction_is_that_of_the_pair(self):
        run = told_runs.angle_iron_on_a_slope()
        run.scene["body"][0]["material"] = "ice"
        self.assert_faults(run)
        run.scene["contact"] = [{"materials": ["ice", "default"], "restitution": 0.5, "friction": 0.1}]
        self.assert_faults(run, "cone")

    def test_a_moment_that_is_missing(self):
        run = told_runs.ball_on_a_crate()
        run.contacts[0]["force"] = run.contacts[1]["force"] = (0.0, 1.5)
        self.assert_faults(run, "moment")
        run = told_runs.four_balls()
        for contact in run.contacts:  # as balls that do not turn would stand: without friction between them
            if contact["a"] == "top":
                contact["force"] = scaled(-1.0 / math.sqrt(2.0 / 3.0), contact["normal"])
            else:
                x, y, up = contact["force"]
                contact["force"] = (*scaled(math.sqrt(0.5) / math.hypot(x, y), (x, y)), up)
        self.assert_faults(run, "moment")
        for table in run.scene["body"]:
            del table["spins"]
        self.assert_faults(run)

    def test_an_overlap(self):
        run = told_runs.disk_between_crates()
        run.body("guest", {"ball": {"radius": 0.25}}, (1.5, 2.5 + 0.25 * math.sqrt(5.0) - 1e-9 - 0.5), 1.0)
        run.states["guest"]["velocity"] = (0.0, -0.5)
        self.assert_faults(run, "overlap")

    def test_who_is_in_a_wall_or_beyond_it(self):
        for x in (0.25 - 1e-9, -0.5, -2.0):
            run = told_runs.disk_between_crates()
            run.body("guest", {"ball": {"radius": 0.25}}, (x, 4.0), 1.0)
            run.states["guest"]["velocity"] = (0.0, -0.5)
            self.assert_faults(run, "overlap")

    def test_a_body_that_hangs_in_the_air(self):
        run = told_runs.disk_between_crates()
        run.body("guest", {"ball": {"radius": 0.25}}, (1.0, 5.0), 1.0)
        self.assert_faults(run, "hanging")

    def test_a_body_that_lies_on_nothing_that_is_told(self):
        for outcome, laws in (("reached_time", ["hanging"]), ("reached_collisions", [])):  # free from that time on
            for height, more in ((0.25, laws), (0.25 + 1e-9, ["hanging"])):
                run = told_runs.disk_between_crates()
                run.body("guest", {"ball": {"radius": 0.25}}, (1.5, height), 1.0)
                run.outcome = outcome
                self.assert_faults(run, *more)

    def test_a_body_that_goes_on_straight_in_the_air(self):
        run = told_runs.disk_between_crates()
        run.body("guest", {"ball": {"radius": 0.25}}, (1.0, 5.0), 1.0)
        run.states["guest"]["velocity"] = (0.125, 0.0)
        run.samples = 3
        run.step["guest"] = (0.125, 0.0)
        self.assert_faults(run, "hanging")

    def test_a_heap_that_was_frozen(self):
        run = told_runs.disk_between_crates()
        run.contacts = []
        self.assert_faults(run, "hanging")

    def test_a_contact_that_is_missing(self):
        for i in range(6):
            run = told_runs.disk_between_crates()
            del run.contacts[i]
            self.assertLessEqual({"balance"}, {fault.law for fault in self.faults_of(run)})

    def test_a_contact_that_does_not_touch(self):
        run = told_runs.disk_between_crates()
        run.states["disk"]["position"] = add(run.states["disk"]["position"], (0.0, 1e-9))
        self.assert_faults(run, "place", "normal")

    def test_a_place_that_is_off_the_surface(self):
        run = told_runs.disk_between_crates()
        run.contacts[1]["point"] = add(run.contacts[1]["point"], (0.0, 1e-9))
        self.assert_faults(run, "place", "normal")
        run = told_runs.angle_iron_on_a_slope()  # between its legs, on no surface of it
        run.contacts[0]["point"] = add(run.contacts[0]["point"], (0.8, 0.6))
        self.assertIn("place", {fault.law for fault in self.faults_of(run)})

    def test_a_normal_that_is_not_unit_or_not_that_of_the_contact(self):
        run = told_runs.angle_iron_on_a_slope()
        run.contacts[0]["normal"] = scaled(1.0 + 1e-14, run.contacts[0]["normal"])
        self.assert_faults(run, "normal")
        run = told_runs.ball_on_a_crate()
        run.contacts[2]["normal"] = unit((1e-8, -1.0))
        self.assert_faults(run, "normal")

    def test_a_contact_that_closes(self):
        run = told_runs.disk_between_crates()
        run.states["disk"]["velocity"] = (0.0, -1e-9)
        self.assert_faults(run, "velocity")

    def test_energy_from_nowhere(self):
        run = told_runs.disk_between_crates()
        run.drop = -1e-4
        self.assert_faults(run, "energy")
        run = told_runs.disk_between_crates()
        run.energy_off = 1e-12
        self.assert_faults(run, "energy")

    def test_a_body_that_is_taken_for_another(self):
        run = told_runs.disk_between_crates()
        run.id_of = lambda name: {"left": 1, "right": 0, "disk": 2}.get(name, 7)
        self.assert_faults(run, "name")

    def test_what_is_no_number(self):
        run = told_runs.disk_between_crates()
        run.contacts[0]["force"] = (math.nan, 1.0)
        self.assertLessEqual({"push", "balance"}, {fault.law for fault in self.faults_of(run)})


class Command(Piles):
    def test_tells_by_its_exit_code(self):
        good, bad = told_runs.four_balls(), told_runs.four_balls(0.1)
        for run, code in ((good, 0), (bad, 1)):
            with tempfile.TemporaryDirectory() as folder:
                run.write(folder)
                with contextlib.redirect_stdout(io.StringIO()) as told:
                    self.assertEqual(main([folder]), code)
                self.assertIn("all laws hold" if code == 0 else "cone: top and low-0", told.getvalue())

    def test_says_what_it_cannot_judge(self):
        run = told_runs.disk_between_crates()
        run.scene["space"]["sides"] = ["periodic", "wall"]
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(Unjudged, "--xyz|missing"):
                judged(folder)
            run.write(folder)
            with self.assertRaisesRegex(Unjudged, "periodic"):
                judged(folder)
            with contextlib.redirect_stderr(io.StringIO()) as told:
                self.assertEqual(main([folder]), 2)
            self.assertIn("periodic", told.getvalue())


class Geometry(unittest.TestCase):
    def at(self, shape, position, quaternion=(1.0, 0.0, 0.0, 0.0)):
        piece, = pieces_of(len(position), shape)
        return piece.placed(rotation(len(position), quaternion), position)

    def test_of_gaps_has_closed_forms(self):
        box = {"box": {"half_extents": [1.0, 1.0]}}
        cube = {"box": {"half_extents": [1.0, 1.0, 1.0]}}
        eighth = math.pi / 8.0
        tip = (math.cos(eighth), 0.0, 0.0, math.sin(eighth))
        edge = (math.cos(eighth), math.sin(eighth), 0.0, 0.0)  # about x: an edge along x below
        other = (math.cos(eighth), 0.0, math.sin(eighth), 0.0)  # about y: an edge along y above
        root = math.sqrt(2.0)
        ball, rod = {"ball": {"radius": 0.5}}, {"capsule": {"from": [-1.0, 0.0], "to": [1.0, 0.0], "radius": 0.25}}
        wide = {"capsule": {"from": [-1.0, 0.0, 0.0], "to": [1.0, 0.0, 0.0], "radius": 0.25}}
        for a, b, expected in (
                (self.at(box, (0.0, 0.0)), self.at(box, (3.0, 0.5)), 1.0),
                (self.at(box, (0.0, 0.0)), self.at(box, (3.0, 4.0)), math.hypot(1.0, 2.0)),
                (self.at(box, (0.0, 0.0)), self.at(box, (1.5, 0.5)), -0.5),
                (self.at(box, (0.0, 0.0)), self.at(box, (3.0, 0.0), tip), 2.0 - root),
                (self.at(box, (0.0, 0.0)), self.at(box, (1.0 + root, 0.25), tip), 0.0),
                (self.at(ball, (0.0, 0.0)), self.at(box, (2.0, 2.0)), root - 0.5),
                (self.at(ball, (1.5, 1.0)), self.at(box, (2.0, 2.0)), -0.5 + 0.0),
                (self.at(ball, (0.0, 0.0)), self.at(ball, (0.75, 1.0)), 0.25),
                (self.at(rod, (0.0, 0.0)), self.at(rod, (3.0, 0.0)), 0.5),
                (self.at(rod, (0.0, 0.0)), self.at(rod, (0.5, 0.25)), -0.25),
                (self.at(rod, (0.0, 0.0)), self.at(rod, (0.5, 0.0), (1.0, 0.0, 0.0, 1.0)), -1.0),
                (self.at(cube, (0.0, 0.0, 0.0), other), self.at(cube, (0.25, 0.5, 3.0), edge), 3.0 - 2.0 * root),
                (self.at(cube, (0.0, 0.0, 0.0), other), self.at(cube, (0.25, 0.5, 2.75), edge), 2.75 - 2.0 * root),
                (self.at(cube, (0.0, 0.0, 0.0)), self.at(cube, (3.0, 3.0, 3.0)), math.sqrt(3.0)),
                (self.at(wide, (0.0, 0.0, 0.0)), self.at(wide, (0.5, 0.5, 0.75), (1.0, 0.0, 0.0, 1.0)), 0.25),
                (self.at(wide, (0.0, 0.0, 1.5)), self.at(cube, (0.5, 0.5, 0.0)), 0.25)):
            for one, two in ((a, b), (b, a)):
                self.assertAlmostEqual(gap(one, two), expected, delta=1e-14)

    def bracket(self, a, b, draw):
        """Two numbers that the gap is between, by directions and places alone: any direction parts two by no more than
        they are apart, and no two places of theirs are nearer than that. Places are brought together by Frank and
        Wolfe's method; where the two overlap, there are directions only, each a little beside the best so far."""
        p, q = a.vertices[0], b.vertices[0]
        best, below, above = None, -math.inf, math.inf
        for step in range(1000):
            between = sub(q, p)
            if length(between) < 1e-3 or above - below < 1e-5:
                break
            direction = unit(between)
            far_p = max(a.vertices, key=lambda v: dot(direction, v))
            far_q = min(b.vertices, key=lambda v: dot(direction, v))
            apart = dot(direction, sub(far_q, far_p))
            above = min(above, length(between))
            if apart > below:
                best, below = direction, apart
            # As far towards both as it shortens the way between them.
            change = sub(sub(far_q, q), sub(far_p, p))
            size = dot(change, change)
            part = min(1.0, max(0.0, -dot(between, change) / size)) if size > 0.0 else 0.0
            p, q = add(p, scaled(part, sub(far_p, p))), add(q, scaled(part, sub(far_q, q)))
        if below > 0.0:
            return below, above
        for step in range(1500):
            direction = unit(tuple(x + draw.gauss(0.0, 1.0) * 0.5 ** (step / 75) for x in best))
            apart = min(dot(direction, v) for v in b.vertices) - max(dot(direction, v) for v in a.vertices)
            if apart > below:
                best, below = direction, apart
        return below, below + 0.05  # another direction may part them better

    def test_of_gaps_is_what_directions_and_places_leave(self):
        draw = random.Random(5)
        seen = {True: 0, False: 0}
        for _ in range(40):
            dimension = draw.choice((2, 3))
            quaternions = [(draw.gauss(0, 1), *(draw.gauss(0, 1) if dimension == 3 else 0.0 for _ in range(2)),
                            draw.gauss(0, 1)) for _ in range(2)]
            hulls = [{"hull": {"vertices": [[draw.uniform(-1, 1) for _ in range(dimension)] for _ in range(6)]}}
                     for _ in range(2)]
            place = tuple(draw.uniform(0.2, 1.5) for _ in range(dimension))
            a = self.at(hulls[0], (0.0,) * dimension, quaternions[0])
            b = self.at(hulls[1], place, quaternions[1])
            below, above = self.bracket(a, b, draw)
            found = gap(a, b)
            self.assertGreaterEqual(found, below - 1e-12)
            self.assertLessEqual(found, above + 1e-12)
            seen[found > 0.0] += 1
        self.assertGreater(min(seen.values()), 5)

    def test_of_concave_polygons_fills_them(self):
        corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 3.0), (2.0, 3.0), (2.0, 4.0), (0.0, 4.0)]
        pieces = [Piece(triangle) for triangle in triangles_of(corners)]
        self.assertEqual(len(pieces), 6)
        for place, inside in (((0.5, 2.0), True), ((3.0, 0.5), True), ((1.5, 3.5), True), ((1.5, 2.0), False),
                              ((3.0, 2.0), False), ((2.5, 3.5), False)):
            self.assertEqual(min(depth_of_point(piece, place) for piece in pieces) < 0.0, inside, place)

    def test_of_moments_has_closed_forms(self):
        square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
        for shape, expected in (({"box": {"half_extents": [1.0, 1.0]}}, 2.0 / 3.0),
                                ({"polygon": {"vertices": square}}, 2.0 / 3.0), ({"hull": {"vertices": square}}, 2.0 / 3.0),
                                ({"ball": {"radius": 2.0}}, 2.0),
                                ({"capsule": {"from": [0.0, 0.0], "to": [0.0, 0.0], "radius": 2.0}}, 2.0),
                                ({"capsule": {"from": [-1.0, 0.0], "to": [1.0, 0.0], "radius": 1e-9}}, 1.0 / 3.0)):
            self.assertAlmostEqual(moments_of(2, shape, 1.0)[0], expected, delta=1e-8)

    def test_moments_of_a_capsule_are_those_of_its_slices(self):
        reach, radius, count = 0.7, 0.4, 20000
        mass = own = across = 0.0
        for i in range(count):
            x = (reach + radius) * (2.0 * (i + 0.5) / count - 1.0)
            square = radius ** 2 - max(abs(x) - reach, 0.0) ** 2  # of the slice's radius
            mass += square
            own += square * square / 2.0
            across += square * (square / 4.0 + x ** 2)
        capsule = {"capsule": {"from": [0.0, -reach, 0.0], "to": [0.0, reach, 0.0], "radius": radius}}
        for found, slices in zip(moments_of(3, capsule, 2.0), (across, own, across)):
            self.assertAlmostEqual(found, 2.0 * slices / mass, delta=1e-7)
        self.assertIsNone(moments_of(3, {"capsule": {"from": [0.0, 0.0, 0.0], "to": [1.0, 1.0, 0.0], "radius": 1.0}}, 1.0))


if __name__ == "__main__":
    unittest.main()
