"""What was done in an event since a moment, counted, and what is open in each division."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from core.models import JournalEntry
from tournaments.kernel.queries.sheet import BoardLine, Sheet
from tournaments.models import Round, Tournament

MOST = 5_000
"""So many entries of the log are looked at, the newest; a national event has fewer in a day."""

ENTERED = frozenset({"result.entered", "forfeit.entered", "sit_out.recorded"})
CORRECTED = "result.corrected"
COUNTED: tuple[str, ...] = (
    *("entry.added", "roster.added", "entry.checked_in", "entry.arrived", "entry.withdrawn"),
    *("entry.reinstated", "entry.moved", "penalty.set", "play.ruled", "start.recorded"),
    *("result.claimed", "claim.confirmed", "claim.objected", "result.read_again", "result.chosen"),
)
"""What is told by its number alone, in this order."""
OF_ROUNDS = ("round.paired", "round.set_up", "round.published", "round.unpublished")
BACK = ("journal.undone", "journal.restored")

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


@dataclass(slots=True)
class _Counting:
    results: Counter[Place] = field(default_factory=Counter)
    corrected: list[tuple[str, int, int]] = field(default_factory=list)
    rounds: dict[Place, str] = field(default_factory=dict)
    counted: Counter[str] = field(default_factory=Counter)
    taken_back: int = 0
    others: int = 0


def last_entered_by(event: Tournament, actor: str) -> datetime | None:
    """Returns when somebody entered something last, None where they never did; one query."""
    own = JournalEntry.objects.filter(stream__key=f"event:{event.slug}", actor=actor)
    return own.order_by("-seq").values_list("at", flat=True).first()


def handover_since(event: Tournament, sheets: Iterable[Sheet], since: datetime | None) -> Handover:
    """Returns what was done after a moment, None is from the beginning, and what is next.

    One query. What was undone since does not count; the undo does, where it took back something
    from before.
    """
    divisions = {sheet.division.name: sheet for sheet in sheets}
    journal = JournalEntry.objects.filter(stream__key=f"event:{event.slug}", undone_by=None)
    if since is not None:
        journal = journal.filter(at__gt=since)
    told = journal.order_by("-seq").values_list("seq", "command", "payload")[:MOST]
    entries = list(told)[::-1]
    first, counting = (entries[0][0] if entries else 0), _Counting()
    for _, command, payload in entries:
        _count(counting, command, payload, divisions, first)
    return Handover(
        since=since,
        results=dict(sorted(counting.results.items())),
        corrections=tuple(sorted(set(counting.corrected))),
        rounds=counting.rounds,
        counted={name: counting.counted[name] for name in COUNTED if counting.counted[name]},
        taken_back=counting.taken_back,
        others=counting.others,
        next=() if event.closed else tuple(_next(sheet) for sheet in divisions.values()),
    )


def _count(
    counting: _Counting,
    command: str,
    payload: Mapping[str, object],
    divisions: Mapping[str, Sheet],
    first: int,
) -> None:
    name, number = payload.get("division"), payload.get("round")
    if isinstance(name, str) and isinstance(number, int):
        if command in ENTERED:
            counting.results[name, number] += 1
            return
        if command == CORRECTED:
            board = _board_of(divisions.get(name), number, payload.get("entry"))
            counting.corrected.append((name, number, board))
            return
        if command in OF_ROUNDS:
            counting.rounds[name, number] = command
            return
    if command in COUNTED:
        counting.counted[command] += 1
    elif command in BACK:
        seq = payload.get("seq")
        counting.taken_back += command == BACK[1] or (isinstance(seq, int) and seq < first)
    else:
        counting.others += 1


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
