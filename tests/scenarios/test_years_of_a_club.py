"""A club lives for years by commands: what is kept all along is what would be made from nothing.

Nights with games on every kind of terms, tournaments with byes, forfeits and withdrawals, results
corrected and undone, dues, cards and closed months. Records, tables and ledgers are compared with
those made at once, in other orders, and with what the plan itself says.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time

import pytest

from clubs.kernel.queries.clubs import KnownClub
from clubs.models import BookPart, BookPlace, KeptLedgerRow, Season
from clubs.money.ledger.folding import ClubLedger
from clubs.money.queries.kept_rows import KEPT, row_of
from clubs.records.book.categories import RecordCategory
from clubs.records.book.places import Value
from clubs.records.jobs.keeping import ask_to_fold
from clubs.records.jobs.kept_book import forget_book
from clubs.records.queries.stored_book import holding_from_text
from clubs.seasons.commands.seasons import ChangeSeason, OpenSeason
from clubs.seasons.queries.computed import computed, from_nights, table_of
from clubs.seasons.queries.nights import nights_of_club
from clubs.seasons.queries.rules import RANKINGS, rules_of
from clubs.seasons.queries.season_nights import season_night, season_nights
from clubs.seasons.queries.seasons import season_before, season_of
from clubs.seasons.tables.totals import SeasonTotals
from core import jobs
from people.commands import AddPlayer
from tests.apps.clubs.records.book_events import fold, recomputed, stored
from tests.builders.club_years import (
    BEGINS,
    SMALL,
    WHOLE,
    PlannedNight,
    Scale,
    as_season_night,
    as_told,
)
from tests.builders.clubs import found
from tests.builders.events import give
from tests.builders.lived_cups import PlayedGame
from tests.builders.lived_money import LivedMoney
from tests.builders.lived_years import LivedYears, seasons_of_years
from tests.builders.money import book_of, say_fees, sums_of
from tests.depth import size
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("events", "aggregates", "json")]
WHY = "Three years of a club of sixty are 5,000 games entered one by one, which takes minutes."
HILL = "hill"
WENT_WRONG = {
    *("left and came back", "game removed", "result undone", "three corrected"),
    *("corrected", "corrected late", "undone late", "correction undone", "correction redone"),
}
"""What happens on the nights of the smallest club too."""
BEST: Mapping[str, Callable[[PlayedGame], int | None]] = {
    "high_game": lambda game: None if game.is_tied else max(game.scores),
    "high_losing": lambda game: None if game.is_tied else min(game.scores),
    "high_tie": lambda game: game.score_one if game.is_tied else None,
    "high_combined": lambda game: sum(game.scores),
    "largest_spread": lambda game: None if game.is_tied else max(game.scores) - min(game.scores),
}
"""The figure of a game by some of the categories, None where it has none."""
log = logging.getLogger(__name__)


class Kept:
    """What is kept while the club lives: the book of records, totals of seasons, the ledger."""

    def __init__(self) -> None:
        seasons = Season.objects.select_related("club").all()
        self.totals = {one.key: SeasonTotals(rules_of(one)) for one in seasons}
        self.ledger = ClubLedger("EUR")
        self.took: list[tuple[float, float]] = []

    def fold(self, slug: str) -> None:
        """Folds an event into everything, the book as the worker does."""
        job, began, processor = ask_to_fold(slug), perf_counter(), process_time()
        jobs.run(job.pk)
        self.took.append((perf_counter() - began, process_time() - processor))
        job.refresh_from_db()
        assert job.state == "done", job.error
        event = Tournament.objects.get(slug=slug)
        if event.night_of:
            night = season_night(event)
            for key, totals in self.totals.items():
                if totals.rules.begins_on <= night.held_on <= totals.rules.ends_on:
                    self.totals[key] = totals.with_night(night)
        rows = KeptLedgerRow.objects.filter(number__gt=self.ledger.last).order_by("number")
        self.ledger = self.ledger.posted(map(row_of, rows.values(*KEPT)))


@pytest.mark.parametrize("scale", [SMALL, pytest.param(WHOLE, marks=pytest.mark.deep(WHY))])
@pytest.mark.timeout(900)
def test_what_a_club_keeps_for_years_is_what_its_games_and_payments_come_to(scale: Scale) -> None:
    club, life = _begun(scale), LivedYears(HILL, scale)
    money, kept = LivedMoney(HILL, Random("money")), Kept()
    for what in life.calendar():
        touched = life.live(what)
        if isinstance(what, PlannedNight):
            money.night(what)
        if life.dice.random() < 0.02:
            forget_book()
        for slug in touched:
            kept.fold(slug)
        # Later it may have been undone, and nobody would see that it was never folded in.
        if len(touched) > 1 and life.dice.random() < size(10, deep=1) / 10:
            assert recomputed()["changed"] == 0
    assert life.went_wrong.keys() >= WENT_WRONG
    _tell(kept.took)
    _records_are_right(kept, life)
    _tables_are_right(kept, life)
    assert book_of(club).ledger == kept.ledger
    rows = [row_of(one) for one in KeptLedgerRow.objects.values(*KEPT)]
    assert ClubLedger.of("EUR", Random(3).sample(rows, len(rows))) == kept.ledger
    kinds = {code.partition(":")[0] for code in money.sums}
    assert kinds == {"cash", "bank", "prizes", "income", "expense", "tab", "card"}
    assert sums_of(club) == {code: amount for code, amount in money.sums.items() if amount}


def _begun(scale: Scale) -> KnownClub:
    """Founds the club with its members, fees and three seasons, and returns it."""
    club = found(HILL)
    say_fees(HILL)
    for number in range(1, scale.members + 1):
        give(AddPlayer(key=f"m{number:02}", given_name=f"M{number:02}", club=HILL))
    for (key, begins_on, ends_on), system in zip(
        seasons_of_years(scale, BEGINS), ("", "naspa", "naspa"), strict=True
    ):
        give(
            OpenSeason(
                club=HILL,
                season=key,
                name=key.title(),
                begins_on=begins_on,
                ends_on=ends_on,
                minimum_games=2,
                ladder_inactive_after=4,
                counts_handicapped=bool(system),
                rating_system=system,
            )
        )
    return club


def _records_are_right(kept: Kept, life: LivedYears) -> None:
    """Checks the book against one made at once, against the games, and in other orders."""
    wanted, slugs = stored(), [*life.nights, *life.cups]
    assert recomputed()["changed"] == 0
    for scope, games in _by_scope(life.games()).items():
        for category, value_of in BEST.items():
            values = [value for game in games if (value := value_of(game)) is not None]
            assert _best(category, scope) == ({max(values)} if values else set()), category
    nights = Counter(player for night in life.nights.values() for player in night.here)
    assert _best("nights_attended", "club") == {max(nights.values())}
    dice = Random(5)
    for _ in range(size(1, deep=3)):
        BookPart.objects.all().delete()
        BookPlace.objects.all().delete()
        forget_book()
        for slug in dice.sample(slugs + slugs[:3], len(slugs) + 3):
            fold(slug)
        assert stored() == wanted


def _by_scope(games: Iterable[PlayedGame]) -> dict[str, list[PlayedGame]]:
    every = list(games)
    return {
        "all": every,
        "club": [game for game in every if game.is_night],
        "tournaments": [game for game in every if not game.is_night],
    }


def _best(category: str, scope: str) -> set[Value]:
    """Returns what stands first in the stored lists of a category."""
    rows = BookPlace.objects.filter(category=category, scope=scope, place=1, is_clean=False)
    of = RecordCategory(category)
    return {holding_from_text(row.holding).value_in(of) for row in rows}


def _tables_are_right(kept: Kept, life: LivedYears) -> None:
    """Checks the seasons by each ranking: kept night by night, from nothing, and by the plan.

    A usual run shares the rankings among the seasons, a deep one has each season by each.
    """
    dice, held = Random(6), season_nights(nights_of_club(HILL))
    planned = [as_season_night(night) for night in life.nights.values()]
    share = size(len(kept.totals), deep=1)
    for turn, (key, totals) in enumerate(kept.totals.items()):
        for ranked_by in RANKINGS[turn % share :: share]:
            if totals.rules.ranked_by != ranked_by:
                give(ChangeSeason(club=HILL, season=key, ranked_by=ranked_by))
            season = season_of(HILL, key)
            assert season is not None
            now, rules = computed(season), rules_of(season)
            until = [night for night in held if night.held_on <= season.ends_on]
            before = season_before(season)
            assert from_nights(season, before, dice.sample(until, len(until))) == now
            earlier = [night for night in until if night.held_on < season.begins_on]
            lines = replace(totals, rules=rules)
            assert table_of(season, lines, dice.sample(earlier, len(earlier))) == now.table
            days = [night for night in planned if night.held_on <= season.ends_on]
            assert as_told(from_nights(season, before, days).rows) == as_told(now.rows)
            assert now.table.ranked


def _tell(took: list[tuple[float, float]]) -> None:
    """Logs how long folding in took: on the clock, and of the processor."""
    for name, times in zip(("clock", "processor"), zip(*took, strict=True), strict=True):
        last = quantiles(times, n=100)[-1]
        told = (len(times), name, median(times), last, max(times))
        log.info("%d foldings, %s: median %.3f s, 99 of 100 %.3f s, longest %.3f s", *told)
