"""A reader with a pocket calculator comes from the figures shown to the rating that was given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from math import sqrt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.wording import MINUS
from ratings.step_sums import SumRow
from ratings.step_wording import StepPart, StepPlayer, Steps, steps_in_words
from ratings.systems.explained import Explained, explained
from ratings.systems.field import RatedField
from ratings.systems.registry import SYSTEMS, rating_system
from tests.domain.ratings.coco_fields import duels, scored, scored_fields
from tests.domain.ratings.fields import a_field, against_equals, fields

KEYS = st.sampled_from(sorted(SYSTEMS))
NUMBER = r"\+?(?P<{}>[" + MINUS + r"]?[0-9.]+)"
PRODUCT = re.compile(f"^{NUMBER.format('a')} × {NUMBER.format('b')}$")
DIFFERENCE = re.compile(f"^{NUMBER.format('a')} {MINUS} {NUMBER.format('b')}$")
CROSSING = re.compile(
    f"^from {NUMBER.format('a')} to {NUMBER.format('b')}: {NUMBER.format('points')}"
    f" ÷ {NUMBER.format('multiplier')} = {NUMBER.format('used')} wins$"
)
ROUNDED = re.compile(
    f"^{NUMBER.format('start')} and the change: {NUMBER.format('total')}, rounded$"
)
IN_BETWEEN = "without rounding on the way"


def figure(text: str) -> Decimal:
    """Returns a figure as a reader types it; ½ is typed as .5."""
    return Decimal(text.replace("½", ".5").replace("+", "").replace(MINUS, "-"))


def steps_of(done: Explained, number: int) -> Steps:
    return steps_in_words(
        done, number, {n: StepPlayer(f"Player {n}", None) for n in done.inspections}
    )


def parts_of(field: RatedField, key: str) -> Iterator[tuple[StepPart, dict[str, SumRow]]]:
    """Yields what is shown of every player with games, with the rows of the sum by their words."""
    done = explained(rating_system(key), field)
    for number in done.inspections:
        for part in steps_of(done, number).parts:
            if part.games:
                yield part, {row.words: row for row in part.rows}


def changes_shown(part: StepPart) -> Decimal:
    """Returns the sum of what is added to the rating, by the figures shown."""
    rows = {row.words: row for row in part.rows}
    if "Part that counts" in rows:
        change = figure(rows["Part that counts"].figure)
    elif "Pull of all games together" in rows:
        change = figure(rows.get("Change", rows["Pull of all games together"]).figure)
    else:
        change = sum((figure(r.figure) for r in part.rows if " a win" in r.words), Decimal(0))
    extra = [rows[words] for words in ("Acceleration", "Feedback") if words in rows]
    return change + sum((figure(row.figure) for row in extra), Decimal(0))


@given(st.one_of(fields(), scored_fields()), KEYS)
def test_every_line_of_a_sum_is_reckoned_from_the_figures_it_names(
    field: RatedField, key: str
) -> None:
    for part, rows in parts_of(field, key):
        expected = sum((figure(game.expected) for game in part.games), Decimal(0))
        if "Expected wins" in rows:
            assert figure(rows["Expected wins"].figure) == expected
        if part.has_feedback:
            given_back = sum((figure(g.feedback) for g in part.games if g.feedback), Decimal(0))
            assert figure(rows["Feedback"].figure) == given_back
        for row in part.rows:
            if found := PRODUCT.match(row.how):
                a, b = figure(found["a"]), figure(found["b"])
                assert abs(a * b - figure(row.figure)) <= Decimal("0.00005")
            if found := DIFFERENCE.match(row.how.replace("½", ".5")):
                assert figure(found["a"]) - figure(found["b"]) == figure(row.figure)
            if found := CROSSING.match(row.how):
                points = figure(found["points"])
                assert figure(found["b"]) - figure(found["a"]) == points == figure(row.figure)
                used = points / figure(found["multiplier"])
                assert abs(used - figure(found["used"])) <= Decimal("0.00005")


@given(st.one_of(fields(), scored_fields()), KEYS)
def test_the_lines_together_make_the_new_rating(field: RatedField, key: str) -> None:
    for part, rows in parts_of(field, key):
        result = part.rows[-1] if part.rows[-1].is_result else rows.get("New rating")
        if result is None or IN_BETWEEN in result.how:
            continue
        assert result.figure == part.new or (part.new, result.figure) == ("–", "0")
        found = ROUNDED.match(result.how)
        if found is None:
            assert result.words == "First rating"
            continue
        total, new = figure(found["total"]), figure(result.figure)
        if not {"Floor", "Limit"} & set(rows):
            assert figure(found["start"]) + changes_shown(part) == total
        assert new in (int(total + Decimal("0.5")), round(total))


BETWEEN_THE_PLACES = scored(
    {1: 0, 2: 99, 3: 1637, 4: 233, 5: 99, 6: 0},
    [
        *[(1, 1, 250, 2, 250), (1, 3, 250, 4, 250), (1, 5, 250, 6, 250)],
        *[(2, 1, -10, 3, 300), (2, 2, 250, 4, 250), (2, 5, 250, 6, 250)],
    ],
    rounds=2,
    appearances=(2, 6, 5, 4, 3, 1),
)
"""Newcomers whose ratings from before have more places than are shown."""


@given(scored_fields())
@example(BETWEEN_THE_PLACES)
def test_the_weights_make_the_pulls_and_the_deviation(field: RatedField) -> None:
    for part, rows in parts_of(field, "coco"):
        if not part.has_weights:
            continue
        result = ROUNDED.match(rows["New rating"].how)
        weights = sum((figure(game.weight) for game in part.games), Decimal(0))
        own = figure(rows["Weight of the old rating"].figure)
        assert weights + own == 1
        pull = sum((figure(game.pull) for game in part.games), Decimal(0))
        assert figure(rows["Pull of all games together"].figure) == pull
        if result is None:
            continue
        for game in part.games:
            above = figure(game.shown) - figure(result["start"])
            assert abs(figure(game.weight) * above - figure(game.pull)) <= Decimal("0.00005")
        before, after = rows["Deviation before"], rows["Deviation after"]
        if "√" in after.how:
            deviation = float(figure(before.figure)) * sqrt(own)
            if "before rounding" in after.how:
                assert abs(deviation - float(figure(after.figure))) < 0.0101
            else:
                assert round(deviation, 2) == float(figure(after.figure))


@given(st.one_of(fields(), scored_fields()), KEYS)
def test_every_note_has_its_sentence(field: RatedField, key: str) -> None:
    done = explained(rating_system(key), field)
    for number, inspection in done.inspections.items():
        notes = steps_of(done, number).notes
        assert len(notes) == len(inspection.notes)
        assert all(note.endswith(".") and "{" not in note for note in notes)


def test_a_rating_that_crosses_a_band_shows_a_line_for_each() -> None:
    field = against_equals(1790, [2, 2, 2, 2, 2, 1, 0])
    part, _ = next(parts_of(field, "naspa"))
    said = [(row.words, row.how, row.figure) for row in part.rows[3:]]
    assert said == [
        (
            "20 points a win below 1800",
            "from 1790 to 1800: 10.0000 ÷ 20 = 0.5000 wins",
            "+10.0000",
        ),
        ("16 points a win from 1800 to 1999", "16 × 1.5000", "+24.0000"),
        ("All bands", "the points of the bands together", "+34.0000"),
        ("Feedback", "a twentieth of each opponent's acceleration", "+0.2500"),
        ("New rating", "1790 and the change: 1824.2500, rounded", "1824"),
    ]


def test_an_acceleration_and_what_it_gives_back_are_told() -> None:
    field = against_equals(1500, [2] * 7)
    done = explained(rating_system("naspa"), field)
    rows = {row.words: row for row in steps_of(done, 1).parts[0].rows}
    assert rows["Acceleration"].how == (
        f"35.0000 points above 5 a game, added once more: 70.0000 {MINUS} 5 × 7"
    )
    assert rows["New rating"].figure == "1605"
    loser = steps_of(done, 2).parts[0]
    assert loser.games[0].feedback == "+1.7500"
    assert loser.new == "1492"


@pytest.mark.parametrize(
    ("half_wins", "initial", "cap", "said"),
    [
        ([2, 2, 0, 0], "1550", "1900", "1700 + 400 × 2 ÷ 4"),
        ([2, 2, 2, 2], "2100", "2100", "the cap is lower and applies"),
        ([0, 0, 0, 0], "608", "1700", "nothing won counts as 0.05 a game"),
    ],
)
def test_a_newcomer_is_told_how_the_first_rating_was_found(
    half_wins: list[int], initial: str, cap: str, said: str
) -> None:
    ratings = {1: 0, 2: 1400, 3: 1500, 4: 1600, 5: 1700}
    field = a_field(ratings, [(i + 1, 1, i + 2, won) for i, won in enumerate(half_wins)])
    done = explained(rating_system("naspa"), field)
    steps = steps_of(done, 1)
    rows = {row.words: row for row in steps.parts[0].rows}
    assert (steps.old, steps.new, steps.change) == ("–", initial, "new")
    assert (rows["Initial rating"].figure, rows["Cap"].figure) == (initial, cap)
    assert said in " ".join(row.how for row in steps.parts[0].rows)
    assert steps_of(done, 2).parts[0].games[0].is_new
    assert f"Expected wins at {initial}" in rows


def test_a_rating_between_two_whole_numbers_is_told_without_rounding_on_the_way() -> None:
    part, rows = next(parts_of(duels(1500, [93, 93]), "coco"))
    assert rows["New rating"].how == f"{IN_BETWEEN} it is 1577.5, rounded"
    assert part.new == "1578"
