"""The request to a pairing method, and its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tournaments.pairing.schedule import Schedule

REPEATS_NEEDED = "repeats.needed"
"""The warning that no complete pairing without repeats was possible: the director accepts it."""
GIBSON_REPEATS = "gibson.repeats"
"""The warning that there was one, but not with clinched players paired out first: likewise."""


@dataclass(frozen=True, slots=True)
class Request:
    """The method to pair with, and its parameters.

    `variant` is one of the method's own, empty for its first. `opening` says how a Swiss pairs
    while nobody has a result: `fold` (top half against bottom half) or `random`. `repeats` is how
    often two may have met before this round: None for as seldom as possible, a number for a limit
    that is never passed. Meetings before round `since` are forgiven. `options` are the numbers
    that the method asks for, by their keys; what is not given is the method's own. `seed` settles
    what nothing else does.
    """

    method: str
    variant: str = ""
    opening: str = "fold"
    repeats: int | None = None
    seed: str = ""
    since: int = 1
    options: tuple[tuple[str, int], ...] = ()

    def option(self, key: str) -> int | None:
        """Returns the number given for an option, None where none was."""
        return dict(self.options).get(key)


@dataclass(frozen=True, slots=True)
class Option:
    """A number that a method asks for, such as the factor of factor pairing.

    `usual` is what it takes without being told; None stands for what the method works out itself,
    and `help` says what that is.
    """

    key: str
    label: str
    usual: int | None
    least: int
    most: int
    help: str = ""


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
class Alternative:
    """The next best for the players of a board: the boards that would be instead of it and another.

    `costs` says by criterion what that would cost more (or, below 0, less), `total` among them.
    """

    boards: tuple[tuple[int, int], ...]
    costs: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class BoardReason:
    """The reason of a board: its cost by each criterion, empty if it was fixed.

    The terms of all rows add up to the objective of the pairing, field by field. Ranks count from 1
    over everybody to be paired. Where the bye is part of the optimum (Swiss variant `spread`) or
    given by a rule it has a row of its own, with the same player twice. The balances are firsts
    less seconds before this round. `rule` is the code of a rule that put the two together or left
    them no choice, with its number after a colon where it has one (`block.group:2`).
    """

    one: int
    two: int
    terms: Mapping[str, int]
    meetings: int
    last_met: int | None
    rank_one: int
    rank_two: int
    balance_one: int = 0
    balance_two: int = 0
    rule: str = ""
    alternative: Alternative | None = None


@dataclass(frozen=True)
class Pairing:
    """The pairing of a round.

    `boards` stand in the rank order of their better player, which is the order of the boards in the
    hall. `objective` holds the sum of every criterion, the most important first, and `total`, the
    one number that the method made as small as it can be. `repeats` is how many boards have met,
    `floats` how many join players of different wins, `same_debts` how many join two who are owed
    the same side. `gibsonized` are the clinched ranks, from 1. `schedule` is set where the method
    drew this round up now, together with later ones. `left` are the players whom the method could
    not pair yet, in rank order: they have neither board nor bye until it is asked again.
    """

    boards: tuple[PairedBoard, ...]
    byes: tuple[int, ...]
    objective: Mapping[str, int]
    warnings: tuple[PairingWarning, ...]
    explanation: tuple[BoardReason, ...]
    repeats: int
    floats: int = 0
    same_debts: int = 0
    gibsonized: tuple[int, ...] = ()
    schedule: Schedule | None = None
    left: tuple[int, ...] = ()


@dataclass(frozen=True)
class Draw:
    """The answer of a method for its pool; ranks, repeats and explanation are derived from it.

    `terms` has a row per board that the method weighed, by its two numbers, lower first, and so
    have `alternatives` and `rules`. `left` are those paired later, in any order.
    `schedule` is the block that the round is part of, whether drawn up now or before.
    """

    boards: tuple[PairedBoard, ...]
    byes: tuple[int, ...] = ()
    objective: Mapping[str, int] = field(default_factory=dict)
    terms: Mapping[tuple[int, int], Mapping[str, int]] = field(default_factory=dict)
    warnings: tuple[PairingWarning, ...] = ()
    alternatives: Mapping[tuple[int, int], Alternative] = field(default_factory=dict)
    rules: Mapping[tuple[int, int], str] = field(default_factory=dict)
    gibsonized: tuple[int, ...] = ()
    schedule: Schedule | None = None
    left: tuple[int, ...] = ()


def reason_to_values(reason: BoardReason) -> dict[str, Any]:
    """Returns the reason for a board in JSON values."""
    other = reason.alternative
    return asdict(replace(reason, terms={}, alternative=None)) | {
        "terms": dict(reason.terms),
        "alternative": other
        and {"boards": [list(two) for two in other.boards], "costs": dict(other.costs)},
    }
