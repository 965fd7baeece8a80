"""No round is paired by the program while a result that it counts is contested.

A result is contested where players dispute it, or where the desk has an exception of its board:
either way two people say different things, and nobody has decided.
"""

from __future__ import annotations

from core.journal.errors import Refused
from core.phrases import phrase
from tournaments.kernel.queries.claims import disputes_of
from tournaments.kernel.queries.exceptions import unsettled_before
from tournaments.models import Division


def contested_boards(division: Division, after: int | None = None) -> list[tuple[int, int]]:
    """Returns (round, board) of what is contested in a division, each once, in order.

    That are the disputes of all rounds, and the first exception in the rounds up to `after`; with
    None, no exceptions.
    """
    disputes = disputes_of(division.tournament, division.name)
    found = {(board.round, board.label) for board in disputes}
    exception = None if after is None else unsettled_before(division, after)
    return sorted(found | ({exception} if exception else set()))


def refuse_contested(division: Division, after: int | None = None) -> None:
    """Raises Refused where a result of the division is contested, as `contested_boards` tells.

    Other divisions go on, and the director may still pair by hand.
    """
    contested = contested_boards(division, after)
    if contested:
        places = ", ".join(
            phrase("round {round} board {board}", round=held, board=board)
            for held, board in contested
        )
        raise Refused(
            phrase(
                "Two people disagree about a result, so division {division} is not paired: settle "
                "{places} first, or pair by hand.",
                division=division.name,
                places=places,
            ),
            code="round.contested",
        )
