"""How far something long is."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable


class Progress:
    """How far it is: `done` of `total`, of `what`; the seconds `left`, or None; `text`, which says so.

    Of a sweep these are `"runs"`, of a data set `"parts"`, of a run `"collisions"`, or its `"time"` [T].
    """

    def __init__(self, done: float, total: float, left: float | None, what: str = "runs") -> None:
        self.done, self.total, self.left, self.what = done, total, left, what

    @property
    def text(self) -> str:
        rest = "" if self.left is None else f", {_clock(self.left)} left" if self.done < self.total else ""
        return (f"time {self.done:.4g} of {self.total:.4g}{rest}" if self.what == "time" else
                f"{self.done} of {self.total} {self.what}{rest}")


class Teller:
    """Tells how far it is."""

    def __init__(self, progress: bool | Callable[[Progress], None], total: int, what: str = "runs") -> None:
        self._progress, self._total, self._what = progress, total, what
        self._done = self._there = 0
        self._since = time.monotonic()
        self._told = -math.inf

    def begin(self, there: int) -> None:
        self._done = self._there = there
        self._tell()

    def more(self, count: int) -> None:
        if self._done == self._there:  # what it took to begin says nothing of what it takes to go on
            self._there += count
            self._since = time.monotonic()
        self._done += count
        self._tell()

    def say(self, text: str) -> None:
        if self._progress is True:
            print(text, file=sys.stderr, flush=True)

    def _tell(self) -> None:
        now = time.monotonic()
        ran = self._done - self._there
        missing = self._total - self._done
        left = (now - self._since) / ran * missing if ran else None if missing else 0.0
        self.tell(Progress(self._done, self._total, left, self._what))

    def tell(self, at: Progress) -> None:
        now = time.monotonic()
        if callable(self._progress):
            self._progress(at)
        elif self._progress and (now - self._told > 1.0 or at.done == at.total):
            self._told = now
            self.say(at.text)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
