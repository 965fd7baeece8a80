"""The championship of a club: who qualifies, what is left to play, and who has won."""

from __future__ import annotations

from datetime import date
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.seasons.milestones.championship import (
    FinalGame,
    FinalState,
    best_of_state,
    qualifiers,
    round_robin_state,
)
from clubs.seasons.tables.rules import SeasonRules
from clubs.seasons.tables.table import SeasonTable, season_table
from clubs.seasons.tables.totals import SeasonTotals
from core.errors import UserError
from tests.builders.seasons import a_game, night
from tests.depth import examples


def standing() -> SeasonTable:
    """Returns a table of ann, then bob and cy together, then dee, eve below the minimum."""
    games = (
        a_game("ann", 500, "dee", 300),
        a_game("ann", 500, "dee", 300),
        a_game("bob", 400, "dee", 300),
        a_game("bob", 300, "ann", 400),
        a_game("cy", 400, "dee", 300),
        a_game("cy", 300, "ann", 400),
        a_game("eve", 600, "dee", 100),
    )
    rules = SeasonRules(date(2026, 1, 1), date(2026, 12, 31), minimum_games=2)
    return season_table(SeasonTotals(rules).with_night(night(1, *games)))


def test_the_first_of_the_table_qualify_in_the_order_of_their_places() -> None:
    found = qualifiers(standing(), 3)
    assert (found.qualified, found.undecided, found.reserves) == (
        ("ann", "bob", "cy"),
        (),
        ("dee",),
    )


def test_who_declines_makes_room_for_the_next_one() -> None:
    found = qualifiers(standing(), 3, {"ann", "nobody"})
    assert (found.qualified, found.reserves) == (("bob", "cy", "dee"), ())


def test_who_shares_the_last_place_is_left_for_the_club_to_decide() -> None:
    found = qualifiers(standing(), 2)
    assert (found.qualified, found.undecided, found.open_places) == (("ann",), ("bob", "cy"), 1)
    assert found.reserves == ("dee",)


def test_who_lacks_games_never_qualifies() -> None:
    found = qualifiers(standing(), 9)
    assert found.qualified == ("ann", "bob", "cy", "dee")
    assert (found.undecided, found.open_places) == ((), 0)


def test_a_championship_of_one_is_refused() -> None:
    with pytest.raises(UserError, match="at least two"):
        qualifiers(standing(), 1)


def match(*margins: int, best_of: int = 3) -> FinalState:
    """Returns the state of a match in which ann is ahead by these points, game by game."""
    games = [FinalGame(at, "ann", "bob", 400 + m, 400) for at, m in enumerate(margins, start=1)]
    return best_of_state("ann", "bob", games[::-1], best_of=best_of)


@pytest.mark.parametrize(
    ("margins", "best_of", "left", "winners"),
    [
        ((), 3, 3, ()),
        ((10,), 3, 2, ()),
        ((10, 10), 3, 0, ("ann",)),
        ((10, -20), 3, 1, ()),
        ((10, -20, 5), 3, 0, ("ann",)),
        ((10, 10), 5, 3, ()),
        ((-10, -10, -10), 5, 0, ("bob",)),
        ((0, 10), 3, 1, ()),
        ((0, 10, -30), 3, 0, ("bob",)),
        ((0, 10, -10), 3, 1, ()),
        ((0, 10, -10, 0), 3, 1, ()),
        ((0, 10, -10, 0, 7), 3, 0, ("ann",)),
        ((7,), 1, 0, ("ann",)),
    ],
)
def test_a_match_is_over_when_the_other_can_no_longer_draw_level(
    margins: tuple[int, ...], best_of: int, left: int, winners: tuple[str, ...]
) -> None:
    state = match(*margins, best_of=best_of)
    assert state.left == ((("ann", "bob", left),) if left else ())
    assert state.winners == winners


def test_a_game_after_the_last_and_an_even_match_are_refused() -> None:
    with pytest.raises(UserError, match="was over before game 3"):
        match(10, 10, 10)
    with pytest.raises(UserError, match="odd number"):
        match(best_of=2)
    with pytest.raises(UserError, match="each of them once"):
        best_of_state("ann", "ann", (), best_of=3)


def game(one: str, two: str, margin: int) -> FinalGame:
    """Returns a game of a round robin."""
    return FinalGame(1, one, two, 400 + margin, 400)


def test_a_round_robin_says_what_is_left_and_who_has_won() -> None:
    games = [game("ann", "bob", 20), game("cy", "ann", -10), game("bob", "cy", 5)]
    begun = round_robin_state(("cy", "ann", "bob"), games[:1])
    assert (begun.left, begun.winners) == ((("ann", "cy", 1), ("bob", "cy", 1)), ())
    early = round_robin_state(("cy", "ann", "bob"), games[:2])
    assert (early.left, early.winners) == ((("bob", "cy", 1),), ("ann",))
    done = round_robin_state(("cy", "ann", "bob"), games)
    assert [(row.rank, row.player, row.half_wins, row.spread) for row in done.rows] == [
        (1, "ann", 4, 30),
        (2, "bob", 2, -15),
        (3, "cy", 0, -15),
    ]


def test_equal_wins_and_spread_share_the_first_place() -> None:
    games = [game("ann", "bob", 10), game("bob", "cy", 10), game("cy", "ann", 10)]
    assert round_robin_state(("ann", "bob", "cy"), games).winners == ("ann", "bob", "cy")


def test_a_double_round_robin_has_two_games_of_everybody_with_everybody() -> None:
    state = round_robin_state(("ann", "bob"), [game("bob", "ann", 5)], meetings=2)
    assert (state.left, state.winners) == ((("ann", "bob", 1),), ())


@given(st.integers(0, 10**6), st.integers(0, 5))
@examples(40)
def test_who_has_won_early_wins_however_the_rest_ends(seed: int, played: int) -> None:
    dice = Random(seed)
    pairs = list(combinations("abcd", 2))
    dice.shuffle(pairs)
    games = [game(one, two, dice.choice((-30, 0, 30))) for one, two in pairs[:played]]
    state = round_robin_state("abcd", games)
    assert sum(count for *_, count in state.left) == len(pairs) - played
    open_pairs = pairs[played:]
    if len(open_pairs) > 3:
        return  # too much is open for anybody to have won
    leaders = []
    for margins in product((-900, 0, 900), repeat=len(open_pairs)):
        rest = [game(*pair, margin) for pair, margin in zip(open_pairs, margins, strict=True)]
        end = round_robin_state("abcd", [*games, *rest])
        assert set(state.winners) <= set(end.winners)
        most = end.rows[0].half_wins
        leaders.append([row.player for row in end.rows if row.half_wins == most])
    if all(leading == leaders[0] and len(leading) == 1 for leading in leaders):
        assert list(state.winners) == leaders[0]
    elif open_pairs:
        assert state.winners == ()


@pytest.mark.parametrize(
    ("players", "games", "meetings", "code"),
    [
        (("ann",), (), 1, "final.places"),
        (("ann", "ann"), (), 1, "final.places"),
        (("ann", "bob"), (), 0, "final.meetings"),
        (("ann", "bob"), (game("ann", "cy", 1),), 1, "final.stranger"),
        (("ann", "bob"), (game("ann", "ann", 1),), 1, "final.stranger"),
        (("ann", "bob"), (game("ann", "bob", 1),) * 2, 1, "final.too_many"),
    ],
)
def test_what_is_no_round_robin_is_refused(
    players: tuple[str, ...], games: tuple[FinalGame, ...], meetings: int, code: str
) -> None:
    with pytest.raises(UserError, match=r"\.$") as refused:
        round_robin_state(players, games, meetings=meetings)
    assert refused.value.code == code
