"""Plan how the rounds of a division are paired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.models import JournalEntry
from core.phrases import phrase
from tournaments.kernel.commands.base import DivisionCommand
from tournaments.kernel.queries.play import last_published
from tournaments.models import Division
from tournaments.pairing.plans.plan import (
    PlanRow,
    plan_from_values,
    plan_to_values,
    renamed_plan,
    row_of,
    same_round,
)
from tournaments.pairing.schedule import Schedule, ScheduledGame
from tournaments.rounds.queries.planned import plan_of
from tournaments.rounds.queries.planning import problems_of
from tournaments.rounds.wording.methods import method_words
from tournaments.rounds.wording.plans import plan_sentence, problem_sentence


@dataclass(frozen=True, kw_only=True)
class PlannedGame:
    """A game of a fixed schedule by entry numbers, or who sits out (`two` None)."""

    round: int
    one: int
    two: int | None = None
    first: int | None = None


@dataclass(frozen=True, kw_only=True)
class PlannedRounds:
    """The rounds from `first` to `last` and how they are paired, as in a `PlanRow`.

    `games` are those of a fixed schedule; of rounds that the row is not about they are not read.
    """

    first: int
    last: int
    method: str
    variant: str = ""
    opening: Literal["fold", "random"] = "fold"
    lag: int = 0
    repeats: int | None = None
    since: int = 1
    options: Mapping[str, int] = field(default_factory=dict)
    games: tuple[PlannedGame, ...] = ()

    def row(self, most: int) -> PlanRow:
        """Returns the row of the plan, with entries by number; an event has at most `most` rounds.

        A row that is about other rounds too is refused, so that games of these are not drawn up.
        """
        return PlanRow(
            first=self.first,
            last=self.last,
            method=self.method,
            variant=self.variant,
            opening=self.opening,
            lag=self.lag,
            repeats=self.repeats,
            since=self.since,
            options=tuple(sorted(self.options.items())),
            schedule=self._schedule(min(self.last, most)),
        )

    def _schedule(self, last: int) -> Schedule | None:
        if not self.games:
            return None
        games: dict[int, list[ScheduledGame]] = {}
        for game in self.games:
            games.setdefault(game.round, []).append(ScheduledGame(game.one, game.two, game.first))
        rounds = tuple(tuple(games.get(n, ())) for n in range(max(1, self.first), last + 1))
        return Schedule(begins=self.first, rounds=rounds)


def planned_games(schedule: Schedule) -> tuple[PlannedGame, ...]:
    """Returns the games of a schedule as a command's field, entries by number."""
    return tuple(
        PlannedGame(round=number, one=game.one, two=game.two, first=game.first)
        for number, games in enumerate(schedule.rounds, schedule.begins)
        for game in games
    )


def planned_rounds(row: PlanRow) -> PlannedRounds:
    """Returns a row of a plan as a command's field, entries by number."""
    return PlannedRounds(
        first=row.first,
        last=row.last,
        method=row.method,
        variant=row.variant,
        opening="random" if row.opening == "random" else "fold",
        lag=row.lag,
        repeats=row.repeats,
        since=row.since,
        options=dict(row.options),
        games=() if row.schedule is None else planned_games(row.schedule),
    )


@register
@dataclass(frozen=True, kw_only=True)
class PlanPairing(DivisionCommand):
    """Replaces the round plan of a division; rounds that no row names are paired by hand.

    It asks back where the plan does not fit how many play now, and refuses to change what it says
    of a published round.
    """

    code = "division.pairing_planned"
    rows: tuple[PlannedRounds, ...]

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        rows = [row.row(division.planned_rounds) for row in self.rows]
        # A later version may know other methods; a plan that was accepted stays one.
        doubts = work.facts.decide("doubts", lambda: self._doubts(division, rows))
        if doubts and not self.confirmed:
            raise NeedsConfirmation(
                phrase("{doubts} Keep the plan anyway?", doubts=" ".join(doubts)),
                code="confirm",
                field="confirmed",
            )
        before = plan_of(division)
        keys = dict(division.entries.values_list("number", "key"))
        plan = renamed_plan(rows, keys)
        _keep_published(division, before, plan)
        if not work.ledger.update(division, plan=plan_to_values(plan)):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"before": plan_sentence(before), "after": plan_sentence(plan_of(division))}

    def check_put_back(self, entry: JournalEntry, side: str) -> None:
        super().check_put_back(entry, side)
        division = self.find_division()
        for change in entry.changes:
            if change[side] is not None and "plan" in change[side]:
                _keep_published(division, plan_of(division), plan_from_values(change[side]["plan"]))

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Plan of division {division}: {after} (before: {before})",
            division=self.division,
            after=answer["after"],
            before=answer["before"],
        )

    def _doubts(self, division: Division, rows: Sequence[PlanRow]) -> list[str]:
        """Returns sentences on what does not fit the players; Refused for what can never be."""
        problems = problems_of(division, rows)
        wrong = next((problem for problem in problems if not problem.doubtful), None)
        if wrong is not None:
            text = problem_sentence(wrong)
            raise Refused(text, code=wrong.code, field=row_field(wrong.row))
        self._check_games(division)
        return [problem_sentence(problem) for problem in problems]

    def _check_games(self, division: Division) -> None:
        known = set(division.entries.values_list("number", flat=True))
        for at, row in enumerate(self.rows):
            seats = [(game.round, number) for game in row.games for number in _seated(game)]
            strange = sorted(seat for seat in seats if seat[1] not in known)
            if strange:
                number, entry = strange[0]
                raise Refused(
                    phrase(
                        "Row {at}, round {number}: division {name} has no entry no. {entry}.",
                        at=at + 1,
                        number=number,
                        name=division.name,
                        entry=entry,
                    ),
                    code="entry.unknown",
                    field=row_field(at),
                )
            twice = sorted(seat for seat, count in Counter(seats).items() if count > 1)
            if twice:
                number, entry = twice[0]
                raise Refused(
                    phrase(
                        "Row {at}, round {number}: no. {entry} has two games.",
                        at=at + 1,
                        number=number,
                        entry=entry,
                    ),
                    code="schedule.twice",
                    field=row_field(at),
                )


def row_field(row: int) -> str:
    """Returns the field that an error names for a row, counted from 0: "rows.0"."""
    return f"rows.{row}"


def _seated(game: PlannedGame) -> tuple[int, ...]:
    return (game.one,) if game.two is None else (game.one, game.two)


def _keep_published(
    division: Division, before: Sequence[PlanRow], after: Sequence[PlanRow]
) -> None:
    """Raises Refused where the plan says something else of a round that is published."""
    for number in range(1, last_published(division) + 1):
        if not same_round(before, after, number):
            row_before, row = row_of(before, number), row_of(after, number)
            said = (
                phrase("by hand")
                if row_before is None
                else method_words(row_before.method, row_before.variant).name
            )
            raise Refused(
                phrase(
                    "Round {round} is published; its plan stays as it was: {method}.",
                    round=number,
                    method=said,
                ),
                code="plan.published",
                field=row_field(after.index(row)) if row is not None else "rows",
            )
