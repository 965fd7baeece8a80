"""The games of a club night: who plays whom now, who is left over, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.nights.arranging.arranging import Arrangement, arrange
from clubs.nights.arranging.position import (
    ArrangedBy,
    ArrangingRules,
    LastMet,
    NightPlayer,
    NightPosition,
    NightTerms,
    OwnChoice,
)
from clubs.nights.arranging.wording import board_in_words, left_in_words
from core.errors import UserError
from tests.builders.club_nights import COLLINS, a_night, evening, people
from tests.depth import examples, times
from tournaments.pairing.position import Meeting

QUICK = NightTerms("", 15)
BY_RECORD, BY_MEETING = ArrangingRules(), ArrangingRules("longest_not_met")
Games = tuple[tuple[int, int], ...]


def games(arranged: Arrangement) -> list[tuple[int, ...]]:
    """Returns who sits at each board."""
    return [board.players for board in arranged.boards]


nights = st.builds(a_night, players=st.integers(1, 30), seed=st.integers(0, 10**6))
rules = st.builds(
    ArrangingRules,
    by=st.sampled_from(["record", "rating_band", "longest_not_met"]),
    bands=st.just((1200, 1600)),
    repeats=st.sampled_from([None, 0, 1]),
    odd=st.sampled_from(["sits_out", "two_boards", "three_handed"]),
)


def all_games(numbers: tuple[int, ...], allowed: set[tuple[int, int]]) -> Iterator[Games]:
    """Yields every set of games among these players."""
    if not numbers:
        yield ()
        return
    first, *others = numbers
    yield from all_games(tuple(others), allowed)
    for other in others:
        if (first, other) in allowed:
            rest = tuple(number for number in others if number != other)
            yield from (((first, other), *more) for more in all_games(rest, allowed))


def cost_by_hand(night: NightPosition, arranged: Games, by: ArrangedBy) -> tuple[int, ...]:
    """Returns a second account of what some games cost, fewer games being dearer than all else."""
    here = {player.number: player for player in night.players}
    free = list(night.free)
    seated = {number for game in arranged for number in game}
    left = [player for player in free if player.number not in seated]
    met = [(min(m.one, m.two), max(m.one, m.two), m.round) for m in night.meetings]
    ago = {(last.one, last.two): last.nights_ago for last in night.last_met}
    record = {n: p.half_wins - p.half_losses for n, p in here.items()}
    moments = sorted({player.free_since for player in free}, reverse=True)
    chosen = night.choice_of
    fixed = [sum(1 for one, two, _ in met if (one, two) == game) for game in arranged]
    wishes = [
        number for number in chosen if (tuple(sorted((number, chosen[number]))) not in arranged)
    ]
    met_before = sum(game in ago for game in arranged)
    of_late = sum(1 + max(104 - ago[game], 0) for game in arranged if game in ago)
    records = sum((record[one] - record[two]) ** 2 for one, two in arranged)
    method = {
        "record": (records, met_before, of_late),
        "longest_not_met": (met_before, of_late, records),
    }
    return (
        len(left),
        sum(player.sat_out_last for player in left),
        sum(player.sit_outs for player in left),
        sum(fixed),
        sum((one, two, night.ordinal - 1) in met for one, two in arranged),
        sum(moments.index(player.free_since) for player in left),
        len(wishes),
        *method[by],
    )


@pytest.mark.parametrize("by", ["record", "longest_not_met"])
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_no_other_games_of_a_small_night_are_better(players: int, by: ArrangedBy) -> None:
    for seed in range(times(12)):
        night = a_night(players, seed)
        kept = {tuple(sorted(pair)) for pair in night.apart}
        allowed = {
            (one.number, two.number)
            for one, two in combinations(night.free, 2)
            if set(one.plays) & set(two.plays) and (one.number, two.number) not in kept
        }
        free = tuple(player.number for player in night.free)
        settled = {pair for pair in night.mutual if pair in allowed}
        possible = [some for some in all_games(free, allowed) if settled <= set(some)]
        best = min(cost_by_hand(night, some, by) for some in possible)
        drawn = arrange(night, ArrangingRules(by))
        found = tuple((board.one, board.two) for board in drawn.boards)
        assert cost_by_hand(night, found, by) == best, seed


@given(nights, rules)
@examples(60)
def test_everybody_who_is_free_has_one_place_and_nobody_else_any(
    night: NightPosition, how: ArrangingRules
) -> None:
    arranged = arrange(night, how)
    free = {player.number: player for player in night.free}
    met = [{meeting.one, meeting.two} for meeting in night.meetings]
    doubled = [b.reason.rule == "odd.two_boards" for b in arranged.boards]
    seats = [number for board in arranged.boards for number in board.players]
    assert sorted({*seats, *arranged.left}) == sorted(free)
    assert not set(seats) & set(arranged.left)
    assert len(seats) == len(set(seats)) + sum(doubled)
    for board in arranged.boards:
        assert all(board.terms in free[number].plays for number in board.players)
        for pair in combinations(board.players, 2):
            assert tuple(sorted(pair)) not in night.kept_apart
            assert how.repeats is None or met.count(set(pair)) <= how.repeats
    for number in {n for n in seats if seats.count(n) > 1}:
        assert free[number].takes_two
        assert seats.count(number) == 2


@given(nights, rules, st.randoms())
@examples(25)
def test_the_order_of_the_rows_changes_nothing(
    night: NightPosition, how: ArrangingRules, dice: Random
) -> None:
    def shuffled(rows: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(dice.sample(rows, len(rows)))

    other = replace(
        night,
        players=shuffled(night.players),
        meetings=tuple(Meeting(m.round, m.two, m.one) for m in reversed(night.meetings)),
        last_met=shuffled(night.last_met),
        choices=shuffled(night.choices),
        apart=tuple((two, one) for one, two in night.apart),
    )
    assert arrange(other, how, seed="s") == arrange(night, how, seed="s")


def test_a_seed_settles_what_nothing_else_does() -> None:
    night = evening(*people(3))
    left = {seed: str(arrange(night, BY_MEETING, seed=seed).left) for seed in "abcdefgh"}
    assert len(set(left.values())) > 1
    assert all(str(arrange(night, BY_MEETING, seed=s).left) == out for s, out in left.items())


def test_equal_records_of_tonight_meet_and_a_late_arrival_is_even() -> None:
    one, two = NightPlayer(1, half_wins=4), NightPlayer(2, half_wins=4)
    late, even = NightPlayer(3), NightPlayer(4, half_wins=2, half_losses=2)
    assert games(arrange(evening(one, two, late, even, ordinal=3), BY_RECORD)) == [(1, 2), (3, 4)]


def test_players_of_one_band_meet() -> None:
    ratings = (1700, 900, 1250, 1650, 1000, 1300)
    here = [NightPlayer(number, rating) for number, rating in enumerate(ratings, start=1)]
    banded = ArrangingRules("rating_band", bands=(1200, 1600))
    assert games(arrange(evening(*here), banded)) == [(1, 4), (2, 5), (3, 6)]


def test_those_meet_who_never_met_and_then_those_who_met_longest_ago() -> None:
    ago = [LastMet(1, 2, 1), LastMet(1, 3, 5), LastMet(2, 4, 5), LastMet(1, 4, 3), LastMet(2, 3, 4)]
    drawn = arrange(evening(*people(4), last_met=tuple(ago)), BY_MEETING)
    assert games(drawn) == [(1, 2), (3, 4)], "two who never met come before two who met long ago"
    everybody = (*ago, LastMet(3, 4, 2))
    again = arrange(evening(*people(4), last_met=everybody), BY_MEETING)
    assert games(again) == [(1, 3), (2, 4)]
    assert board_in_words(again.boards[0]) == ["They last met 5 nights ago."]


def test_two_who_chose_each_other_play_their_first_game() -> None:
    choices = (OwnChoice(1, 3), OwnChoice(3, 1), OwnChoice(2, 1))
    drawn = arrange(evening(*people(4), choices=choices), BY_RECORD)
    assert games(drawn) == [(1, 3), (2, 4)]
    assert [board.reason.rule for board in drawn.boards] == ["chosen.both", ""]
    assert "They chose each other for their first game." in board_in_words(drawn.boards[0])


def test_a_choice_of_one_alone_counts_and_only_for_a_first_game() -> None:
    choice = (OwnChoice(1, 4),)
    assert (1, 4) in games(arrange(evening(*people(4), choices=choice), BY_RECORD))
    played = [replace(player, games=1, half_wins=2 * (player.number < 3)) for player in people(4)]
    later = evening(*played, ordinal=2, choices=choice)
    assert games(arrange(later, BY_RECORD)) == [(1, 2), (3, 4)]


def test_a_settled_pair_stands_and_the_rest_is_arranged_around_it() -> None:
    met = (Meeting(1, 1, 2),)
    drawn = arrange(evening(*people(4), ordinal=2, meetings=met, fixed=((2, 1),)), BY_RECORD)
    assert games(drawn) == [(1, 2), (3, 4)]
    said = board_in_words(drawn.boards[0])
    assert said[:2] == ["The director settled this pair.", "They have met once tonight."]


def test_the_two_who_wait_are_paired_even_if_they_have_met() -> None:
    busy, met = frozenset({3, 4}), (Meeting(1, 1, 2),)
    waiting = evening(*people(4), ordinal=3, busy=busy, meetings=met)
    assert games(arrange(waiting, BY_RECORD)) == [(1, 2)]
    limited = arrange(waiting, ArrangingRules(repeats=0))
    assert (games(limited), limited.left) == ([], {1: "waits", 2: "waits"})


def test_of_three_who_wait_the_last_to_come_free_waits_on() -> None:
    here = [
        replace(p, free_since=since) for p, since in zip(people(5), (2, 1, 3, 0, 0), strict=True)
    ]
    drawn = arrange(evening(*here, ordinal=2, busy=frozenset({4, 5})), BY_RECORD)
    assert (games(drawn), drawn.left) == ([(1, 2)], {3: "waits"})
    assert left_in_words(drawn.left[3]) == "Waits for the next board to be done."


def test_two_who_have_just_played_wait_for_others_rather_than_meet_again() -> None:
    here = [
        replace(p, free_since=since) for p, since in zip(people(5), (1, 1, 2, 0, 0), strict=True)
    ]
    met = (Meeting(1, 1, 2),)
    drawn = arrange(evening(*here, ordinal=2, busy=frozenset({4, 5}), meetings=met), BY_RECORD)
    assert 3 in drawn.boards[0].players


def test_nobody_sits_out_twice_running_or_more_often_than_others() -> None:
    here = people(5)
    met: tuple[Meeting, ...] = ()
    out: list[int] = []
    for ordinal in range(1, 11):
        drawn = arrange(evening(*here, ordinal=ordinal, meetings=met), BY_RECORD)
        (sits,) = drawn.left
        out.append(sits)
        met += tuple(Meeting(ordinal, board.one, board.two) for board in drawn.boards)
        here = tuple(
            replace(p, sit_outs=out.count(p.number), sat_out_last=p.number == sits) for p in here
        )
    assert sorted(out) == sorted([1, 2, 3, 4, 5] * 2)
    assert all(one != two for one, two in pairwise(out))


def test_only_those_meet_who_would_play_the_same() -> None:
    plays = (
        (COLLINS,),
        (COLLINS, NightTerms()),
        (NightTerms(),),
        (NightTerms(), COLLINS),
        (QUICK,),
    )
    here = [replace(player, plays=what) for player, what in zip(people(5), plays, strict=True)]
    drawn = arrange(evening(*here), BY_RECORD)
    terms = {board.players: board.terms for board in drawn.boards}
    assert terms == {(1, 2): COLLINS, (3, 4): NightTerms()}
    assert drawn.left == {5: "plays_other_terms"}


def test_the_odd_player_meets_somebody_who_plays_two_boards() -> None:
    here = [replace(p, takes_two=p.number in (1, 2), doubles=int(p.number == 1)) for p in people(3)]
    here[2] = replace(here[2], plays=(COLLINS,), sit_outs=1)
    two = ArrangingRules(odd="two_boards")
    assert arrange(evening(*here), two).left == {3: "plays_other_terms"}
    here[2] = replace(here[2], plays=(NightTerms(),), sit_outs=1, half_wins=2)
    here.append(NightPlayer(4, sit_outs=1))
    here.append(NightPlayer(5))
    drawn = arrange(evening(*here), two)
    extra = [board for board in drawn.boards if board.reason.rule]
    assert drawn.left == {}
    assert [2 in board.players for board in extra] == [True], "who has doubled least often"


def test_the_odd_player_joins_a_game_of_three_and_no_settled_one() -> None:
    three = ArrangingRules(odd="three_handed")
    assert [sorted(game) for game in games(arrange(evening(*people(3)), three))] == [[1, 2, 3]]
    settled = arrange(evening(*people(5), fixed=((1, 2),)), three)
    assert sorted(map(len, games(settled))) == [2, 3]
    assert (1, 2) in games(settled)
    alone = arrange(evening(*people(3), fixed=((1, 2),)), three)
    assert alone.left == {3: "sits_out"}


def test_nobody_makes_an_odd_game_while_others_still_play() -> None:
    here = evening(*people(5), ordinal=2, busy=frozenset({4, 5}))
    drawn = arrange(here, ArrangingRules(odd="three_handed"))
    assert sorted(drawn.left.values()) == ["waits"]


@pytest.mark.parametrize("count", [0, 1])
def test_an_empty_room_and_a_first_arrival_have_no_game(count: int) -> None:
    drawn = arrange(evening(*people(count)), BY_RECORD)
    assert (games(drawn), len(drawn.left)) == ([], count)
    assert set(drawn.left.values()) <= {"sits_out"}


@pytest.mark.parametrize("by", ["record", "rating_band", "longest_not_met"])
def test_sixty_people_are_all_paired_without_a_repeat(by: ArrangedBy) -> None:
    dice, pairs = Random(5), list(combinations(range(1, 61), 2))
    here = tuple(
        NightPlayer(
            n,
            dice.randint(500, 1900),
            2 * dice.randint(0, 12),
            2 * dice.randint(0, 12),
            games=12,
            free_since=n,
        )
        for n in range(1, 61)
    )
    met = tuple(Meeting(r, *pair) for r in range(1, 13) for pair in dice.sample(pairs, 30))
    ago = tuple(LastMet(*pair, dice.randint(1, 90)) for pair in dice.sample(pairs, 900))
    night = evening(*here, ordinal=13, meetings=met, last_met=ago)
    drawn = arrange(night, ArrangingRules(by, bands=(900, 1200, 1500)))
    assert len(drawn.boards) == 30
    assert not any(board.reason.met_tonight for board in drawn.boards)


def test_a_night_too_large_for_every_criterion_is_arranged_by_the_first_ones() -> None:
    here = tuple(
        NightPlayer(n, half_wins=9000 * (n % 2), firsts=900_000 * n, sit_outs=n, free_since=n)
        for n in range(1, 102)
    )
    drawn = arrange(evening(*here, ordinal=3), BY_RECORD)
    assert (len(drawn.boards), list(drawn.left)) == (50, [1])
    criteria = list(drawn.boards[0].reason.costs)
    assert criteria[:7] == [
        "twice_running",
        "sit_outs",
        "repeats",
        "back_to_back",
        "waited",
        "choice",
        "record",
    ]
    assert "nearest" not in criteria


def test_a_board_says_what_the_next_best_would_cost() -> None:
    here = [
        NightPlayer(1, half_wins=4),
        NightPlayer(2, half_wins=4),
        NightPlayer(3),
        NightPlayer(4),
    ]
    board = arrange(evening(*here, ordinal=3), BY_RECORD).boards[0]
    other = board.reason.alternative
    assert other is not None
    assert other.boards in (((1, 3), (2, 4)), ((1, 4), (2, 3)))
    assert (board.reason.costs["record"], other.costs["record"]) == (0, 32)


TWO = people(2)


@pytest.mark.parametrize(
    ("night", "how", "code"),
    [
        (evening(*TWO, TWO[0]), BY_RECORD, "player.twice"),
        (evening(*TWO, TWO[0], busy=frozenset({1})), BY_RECORD, "player.twice"),
        (evening(*TWO, fixed=((1, 3),)), BY_RECORD, "player.unknown"),
        (evening(*TWO, fixed=((1, 1),)), BY_RECORD, "pairing.own_opponent"),
        (evening(*people(3), fixed=((1, 2), (2, 3))), BY_RECORD, "pairing.fixed_twice"),
        (evening(*TWO, fixed=((1, 2),), busy=frozenset({2})), BY_RECORD, "night.busy"),
        (evening(*TWO, fixed=((1, 2),), apart=((2, 1),)), BY_RECORD, "night.apart"),
        (
            evening(TWO[0], replace(TWO[1], plays=(COLLINS,)), fixed=((1, 2),)),
            BY_RECORD,
            "night.terms",
        ),
        (evening(*TWO, choices=(OwnChoice(1, 2), OwnChoice(1, 3))), BY_RECORD, "night.choice"),
        (evening(*TWO, choices=(OwnChoice(1, 1),)), BY_RECORD, "night.choice"),
        (evening(*TWO), ArrangingRules("rating_band"), "night.bands"),
        (evening(*TWO), ArrangingRules(repeats=-1), "repeats.negative"),
        (evening(*TWO, meetings=(Meeting(1, 1, 2),)), BY_RECORD, "meeting.round"),
    ],
)
def test_what_contradicts_itself_is_refused_in_a_sentence(
    night: NightPosition, how: ArrangingRules, code: str
) -> None:
    with pytest.raises(UserError, match=r"\.$") as refused:
        arrange(night, how)
    assert refused.value.code == code
