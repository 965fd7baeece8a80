"""AUPAIR's TOU file: a line for each player, nine columns for each round.

Source: the tsh reference, section 4. A block is a space, the result (2 won, 1 drawn, 0 lost), the
score in three columns and the opponent in four, with a + in front of an opponent met going first. A
round without a rated game is a block against oneself, or blank where such rows are not wanted.
"""

from __future__ import annotations

from tournaments.formats.submission.names import eight_bit, fixed
from tournaments.formats.submission.shape import Submission, SubmittedDivision, as_filed

NAME_WIDTH = 20
MAX_SCORE = 999
MAX_NUMBER = 999
END = "*** END OF FILE ***"
_HIGH_WORD = " " * 38 + "0"
_BLANK = " " * 9


def write_tou(submission: Submission, *, byes: bool = True) -> bytes:
    """Returns the TOU file, CRLF and ISO-8859-1; `byes` False leaves rounds without a game blank.

    Every division has its three heading lines; the end is said once. Scores are held between 0 and
    999. Without a date the first line says 00.00.0000.
    """
    day = f"{submission.held_on:%d.%m.%Y}" if submission.held_on else "00.00.0000"
    lines: list[str] = []
    for division in submission.divisions:
        heading = eight_bit(division.name).lstrip("* ")
        lines += [f"*M{day} {eight_bit(submission.name)}", f"*{heading}", _HIGH_WORD]
        lines += _rows(as_filed(division), byes=byes)
    text = "".join(f"{line}\r\n" for line in [*lines, END])
    return text.encode("iso-8859-1")


def _rows(division: SubmittedDivision, *, byes: bool) -> list[str]:
    numbers = range(1, division.last_round + 1)
    blocks: dict[tuple[int, int], str] = {}
    for game in division.games:
        sides = ((game.one, game.two), (game.two, game.one))
        told = ((game.won_one, game.score_one), (game.won_two, game.score_two))
        for (own, other), (won, score) in zip(sides, told, strict=True):
            blocks[own, game.round] = _block(won, score, other, signed=game.first == own)
    if byes:
        awards = {(out.player, out.round): out.spread for out in division.idle}
        for player in division.players:
            for number in numbers:
                at = (player.number, number)
                blocks.setdefault(at, _alone(player.number, awards.get(at, 0)))
    return [
        fixed(player.name.given_first, NAME_WIDTH)
        + "".join(blocks.get((player.number, number), _BLANK) for number in numbers).rstrip()
        for player in division.players
    ]


def _block(won: int, score: int, opponent: int, *, signed: bool) -> str:
    capped = min(max(score, 0), MAX_SCORE)
    met = f"{'+' if signed else ''}{opponent}"
    return f" {won}{capped:>3}{met:>4}"


def _alone(player: int, spread: int) -> str:
    """Returns a round without a game: 2001 won, 1000 nothing, 0000 lost, against oneself."""
    word = "2001" if spread > 0 else "0000" if spread < 0 else "1000"
    met = f"+{player}"
    return f" {word}{met:>4}"
