"""The panel of consequences: what differs, in words and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.actors import Actor
from core.journal.command import Command
from core.money import amount_words
from core.names import shown_name
from core.phrases import phrase
from core.wording import DASH, record, signed
from desk.log import sentence
from tournaments.consequences.queries.compared import (
    HallDifference,
    PlaceChange,
    PlaceHeld,
    PrizeChange,
    Seating,
    SeatsChanged,
)
from tournaments.consequences.queries.foreseen import with_command
from tournaments.consequences.queries.paired_again import PairedAgain, PairedOtherwise

TEMPLATE = "tournaments/consequences/_panel.html"
MOST_LINES = 60
"""So many lines a table shows; the API tells all."""


class ShownBoards(NamedTuple):
    """A round in words, with the boards on either side."""

    title: str
    note: str
    was: list[str]
    would: list[str]


class ShownDifference(NamedTuple):
    """A line of a table: who or what, and both states."""

    name: str
    was: str
    would: str


class ShownTable(NamedTuple):
    """A table of differences; `more` says how many lines were left out, empty where none was."""

    title: str
    lines: list[ShownDifference]
    more: str


class ShownUnfit(NamedTuple):
    """A later entry of the log that would no longer fit, and why."""

    seq: int
    sentence: str
    why: str


def foresee(command: Command, actor: Actor, reason: str) -> Mapping[str, Any]:
    """Returns the panel of what a command would change; raises UserError where it is refused."""
    told = with_command(command, actor=actor, reason=reason)
    return panel(
        told,
        title=phrase("What this would change"),
        was=phrase("Now"),
        would=phrase("With it"),
    )


def panel(told: HallDifference, *, title: str, was: str, would: str) -> dict[str, Any]:
    """Returns the template's values for what differs; `was` and `would` head the two states."""
    names = {one.division for one in told.places} | {one.division for one in told.ratings}
    several = len(names) > 1
    return {
        "template": TEMPLATE,
        "title": title,
        "was": was,
        "would": would,
        "is_nothing": told.is_nothing,
        "boards": [
            *(_seats(one, told.names) for one in told.seats),
            *(_paired(one, told.names) for _, again in told.paired for one in again.rounds),
        ],
        "left": [text for name, again in told.paired if (text := _left(name, again))],
        "tables": [
            table
            for table in (
                _table(phrase("Places"), _places(told.places, told.names, several=several)),
                _table(phrase("Prizes, if it ended now"), _prizes(told)),
                _table(phrase("New ratings"), _ratings(told, several=several)),
            )
            if table.lines
        ],
        "unfit": [ShownUnfit(one.entry.seq, sentence(one.entry), one.why) for one in told.unfit],
    }


def _table(title: str, lines: Iterable[ShownDifference]) -> ShownTable:
    shown = list(lines)
    left = len(shown) - MOST_LINES
    more = phrase("… and {count} more", count=left) if left > 0 else ""
    return ShownTable(title, shown[:MOST_LINES], more)


def _seats(one: SeatsChanged, names: Mapping[int, str]) -> ShownBoards:
    title = phrase("Round {round} of {division}", round=one.round, division=one.division)
    return ShownBoards(title, "", _boards(one.was, names), _boards(one.would, names))


def _paired(one: PairedOtherwise, names: Mapping[int, str]) -> ShownBoards:
    title = phrase(
        "Round {round} of {division}, paired by {method}",
        round=one.round,
        division=one.division,
        method=one.method,
    )
    if one.refused:
        note = phrase("It could not be paired: {why}", why=one.refused)
    elif one.is_draft:
        note = phrase("Its draft stays as it is until you pair the round again.")
    else:
        note = phrase(
            "Its boards stay as they are, because it is published. Paired again, these differ:"
        )
    return ShownBoards(title, note, _boards(one.was, names), _boards(one.would, names))


def _boards(seating: Seating, names: Mapping[int, str]) -> list[str]:
    return [
        phrase("{one} – {other}", one=_name(two[0], names), other=_name(two[1], names))
        if len(two) > 1
        else phrase("{one} alone", one=_name(two[0], names))
        for two in seating
    ]


def _name(key: int, names: Mapping[int, str]) -> str:
    return shown_name(names.get(key, f"#{key}"))


def _left(division: str, again: PairedAgain) -> str:
    if not again.left:
        return ""
    return phrase(
        "Rounds of {division} that were not paired again, as there are too many: {rounds}.",
        division=division,
        rounds=", ".join(map(str, again.left)),
    )


def _in(division: str, name: str, *, several: bool) -> str:
    return f"{division}: {name}" if several else name


def _places(
    places: Sequence[PlaceChange], names: Mapping[int, str], *, several: bool
) -> Iterator[ShownDifference]:
    for one in places:
        name = _in(one.division, _name(one.entry, names), several=several)
        yield ShownDifference(name, _standing(one.was), _standing(one.would))


def _standing(one: PlaceHeld | None) -> str:
    if one is None:
        return DASH
    place = DASH if one.place is None else f"{one.place}."
    return f"{place} {record(one.half_wins, one.half_losses)} {signed(one.spread)}"


def _prizes(told: HallDifference) -> Iterator[ShownDifference]:
    for one in told.prizes:
        yield ShownDifference(one.title, *(_winners(one, side, told) for side in (0, 1)))


def _winners(one: PrizeChange, side: int, told: HallDifference) -> str:
    shares = (one.was, one.would)[side]
    return (
        ", ".join(
            f"{_name(key, told.names)} ({amount_words(amount, told.currency)})"
            if amount
            else _name(key, told.names)
            for key, amount in shares
        )
        or DASH
    )


def _ratings(told: HallDifference, *, several: bool) -> Iterator[ShownDifference]:
    for one in told.ratings:
        name = _in(one.division, _name(one.entry, told.names), several=several)
        yield ShownDifference(name, _rating(one.was, one.old), _rating(one.would, one.old))


def _rating(new: int | None, old: int) -> str:
    if new is None:
        return DASH
    return f"{new} ({signed(new - old)})" if old else str(new)
