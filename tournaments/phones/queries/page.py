"""What the page of an entry shows: its next board, its game to report, its card and its place.

Everybody is named as the public reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from django.db.models import QuerySet

from core.prepared import Given, PreparedQuery
from core.wording import ordinal, record, signed
from tournaments.claiming import ClaimStanding, Mode, PlayerClaim, Scores
from tournaments.kernel.queries.claims import ClaimedBoard, claim_of_row, entered
from tournaments.kernel.queries.sheet import BoardLine, Sheet
from tournaments.kernel.wording.clock import ClockShown, clock_shown
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import Entry, ResultClaim, SlipPhoto
from tournaments.phones.queries.own_model import entry_and_model, turns_of
from tournaments.readmodel.clocks import public_clock
from tournaments.readmodel.division import DivisionReadModel, EntryRound
from tournaments.readmodel.timetable import RoundStart, start_of_round

AROUND = 2
"""How many places above and below its own the page of an entry shows."""


class Task(StrEnum):
    """The one thing that the page asks of its player, or tells them."""

    REST = "rest"
    SLIP = "slip"
    TABLET = "tablet"
    ENTER = "enter"
    ANSWER = "answer"
    SENT = "sent"
    BLIND = "blind"
    AGREED = "agreed"
    DISPUTED = "disputed"
    IN = "in"


class PhoneBoard(NamedTuple):
    """A board of the entry: its round, whom it meets, and who goes first.

    `label` is its number, its slot where it has none. `side` is first, second or draw, empty where
    nobody has decided. Of somebody who sits out, `opponent` is 0 and `word` says why.
    """

    round: int
    slot: int
    label: int
    side: str
    opponent: int
    name: str
    rating: int
    word: str


class PhoneCardLine(NamedTuple):
    """A round of the entry's scorecard, from its own side."""

    round: int
    side: str
    opponent: int
    name: str
    letter: str
    score: str
    spread: str


class PhonePlace(NamedTuple):
    """A line of the standings."""

    rank: int | None
    number: int
    name: str
    record: str
    spread: str
    is_me: bool


@dataclass(frozen=True)
class MyGame:
    """The game that the page is about; scores are from the entry's own side.

    `mine` is what the entry said, `theirs` what the opponent did and the entry may see: nothing
    where both enter blind. `result` is what counts now, None while nothing does. `is_over` once
    the next round is published. `photos` are those that the entry sent of the slip.
    """

    board: PhoneBoard
    task: Task
    mine: Scores | None
    theirs: Scores | None
    objected: bool
    result: Scores | None
    word: str
    is_over: bool
    photos: tuple[str, ...]


@dataclass(frozen=True)
class Phone:
    """All that the page of an entry shows. `game` is the one to report, `next` the latest board.

    `clock` is None where it has no more to tell than the boards do; then `start` is when the round
    that is ahead begins by the timetable, if that says so.
    """

    name: str
    number: int
    mode: Mode
    published: int
    next: PhoneBoard | None
    game: MyGame | None
    card: tuple[PhoneCardLine, ...]
    places: tuple[PhonePlace, ...]
    takes_games: bool
    clock: ClockShown | None
    start: RoundStart | None

    @property
    def in_short(self) -> str:
        """Place, record and spread, as followed players are told of; empty before play."""
        for one in self.places:
            if one.is_me and one.rank is not None:
                return f"{ordinal(one.rank)} · {one.record} · {one.spread}"
        return ""


def phone_of(entry: Entry) -> Phone:
    """Returns what the page of an entry shows now, in a bounded number of queries.

    Of its own games it tells what is so now; of the others, its place among them, and the clock,
    perhaps what was so a second ago. Raises Http404 for an entry that is not there any more.
    """
    return _phone(*entry_and_model(entry))


def _phone(entry: Entry, model: DivisionReadModel) -> Phone:
    division, sheet = entry.division, model.sheet
    number, mode = entry.number, Mode(entry.division.phone_mode)
    turns = turns_of(model, number)
    boards = [my_board(sheet, turn) for turn in turns]
    task = _task(turns, model.published)
    clock = _clock(model)
    return Phone(
        name=sheet.entries[number].name,
        number=number,
        mode=mode,
        published=model.published,
        next=boards[-1] if turns and turns[-1].board.round == model.published else None,
        game=None if task is None else _game(entry, mode, sheet, turns[task], boards[task]),
        card=tuple(_line(turn, board) for turn, board in zip(turns, boards, strict=True)),
        places=_places(model, number),
        takes_games=entry.division.takes_games and not entry.tournament.closed,
        clock=clock,
        start=None if clock else start_of_round(model.timetable, division.name, model.round_ahead),
    )


def _clock(model: DivisionReadModel) -> ClockShown | None:
    clock = public_clock(model)
    shown = None if clock is None else clock_shown(clock)
    return shown if shown is not None and shown.is_timed else None


def _task(turns: Sequence[EntryRound], published: int) -> int | None:
    """Returns the place of the game to report: the first without a result, else the latest."""
    for place, turn in enumerate(turns):
        if turn.other is not None and turn.board.reason is None:
            return place
    latest = [place for place, turn in enumerate(turns) if turn.board.round == published]
    return next((place for place in reversed(latest) if turns[place].other is not None), None)


def my_board(sheet: Sheet, turn: EntryRound) -> PhoneBoard:
    """Returns a board as its entry sees it."""
    line, other = turn.board, turn.other
    across = None if other is None else sheet.entries[other.entry]
    return PhoneBoard(
        round=line.round,
        slot=line.slot,
        label=line.number or line.slot,
        side=turn.seat.side,
        opponent=across.number if across else 0,
        name=across.name if across else "",
        rating=across.rating if across else 0,
        word=outcome_word(line.reason) if other is None else "",
    )


def _game(entry: Entry, mode: Mode, sheet: Sheet, turn: EntryRound, board: PhoneBoard) -> MyGame:
    line = turn.board
    claimed = _claimed(sheet, line)
    mine, theirs = _said(claimed, entry.number)
    is_over = line.reason is not None and sheet.last_round > line.round
    is_blind = mode is Mode.STRICT
    assert turn.other is not None, "Only a game is reported."
    scores = turn.seat.score, turn.other.score
    played = line.reason == "played" and None not in scores
    return MyGame(
        board=board,
        task=_what(mode, line, claimed, mine, theirs),
        mine=mine.scores if mine else None,
        theirs=theirs.scores if theirs and not is_blind else None,
        objected=bool(theirs and theirs.scores is None and not is_blind),
        result=(scores[0] or 0, scores[1] or 0) if played else None,
        word="" if played else outcome_word(line.reason),
        is_over=is_over,
        photos=_photos_of(entry, line),
    )


def _photos_of(entry: Entry, line: BoardLine) -> tuple[str, ...]:
    """Returns the photos that the entry itself sent of the slip of a board."""
    return tuple(_photos(entry=entry.pk, number=line.round, slot=line.slot))


@PreparedQuery
def _photos(entry: Given, number: Given, slot: Given) -> QuerySet[SlipPhoto, str]:
    photos = SlipPhoto.objects.filter(entry_id=entry, board__round__number=number, board__slot=slot)
    return photos.values_list("name", flat=True)


def _claimed(sheet: Sheet, line: BoardLine) -> ClaimedBoard | None:
    """Returns a board of the sheet with what is claimed of it now, None where nothing is.

    Its result is that of the moment of the claims. Of photos it tells nothing.
    """
    rows = _claims(division=sheet.division.pk, number=line.round, slot=line.slot)
    seats = {seat.entry: position for position, seat in enumerate(line.seats)}
    claims = [claim_of_row(r, seats[r.entry.number]) for r in rows if r.entry.number in seats]
    if not claims:
        return None
    return ClaimedBoard(
        division=sheet.division.name,
        round=line.round,
        slot=line.slot,
        label=line.number or line.slot,
        entries=tuple(seats),
        claims=tuple(claims),
        result=entered(getattr(rows[0].board, "result", None)),
        photos=(),
    )


@PreparedQuery
def _claims(division: Given, number: Given, slot: Given) -> QuerySet[ResultClaim]:
    claims = ResultClaim.objects.select_related("entry", "board__result")
    return claims.filter(
        board__round__division_id=division, board__round__number=number, board__slot=slot
    )


def _said(
    claimed: ClaimedBoard | None, number: int
) -> tuple[PlayerClaim | None, PlayerClaim | None]:
    """Returns what an entry and its opponent said, from the side of the entry."""
    if claimed is None:
        return None, None
    both = (claimed.claim_of(one) for one in claimed.entries)
    own, other = sorted(zip(claimed.entries, both, strict=True), key=lambda one: one[0] != number)
    return _turned(own[1], claimed, number), _turned(other[1], claimed, number)


def _turned(claim: PlayerClaim | None, claimed: ClaimedBoard, number: int) -> PlayerClaim | None:
    if claim is None or claim.scores is None or claimed.entries[0] == number:
        return claim
    return PlayerClaim(claim.position, claim.scores[::-1], claim.counts, claim.settled)


def _what(
    mode: Mode,
    line: BoardLine,
    claimed: ClaimedBoard | None,
    mine: PlayerClaim | None,
    theirs: PlayerClaim | None,
) -> Task:
    """Returns what the page asks of the player, or tells them."""
    standing = claimed.standing if claimed else ClaimStanding.NONE
    has_said = mine is not None and mine.scores is not None
    if standing is ClaimStanding.AGREED:
        return Task.AGREED
    if standing is ClaimStanding.DECIDED or (
        standing is ClaimStanding.NONE and line.reason is not None
    ):
        return Task.IN
    if mode in (Mode.OFF, Mode.KIOSK):
        return Task.SLIP if mode is Mode.OFF else Task.TABLET
    if mode is Mode.STRICT:
        return Task.BLIND if has_said else Task.ENTER
    if standing is ClaimStanding.DISPUTED:
        return Task.DISPUTED
    if has_said:
        # What was sent while both entered blind does not count by itself.
        return Task.SENT if mine is not None and mine.counts else Task.BLIND
    return Task.ENTER if theirs is None or theirs.scores is None else Task.ANSWER


def _line(turn: EntryRound, board: PhoneBoard) -> PhoneCardLine:
    own, other, line = turn.seat, turn.other, turn.board
    scores = "" if other is None or own.score is None else f"{own.score}–{other.score}"
    letter = ""
    if line.reason is not None:
        letter = "T" if own.won == own.lost and own.won else "W" if own.won > own.lost else "L"
    return PhoneCardLine(
        line.round,
        own.side,
        board.opponent,
        board.name,
        letter,
        scores or outcome_word(line.reason),
        "" if own.spread is None or line.reason is None else signed(own.spread),
    )


def _places(model: DivisionReadModel, number: int) -> tuple[PhonePlace, ...]:
    """Returns the standings around an entry, with what is in so far."""
    table = model.table(model.published)
    at = next((place for place, row in enumerate(table) if row.number == number), None)
    if at is None or not model.published:
        return ()
    start = max(0, min(at - AROUND, len(table) - 2 * AROUND - 1))
    entries = model.sheet.entries
    return tuple(
        PhonePlace(
            row.rank,
            row.number,
            entries[row.number].name,
            record(row.half_wins, row.half_losses),
            signed(row.spread),
            row.number == number,
        )
        for row in table[start : start + 2 * AROUND + 1]
    )
