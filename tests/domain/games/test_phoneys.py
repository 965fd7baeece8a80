"""The plays with a word that a list lacks that may be called phoneys."""

from __future__ import annotations

import pytest

from games.engine.checking import GameTerms, check_gcg
from games.engine.phoneys import phoneys, same_list
from games.engine.report import CountedTurn
from tests.builders.games import MOVES, Move, game, phoney_game, unfinished_game

LOST = Move("DGIMNUU", "-", 0)
BONUS = Move("IORSTUW", "(challenge)", 5)
NOTE = "#note #unsuccessful-challenge\n"


def turns(text: str) -> tuple[CountedTurn, ...]:
    """Returns a checked game, judged by a list without a word."""
    return check_gcg(text.encode(), GameTerms(holds=lambda _: False)).turns


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("CSW24", "csw24", True),
        ("NWL 23", "NWL2023", True),
        ("CSW-2024", "CSW24", True),
        ("CSW24", "CSW21", False),
        ("CSW24", "SCOWL80", False),
        ("", "CSW24", False),
    ],
)
def test_codes_name_one_list_however_they_are_written(one: str, other: str, same: bool) -> None:
    assert same_list(one, other) is same_list(other, one) is same


def test_what_stayed_is_a_phoney_only_by_the_list_of_the_game() -> None:
    played = turns(unfinished_game(2))
    assert phoneys(played, is_sure=True) == {0, 1}
    assert phoneys(played, is_sure=False) == frozenset()


def test_what_came_off_is_a_phoney_by_any_list_that_lacks_its_word() -> None:
    assert phoneys(turns(phoney_game()), is_sure=False) == {1}
    held = check_gcg(phoney_game().encode(), GameTerms(holds=lambda _: True)).turns
    unasked = check_gcg(phoney_game().encode()).turns
    assert phoneys(held, is_sure=True) == phoneys(unasked, is_sure=True) == frozenset()


@pytest.mark.parametrize("after", [[(1, BONUS)], [(0, LOST)]])
def test_what_a_failed_challenge_upheld_is_no_phoney(after: list[tuple[int, Move]]) -> None:
    text = game(("Ada", "Ben"), [(0, MOVES[0]), (1, MOVES[1]), *after])
    assert phoneys(turns(text + NOTE), is_sure=True) == {0}


def test_a_turn_that_is_passed_upholds_nothing() -> None:
    text = game(("Ada", "Ben"), [(0, MOVES[0]), (1, MOVES[1]), (0, LOST)])
    assert phoneys(turns(text), is_sure=True) == {0, 1}
