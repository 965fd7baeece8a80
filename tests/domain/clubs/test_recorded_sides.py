"""What the records of games say of their players, by invented games that were counted by hand."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from clubs.records.book.facts import RecordedPlay, RecordedSide
from clubs.records.book.recorded import recorded_sides
from games.engine.checking import GameTerms, check_gcg
from games.engine.report import GameReport
from games.engine.tiling import tiling
from tests.builders.games import (
    MOVES,
    Move,
    complete_game,
    deviating_game,
    four_player_game,
    game,
    unfinished_game,
)


def checked(text: str, holds: Callable[[str], bool] | None = None) -> GameReport:
    """Returns a record, checked; `holds` says which words a lexicon has."""
    return check_gcg(text.encode(), GameTerms(holds=holds))


def sides(report: GameReport) -> tuple[RecordedSide, RecordedSide]:
    found = recorded_sides(report)
    assert found is not None
    return found


def all_but(word: str) -> Callable[[str], bool]:
    return lambda codes: codes != tiling("en").word(word)


def test_a_whole_game_says_of_each_player_what_records_are_made_of() -> None:
    first, second = sides(checked(complete_game()))
    assert (first.record_score, second.record_score) == (404, 415)
    assert (first.bingos, first.bingos_in_a_row, first.blanks) == (1, 1, 0)
    assert (second.bingos, second.bingos_in_a_row, second.blanks) == (1, 1, 2)
    assert (first.comeback, second.comeback) == (72, 14)
    assert (first.triple_triples, second.triple_triples) == (0, 0)
    assert (first.phoneys, second.phoneys) == (None, None)


def test_its_plays_are_those_that_were_worth_most_in_each_kind() -> None:
    first, second = sides(checked(complete_game()))
    assert first.best == first.best_without_bingo == RecordedPlay(82, 4, "1L JUVE")
    assert second.best == second.longest == RecordedPlay(62, 8, "13E (T)RAVOIsE")
    assert second.best_without_bingo is not None
    assert second.best_without_bingo.score == 53
    assert (first.opening, second.opening) == (RecordedPlay(14, 4, "8E BIDI"), None)
    assert first.out is not None
    assert (first.out.score, second.out) == (8, None)
    assert first.longest is not None
    assert first.longest.text == "7H TRUEING"


def test_a_phoney_that_stayed_is_counted_with_its_play_where_a_list_was_asked() -> None:
    first, second = sides(checked(complete_game(), all_but("TRAVOISE")))
    assert (first.phoneys, second.phoneys) == (0, 1)
    assert second.best is not None
    assert second.best.is_phoney is True
    assert second.best_without_bingo is not None
    assert second.best_without_bingo.is_phoney is False


def test_nobody_has_phoneys_by_another_list_than_that_of_the_game() -> None:
    found = recorded_sides(checked(complete_game(), all_but("TRAVOISE")), is_sure=False)
    assert found is not None
    assert [side.phoneys for side in found] == [None, None]
    assert found[1].best is not None
    assert found[1].best.is_phoney is None


def test_points_of_failed_challenges_are_no_part_of_the_record_score() -> None:
    bonus = Move(MOVES[3].rack, "(challenge)", 5)
    turns = [(place % 2, move) for place, move in enumerate(MOVES[:-1])]
    report = checked(game(("Ada", "Ben"), [*turns[:2], (1, bonus), *turns[2:], (0, MOVES[-1])]))
    assert report.scores == (404, 420)
    assert [side.record_score for side in sides(report)] == [404, 415]


def test_a_play_over_two_triple_word_squares_is_a_triple_triple() -> None:
    report = checked(complete_game())
    place = next(n for n, one in enumerate(report.turns) if one.is_bingo)
    codes = [code for _, code in report.turns[place].laid]
    edge = tuple(zip((0, 1, 2, 3, 4, 5, 7), codes, strict=True))
    turns = list(report.turns)
    turns[place] = msgspec.structs.replace(turns[place], laid=edge)
    found = sides(msgspec.structs.replace(report, turns=tuple(turns)))
    assert sum(side.triple_triples for side in found) == 1


@pytest.mark.parametrize(
    "text",
    [unfinished_game(), deviating_game(), four_player_game(), "no record"],
    ids=["unfinished", "wrong points", "four players", "no record"],
)
def test_a_record_that_can_hold_nothing_says_nothing(text: str) -> None:
    assert recorded_sides(checked(text)) is None
