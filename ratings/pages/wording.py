"""Results of rated games as these pages word them."""

from __future__ import annotations

from core.phrases import phrase, phrase_count
from core.wording import DASH, ordinal, record, signed
from people.played import PlayedEvent
from ratings.models import EventRating
from ratings.selectors.heads import HeadToHead, Outcome


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


def score_words(tally: HeadToHead) -> str:
    """Returns the score between two, wins of each: 7–5. Ties are told beside it."""
    return f"{tally.wins}{DASH}{tally.losses}"


def ties_words(tally: HeadToHead) -> str:
    """Returns how many games were tied, empty where none was."""
    return phrase_count("{count} tie", "{count} ties", count=tally.ties) if tally.ties else ""


def place_words(event: PlayedEvent) -> str:
    """Returns where somebody came: "2nd of 24", with "=" before a shared place; else empty."""
    if event.place is None:
        return ""
    shared = "=" if event.is_shared else ""
    place = f"{shared}{ordinal(event.place)}"
    return phrase("{place} of {count}", place=place, count=event.field)


def spread_words(tally: HeadToHead) -> str:
    """Returns the spread of games, a dash where no scores are known."""
    return DASH if tally.spread is None else signed(tally.spread)


def letter(game: Outcome) -> tuple[str, str]:
    """Returns the outcome of a game as a letter, and its kind for the eye."""
    return ((phrase("L"), "loss"), (phrase("T"), "tie"), (phrase("W"), "win"))[game.half_wins]


def scores(game: Outcome) -> str:
    """Returns the scores of a game, empty where only the outcome is known."""
    if game.own_score is None or game.other_score is None:
        return ""
    return f"{game.own_score}{DASH}{game.other_score}"
