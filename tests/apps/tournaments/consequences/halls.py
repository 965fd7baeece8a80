"""Two halls of eight in rated divisions, paired by their results, with prizes."""

from __future__ import annotations

from typing import Any

from tests.apps.tournaments.desk_events import SLUG, give
from tests.apps.tournaments.prizes.prize_events import offer, place, terms
from tests.builders.events import a_division
from tests.builders.grounds import built_once
from tournaments.entries.commands.check_in import CheckIn
from tournaments.event.commands.event import CreateEvent
from tournaments.kernel.queries.sheet import BoardLine, load_sheet
from tournaments.models import Division
from tournaments.results.commands.results import CorrectResult, EnterResult
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.rounds import PublishRound


@built_once
def two_halls() -> None:
    """Make divisions A and B of eight, rounds 1 and 2 played; A has round 3 published."""
    give(CreateEvent(event=SLUG, name="Spring", director="dora"))
    for name in "AB":
        a_division(SLUG, name, players=8, planned=5, rating_system="naspa2024")
        give(CheckIn(event=SLUG, division=name, here=tuple(range(1, 9))))
    give(terms())
    give(offer(place(1, 5_000), place(2, 3_000)))
    for number in (1, 2, 3):
        for name in "AB" if number < 3 else "A":
            here: dict[str, Any] = {"event": SLUG, "division": name, "round": number}
            give(PairRound(**here, method="koth", repeats=2))
            give(PublishRound(**here))
            for board in boards(number, name) if number < 3 else ():
                score = 400 + 10 * board.slot
                result = EnterResult(**here, entry=board.one.entry, score=score, opponent_score=380)
                give(result)


def boards(number: int, division: str = "A") -> list[BoardLine]:
    """Return the boards of a round."""
    row = Division.objects.select_related("tournament").get(tournament__slug=SLUG, name=division)
    return load_sheet(row, drafts=True).by_round[number]


def turned() -> CorrectResult:
    """Return the command that turns the winner of the first board of round 2 of A."""
    board = boards(2)[0]
    assert board.two is not None
    return CorrectResult(
        event=SLUG,
        division="A",
        round=2,
        entry=board.one.entry,
        score=300,
        opponent_score=450,
    )
