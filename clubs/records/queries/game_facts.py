"""The facts of an event's games as the book of records takes them, read from its results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial

from django.utils import timezone

from clubs.models import Season, ThreeHandedGame
from clubs.records.book.facts import BookEvent, BookSide, FactEnding, GameFact
from clubs.records.queries.recorded_games import Place, Recording, recordings_of
from core.memo import Memo
from core.models import JournalEntry
from people.merging import meant_at_board, standing_for
from tournaments.board_terms import BoardTerms, terms_of
from tournaments.kernel.queries.lexicon import family_of
from tournaments.kernel.queries.rights import event_scope
from tournaments.kernel.queries.sheet import BoardLine, EntryLine, SeatLine, Sheet, load_sheet
from tournaments.models import Board, Division, Result, Tournament
from tournaments.readmodel.page_versions import versioned_event
from tournaments.readmodel.serving import read_model_now

SLOTS_OF_ROUND = 10_000
AS_USUAL = BoardTerms()
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


@dataclass(frozen=True, slots=True)
class DivisionFacts:
    """The facts of a division, and the recorded games that they were made from."""

    division: str
    games: tuple[GameFact, ...]
    recordings: tuple[Recording, ...] = ()


def facts_of_event(event: Tournament, *, is_followed: bool = False) -> list[DivisionFacts]:
    """Returns the facts of every division of an event, in their order.

    Each division costs what its sheet costs, and two or three queries for its recorded games. The
    games of three of a club night are among those of the division whose entries played them. Who is
    in the register twice is in them under the key that stands for both. Of an event that
    `is_followed` the sheets of its pages are taken, and only rounds that changed are gone through.
    """
    day, standing = day_of_book(event), standing_for()
    of_event = book_event(event, day)
    threes = ThreeHandedGame.objects.filter(tournament=event) if event.night_of else ()
    at_hand = _at_hand(event) if is_followed and not event.night_of else {}
    found = []
    for division in event.divisions.select_related("tournament"):
        recorded = recordings_of(division)
        terms = _terms_of(division) if event.night_of else {}
        sheet, memo = at_hand.get(division.pk) or (load_sheet(division), Memo())
        reading = _Reading(sheet, of_event, day, recorded, terms, standing, memo)
        games = (*reading.games(), *reading.games_of_three(threes))
        found.append(DivisionFacts(division.name, games, tuple(recorded.values())))
    return found


def _at_hand(event: Tournament) -> dict[int, tuple[Sheet, Memo]]:
    """Returns the sheet of each division as its pages have it, with the memo of those."""
    versioned = versioned_event(event.slug)
    models = map(read_model_now, versioned.divisions if versioned else ())
    return {one.division.pk: (one.sheet, one.memo) for one in models}


def book_event(event: Tournament, day: date) -> BookEvent:
    """Returns an event as the book knows it: a club night by its club and the season it is in."""
    club = event.night_of
    if not club:
        return BookEvent(event.slug)
    seasons = Season.objects.filter(club__slug=club, begins_on__lte=day, ends_on__gte=day)
    key = seasons.order_by("-begins_on", "key").values_list("key", flat=True).first()
    return BookEvent(event.slug, club, key or "", is_night=True)


def day_of_book(event: Tournament) -> date:
    """Returns the day of an event's games: its first day, else the one of its first entry."""
    if event.starts_on is not None:
        return event.starts_on
    entries = JournalEntry.objects.filter(stream__key=event_scope(event.slug))
    begun = entries.order_by("seq").values_list("at", flat=True).first()
    return timezone.localdate(begun) if begun is not None else date.min


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


def round_of(order: int) -> int:
    """Returns the round that an order among the games of a day is of."""
    return order // SLOTS_OF_ROUND


@dataclass(frozen=True)
class _Reading:
    """A division as its facts are read: its sheet, recorded games, and terms of single boards.

    `standing` says which key stands for which.
    """

    sheet: Sheet
    event: BookEvent
    day: date
    recorded: Mapping[Place, Recording]
    terms: Mapping[Place, BoardTerms]
    standing: Mapping[str, str]
    memo: Memo
    families: dict[str, str] = field(default_factory=dict)

    def games(self) -> Iterator[GameFact]:
        """Yields the facts of every board that has a result, in their order.

        A voided game, and a house player who rests, make none.
        """
        for number, boards in self.sheet.by_round.items():
            recorded = {place: one for place, one in self.recorded.items() if place[0] == number}
            source = (boards, recorded, *self._around)
            yield from self.memo.derived(("facts", number), source, partial(self._facts, boards))

    @cached_property
    def _around(self) -> tuple[object, ...]:
        """What the facts of all rounds are made from besides."""
        sheet, family = self.sheet, self._family(AS_USUAL)
        told = (sheet.division.name, sheet.entries, sheet.rules, self.terms, self.standing)
        return self.event, self.day, family, *told

    def _facts(self, boards: Iterable[BoardLine]) -> tuple[GameFact, ...]:
        told = (one for one in boards if one.reason is not None and one.reason not in _NO_GAME)
        return tuple(map(self._fact, told))

    def games_of_three(self, games: Iterable[ThreeHandedGame]) -> Iterator[GameFact]:
        """Yields the facts of those games of three that entries of this division played."""
        known = {entry.key: entry for entry in self.sheet.entries.values()}
        for game in games:
            if not game.scores or not set(game.entries) <= known.keys():
                continue
            players = self._players(known[key] for key in game.entries)
            sides = zip(game.entries, players, game.scores, strict=True)
            yield GameFact(
                key=f"{self.event.slug}/three {game.number}",
                day=self.day,
                order=order_of(game.round, SLOTS_OF_ROUND - 1),
                event=self.event,
                family=self._family(terms_of(game.terms)),
                division=self.sheet.division.name,
                sides=tuple(
                    BookSide(player, score, known[key].rating or None)
                    for key, player, score in sides
                ),
                is_rated=False,
            )

    def _fact(self, board: BoardLine) -> GameFact:
        place = (board.round, board.slot)
        terms = self.terms.get(place, AS_USUAL)
        recording = self.recorded.get(place)
        of_seats = recording.of_seats if recording is not None and board.two is not None else None
        ending, winner = _ended(board)
        entries = [self.sheet.entries[seat.entry] for seat in board.seats]
        players = self._players(entries)
        return GameFact(
            key=game_key(self.event.slug, self.sheet.division.name, *place),
            day=self.day,
            order=order_of(*place),
            event=self.event,
            family=self._family(terms),
            division=self.sheet.division.name,
            sides=tuple(
                BookSide(
                    players[at],
                    seat.score,
                    entries[at].rating or None,
                    of_seats[at] if of_seats else None,
                )
                for at, seat in enumerate(board.seats)
            ),
            first=_first(board.seats),
            ending=ending,
            winner=winner,
            is_rated=board.rated and terms.rated,
            is_handicapped=terms.is_handicapped,
            overtime=self._had_overtime(recording),
            **self._flags,
        )

    def _players(self, entries: Iterable[EntryLine]) -> tuple[str, ...]:
        keys = [player_key(self.event.slug, entry) for entry in entries]
        return meant_at_board(keys, self.standing)

    def _had_overtime(self, recording: Recording | None) -> bool:
        return bool(recording and recording.had_overtime and self.sheet.rules.overtime_points)

    def _family(self, terms: BoardTerms) -> str:
        """Returns the family of the list that a game was played by; each is looked up once."""
        lexicon = terms.lexicon or self.sheet.division.lexicon
        if lexicon not in self.families:
            self.families[lexicon] = (family_of(lexicon) if lexicon else "") or NO_FAMILY
        return self.families[lexicon]

    @cached_property
    def _flags(self) -> dict[str, bool]:
        """Which points the rules put into scores that others leave out."""
        rules = self.sheet.rules
        is_bonus = (
            rules.challenge_type == "points" and rules.challenge_direction == "bonus_to_player"
        )
        return {
            "challenge_bonus": is_bonus and rules.challenge_points > 0,
            "plus_minus": rules.end_bonus == "plus_minus",
        }


def _terms_of(division: Division) -> dict[Place, BoardTerms]:
    """Returns what two agreed on for a game alone, by round and slot, where they did."""
    boards = Board.objects.filter(round__division=division).exclude(terms={})
    rows = boards.values_list("round__number", "slot", "terms")
    return {(number, slot): terms_of(terms) for number, slot, terms in rows}


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
