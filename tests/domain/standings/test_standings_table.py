"""The order of a division: what ranks, what shares a rank, and who is left out of the ranking."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.rulesets import RULESETS, ruleset, with_overrides
from games.engine.tie_breaks.registry import TIE_BREAKS
from tournaments.standings.records import (
    CarriedRecord,
    Competitor,
    RoundOutcome,
    SpreadPenalty,
    StandingsError,
    StandingsTerms,
)
from tournaments.standings.table import (
    carried_on,
    standings,
    standings_by_round,
    table_of,
    totals_before,
)

TOTAL_SCORE = (TIE_BREAKS["sum_before_spread"],)
FOUR = tuple(Competitor(number=n, rating=2000 - 100 * n) for n in (1, 2, 3, 4))


def game(round_number: int, one: int, score: int, two: int, reply: int) -> list[RoundOutcome]:
    credit = 1 + (score > reply) - (score < reply)
    return [
        RoundOutcome(one, round_number, credit, 2 - credit, score - reply, score),
        RoundOutcome(two, round_number, 2 - credit, credit, reply - score, reply),
    ]


def order(*args: object, **kwargs: Any) -> list[tuple[int | None, int]]:
    return [(row.rank, row.number) for row in standings(*args, **kwargs)]  # type: ignore[arg-type]


def test_more_wins_rank_before_a_larger_spread() -> None:
    outcomes = [*game(1, 1, 300, 2, 301), *game(1, 3, 600, 4, 300)]
    outcomes += [*game(2, 1, 900, 3, 100), *game(2, 2, 400, 4, 399)]
    assert order(FOUR, outcomes, through_round=2)[0] == (1, 2)


def test_fewer_losses_rank_before_a_larger_spread_when_wins_are_equal() -> None:
    outcomes = [
        RoundOutcome(1, 1, 2, 0, 10),
        RoundOutcome(2, 1, 2, 0, 400),
        RoundOutcome(1, 2, 0, 0, 0),
        RoundOutcome(2, 2, 0, 2, -50),
    ]
    assert order(FOUR[:2], outcomes, through_round=2) == [(1, 1), (2, 2)]


def test_spread_ranks_when_wins_and_losses_are_equal() -> None:
    outcomes = [*game(1, 1, 400, 2, 390), *game(1, 3, 450, 4, 390)]
    assert order(FOUR, outcomes, through_round=1) == [(1, 3), (2, 1), (3, 2), (4, 4)]


def test_equal_wins_losses_and_spread_share_a_rank_listed_by_rating() -> None:
    outcomes = [*game(1, 4, 400, 1, 390), *game(1, 3, 420, 2, 410)]
    assert order(FOUR, outcomes, through_round=1) == [(1, 3), (1, 4), (3, 1), (3, 2)]


def test_the_random_number_lists_equal_ratings_and_the_number_comes_last() -> None:
    field = [Competitor(1), Competitor(2, random_number=7), Competitor(3)]
    outcomes = [RoundOutcome(n, 1, 2, 0, 50) for n in (1, 2, 3)]
    assert order(field, outcomes, through_round=1) == [(1, 2), (1, 1), (1, 3)]


def test_before_play_the_rating_separates_ranks() -> None:
    field = [Competitor(1, rating=0), Competitor(2, rating=1500), Competitor(3, rating=1500)]
    assert order(field, [], through_round=0) == [(1, 2), (1, 3), (3, 1)]


def test_total_score_ranks_before_spread_only_where_the_rules_say_so() -> None:
    outcomes = [*game(1, 1, 500, 2, 450), *game(1, 3, 400, 4, 300)]
    by_sum = StandingsTerms(tie_breaks=TOTAL_SCORE)
    assert order(FOUR, outcomes, through_round=1)[0] == (1, 3)
    assert order(FOUR, outcomes, through_round=1, terms=by_sum)[0] == (1, 1)


def test_equal_spread_with_another_total_score_does_not_share_a_rank_when_scores_rank() -> None:
    outcomes = [*game(1, 1, 500, 2, 450), *game(1, 3, 400, 4, 350)]
    assert order(FOUR, outcomes, through_round=1)[:2] == [(1, 1), (1, 3)]
    by_sum = StandingsTerms(tie_breaks=TOTAL_SCORE)
    assert order(FOUR, outcomes, through_round=1, terms=by_sum)[:2] == [(1, 1), (2, 3)]


def test_the_spread_of_each_game_is_capped_on_both_sides_and_the_raw_spread_is_kept() -> None:
    terms = StandingsTerms(spread_cap=(250,))
    outcomes = [*game(1, 1, 700, 2, 300), *game(2, 1, 400, 2, 390)]
    one, two = standings(FOUR[:2], outcomes, through_round=2, terms=terms)
    assert (one.spread, one.capped_spread, one.raw_spread) == (260, 260, 410)
    assert (two.spread, two.capped_spread, two.raw_spread) == (-260, -260, -410)


def test_the_cap_of_a_round_is_its_own_and_the_last_one_repeats() -> None:
    terms = StandingsTerms(spread_cap=(200, 700))
    outcomes = [RoundOutcome(1, r, 2, 0, 1000) for r in (1, 2, 3)]
    (row,) = standings([Competitor(1)], outcomes, through_round=3, terms=terms)
    assert row.spread == 200 + 700 + 700


def test_a_standings_cap_makes_a_second_table_and_leaves_the_first_alone() -> None:
    terms = StandingsTerms(standings_spread_cap=(300,))
    outcomes = [*game(1, 1, 800, 2, 300), *game(1, 3, 700, 4, 390)]
    outcomes += [*game(2, 1, 300, 4, 300), *game(2, 3, 320, 2, 320)]
    outcomes += [*game(3, 1, 400, 4, 399), *game(3, 3, 400, 2, 390)]
    table = standings(FOUR, outcomes, through_round=3, terms=terms)
    assert [(r.number, r.spread, r.capped_spread) for r in table[:2]] == [
        (1, 501, 301),
        (3, 320, 310),
    ]
    assert order(FOUR, outcomes, through_round=3, terms=terms)[:2] == [(1, 1), (2, 3)]
    assert order(FOUR, outcomes, through_round=3, terms=terms, capped=True)[:2] == [(1, 3), (2, 1)]


def test_without_a_standings_cap_the_capped_table_is_the_table() -> None:
    carried = CarriedRecord(half_wins=2, spread=500, capped_spread=300)
    field = [Competitor(1, carried=carried), Competitor(2)]
    outcomes = [*game(1, 2, 900, 1, 100)]
    plain = standings(field, outcomes, through_round=1)
    assert standings(field, outcomes, through_round=1, capped=True) == plain
    assert plain[0].capped_spread == plain[0].spread


def test_a_penalty_comes_off_every_spread_after_the_cap() -> None:
    terms = StandingsTerms(spread_cap=(250,), standings_spread_cap=(100,))
    outcomes = [*game(1, 1, 700, 2, 300)]
    penalties = [SpreadPenalty(1, 1, -30), SpreadPenalty(1, 2, -500)]
    table = standings(FOUR[:2], outcomes, through_round=1, terms=terms, penalties=penalties)
    assert (table[0].spread, table[0].capped_spread, table[0].raw_spread) == (220, 70, 370)


def test_a_carried_record_counts_before_round_one() -> None:
    field = [
        Competitor(1, rating=2000),
        Competitor(2, carried=CarriedRecord(half_wins=2, spread=40, capped_spread=40)),
    ]
    assert order(field, [], through_round=0) == [(1, 2), (2, 1)]


def test_a_tie_is_half_a_win_and_half_a_loss() -> None:
    row = standings(FOUR[:2], game(1, 1, 400, 2, 400), through_round=1)[0]
    assert (row.half_wins, row.half_losses, row.spread) == (1, 1, 0)


def test_a_double_forfeit_loses_on_both_sides() -> None:
    outcomes = [RoundOutcome(n, 1, 0, 2, -50) for n in (1, 2)]
    assert [r.half_losses for r in standings(FOUR[:2], outcomes, through_round=1)] == [2, 2]


def test_the_higher_score_does_not_always_win() -> None:
    outcomes = [RoundOutcome(1, 1, 2, 0, 100, 380), RoundOutcome(2, 1, 0, 2, -100, 420)]
    assert order(FOUR[:2], outcomes, through_round=1) == [(1, 1), (2, 2)]


def test_two_games_of_one_round_both_count_and_are_capped_apart() -> None:
    terms = StandingsTerms(spread_cap=(100,))
    outcomes = [*game(1, 1, 500, 2, 300), *game(1, 1, 500, 2, 300)]
    assert standings(FOUR[:2], outcomes, through_round=1, terms=terms)[0].spread == 200


def test_a_withdrawn_entry_follows_unranked_and_ranks_close_up() -> None:
    field = [*FOUR[:3], Competitor(4, rating=1600, away=((2, None),))]
    outcomes = [*game(1, 4, 500, 1, 300), *game(1, 2, 400, 3, 390)]
    assert order(field, outcomes, through_round=1) == [(1, 4), (2, 2), (3, 3), (4, 1)]
    assert order(field, outcomes, through_round=2) == [(1, 2), (2, 3), (3, 1), (None, 4)]
    assert standings(field, outcomes, through_round=2)[-1].withdrawn


def test_an_entry_that_misses_some_rounds_keeps_its_rank() -> None:
    field = [FOUR[0], Competitor(2, rating=1800, away=((1, 2),))]
    outcomes = [RoundOutcome(1, 1, 2, 0, 50), RoundOutcome(1, 2, 2, 0, 50)]
    assert order(field, outcomes, through_round=2) == [(1, 1), (2, 2)]


def test_rounds_after_the_one_asked_for_count_for_nothing() -> None:
    outcomes = [*game(1, 1, 400, 2, 300), *game(2, 2, 900, 1, 100)]
    assert order(FOUR[:2], outcomes, through_round=1) == [(1, 1), (2, 2)]


def test_an_outcome_of_nobody_here_is_named() -> None:
    with pytest.raises(StandingsError) as caught:
        standings(FOUR, [RoundOutcome(9, 3, 2, 0, 50)], through_round=3)
    assert caught.value.code == "standings.entry_unknown"
    assert caught.value.params == {"entry": 9, "round": 3}


def test_a_penalty_of_nobody_here_is_named() -> None:
    with pytest.raises(StandingsError) as caught:
        standings_by_round(FOUR, [], last_round=1, penalties=[SpreadPenalty(9, 1, -10)])
    assert caught.value.code == "standings.entry_unknown"


def test_two_competitors_of_one_number_are_refused() -> None:
    with pytest.raises(StandingsError) as caught:
        standings([Competitor(1), Competitor(1)], [], through_round=0)
    assert caught.value.code == "standings.number_twice"


def test_the_terms_come_from_the_rule_set() -> None:
    said = {"spread_cap": [250], "standings_spread_cap": [200], "sum_before_spread": True}
    rules = with_overrides(ruleset("naspa"), said)
    assert StandingsTerms.of(rules) == StandingsTerms((250,), (200,), TOTAL_SCORE)


@st.composite
def divisions(draw: st.DrawFn) -> tuple[list[Competitor], list[RoundOutcome], list[SpreadPenalty]]:
    size = draw(st.integers(2, 9))
    away = st.sampled_from([(), (), ((2, None),), ((1, 2),)])
    field = [
        Competitor(n, draw(st.integers(0, 3)), draw(st.integers(0, 1)), draw(away))
        for n in range(1, size + 1)
    ]
    outcomes = []
    for round_number in range(1, draw(st.integers(0, 4)) + 1):
        for one, two in zip(range(1, size, 2), range(2, size + 1, 2), strict=True):
            scores = st.integers(300, 303)
            outcomes += game(round_number, one, draw(scores), two, draw(scores))
        if size % 2:
            outcomes.append(RoundOutcome(size, round_number, 2, 0, 2))
    numbers = st.integers(1, size)
    penalties = draw(st.lists(st.builds(SpreadPenalty, numbers, st.integers(1, 4), st.just(-1))))
    return field, outcomes, penalties


TERMS = st.sampled_from(
    [
        StandingsTerms(),
        StandingsTerms(spread_cap=(1, 2)),
        StandingsTerms(standings_spread_cap=(1,), tie_breaks=TOTAL_SCORE),
    ]
)


@given(divisions(), TERMS, st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_given_changes_nothing(
    division: tuple[list[Competitor], list[RoundOutcome], list[SpreadPenalty]],
    terms: StandingsTerms,
    capped: bool,
    random: Random,
) -> None:
    field, outcomes, penalties = division
    before = standings(
        field, outcomes, through_round=3, terms=terms, penalties=penalties, capped=capped
    )
    for rows in (field, outcomes, penalties):
        random.shuffle(rows)
    after = standings(
        field, outcomes, through_round=3, terms=terms, penalties=penalties, capped=capped
    )
    assert after == before


@given(divisions(), TERMS, st.booleans())
def test_all_rounds_in_one_pass_are_the_same_as_each_round_alone(
    division: tuple[list[Competitor], list[RoundOutcome], list[SpreadPenalty]],
    terms: StandingsTerms,
    capped: bool,
) -> None:
    field, outcomes, penalties = division
    tables = standings_by_round(
        field, outcomes, last_round=4, terms=terms, penalties=penalties, capped=capped
    )
    assert len(tables) == 5
    for round_number, table in enumerate(tables):
        assert table == standings(
            field,
            outcomes,
            through_round=round_number,
            terms=terms,
            penalties=penalties,
            capped=capped,
        )


@given(
    divisions(),
    st.sampled_from([StandingsTerms.of(rules) for rules in RULESETS.values()]) | TERMS,
    st.booleans(),
    st.data(),
)
def test_standings_carried_on_after_a_result_are_those_computed_anew(
    division: tuple[list[Competitor], list[RoundOutcome], list[SpreadPenalty]],
    terms: StandingsTerms,
    capped: bool,
    data: st.DataObject,
) -> None:
    field, outcomes, penalties = division
    rounds = [[o for o in outcomes if o.round == number] for number in range(5)]
    fined = [[p for p in penalties if p.round == number] for number in range(5)]
    after = [totals_before(field)]
    for number in range(1, 5):
        after.append(carried_on(after[-1], rounds[number], fined[number], terms))
    first = data.draw(st.integers(1, 4))
    kept = [table_of(totals, number, terms) for number, totals in enumerate(after[:first])]
    rounds[first] = [o for o in rounds[first] if o.entry > 2]
    rounds[first] += game(first, 1, data.draw(st.integers(300, 303)), 2, 301)
    for number in range(first, 5):
        after[number] = carried_on(after[number - 1], rounds[number], fined[number], terms)
    assert kept == [table_of(totals, number, terms) for number, totals in enumerate(after[:first])]
    for number, totals in enumerate(after):
        assert table_of(totals, number, terms, capped=capped) == standings(
            field,
            [outcome for of_round in rounds for outcome in of_round],
            through_round=number,
            terms=terms,
            penalties=penalties,
            capped=capped,
        )


@given(divisions())
def test_everybody_has_one_row_and_only_the_withdrawn_have_no_rank(
    division: tuple[list[Competitor], list[RoundOutcome], list[SpreadPenalty]],
) -> None:
    field, outcomes, penalties = division
    table = standings(field, outcomes, through_round=3, penalties=penalties)
    assert sorted(row.number for row in table) == [c.number for c in field]
    withdrawn = {c.number for c in field if c.is_withdrawn(3)}
    assert {row.number for row in table if row.rank is None} == withdrawn


@given(divisions())
def test_a_rank_is_one_more_than_the_entries_with_a_better_record(
    division: tuple[list[Competitor], list[RoundOutcome], list[SpreadPenalty]],
) -> None:
    field, outcomes, penalties = division
    table = standings(field, outcomes, through_round=3, penalties=penalties)
    ranked = [row for row in table if row.rank is not None]
    records = {r.number: (-r.half_wins, r.half_losses, -r.spread) for r in ranked}
    for row in ranked:
        better = sum(record < records[row.number] for record in records.values())
        assert row.rank == better + 1


@given(divisions())
def test_without_penalties_and_byes_all_spreads_add_up_to_nothing(
    division: tuple[list[Competitor], list[RoundOutcome], list[SpreadPenalty]],
) -> None:
    field, outcomes, _ = division
    played = [o for o in outcomes if o.score is not None]
    terms = StandingsTerms(spread_cap=(1,))
    assert sum(r.spread for r in standings(field, played, through_round=4, terms=terms)) == 0
