"""What a night's report tells beside its table: games, what people reached, words of the week."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from clubs.nights.queries.reached import Reached
from clubs.nights.queries.tonight import Tonight
from clubs.nights.telling.games import ToldGame
from clubs.nights.telling.plays import ToldPlay, WordsOfWeek
from clubs.seasons.wording import MILESTONE_WORDS, streak_words
from core.phrases import joined_by_and, listed, phrase, phrase_count
from core.web.site import Site
from games.pages.addresses import game_path, turn_query
from people.merging import standing_for


class Highlight(NamedTuple):
    """Something that is told of a night: what it is, and the sentences of it."""

    name: str
    lines: list[str]


class PlayLine(NamedTuple):
    """A play in words: whose, how it is written with its marks, its points, and its game."""

    name: str
    play: str
    score: int
    href: str | None
    note: str = ""


class WordPart(NamedTuple):
    """Plays of one kind in the words of the week."""

    name: str
    lines: list[PlayLine]


def highlights_of(now: Tonight, reached: Reached) -> list[Highlight]:
    """Returns what is told of the games of a night, and of who did well; without what was none."""
    told, names = now.highlights, _by_player(now)
    found = [
        Highlight(phrase("High game"), [_high(game, now) for game in told.high_games]),
        Highlight(phrase("High losing score"), [_losing(game, now) for game in told.high_losses]),
        Highlight(phrase("Closest game"), [_scores(game, now) for game in told.closest]),
        Highlight(phrase("Widest win"), [_scores(game, now) for game in told.widest]),
        Highlight(phrase("Tie"), [_scores(game, now) for game in told.ties]),
        Highlight(phrase("Upset"), [_upset(game, now) for game in told.upsets]),
        Highlight(
            phrase("Wins in a row"),
            [f"{names[player]}, {streak_words(streak)}" for player, streak in reached.streaks],
        ),
        Highlight(phrase("First night"), [names[player] for player in reached.first_nights]),
    ]
    return [one for one in found if one.lines]


def milestones_of(now: Tonight, reached: Reached) -> list[tuple[str, str]]:
    """Returns who reached which round numbers on a night."""
    names = _by_player(now)
    return [
        (names[one.player], MILESTONE_WORDS[one.kind](one.number)) for one in reached.milestones
    ]


def words_told(words: WordsOfWeek, now: Tonight, site: Site) -> list[WordPart]:
    """Returns the words of the week in words and links, without what there was none of."""

    def lines(plays: Iterable[ToldPlay]) -> list[PlayLine]:
        return [_play(play, now, site) for play in plays]

    parts = [
        WordPart(phrase("High plays"), lines(words.high)),
        WordPart(phrase("Longest words"), lines(words.long)),
        WordPart(phrase("Phoneys"), lines(words.phoneys)),
    ]
    return [part for part in parts if part.lines]


def bingos_told(words: WordsOfWeek, now: Tonight) -> list[tuple[str, str, str]]:
    """Returns who played how many bingos, and which."""
    return [
        (
            now.people[number].name,
            phrase_count("{count} bingo", "{count} bingos", count=len(plays)),
            listed(f"{play.word}{play.marks} {play.score}" for play in plays),
        )
        for number, plays in words.bingos
    ]


def _by_player(now: Tonight) -> Mapping[str, str]:
    """Returns the name of everybody of the register by the key that stands for them."""
    standing = standing_for()
    return {
        standing.get(one.player, one.player): one.name for one in now.people.values() if one.player
    }


def _high(game: ToldGame, now: Tonight) -> str:
    if not game.margin:
        return _scores(game, now)
    return phrase(
        "{name}, {score}", name=now.people[game.winner.player].name, score=game.winner.score
    )


def _losing(game: ToldGame, now: Tonight) -> str:
    return phrase(
        "{name}, {score} against {other_score} of {other}",
        name=now.people[game.loser.player].name,
        score=game.loser.score,
        other_score=game.winner.score,
        other=now.people[game.winner.player].name,
    )


def _scores(game: ToldGame, now: Tonight) -> str:
    return joined_by_and(
        phrase("{name}, {score}", name=now.people[side.player].name, score=side.score)
        for side in (game.winner, game.loser)
    )


def _upset(game: ToldGame, now: Tonight) -> str:
    return phrase(
        "{name} won against {other}, whose rating is {points} higher: {score}–{other_score}",
        name=now.people[game.winner.player].name,
        other=now.people[game.loser.player].name,
        points=game.overcome,
        score=game.winner.score,
        other_score=game.loser.score,
    )


def _play(play: ToldPlay, now: Tonight, site: Site) -> PlayLine:
    href = site.href(game_path(play.game))
    return PlayLine(
        name=now.people[play.player].name,
        play=f"{play.text}{play.marks}",
        score=play.score,
        href=href and href + turn_query(play.turn),
        note="" if play.stands else phrase("challenged off"),
    )
