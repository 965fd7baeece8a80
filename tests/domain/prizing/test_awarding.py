"""Prizes awarded by hand-computed examples: places, ties, classes, one prize in money, specials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournaments.prizing.awarding import awarded
from tournaments.prizing.records import (
    Contestant,
    CountedGame,
    Field,
    OneMoney,
    Prize,
    PrizeAward,
    PrizeKind,
    RoundCredit,
    Terms,
    ThingTies,
)


def players(*ranks: int, classes: str = "", **more: Any) -> list[Contestant]:
    """Returns contestants 1, 2, ... of division A with these ranks, in the order of the list."""
    return [
        Contestant(
            key=at,
            division="A",
            rank=rank,
            standing=at,
            half_wins=40 - 2 * rank,
            half_losses=2 * rank,
            spread=100 - rank,
            seed=at,
            games=20,
            prize_class=classes[at - 1] if classes else "",
            **more,
        )
        for at, rank in enumerate(ranks, 1)
    ]


def places(
    *amounts: int, kind: PrizeKind = PrizeKind.PLACE, first: int = 1, **more: Any
) -> list[Prize]:
    """Returns a ladder of prizes in money for the first places."""
    return [
        Prize(first + at, kind, "A", place=at + 1, amount=amount, **more)
        for at, amount in enumerate(amounts)
    ]


def won(
    prizes: Sequence[Prize],
    who: Sequence[Contestant],
    games: Sequence[CountedGame] = (),
    **terms: Any,
) -> list[dict[int, int]]:
    """Returns for each prize what every winner gets of it."""
    return [_shares(award) for award in made(prizes, who, games, **terms)]


def made(
    prizes: Sequence[Prize],
    who: Sequence[Contestant],
    games: Sequence[CountedGame] = (),
    **terms: Any,
) -> tuple[PrizeAward, ...]:
    return awarded(prizes, Field(tuple(who), tuple(games)), Terms(**terms))


def _shares(award: PrizeAward) -> dict[int, int]:
    return {share.key: share.amount for share in award.winners}


def game(
    round_number: int, winner: int, loser: int, score: int, against: int, **more: Any
) -> CountedGame:
    return CountedGame("A", round_number, winner, winner, loser, score, against, **more)


def test_places_go_to_those_who_finished_there() -> None:
    assert won(places(500, 300, 200), players(1, 2, 3, 4)) == [{1: 500}, {2: 300}, {3: 200}]


def test_two_who_are_tied_for_first_share_the_first_and_the_second_prize() -> None:
    assert won(places(500, 300, 200), players(1, 1, 3)) == [
        {1: 250, 2: 250},
        {1: 150, 2: 150},
        {3: 200},
    ]


def test_three_who_are_tied_over_the_last_prize_share_what_there_is() -> None:
    assert won(places(500, 300), players(1, 2, 2, 2)) == [{1: 500}, {2: 100, 3: 100, 4: 100}]


def test_an_odd_cent_goes_to_whoever_is_listed_first() -> None:
    first, second = won(places(101, 100), players(1, 1, 3))
    assert {key: first[key] + second[key] for key in first} == {1: 101, 2: 100}


def test_shares_are_whole_units_where_the_event_pays_in_them() -> None:
    [shares] = won(places(1000), players(1, 1, 1), unit=100)
    assert shares == {1: 400, 2: 300, 3: 300}


def test_prizes_that_were_pooled_say_so() -> None:
    first, second, third = made(places(500, 300, 200), players(1, 1, 3))
    assert (first.pooled, second.pooled, third.pooled) == ((1, 2), (1, 2), ())
    assert first.tied == (1, 2)


def test_without_the_switch_a_class_prize_goes_to_somebody_with_a_place_too() -> None:
    prizes = [*places(500, 300), Prize(3, PrizeKind.CLASS, "A", "B", 1, 100)]
    assert won(prizes, players(1, 2, 3, classes="ABB"))[2] == {2: 100}


def test_with_one_prize_each_the_class_prize_passes_to_the_next_of_the_class() -> None:
    prizes = [*places(500, 300), Prize(3, PrizeKind.CLASS, "A", "B", 1, 100)]
    *_, last = made(prizes, players(1, 2, 3, classes="ABB"), one_money=OneMoney.STANDINGS)
    assert _shares(last) == {3: 100}
    assert last.passed == (2,)


def test_with_one_prize_each_the_more_valuable_class_prize_is_taken_and_the_place_passes_on() -> (
    None
):
    prizes = [*places(500, 80), Prize(3, PrizeKind.CLASS, "A", "B", 1, 100)]
    assert won(prizes, players(1, 2, 3, classes="ABA"), one_money=OneMoney.STANDINGS) == [
        {1: 500},
        {3: 80},
        {2: 100},
    ]


def test_special_prizes_are_besides_others_unless_the_switch_is_for_all() -> None:
    prizes = [*places(500), Prize(2, PrizeKind.HIGH_WIN, "A", amount=25)]
    games = [game(1, 1, 2, 500, 300), game(2, 2, 3, 450, 300)]
    assert won(prizes, players(1, 2, 3), games, one_money=OneMoney.STANDINGS)[1] == {1: 25}
    assert won(prizes, players(1, 2, 3), games, one_money=OneMoney.ALL)[1] == {2: 25}


def test_things_are_besides_money_whatever_the_switch() -> None:
    prizes = [*places(500), Prize(2, PrizeKind.PLACE, "A", text="Trophy")]
    assert won(prizes, players(1, 2), one_money=OneMoney.ALL) == [{1: 500}, {1: 0}]


def test_a_thing_for_which_two_are_tied_goes_to_one_by_a_draw_that_is_always_the_same() -> None:
    prize = [Prize(1, PrizeKind.PLACE, "A", text="Trophy")]
    [award] = made(prize, players(1, 1), seed="event")
    assert len(award.winners) == 1
    assert award.drawn
    drawn = {made(prize, players(1, 1), seed=f"event-{n}")[0].winners[0].key for n in range(20)}
    assert drawn == {1, 2}
    assert made(prize, players(1, 1), seed="event") == (award,)


def test_things_of_two_places_go_to_the_two_who_are_tied_for_them() -> None:
    prizes = [Prize(n, PrizeKind.PLACE, "A", place=n, text=f"{n} pts") for n in (1, 2)]
    one, two = won(prizes, players(1, 1, 3), seed="event")
    assert one.keys() | two.keys() == {1, 2}


def test_things_go_to_whoever_is_listed_first_or_to_each_where_that_is_the_rule() -> None:
    prizes = [Prize(n, PrizeKind.PLACE, "A", place=n, text=f"{n} pts") for n in (1, 2, 3)]
    assert won(prizes, players(1, 1, 3), thing_ties=ThingTies.FIRST) == [{1: 0}, {2: 0}, {3: 0}]
    assert won(prizes, players(1, 1, 3), thing_ties=ThingTies.EACH) == [{1: 0, 2: 0}, {}, {3: 0}]


def test_the_second_highest_win_is_somebody_elses() -> None:
    games = [game(1, 1, 2, 520, 300), game(2, 1, 3, 510, 300), game(3, 2, 3, 505, 300)]
    assert won(places(20, 10, kind=PrizeKind.HIGH_WIN), players(1, 2, 3), games) == [
        {1: 20},
        {2: 10},
    ]


def test_two_equal_high_wins_share_both_prizes() -> None:
    games = [game(1, 1, 2, 520, 300), game(2, 2, 3, 520, 310)]
    assert won(places(20, 10, kind=PrizeKind.HIGH_WIN), players(1, 2, 3), games) == [
        {1: 10, 2: 10},
        {1: 5, 2: 5},
    ]


def test_the_special_prizes_go_by_the_figures_of_games() -> None:
    games = [
        game(1, 1, 2, 500, 480, rating=1500, rating_against=1200),
        game(1, 3, 4, 400, 250, rating=1000, rating_against=900),
        game(2, 4, 1, 390, 300, rating=900, rating_against=1500),
        game(2, 2, 3, 310, 300, rating=1200, rating_against=1000),
    ]
    winners = {
        PrizeKind.HIGH_WIN: {1},
        PrizeKind.HIGH_LOSS: {2},
        PrizeKind.LOW_WIN: {2},
        PrizeKind.HIGH_COMBINED: {1, 2},
        PrizeKind.LARGEST_WIN: {3},
        PrizeKind.UPSET: {4},
    }
    for kind, expected in winners.items():
        [shares] = won([Prize(1, kind, "A", amount=20)], players(1, 2, 3, 4), games)
        assert (kind, set(shares)) == (kind, expected)


def test_the_second_highest_combined_score_is_of_another_game() -> None:
    games = [game(1, 1, 2, 500, 480), game(1, 3, 4, 480, 460), game(2, 1, 3, 400, 300)]
    assert won(places(20, 10, kind=PrizeKind.HIGH_COMBINED), players(1, 2, 3, 4), games) == [
        {1: 10, 2: 10},
        {3: 5, 4: 5},
    ]


def test_a_tie_is_neither_a_high_win_nor_a_high_loss_but_counts_combined() -> None:
    games = [game(1, 1, 2, 600, 600), game(2, 1, 2, 400, 390)]
    for kind, value in (
        (PrizeKind.HIGH_WIN, 400),
        (PrizeKind.HIGH_LOSS, 390),
        (PrizeKind.HIGH_COMBINED, 1200),
    ):
        [award] = made([Prize(1, kind, "A", amount=20)], players(1, 2), games)
        claim = award.winners[0].claim
        assert claim is not None
        assert (kind, claim.value) == (kind, value)


def test_tuff_luck_is_the_smallest_sum_of_the_closest_losses() -> None:
    games = [
        *(game(n, 1, 2, 400, 400 - margin) for n, margin in enumerate((5, 9, 40), 1)),
        *(game(n, 1, 3, 400, 400 - margin) for n, margin in enumerate((1, 30), 4)),
        game(6, 2, 1, 400, 399),
    ]
    [award] = made(
        [Prize(1, PrizeKind.TUFF_LUCK, "A", amount=20, games=2)], players(1, 2, 3), games
    )
    claim = award.winners[0].claim
    assert claim is not None
    assert (claim.key, claim.value, [g.margin for g in claim.games]) == (2, 14, [5, 9])


def test_a_player_without_a_rating_upsets_nobody() -> None:
    games = [game(1, 1, 2, 400, 300, rating=0, rating_against=1900)]
    assert won([Prize(1, PrizeKind.UPSET, "A", amount=20)], players(1, 2), games) == [{}]


def test_a_bounty_goes_to_the_first_who_beats_its_entry() -> None:
    games = [game(2, 3, 1, 400, 300), game(3, 2, 1, 400, 300)]
    assert won([Prize(1, PrizeKind.BOUNTY, "A", amount=20, target=1)], players(1, 2, 3), games) == [
        {3: 20}
    ]


def test_the_newcomer_prize_goes_to_the_best_ranked_newcomer() -> None:
    who = [*players(1, 2), *(c for c in players(1, 2, 3, 4, is_newcomer=True) if c.key > 2)]
    assert won([Prize(1, PrizeKind.NEWCOMER, "A", amount=20)], who) == [{3: 20}]


def test_the_best_over_seeding_gained_the_most_places() -> None:
    [one, two, three] = players(1, 2, 3)
    seeded = [
        Contestant(c.key, "A", c.rank, c.standing, 0, 0, 0, seed, 9)
        for c, seed in ((one, 2), (two, 3), (three, 1))
    ]
    assert won(places(20, kind=PrizeKind.OVERSEED), seeded) == [{1: 20}]


def test_over_all_divisions_the_better_record_wins() -> None:
    far, near = players(1, 2)
    other = Contestant(9, "B", 1, 1, 30, 10, 500, 1, 20)
    prize = Prize(1, PrizeKind.BEST_SPREAD, amount=20)
    assert won([prize], [far, near, other]) == [{9: 20}]


def test_those_who_were_named_share_a_prize_in_money_and_each_get_a_thing() -> None:
    named = [
        Prize(1, PrizeKind.CHOSEN, amount=30, winners=(2, 1)),
        Prize(2, PrizeKind.DOOR, text="A dictionary", winners=(1, 2)),
    ]
    assert won(named, players(1, 2)) == [{2: 15, 1: 15}, {1: 0, 2: 0}]


def test_a_prize_that_nobody_has_a_claim_to_stays_without_a_winner() -> None:
    prizes = [Prize(1, PrizeKind.CLASS, "A", "C", 1, 100), *places(50, 40, 30, first=2)]
    assert won(prizes, players(1, 2, classes="AA")) == [{}, {1: 50}, {2: 40}, {}]


def test_whoever_has_not_played_wins_no_place() -> None:
    idle = Contestant(1, "A", 1, 1, 0, 0, 0, 1, games=0)
    assert won(places(50), [idle]) == [{}]


# Some rounds, teams, averages


def credited(key: int, *rounds: tuple[int, int], team: str = "") -> Contestant:
    """Returns a contestant by (half wins, spread) of each round, in the order of the list."""
    credits_ = tuple(RoundCredit(n, won, 2 - won, by) for n, (won, by) in enumerate(rounds, 1))
    return Contestant(key, "A", key, key, 0, 0, 0, key, len(rounds), team=team, rounds=credits_)


def test_the_best_of_some_rounds_counts_these_alone_by_wins_then_spread() -> None:
    who = [
        credited(1, (2, 200), (0, -50), (2, 10)),
        credited(2, (0, -200), (2, 50), (2, 20)),
        credited(3, (0, 0), (2, 60), (2, 10)),
    ]
    morning = Prize(1, PrizeKind.SESSION, "A", amount=10, first_round=1, last_round=1)
    evening = Prize(2, PrizeKind.SESSION, "A", amount=10, first_round=2)
    second = Prize(3, PrizeKind.SESSION, "A", place=2, amount=5, first_round=2)
    assert won([morning, evening, second], who) == [{1: 10}, {2: 5, 3: 5}, {2: 3, 3: 2}]


def test_only_games_of_the_rounds_that_count_win_a_prize_for_games() -> None:
    who = players(1, 2, 3)
    games = [game(1, 1, 2, 600, 300), game(2, 2, 3, 500, 300), game(3, 3, 1, 450, 440)]
    late = Prize(1, PrizeKind.HIGH_WIN, "A", amount=10, first_round=2, last_round=3)
    assert won([late], who, games) == [{2: 10}]


def test_a_team_is_two_or_more_and_counts_by_the_head() -> None:
    who = [
        credited(1, (2, 100), team="North"),
        credited(2, (0, -100), team="North"),
        credited(3, (2, 10), team="South"),
        credited(4, (2, 10), team="South"),
        credited(5, (0, -1), team="South"),
        credited(6, (2, 300), team="Alone"),
    ]
    first = Prize(1, PrizeKind.TEAM, "A", amount=90)
    second = Prize(2, PrizeKind.TEAM, "A", place=2, text="Cups")
    third = Prize(3, PrizeKind.TEAM, "A", place=3, text="Nothing")
    assert won([first], who) == [{3: 30, 4: 30, 5: 30}]
    assert won([Prize(4, PrizeKind.TEAM, "A", text="Cup"), second, third], who) == [
        {3: 0, 4: 0, 5: 0},
        {1: 0, 2: 0},
        {},
    ]


def test_an_average_counts_from_half_as_many_games_as_whoever_played_most() -> None:
    games = [
        game(1, 1, 2, 420, 400),
        game(2, 1, 2, 420, 401),
        game(3, 1, 2, 420, 401),
        game(3, 3, 4, 600, 100),
    ]
    best, second = made(
        [
            Prize(1, PrizeKind.AVERAGE, "A", amount=10),
            Prize(2, PrizeKind.AVERAGE, "A", place=2, amount=5),
        ],
        players(1, 2, 3, 4),
        games,
    )
    assert (_shares(best), _shares(second)) == ({1: 10}, {2: 5})
    [share] = second.winners
    assert share.claim is not None
    assert share.claim.value == 1202 * 10_000 // 3


def test_of_prizes_that_exclude_each_other_nobody_wins_two() -> None:
    games = [game(1, 1, 2, 600, 300), game(2, 2, 3, 500, 400), game(3, 3, 4, 450, 250)]
    prizes = [
        Prize(1, PrizeKind.LARGEST_WIN, "A", amount=20, exclusive="games"),
        Prize(2, PrizeKind.HIGH_WIN, "A", amount=10, exclusive="games"),
        Prize(3, PrizeKind.HIGH_WIN, "A", text="Cup", exclusive="games"),
        Prize(4, PrizeKind.HIGH_WIN, "A", text="Mug"),
    ]
    awards = made(prizes, players(1, 2, 3, 4), games)
    assert [_shares(award) for award in awards] == [{1: 20}, {2: 10}, {3: 0}, {1: 0}]
    assert [award.passed for award in awards] == [(), (1,), (1, 2), ()]


def test_of_equals_the_first_takes_a_place_that_has_no_prize() -> None:
    """Two are first together, and only second place has a thing: it goes to the second of them."""
    cup = [Prize(1, PrizeKind.PLACE, "A", place=2, text="Cup")]
    assert won(cup, players(1, 1, 3), thing_ties=ThingTies.FIRST) == [{2: 0}]
    assert won(cup, players(1, 2, 2), thing_ties=ThingTies.FIRST) == [{2: 0}]
