"""The impossible actions in a game, as a code and its parameters."""

from __future__ import annotations


class MoveError(ValueError):
    """Something that the rules do not allow now.

    The codes, each with its parameters, are at the functions that raise them; those of a play
    that does not fit the board are `games.engine.position.PlayError`.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params
