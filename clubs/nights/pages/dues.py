"""The dues of a night in words, for the page on which they are taken."""

from __future__ import annotations

from typing import NamedTuple

from clubs.nights.queries.dues import DuesOfNight
from core.phrases import phrase


class OwingLine(NamedTuple):
    """Somebody who is still to pay: how much, why, and what their tab says besides."""

    number: int
    name: str
    amount: str
    why: str
    tab: str


def owing_lines(dues: DuesOfNight) -> list[OwingLine]:
    """Returns those who are still to pay, by name."""
    words = dues.dues.words
    return [
        OwingLine(
            one.person.number,
            one.person.name,
            phrase("card") if one.due.due.nights else words(one.due.due.amount),
            one.due.due.why,
            phrase("tab {amount}", amount=words(one.due.owed)) if one.due.owed > 0 else "",
        )
        for one in dues.to_pay
    ]
