"""Totals of cards as a director types them: one on a line, "7 5-2 +233" or "7 +233"."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from core.errors import UserError
from core.phrases import phrase
from tournaments.detective.slips import CardTotal

MOST_CARDS: Final = 60
LONGEST: Final = 60
_LINE = re.compile(
    r"#?(?P<entry>\d{1,4})"
    r"(?:\s+(?P<won>\d{1,3}(?:\.5)?)(?:\s*[-–]\s*\d{1,3}(?:\.5)?)?(?=\s))?"
    r"\s+(?P<spread>[+\-−]?\d{1,5})"
)
"""A spread without a sign is one above 0; wins are told with or without losses."""


def read_cards(text: str, entries: Collection[int], after: int) -> tuple[CardTotal, ...]:
    """Returns the totals of cards after a round, in the order of their lines.

    Raises UserError `card.line`, `card.entry`, `card.twice`, `card.many`, naming the line.
    """
    cards: dict[int, CardTotal] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        found = _LINE.fullmatch(line.strip())
        if found is None:
            sentence = phrase(
                "Line {line}, “{text}”: type the number, wins and losses, and the spread, as in"
                " 7 5-2 +233.",
                line=number,
                text=line.strip()[:LONGEST],
            )
            raise _refused("card.line", sentence)
        entry = int(found["entry"])
        if entry not in entries:
            sentence = phrase("Line {line}: there is no no. {entry}.", line=number, entry=entry)
            raise _refused("card.entry", sentence)
        if entry in cards:
            sentence = phrase("Line {line}: no. {entry} is there twice.", line=number, entry=entry)
            raise _refused("card.twice", sentence)
        if len(cards) >= MOST_CARDS:
            raise _refused("card.many", phrase("Check at most {most} cards.", most=MOST_CARDS))
        half_wins = None if found["won"] is None else round(2 * float(found["won"]))
        spread = int(found["spread"].replace("−", "-"))
        cards[entry] = CardTotal(entry, after, spread, half_wins)
    return tuple(cards.values())


def _refused(code: str, sentence: str) -> UserError:
    return UserError(sentence, code=code, field="cards")
