"""A random director plans how the rounds are paired, by which ratings, and changes his mind."""

from __future__ import annotations

from collections import Counter

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from core.journal.guard import writing
from ratings.models import RatingList
from tests.builders.rating_lists import imported_list
from tests.scenarios.director import Director
from tournaments.entries.commands.taking_ratings import TakeRatings
from tournaments.kernel.queries.play import last_published
from tournaments.pairing.plans.plan import same_round
from tournaments.rounds.commands.planning import (
    PlannedGame,
    PlannedRounds,
    PlanPairing,
    planned_rounds,
)
from tournaments.rounds.queries.planned import plan_of
from tournaments.rounds.queries.planning import plan_by_number

ON_LISTS = ("P0", "P1", "P2", "Late", "nobody")
METHODS = ("swiss", "koth", "roundrobin", "schedule", "dowsing")
ROWS = st.tuples(
    st.integers(0, 8), st.integers(0, 3), st.sampled_from(METHODS), st.sampled_from([0, 0, 1])
)


class AtThePlan(Director):
    """The rules of the round plan."""

    @rule(rows=st.lists(ROWS, max_size=3), one=st.integers(1, 9))
    def plan_the_rounds(self, rows: list[tuple[int, int, str, int]], one: int) -> None:
        division = self.division()
        kept = [
            planned_rounds(row)
            for row in plan_by_number(division)
            if row.last <= last_published(division)
        ]
        wanted = [
            PlannedRounds(
                first=first,
                last=first + more,
                method=method,
                lag=lag,
                games=tuple(PlannedGame(round=first + n, one=one) for n in range(more + 1))
                if method == "schedule"
                else (),
            )
            for first, more, method, lag in rows
        ]
        before, published = plan_of(division), last_published(division)
        if self.try_to(PlanPairing(**self.named, rows=(*kept, *wanted))):
            after = plan_of(self.division())
            assert all(same_round(before, after, n) for n in range(1, published + 1))

    @rule(lines=st.lists(st.tuples(st.sampled_from(ON_LISTS), st.integers(-5, 2500)), max_size=6))
    def take_ratings(self, lines: list[tuple[str, int]]) -> None:
        with writing():
            RatingList.objects.filter(key="drawn").delete()
        imported_list("drawn", lines=[(name, rating, "") for name, rating in lines])
        self.try_to(TakeRatings(**self.named, rating_list="drawn"))

    @invariant()
    def no_round_stands_in_two_rows_of_the_plan(self) -> None:
        rounds = Counter(number for row in plan_of(self.division()) for number in row.rounds)
        assert all(times == 1 for times in rounds.values())
