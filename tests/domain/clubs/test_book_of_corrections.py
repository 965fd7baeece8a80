"""Many corrections of the book of records: each list is always that of a plain computation."""

from __future__ import annotations

import random

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from clubs.records.book.book import Book
from clubs.records.book.categories import RULES, RecordBasis, RecordCategory, Slot
from clubs.records.book.facts import GameFact
from clubs.records.book.news import NewsKind, news_between, view_of
from clubs.records.book.places import RecordHolding, numbered
from clubs.records.book.scopes import ScopeKind, Section
from tests.depth import examples
from tests.domain.clubs.book_games import drawn_game
from tests.domain.clubs.plain_book import LOW
from tests.domain.clubs.test_book import assert_is_plain

OF_GAMES = [
    category
    for category, rule in RULES.items()
    if rule.basis in (RecordBasis.GAME, RecordBasis.PLAY)
]
NUMBERS = st.integers(0, 15)
SEEDS = st.integers(0, 10_000)
Lists = dict[Section, dict[Slot, tuple[RecordHolding, ...]]]


class BookOfCorrections(RuleBasedStateMachine):
    """Games that come, go, change and are put back as they were, asked for at any time.

    `undo` is a journal of what each step replaced, with the lists as they were before it.
    """

    @initialize()
    def begin(self) -> None:
        self.book = Book()
        self.games: dict[str, GameFact] = {}
        self.undone: list[tuple[str, GameFact | None, Lists]] = []

    @rule(number=NUMBERS, seed=SEEDS)
    def put(self, number: int, seed: int) -> None:
        self.change(f"g{number}", drawn_game(f"g{number}", random.Random(seed)))

    @rule(number=NUMBERS)
    def take_out(self, number: int) -> None:
        self.change(f"g{number}", None)

    @precondition(lambda self: self.games)
    @rule(category=st.sampled_from(OF_GAMES), place=st.integers(0, 3), seed=SEEDS)
    def correct_the_game_that_holds_a_record(
        self, category: RecordCategory, place: int, seed: int
    ) -> None:
        held = self.held(category)
        if held:
            section, holding = held[place % len(held)]
            self.correct(section, category, holding, seed)

    @precondition(lambda self: self.undone)
    @rule()
    def undo(self) -> None:
        key, was, lists = self.undone.pop()
        self.store(key, was)
        assert self.lists() == lists

    @rule()
    def ask(self) -> None:
        assert len(self.book) == len(self.games)
        assert_is_plain(self.book, self.games.values())

    def teardown(self) -> None:
        if hasattr(self, "games"):
            self.ask()

    def correct(
        self, section: Section, category: RecordCategory, holding: RecordHolding, seed: int
    ) -> None:
        """Corrects, or deletes, a game that holds a record, which goes back to whoever is next.

        The news must say so wherever the best that is left is worse than what was there.
        """
        is_deleted = seed % 3 == 0
        game = None if is_deleted else drawn_game(holding.source, random.Random(seed))
        before = view_of(self.book, [section])
        others = [other for key, other in self.games.items() if key != holding.source]
        self.change(holding.source, game)
        assert_is_plain(self.book, [*others, *([game] if game else [])])
        there = [one.holding for one in self.book.places(section, category)]
        if not there or there[0].worth <= holding.worth:
            return
        told = [
            (one.kind, holding in one.before)
            for one in news_between(before, view_of(self.book, [section]))
            if (one.slot.category, one.slot.is_clean, one.place) == (category, False, 1)
        ]
        firsts = sum(one.place == 1 for one in numbered(there))
        back = {(NewsKind.GIVEN_BACK, True), (NewsKind.CORRECTED, True)}
        assert len(told) == firsts
        assert set(told) <= back
        if holding.source not in {one.source for one in there[:firsts]}:
            assert {kind for kind, _ in told} == {NewsKind.GIVEN_BACK}

    def held(self, category: RecordCategory) -> list[tuple[Section, RecordHolding]]:
        """Returns the records of a category, in every section."""
        return [
            (section, place.holding)
            for section in self.book.sections()
            if section.scope.kind is not ScopeKind.EVENT
            for place in self.book.places(section, category)
            if place.place == 1
        ]

    def change(self, key: str, game: GameFact | None) -> None:
        self.undone.append((key, self.games.get(key), self.lists()))
        self.store(key, game)

    def store(self, key: str, game: GameFact | None) -> None:
        if game is None:
            self.games.pop(key, None)
            self.book.take_out(key)
        else:
            self.games[key] = game
            self.book.put(game)

    def lists(self) -> Lists:
        return {one: dict(self.book.lists(one)) for one in self.book.sections()}


TestBookOfCorrections = BookOfCorrections.TestCase
TestBookOfCorrections.settings = examples(40, stateful_step_count=25, deadline=None)


def test_every_category_of_a_lowest_value_is_known_to_the_plain_computation() -> None:
    least = {category.value for category, rule in RULES.items() if not rule.more_is_better}
    assert least == LOW
