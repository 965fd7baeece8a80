"""The pairings that cannot be made: the smallest relaxation that works, and who is in the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.positions import Pairs, a_field, all_pairings, shuffled
from tests.depth import examples
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import Request, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition
from tournaments.pairing.wording import in_words

SIX = tuple(PairingPlayer(number) for number in range(1, 7))
AROUND_FOUR = tuple(
    Meeting(1, one, two) for one in (1, 2, 3) for two in range(one + 1, 7) if two != 4
)
"""1, 2 and 3 have met everybody but 4."""


def refusal(position: PairingPosition, request: Request) -> PairingError:
    """Returns why a position is not paired."""
    with pytest.raises(PairingError) as refused:
        pair(position, request)
    return refused.value


def repeats_of(position: PairingPosition, pairs: Pairs) -> list[int]:
    """Returns how often the two of every board have met."""
    met = [frozenset((m.one, m.two)) for m in position.meetings]
    return [met.count(frozenset(pair)) for pair in pairs]


def test_who_can_meet_too_few_is_named_with_whom_they_can_meet() -> None:
    fault = refusal(PairingPosition(2, SIX, AROUND_FOUR), Request("swiss", repeats=0))
    assert (fault.code, dict(fault.params)) == (
        "pairing.infeasible",
        {
            "repeats": 0,
            "smallest": 1,
            "boards": 1,
            "groups": ((1,), (2,), (3,)),
            "partners": (4,),
        },
    )
    assert in_words(fault) == (
        "There is no pairing without repeats; one repeat suffices."
        " As asked, 1, 2 and 3 can meet nobody but 4."
    )


def test_where_the_bye_is_part_of_the_optimum_it_is_named_among_those_left_to_meet() -> None:
    position = PairingPosition(2, SIX[:5], tuple(met for met in AROUND_FOUR if met.two != 6))
    fault = refusal(position, Request("swiss", "spread", repeats=0))
    assert (fault.code, fault.params["smallest"]) == ("pairing.infeasible", 1)
    assert fault.params["groups"] == ((1,), (2,), (3,), (5,))
    assert fault.params["partners"] == (0, 4)


def test_a_needed_repeat_says_why_it_was_needed() -> None:
    [warning] = pair(PairingPosition(2, SIX, AROUND_FOUR), Request("swiss")).warnings
    assert in_words(warning) == (
        "No pairing without repeats was possible; boards that repeat: 1."
        " As asked, 1, 2 and 3 can meet nobody but 4."
    )


@pytest.mark.parametrize("method", ["swiss", "random", "koth"])
def test_forgiven_meetings_are_no_repeats_but_are_told(method: str) -> None:
    position = replace(PairingPosition(2, SIX, AROUND_FOUR), round_number=3)
    pairing = pair(position, Request(method, repeats=0, since=2))
    assert (pairing.repeats, pairing.objective["repeats"]) == (0, 0)
    assert any(reason.meetings for reason in pairing.explanation)


def test_a_forgiven_meeting_of_the_round_before_still_counts_as_back_to_back() -> None:
    four = SIX[:4]
    met = (Meeting(2, 1, 3), Meeting(2, 2, 4))
    pairing = pair(PairingPosition(3, four, met), Request("swiss", since=3))
    assert (1, 3) not in [(board.one, board.two) for board in pairing.boards]
    fixed = pair(PairingPosition(3, four, met, apart=((1, 2), (1, 4))), Request("swiss", since=3))
    assert (fixed.objective["repeats"], fixed.objective["back_to_back"]) == (0, 2)


@examples(60)
@given(
    players=st.sampled_from([4, 6, 8]),
    rounds=st.integers(3, 9),
    seed=st.integers(0, 10**6),
    repeats=st.integers(0, 2),
)
def test_a_refusal_tells_the_smallest_limit_and_the_fewest_boards_beyond_what_was_asked(
    players: int, rounds: int, seed: int, repeats: int
) -> None:
    position = a_field(players, rounds, seed)
    numbers = tuple(player.number for player in position.players)
    boards = [repeats_of(position, pairs) for pairs in all_pairings(numbers)]
    smallest = min(max(met) for met in boards)
    if smallest <= repeats:
        assert pair(position, Request("swiss", repeats=repeats)).boards
        return
    fault = refusal(position, Request("swiss", repeats=repeats))
    assert fault.params["smallest"] == smallest
    assert fault.params["boards"] == min(
        sum(1 for times in met if times > repeats) for met in boards if max(met) <= smallest
    )
    again = refusal(shuffled(position, seed), Request("swiss", repeats=repeats))
    assert again.params == fault.params
    assert_blocked(position, fault.params, repeats)


def assert_blocked(position: PairingPosition, params: Mapping[str, object], repeats: int) -> None:
    """Checks that more groups than partners can meet nobody else within the limit."""
    groups, partners = params["groups"], params["partners"]
    assert isinstance(groups, tuple)
    assert isinstance(partners, tuple)
    assert len(groups) > len(partners)
    for group in groups:
        assert len(group) % 2
        for one in group:
            for other in position.players:
                if other.number not in (*group, *partners):
                    assert repeats_of(position, ((one, other.number),)) > [repeats]


def test_more_boards_of_one_repeat_are_told_from_fewer_of_two() -> None:
    """Two boards that have met once are no worse than one that has met twice."""
    met = [(1, 1, 2), (1, 3, 4), (2, 1, 3), (6, 1, 3), (3, 1, 4), (4, 1, 4), (5, 2, 3)]
    position = PairingPosition(7, SIX[:4], tuple(Meeting(*meeting) for meeting in met))
    pairing = pair(position, Request("swiss"))
    [warning] = pairing.warnings
    assert [(board.one, board.two) for board in pairing.boards] == [(1, 2), (3, 4)]
    assert (warning.params["boards"], warning.params["fewest"]) == (2, 1)
    assert "As few as 1 would do, of players who have met more often." in in_words(warning)


def test_players_kept_apart_are_named_with_what_would_be_enough() -> None:
    apart = tuple((one, two) for one in (1, 2, 3) for two in range(one + 1, 7) if two != 4)
    fault = refusal(PairingPosition(1, SIX, apart=apart), Request("swiss"))
    assert fault.code == "pairing.kept_apart"
    assert (fault.params["groups"], fault.params["partners"]) == (((1,), (2,), (3,)), (4,))
    release = fault.params["release"]
    assert isinstance(release, tuple)
    [released] = release
    assert released in apart
    left = tuple(pair for pair in apart if pair != released)
    assert len(pair(PairingPosition(1, SIX, apart=left), Request("swiss")).boards) == 3
    assert in_words(fault).endswith(
        " As asked, 1, 2 and 3 can meet nobody but 4. It would be enough to let these meet:"
        f" {released[0]} and {released[1]}."
    )


def test_an_odd_ring_is_told_to_have_nobody_else() -> None:
    apart = tuple((one, two) for one in (1, 2, 3) for two in (4, 5, 6))
    words = in_words(refusal(PairingPosition(1, SIX, apart=apart), Request("swiss")))
    assert "1, 2 and 3 can meet nobody but each other, and are an odd number." in words


def test_the_bye_can_be_what_too_many_wait_for() -> None:
    five = SIX[:5]
    apart = tuple((one, two) for one in (1, 2, 3) for two in range(one + 1, 6) if two != 4)
    fault = refusal(PairingPosition(1, five, apart=apart), Request("swiss"))
    assert fault.params["partners"] == (0, 4)
    assert "1, 2, 3 and 5 can meet nobody but 4 and the bye." in in_words(fault)


def test_two_rings_and_a_partner_are_told_as_groups() -> None:
    rings = [(1, 2, 3), (4, 5, 6), (7, 8, 9)]
    ten = tuple(PairingPlayer(number) for number in range(1, 11))
    apart = tuple(
        (one, two) for ring in rings for one in ring for two in range(1, 10) if two not in ring
    )
    words = in_words(refusal(PairingPosition(1, ten, apart=apart), Request("swiss")))
    assert "nobody outside it but 10: 1, 2 and 3; 4, 5 and 6; 7, 8 and 9." in words


@examples(40)
@given(players=st.sampled_from([4, 6, 8]), seed=st.integers(0, 10**6), data=st.data())
def test_what_is_released_is_as_little_as_can_be(
    players: int, seed: int, data: st.DataObject
) -> None:
    position = a_field(players, 2, seed)
    numbers = [player.number for player in position.players]
    pairs = [(one, two) for one in numbers for two in numbers if one < two]
    apart = tuple(
        data.draw(st.lists(st.sampled_from(pairs), unique=True, min_size=len(pairs) // 2))
    )
    least = min(
        sum(1 for pair in pairs if tuple(sorted(pair)) in apart)
        for pairs in all_pairings(tuple(numbers))
    )
    if not least:
        assert pair(replace(position, apart=apart), Request("swiss")).boards
        return
    release = refusal(replace(position, apart=apart), Request("swiss")).params["release"]
    assert isinstance(release, tuple)
    assert len(release) == least
    left = tuple(pair for pair in apart if pair not in release)
    assert pair(replace(position, apart=left), Request("swiss")).boards
