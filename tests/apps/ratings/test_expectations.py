"""The wins expected of a game can be reckoned again from what the page says of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import e
from statistics import NormalDist

from hypothesis import given
from hypothesis import strategies as st

from ratings.expectation_wording import EXPECTATIONS, expectation_of
from ratings.step_wording import StepPart, StepPlayer, steps_in_words
from ratings.systems.explained import explained
from ratings.systems.field import RatedField
from ratings.systems.registry import SYSTEMS, rating_system
from tests.domain.ratings.coco_fields import scored_fields
from tests.domain.ratings.fields import against_equals, fields

STRENGTH = r"([−\d.]+)(?: ±([\d.]+))?"
EXAMPLE = re.compile(rf"^Expected: (.+)\. So ([\d.]+) for {STRENGTH} against {STRENGTH}\.$")

Reckoned = Callable[[float, float, float, float], float]

CALCULATOR: dict[str, Reckoned] = {
    "1 − 1 ÷ (1 + e^(0.0031879 × (own rating − opponent’s)))": (
        lambda own, other, *_: 1 - 1 / (1 + e ** (0.0031879 * (own - other)))
    ),
    "1 ÷ (1 + 10^((opponent’s rating − own) ÷ 400))": (
        lambda own, other, *_: 1 / (1 + 10 ** ((other - own) / 400))
    ),
    "(50 + (own rating − opponent’s) ÷ 12) %, at least 5%, at most 95%": (
        lambda own, other, *_: min(0.95, max(0.05, (50 + (own - other) / 12) / 100))
    ),
    "the chance of the larger score, which is what the normal distribution has below"
    " (own rating − opponent’s) ÷ √(450² + own deviation² + opponent’s deviation²)": (
        lambda own, other, deviation, others: NormalDist().cdf(
            (own - other) / (450**2 + deviation**2 + others**2) ** 0.5
        )
    ),
}


def parts_of(field: RatedField, key: str) -> list[StepPart]:
    done = explained(rating_system(key), field)
    people = {number: StepPlayer(f"Player {number}", None) for number in done.inspections}
    return [part for number in people for part in steps_in_words(done, number, people).parts]


def test_every_system_has_its_formula_and_no_other_has_one() -> None:
    assert {expectation_of(system) for system in SYSTEMS.values()} == set(CALCULATOR)
    assert set(EXPECTATIONS) <= set(SYSTEMS)


@given(st.one_of(fields(), scored_fields()), st.sampled_from(sorted(SYSTEMS)))
def test_the_first_game_of_a_table_is_reckoned_as_the_sentence_says(
    field: RatedField, key: str
) -> None:
    for part in parts_of(field, key):
        if not part.games or not part.games[0].expected:
            assert part.expectation == ""
            continue
        said = EXAMPLE.match(part.expectation)
        assert said is not None, part.expectation
        formula, figure, *strengths = said.groups()
        own, deviation, other, others = (
            float((text or "0").replace("−", "-")) for text in strengths
        )
        assert figure == part.games[0].expected
        assert abs(CALCULATOR[formula](own, other, deviation, others) - float(figure)) < 0.0002


def test_an_example_names_both_ratings() -> None:
    part = parts_of(against_equals(1500, [2, 0]), "naspa")[0]
    assert part.expectation.endswith("So 0.5000 for 1500 against 1500.")


def test_what_an_opponent_gives_back_is_told_with_his_acceleration() -> None:
    parts = parts_of(against_equals(1500, [2] * 7), "naspa")
    loser = parts[1].games[0]
    assert (loser.feedback, loser.given_back) == ("+1.7500", "35 ÷ 20")
