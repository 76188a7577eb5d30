"""Worlds that are saved, pickled and copied go on with the bits of those that never were."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

from firsthit import *
from test_runs import in_a_thread
from test_worlds import Dice, cube, fill, gas, golden
from things import SOURCE


def hurried(world, collisions):
    assert world.run_until(1e6, collisions=collisions).outcome is RunOutcome.REACHED_COLLISIONS
    return world.state_hash()


@pytest.mark.parametrize("take", [lambda world: World.load(world.save()), copy.deepcopy, copy.copy,
                                  lambda world: pickle.loads(pickle.dumps(world))], ids=["save", "deepcopy", "copy", "pickle"])
def test_one_taken_in_the_middle_of_a_run_comes_to_the_hash_of_c_plus_plus(take):
    world = gas()
    world.measure()
    before = hurried(world, 7000)
    taken = take(world)
    assert type(taken) is World and taken.state_hash() == before and taken.time == world.time
    assert taken.save() == world.save()
    assert (taken.collisions, len(taken), taken.dimension, taken.space) == (7000, 400, 2, world.space)
    assert hurried(taken, 20000) == golden("GasInAPeriodicSquare")
    assert world.state_hash() == before  # which the other did not move
    assert hurried(world, 20000) == golden("GasInAPeriodicSquare")
    assert taken.statistics() == world.statistics()


def test_so_does_one_in_space_before_it_has_begun():
    world = World(Space((0, 0, 0), (16, 16, 16), (Side.WALL, Side.PERIODIC, Side.WALL)), restitution=0.9375)
    fill(world, 8, 0.25, 1.0, Dice(4))
    again = World.load(world.save())
    assert again.space == world.space and again.dimension == 3
    assert hurried(again, 5000) == golden("MixtureInACubeThatLosesEnergy")


class Pilot:
    """Steers as the C++ test does; what it has thrown so far goes with it."""

    def __init__(self, dice):
        self.dice = dice

    def __call__(self, world):
        body = int(32.0 * (1.0 + self.dice.roll()))
        world.set_velocity(body, (self.dice.roll(), self.dice.roll()))


def steered():
    world, dice = World(cube(16.0, Side.PERIODIC, 2)), Dice(7)
    fill(world, 8, 0.5, 0.875, dice)
    world.set_window(0.25, Pilot(dice))
    world.run_until(100.0)
    return world


def test_a_callback_goes_with_the_pickle():
    again = pickle.loads(pickle.dumps(steered()))
    again.run_until(200.0)
    assert again.state_hash() == golden("SteeredBallsInWindows")


def test_without_its_callback_a_world_does_not_run():
    world = steered()
    again, pilot = World.load(world.save()), world._window[1]
    with pytest.raises(ValueError, match="set_window again"):
        again.run_until(200.0)
    again.set_window(0.25, pilot)
    again.run_until(200.0)
    assert again.state_hash() == golden("SteeredBallsInWindows")
    fresh = gas()
    fresh.set_window(0.25, lambda at: None)
    with pytest.raises((pickle.PicklingError, AttributeError)):  # whose function nobody else can find
        pickle.dumps(fresh)
    assert copy.deepcopy(fresh).run_until(1.0).outcome is RunOutcome.REACHED_TIME


def exchange(contact):
    return Reaction(contact.velocity_b, contact.velocity_a)


def test_so_do_responses():
    world = World(dimension=2)
    world.add(Ball(0.5), (0, 0), (1, 0), mass=3.0, material=2)
    world.add(Ball(0.5), (3, 0), material=1)
    world.set_response(2, 1, exchange)
    world.set_response(1, 1, exchange)
    world.set_response(1, 1, Response.STOP)
    bare, again = World.load(world.save()), pickle.loads(pickle.dumps(world))
    assert again.space is None
    with pytest.raises(ValueError, match="set_response again"):
        bare.run_until(4.0)
    bare.set_response(1, 2, exchange)
    for each in (again, bare):
        each.run_until(4.0)
        assert each.velocities()[:, 0].tolist() == [0, 1]


def to_the_end(world):
    return hurried(world, 20000)


def test_worlds_go_to_other_processes_and_back():
    world = gas()
    hurried(world, 100)
    with multiprocessing.get_context("spawn").Pool(2) as others:
        assert others.map(to_the_end, [world, world]) == [golden("GasInAPeriodicSquare")] * 2
        (back,) = others.map(copy.copy, [world])
    assert to_the_end(back) == golden("GasInAPeriodicSquare")


@pytest.mark.parametrize(("name", "dimension", "bodies", "time", "collisions", "state_hash"), [
    ("responses_v1", 2, 37, 0.8, 5, 0x00b77157916e22eb), ("falling_v1", 3, 66, 3.5, 542, 0xf067d5199ae0c8c5)])
def test_what_c_plus_plus_has_saved_is_read(name, dimension, bodies, time, collisions, state_hash):
    """With what that program told of it then: tests/world/saved/old_versions_test.cpp."""
    world = World.load((SOURCE / f"tests/world/saved/{name}.saved").read_bytes())
    assert (world.dimension, len(world), world.time, world.collisions) == (dimension, bodies, time, collisions)
    assert world.state_hash() == state_hash


def test_a_kind_of_ones_own_comes_back():
    class Mine(World):
        pass

    globals()["Mine"] = Mine
    Mine.__qualname__ = "Mine"
    world = Mine(Space((0, 0, 0), (1, 1, 1), Side.OPEN))
    assert type(copy.copy(world)) is type(Mine.load(world.save())) is type(pickle.loads(pickle.dumps(world))) is Mine
    assert copy.copy(world).space == world.space


def test_what_is_damaged_is_refused_with_its_place():
    world = gas()
    world.run_until(1.0)
    state, numbers = world.save(), np.random.default_rng(1)
    for cut in (0, 7, 20, 21, 40, len(state) // 2, len(state) - 1):
        with pytest.raises(ValueError, match="World::load: .*expected"):
            World.load(state[:cut])
    for at in numbers.integers(0, len(state), 200).tolist():
        wrong = bytearray(state)
        wrong[at] ^= 1 << int(numbers.integers(8))
        with pytest.raises(ValueError, match="^World::load: .*expected.*found"):
            World.load(wrong)
    with pytest.raises(ValueError, match="expected the end of what was saved, found 3 bytes more"):
        World.load(state + b"abc")
    for wrong in (None, 3, "state", [1]):
        with pytest.raises(TypeError, match="^state: expected bytes"):
            World.load(wrong)
    assert World.load(memoryview(state)).state_hash() == world.state_hash()


def test_a_world_that_runs_is_busy_and_one_within_a_run_is_not_saved():
    world = gas()
    thread, _ = in_a_thread(world)
    with pytest.raises(Busy):
        pickle.dumps(world)
    world.interrupt()
    thread.join(10)
    seen = []

    def save(impacts):
        with pytest.raises(ValueError, match="between two runs"):
            world.save()
        seen.append(len(impacts))

    world.on_impacts(save)
    world.run_until(world.time + 1)
    assert seen
