"""The facts of an event's games as the book of records takes them, read from its results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from clubs.records.book.facts import BookEvent, BookSide, FactEnding, GameFact
from clubs.records.queries.recorded_games import Place, Recording, Sides, recordings_of
from core.models import JournalEntry
from games.engine.rulesets import RuleSet
from tournaments.kernel.queries.lexicon import family_of
from tournaments.kernel.queries.rights import event_scope
from tournaments.kernel.queries.sheet import BoardLine, EntryLine, SeatLine, Sheet, load_sheet
from tournaments.models import Result, Tournament

SLOTS_OF_ROUND = 10_000
NO_FAMILY = "any"
"""The family of games of which nobody said by which list they were played."""

_Reason = Result.Reason
_NO_GAME = frozenset({_Reason.VOID, _Reason.REST})
_NOT_BEGUN = frozenset({_Reason.FORFEIT, _Reason.ABSENT, _Reason.BOTH_ABSENT})
_RULED = {
    _Reason.LEFT: FactEnding.LEFT,
    _Reason.TIME: FactEnding.LOST_ON_TIME,
    _Reason.ADJUDICATED: FactEnding.ADJUDICATED,
    _Reason.DISQUALIFIED: FactEnding.ADJUDICATED,
}
_NOBODY: Mapping[Place, Recording] = {}


@dataclass(frozen=True, slots=True)
class DivisionFacts:
    """The facts of a division, and the recorded games that they were made from."""

    division: str
    games: tuple[GameFact, ...]
    recordings: tuple[Recording, ...] = ()


def facts_of_event(event: Tournament) -> list[DivisionFacts]:
    """Returns the facts of every division of an event, in their order.

    Each division costs what its sheet costs, and two or three queries for its recorded games.
    """
    of_event = book_event(event)
    day = day_of_book(event)
    found = []
    for division in event.divisions.select_related("tournament"):
        recorded = recordings_of(division)
        games = facts_of_sheet(load_sheet(division), of_event, day, recorded)
        found.append(DivisionFacts(division.name, tuple(games), tuple(recorded.values())))
    return found


def book_event(event: Tournament) -> BookEvent:
    """Returns an event as the book knows it: a club night by its club."""
    return BookEvent(event.slug, event.night_of, is_night=bool(event.night_of))


def day_of_book(event: Tournament) -> date:
    """Returns the day of an event's games: its first day, else the one of its first entry."""
    if event.starts_on is not None:
        return event.starts_on
    entries = JournalEntry.objects.filter(stream__key=event_scope(event.slug))
    begun = entries.order_by("seq").values_list("at", flat=True).first()
    return timezone.localdate(begun) if begun is not None else date.min


def facts_of_sheet(
    sheet: Sheet, event: BookEvent, day: date, recorded: Mapping[Place, Recording] = _NOBODY
) -> Iterator[GameFact]:
    """Yields the facts of every board of a division that has a result, in their order.

    A voided game, and a house player who rests, make none.
    """
    family = family_of(sheet.division.lexicon) if sheet.division.lexicon else ""
    for board in sheet.boards:
        if board.reason is None or board.reason in _NO_GAME:
            continue
        recording = recorded.get((board.round, board.slot))
        yield _fact(sheet, event, day, board, family or NO_FAMILY, recording)


def player_key(event: str, entry: EntryLine) -> str:
    """Returns the key of an entry in the book: the player's in the register, else its own.

    A team, and who is not in the register, are somebody else in every event. No key of the
    register has a stroke.
    """
    return entry.player or f"{event}/{entry.key}"


def game_key(event: str, division: str, round_number: int, slot: int) -> str:
    """Returns the key of a board's game in the book, which tells where it was played."""
    return f"{event}/{division}/{round_number}.{slot:03}"


def order_of(round_number: int, slot: int) -> int:
    """Returns what orders the games of a day: by rounds, and in one as boards were set up."""
    return round_number * SLOTS_OF_ROUND + min(slot, SLOTS_OF_ROUND - 1)


def _fact(
    sheet: Sheet,
    event: BookEvent,
    day: date,
    board: BoardLine,
    family: str,
    recording: Recording | None,
) -> GameFact:
    ending, winner = _ended(board)
    of_seats: Sides = recording.of_seats if recording is not None else None
    seats = board.seats
    return GameFact(
        key=game_key(event.slug, sheet.division.name, board.round, board.slot),
        day=day,
        order=order_of(board.round, board.slot),
        event=event,
        family=family,
        division=sheet.division.name,
        sides=tuple(
            _side(sheet, event, seat, of_seats[place] if of_seats and len(seats) == 2 else None)
            for place, seat in enumerate(seats)
        ),
        first=_first(seats),
        ending=ending,
        winner=winner,
        is_rated=board.rated,
        overtime=recording is not None and recording.had_overtime and _counts_overtime(sheet.rules),
        **_flags(sheet.rules),
    )


def _side(sheet: Sheet, event: BookEvent, seat: SeatLine, record: object) -> BookSide:
    entry = sheet.entries[seat.entry]
    return BookSide(
        player_key(event.slug, entry),
        seat.score,
        entry.rating or None,
        record,  # type: ignore[arg-type] # a side of a recording, or None
    )


def _ended(board: BoardLine) -> tuple[FactEnding, int | None]:
    """Returns how a board ended, and the place of who was given the win."""
    winner = next((at for at, seat in enumerate(board.seats) if seat.won > seat.lost), None)
    if board.two is None:
        return (FactEnding.BYE if board.reason == _Reason.BYE else FactEnding.FORFEIT), winner
    if board.reason == _Reason.PLAYED:
        return FactEnding.PLAYED, None
    if board.reason in _NOT_BEGUN or not board.begun:
        return FactEnding.FORFEIT, winner
    return _RULED[_Reason(str(board.reason))], winner


def _first(seats: tuple[SeatLine, ...]) -> int | None:
    return next((at for at, seat in enumerate(seats) if seat.side == "first"), None)


def _counts_overtime(rules: RuleSet) -> bool:
    return rules.overtime_points > 0


def _flags(rules: RuleSet) -> dict[str, bool]:
    """Returns which points the rules put into scores that others leave out."""
    is_bonus = rules.challenge_type == "points" and rules.challenge_direction == "bonus_to_player"
    return {
        "challenge_bonus": is_bonus and rules.challenge_points > 0,
        "plus_minus": rules.end_bonus == "plus_minus",
    }
