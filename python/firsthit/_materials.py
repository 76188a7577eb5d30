"""What materials do to each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firsthit._values import Vector, instance, number, say, vector, word
from firsthit.states import Contact, Reaction, Response


class Materials:
    """A world, as those see it who tell what its materials are like."""

    dimension: int
    _native: Any
    _responses: dict[tuple[int, int], tuple[Callable[[Contact], Reaction], Callable[..., Any]]]
    """Functions, as they were given and, to be kept alive, as C++ calls them."""

    def set_restitution(self, a: int, b: int, restitution: float) -> None:
        """Restitution, 0 to 1, of one pair of materials."""
        self._pair(self._native.set_restitution, a, b, number("restitution", restitution))

    def set_friction(self, a: int, b: int, friction: float) -> None:
        """Friction, >= 0, of one pair of materials."""
        self._pair(self._native.set_friction, a, b, number("friction", friction, infinite=True))

    def set_tangential_restitution(self, a: int, b: int, restitution: float) -> None:
        """Tangential restitution, -1 to 1, of one pair of materials."""
        self._pair(self._native.set_tangential_restitution, a, b, number("restitution", restitution))

    def set_rolling_friction(self, a: int, b: int, friction: float) -> None:
        """Rolling friction, >= 0, of what rests on the other, of one pair of materials."""
        self._pair(self._native.set_rolling_friction, a, b, number("friction", friction, infinite=True))

    def set_spinning_friction(self, a: int, b: int, friction: float) -> None:
        """Spinning friction, >= 0, of what rests on the other, of one pair of materials."""
        self._pair(self._native.set_spinning_friction, a, b, number("friction", friction, infinite=True))

    def set_response(self, a: int, b: int, response: Response | Callable[[Contact], Reaction]) -> None:
        """What bodies of the two materials do when they meet; without one they bounce.

        A function is told of each `Contact`, and returns a `Reaction`. It may ask the world, and nothing else; what it
        raises ends the run after that impact, at which the two lose what closes.
        """
        if isinstance(response, Response):
            self._pair(self._native.set_response, a, b, int(response))
            self._responses.pop((min(a, b), max(a, b)), None)
            return
        if not callable(response):
            raise TypeError(f"response: expected a Response or a function, found {say(response)}")
        respond = response

        def react(*contact: Any) -> tuple[Vector, Vector, bool]:
            reaction = respond(Contact(*contact))
            instance("what the response returns", reaction, Reaction, "a Reaction")
            return (vector("velocity_a", reaction.velocity_a, self.dimension),
                    vector("velocity_b", reaction.velocity_b, self.dimension), reaction.passes)

        self._pair(self._native.set_reaction, a, b, react)
        self._responses[min(a, b), max(a, b)] = respond, react

    @staticmethod
    def _pair(set_value: Callable[[int, int, Any], None], a: int, b: int, value: Any) -> None:
        set_value(word("a", a), word("b", b), value)
