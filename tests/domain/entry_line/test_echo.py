"""The echo after an entry."""

from __future__ import annotations

import pytest

from tournaments.entry_line.slip_checks import EntryTotals, letter_of
from tournaments.standings.records import (
    CarriedRecord,
    Competitor,
    RoundOutcome,
    SpreadPenalty,
    StandingsTerms,
)


@pytest.mark.parametrize(
    ("won", "lost", "letter"), [(2, 0, "W"), (0, 2, "L"), (1, 1, "T"), (0, 0, "")]
)
def test_a_game_is_won_lost_tied_or_counts_for_neither(won: int, lost: int, letter: str) -> None:
    assert letter_of(won, lost) == letter


def test_a_total_counts_what_was_carried_capped_and_penalised_up_to_the_round() -> None:
    field = (Competitor(7, carried=CarriedRecord(half_wins=2, spread=10)), Competitor(18))
    outcomes = (
        RoundOutcome(7, 1, 2, 0, 300, 500),
        RoundOutcome(7, 2, 1, 1, 0, 400),
        RoundOutcome(7, 3, 0, 2, -40, 380),
        RoundOutcome(18, 1, 0, 2, -50),
    )
    terms = StandingsTerms(spread_cap=(250,))
    rows = EntryTotals(field, outcomes, (SpreadPenalty(7, 2, -5),), terms).totals(2)
    assert (rows[7].half_wins, rows[7].half_losses, rows[7].spread) == (5, 1, 255)
    assert (rows[18].half_wins, rows[18].half_losses, rows[18].spread) == (0, 2, -50)


def test_the_totals_of_now_are_those_after_whatever_came_last() -> None:
    field, terms = (Competitor(7), Competitor(18)), StandingsTerms()
    outcomes = (RoundOutcome(7, 1, 2, 0, 30), RoundOutcome(18, 1, 0, 2, -30))
    assert EntryTotals(field, outcomes, (), terms).totals_now(1) == {}
    assert EntryTotals(field, (), (), terms).totals_now(1) == {}
    later = EntryTotals(field, outcomes, (SpreadPenalty(18, 3, -5),), terms).totals_now(1)
    assert (later[7].half_wins, later[7].spread) == (2, 30)
    assert later[18].spread == -35
