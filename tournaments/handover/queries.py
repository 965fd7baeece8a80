"""What was done in an event since a moment, counted, and what is open in each division."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Min, QuerySet
from django.db.models.fields.json import KT

from core.journal.standing import RESTORE, UNDO
from core.models import JournalEntry
from core.roles.commands import TAKEN_UP
from tournaments.kernel.queries.sheet import BoardLine, Sheet
from tournaments.models import Round, Tournament

ENTERED = frozenset({"result.entered", "forfeit.entered", "sit_out.recorded"})
CORRECTED = "result.corrected"
COUNTED: tuple[str, ...] = (
    *("entry.added", "roster.added", "entry.checked_in", "entry.arrived", "entry.withdrawn"),
    *("entry.reinstated", "entry.moved", "penalty.set", "play.ruled", "start.recorded"),
    *("result.claimed", "claim.confirmed", "claim.objected", "result.read_again", "result.chosen"),
)
"""What is told by its number alone, in this order."""
OF_ROUNDS = ("round.paired", "round.set_up", "round.published", "round.unpublished")
_TOLD = (Count("pk"), Min("seq"), Max("seq"))
PLACED = (*sorted(ENTERED), *OF_ROUNDS)

Place = tuple[str, int]
"""A division and a round."""


@dataclass(frozen=True, slots=True)
class Handover:
    """What was done since a moment that still stands.

    `results` counts by division and round; `corrections` are boards, by division, round and
    number; `rounds` what became of rounds last, by division and round; `counted` counts the
    commands of `COUNTED`; `taken_back` counts undos and restores, `others` everything else.
    """

    since: datetime | None
    results: Mapping[Place, int]
    corrections: tuple[tuple[str, int, int], ...]
    rounds: Mapping[Place, str]
    counted: Mapping[str, int]
    taken_back: int = 0
    others: int = 0
    next: tuple[NextSteps, ...] = ()


@dataclass(frozen=True, slots=True)
class NextSteps:
    """What a division waits for: boards without a result by round, then one step, or nothing.

    `step` is pair, publish, close or empty; `round` is the one that it is about.
    """

    division: str
    missing: tuple[tuple[int, tuple[int, ...]], ...]
    step: str
    round: int


def last_entered_by(event: Tournament, actor: str) -> datetime | None:
    """Returns when somebody entered something last, None where they never did; one query.

    To take up an invitation is not to enter something: who has just come is told everything.
    """
    own = JournalEntry.objects.filter(stream__key=f"event:{event.slug}", actor=actor)
    return own.exclude(command=TAKEN_UP).order_by("-seq").values_list("at", flat=True).first()


def handover_since(event: Tournament, sheets: Iterable[Sheet], since: datetime | None) -> Handover:
    """Returns what was done after a moment, None is from the beginning, and what is next.

    Four queries that count, however long the log is. What was undone since does not count; the undo
    does, where it took back something from before.
    """
    divisions = {sheet.division.name: sheet for sheet in sheets}
    journal = JournalEntry.objects.filter(stream__key=f"event:{event.slug}", undone_by=None)
    if since is not None:
        journal = journal.filter(at__gt=since)
    placed, counts = _by_place(journal), _by_command(journal)
    first = min([one.first for one in (*placed, *counts)], default=0)
    told = {one.command: one.count for one in counts}
    back = told.pop(UNDO, 0) and journal.filter(command=UNDO, payload__seq__lt=first).count()
    corrections = _corrections(journal, divisions)
    told.pop(CORRECTED, None)
    return Handover(
        since=since,
        results=_results(placed),
        corrections=tuple(sorted(corrections)),
        rounds=_rounds(placed),
        counted={name: told.pop(name) for name in COUNTED if name in told},
        taken_back=back + told.pop(RESTORE, 0),
        others=sum(told.values()),
        next=() if event.closed else tuple(_next(sheet) for sheet in divisions.values()),
    )


@dataclass(frozen=True, slots=True)
class _Counted:
    """How many entries there are of a command, about a round where that is told, and which.

    `first` and `last` are the numbers of the first and the last of them.
    """

    command: str
    count: int
    first: int
    last: int
    place: Place = ("", 0)


def _by_command(journal: QuerySet[JournalEntry]) -> list[_Counted]:
    groups = journal.exclude(command__in=PLACED).order_by().values_list("command")
    return [_Counted(*group) for group in groups.annotate(*_TOLD)]


def _by_place(journal: QuerySet[JournalEntry]) -> list[_Counted]:
    placed = journal.filter(command__in=PLACED).order_by()
    named = placed.annotate(division=KT("payload__division"), number=KT("payload__round"))
    groups = named.values_list("command", "division", "number").annotate(*_TOLD)
    return [
        _Counted(command, count, first, last, (division, int(number)))
        for command, division, number, count, first, last in groups
    ]


def _results(placed: Iterable[_Counted]) -> dict[Place, int]:
    results = Counter[Place]()
    for one in placed:
        if one.command in ENTERED:
            results[one.place] += one.count
    return dict(sorted(results.items()))


def _rounds(placed: Iterable[_Counted]) -> dict[Place, str]:
    """Returns what became of rounds last, in the order in which something was first done there."""
    of_rounds = [one for one in placed if one.command in OF_ROUNDS]
    last = {one.place: one.command for one in sorted(of_rounds, key=lambda one: one.last)}
    first = dict.fromkeys(one.place for one in sorted(of_rounds, key=lambda one: one.first))
    return {place: last[place] for place in first}


def _corrections(
    journal: QuerySet[JournalEntry], divisions: Mapping[str, Sheet]
) -> set[tuple[str, int, int]]:
    corrected = journal.filter(command=CORRECTED).order_by()
    named = corrected.values("payload__division", "payload__round", "payload__entry").distinct()
    return {
        (name, number, _board_of(divisions.get(name), number, entry))
        for name, number, entry in named.values_list(
            "payload__division", "payload__round", "payload__entry"
        )
    }


def _board_of(sheet: Sheet | None, number: int, entry: object) -> int:
    boards = sheet.by_round.get(number, ()) if sheet else ()
    found = (_label(one) for one in boards if entry in [seat.entry for seat in one.seats])
    return next(found, 0)


def _label(board: BoardLine) -> int:
    return board.number or board.slot


def _next(sheet: Sheet) -> NextSteps:
    """Returns what a division waits for; its sheet has the drafts."""
    published = [n for n, stage in sheet.stages.items() if stage == Round.Stage.PUBLISHED]
    drafts = [n for n, stage in sheet.stages.items() if stage == Round.Stage.DRAFT]
    last = max(published, default=0)
    missing = [
        (number, tuple(sorted(_label(b) for b in sheet.by_round[number] if b.reason is None)))
        for number in sorted(published)
    ]
    if drafts:
        step, number = "publish", min(drafts)
    elif last < sheet.division.planned_rounds:
        step, number = "pair", last + 1
    else:
        step, number = "close", last
    open_boards = tuple((number, boards) for number, boards in missing if boards)
    return NextSteps(sheet.division.name, open_boards, step, number)
