"""The parallel hall: how long it takes to tell what a command would change, or a log without one.

300 entries in one division, paired by Swiss, published and entered here, 20 rounds, rated, with
prizes: all of it in the log. Each figure is the processor time of one asking, on SQLite. Run with
`python -m bench hall`.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any

from bench.ground import MACHINE, fresh_database

PLAYERS, ROUNDS, SLUG = 300, 20, "hall"


def main() -> None:
    """Prints a line for each asking."""
    fresh_database()
    from core.models import JournalEntry
    from tournaments.results.commands.results import CorrectResult

    begun = process_time()
    _played()
    print(f"{PLAYERS} entries x {ROUNDS} rounds, {JournalEntry.objects.count()} log entries,")
    print(f"made in {process_time() - begun:.0f} s; {MACHINE}")
    for number in (2, ROUNDS - 1, ROUNDS):
        one = _results_of(number)[0].payload
        command = CorrectResult(
            event=SLUG, division="A", round=number, entry=one["entry"], score=1, opponent_score=600
        )
        _with(f"with a correction of round {number}", command)
    for number in (2, ROUNDS):
        _without(f"without a result of round {number}", _results_of(number)[0])
    _without("without the last withdrawal", _last("entry.withdrawn"))
    for code in ("round.paired", "round.published", "division.rules_changed"):
        _without(f"without the last {code}", _last(code))
    _without("without an early withdrawal", _first("entry.withdrawn"))


def _with(what: str, command: Any) -> None:
    from core.actors import CONSOLE
    from tournaments.consequences.queries.foreseen import with_command

    begun = process_time()
    with_command(command, actor=CONSOLE, reason="measured")
    _told(what, begun, "")


def _without(what: str, entry: Any) -> None:
    from core.actors import CONSOLE
    from core.errors import UserError
    from tournaments.consequences.queries.foreseen import without_entry

    begun, said = process_time(), ""
    try:
        told = without_entry(entry, actor=CONSOLE)
        said = f"{len(told.places)} places, {len(told.unfit)} unfit"
    except UserError as refused:
        said = refused.message
    _told(what, begun, said)


def _told(what: str, begun: float, said: str) -> None:
    print(f"{what:<44}{process_time() - begun:>8.2f} s  {said}")


def _results_of(number: int) -> list[Any]:
    return list(_entries("result.entered").filter(payload__round=number))


def _last(code: str) -> Any:
    return _entries(code).last()


def _first(code: str) -> Any:
    return _entries(code).first()


def _entries(code: str) -> Any:
    from core.models import JournalEntry

    return JournalEntry.objects.filter(command=code).select_related("stream").order_by("seq")


def _played() -> None:
    from tournaments.entries.commands.entries import WithdrawEntry
    from tournaments.event.commands.event import ChangeRules
    from tournaments.rounds.commands.pairing import PairRound
    from tournaments.rounds.commands.rounds import PublishRound

    here: dict[str, Any] = {"event": SLUG, "division": "A", "confirmed": True}
    _entered(here)
    chance = Random(1)
    for number in range(1, ROUNDS + 1):
        if number in (3, ROUNDS - 1):
            _give(WithdrawEntry(**here, entry=100 + number, from_round=number))
        if number == ROUNDS:
            _give(ChangeRules(**here, overrides={"challenge_type": "points"}))
        _give(PairRound(**here, round=number, method="swiss", repeats=1))
        _give(PublishRound(**here, round=number))
        _results_entered(number, chance)


def _entered(here: dict[str, Any]) -> None:
    from tournaments.entries.commands.check_in import CheckIn
    from tournaments.entries.commands.entries import AddEntry
    from tournaments.entries.commands.late_entry import Member
    from tournaments.event.commands.event import CreateDivision, CreateEvent
    from tournaments.prizes.commands.offers import AddPrizes, PrizeLine
    from tournaments.prizes.commands.terms import SetPrizeTerms
    from tournaments.prizing.records import PrizeKind

    rated: dict[str, Any] = {"overrides": {}, "rating_system": "naspa2024"}
    _give(CreateEvent(event=SLUG, name="Hall"))
    _give(CreateDivision(event=SLUG, name="A", planned_rounds=ROUNDS, **rated))
    for place in range(PLAYERS):
        member = Member(name=f"Player {place:03}")
        _give(AddEntry(event=SLUG, division="A", members=(member,), rating=2000 - 4 * place))
    _give(CheckIn(**here, here=tuple(range(1, PLAYERS + 1))))
    _give(SetPrizeTerms(event=SLUG, currency="EUR", fund=100_000))
    lines = [PrizeLine(kind=PrizeKind.PLACE, division="A", place=n, amount=5_000) for n in (1, 2)]
    _give(AddPrizes(event=SLUG, prizes=tuple(lines)))


def _results_entered(number: int, chance: Random) -> None:
    from tournaments.kernel.queries.sheet import load_sheet
    from tournaments.models import Division
    from tournaments.results.commands.results import EnterResult

    sheet = load_sheet(Division.objects.select_related("tournament").get(name="A"))
    for board in sheet.by_round[number]:
        if board.two is not None:
            _give(
                EnterResult(
                    event=SLUG,
                    division="A",
                    round=number,
                    entry=board.one.entry,
                    score=chance.randint(250, 550),
                    opponent_score=chance.randint(250, 550),
                )
            )


def _give(command: Any) -> None:
    from core.actors import CONSOLE
    from core.journal.execute import execute

    execute(command, actor=CONSOLE, reason="measured")


if __name__ == "__main__":
    main()
