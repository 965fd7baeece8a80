"""Words of leagues, the player of the year and trophies."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from clubs.leagues.play.line_ups import AbsenteeRule
from clubs.leagues.play.matches import MatchRules, TeamMatch
from core.phrases import numeral, phrase, phrase_count
from core.wording import half

ABSENCES: Mapping[AbsenteeRule, str] = {
    AbsenteeRule.SUBSTITUTE: phrase("a substitute plays on the board that is free"),
    AbsenteeRule.MOVE_UP: phrase("all below move up, and substitutes play below them"),
    AbsenteeRule.FORFEIT: phrase("the board is forfeited"),
}
"""What an absence does."""

WITHDRAWAL = phrase("All matches of a team that withdrew count for nobody.")


def match_words(rules: MatchRules) -> str:
    """Returns what a match is and counts, in a sentence."""
    boards = phrase_count("{count} board", "{count} boards", count=rules.boards)
    games = phrase_count("{count} game", "{count} games", count=rules.games)
    return phrase(
        "{boards} with {games} each. Match points: {win} for a win, {draw} for a draw, {loss} for "
        "a loss.",
        boards=boards,
        games=games,
        win=rules.win,
        draw=rules.draw,
        loss=rules.loss,
    )


def score_words(result: TeamMatch) -> str:
    """Returns the board points of a match, home first."""
    return f"{half(result.home.half_points)}:{half(result.away.half_points)}"


def points_words(points: Fraction) -> str:
    """Returns points as a table has them: whole, or with at most two decimals."""
    if points.denominator == 1:
        return f"{points.numerator}"
    return numeral(f"{float(points):.2f}".rstrip("0").rstrip("."))
