"""The categories of the book, its values and flags in words."""

from __future__ import annotations

from fractions import Fraction

from clubs.records.book.categories import RecordCategory, Slot
from clubs.records.book.claims import ClaimStatus
from clubs.records.book.places import Value
from core.phrases import numeral, phrase

NAMES: dict[RecordCategory, str] = {
    RecordCategory.HIGH_GAME: phrase("High game"),
    RecordCategory.HIGH_LOSING: phrase("High losing score"),
    RecordCategory.HIGH_TIE: phrase("High tie"),
    RecordCategory.HIGH_COMBINED: phrase("High combined score"),
    RecordCategory.LOW_WIN: phrase("Low winning score"),
    RecordCategory.LOW_COMBINED: phrase("Low combined score"),
    RecordCategory.LARGEST_SPREAD: phrase("Largest spread"),
    RecordCategory.BIGGEST_UPSET: phrase("Biggest upset"),
    RecordCategory.HIGH_TURN: phrase("High turn"),
    RecordCategory.HIGH_OPENING_TURN: phrase("High opening turn"),
    RecordCategory.HIGH_NON_BINGO: phrase("High turn without a bingo"),
    RecordCategory.HIGH_OUT_PLAY: phrase("High out-play"),
    RecordCategory.HIGH_WITHOUT_BLANKS: phrase("High game without blanks"),
    RecordCategory.MOST_BINGOS: phrase("Most bingos in a game"),
    RecordCategory.MOST_BINGOS_BOTH: phrase("Most bingos, both players"),
    RecordCategory.CONSECUTIVE_BINGOS: phrase("Consecutive bingos"),
    RecordCategory.LONGEST_WORD: phrase("Longest word"),
    RecordCategory.MOST_TRIPLE_TRIPLES: phrase("Most triple-triples in a game"),
    RecordCategory.BIGGEST_COMEBACK: phrase("Biggest comeback"),
    RecordCategory.NIGHT_TOTAL: phrase("High total of a night"),
    RecordCategory.NIGHT_AVERAGE: phrase("High average of a night"),
    RecordCategory.TOURNAMENT_AVERAGE: phrase("High average of a tournament"),
    RecordCategory.SEASON_AVERAGE: phrase("High average of a season"),
    RecordCategory.SEASON_WINS: phrase("Most wins in a season"),
    RecordCategory.LONGEST_STREAK: phrase("Longest winning streak"),
    RecordCategory.LONGEST_LOSING_STREAK: phrase("Longest losing streak"),
    RecordCategory.MOST_WINS: phrase("Most wins"),
    RecordCategory.MOST_GAMES: phrase("Most games"),
    RecordCategory.HIGHEST_RATING: phrase("Highest rating"),
    RecordCategory.NEWCOMER_HIGH_GAME: phrase("High game of a newcomer"),
    RecordCategory.NIGHTS_ATTENDED: phrase("Most nights attended"),
    RecordCategory.CONSECUTIVE_NIGHTS: phrase("Most nights in a row"),
    RecordCategory.UNBEATEN_NIGHTS: phrase("Most unbeaten nights"),
    RecordCategory.HIGH_ATTENDANCE: phrase("Highest attendance"),
    RecordCategory.LOW_ATTENDANCE: phrase("Lowest attendance"),
}
FLAGS: dict[str, str] = {
    "challenge_bonus": phrase("with points for wrong challenges"),
    "overtime": phrase("after points lost for overtime"),
    "plus_minus": phrase("with the end bonus taken from the opponent"),
    "unrated": phrase("unrated"),
}


STATUS: dict[ClaimStatus, str] = {
    ClaimStatus.CLAIMED: phrase("claimed"),
    ClaimStatus.VERIFIED: phrase("verified"),
    ClaimStatus.DISPUTED: phrase("disputed"),
}


def category_name(category: RecordCategory) -> str:
    """Returns the name of a category as people read it."""
    return NAMES[category]


def slot_name(slot: Slot) -> str:
    """Returns the name of a list: its category, and that it is without phoneys if it is."""
    name = category_name(slot.category)
    return phrase("{category}, without phoneys", category=name) if slot.is_clean else name


def value_words(category: RecordCategory, value: Value) -> str:
    """Returns a value as people read it: an average with two decimals, a spread with its sign."""
    if isinstance(value, Fraction):
        return numeral(float(value), ".2f")
    return f"{value:+d}" if category is RecordCategory.LARGEST_SPREAD else f"{value}"


def flag_words(flags: tuple[str, ...]) -> list[str]:
    """Returns what keeps a record from being compared with others, one phrase a flag."""
    return [FLAGS[flag] for flag in flags]
