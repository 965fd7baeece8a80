"""Round plans in words: what a row says, and what is wrong with it."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Mapping

from core.phrases import phrase
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import METHODS
from tournaments.pairing.plans.plan import PlanRow
from tournaments.pairing.plans.plan_check import PlanProblem
from tournaments.pairing.wording import in_words
from tournaments.rounds.wording.methods import method_words

_SENTENCES = {
    "plan.order": phrase("Row {row} goes from round {first} to round {last}."),
    "plan.beyond": phrase("Row {row} goes to round {last}; {planned} rounds are planned."),
    "plan.overlap": phrase("Round {round} is in row {other} and in row {row}."),
    "lag.range": phrase("Row {row} cannot have a lag of {lag} rounds; choose 0 to {most}."),
    "lag.block": (
        phrase("Row {row} is drawn up as a block before its first round, so it cannot have a lag.")
    ),
    "lag.into_block": (
        phrase(
            "Row {row} pairs round {round} on round {based_on}, in the middle of the block of "
            "rounds {block_first} to {block_last}."
        )
    ),
    "since.late": (
        phrase(
            "Row {row} forgives meetings before round {since} but begins at round {first};"
            " make it two rows."
        )
    ),
    "field.too_few": phrase(
        "Row {row} of the plan is for {least} players or more; the division has {players}."
    ),
    "repeats.impossible": (
        phrase(
            "Row {row} allows too few repeats: {players} players run out of "
            "opponents in round {round}."
        )
    ),
    "block.length": (
        phrase(
            "Row {row} has {rounds} rounds; this method draws up {least} to {most} together. Use "
            "several rows."
        )
    ),
}


def problem_sentence(problem: PlanProblem) -> str:
    """Returns one sentence about a problem, naming the row as people count."""
    given = {**problem.params, "row": problem.row + 1}
    own = ChainMap(_SENTENCES, *(dict(method.plan_sentences) for method in METHODS.values()))
    if problem.code in own:
        return own[problem.code].format(**given)
    return phrase(
        "Row {row}: {problem}",
        row=problem.row + 1,
        problem=in_words(PairingError(problem.code, **problem.params)),
    )


def plan_sentence(plan: Iterable[PlanRow]) -> str:
    """Returns a plan in one line, as "rounds 1-3 Swiss, round 4 King of the hill"."""
    said = [f"{rounds_words(row)} {method_words(row.method, row.variant).name}" for row in plan]
    return ", ".join(said) or phrase("every round by hand")


def rounds_words(row: PlanRow) -> str:
    """Returns the rounds of a row: "rounds 1-3", "round 4"."""
    return (
        phrase("round {round}", round=row.first)
        if row.first == row.last
        else phrase("rounds {first}-{last}", first=row.first, last=row.last)
    )


def lag_words(lag: int) -> str:
    """Returns on which results a round is paired."""
    return phrase("the round before") if lag == 0 else phrase("{lag} rounds before", lag=lag + 1)


def repeats_words(repeats: int | None, since: int) -> str:
    """Returns words on how often two may have met before."""
    if repeats is None:
        many = phrase("as few as possible")
    elif not repeats:
        many = phrase("none")
    else:
        many = phrase("up to {repeats}", repeats=repeats)
    if since <= 1:
        return many
    return phrase("{repeats}, since round {round}", repeats=many, round=since)


def options_words(options: Iterable[tuple[str, int]] | Mapping[str, int]) -> str:
    """Returns the numbers that a method is given, as they are typed: "factor=3"."""
    pairs = options.items() if isinstance(options, Mapping) else options
    return ", ".join(f"{key}={value}" for key, value in sorted(pairs))
