"""The boards of which two players say different things, as points to look at first."""

from __future__ import annotations

from collections.abc import Iterable

from core.phrases import phrase
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.desk.pages import Offer
from tournaments.kernel.queries.claims import disputes_of
from tournaments.models import Tournament


def disputed_boards(event: Tournament) -> Iterable[Offer]:
    """Returns the boards of which the two players say different things."""
    for board in disputes_of(event):
        said = phrase(
            "Division {division}, round {round}, board {board}: the players disagree about the "
            "result.",
            division=board.division,
            round=board.round,
            board=board.label,
        )
        where = {"division": board.division, "round": board.round, "entry": board.entries[0]}
        yield Offer(said, desk_link("settle-dispute", event.slug, **where))
