"""The Australian draw: the highest allowed from the top down, and a casement to begin with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.pairing_checks import conditioned, pair_and_check
from tests.builders.positions import a_field
from tests.depth import examples
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import Request, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition, rank_order
from tournaments.pairing.wording import in_words

AUSTRALIAN = Request("australian")


def by_number(players: int, *met: tuple[int, int, int], round_number: int = 5) -> PairingPosition:
    """Returns a field ranked by number, after these meetings (round, one, two)."""
    field = tuple(PairingPlayer(number) for number in range(1, players + 1))
    return PairingPosition(round_number, field, tuple(Meeting(*game) for game in met))


def games(position: PairingPosition, request: Request = AUSTRALIAN) -> list[tuple[int, int]]:
    """Returns who meets whom, in board order, who sits out twice."""
    pairing = pair(position, request)
    return [(b.one, b.two) for b in pairing.boards] + [(n, n) for n in pairing.byes]


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (2, [(1, 2)]),
        (4, [(1, 3), (2, 4)]),
        (5, [(1, 4), (2, 5), (3, 3)]),
        (8, [(1, 5), (2, 6), (3, 7), (4, 8)]),
        (9, [(1, 6), (2, 7), (3, 8), (4, 9), (5, 5)]),
    ],
)
def test_the_casement_opens_and_the_middle_player_sits_out(
    players: int, expected: list[tuple[int, int]]
) -> None:
    assert games(by_number(players, round_number=1)) == expected


def test_the_casement_joins_two_of_the_upper_half_only_where_it_must() -> None:
    field = by_number(6, round_number=1)
    assert games(replace(field, apart=((1, 4),))) == [(1, 5), (2, 4), (3, 6)]
    assert games(replace(field, apart=((1, 4), (1, 5), (1, 6)))) == [(1, 2), (3, 5), (4, 6)]


def test_later_the_top_player_meets_the_highest_he_has_not_met() -> None:
    assert games(by_number(6)) == [(1, 2), (3, 4), (5, 6)]
    assert games(by_number(6, (1, 1, 2), (2, 1, 3))) == [(1, 4), (2, 3), (5, 6)]


def test_a_choice_that_would_corner_those_below_is_not_made() -> None:
    """5 and 6 have met, 4 has met both: whoever takes 3 from them leaves a repeat."""
    met = ((1, 5, 6), (2, 4, 5), (3, 4, 6))
    assert games(by_number(6, *met)) == [(1, 4), (2, 5), (3, 6)]


def test_the_bye_ranks_last_and_never_comes_twice_before_all_had_it() -> None:
    field = by_number(5)
    assert games(field) == [(1, 2), (3, 4), (5, 5)]
    had = tuple(replace(p, byes=1) if p.number in (3, 5) else p for p in field.players)
    assert games(replace(field, players=had)) == [(1, 2), (3, 5), (4, 4)]


def test_the_oldest_rounds_are_forgiven_where_there_is_no_draw_otherwise() -> None:
    met = ((1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 1, 4), (3, 2, 3))
    pairing = pair(by_number(4, *met, round_number=4), AUSTRALIAN)
    assert [(b.one, b.two) for b in pairing.boards] == [(1, 2), (3, 4)]
    assert [in_words(warning) for warning in pairing.warnings] == [
        "There is no draw without repeats, so meetings before round 2 are forgiven.",
        "No pairing without repeats was possible; boards that repeat: 2.",
    ]


def test_meetings_before_a_round_are_forgiven_when_asked() -> None:
    position = by_number(4, (1, 1, 2), (2, 1, 3))
    assert games(position) == [(1, 4), (2, 3)]
    assert games(position, Request("australian", since=2)) == [(1, 2), (3, 4)]


def test_a_limit_is_kept_and_nothing_forgiven() -> None:
    met = ((1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 1, 4), (3, 2, 3))
    position = by_number(4, *met, round_number=4)
    with pytest.raises(PairingError) as refused:
        pair(position, Request("australian", repeats=0))
    assert (refused.value.code, refused.value.params["smallest"]) == ("pairing.infeasible", 1)
    assert games(position, Request("australian", repeats=1)) == [(1, 2), (3, 4)]


def test_two_who_should_not_meet_do_so_only_where_nothing_else_is_left() -> None:
    field = replace(by_number(4), avoid=((1, 2),))
    assert games(field) == [(1, 3), (2, 4)]
    assert games(replace(field, apart=((1, 3), (1, 4)))) == [(1, 2), (3, 4)]


@pytest.mark.parametrize("players", [0, 1])
def test_too_few_players_are_refused(players: int) -> None:
    with pytest.raises(PairingError) as refused:
        pair(by_number(players), AUSTRALIAN)
    assert in_words(refused.value) == (
        f"An Australian draw needs 2 players; this division has {players} to pair."
    )


def test_who_can_meet_nobody_is_named() -> None:
    with pytest.raises(PairingError) as refused:
        pair(replace(by_number(4), apart=((1, 2), (1, 3), (1, 4))), AUSTRALIAN)
    assert refused.value.code == "pairing.kept_apart"


def test_every_board_says_by_which_rule_it_came_about() -> None:
    assert {why.rule for why in pair(by_number(6), AUSTRALIAN).explanation} == {
        "australian.highest"
    }
    opened = pair(by_number(6, round_number=1), AUSTRALIAN)
    assert {why.rule for why in opened.explanation} == {"australian.casement"}


def by_hand(position: PairingPosition) -> Iterator[dict[int, int]]:
    """Yields the complete draws without a repeat as a director finds them, turning back by hand."""
    ranked = [player.number for player in rank_order(position.players)]
    met = {frozenset((m.one, m.two)) for m in position.meetings}
    fewest = min(player.byes for player in position.players)
    spared = {player.number for player in position.players if player.byes > fewest}

    def drawn(left: list[int]) -> Iterator[dict[int, int]]:
        if not left:
            yield {}
            return
        top = left[0]
        for other in left[1:]:
            if frozenset((top, other)) not in met and not (other == 0 and top in spared):
                for rest in drawn([n for n in left if n not in (top, other)]):
                    yield {top: other, **rest}

    return drawn([*ranked, *([0] if len(ranked) % 2 else [])])


@examples(60)
@given(
    players=st.integers(4, 13),
    rounds=st.integers(1, 5),
    seed=st.integers(0, 10**6),
)
def test_the_draw_is_the_first_that_turning_back_by_hand_finds(
    players: int, rounds: int, seed: int
) -> None:
    position = a_field(players, rounds, seed)
    expected = next(by_hand(position), None)
    pairing = pair(position, AUSTRALIAN)
    found = {b.one: b.two for b in pairing.boards} | dict.fromkeys(pairing.byes, 0)
    if expected is None:
        assert "australian.forgiven" in {warning.code for warning in pairing.warnings}
    else:
        assert found == expected
        assert pairing.warnings == ()


@examples(50)
@given(position=conditioned, repeats=st.sampled_from([None, 0, 1]))
def test_a_draw_keeps_what_every_pairing_has_to_keep(
    position: PairingPosition, repeats: int | None
) -> None:
    pair_and_check(position, Request("australian", repeats=repeats))
