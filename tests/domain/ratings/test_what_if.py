"""What a game still to come would do is what it does once it is played."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.errors import RatingError
from ratings.systems.field import RatedField, RatedGame
from ratings.systems.naspa_segment import segments
from ratings.systems.registry import SYSTEMS, RatingSystem, rating_system
from ratings.systems.what_if import (
    LOSS,
    SPREADS,
    TIE,
    WIDEST_SPREAD,
    WIN,
    game_with_credit,
    game_with_spread,
    least_spread,
    outcomes,
    what_if,
    with_games,
)
from tests.depth import examples
from tests.domain.ratings.fields import a_field, fields

KEYS = sorted(SYSTEMS)
BY_WINS = [key for key in KEYS if not SYSTEMS[key].needs_scores]
BY_SPREAD = [key for key in KEYS if SYSTEMS[key].needs_scores]

MEETINGS = 5
"""As often may two meet in a segment before a win can cost more feedback than it gives."""

CLEAR_OF_THE_FLOOR = 300
"""From this rating on nobody loses so much that the lowest rating of a system holds him."""


def with_scores(field: RatedField) -> RatedField:
    """Return the field with scores that show the credits, as systems by spread need them."""
    players = []
    for player in field.players:
        games = []
        for game in player.games:
            low, high = sorted((player.number, game.opponent))
            margin = 10 + (7 * low + 11 * high + 13 * game.round) % 150
            spread = margin * (game.half_wins - 1)
            games.append(game_with_spread(game.round, game.opponent, spread))
        players.append(replace(player, games=tuple(games), deviation=90.0, listed_games=len(games)))
    return replace(field, players=tuple(players))


def a_small_field() -> RatedField:
    """Return four rated players after two of three rounds; 1 meets 4 in the last one."""
    field = a_field(
        {1: 1500, 2: 1600, 3: 1450, 4: 1700},
        [(1, 1, 2, 2), (1, 3, 4, 0), (2, 1, 3, 1), (2, 2, 4, 2)],
        rounds=3,
    )
    return with_scores(field)


def all_rated(field: RatedField) -> RatedField:
    """Return the field with everybody rated well above the floor, and few meetings in a segment."""
    parts = segments(field.scheduled_rounds)
    met: Counter[tuple[frozenset[int], range]] = Counter()
    dropped = set()
    for player in field.players:
        for game in player.games:
            if player.number > game.opponent:
                continue
            part = next(part for part in parts if game.round in part)
            pair = frozenset({player.number, game.opponent})
            met[pair, part] += 1
            if met[pair, part] > MEETINGS:
                dropped.add((pair, game.round))
    return replace(
        field,
        players=tuple(
            replace(
                player,
                rating=max(player.rating or 900 + 111 * player.number, CLEAR_OF_THE_FLOOR),
                games=tuple(
                    game
                    for game in player.games
                    if (frozenset({player.number, game.opponent}), game.round) not in dropped
                ),
            )
            for player in field.players
        ),
    )


Open = tuple[RatedField, int, int, int]
"""A field, whose game is open in it, in which round, and against whom."""


@st.composite
def open_games(draw: st.DrawFn, *, most_rounds: int, rated: bool = False) -> Open:
    """Draw a field and take one game out of it."""
    drawn = draw(fields(most_rounds=most_rounds))
    field = with_scores(all_rated(drawn) if rated else drawn)
    played = [(player.number, game) for player in field.players for game in player.games]
    if not played:
        return a_small_field(), 1, 3, 4
    number, game = draw(st.sampled_from(played))
    pair = {number, game.opponent}
    players = tuple(
        replace(p, games=tuple(g for g in p.games if g.round != game.round))
        if p.number in pair
        else p
        for p in field.players
    )
    return replace(field, players=players), number, game.round, game.opponent


def the_game(system: RatingSystem, round_number: int, opponent: int, credit: int) -> RatedGame:
    if system.needs_scores:
        return game_with_spread(round_number, opponent, 80 * (credit - 1))
    return game_with_credit(round_number, opponent, credit)


@given(
    key=st.sampled_from(KEYS),
    drawn=open_games(most_rounds=6),
    credit=st.sampled_from([WIN, TIE, LOSS]),
)
def test_the_answer_is_the_rating_of_the_field_with_the_game_really_played(
    key: str, drawn: Open, credit: int
) -> None:
    field, number, round_number, opponent = drawn
    system = rating_system(key)
    mine = the_game(system, round_number, opponent, credit)
    theirs = the_game(system, round_number, number, 2 - credit)
    extra = {number: mine, opponent: theirs}
    players = tuple(
        replace(p, games=(*p.games, extra[p.number]), listed_games=(p.listed_games or 0) + 1)
        if p.number in extra
        else p
        for p in field.players
    )
    really = {change.number: change for change in system.rate(replace(field, players=players))}
    assert what_if(system, field, number, (mine,)) == really[number]


@pytest.mark.parametrize("key", KEYS)
@examples(30)
@given(drawn=open_games(most_rounds=20, rated=True))
def test_a_win_never_gives_less_than_a_tie_and_a_tie_never_less_than_a_loss(
    key: str, drawn: Open
) -> None:
    field, number, round_number, opponent = drawn
    system = rating_system(key)
    news = [
        what_if(system, field, number, (game,)).new
        for game in (the_game(system, round_number, opponent, c) for c in (LOSS, TIE, WIN))
    ]
    assert news == sorted(news)


def test_a_win_costs_more_feedback_than_it_gives_after_too_many_meetings() -> None:
    """Player 2 accelerates, gives 1 a twentieth of it back for each of their 13 games."""
    lost = [(round_number, 1, 2, 0) for round_number in range(1, 13)]
    field = a_field({1: 2300, 2: 1700}, lost, rounds=13, life_games={1: 100, 2: 10})
    system = rating_system("naspa")
    game = {credit: game_with_credit(13, 2, credit) for credit in (WIN, TIE, LOSS)}
    news = [what_if(system, field, 1, (game[credit],)).new for credit in (LOSS, TIE, WIN)]
    assert news == sorted(news, reverse=True)
    assert len(set(news)) == 3


def test_a_win_can_cost_who_stands_on_the_lowest_rating() -> None:
    """A loss costs nothing there, and leaves the two nearer to each other for the second part."""
    won = {5: 2, 12: 2, 13: 2, 14: 2}
    games = [(number, 1, 2, won.get(number, 0)) for number in (2, 3, 4, 5, 11, 12, 13, 14, 15)]
    field = a_field({1: 1, 2: 1}, games, rounds=17)
    system = rating_system("naspa")
    game = {credit: game_with_credit(1, 2, credit) for credit in (WIN, TIE, LOSS)}
    news = [what_if(system, field, 1, (game[credit],)).new for credit in (LOSS, TIE, WIN)]
    assert news == [15, 13, 12]


@pytest.mark.parametrize("key", BY_WINS)
def test_where_wins_rate_the_outcomes_are_win_tie_and_loss(key: str) -> None:
    found = outcomes(rating_system(key), a_small_field(), 1, round_number=3, opponent=4)
    assert [outcome.half_wins for outcome in found] == [WIN, TIE, LOSS]
    assert {outcome.spread for outcome in found} == {None}
    assert found[0].change.new > found[1].change.new > found[2].change.new


@pytest.mark.parametrize("key", BY_SPREAD)
def test_where_spreads_rate_the_outcomes_are_spreads(key: str) -> None:
    found = outcomes(rating_system(key), a_small_field(), 1, round_number=3, opponent=4)
    assert [outcome.spread for outcome in found] == list(SPREADS)
    assert [outcome.half_wins for outcome in found] == [WIN, WIN, TIE, LOSS, LOSS]
    news = [outcome.change.new for outcome in found]
    assert news == sorted(news, reverse=True)


@pytest.mark.parametrize("key", BY_SPREAD)
@given(target=st.integers(1380, 1640))
def test_the_least_spread_reaches_the_target_and_one_point_less_does_not(
    key: str, target: int
) -> None:
    system, field = rating_system(key), a_small_field()

    def new(spread: int) -> int:
        return what_if(system, field, 1, (game_with_spread(3, 4, spread),)).new

    least = least_spread(system, field, 1, round_number=3, opponent=4, target=target)
    known = outcomes(system, field, 1, round_number=3, opponent=4)
    again = least_spread(system, field, 1, round_number=3, opponent=4, target=target, known=known)
    assert least == again
    if least is None:
        assert new(WIDEST_SPREAD) < target or new(-WIDEST_SPREAD) >= target
    else:
        assert new(least) >= target > new(least - 1)


def test_an_assumed_game_stands_on_both_cards_and_is_listed() -> None:
    field = replace(a_small_field(), appearances=(2, 3))
    after = with_games(field, 1, (game_with_spread(3, 4, -30),))
    cards = {player.number: player for player in after.players}
    assert cards[1].games[-1] == RatedGame(3, 4, LOSS, 400, 430)
    assert cards[4].games[-1] == RatedGame(3, 1, WIN, 430, 400)
    assert (cards[1].listed_games, cards[2].listed_games) == (3, 2)
    assert after.appearances == (2, 3, 1, 4)
    assert with_games(field, 1, ()) == replace(field, appearances=(2, 3, 1))


@pytest.mark.parametrize(
    ("number", "game", "code"),
    [
        (9, game_with_credit(3, 4, WIN), "player.unknown"),
        (1, game_with_credit(3, 9, WIN), "game.opponent"),
        (1, game_with_credit(2, 4, WIN), "game.twice"),
        (1, game_with_credit(4, 4, WIN), "game.round"),
        (1, game_with_credit(3, 1, WIN), "game.twice"),
    ],
)
def test_a_game_that_cannot_be_is_refused(number: int, game: RatedGame, code: str) -> None:
    with pytest.raises(RatingError) as refused:
        what_if(rating_system("naspa"), a_small_field(), number, (game,))
    assert refused.value.code == code
