"""Invented games as GCG: a whole one, and short ones with whatever a test needs in them.

All of them have right scores and totals on the standard board with English tiles. The words of
MOVES are in the list that comes with the program; PHONEY's is in none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Move(NamedTuple):
    """A turn as a record writes it, without nick and total."""

    rack: str
    what: str
    score: int


MOVES = (
    Move("BDGIIIM", "8E BIDI", 14),
    Move("IORSTUW", "E8 .ROWST", 22),
    Move("DGIMNUU", "12A MIND.", 22),
    Move("ILOPUVW", "F10 WO", 31),
    Move("EGNOTUU", "A11 E.ONG", 24),
    Move("IKLPSUV", "C8 UPLI.KS", 32),
    Move("AEITUUY", "G8 .ATE", 18),
    Move("AEIORV?", "13E .RAVOIsE", 62),
    Move("IMPRUUY", "12L YUMP", 38),
    Move("EFGHIRY", "14J FIRE", 35),
    Move("EGINRTU", "7H TRUEING", 62),
    Move("AGHLNYZ", "L3 LAZY.NG", 42),
    Move("AAAIJRT", "N10 TA.ARA", 36),
    Move("ADHLOSX", "O12 .ASH", 53),
    Move("EFIJRTU", "5I FRI.E", 34),
    Move("DEELNOX", "N2 EXED", 43),
    Move("AEJNTUV", "1L JUVE", 82),
    Move("ALLNOQ?", "11I yAQON.", 37),
    Move("ACENOOT", "M3 AC.", 35),
    Move("CDILLOS", "15H DISC", 31),
    Move("BENOOTT", "4D BOTONE", 23),
    Move("EEHLLO", "10I OH", 27),
    Move("T", "4K T...", 8),
    Move("", "(EELL)", 8),
)
"""A whole game of two: 404 for who moves first, 415 for the other."""

FIRST_SCORE, SECOND_SCORE = 404, 415
PHONEY = Move("IORSTUW", "E8 .ROWUST", 24)
"""A play that may come second: BROWUST."""


def complete_game(first: str = "Ada", second: str = "Ben", *, head: str = "") -> str:
    """Returns a whole game without anything wrong in it; `head` are more lines before it."""
    turns = [(place % 2, move) for place, move in enumerate(MOVES[:-1])]
    return game((first, second), [*turns, (0, MOVES[-1])], head=head)


def unfinished_game(turns: int = 4, first: str = "Ada", second: str = "Ben") -> str:
    """Returns a game of so many turns that nobody finished, with the racks that are held then."""
    played = [(place % 2, move) for place, move in enumerate(MOVES[:turns])]
    racks = {place % 2: MOVES[place].rack for place in (turns, turns + 1)}
    tail = "".join(f"#rack{player + 1} {racks[player]}\n" for player in sorted(racks))
    return game((first, second), played) + tail


def phoney_game(first: str = "Ada", second: str = "Ben") -> str:
    """Returns a game whose second player's first play was challenged off."""
    taken_back = Move(PHONEY.rack, "--", -PHONEY.score)
    turns = [(0, MOVES[0]), (1, PHONEY), (1, taken_back), (0, Move("DGIMNUU", "E8 .UG", 6))]
    return game((first, second), turns)


def bonus_game(first: str = "Ada", second: str = "Ben", *, points: int = 5) -> str:
    """Returns a game whose second player got points because a challenge of a good play failed."""
    bonus = Move(MOVES[3].rack, "(challenge)", points)
    return game((first, second), [(0, MOVES[0]), (1, MOVES[1]), (1, bonus), (0, MOVES[2])])


def four_player_game(names: Sequence[str] = ("Ada", "Ben", "Cleo", "Dan")) -> str:
    """Returns a game of four that nobody finished, two turns each."""
    return game(names, [(place % 4, move) for place, move in enumerate(MOVES[:8])])


def deviating_game(first: str = "Ada", second: str = "Ben") -> str:
    """Returns a game whose second play is written with two points too many."""
    wrong = MOVES[1]._replace(score=MOVES[1].score + 2)
    return game((first, second), [(0, MOVES[0]), (1, wrong), (0, MOVES[2])])


def game(names: Sequence[str], turns: Sequence[tuple[int, Move]], *, head: str = "") -> str:
    """Returns the record of these turns, each by the player of that place, with right totals.

    A name's nick is the name without its spaces.
    """
    nicks = [name.replace(" ", "") for name in names]
    lines = [f"#player{place} {nicks[place - 1]} {name}" for place, name in enumerate(names, 1)]
    totals = [0] * len(names)
    for player, move in turns:
        totals[player] += move.score
        rack = f"{move.rack} " if move.rack else ""
        lines.append(f">{nicks[player]}: {rack}{move.what} {move.score:+d} {totals[player]}")
    return "#character-encoding UTF-8\n" + head + "\n".join(lines) + "\n"
