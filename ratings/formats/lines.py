"""A line of a published list, and what makes lines impossible: alone, or side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from core.errors import UserError
from core.names import name_mark, number_mark
from core.phrases import phrase

NAME_LIMIT = 120
NUMBER_LIMIT = 20
HIGHEST_RATING = 9999
LEAST_DEVIATION, HIGHEST_DEVIATION = 0.01, 1000
MOST_GAMES = 99_999
MAX_LINES = 40_000


class ListError(UserError):
    """A list that cannot be read at all; `field` is always `text`."""

    def __init__(self, code: str, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence, code=f"list.{code}", line=line, field="text")


class ListLine(NamedTuple):
    """Somebody on a published list. `line` counts from 1 over all lines of the file."""

    line: int
    name: str
    rating: int
    association_number: str = ""
    deviation: float | None = None
    games: int | None = None
    expires_on: date | None = None


@dataclass(frozen=True, slots=True)
class ListFault:
    """A fault or an oddity of one line, in one sentence; line 0 is the whole file."""

    line: int
    code: str
    sentence: str

    def __str__(self) -> str:
        return (
            phrase("Line {line}: {sentence}", line=self.line, sentence=self.sentence)
            if self.line
            else self.sentence
        )


def impossible(line: ListLine) -> Iterator[ListFault]:
    """Yields the faults of a line that cannot be, whoever made it."""
    if not name_mark(line.name):
        yield ListFault(line.line, "nameless", phrase("The line has no name."))
    elif len(line.name) > NAME_LIMIT:
        yield ListFault(
            line.line,
            "name.long",
            phrase("A name can have at most {name_limit} characters.", name_limit=NAME_LIMIT),
        )
    if not (line.name + line.association_number).isprintable():
        yield ListFault(
            line.line, "control", phrase("It contains a character that cannot be printed.")
        )
    if len(line.association_number) > NUMBER_LIMIT:
        sentence = phrase(
            "An association number can have at most {number_limit} characters.",
            number_limit=NUMBER_LIMIT,
        )
        yield ListFault(line.line, "number.long", sentence)
    if not 1 <= line.rating <= HIGHEST_RATING:
        yield ListFault(line.line, "rating", _rating_sentence(line.name, str(line.rating)))
    if line.games is not None and not 0 <= line.games <= MOST_GAMES:
        yield ListFault(line.line, "games", _games_sentence(line.name, str(line.games)))
    if line.deviation is not None and not _is_deviation(line.deviation):
        yield ListFault(line.line, "deviation", _deviation_sentence(line.name, str(line.deviation)))


def known_deviation(number: float) -> float | None:
    """Returns a deviation as a list states it, None for 0: no rating is beyond doubt."""
    return number or None


def no_rating(line: int, name: str, cell: str) -> ListFault:
    """Returns the fault of a line whose rating is not a whole number."""
    return ListFault(line, "rating", _rating_sentence(name, cell))


def no_games(line: int, name: str, cell: str) -> ListFault:
    """Returns the fault of a line whose games are not a whole number."""
    return ListFault(line, "games", _games_sentence(name, cell))


def no_deviation(line: int, name: str, cell: str) -> ListFault:
    """Returns the fault of a line whose deviation is not a number."""
    return ListFault(line, "deviation", _deviation_sentence(name, cell))


def doubled(lines: Sequence[ListLine]) -> tuple[list[ListFault], list[ListFault]]:
    """Returns the faults and the oddities of lines that stand for one person, or seem to.

    Two lines of one number are a fault, two of one name only where a number does not tell them
    apart: people share names.
    """
    faults: list[ListFault] = []
    oddities: list[ListFault] = []
    numbers: dict[str, ListLine] = {}
    names: dict[str, list[ListLine]] = defaultdict(list)
    for line in lines:
        first = numbers.setdefault(number_mark(line.association_number) or f"\0{line.line}", line)
        if first is not line:
            said = phrase(
                "{name} has the same number {number} as line {line} ({other}).",
                name=line.name,
                number=line.association_number,
                line=first.line,
                other=first.name,
            )
            faults.append(ListFault(line.line, "number.twice", said))
        names[name_mark(line.name)].append(line)
    for alike in names.values():
        first = alike[0]
        for line in alike[1:]:
            if first.association_number and line.association_number:
                said = phrase(
                    "{name} is already in line {line}, with another number: give both lines a "
                    "number to tell them apart.",
                    name=line.name,
                    line=first.line,
                )
                oddities.append(ListFault(line.line, "name.shared", said))
            else:
                said = phrase(
                    "{name} is already in line {line}; give both a number to tell them apart.",
                    name=line.name,
                    line=first.line,
                )
                faults.append(ListFault(line.line, "name.twice", said))
    return faults, oddities


def _rating_sentence(name: str, cell: str) -> str:
    return phrase(
        "A rating is a whole number from 1 to {highest}, and {who} has {cell!r}.",
        highest=HIGHEST_RATING,
        who=_who(name),
        cell=cell[:40],
    )


def _games_sentence(name: str, cell: str) -> str:
    return phrase(
        "Games are a whole number from 0 to {most}, and {who} has {cell!r}.",
        most=MOST_GAMES,
        who=_who(name),
        cell=cell[:40],
    )


def _deviation_sentence(name: str, cell: str) -> str:
    return phrase(
        "A deviation is a number from {least} to {highest}, and {who} has {cell!r}.",
        least=LEAST_DEVIATION,
        highest=HIGHEST_DEVIATION,
        who=_who(name),
        cell=cell[:40],
    )


def _is_deviation(number: float) -> bool:
    """Returns whether a system that has deviations can rate somebody with this one."""
    return LEAST_DEVIATION <= number <= HIGHEST_DEVIATION


def _who(name: str) -> str:
    return name[:60] or phrase("nobody")
