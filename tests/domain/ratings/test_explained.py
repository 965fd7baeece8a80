"""The steps of a rating agree with the rating itself, for every installed system."""

from __future__ import annotations

from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.field import RatedField
from ratings.systems.registry import SYSTEMS, rating_system
from tests.domain.ratings.fields import fields, with_scores

SCORED = fields().map(with_scores)
KEYS = st.sampled_from(sorted(SYSTEMS))


@given(SCORED, KEYS)
def test_the_steps_end_where_the_rating_does(field: RatedField, key: str) -> None:
    system = rating_system(key)
    inspections = system.explain(field)
    changes = system.rate(field)
    assert [i.number for i in inspections] == [c.number for c in changes]
    for inspection, change in zip(inspections, changes, strict=True):
        assert (inspection.old, inspection.new) == (change.old, change.new)
        assert inspection.segments[0].old == change.old
        assert inspection.segments[-1].new == change.new
        assert sum(len(part.games) for part in inspection.segments) == change.games
        assert sum(part.half_wins for part in inspection.segments) == change.half_wins
        assert fsum(part.expected for part in inspection.segments) == change.expected


@given(SCORED, KEYS)
def test_each_segment_adds_up(field: RatedField, key: str) -> None:
    for inspection in rating_system(key).explain(field):
        old = inspection.old
        for part in inspection.segments:
            assert part.old == old
            old = part.new
            assert part.half_wins == sum(game.half_wins for game in part.games)
            assert [game.round for game in part.games] == sorted(g.round for g in part.games)
            assert all(part.first <= game.round <= part.last for game in part.games)
            assert fsum(piece.points for piece in part.pieces) == pytest.approx(part.base)
            assert fsum(game.feedback for game in part.games) == part.feedback
            for piece in part.pieces:
                assert piece.multiplier * piece.excess == pytest.approx(piece.points, abs=1e-9)


@given(SCORED, KEYS)
def test_the_expectations_of_the_games_are_that_of_the_segment(field: RatedField, key: str) -> None:
    for inspection in rating_system(key).explain(field):
        for part in inspection.segments:
            expected = [game.expected for game in part.games if game.expected is not None]
            assert fsum(expected) == pytest.approx(part.expected)
