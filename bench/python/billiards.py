"""The break and the three shots of scenes/nine-ball.toml beside pooltool: python bench/python/billiards.py [ROUNDS]

Both have the same balls, cloth and starts, and cushions that meet a ball at the same place and height. Of pooltool's models
of impacts those are taken that are ours: Coulomb's friction with one coefficient for two balls, and at a cushion; it keeps
balls on the cloth, which ours may leave. Each shot is a table of its own, without cushions, and goes along (0.8, 0.6): along
an axis pooltool does not get past the impact of stop and draw, as the equation for the next one is no quartic there.

Times are the processor's: of a run in a process that has done it before (pooltool compiles at first), and of a whole process
that does it once, imports and all, with what is compiled already on disk. Both are minima of ROUNDS (9), in turns.

How far a shot ends from where theory says: who slips at v, with a spin worth w, rolls at v - 2/7 (v - w) once it grips,
after 2/7 |v - w| / (mu g), and stops after v^2 / (2 mu_r g) more. Of the break theory tells the first impact: the cue ball
slips on a parabola.
"""

import math
import resource
import subprocess
import sys
import time
import tomllib
from pathlib import Path

SCENE = tomllib.loads((Path(__file__).parents[2] / "scenes/nine-ball.toml").read_text("utf-8"))
GRAVITY = -SCENE["physics"]["gravity"][2]
SHOTS = ("stop", "draw", "follow")
AIM = (0.8, 0.6)


def contact(a, b):
    """Of two materials, what the scene says of them, or of those it says nothing of."""
    found = [each for each in SCENE["contact"] if sorted(each["materials"]) == sorted((a, b))]
    return found[0] if found else SCENE["physics"]


def balls_of(name):
    if name == "break":
        return [ball for ball in SCENE["ball"] if ball["material"] == "ball"]
    return [ball for ball in SCENE["ball"] if ball["name"] in (f"{name}-cue", f"{name}-object")]


def started(name):
    """The same where the programs start them: shots turned, about the origin."""
    if name == "break":
        return balls_of(name)
    turned = lambda x, y, z: [AIM[0] * x - AIM[1] * y, AIM[1] * x + AIM[0] * y, z]
    return [ball | {key: turned(*ball[key]) for key in ("position", "velocity", "angular_velocity") if key in ball}
            for ball in balls_of(name)]


def cushions_of(name):
    """Both ends of the axis of each."""
    ends = []
    for body in SCENE["body"] if name == "break" else ():
        if body.get("material") == "cushion":
            capsule = body["shape"]["capsule"]
            ends.append([[x + y for x, y in zip(body["position"], capsule[end])] for end in ("from", "to")])
    return ends


def nose():
    return next(body["shape"]["capsule"]["radius"] for body in SCENE["body"] if body.get("material") == "cushion")


# Ours.

def world_of(name):
    from firsthit import Ball, BodyKind, Capsule, HalfSpace, World
    world = World(dimension=3, gravity=SCENE["physics"]["gravity"])
    material = {"ball": 0, "practice": 1, "cloth": 2, "cushion": 3}
    for a, i in material.items():
        for b, j in material.items():
            if i <= j:
                both = contact(a, b)
                world.set_restitution(i, j, both["restitution"])
                world.set_friction(i, j, both["friction"])
                world.set_rolling_friction(i, j, both.get("rolling_friction", 0.0))
                world.set_spinning_friction(i, j, both.get("spinning_friction", 0.0))
    for ball in started(name):
        world.add(Ball(ball["radius"]), ball["position"], ball.get("velocity"), mass=ball["mass"], spins=True,
                  angular_velocity=ball.get("angular_velocity"), material=material[ball["material"]])
    world.add(HalfSpace([0.0, 0.0, 1.0], 0.0), [0.0, 0.0, 0.0], kind=BodyKind.FIXED, material=material["cloth"])
    for begin, end in cushions_of(name):
        world.add(Capsule([0.0, 0.0, 0.0], [y - x for x, y in zip(begin, end)], nose()), begin, kind=BodyKind.FIXED,
                  material=material["cushion"])
    return world


def run_ours(world):
    world.run_until(SCENE["run"]["until"])
    return world


# pooltool.

def system_of(name):
    import numpy as np
    import pooltool as pt
    balls = started(name)
    cloth = contact(balls[0]["material"], "cloth")
    each_other = contact(balls[0]["material"], balls[0]["material"])
    cushion = contact("ball", "cushion")
    radius = balls[0]["radius"]
    of_all = pt.BallParams(
        m=balls[0]["mass"], R=radius, u_s=cloth["friction"], u_r=cloth["rolling_friction"],
        u_sp_proportionality=cloth["spinning_friction"] / radius, u_b=max(each_other["friction"], 1e-300),
        e_b=each_other["restitution"], e_c=cushion["restitution"], f_c=cushion["friction"], g=GRAVITY)
    theirs = []
    for ball in balls:
        one = pt.Ball(id=ball["name"], params=of_all)
        one.state.rvw[0] = ball["position"]
        one.state.rvw[1] = ball.get("velocity", (0.0, 0.0, 0.0))
        one.state.rvw[2] = ball.get("angular_velocity", (0.0, 0.0, 0.0))
        one.state.s = pt.constants.sliding if "velocity" in ball else pt.constants.stationary
        theirs.append(one)
    linear = {}
    for number, (begin, end) in enumerate(cushions_of(name)):
        # Its cushions are edges, met at a ball's radius from them, seen from above: the edge is put where balls turn back
        # at the same places as ours, and as high as their line of impact wants.
        up = begin[2] - radius
        away = math.sqrt((radius + nose()) ** 2 - up**2)  # of a ball's centre that touches ours, seen from above
        ends = [np.array(place, dtype=float) for place in (begin, end)]
        across = 0 if begin[0] == end[0] else 1
        middle = sum(ball["position"][across] for ball in balls) / len(balls)
        inwards = math.copysign(1.0, middle - begin[across])
        for place in ends:
            place[across] += inwards * (away - radius)
            place[2] = radius * (1.0 + up / away)
        linear[str(number)] = pt.objects.LinearCushionSegment(id=str(number), p1=ends[0], p2=ends[1])
    table = pt.Table(cushion_segments=pt.objects.CushionSegments(linear=linear, circular={}), pockets={},
                     table_type=pt.objects.TableType.OTHER)
    return pt.System(cue=pt.Cue(cue_ball_id=balls[0]["name"]), table=table, balls={one.id: one for one in theirs})


def engine():
    import pooltool as pt
    from pooltool.physics.resolve import Resolver
    from pooltool.physics.resolve.ball_ball.friction import AverageBallBallFriction
    from pooltool.physics.resolve.ball_ball.frictional_inelastic import FrictionalInelastic
    from pooltool.physics.resolve.ball_cushion.impulse_frictional_inelastic import (
        ImpulseFrictionalInelasticCircular, ImpulseFrictionalInelasticLinear)
    from pooltool.physics.resolve.ball_pocket import CanonicalBallPocket
    from pooltool.physics.resolve.stick_ball.instantaneous_point import InstantaneousPoint
    from pooltool.physics.resolve.transition import CanonicalTransition
    return pt.physics.PhysicsEngine(Resolver(
        ball_ball=FrictionalInelastic(friction=AverageBallBallFriction()),
        ball_linear_cushion=ImpulseFrictionalInelasticLinear(),
        ball_circular_cushion=ImpulseFrictionalInelasticCircular(),
        ball_pocket=CanonicalBallPocket(), stick_ball=InstantaneousPoint(), transition=CanonicalTransition()))


def run_theirs(system):
    import pooltool as pt
    return pt.simulate(system, engine=engine(), inplace=True)


PROGRAMS = {"firsthit": (world_of, run_ours), "pooltool": (system_of, run_theirs)}


# Theory.

def way(v, w, cloth):
    """[L] How far a ball goes that slips at v with a spin worth w."""
    slip = v - w
    brakes = GRAVITY * cloth["friction"]
    takes = 2 / 7 * abs(slip) / brakes
    rolls = v - 2 / 7 * slip
    return (v * takes - math.copysign(brakes, slip) * takes**2 / 2
            + rolls * abs(rolls) / (2 * GRAVITY * cloth["rolling_friction"]))


def ends_of(name):
    """Where cue and object stop, along the shot."""
    cue, other = balls_of(name)
    cloth = contact("practice", "cloth")
    keeps = contact("practice", "practice")["restitution"]
    v, w = cue["velocity"][0], cue["angular_velocity"][1] * cue["radius"]
    room = other["position"][0] - cue["position"][0] - 2 * cue["radius"]
    slows = GRAVITY * cloth["rolling_friction" if name == "follow" else "friction"]
    hit = math.sqrt(v * v - 2 * slows * room)
    worth = hit if name == "follow" else w + 2.5 * (v - hit)
    return (cue["position"][0] + room + way((1 - keeps) / 2 * hit, worth, cloth),
            other["position"][0] + way((1 + keeps) / 2 * hit, 0.0, cloth))


def first_impact():
    """[T] When the cue ball of the break meets the first ball."""
    cue, other = balls_of("break")[:2]
    r = cue["radius"]
    (vx, vy, _), (wx, wy, _) = cue["velocity"], cue["angular_velocity"]
    ux, uy = vx - r * wy, vy + r * wx  # how fast it slips
    brakes = GRAVITY * contact("ball", "cloth")["friction"]
    ax, ay = (-brakes * u / math.hypot(ux, uy) for u in (ux, uy))
    x, y = (p - q for p, q in zip(cue["position"], other["position"][:2]))
    t = 0.0
    for _ in range(60):
        px, py = x + vx * t + ax * t * t / 2, y + vy * t + ay * t * t / 2
        t -= (px * px + py * py - 4 * r * r) / (2 * (px * (vx + ax * t) + py * (vy + ay * t)))
    return t


# Where they stop.

def ends_in(program, done):
    """The same of a program."""
    if program == "firsthit":
        places = done.positions()[:2]
    else:
        places = [ball.state.rvw[0] for ball in done.balls.values()]
    return [float(AIM[0] * place[0] + AIM[1] * place[1]) for place in places]


def first_impact_of(program):
    if program == "firsthit":
        world = world_of("break")
        before = world.velocities()[1].any()
        while not before:
            world.run_until(math.inf, collisions=world.collisions + 1)
            before = world.velocities()[1].any()
        return world.time
    system = run_theirs(system_of("break"))
    return next(event.time for event in system.events if str(event.event_type) == "ball_ball")


def measured(name, rounds):
    took = {program: [] for program in PROGRAMS}
    done = {}
    for program, (make, run) in PROGRAMS.items():
        run(make(name))  # compiles, and fills caches
    for _ in range(rounds):
        for program, (make, run) in PROGRAMS.items():
            table = make(name)
            begin = time.process_time()
            done[program] = run(table)
            took[program].append(time.process_time() - begin)
    return {program: min(each) for program, each in took.items()}, done


def whole_processes(name, rounds):
    took = {program: [] for program in PROGRAMS}
    for _ in range(rounds):
        for program in PROGRAMS:
            begin = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, __file__, "--once", program, name], check=True)
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            took[program].append(end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime)
    return {program: min(each) for program, each in took.items()}


def main():
    if sys.argv[1:2] == ["--once"]:
        make, run = PROGRAMS[sys.argv[2]]
        run(make(sys.argv[3]))
        return
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print("| table | program | ms a run | of firsthit's | s a process | impacts | off theory, cue, object | hash |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in ("break", *SHOTS):
        took, done = measured(name, rounds)
        processes = whole_processes(name, max(3, rounds // 3))
        for program in PROGRAMS:
            if name == "break":
                off = f"{abs(first_impact_of(program) - first_impact()):.1e} s (first impact)"
            else:
                off = ", ".join(f"{abs(x - y):.1e} m" for x, y in zip(ends_in(program, done[program]), ends_of(name)))
            if program == "firsthit":
                impacts, state = done[program].collisions, f"{done[program].state_hash():016x}"
            else:
                impacts, state = sum("ball_" in str(event.event_type) for event in done[program].events), ""
            print(f"| {name} | {program} | {1e3 * took[program]:.2f} | {took[program] / took['firsthit']:.0f} | "
                  f"{processes[program]:.2f} | {impacts} | {off} | {state} |", flush=True)


main()
