"""Results corrected and undone by commands: the stored book is always that of the results."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from clubs.models import BookNews, BookPlace
from clubs.records.book.facts import GameFact
from clubs.records.book.scopes import EVERYTHING, TOURNAMENTS, Section, club_scope
from clubs.records.jobs.kept_book import forget_book
from clubs.records.queries.game_facts import facts_of_event
from clubs.records.queries.lists import event_places
from clubs.records.queries.stored_book import holding_from_text, section_of, slot_of
from core import memo
from core.models import JournalEntry
from tests.apps.clubs.records.book_events import CUP, correct, fold, played, recomputed
from tests.apps.clubs.records.test_public_records import register
from tests.apps.tournaments.desk_events import SLUG, entries_of
from tests.builders.clubs import found
from tests.builders.events import undo
from tests.depth import examples
from tests.domain.clubs.plain_book import plain_lists
from tournaments.models import DivisionMedals, Tournament

pytestmark = pytest.mark.django_db

NIGHT = "night"
EVENTS = {SLUG: date(2026, 1, 5), NIGHT: date(2026, 1, 7), CUP: date(2026, 1, 9)}
SECTIONS = [Section(scope, "any") for scope in (EVERYTHING, TOURNAMENTS, club_scope("oak"))]
SLUGS = st.sampled_from(tuple(EVENTS))
POINTS = st.sampled_from((300, 380, 400, 401, 450))


class CorrectedResults(RuleBasedStateMachine):
    """Two tournaments and a club night, whose results are corrected and undone in any order.

    Ada is one person in all of them. `done` are the corrections that can be undone, `unfolded` the
    events that the worker has not folded in since.
    """

    @initialize()
    def begin(self) -> None:
        self.around = transaction.atomic()
        self.around.__enter__()
        forget_book()
        memo._memos.clear()  # Events of the example before had these numbers.
        found("oak")
        for slug, day in EVENTS.items():
            played(slug, (400, 300), (380, 380), on=day, club="oak" * (slug == NIGHT))
        register("Ada", "ada-abbot")
        self.done: list[tuple[str, int]] = []
        self.unfolded = set(EVENTS)
        self.reasons = 0
        self.look()

    @rule(
        slug=st.sampled_from(tuple(EVENTS)), entry=st.sampled_from((1, 3)), one=POINTS, two=POINTS
    )
    def correct(self, slug: str, entry: int, one: int, two: int) -> None:
        seq = entries_of(slug)[-1].seq
        correct(slug, entry, one, two)
        if entries_of(slug)[-1].seq > seq:
            self.done.append((slug, seq + 1))
            self.unfolded.add(slug)

    @precondition(lambda self: self.done)
    @rule()
    def undo_the_last_correction(self) -> None:
        slug, seq = self.done.pop()
        undo(f"event:{slug}", seq, reason="it was right")
        self.unfolded.add(slug)

    @precondition(lambda self: self.unfolded)
    @rule(forgets=st.booleans())
    def fold(self, *, forgets: bool) -> None:
        if forgets:
            forget_book()
        slug = sorted(self.unfolded)[0]
        self.unfolded.remove(slug)
        fold(slug)

    @rule()
    def look(self) -> None:
        for slug in sorted(self.unfolded):
            fold(slug)
        self.unfolded.clear()
        games = [
            game
            for event in Tournament.objects.order_by("slug")
            for division in facts_of_event(event)
            for game in division.games
        ]
        for section in SECTIONS:
            assert stored_lists(section) == without_losses(games, section), section
        for event in Tournament.objects.order_by("slug"):
            assert event_places(event, is_followed=True) == event_places(event), event.slug
        for news in BookNews.objects.filter(kind="given back"):
            entry = JournalEntry.objects.get(stream__key=f"event:{news.event}", seq=news.seq)
            assert entry.reason in ("misread", "it was right")

    def teardown(self) -> None:
        if hasattr(self, "done"):
            self.look()
            marks = dict(DivisionMedals.objects.values_list("division", "mark"))
            assert recomputed()["changed"] == 0
            assert dict(DivisionMedals.objects.values_list("division", "mark")) == marks
            forget_book()
            transaction.set_rollback(True)
            self.around.__exit__(None, None, None)


def stored_lists(section: Section) -> dict[tuple[str, bool], list[tuple[int, Any]]]:
    """Return what is stored of a section, in the shape of the plain computation."""
    lists: dict[tuple[str, bool], list[tuple[int, Any]]] = {}
    for row in BookPlace.objects.all():
        if section_of(row) == section:
            slot, one = slot_of(row), holding_from_text(row.holding)
            told = (one.value_in(slot.category), one.holders, one.source)
            lists.setdefault((slot.category.value, slot.is_clean), []).append((row.place, told))
    return {slot: sorted(rows, key=_in_order) for slot, rows in lists.items()}


def without_losses(
    games: list[GameFact], section: Section
) -> dict[tuple[str, bool], list[tuple[int, Any]]]:
    """Return what a plain computation gives, without the streaks that nobody is told of."""
    lists = plain_lists(games, section)
    lists.pop(("longest_losing_streak", False), None)
    return {slot: sorted(rows, key=_in_order) for slot, rows in lists.items()}


def _in_order(row: tuple[int, Any]) -> tuple[Any, ...]:
    return row[0], row[1][1:]


@pytest.mark.both_databases("aggregates", "json")
def test_the_stored_book_is_that_of_the_results_after_any_corrections() -> None:
    run_state_machine_as_test(
        CorrectedResults,
        settings=examples(
            4, stateful_step_count=14, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_a_record_that_is_corrected_away_goes_back_with_the_reason_and_returns_with_the_undo() -> (
    None
):
    forget_book()
    for slug, scores in ((SLUG, (450, 300)), (CUP, (600, 250))):
        played(slug, scores, on=EVENTS[slug])
        fold(slug)
    assert _record() == [(600, CUP)]
    correct(CUP, 1, 400, 250)
    fold(CUP)
    assert _record() == [(450, SLUG)]
    seq = entries_of(CUP)[-1].seq
    back = BookNews.objects.get(kind="given back", category="high_game", scope="all")
    assert (back.event, back.seq) == (CUP, seq)
    assert JournalEntry.objects.get(stream__key=f"event:{CUP}", seq=seq).reason == "misread"
    undo(f"event:{CUP}", seq)
    fold(CUP)
    assert _record() == [(600, CUP)]


def _record() -> list[tuple[Any, str]]:
    rows = BookPlace.objects.filter(category="high_game", scope="all", place=1)
    return [(-holding_from_text(row.holding).worth, row.event) for row in rows]
