"""Who is at the desk of a round, and which board they type at: advice that ends by itself.

It is kept in a small table and not in a cache, because the web processes share nothing else where
there is no Redis, and it is in no journal: nobody asks tomorrow who was typing today.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.entry_line.intents import Whom
from tournaments.models import DeskPresence, Division
from tournaments.results.queries import board_named

LEASE = timedelta(seconds=20)
"""How long somebody is there whose page is silent; a page that is open says so every 8 seconds."""
KEPT = timedelta(hours=1)
_MEANT = re.compile(r"\s*(?P<board>[bB/])?[#pP]?(?P<number>[0-9]{1,5})(?P<more>\s|$)?")


@dataclass(frozen=True, slots=True)
class Present:
    """Somebody else who is there; `label` is the number of the board they type at, if any."""

    person: str
    slot: int | None
    label: int | None


def slot_typed_at(text: str, division: Division, number: int, at: int | None) -> int | None:
    """Returns the slot of the board that a line is about as far as it is typed, None for none.

    `at` is the slot that slip order is at: a line that names no board is of that one.
    """
    found = _MEANT.match(text)
    if found is None:
        return None
    if at is not None and not found["board"]:
        return at
    whom = Whom("board" if found["board"] else "entry", int(found["number"]))
    board = board_named(division, number, whom)
    return board.slot if board is not None and board.is_game else None


def be_present(
    division: Division, number: int, person: str, slot: int | None, now: datetime
) -> None:
    """Says that somebody is there, at a board or at none, until the lease ends."""
    values = {"round": number, "slot": slot, "until": now + LEASE}
    _, is_new = DeskPresence.objects.update_or_create(
        division=division, person=person, defaults=values
    )
    if is_new:
        DeskPresence.objects.filter(until__lt=now - KEPT).delete()


def others_present(division: Division, number: int, person: str, now: datetime) -> list[Present]:
    """Returns who else enters results of a round now, by name; two queries."""
    rows = DeskPresence.objects.filter(division=division, round=number, until__gt=now)
    labels = _labels(division, number)
    return [
        Present(row.person, row.slot, labels.get(row.slot, row.slot) if row.slot else None)
        for row in rows.exclude(person=person).order_by("person")
    ]


def _labels(division: Division, number: int) -> dict[int, int]:
    """Returns the numbers of the boards of a round by slot; one query."""
    boards = division.rounds.filter(number=number).values_list("boards__slot", "boards__number")
    return {slot: label for slot, label in boards if label}
