"""The figures of games, by invented games that were counted by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.engine.checking import GameTerms, check_gcg
from games.engine.figures import Figures, figures_of, rack_text
from games.engine.report import RecordVerdict
from games.engine.tiling import tiling
from tests.builders.games import (
    MOVES,
    Move,
    bonus_game,
    complete_game,
    deviating_game,
    four_player_game,
    game,
    phoney_game,
    unfinished_game,
)


def figures(text: str, holds: Callable[[str], bool] | None = None) -> Figures:
    """Returns the figures of a record; `holds` says which words a lexicon has."""
    return figures_of(check_gcg(text.encode(), GameTerms(holds=holds)))


def all_but(*words: str) -> Callable[[str], bool]:
    wrong = {tiling("en").word(word) for word in words}
    return lambda codes: codes not in wrong


def test_a_whole_game_is_counted_by_player() -> None:
    first, second = figures(complete_game()).players
    assert (first.score, first.opponents_best) == (404, 415)
    assert (second.score, second.opponents_best) == (415, 404)
    assert (first.turns, second.turns) == (12, 11)
    assert (first.plays, second.plays) == (12, 11)
    assert (first.bingos, second.bingos) == (1, 1)
    assert (first.blanks, second.blanks) == (0, 2)
    assert (first.exchanges, first.challenges_won, first.challenges_lost) == (0, 0, 0)


def test_the_game_itself_is_counted() -> None:
    found = figures(complete_game())
    assert (found.verdict, found.complete) == (RecordVerdict.CLEAN, True)
    assert (found.turns, found.combined) == (23, 819)
    assert found.opening_rack == "BDGIIIM"
    assert found.words[:2] == ("BIDI", "BROWST")
    assert "TRAVOISE" in found.words
    assert not any("(" in word or "." in word for word in found.words)


def test_the_highest_play_names_what_it_goes_through_and_its_turn() -> None:
    first, second = figures(complete_game()).players
    assert (first.best_play, first.best_play_score, first.best_play_turn) == ("1L JUVE", 82, 17)
    assert (second.best_play, second.best_play_score, second.best_play_turn) == (
        "13E (T)RAVOIsE",
        62,
        8,
    )


def test_tiles_that_lie_together_share_their_parentheses() -> None:
    through = Move("AIL", "8A ALI.....", 51)
    opening = Move("QUANTIS", "8D QUANT", 48)
    (player, _) = figures(game(("Ada", "Ben"), [(0, opening), (1, MOVES[1]), (0, through)])).players
    assert player.best_play == "8A ALI(QUANT)"


def test_points_of_failed_challenges_are_no_part_of_the_record_score() -> None:
    first, second = figures(bonus_game(points=10)).players
    assert (second.score, second.record_score) == (32, 22)
    assert (first.score, first.record_score) == (36, 36)
    assert (first.challenges_lost, second.challenges_lost) == (1, 0)
    assert (second.turns, second.plays) == (1, 1)


def test_a_lost_turn_is_a_challenge_lost() -> None:
    lost = Move("DGIMNUU", "-", 0)
    text = game(("Ada", "Ben"), [(0, MOVES[0]), (1, MOVES[1]), (0, lost)])
    first, second = figures(f"{text}#note #unsuccessful-challenge\n").players
    assert (first.challenges_lost, second.challenges_lost) == (1, 0)
    assert first.turns == 2


def test_a_play_that_came_off_counts_for_its_challenge_only() -> None:
    first, second = figures(phoney_game()).players
    assert (second.score, second.turns, second.plays) == (0, 1, 0)
    assert (second.best_play, second.best_play_turn) == ("", None)
    assert (second.phoneys_caught, first.challenges_won) == (1, 1)
    assert "BROWUST" not in figures(phoney_game()).words


def test_phoneys_are_known_by_a_lexicon_only() -> None:
    assert [player.phoneys for player in figures(phoney_game()).players] == [None, None]
    judged = figures(phoney_game(), all_but("BROWUST")).players
    assert [player.phoneys for player in judged] == [0, 1]


def test_a_phoney_that_nobody_challenged_stays_and_counts() -> None:
    first, second = figures(complete_game(), all_but("JUVE", "BIDI")).players
    assert (first.phoneys, first.phoneys_caught) == (2, 0)
    assert (second.phoneys, second.phoneys_caught) == (0, 0)


def test_exchanges_are_turns_without_points() -> None:
    exchange = Move("IORSTUW", "-UW", 0)
    first, second = figures(game(("Ada", "Ben"), [(0, MOVES[0]), (1, exchange)])).players
    assert (second.exchanges, second.turns, second.score) == (1, 1, 0)
    assert first.exchanges == 0


def test_four_players_have_figures_and_nobody_knows_who_challenged() -> None:
    text = four_player_game()
    found = figures(text)
    assert [player.score for player in found.players] == [38, 54, 40, 93]
    assert [player.opponents_best for player in found.players] == [93, 93, 93, 54]
    off = game(
        ("Ada", "Ben", "Cleo"),
        [(0, MOVES[0]), (1, Move("IORSTUW", "E8 .ROWUST", 24)), (1, Move("IORSTUW", "--", -24))],
    )
    assert [player.challenges_won for player in figures(off).players] == [0, 0, 0]


def test_what_deviates_is_counted_as_it_is_right() -> None:
    found = figures(deviating_game())
    assert found.verdict is RecordVerdict.DEVIATES
    assert [player.score for player in found.players] == [36, 22]


@pytest.mark.parametrize("turns", [2, 5, 9])
def test_an_unfinished_game_says_so(turns: int) -> None:
    found = figures(unfinished_game(turns))
    assert (found.complete, found.turns) == (False, turns)


def test_what_cannot_be_read_comes_to_nothing() -> None:
    found = figures_of(check_gcg(b"\xff\xfe\x00"))
    assert (found.verdict, found.complete, found.turns) == (RecordVerdict.NOT_GCG, False, 0)
    assert (found.players, found.words) == ((), ())


def test_a_rack_is_written_in_the_order_of_the_alphabet_blanks_last() -> None:
    assert rack_text(tiling("en"), "TAR?EIS") == "AEIRST?"
    assert rack_text(tiling("en"), "t1") == ""
