"""Rows without a rank: house players and withdrawn entries, and the contents of such a row."""

from __future__ import annotations

import pytest

from tournaments.standings.records import (
    CarriedRecord,
    Competitor,
    RoundOutcome,
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


@pytest.mark.parametrize(
    ("house_from", "house_in"),
    [(None, []), (1, [0, 1, 2, 3]), (2, [2, 3]), (3, [3])],
)
def test_a_house_player_is_one_from_its_round_on_and_before_play_if_from_round_one(
    house_from: int | None, house_in: list[int]
) -> None:
    competitor = Competitor(1, house_from=house_from)
    assert [number for number in range(4) if competitor.is_house(number)] == house_in


def test_a_house_player_follows_without_a_rank_and_has_not_withdrawn() -> None:
    field = [Competitor(1), Competitor(2, house_from=2)]
    outcomes = [RoundOutcome(2, number, 2, 0, 100, 400) for number in (1, 2)]
    first, second = (standings(field, outcomes, through_round=number) for number in (1, 2))
    assert [(row.number, row.rank, row.house) for row in first] == [(2, 1, False), (1, 2, False)]
    assert [(row.number, row.rank, row.house) for row in second] == [(1, 1, False), (2, None, True)]
    assert not second[1].withdrawn


def test_a_house_player_who_withdraws_has_left_like_anybody() -> None:
    field = [Competitor(1), Competitor(2, house_from=1, away=((2, None),)), Competitor(3)]
    by_round = standings_by_round(field, [], last_round=2)
    assert [(row.number, row.house, row.withdrawn) for row in by_round[1]][-1] == (2, True, False)
    assert [(row.number, row.house, row.withdrawn) for row in by_round[2]][-1] == (2, False, True)


def test_who_withdrew_and_never_was_a_house_player_is_none() -> None:
    row = standings([Competitor(1, away=((1, None),))], [], through_round=1)[0]
    assert (row.rank, row.house, row.withdrawn) == (None, False, True)


def test_a_row_has_the_total_score_of_its_games_and_what_was_carried() -> None:
    field = [Competitor(1, carried=CarriedRecord(total_score=900))]
    outcomes = [RoundOutcome(1, 1, 2, 0, 50, 400), RoundOutcome(1, 2, 2, 0, 50)]
    assert standings(field, outcomes, through_round=2)[0].total_score == 1300


def test_a_capped_spread_carried_along_counts_only_where_standings_are_capped() -> None:
    field = [Competitor(1, carried=CarriedRecord(spread=300, capped_spread=200))]
    capped = StandingsTerms(standings_spread_cap=(200,))
    assert standings(field, [], through_round=0)[0].capped_spread == 300
    assert standings(field, [], through_round=0, terms=capped)[0].capped_spread == 200


def test_tables_rank_by_the_spread_that_is_not_capped_unless_asked() -> None:
    field = [Competitor(1), Competitor(2)]
    outcomes = [
        RoundOutcome(1, 1, 2, 0, 500, 700),
        RoundOutcome(2, 1, 2, 0, 190, 400),
        RoundOutcome(1, 2, 0, 2, -180, 300),
        RoundOutcome(2, 2, 0, 2, -60, 300),
    ]
    capped = StandingsTerms(standings_spread_cap=(200,))
    table = standings_by_round(field, outcomes, last_round=2, terms=capped)[-1]
    assert [row.number for row in table] == [1, 2]
    totals = carried_on(totals_before(field), outcomes, (), capped)
    assert table_of(totals, 2, capped) == table
    table = standings_by_round(field, outcomes, last_round=2, terms=capped, capped=True)[-1]
    assert [row.number for row in table] == [2, 1]


def test_before_play_equal_ratings_share_a_rank_and_a_higher_one_is_better() -> None:
    field = [Competitor(1, rating=1200), Competitor(2, rating=1500), Competitor(3, rating=1500)]
    rows = table_of(totals_before(field), 0)
    assert [(row.rank, row.number) for row in rows] == [(1, 2), (1, 3), (3, 1)]


def test_a_number_that_is_there_twice_is_named() -> None:
    with pytest.raises(StandingsError) as refused:
        totals_before([Competitor(1), Competitor(7), Competitor(7)])
    assert refused.value.code == "standings.number_twice"
    assert refused.value.params == {"number": 7}
