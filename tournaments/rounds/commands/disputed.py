"""No round is paired while players dispute a result of the division."""

from __future__ import annotations

from core.journal.errors import Refused
from core.phrases import phrase
from tournaments.kernel.queries.claims import disputes_of
from tournaments.models import Division


def refuse_disputed(division: Division, *, replayed: bool = False) -> None:
    """Raises Refused where players dispute a result of the division: what it is, nobody knows.

    A round may still be set up by hand, and what was paired once is paired again in a replay.
    """
    disputed = [] if replayed else disputes_of(division.tournament, division.name)
    if disputed:
        places = ", ".join(
            phrase("round {round} board {board}", round=one.round, board=one.label)
            for one in disputed
        )
        raise Refused(
            phrase(
                "Two players disagree about their result, so division {division} is not paired: "
                "settle {places} first.",
                division=division.name,
                places=places,
            ),
            code="round.disputed",
        )
