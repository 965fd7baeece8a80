"""What is asked of a pairing method, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

REPEATS_NEEDED = "repeats.needed"
"""The warning that no complete pairing without repeats was possible: a director accepts it."""


@dataclass(frozen=True, slots=True)
class Request:
    """Which method is to pair, and how.

    `variant` is one of the method's own, empty for its first. `opening` says how a Swiss pairs
    while nobody has a result: `fold` (top half against bottom half) or `random`. `repeats` is how
    often two may have met before this round: None for as seldom as possible, a number for a limit
    that is never passed. `seed` settles what nothing else does.
    """

    method: str
    variant: str = ""
    opening: str = "fold"
    repeats: int | None = None
    seed: str = ""


@dataclass(frozen=True, slots=True)
class PairedBoard:
    """Two who are to meet; `one` is the better placed, `first` is set only by a table."""

    one: int
    two: int
    first: int | None = None


@dataclass(frozen=True, slots=True)
class PairingWarning:
    """Something the director should know before publishing, as a code with its parameters."""

    code: str
    params: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class BoardReason:
    """Why two meet: what the board costs by each criterion, empty where it was fixed.

    The terms of all rows add up to the objective of the pairing, field by field. Ranks count from 1
    over everybody to be paired. Where the bye is part of the optimum (Swiss variant `spread`) it
    has a row of its own, with the same player twice.
    """

    one: int
    two: int
    terms: Mapping[str, int]
    meetings: int
    last_met: int | None
    rank_one: int
    rank_two: int


@dataclass(frozen=True)
class Pairing:
    """The pairing of a round.

    `boards` stand in the rank order of their better player, which is the order of the boards in the
    hall. `objective` holds the sum of every criterion, the most important first, and `total`, the
    one number that the method made as small as it can be. `repeats` is how many boards have met.
    """

    boards: tuple[PairedBoard, ...]
    byes: tuple[int, ...]
    objective: Mapping[str, int]
    warnings: tuple[PairingWarning, ...]
    explanation: tuple[BoardReason, ...]
    repeats: int


@dataclass(frozen=True)
class Draw:
    """What a method answers for its pool; ranks, repeats and explanation are worked out from it.

    `terms` has a row per board that the method weighed, by its two numbers, lower first.
    """

    boards: tuple[PairedBoard, ...]
    byes: tuple[int, ...] = ()
    objective: Mapping[str, int] = field(default_factory=dict)
    terms: Mapping[tuple[int, int], Mapping[str, int]] = field(default_factory=dict)
    warnings: tuple[PairingWarning, ...] = ()
