"""The clocks of divisions, how far their rounds are, and what that comes to at a moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from tournaments.models import Division, DivisionClock, Entry, Round, Seat, Tournament
from tournaments.standings.attendance import takes_part
from tournaments.timing.now import ClockNow, clock_now
from tournaments.timing.records import ClockState, RoundsProgress


def clock_of(division: Division, now: datetime) -> ClockNow:
    """Returns the clock of a division at a moment, its drafts known; at most six queries."""
    return clocks_of([division], now)[0]


def clocks_of(divisions: Sequence[Division], now: datetime) -> list[ClockNow]:
    """Returns the clocks of divisions, whose event is loaded, in their order.

    At most six queries, however many they are.
    """
    progress = progress_of(divisions)
    rows = {row.division_id: row for row in DivisionClock.objects.filter(division__in=divisions)}
    return [
        clock_now(division.name, progress[division.pk], state_of(rows.get(division.pk)), now)
        for division in divisions
    ]


def clocks_of_event(event: Tournament, now: datetime) -> list[ClockNow]:
    """Returns the clocks of the divisions of an event in their order; at most seven queries."""
    rows = event.divisions.select_related("tournament").order_by("position", "name")
    return clocks_of(list(rows), now)


def state_of(row: DivisionClock | None) -> ClockState | None:
    """Returns what a row holds, None where there is none."""
    if row is None:
        return None
    return ClockState(
        known_at=row.known_at,
        round=row.round_number,
        starts_at=row.starts_at,
        length_s=row.length_s,
        added_s=row.added_s,
        boards_s={int(board): seconds for board, seconds in row.boards_s.items()},
        paused_at=row.paused_at,
        paused_s=row.paused_s,
        break_kind=row.break_kind,
        break_until=row.break_until,
        said=row.said,
        said_until=row.said_until,
    )


def columns_of(state: ClockState) -> dict[str, Any]:
    """Returns the columns of a row that holds this."""
    return {
        "known_at": state.known_at,
        "round_number": state.round,
        "starts_at": state.starts_at,
        "length_s": state.length_s,
        "added_s": state.added_s,
        "boards_s": {str(board): seconds for board, seconds in state.boards_s.items()},
        "paused_at": state.paused_at,
        "paused_s": state.paused_s,
        "break_kind": state.break_kind,
        "break_until": state.break_until,
        "said": state.said,
        "said_until": state.said_until,
    }


def progress_of(divisions: Sequence[Division]) -> dict[int, RoundsProgress]:
    """Returns how far each division is, by its row; at most four queries, however many they are."""
    published: dict[int, tuple[int, int]] = {}
    drafts: dict[int, int] = {}
    rounds = Round.objects.filter(division__in=divisions).order_by("number")
    for pk, division, number, stage in rounds.values_list("pk", "division", "number", "stage"):
        if stage == Round.Stage.PUBLISHED:
            published[division] = (number, pk)
        else:
            drafts.setdefault(division, number)
    unfinished = _unfinished(published)
    return {
        one.pk: RoundsProgress(
            planned=one.planned_rounds,
            published=published.get(one.pk, (0, 0))[0],
            complete=one.pk in published and one.pk not in unfinished,
            draft=drafts.get(one.pk, 0),
            closed=one.tournament.closed,
        )
        for one in divisions
    }


def _unfinished(published: dict[int, tuple[int, int]]) -> set[int]:
    """Returns the divisions in whose last published round an outcome is missing."""
    if not published:
        return set()
    seats = Seat.objects.filter(round__in=[pk for _, pk in published.values()]).order_by()
    seated: dict[int, set[int]] = defaultdict(set)
    for division, entry in seats.values_list("round__division", "entry"):
        seated[division].add(entry)
    missing = set(seats.filter(board__result=None).values_list("round__division", flat=True))
    return missing | set(_waiting(published, seated))


def _waiting(published: dict[int, tuple[int, int]], seated: dict[int, set[int]]) -> Iterable[int]:
    """Yields the divisions in whose last published round an active entry has no seat."""
    entries = Entry.objects.filter(division__in=list(published)).order_by()
    for pk, division, away in entries.values_list("pk", "division", "away"):
        if pk not in seated[division] and takes_part(away, published[division][0]):
            yield division
