"""The faults of a request for a pairing, as codes with their parameters."""

from __future__ import annotations


class PairingError(ValueError):
    """A position that contradicts itself, or a pairing that cannot be made.

    `code` names the fault, `params` the place: players by their entry numbers, rounds from 1. The
    words are chosen where the error is shown.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params
