"""Games played by chance to their end keep what every game keeps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.checking import GameTerms, check_gcg, check_record
from games.engine.gcg.writing import write_gcg
from games.engine.play.bag import full_bag
from games.engine.play.closing import outcome_of
from games.engine.play.endings import Ending
from games.engine.play.state import GameState, Phase, record_of
from games.engine.record import EventKind, Record
from games.engine.report import RecordVerdict
from games.engine.rulesets import RULESETS
from tests.depth import examples
from tests.domain.games.play.tables import rules_of, states_by_chance, tiles_in_play

_TURNS = (EventKind.PLAY, EventKind.EXCHANGE, EventKind.PASS)
_CHALLENGE_TYPES = ("double", "single", "points", "triple", "void")


def keeps_the_rules(states: Sequence[GameState]) -> None:
    """Assert of every state what holds of it, whatever happened."""
    everything = full_bag(states[0].tiling)
    for game in states:
        assert tiles_in_play(game) == everything
        assert all(len(rack) <= game.rules.rack_size for rack in game.racks)
    for before, after in pairwise(states):
        assert after.turns[: len(before.turns) - 1] == before.turns[:-1]
    last = states[-1]
    totals = [0] * len(last.players)
    for turn in last.turns:
        totals[turn.player] += turn.score or 0
        assert turn.total == totals[turn.player]
    if last.rules.challenge_direction == "bonus_to_player":
        assert tuple(totals) == last.scores
    elif len(totals) == 2:
        assert totals[0] - totals[1] == last.scores[0] - last.scores[1]
    movers = [turn.player for turn in last.turns if turn.kind in _TURNS]
    assert movers == [n % len(last.players) for n in range(len(movers))]


def reads_clean(game: GameState) -> None:
    """Assert that the check finds the record of a game right, with the same totals."""
    record = record_of(game)
    terms = GameTerms(rules=game.rules, board=game.board.key, tiles=game.tiling.tile_set.key)
    report = check_record(record, terms)
    assert not report.deviations
    assert report.scores == tuple(_last_total(record, n) for n in range(len(record.players)))
    # The same as text, read again.
    assert check_gcg(write_gcg(record).encode(), terms).verdict is RecordVerdict.CLEAN


def _last_total(record: Record, player: int) -> int:
    return next((t.total or 0 for t in reversed(record.turns) if t.player == player), 0)


@given(
    seed=st.integers(0, 2**32),
    players=st.integers(2, 4),
    key=st.sampled_from(sorted(RULESETS)),
    kind=st.sampled_from(_CHALLENGE_TYPES),
    ending=st.sampled_from(["double_opponent_rack", "plus_minus"]),
    direction=st.sampled_from(["bonus_to_player", "debit_challenger"]),
    tiles=st.sampled_from(["en", "es", "en-super"]),
    passes=st.sampled_from([0.05, 0.5, 0.9]),
)
@examples(60)
def test_any_game_keeps_its_tiles_its_totals_and_the_order_of_turns_and_reads_clean(
    seed: int,
    players: int,
    key: str,
    kind: str,
    ending: str,
    direction: str,
    tiles: str,
    passes: float,
) -> None:
    rules = rules_of(key, challenge_type=kind, end_bonus=ending, challenge_direction=direction)
    states = states_by_chance(seed, players, rules=rules, tiles=tiles, passes=passes)
    keeps_the_rules(states)
    reads_clean(states[-1])
    # A record that stops anywhere is as right as a whole one.
    reads_clean(states[1 + seed % (len(states) - 1)])
    outcome = outcome_of(states[-1])
    assert sum(outcome.half_wins) >= 2 or sum(outcome.half_wins) == len(outcome.half_wins)
    assert outcome.scores == states[-1].scores


@pytest.mark.parametrize("key", sorted(RULESETS))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_rule_set_plays_to_an_end_of_either_kind(key: str, players: int) -> None:
    for passes, ending in ((0.05, Ending.OUT), (1.0, Ending.SCORELESS)):
        game = states_by_chance(1, players, rules=rules_of(key), passes=passes)[-1]
        assert (game.phase, game.ending) == (Phase.OVER, ending)
        reads_clean(game)


def test_the_record_of_a_super_game_says_its_board_and_tiles() -> None:
    game = states_by_chance(2, 2, rules=rules_of(), tiles="en-super")[-1]
    record = record_of(game, lexicon="CSW21", distribution="english_super")
    report = check_record(record)
    assert (report.verdict, report.board, report.tiles) == (
        RecordVerdict.CLEAN,
        "super21",
        "en-super",
    )
    assert (report.scores, report.complete) == (game.scores, True)


def test_the_same_seed_plays_the_same_game() -> None:
    one = states_by_chance(7, 2, rules=rules_of())
    assert states_by_chance(7, 2, rules=rules_of()) == one
    assert states_by_chance(8, 2, rules=rules_of()) != one
