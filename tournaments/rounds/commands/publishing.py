"""What has to be so before a round is published."""

from __future__ import annotations

from collections.abc import Iterable

from core.journal.errors import Refused
from core.phrases import phrase, phrase_count
from tournaments.kernel.queries.play import last_published, open_draws, waiting
from tournaments.models import Division, Round
from tournaments.rounds.queries.conditions import resting
from tournaments.standings.attendance import takes_part


def check_to_publish(division: Division, round_row: Round) -> None:
    """Raises Refused for what keeps a draft from being published."""
    before = last_published(division)
    if before != round_row.number - 1:
        raise Refused(
            phrase("Publish round {round} first.", round=before + 1),
            code="round.order",
            field="round",
        )
    if not division.entries.exists():
        raise Refused(
            phrase("Nobody is entered in division {division}.", division=division.name),
            code="round.empty",
            field="boards",
        )
    _check_places(division, round_row)
    draws = open_draws(division, round_row.number)
    if draws:
        places = ", ".join(
            phrase("round {round} board {board}", round=number, board=board)
            for number, board in draws
        )
        raise Refused(
            phrase("The start was drawn but not recorded: {places}.", places=places),
            code="round.open_draws",
        )


def _check_places(division: Division, round_row: Round) -> None:
    left = set(waiting(division, round_row)) - set(resting(division, round_row))
    if left:
        raise Refused(
            phrase_count(
                "No. {numbers} has no board, bye or absence in round {round}.",
                "No. {numbers} have no board, bye or absence in round {round}.",
                count=len(left),
                numbers=_numbers(sorted(left)),
                round=round_row.number,
            ),
            code="round.waiting",
            field="boards",
        )
    away = _seated_though_away(round_row)
    if away:
        raise Refused(
            phrase_count(
                "No. {numbers} is withdrawn but has a seat; pair the round again.",
                "No. {numbers} are withdrawn but have seats; pair the round again.",
                count=len(away),
                numbers=_numbers(away),
            ),
            code="round.seated_away",
        )


def _seated_though_away(round_row: Round) -> list[int]:
    seats = round_row.seats.values_list("entry__number", "entry__away")
    return sorted({number for number, away in seats if not takes_part(away, round_row.number)})


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in numbers)
