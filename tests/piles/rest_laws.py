"""The laws that a finished run is held to. Each yields `Fault`s; none of them knows how the program comes to rest.

Tolerances, with u = 2^-53 and S the largest coordinate of the run [L]:

- Depths: `DEPTH` u S where nobody turns: four times 128 u S, the tolerance of a pair in docs/numerics/solids.md.
  `DEPTH_TURNING` u S, 2^-41 S, where somebody does: docs/numerics/turning-bodies.md tells of a few resolutions of
  2^-44; these are eight. What is computed here errs by some 20 u S: three products and sums a corner, an orientation
  off by 2^-49 rad, a difference, a root.
- Places of contacts: `PLACE` u S, 2^-45 S: the tolerance of a pair of solids, 128 u S, for each of the two.
- Forces: `FORCE` of all forces on a body together, its weight among them. docs/numerics/heaps.md solves for them to
  2^-48 of the largest for each contact; here four contacts of a body are allowed as much as a sum.
- Directions: a normal is unit to 8 u.
- Energy: 16 u of all terms' sizes for each body, and, of those who turn or lie on others, the hops that
  docs/numerics/heaps.md and turning-bodies.md let come from nowhere: 2^-18 m g L each time that a contact begins.
"""

import math
from dataclasses import dataclass

from finished_run import Body, Plane, energy_of
from gaps import depth_of_point, gap, gap_to_plane, point_to_segment
from vectors import add, cross, dot, length, scaled, sub

U = 2.0 ** -53
DEPTH = 2.0 ** 9
DEPTH_TURNING = 2.0 ** 12
PLACE = 2.0 ** 8
FORCE = 2.0 ** -46
UNIT = 8.0
ENERGY = 16.0
HOP = 2.0 ** -18


@dataclass
class Fault:
    law: str      # overlap, place, normal, push, cone, balance, moment, cut, energy, velocity, hanging or name
    who: tuple    # names
    text: str

    def __str__(self):
        return f"{self.law}: {' and '.join(self.who)}: {self.text}"


class Laws:
    """Judges one run; `faults` and `extremes` (the largest that was seen of each law, as a part of what is allowed)
    hold what came of it."""

    def __init__(self, run):
        self.run = run
        self.faults = []
        self.extremes = {}
        turns = any(body.is_free and body.spins for body in run.bodies.values())
        self.depth = (DEPTH_TURNING if turns else DEPTH) * U * run.scale
        self.place = PLACE * U * run.scale
        self.on = {number: [] for number in run.bodies}  # (contact, force on that body)
        for contact in run.contacts:
            for number, sign in ((contact.a, 1.0), (contact.b, -1.0)):
                if number in self.on:
                    self.on[number].append((contact, scaled(sign, contact.force)))
        self.load = {}  # [M L/T^2] by id: all forces on a body and its weight, by their sizes

    def _load_of(self, number):
        body = self.run.bodies[number]
        weight = length(self.weight(body)) if body.is_free else 0.0
        return weight + sum(length(force) for _, force in self.on[number])

    def weight(self, body):
        return scaled(body.mass, self.run.gravity)

    def judge(self):
        self.told_names_are_those_of_the_ids()
        if self.faults:
            return self.faults  # forces on nobody knows whom
        self.load = {number: self._load_of(number) for number in self.run.bodies}
        self.nobody_is_in_another()
        self.contacts_touch()
        self.contacts_push_within_their_cones()
        self.forces_and_moments_balance()
        self.cuts_carry_what_lies_above()
        self.energy_has_not_grown()
        self.contacts_neither_close_nor_part()
        self.nobody_hangs()
        return self.faults

    def _hold(self, law, who, found, allowed, text):
        """A fault where `found` is above what is allowed, or no number."""
        share = 0.0 if found <= 0.0 else found / allowed if allowed > 0.0 else math.inf
        if not share <= self.extremes.setdefault(law, 0.0):
            self.extremes[law] = share
        if not share <= 1.0:
            names = tuple(self.run.of(number).name for number in who)
            self.faults.append(Fault(law, names, f"{text}: {found:.6g}, at most {allowed:.3g}"))

    def told_names_are_those_of_the_ids(self):
        for contact in self.run.contacts:
            for number, name in zip((contact.a, contact.b), contact.names):
                known = number in self.run.bodies or number in self.run.planes
                if not known or self.run.of(number).name != name:
                    self.faults.append(Fault("name", (name,), f"body {number} has another name"))

    # (a)
    def nobody_is_in_another(self):
        bodies = list(self.run.bodies.values())
        for i, a in enumerate(bodies):
            for b in bodies[:i]:
                if a.is_free or b.is_free:
                    self._hold("overlap", (b.id, a.id), -self._gap(a, b), self.depth, "in each other by")
            for plane in self.run.planes.values() if a.is_free else ():
                depth = -min(gap_to_plane(piece, plane.normal, plane.offset) for piece in a.pieces)
                self._hold("overlap", (a.id, plane.id), depth, self.depth, "in each other by")

    def _gap(self, a, b):
        return min(gap(p, q, self.depth) for p in a.pieces for q in b.pieces)

    # (b)
    def contacts_touch(self):
        for contact in self.run.contacts:
            who = (contact.a, contact.b)
            self._hold("normal", who, abs(length(contact.normal) - 1.0), UNIT * U, "the normal's length is off by")
            for number in who:
                self._hold("place", who, self._off_surface(self.run.of(number), contact.point), self.place,
                           f"the place is off the surface of {self.run.of(number).name} by")
            apart = min(self._beyond(self.run.of(contact.a), contact.normal, contact.point)) \
                + min(self._beyond(self.run.of(contact.b), scaled(-1.0, contact.normal), contact.point))
            self._hold("normal", who, apart, 2.0 * self.place, "one reaches beyond the plane of contact by")

    def _off_surface(self, thing, point):
        if isinstance(thing, Plane):
            return abs(dot(thing.normal, point) - thing.offset)
        if thing.outline is not None:
            outline = thing.outline
            return min(point_to_segment(point, outline[i - 1], outline[i]) for i in range(len(outline)))
        return min(abs(depth_of_point(piece, point)) for piece in thing.pieces)

    def _beyond(self, thing, direction, point):
        """[L] How far each piece at that place reaches beyond the plane through it."""
        if isinstance(thing, Plane):
            # Along any other direction than its own it reaches without end; an angle counts by the run's scale.
            return [length(sub(direction, thing.normal)) * self.run.scale * 2.0 ** -4]
        here = [piece for piece in thing.pieces if abs(depth_of_point(piece, point)) <= self.place]
        return [piece.support(direction) - dot(direction, point) for piece in here] or [math.inf]

    # (c)
    def contacts_push_within_their_cones(self):
        for contact in self.run.contacts:
            a, b = self.run.of(contact.a), self.run.of(contact.b)
            allowed = FORCE * self.load[contact.a]
            press = -dot(contact.force, contact.normal)
            along = length(add(contact.force, scaled(press, contact.normal)))
            self._hold("push", (contact.a, contact.b), -press, allowed, "it pulls with")
            self._hold("cone", (contact.a, contact.b), along - self.run.friction_of(a, b) * max(press, 0.0), allowed,
                       "the force is beyond the cone of friction by")

    # (d)
    def forces_and_moments_balance(self):
        for body in self.run.bodies.values():
            if not (body.is_free and body.is_still() and self.on[body.id]):
                continue
            left = self.weight(body)
            moment = (0.0,) * (2 * self.run.dimension - 3)
            turning = 0.0
            for contact, force in self.on[body.id]:
                left = add(left, force)
                arm = sub(contact.point, body.position)
                moment = add(moment, cross(arm, force))
                turning += length(arm) * length(force)
            allowed = FORCE * self.load[body.id]
            self._hold("balance", (body.id,), length(left), allowed, "forces and weight leave")
            if body.spins:
                # A place may be off by as much as a gap.
                self._hold("moment", (body.id,), length(moment), FORCE * turning + self.place * self.load[body.id],
                           "moments leave")

    # (e)
    def cuts_carry_what_lies_above(self):
        size = length(self.run.gravity)
        if size == 0.0:
            return
        up = scaled(-1.0 / size, self.run.gravity)
        still = {body.id for body in self.run.bodies.values() if body.is_free and body.is_still() and self.on[body.id]}
        for cut in still:
            level = dot(up, self.run.bodies[cut].position)
            above = {i for i in still if dot(up, self.run.bodies[i].position) >= level}
            crossing = [(c, c.a in above) for c in self.run.contacts if (c.a in above) != (c.b in above)]
            carried = sum((1.0 if held else -1.0) * dot(up, c.force) for c, held in crossing)
            weight = sum(size * self.run.bodies[i].mass for i in above)
            allowed = FORCE * sum(self.load[i] for i in above)
            self._hold("cut", (cut,), abs(carried - weight), allowed, "the cut below it carries the weight above but for")

    # (f)
    def energy_has_not_grown(self):
        begin, end = energy_of(self.run, lambda body: body.start), \
            energy_of(self.run, lambda body: (body.position, body.velocity, body.spin, body.orientation))
        if begin is None or end is None:
            return
        free = [body for body in self.run.bodies.values() if body.is_free]
        rounding = ENERGY * U * len(free) * max(begin[1], end[1])
        hops = sum(HOP * length(self.weight(body)) * max(piece.bounds()[1] for piece in body.pieces) for body in free)
        names = tuple(body.id for body in free[:1])
        self._hold("energy", names, end[0] - begin[0], rounding + hops, "of all bodies has grown by")
        for told, found in (("energy_initial", begin), ("energy_final", end)):
            if self.run.summary.get(told) is not None:
                self._hold("energy", names, abs(self.run.summary[told] - found[0]), ENERGY * U * (8 + len(free)) * found[1],
                           f"{told} in the summary is off by")

    # (g)
    def contacts_neither_close_nor_part(self):
        # docs/numerics/rest.md: what is left across a groove is of the order of the square of a rounding.
        rounding = FORCE ** 2 * math.sqrt(length(self.run.gravity) * self.run.scale)
        for contact in self.run.contacts:
            speed = scale = 0.0
            for number, sign in ((contact.a, 1.0), (contact.b, -1.0)):
                thing = self.run.of(number)
                if not isinstance(thing, Body):
                    continue
                surface = add(thing.velocity, self._turning(thing, sub(contact.point, thing.position)))
                speed += sign * dot(surface, contact.normal)
                scale += length(thing.velocity) + length(thing.spin) * length(sub(contact.point, thing.position))
            self._hold("velocity", (contact.a, contact.b), abs(speed), FORCE * scale + rounding,
                       "they close or part at")

    def _turning(self, body, arm):
        if self.run.dimension == 3:
            return cross(body.spin, arm)
        return (-body.spin[0] * arm[1], body.spin[0] * arm[0])

    def _ended_within_an_event(self):
        """Then who was held up to that very time may be free, and not have moved yet."""
        return self.run.summary["outcome"] != "reached_time"

    def _touches_somebody(self, body):
        others = [thing for thing in self.run.bodies.values() if thing is not body]
        return any(gap_to_plane(piece, plane.normal, plane.offset) <= self.depth for piece in body.pieces
                   for plane in self.run.planes.values()) \
            or any(self._gap(body, other) <= self.depth for other in others)

    def nobody_hangs(self):
        if not any(self.run.gravity):
            return
        for body in self.run.bodies.values():
            if not body.is_free or self.on[body.id]:
                continue
            if body.is_still() and not (self._ended_within_an_event() and self._touches_somebody(body)):
                self.faults.append(Fault("hanging", (body.name,), "it does not move, and nothing holds it"))
            elif body.before and body.before[1] == body.velocity and body.before[0] != body.position:
                self.faults.append(Fault("hanging", (body.name,), "it does not fall, and nothing holds it"))


def still_and_moving(run):
    """The names of free bodies that stand still, and of those that move."""
    free = [body for body in run.bodies.values() if body.is_free]
    return [b.name for b in free if b.is_still()], [b.name for b in free if not b.is_still()]
