"""The handover in words: one sentence on what was done, one on what is next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from django.utils import timezone

from core.phrases import listed, phrase, phrase_count
from core.wording import whole_day
from tournaments.handover.queries import Handover, NextSteps

NAMED = 6
"""So many boards are named; of more only their number."""

_ROUNDS: Mapping[str, str] = {
    "round.paired": phrase("{division} paired round {round}"),
    "round.set_up": phrase("{division} set up round {round}"),
    "round.published": phrase("{division} published round {round}"),
    "round.unpublished": phrase("{division} took back round {round}"),
}
_COUNTED: Mapping[str, Callable[[int], str]] = {
    "entry.added": lambda n: phrase_count("{count} entry added", "{count} entries added", n),
    "roster.added": lambda n: phrase_count("{count} roster added", "{count} rosters added", n),
    "entry.checked_in": lambda n: phrase_count(
        "{count} change at check-in", "{count} changes at check-in", n
    ),
    "entry.arrived": lambda n: phrase_count("{count} late arrival", "{count} late arrivals", n),
    "entry.withdrawn": lambda n: phrase_count("{count} withdrawal", "{count} withdrawals", n),
    "entry.reinstated": lambda n: phrase_count(
        "{count} player came back", "{count} players came back", n
    ),
    "entry.moved": lambda n: phrase_count(
        "{count} player moved to another division",
        "{count} players moved to another division",
        n,
    ),
    "penalty.set": lambda n: phrase_count("{count} penalty", "{count} penalties", n),
    "play.ruled": lambda n: phrase_count("{count} ruling", "{count} rulings", n),
    "start.recorded": lambda n: phrase_count(
        "{count} start recorded", "{count} starts recorded", n
    ),
    "result.claimed": lambda n: phrase_count(
        "{count} score sent by a phone", "{count} scores sent by phones", n
    ),
    "claim.confirmed": lambda n: phrase_count(
        "{count} score confirmed by the opponent", "{count} scores confirmed by opponents", n
    ),
    "claim.objected": lambda n: phrase_count("{count} objection", "{count} objections", n),
    "result.read_again": lambda n: phrase_count(
        "{count} slip read once more", "{count} slips read once more", n
    ),
    "result.chosen": lambda n: phrase_count(
        "{count} exception settled", "{count} exceptions settled", n
    ),
}


def handover_text(told: Handover) -> str:
    """Returns the handover: "Since 14:05: 12 results of round 5 of A. Next: in A, ..."."""
    done = list(_done(told))
    if done:
        said = phrase("{since}: {done}.", since=_since(told.since), done=listed(done))
    else:
        said = phrase("{since}: nothing else was entered.", since=_since(told.since))
    steps = [text for one in told.next if (text := _next(one))]
    if not steps:
        return said
    return f"{said} {phrase('Next: {steps}.', steps='; '.join(map(str, steps)))}"


def _since(moment: datetime | None) -> str:
    if moment is None:
        return phrase("Since the beginning")
    local = timezone.localtime(moment)
    if local.date() == timezone.localdate():
        return phrase("Since {time}", time=f"{local:%H:%M}")
    return phrase("Since {time}, {day}", time=f"{local:%H:%M}", day=whole_day(local))


def _done(told: Handover) -> Iterator[str]:
    for (division, number), count in told.results.items():
        yield phrase_count(
            "{count} result of round {round} of {division}",
            "{count} results of round {round} of {division}",
            count,
            round=number,
            division=division,
        )
    if told.corrections:
        yield phrase_count(
            "{count} correction ({boards})",
            "{count} corrections ({boards})",
            len(told.corrections),
            boards=_corrected(told.corrections),
        )
    for (division, number), command in told.rounds.items():
        yield _ROUNDS[command].format(division=division, round=number)
    for command, count in told.counted.items():
        yield _COUNTED[command](count)
    if told.taken_back:
        yield phrase_count("{count} entry undone", "{count} entries undone", told.taken_back)
    if told.others:
        yield phrase_count("{count} other change", "{count} other changes", told.others)


def _corrected(boards: tuple[tuple[str, int, int], ...]) -> str:
    said = [
        phrase("{division} round {round}, board {board}", division=name, round=number, board=board)
        for name, number, board in boards[:NAMED]
    ]
    return "; ".join(map(str, said)) + (" …" if len(boards) > NAMED else "")


def _next(one: NextSteps) -> str:
    waits = [_missing(number, boards) for number, boards in one.missing]
    step = _step(one)
    parts = [*waits, step] if step else waits
    then = phrase(", then ").join(map(str, parts)) if waits and step else listed(parts)
    return phrase("in {division}, {steps}", division=one.division, steps=then) if parts else ""


def _missing(number: int, boards: tuple[int, ...]) -> str:
    if len(boards) > NAMED:
        return phrase("{count} results of round {round}", count=len(boards), round=number)
    if len(boards) == 1:
        return phrase("the result of board {board} of round {round}", board=boards[0], round=number)
    said = listed(str(board) for board in boards)
    return phrase("results of boards {boards} of round {round}", boards=said, round=number)


def _step(one: NextSteps) -> str:
    if one.step == "publish":
        return phrase("publish round {round}", round=one.round)
    if one.step == "pair":
        return phrase("pair round {round}", round=one.round)
    return phrase("close the event")
