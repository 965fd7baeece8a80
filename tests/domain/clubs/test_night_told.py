"""What is told of a night: its games, and the plays of those that were recorded."""

from __future__ import annotations

from typing import Any

from clubs.nights.telling.games import NightHighlights, ToldGame, ToldSide, highlights
from clubs.nights.telling.plays import HIGH_PLAYS, ToldPlay, words_of_week


def game(one: int, score: int, two: int, other: int, ratings: tuple[int, int] = (0, 0)) -> ToldGame:
    return ToldGame.of(ToldSide(one, score, ratings[0]), ToldSide(two, other, ratings[1]))


def test_of_no_game_nothing_is_told() -> None:
    assert highlights([]) == NightHighlights()


def test_the_highest_the_closest_and_the_widest_are_told_with_their_equals() -> None:
    games = [
        game(1, 401, 2, 400),
        game(3, 250, 4, 500),
        game(5, 500, 1, 420),
        game(2, 333, 3, 333),
        game(4, 419, 5, 420),
    ]
    told = highlights(games)
    assert [one.winner.player for one in told.high_games] == [4, 5]
    assert [(one.loser.player, one.loser.score) for one in told.high_losses] == [(1, 420)]
    assert [one.margin for one in told.closest] == [1, 1]
    assert [one.margin for one in told.widest] == [250]
    assert [one.winner.score for one in told.ties] == [333]
    assert told.upsets == ()


def test_a_single_game_is_the_closest_and_not_the_widest_as_well() -> None:
    told = highlights([game(1, 400, 2, 380)])
    assert (len(told.closest), told.widest) == (1, ())


def test_an_upset_is_a_win_of_the_lower_rating_where_both_are_known() -> None:
    games = [
        game(1, 400, 2, 380, (1000, 1200)),
        game(3, 380, 4, 400, (1500, 900)),
        game(5, 400, 6, 300, (0, 2000)),
        game(7, 300, 8, 300, (500, 2000)),
        game(8, 400, 7, 300, (2000, 500)),
    ]
    (told,) = highlights(games).upsets
    assert (told.winner.player, told.overcome) == (4, 600)


def play(player: int, word: str, score: int, **more: Any) -> ToldPlay:
    return ToldPlay(player, f"8D {word}", word, len(word), score, **more)


def test_of_plays_the_highest_the_longest_the_phoneys_and_all_bingos_are_told() -> None:
    plays = [
        play(1, "RAVOISE", 62, is_bingo=True),
        play(2, "ZA", 40),
        play(1, "STREAMED", 70, is_bingo=True),
        play(2, "BROWUST", 80, is_phoney=True, stands=False),
        play(2, "UNREADILY", 74, is_bingo=True, is_phoney=True),
        *(play(2, "AT", score) for score in range(5)),
    ]
    told = words_of_week(plays)
    assert [one.word for one in told.high[:3]] == ["UNREADILY", "STREAMED", "RAVOISE"]
    assert len(told.high) == HIGH_PLAYS
    assert [one.word for one in told.long] == ["UNREADILY", "STREAMED"]
    assert [one.word for one in told.phoneys] == ["BROWUST", "UNREADILY"]
    assert [(who, [one.word for one in own]) for who, own in told.bingos] == [
        (1, ["RAVOISE", "STREAMED"]),
        (2, ["UNREADILY"]),
    ]


def test_a_phoney_has_a_star_and_a_word_of_collins_alone_a_hash() -> None:
    assert play(1, "QI", 30).marks == ""
    assert play(1, "QIX", 30, is_phoney=True, is_collins_only=True).marks == "*"
    assert play(1, "CH", 30, is_collins_only=True).marks == "#"
