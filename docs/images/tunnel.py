#!/usr/bin/env python3
"""Draws docs/images/tunnel.gif: one fast ball in one room, in fixed steps and by firsthit.

    python3 docs/images/tunnel.py [FIRSTHIT] [GIF]

FIRSTHIT is the program (build/release/bin/firsthit), which runs tunnel.toml: the right half is what it
wrote. The left half is the same scene in steps of 1/60, as most games take them: move, and whoever overlaps a
wall is put back onto it and reflected. Needs Pillow 10.1 or newer (`pip install pillow`).
"""

import csv
import functools
import math
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCENE = HERE / "tunnel.toml"
STEP = 1 / 60  # [s] of the stepped simulation
PARTS = 8  # pictures in a step: what tunnel.toml samples


def scene():
    """The ball (position, velocity, radius) and the walls (low and high corners)."""
    bodies = tomllib.loads(SCENE.read_text())["body"]
    ball = bodies[0]
    walls = []
    for body in bodies[1:]:
        half = body["shape"]["box"]["half_extents"]
        walls.append(tuple((c - h, c + h) for c, h in zip(body["position"], half)))
    return (ball["position"], ball["velocity"], ball["shape"]["ball"]["radius"]), walls


def stepped(steps):
    """Where the ball is after each step, and how many walls it has met until then."""
    (position, velocity, radius), walls = scene()
    (x, y), (vx, vy) = position, velocity
    places, hits = [(x, y)], [0]
    for _ in range(steps):
        x, y = x + vx * STEP, y + vy * STEP
        met = 0
        for (left, right), (low, high) in walls:
            dx, dy = x - min(max(x, left), right), y - min(max(y, low), high)
            gap = math.hypot(dx, dy)
            if gap == 0.0:  # the centre is in the wall: out by the shortest way
                ways = [(x - left, -1, 0), (right - x, 1, 0), (y - low, 0, -1), (high - y, 0, 1)]
                depth, nx, ny = min(ways)
                depth += radius
            else:
                depth, nx, ny = radius - gap, dx / gap, dy / gap
            if depth <= 0.0:
                continue
            met += 1
            x, y = x + depth * nx, y + depth * ny
            closing = vx * nx + vy * ny
            if closing < 0.0:
                vx, vy = vx - 2 * closing * nx, vy - 2 * closing * ny
        places.append((x, y))
        hits.append(hits[-1] + met)
    return places, hits


def exact(program, folder):
    """Where firsthit has the ball at each sample, and the times of its impacts with their places."""
    subprocess.run([program, "run", SCENE, "-o", folder, "--xyz", "--events", "--force", "--quiet"], check=True)
    places = []
    lines = (Path(folder) / "trajectory.xyz").read_text().splitlines()
    for at in range(0, len(lines), 3):  # a count, a comment, one ball
        places.append(tuple(float(word) for word in lines[at + 2].split()[1:3]))
    with open(Path(folder) / "events.csv") as file:
        impacts = [row for row in csv.DictReader(file)]
    return places, impacts



# Everything below draws. Lengths are in pixels of a canvas twice as large as the picture.
INK, PALE, PAPER, WALL = "#1f2933", "#9aa5b1", "#ffffff", "#52606d"
WRONG, RIGHT, FLASH = "#d64545", "#2186eb", "#f0b429"
WIDTH, HEIGHT, SCALE, TWICE = 840, 352, 52, 2
ROOMS = (96, 484)  # where their left walls are


@functools.cache
def font(size):
    from PIL import ImageFont

    return ImageFont.load_default(size * TWICE)


class Panel:
    """One of the two rooms; its left wall is at `left`."""

    def __init__(self, draw, left):
        self.draw, self.left = draw, left

    def at(self, x, y):
        return (self.left + x * SCALE) * TWICE, (276 - y * SCALE) * TWICE

    def disk(self, place, radius, **look):
        x, y = self.at(*place)
        r = radius * SCALE * TWICE
        self.draw.ellipse((x - r, y - r, x + r, y + r), **look)

    def line(self, places, color):
        self.draw.line([self.at(*place) for place in places], fill=color, width=3 * TWICE, joint="curve")

    def text(self, x, y, words, size, color=INK, anchor="ls"):
        self.draw.text(((self.left + x) * TWICE, y * TWICE), words, fill=color, font=font(size), anchor=anchor)

    def room(self, title, walls):
        for x, y in walls:
            (x0, y1), (x1, y0) = self.at(x[0], y[0]), self.at(x[1], y[1])
            self.draw.rectangle((x0, y0, x1, y1), fill=WALL)
        self.text(-5, 44, title, 20)


def picture(number, steps, paths, impacts):
    """The picture `number`: of the time number / PARTS steps."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH * TWICE, HEIGHT * TWICE), PAPER)
    draw = ImageDraw.Draw(image)
    (_, velocity, radius), walls = scene()
    step = number // PARTS
    time = number / PARTS * STEP

    panel = Panel(draw, ROOMS[0])
    panel.room("In fixed steps", walls)
    places, hits = steps
    inside = [0 < x < 6 and 0 < y < 4 for x, y in places]
    lost = inside.index(False)
    for i in range(step):
        panel.disk(places[i], radius, outline=PALE if inside[i] else WRONG, width=3)
    panel.disk(places[step], radius, fill=INK if inside[step] else WRONG)
    panel.text(-5, 306, f"step {step}, {hits[step]} wall{'s' * (hits[step] != 1)} hit", 16)
    if step >= lost:
        panel.text(6 * SCALE + 5, 306, f"lost at step {lost}", 16, WRONG, "rs")

    panel = Panel(draw, ROOMS[1])
    panel.room("With firsthit", walls)
    past = [impact for impact in impacts if float(impact["time [T]"]) <= time]
    corners = []
    for impact in past:  # where the centre was
        normal = [float(impact[f"normal_{axis} [1]"]) for axis in "xy"]
        point = [float(impact[f"point_{axis} [L]"]) for axis in "xy"]
        corners.append(tuple(p - radius * n for p, n in zip(point, normal)))
    panel.line([paths[0], *corners, paths[number]], RIGHT)
    for impact in past:
        age = (time - float(impact["time [T]"])) / STEP
        point = tuple(float(impact[f"point_{axis} [L]"]) for axis in "xy")
        panel.disk(point, 0.07, fill=FLASH)
        if age < 1.5:
            panel.disk(point, 0.07 + 0.25 * age, outline=FLASH, width=5)
    panel.disk(paths[number], radius, fill=INK)
    count = len(past)
    panel.text(-5, 306, f"{time:.3f} s, {count} wall{'s' * (count != 1)} hit", 16)
    speed = math.hypot(*velocity)
    Panel(draw, 0).text(WIDTH / 2, 338, f"One ball at {speed:.0f} m/s, one room with walls of 10 cm; steps of 1/60 s. "
                        "Slowed down 20 times.", 13, WALL, "ms")
    return image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def palette(pictures):
    """Few colors for all pictures, taken from some of them side by side."""
    from PIL import Image

    some = pictures[:: len(pictures) // 12]
    sheet = Image.new("RGB", (WIDTH, HEIGHT * len(some)))
    for i, each in enumerate(some):
        sheet.paste(each, (0, i * HEIGHT))
    return sheet.quantize(128, method=Image.Quantize.MAXCOVERAGE, dither=0)


def main(program="build/release/bin/firsthit", gif=HERE / "tunnel.gif"):
    with tempfile.TemporaryDirectory() as folder:
        paths, impacts = exact(program, folder)
    steps = stepped((len(paths) - 1) // PARTS)
    pictures = [picture(n, steps, paths, impacts) for n in range(len(paths))]
    colors = palette(pictures)
    pictures = [each.quantize(palette=colors, dither=0) for each in pictures]
    times = [40] * (len(pictures) - 1) + [2500]  # [ms]
    times[0] = 600
    pictures[0].save(gif, save_all=True, append_images=pictures[1:], duration=times, loop=0, optimize=True)
    print(f"{gif}: {len(pictures)} pictures, {Path(gif).stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
