"""The book of a division: its sheet, and what several of its pages derive from it, once each."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.utils import timezone

from core.web.site import Site
from core.web.store import NoSuchPage
from games.pages.addresses import game_path
from ratings.systems.explained import Explained, explained
from ratings.systems.registry import rating_system
from tournaments.models import Division, EntryRating, Round
from tournaments.pages.editions import DivisionEdition, rating_of
from tournaments.pairing.sides.start_history import NO_STARTS, StartCount, tally
from tournaments.selectors.board_games import confirmed_games
from tournaments.selectors.rating_fields import rating_field
from tournaments.selectors.sheet import BoardLine, EntryLine, SeatLine, Sheet, load_sheet
from tournaments.selectors.standings import competitors, outcomes
from tournaments.selectors.starts import history
from tournaments.standings.records import (
    Competitor,
    Penalty,
    RoundOutcome,
    StandingsRow,
    StandingsTerms,
    complete_rounds,
)
from tournaments.standings.table import standings, standings_by_round


class PageMissing(NoSuchPage):
    """There is no such page: the round is not published, or nobody has that number."""


class Turn(NamedTuple):
    """One board from the side of one entry; `other` is None where it sits out."""

    board: BoardLine
    seat: SeatLine
    other: SeatLine | None


class Progress(NamedTuple):
    """How far a round is: games with a result of all games, and entries without an outcome."""

    done: int
    games: int
    waiting: int

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return self.done == self.games and not self.waiting


class Book:
    """What the pages of a division are made from. Nothing is read before a page needs it.

    `at` is the moment that the pages are made at. `whole` says that many pages follow, so that the
    standings of all rounds are computed in one go.
    """

    def __init__(
        self, edition: DivisionEdition, *, at: datetime | None = None, whole: bool = False
    ) -> None:
        self.edition = edition
        self.division: Division = edition.division
        self.names = edition.names
        self.at = at or timezone.now()
        self._whole = whole
        self._tables: dict[int, tuple[StandingsRow, ...]] = {}
        self._rows: dict[int, dict[int, StandingsRow]] = {}
        self._starts: dict[int, dict[int, StartCount]] = {}

    @cached_property
    def sheet(self) -> Sheet:
        """The published sheet; drafts are nobody's but the director's."""
        return load_sheet(self.division)

    @cached_property
    def recorded(self) -> dict[tuple[int, int], str]:
        """The keys of the recorded games that everybody may see, by round and slot."""
        hidden = self.division.tournament.rehearsal
        return {} if hidden else confirmed_games(self.division)

    def game_href(self, board: BoardLine, site: Site) -> str | None:
        """Returns the way to the replay of a board's game, None where there is none to be had."""
        key = self.recorded.get((board.round, board.slot))
        return None if key is None else site.href(game_path(key))

    @cached_property
    def complete(self) -> int:
        """The last complete round, 0 before the first."""
        return complete_rounds(self._field, self._outcomes)

    @property
    def published(self) -> int:
        """The last published round, 0 before the first."""
        return self.sheet.last_round

    @cached_property
    def round_numbers(self) -> list[int]:
        """The published rounds; known without reading the sheet."""
        published = self.division.rounds.filter(stage=Round.Stage.PUBLISHED)
        return list(published.order_by("number").values_list("number", flat=True))

    @cached_property
    def entry_numbers(self) -> list[int]:
        """The numbers of the entries; known without reading the sheet."""
        return list(self.division.entries.order_by("number").values_list("number", flat=True))

    def need_round(self, number: int) -> None:
        """Raises PageMissing unless the round is published; a bad address reads no sheet."""
        if number not in self.round_numbers:
            raise PageMissing(f"round {number}")

    def need_entry(self, number: int) -> EntryLine:
        """Returns the entry with this number; raises PageMissing when there is none."""
        if number not in self.entry_numbers:
            raise PageMissing(f"entry {number}")
        return self.sheet.entries[number]

    def table(self, number: int) -> tuple[StandingsRow, ...]:
        """Returns the standings after a round, 0 for before play, with what is in so far."""
        if number not in self._tables:
            if self._whole and number:
                self.all_tables()
            else:
                self._tables[number] = standings(
                    self._field,
                    self._outcomes,
                    through_round=number,
                    terms=StandingsTerms.of(self.sheet.rules),
                    penalties=self._penalties,
                )
        return self._tables[number]

    def all_tables(self) -> None:
        """Computes the standings of every published round, for pages that show them all."""
        tables = self._by_round(self._field, self._outcomes, self._penalties)
        self._tables = dict(enumerate(tables))

    def running(self, number: int) -> list[StandingsRow]:
        """Returns the record of one entry after each round, by round; its ranks mean nothing."""
        tables = self._by_round(
            [c for c in self._field if c.number == number],
            self._outcomes_of[number],
            [p for p in self._penalties if p.entry == number],
        )
        return [table[0] for table in tables]

    def rows_after(self, number: int) -> dict[int, StandingsRow]:
        """Returns the standings after a round by entry number."""
        if number not in self._rows:
            self._rows[number] = {row.number: row for row in self.table(number)}
        return self._rows[number]

    def starts_after(self, number: int) -> dict[int, StartCount]:
        """Returns how often each entry went first and second up to a round; all are keys."""
        if number not in self._starts:
            rule = self.sheet.rules.forfeit_loss_counts
            past = history(self.sheet, before=number + 1)
            counts = tally(past, forfeit_loss_counts=rule)
            entries = self.sheet.entries
            self._starts[number] = {n: counts.get(n, NO_STARTS) for n in entries}
        return self._starts[number]

    def progress(self, number: int) -> Progress:
        """Returns how far a published round is."""
        boards = self.sheet.by_round[number]
        games = [board for board in boards if board.two is not None]
        done = sum(board.reason is not None for board in games)
        seated = {seat.entry for board in boards for seat in board.seats}
        alone = sum(board.two is None and board.reason is None for board in boards)
        unseated = sum(c.number not in seated and c.is_active(number) for c in self._field)
        return Progress(done, len(games), alone + unseated)

    @cached_property
    def open_rounds(self) -> frozenset[int]:
        """The published rounds that are being played: something of them is missing."""
        return frozenset(n for n in self.sheet.by_round if not self.progress(n).complete)

    def turns(self, number: int) -> dict[int, Turn]:
        """Returns the last board of each entry in a round, by entry number."""
        turns = {}
        for board in self.sheet.by_round.get(number, ()):
            for turn in _turns(board):
                turns[turn.seat.entry] = turn
        return turns

    @cached_property
    def cards(self) -> dict[int, list[Turn]]:
        """Every board of each entry in the order of the rounds."""
        cards: dict[int, list[Turn]] = {number: [] for number in self.sheet.entries}
        for board in self.sheet.boards:
            for turn in _turns(board):
                cards[turn.seat.entry].append(turn)
        return cards

    @cached_property
    def meetings(self) -> dict[tuple[int, int], list[int]]:
        """The rounds in which two entries met, by their numbers, the lower first."""
        met: dict[tuple[int, int], list[int]] = defaultdict(list)
        for board in self.sheet.boards:
            if board.two is not None:
                met[pair_of(board)].append(board.round)
        return met

    @cached_property
    def ratings(self) -> dict[int, EntryRating]:
        """The last rating of each entry that was rated, by entry number."""
        rated = rating_of(self.division)
        if rated is None:
            return {}
        rows = EntryRating.objects.filter(division_rating=rated).select_related("entry")
        return {row.entry.number: row for row in rows.order_by("entry__number")}

    @cached_property
    def rating_steps(self) -> Explained:
        """The steps of every rating, with the results that are in.

        Raises RatingError where the system is not installed, or cannot rate the division.
        """
        rated = rating_of(self.division)
        system = rating_system(rated.system if rated else self.division.rating_system)
        return explained(system, rating_field(self.sheet))

    @cached_property
    def _field(self) -> list[Competitor]:
        return competitors(self.sheet)

    @cached_property
    def _outcomes(self) -> list[RoundOutcome]:
        return outcomes(self.sheet)

    @cached_property
    def _outcomes_of(self) -> dict[int, list[RoundOutcome]]:
        found: dict[int, list[RoundOutcome]] = {number: [] for number in self.sheet.entries}
        for outcome in self._outcomes:
            found[outcome.entry].append(outcome)
        return found

    @cached_property
    def _penalties(self) -> list[Penalty]:
        return [Penalty(entry=e, round=r, points=p) for e, r, p in self.sheet.penalties]

    def _by_round(
        self, field: list[Competitor], played: list[RoundOutcome], penalties: list[Penalty]
    ) -> tuple[tuple[StandingsRow, ...], ...]:
        return standings_by_round(
            field,
            played,
            last_round=self.published,
            terms=StandingsTerms.of(self.sheet.rules),
            penalties=penalties,
        )


def pair_of(board: BoardLine) -> tuple[int, int]:
    """Returns the two entries of a game, the lower number first."""
    one, two = (seat.entry for seat in board.seats)
    return (one, two) if one < two else (two, one)


def _turns(board: BoardLine) -> list[Turn]:
    if board.two is None:
        return [Turn(board, board.one, None)]
    return [Turn(board, board.one, board.two), Turn(board, board.two, board.one)]
