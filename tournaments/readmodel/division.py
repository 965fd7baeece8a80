"""The read model of a division: its sheet, and what several of its pages derive from it, once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from copy import copy
from datetime import datetime
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

from django.utils import timezone

from core.memo import memo_of
from core.web.site import Site
from core.web.store import NoSuchPage
from games.medals import Medal, Place, medals_of_division
from games.models import Game
from games.pages.addresses import game_path
from ratings.systems.explained import Explained, explained
from ratings.systems.registry import rating_system
from tournaments.kernel.queries.carried import carried_sheet
from tournaments.kernel.queries.rating_fields import rating_field
from tournaments.kernel.queries.sheet import BoardLine, EntryLine, SeatLine, Sheet
from tournaments.kernel.queries.standings_and_starts import competitors, history_of, outcomes_of
from tournaments.models import BoardGame, Division, EntryRating, Round
from tournaments.pairing.sides.start_history import NO_STARTS, StartCount, StartHistory, tally
from tournaments.readmodel.page_versions import VersionedDivision, rating_of
from tournaments.standings.records import (
    Competitor,
    RoundOutcome,
    SpreadPenalty,
    StandingsRow,
    StandingsTerms,
    is_complete,
)
from tournaments.standings.table import Totals, carried_on, table_of, totals_before
from tournaments.timetabling.records import Timetable, from_values

T = TypeVar("T")


class PageMissing(NoSuchPage):
    """There is no such page: the round is not published, or nobody has that number."""


class EntryRound(NamedTuple):
    """One board from the side of one entry; `other` is None where it sits out."""

    board: BoardLine
    seat: SeatLine
    other: SeatLine | None


class RoundProgress(NamedTuple):
    """The progress of a round: games with a result of all games, and entries without an outcome."""

    done: int
    games: int
    waiting: int

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return self.done == self.games and not self.waiting


class DivisionReadModel:
    """The source of a division's pages. Nothing is read before a page needs it.

    `at` is the moment that the pages are made at. What follows from a round, or is said of an
    entry, is kept in the division's `memo`, for the books that come after: a result changes one
    round and two entries. Nobody may change what they are given.
    """

    def __init__(self, versioned: VersionedDivision, *, at: datetime | None = None) -> None:
        self.versioned = versioned
        # Read again with the sheet where it changed meanwhile: the division is many threads'.
        self.division: Division = copy(versioned.division)
        self.names = versioned.names
        self.at = at or timezone.now()
        self.memo = memo_of(("division", self.division.pk))
        self._totals: list[Totals] = []
        self._tables: dict[int, tuple[StandingsRow, ...]] = {}
        self._rows: dict[int, dict[int, StandingsRow]] = {}
        self._starts: dict[int, dict[int, StartCount]] = {}
        self._made: dict[Hashable, Any] = {}

    @cached_property
    def sheet(self) -> Sheet:
        """The published sheet; drafts are nobody's but the director's."""
        names, _, _ = self.versioned.version.partition("!")
        return carried_sheet(self.division, names, self.memo)

    @cached_property
    def timetable(self) -> Timetable:
        """The timetable of the event, which was read with the division."""
        return from_values(self.division.tournament.timetable)

    @property
    def round_ahead(self) -> int:
        """The round that begins next, published or not; 0 once a result of it is in.

        It is 0 as well where none is left to be played.
        """
        if self.published > self.complete:
            return 0 if self.progress(self.published).done else self.published
        is_over = self.published >= self.division.planned_rounds
        return 0 if is_over or self.division.tournament.closed else self.published + 1

    @cached_property
    def has_begun(self) -> bool:
        """Whether the result of any game is in: until then nobody leads, and nobody has a place.

        Rounds may be published ahead, as those of a round robin are.
        """
        return self.complete > 0 or any(self.progress(held).done for held in self.sheet.by_round)

    @cached_property
    def recorded(self) -> dict[tuple[int, int], str]:
        """The keys of the recorded games that everybody may see, by round and slot."""
        hidden = self.division.tournament.rehearsal
        return {} if hidden else _confirmed_games(self.division)

    @cached_property
    def medals(self) -> dict[Place, tuple[Medal, ...]]:
        """The medals of its games in the book of records, by round and slot."""
        event = self.division.tournament
        return {} if event.rehearsal else medals_of_division(event.slug, self.division.name)

    def game_href(self, board: BoardLine, site: Site) -> str | None:
        """Returns the way to the replay of a board's game, None where there is none to be had."""
        key = self.recorded.get((board.round, board.slot))
        return None if key is None else site.href(game_path(key))

    @cached_property
    def complete(self) -> int:
        """The last complete round, 0 before the first."""
        number = 0
        while self._is_complete(number + 1):
            number += 1
        return number

    def _is_complete(self, number: int) -> bool:
        field, outcomes = self._field, self._outcomes(number)
        return self.memo.derived(
            ("complete", number),
            (field, outcomes),
            lambda: is_complete(field, {outcome.entry for outcome in outcomes}, number),
        )

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

    def made_once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Returns what was made of this read model under a key, now for the first who asks.

        It goes with the read model, which the memo would keep as long as what was made of it.
        """
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

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
            totals, terms = self._totals_through(number)[number], self._terms
            self._tables[number] = self.memo.derived(
                ("table", number), (totals, terms), lambda: table_of(totals, number, terms)
            )
        return self._tables[number]

    def running(self, number: int) -> list[StandingsRow]:
        """Returns the record of one entry after each round, by round; its ranks mean nothing."""
        rounds, terms = self._totals_through(self.published), self._terms
        own = [totals[number] for totals in rounds[: self.published + 1]]
        return self.memo.derived(
            ("running", number),
            (own, terms),
            lambda: [table_of({number: t}, r, terms)[0] for r, t in enumerate(own)],
        )

    def rows_after(self, number: int) -> dict[int, StandingsRow]:
        """Returns the standings after a round by entry number."""
        if number not in self._rows:
            self._rows[number] = {row.number: row for row in self.table(number)}
        return self._rows[number]

    def starts_after(self, number: int) -> dict[int, StartCount]:
        """Returns how often each entry went first and second up to a round, for all entries."""
        if number not in self._starts:
            self._starts[number] = self._starts_through(number)
        return self._starts[number]

    def _starts_through(self, number: int) -> dict[int, StartCount]:
        rule, entries = self.sheet.rules.forfeit_loss_counts, self.sheet.entries
        past = [self._history(held) for held in self.sheet.by_round if held <= number]

        def added_up() -> dict[int, StartCount]:
            games = tuple(game for one in past for game in one.games)
            absences = tuple(absence for one in past for absence in one.absences)
            counts = tally(StartHistory(games, absences), forfeit_loss_counts=rule)
            return {n: counts.get(n, NO_STARTS) for n in entries}

        return self.memo.derived(("starts", number), (past, rule, list(entries)), added_up)

    def _history(self, number: int) -> StartHistory:
        boards = self.sheet.by_round[number]
        return self.memo.derived(("history", number), boards, lambda: history_of(boards))

    def progress(self, number: int) -> RoundProgress:
        """Returns the progress of a published round."""
        field, boards = self._field, self.sheet.by_round[number]
        return self.memo.derived(
            ("progress", number), (field, boards), lambda: _progress(field, boards, number)
        )

    @cached_property
    def open_rounds(self) -> frozenset[int]:
        """The published rounds that are being played: something of them is missing."""
        return frozenset(n for n in self.sheet.by_round if not self.progress(n).complete)

    def turns(self, number: int) -> dict[int, EntryRound]:
        """Returns the last board of each entry in a round, by entry number."""
        turns = self._turns(number)
        return self.memo.derived(
            ("last", number), turns, lambda: {turn.seat.entry: turn for turn in turns}
        )

    def turns_by_name(self, number: int) -> list[EntryRound]:
        """Returns the boards of a round as each entry in turn has them, by family name."""
        entries, turns = self.sheet.entries, self.turns(number)
        return [
            turns[one] for one in sorted(turns, key=lambda one: (entries[one].filed.place, one))
        ]

    @cached_property
    def cards(self) -> dict[int, list[EntryRound]]:
        """Every board of each entry in the order of the rounds."""
        cards: dict[int, list[EntryRound]] = {number: [] for number in self.sheet.entries}
        for number in self.sheet.by_round:
            for turn in self._turns(number):
                cards[turn.seat.entry].append(turn)
        return cards

    def _turns(self, number: int) -> list[EntryRound]:
        boards = self.sheet.by_round.get(number, [])
        return self.memo.derived(
            ("turns", number), boards, lambda: [turn for board in boards for turn in _turns(board)]
        )

    @cached_property
    def meetings(self) -> dict[tuple[int, int], list[int]]:
        """The rounds in which two entries met, by their numbers, the lower first."""
        rounds = [(number, self._pairs(number)) for number in self.sheet.by_round]

        def met() -> dict[tuple[int, int], list[int]]:
            found: dict[tuple[int, int], list[int]] = defaultdict(list)
            for number, pairs in rounds:
                for pair in pairs:
                    found[pair].append(number)
            return found

        return self.memo.derived("meetings", rounds, met)

    def _pairs(self, number: int) -> list[tuple[int, int]]:
        boards = self.sheet.by_round[number]
        return self.memo.derived(
            ("pairs", number), boards, lambda: [pair_of(b) for b in boards if b.two is not None]
        )

    @cached_property
    def ratings(self) -> dict[int, EntryRating]:
        """The last rating of each entry that was rated, by entry number."""
        rated = rating_of(self.division)
        if rated is None:
            return {}
        rows = EntryRating.objects.filter(division_rating=rated).select_related("entry")
        return self.memo.derived(
            "ratings",
            (rated.pk, rated.rated_at, self.sheet.entries),
            lambda: {row.entry.number: row for row in rows.order_by("entry__number")},
        )

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
        sheet = self.sheet
        return self.memo.derived(
            "field", (sheet.entries, sheet.house_from), lambda: competitors(sheet)
        )

    def _outcomes(self, number: int) -> list[RoundOutcome]:
        """Returns the outcome of every entry in a round, as far as it has a result."""
        boards = self.sheet.by_round.get(number, [])
        return self.memo.derived(("outcomes", number), boards, lambda: outcomes_of(boards))

    @cached_property
    def _terms(self) -> StandingsTerms:
        return StandingsTerms.of(self.sheet.rules)

    def _totals_through(self, number: int) -> list[Totals]:
        """Returns everybody's totals after each round up to this one, carried on, by round."""
        field, terms, rounds = self._field, self._terms, self._totals
        if not rounds:
            rounds.append(self.memo.derived("before", field, lambda: totals_before(field)))
        for after in range(len(rounds), number + 1):
            source = (rounds[-1], self._outcomes(after), self._penalties(after), terms)
            made = self.memo.derived(("totals", after), source, partial(carried_on, *source))
            rounds.append(made)
        return rounds

    def _penalties(self, number: int) -> list[SpreadPenalty]:
        penalties = self.sheet.penalties
        return [SpreadPenalty(entry=e, round=r, points=p) for e, r, p in penalties if r == number]


def _progress(field: list[Competitor], boards: list[BoardLine], number: int) -> RoundProgress:
    games = [board for board in boards if board.two is not None]
    done = sum(board.reason is not None for board in games)
    seated = {seat.entry for board in boards for seat in board.seats}
    alone = sum(board.two is None and board.reason is None for board in boards)
    unseated = sum(c.number not in seated and c.is_active(number) for c in field)
    return RoundProgress(done, len(games), alone + unseated)


def pair_of(board: BoardLine) -> tuple[int, int]:
    """Returns the two entries of a game, the lower number first."""
    one, two = (seat.entry for seat in board.seats)
    return (one, two) if one < two else (two, one)


def _turns(board: BoardLine) -> list[EntryRound]:
    if board.two is None:
        return [EntryRound(board, board.one, None)]
    return [EntryRound(board, board.one, board.two), EntryRound(board, board.two, board.one)]


def _confirmed_games(division: Division) -> dict[tuple[int, int], str]:
    """Returns the key of the confirmed game of each board by round and slot, in one query."""
    games = BoardGame.objects.filter(
        board__round__division=division,
        board__round__stage=Round.Stage.PUBLISHED,
        game__state=Game.State.CONFIRMED,
    ).values_list("board__round__number", "board__slot", "game__key")
    return {(number, slot): key for number, slot, key in games}
