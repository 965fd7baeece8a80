"""The picture of a recorded game, as programs show it beside a link: who played, and the score."""

from __future__ import annotations

from core.phrases import phrase, versus
from core.share_picture import PictureLine, SharePicture, picture_of
from core.web.store import Made, NoSuchPage
from core.wording import whole_day
from games.models import Game
from games.pages.frame import place_words
from games.selectors.public_record import public_game


def game_picture(game: Game, version: str) -> Made:
    """Returns the picture of a game under public names; NoSuchPage where nothing was recorded."""
    shown = public_game(game)
    if not shown.names:
        raise NoSuchPage(game.key)
    scores = [*map(str, shown.report.scores), "", ""]
    lines = [
        PictureLine(name, score, f"#{seat}")
        for seat, (name, score) in enumerate(zip(shown.names, scores, strict=False), 1)
    ]
    said = SharePicture(
        over=place_words(game.label) or phrase("Recorded game"),
        title=versus(shown.names),
        instead=phrase("Recorded game"),
        under=about_game(game),
        lines=lines,
    )
    return Made(version, picture_of(said), "image/png")


def about_game(game: Game) -> str:
    """Returns what is known of a game beside its players: its place, its day and its word list."""
    played_on = whole_day(game.played_on) if game.played_on else ""
    known = [part for part in (place_words(game.label), played_on, game.lexicon) if part]
    return " · ".join(known) or phrase("Recorded game")
