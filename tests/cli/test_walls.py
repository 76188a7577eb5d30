"""The bundled wall: it stands for as long as one waits, and falls when its ball comes."""

import math
import tomllib
import unittest

from program import SOURCE, ProgramTest

FAR = ["--set", "ball.0.position=[-72000.0,0.7]", "--set", "run.sample_every=0", "--xyz", "--events", "--no-report"]


class Wall(ProgramTest):
    def end(self, until):
        """Lines of the bricks at the end, the ball's left out, and what the summary says."""
        summary = self.summary(SOURCE / "scenes/wall.toml", *FAR, "--until", until, "-o", f"to-{until}")
        lines = (self.folder / f"to-{until}/trajectory.xyz").read_text().splitlines()
        return lines[-100:], summary

    def test_its_bricks_stand_for_an_hour_until_the_ball_comes(self):
        scene = tomllib.loads((SOURCE / "scenes/wall.toml").read_text())
        bricks = [body for body in scene["body"] if body["name"].startswith("brick")]
        self.assertEqual(len(bricks), 100)
        begun, at_once = self.end(0.5)
        after_an_hour, later = self.end(3599)
        self.assertEqual(after_an_hour, begun)  # to the last digit of where they are, how they stand and move
        self.assertEqual(later["collisions"], at_once["collisions"])
        for line, brick in zip(begun, bricks):
            words = line.split()
            self.assertLessEqual(math.dist(map(float, words[1:3]), brick["position"]), 1e-12)
            self.assertEqual([float(word) for word in words[4:7]], [0.0] * 3)
        struck, _ = self.end(3601)
        moved = sum(a.split()[1:4] != b.split()[1:4] for a, b in zip(struck, begun))
        self.assertGreater(moved, 50)


if __name__ == "__main__":
    unittest.main()
