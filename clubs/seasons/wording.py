"""Words of seasons: what they rank by, and their days."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction

from clubs.seasons.milestones.awards import AWARDS
from clubs.seasons.milestones.finals import FinalFormat
from clubs.seasons.milestones.reached import Reached
from clubs.seasons.tables.rules import RankedBy
from core.phrases import numeral, phrase, phrase_count
from core.wording import DASH, MINUS, half, percent, whole_day

RANKED_BY: Mapping[RankedBy, str] = {
    "win_share": phrase("win percentage"),
    "wins": phrase("wins"),
    "points_a_night": phrase("points a night"),
    "best_nights": phrase("points of the best nights"),
    "average_spread": phrase("average spread"),
    "ladder": phrase("ladder"),
    "rating": phrase("club rating"),
}
"""By what a season ranks."""


def ranked_by_words(ranked_by: str) -> str:
    """Returns by what a season ranks, by what its row says."""
    return next((words for key, words in RANKED_BY.items() if key == ranked_by), ranked_by)


def days_of(begins_on: date, ends_on: date) -> str:
    """Returns the days of a season as a page says them."""
    return phrase("{begins} to {ends}", begins=whole_day(begins_on), ends=whole_day(ends_on))


AWARD_WORDS: Mapping[str, tuple[str, str]] = {
    rule.key: (rule.name, rule.meaning) for rule in AWARDS
}
"""What each award is called, and what it is given for."""

_WHOLE = frozenset({"best_game", "longest_streak", "most_nights"})


def award_figure(key: str, figure: Fraction) -> str:
    """Returns the figure of an award, empty where it would say nothing: a rank among newcomers."""
    if key == "rookie":
        return phrase("no. {rank}", rank=figure.numerator)
    if key in _WHOLE:
        return f"{figure.numerator}"
    return _decimal(figure, 2 if key in ("fewest_phoneys", "most_bingos") else 1)


def figure_words(ranked_by: str, figure: Fraction) -> str:
    """Returns what a season ranks somebody by, in words."""
    match ranked_by:
        case "win_share":
            return win_share_words(figure)
        case "wins":
            return half((2 * figure).numerator)
        case "average_spread":
            sign = MINUS if figure < 0 else "+"
            return f"{sign}{_decimal(abs(figure), 1)}"
        case "ladder" | "rating":
            return f"{figure.numerator}"
        case _:
            return _decimal(figure, 1)


def win_share_words(share: Fraction) -> str:
    """Returns a share in per cent with one decimal."""
    return percent(_decimal(share * 100, 1))


def streak_words(streak: int) -> str:
    """Returns the wins in a row, or below 0 the losses, as a page says them."""
    if streak > 0:
        return phrase_count("{count} win", "{count} wins", count=streak)
    if streak < 0:
        return phrase_count("{count} loss", "{count} losses", count=-streak)
    return DASH


FINAL_FORMATS: Mapping[tuple[FinalFormat, int], str] = {
    ("round_robin", 1): phrase("Round robin: everybody meets everybody once"),
    ("round_robin", 2): phrase("Round robin: everybody meets everybody twice"),
    ("round_robin", 3): phrase("Round robin: everybody meets everybody three times"),
    ("match", 1): phrase("One game of the first two"),
    ("match", 3): phrase("Best of three games of the first two"),
    ("match", 5): phrase("Best of five games of the first two"),
    ("match", 7): phrase("Best of seven games of the first two"),
}
"""The formats of a championship that the desk offers, each with its games."""


def format_words(final_format: str, games: int) -> str:
    """Returns how a championship is played, as a page says it."""
    if final_format == "match":
        return phrase_count("one game", "best of {count} games", count=games)
    return phrase_count(
        "round robin, everybody meets everybody once",
        "round robin, everybody meets everybody {count} times",
        count=games,
    )


def _wins(number: int) -> str:
    return phrase_count("{count} win", "{count} wins", count=number)


def _games(number: int) -> str:
    return phrase_count("{count} game", "{count} games", count=number)


def _nights(number: int) -> str:
    return phrase_count("{count} night", "{count} nights", count=number)


def _in_a_row(number: int) -> str:
    return phrase_count("{count} night in a row", "{count} nights in a row", count=number)


MILESTONE_WORDS: Mapping[Reached, Callable[[int], str]] = {
    "wins": _wins,
    "games": _games,
    "nights": _nights,
    "nights_in_a_row": _in_a_row,
}


def _decimal(value: Fraction, places: int) -> str:
    return numeral(float(value), f".{places}f")
