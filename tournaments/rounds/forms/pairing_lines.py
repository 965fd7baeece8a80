"""The pairings of a round as a director types them: one board, bye or absence a line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from core.phrases import phrase
from tournaments.kernel.queries.sheet import BoardLine
from tournaments.rounds.commands.rounds import HandPairing

_BOARD = re.compile(
    r"(?:(?P<board>\d{1,4})\s*+:\s*+)?(?P<one>\d{1,5})(?:\s++(?:-\s*+)?|-\s*+)(?P<two>\d{1,5})"
    r"(?:\s++first\s++(?P<first>\d{1,5}))?",
    re.IGNORECASE,
)
_ALONE = re.compile(r"(?P<what>bye|absent)s?\s+(?P<numbers>\d{1,5}(?:[\s,]+\d{1,5})*)", re.I)


@dataclass(frozen=True, slots=True)
class Pairings:
    """The pairings in the lines."""

    boards: tuple[HandPairing, ...]
    byes: tuple[int, ...]
    absent: tuple[int, ...]


def read_pairings(text: str) -> Pairings:
    """Returns the pairings of a text such as "3: 1 4", "2-5", "1 4 first 4", "bye 5, 6".

    Raises ValidationError with one sentence for each line that cannot be read, naming the line.
    """
    boards: list[HandPairing] = []
    alone: dict[str, list[int]] = {"bye": [], "absent": []}
    wrong = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        board, one = _BOARD.fullmatch(words), _ALONE.fullmatch(words)
        if board:
            values = {name: int(value) for name, value in board.groupdict().items() if value}
            boards.append(HandPairing(**values))
        elif one:
            alone[one["what"].lower()] += map(int, re.findall(r"\d+", one["numbers"]))
        elif words:
            wrong.append(
                phrase(
                    "Line {line}: {text!r} is not a board, a bye or an absence.",
                    line=number,
                    text=words[:40],
                )
            )
    if wrong:
        raise ValidationError(wrong)
    return Pairings(tuple(boards), tuple(alone["bye"]), tuple(alone["absent"]))


def written_pairings(boards: Iterable[BoardLine]) -> str:
    """Returns the lines that say what a draft says."""
    lines = []
    for board in boards:
        if board.two is None and board.reason == "rest":
            # Nobody writes who rests: a house player does if given nothing else.
            continue
        if board.two is None:
            word = "absent" if board.reason == "absent" else "bye"
            lines.append(f"{word} {board.one.entry}")
            continue
        fixed = [s.entry for s in board.seats if s.side == "first" and s.decided_by == "manual"]
        first = f" first {fixed[0]}" if fixed else ""
        lines.append(f"{board.number}: {board.one.entry} {board.two.entry}{first}")
    return "\n".join(lines)
