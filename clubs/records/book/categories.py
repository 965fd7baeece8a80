"""The categories of the book, in the order in which it is read, and what holds for each.

A category says what is compared, whether more is better, who holds it, and what is let in:

* games: only those played to their end by two, without a handicap, so that byes, forfeits, ruled
  outcomes, handicapped games and games of three hold none. Points are record scores where the game
  is recorded, and the scores handed in elsewhere. Unrated games are let in, with a flag.
* plays: as games, where a sound record of the whole game is at hand.
* averages and totals: every game that was played to its end with its raw points, handicapped ones
  too; in an average the points of a game of three count one and a half times.
* streaks: games won or lost in a row by two without a handicap, as played or ruled. A tie ends
  both, and a loss, or a win, the other. Byes, forfeits, games of three and handicapped games
  neither lengthen nor end one.
* wins: as streaks. Games: all that were begun.
* nights: of one club; a player was there by any game, a bye too, but a forfeit against them.

Ties share a place. What was first of equals stands first, by day, order in it, and key.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class RecordCategory(StrEnum):
    """What a record is of."""

    HIGH_GAME = "high_game"
    HIGH_LOSING = "high_losing"
    HIGH_TIE = "high_tie"
    HIGH_COMBINED = "high_combined"
    LOW_WIN = "low_win"
    LOW_COMBINED = "low_combined"
    LARGEST_SPREAD = "largest_spread"
    BIGGEST_UPSET = "biggest_upset"
    HIGH_TURN = "high_turn"
    HIGH_OPENING_TURN = "high_opening_turn"
    HIGH_NON_BINGO = "high_non_bingo"
    HIGH_OUT_PLAY = "high_out_play"
    HIGH_WITHOUT_BLANKS = "high_without_blanks"
    MOST_BINGOS = "most_bingos"
    MOST_BINGOS_BOTH = "most_bingos_both"
    CONSECUTIVE_BINGOS = "consecutive_bingos"
    LONGEST_WORD = "longest_word"
    MOST_TRIPLE_TRIPLES = "most_triple_triples"
    BIGGEST_COMEBACK = "biggest_comeback"
    NIGHT_TOTAL = "night_total"
    NIGHT_AVERAGE = "night_average"
    TOURNAMENT_AVERAGE = "tournament_average"
    SEASON_AVERAGE = "season_average"
    SEASON_WINS = "season_wins"
    LONGEST_STREAK = "longest_streak"
    LONGEST_LOSING_STREAK = "longest_losing_streak"
    MOST_WINS = "most_wins"
    MOST_GAMES = "most_games"
    HIGHEST_RATING = "highest_rating"
    NEWCOMER_HIGH_GAME = "newcomer_high_game"
    NIGHTS_ATTENDED = "nights_attended"
    CONSECUTIVE_NIGHTS = "consecutive_nights"
    UNBEATEN_NIGHTS = "unbeaten_nights"
    HIGH_ATTENDANCE = "high_attendance"
    LOW_ATTENDANCE = "low_attendance"


class Holder(StrEnum):
    """Who holds a record."""

    ONE = "one player"
    BOTH = "both players"
    CLUB = "the club"


class RecordBasis(StrEnum):
    """What a value is of: one game, one play, one event, a career, the nights of a club."""

    GAME = "game"
    PLAY = "play"
    EVENT = "event"
    CAREER = "career"
    NIGHTS = "nights"


class CategoryRule(msgspec.Struct, frozen=True):
    """What holds for a category.

    `is_recorded` says that only recorded games give it, `is_private` that it is shown to nobody
    but the player, `is_split` that it is kept apart by lexicon family, `has_clean` that it is kept
    without phoneys too, `is_feat` that a better value is something that a player is glad of.
    `fewest` is how many games a value needs.
    """

    basis: RecordBasis
    holder: Holder = Holder.ONE
    more_is_better: bool = True
    is_recorded: bool = False
    is_private: bool = False
    is_split: bool = True
    has_clean: bool = False
    is_feat: bool = True
    fewest: int = 1


FEWEST_OF_NIGHT = 3
FEWEST_OF_TOURNAMENT = 12
FEWEST_OF_SEASON = 20
"""How many games an average needs: over a night (clubs.md 8.15), several days, a season."""

_GAME = CategoryRule(RecordBasis.GAME, has_clean=True)
_BOTH = CategoryRule(RecordBasis.GAME, Holder.BOTH, has_clean=True)
_PLAY = CategoryRule(RecordBasis.PLAY, is_recorded=True, has_clean=True)
_CAREER = CategoryRule(RecordBasis.CAREER)
_NIGHTS = CategoryRule(RecordBasis.NIGHTS, is_split=False)
_ATTENDANCE = CategoryRule(RecordBasis.NIGHTS, Holder.CLUB, is_split=False, is_feat=False)
_replace = msgspec.structs.replace

RULES: dict[RecordCategory, CategoryRule] = {
    RecordCategory.HIGH_GAME: _GAME,
    RecordCategory.HIGH_LOSING: _replace(_GAME, is_feat=False),
    RecordCategory.HIGH_TIE: _BOTH,
    RecordCategory.HIGH_COMBINED: _BOTH,
    RecordCategory.LOW_WIN: _replace(_GAME, more_is_better=False, is_feat=False),
    RecordCategory.LOW_COMBINED: _replace(_BOTH, more_is_better=False, is_feat=False),
    RecordCategory.LARGEST_SPREAD: _GAME,
    RecordCategory.BIGGEST_UPSET: _replace(_GAME, has_clean=False),
    RecordCategory.HIGH_TURN: _PLAY,
    RecordCategory.HIGH_OPENING_TURN: _PLAY,
    RecordCategory.HIGH_NON_BINGO: _PLAY,
    RecordCategory.HIGH_OUT_PLAY: _PLAY,
    RecordCategory.HIGH_WITHOUT_BLANKS: _PLAY,
    RecordCategory.MOST_BINGOS: _PLAY,
    RecordCategory.MOST_BINGOS_BOTH: _replace(_PLAY, holder=Holder.BOTH),
    RecordCategory.CONSECUTIVE_BINGOS: _replace(_PLAY, fewest=2),
    RecordCategory.LONGEST_WORD: _PLAY,
    RecordCategory.MOST_TRIPLE_TRIPLES: _PLAY,
    RecordCategory.BIGGEST_COMEBACK: _PLAY,
    RecordCategory.NIGHT_TOTAL: CategoryRule(RecordBasis.EVENT, fewest=FEWEST_OF_NIGHT),
    RecordCategory.NIGHT_AVERAGE: CategoryRule(RecordBasis.EVENT, fewest=FEWEST_OF_NIGHT),
    RecordCategory.TOURNAMENT_AVERAGE: CategoryRule(RecordBasis.EVENT, fewest=FEWEST_OF_TOURNAMENT),
    RecordCategory.SEASON_AVERAGE: _replace(_CAREER, fewest=FEWEST_OF_SEASON),
    RecordCategory.SEASON_WINS: _CAREER,
    RecordCategory.LONGEST_STREAK: _CAREER,
    RecordCategory.LONGEST_LOSING_STREAK: _replace(_CAREER, is_private=True, is_feat=False),
    RecordCategory.MOST_WINS: _CAREER,
    RecordCategory.MOST_GAMES: _CAREER,
    RecordCategory.HIGHEST_RATING: _CAREER,
    RecordCategory.NEWCOMER_HIGH_GAME: _replace(_NIGHTS, is_split=True),
    RecordCategory.NIGHTS_ATTENDED: _NIGHTS,
    RecordCategory.CONSECUTIVE_NIGHTS: _NIGHTS,
    RecordCategory.UNBEATEN_NIGHTS: _replace(_NIGHTS, fewest=FEWEST_OF_NIGHT),
    RecordCategory.HIGH_ATTENDANCE: _ATTENDANCE,
    RecordCategory.LOW_ATTENDANCE: _replace(_ATTENDANCE, more_is_better=False),
}


class Slot(msgspec.Struct, frozen=True, order=True):
    """One list of the book in its scope and family: a category, with or without phoneys.

    `is_clean` lists hold only what is known to be without phoneys, so recorded games only.
    """

    category: RecordCategory
    is_clean: bool = False

    @property
    def is_private(self) -> bool:
        """Whether it is shown to nobody but the player that a holding is of."""
        return RULES[self.category].is_private


SLOTS: dict[tuple[RecordCategory, bool], Slot] = {
    (category, clean): Slot(category, clean)
    for category, rule in RULES.items()
    for clean in ((False, True) if rule.has_clean else (False,))
}
"""Every list of a scope and family, in the order of the book."""
SLOTS_OF: dict[RecordCategory, tuple[Slot, ...]] = {
    category: tuple(slot for slot in SLOTS.values() if slot.category is category)
    for category in RecordCategory
}
"""The lists of a category, the one with everything first."""
