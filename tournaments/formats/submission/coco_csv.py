"""CoCo's list of results: one row for each game, the winner first.

The columns are those that the readme of CoCo's rating program names: "Submitted On, Round, Winner,
Winners Score, Opponent, Opponents Score". A player is the name, letter for letter. A score of 0 is
never rated there, so a bye is 50 to 0 against "BYE".
"""

from __future__ import annotations

from core.csv_file import write_csv
from tournaments.formats.submission.names import one_line
from tournaments.formats.submission.shape import (
    Submission,
    SubmittedDivision,
    SubmittedGame,
    as_filed,
)

HEADING = ("Submitted On", "Round", "Winner", "Winners Score", "Opponent", "Opponents Score")
BYE, BYE_SCORE = "BYE", 50
Row = tuple[str, int, str, int, str, int]


def write_coco(submission: Submission, division: SubmittedDivision, *, byes: bool = True) -> bytes:
    """Returns the results of one division as CSV: UTF-8 without a mark, CRLF.

    `byes` adds a row for each bye and each game won by forfeit; a round lost without a game has
    none. The date stands for when a result came in, and is empty where it is not known.
    """
    filed = as_filed(division)
    day = submission.held_on.isoformat() if submission.held_on else ""
    names = {p.number: one_line(p.name.given_first) or "?" for p in filed.players}
    rows = [(game.round, 0, _row(game, day, names)) for game in filed.games]
    if byes:
        rows += [
            (out.round, 1, (day, out.round, names[out.player], BYE_SCORE, BYE, 0))
            for out in filed.idle
            if out.spread > 0
        ]
    ordered = sorted(rows, key=lambda row: row[:2])
    return write_csv(HEADING, (row for _, _, row in ordered), mark=False)


def _row(game: SubmittedGame, day: str, names: dict[int, str]) -> Row:
    one, two = (names[game.one], game.score_one), (names[game.two], game.score_two)
    second_won = (game.won_two, game.score_two) > (game.won_one, game.score_one)
    (winner, high), (loser, low) = (two, one) if second_won else (one, two)
    return (day, game.round, winner, high, loser, low)
