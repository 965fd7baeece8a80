"""An invented event to look at: what a new installation shows before its first own one."""

from __future__ import annotations

from random import Random
from typing import Any

from core.journal.command import CONSOLE, Command
from core.journal.execute import execute
from tournaments.commands.entries import AddEntry, Member, WithdrawEntry
from tournaments.commands.event import CreateDivision, CreateEvent
from tournaments.commands.results import CorrectResult, EnterForfeit, EnterResult
from tournaments.commands.rounds import Pairing, PublishRound, SetUpRound
from tournaments.jobs import ask_to_rate
from tournaments.models import Division, Tournament
from tournaments.selectors.sheet import load_sheet
from tournaments.selectors.standings import standings_after

SLUG = "demonstration"
GIVEN = "Ada Bea Cem Dov Eve Fay Gus Hal Ivy Jon Kit Lia May Ned Ola Pat Quin Rex Sue Tom Uma Vic"
FAMILY = "Abbot Birch Colby Dale Esk Fenn Glen Hythe Isle Joyce Kemp"
ENTRIES, ROUNDS, PLAYED = 22, 7, 4


def direct_demonstration(seed: int = 1) -> Tournament:
    """Directs an invented event into the middle of its fifth round; returns it.

    Everything goes through the commands, so its log, its undo and its replay are real.
    """
    dice = Random(seed)
    place: dict[str, Any] = {"event": SLUG, "division": "A"}
    _give(CreateEvent(event=SLUG, name="Demonstration open", dates="An invented event"))
    _give(CreateDivision(event=SLUG, name="A", planned_rounds=ROUNDS))
    for given, number in zip(GIVEN.split(), range(ENTRIES), strict=True):
        member = Member(name=f"{given} {dice.choice(FAMILY.split())}")
        rating = 1950 - 45 * number + dice.randint(-20, 20)
        _give(AddEntry(**place, members=(member,), rating=rating, life_games=100 + 7 * number))
    for number in range(1, PLAYED + 1):
        pairs = _publish(place, number)
        for board, (one, two) in enumerate(pairs, 1):
            if (number, board) == (2, 7):
                _give(EnterForfeit(**place, round=number, absent=(two,)))
            else:
                _give(_result(EnterResult, place, number, one, dice))
    _give(_result(CorrectResult, place, 3, pairs_of(3)[0][0], dice), "Slip misread")
    pairs = _publish(place, PLAYED + 1)
    for one, _two in pairs[::2]:
        _give(_result(EnterResult, place, PLAYED + 1, one, dice))
    _give(WithdrawEntry(**place, entry=ENTRIES, from_round=PLAYED + 2))
    event = Tournament.objects.get(slug=SLUG)
    ask_to_rate(event, ["A"])
    return event


def pairs_of(number: int) -> list[tuple[int, int]]:
    """Returns the pairs of a round of the demonstration, in board order."""
    boards = load_sheet(_division()).by_round[number]
    return [(board.one.entry, board.two.entry) for board in boards if board.two is not None]


def _publish(place: dict[str, Any], number: int) -> list[tuple[int, int]]:
    """Pairs neighbours in the standings who have not met, as near as that goes."""
    order = [row.number for row in standings_after(load_sheet(_division()), number - 1)]
    met = {frozenset(pair) for earlier in range(1, number) for pair in pairs_of(earlier)}
    pairs = []
    while order:
        one = order.pop(0)
        two = next((other for other in order if frozenset((one, other)) not in met), order[0])
        order.remove(two)
        pairs.append((one, two))
    boards = tuple(Pairing(one=one, two=two) for one, two in pairs)
    _give(SetUpRound(**place, round=number, boards=boards))
    _give(PublishRound(**place, round=number))
    return pairs


def _result(
    kind: type[EnterResult] | type[CorrectResult],
    place: dict[str, Any],
    number: int,
    one: int,
    dice: Random,
) -> Command:
    two = next(b if a == one else a for a, b in pairs_of(number) if one in (a, b))
    entries = load_sheet(_division()).entries
    lead = dice.gauss((entries[one].rating - entries[two].rating) * 0.2, 90)
    total = dice.gauss(800, 60)
    scores: dict[str, Any] = {
        "score": round((total + lead) / 2),
        "opponent_score": round((total - lead) / 2),
    }
    return kind(**place, round=number, entry=one, confirmed=True, **scores)


def _division() -> Division:
    return Division.objects.select_related("tournament").get(tournament__slug=SLUG)


def _give(command: Command, reason: str = "") -> None:
    execute(command, actor=CONSOLE, reason=reason)
