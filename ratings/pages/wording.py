"""Results of rated games as these pages word them."""

from __future__ import annotations

from core.phrases import phrase
from core.wording import DASH, record, signed
from ratings.models import EventRating
from ratings.selectors.heads import HeadToHead
from ratings.systems.field import RatedGame


def record_of(row: EventRating) -> str:
    """Returns wins and losses of an event as W–L."""
    return record(row.half_wins, 2 * row.games - row.half_wins)


def change(row: EventRating) -> str:
    """Returns the change that an event made to a rating; a first rating is called new."""
    return signed(row.change) if row.old else phrase("new")


def kind_of_change(row: EventRating) -> str:
    """Returns `win` for a gain and `loss` for a loss, for what only helps the eye."""
    return "win" if row.change > 0 else "loss" if row.change < 0 else ""


def tally_words(tally: HeadToHead) -> str:
    """Returns wins, losses and ties as W–L–T."""
    return DASH.join(map(str, (tally.wins, tally.losses, tally.ties)))


def spread_words(tally: HeadToHead) -> str:
    """Returns the spread of games, a dash where no scores are known."""
    return DASH if tally.spread is None else signed(tally.spread)


def letter(game: RatedGame) -> tuple[str, str]:
    """Returns the outcome of a game as a letter, and its kind for the eye."""
    return ((phrase("L"), "loss"), (phrase("T"), "tie"), (phrase("W"), "win"))[game.half_wins]


def scores(game: RatedGame) -> str:
    """Returns the scores of a game, empty where only the outcome is known."""
    if game.own_score is None or game.other_score is None:
        return ""
    return f"{game.own_score}{DASH}{game.other_score}"
