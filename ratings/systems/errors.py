"""The faults of a rating request, as codes with their parameters."""

from __future__ import annotations


class RatingError(Exception):
    """A field that cannot be rated, or a rating system that does not exist.

    `code` names the fault, `params` the place: `player` and `opponent` are entry numbers, `round`
    counts from 1. The words are chosen where the error is shown.
    """

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params
