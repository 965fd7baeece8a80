"""The round plan of a division as a table in words, for pages, paper and the console."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from core.phrases import phrase
from tournaments.kernel.queries.play import last_published
from tournaments.models import Division
from tournaments.pairing.plans.plan import PlanRow
from tournaments.pairing.plans.plan_check import is_block
from tournaments.rounds.queries.planned import plan_of
from tournaments.rounds.queries.planning import problems_of
from tournaments.rounds.wording.methods import method_words
from tournaments.rounds.wording.plans import (
    lag_words,
    options_words,
    problem_sentence,
    repeats_words,
)


@dataclass(frozen=True, slots=True)
class PlanLine:
    """Rounds of a division and how they are paired, in words.

    `method` is empty for rounds that the plan leaves to the director. `state` is "published",
    "next" or empty. `problems` are what no longer fits.
    """

    first: int
    last: int
    method: str = ""
    meaning: str = ""
    based_on: str = ""
    repeats: str = ""
    options: str = ""
    state: str = ""
    problems: tuple[str, ...] = ()

    @property
    def rounds(self) -> str:
        """The rounds: "4", "5 to 8"."""
        return (
            str(self.first)
            if self.first == self.last
            else phrase("{first} to {last}", first=self.first, last=self.last)
        )


def plan_lines(division: Division) -> tuple[PlanLine, ...]:
    """Returns the plan that a division has, with the rounds it leaves out; empty without a plan."""
    plan = plan_of(division)
    return lines_of(division, plan) if plan else ()


def lines_of(division: Division, rows: Sequence[PlanRow]) -> tuple[PlanLine, ...]:
    """Returns the lines of a plan that the division has, or could have."""
    problems = defaultdict(list)
    for problem in problems_of(division, rows):
        problems[problem.row].append(problem_sentence(problem))
    published = last_published(division)
    lines = [_line(row, published, tuple(problems[at])) for at, row in enumerate(rows)]
    named = {number for row in rows for number in row.rounds}
    left = [n for n in range(1, division.planned_rounds + 1) if n not in named]
    lines += [
        PlanLine(first, last, state=_state(first, last, published)) for first, last in _runs(left)
    ]
    return tuple(sorted(lines, key=lambda line: line.first))


def _line(row: PlanRow, published: int, problems: tuple[str, ...]) -> PlanLine:
    words = method_words(row.method, row.variant)
    block = is_block(row)
    based_on = (
        phrase("round {round}", round=row.first - 1)
        if row.first > 1
        else phrase("no round: the seeding decides")
    )
    numbers = options_words(row.options)
    opening = phrase("first by lot") if row.opening == "random" and row.first == 1 else ""
    return PlanLine(
        first=row.first,
        last=row.last,
        method=words.name,
        meaning=words.meaning,
        based_on=based_on if block or row.last == 1 else lag_words(row.lag),
        repeats="" if block else repeats_words(row.repeats, row.since),
        options=", ".join(filter(None, (numbers, opening))),
        state=_state(row.first, row.last, published),
        problems=problems,
    )


def _state(first: int, last: int, published: int) -> str:
    if last <= published:
        return "published"
    return "next" if first <= published + 1 else ""


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Returns the first and the last of every run of neighbouring numbers."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] + 1 == number:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
