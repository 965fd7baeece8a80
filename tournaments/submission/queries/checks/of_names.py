"""Checks of the names: what a format cannot hold, would cut, or would take for something else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from core.csv_file import FORMULA
from core.phrases import phrase
from tournaments.formats.submission import PersonName
from tournaments.formats.submission.names import eight_bit, fixed, one_line, tsh_name_of
from tournaments.formats.submission.tou import NAME_WIDTH
from tournaments.submission.queries.checks.finding import (
    LOOK,
    REFUSED,
    Level,
    SubmissionFinding,
    listed,
)
from tournaments.submission.queries.submitted import DivisionGround, SubmissionGround

_DIGIT = re.compile(r"\d")


def names_stay_in_their_line(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds names that a tsh line would not give back: numbers, semicolons, colons, a leading #."""
    for division, number, name in _names(ground):
        wanted = " ".join(name.family_first.split())
        written = tsh_name_of(name)
        if written != wanted:
            said = phrase(
                "{player} would be written “{written}”: a name cannot contain a "
                "semicolon, a colon, a # in front or a word that is a number.",
                player=division.called(number),
                written=written,
            )
            yield _of(division, number, "name.unwritable", REFUSED, said)


def names_have_their_order(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds names of which nothing says which part is the family name."""
    for division in ground.divisions:
        unknown = [
            n for n, p in division.in_file.items() if not p.name.has_order and " " in p.name.family
        ]
        if unknown:
            message = phrase(
                "Division {name}: written as entered, since no comma tells which is the"
                " family name: no. {unknown}.",
                name=division.name,
                unknown=listed(unknown),
            )
            yield SubmissionFinding(
                "name.order", LOOK, message, division=division.name, field="name"
            )


def names_are_eight_bit(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds names with letters that TOU's eight bits do not have, or beyond plain ASCII."""
    for division, number, name in _names(ground):
        whole = one_line(name.given_first)
        narrow = eight_bit(whole)
        if "?" in narrow.replace("?", "", whole.count("?")):
            said = phrase(
                "{player} has letters that the file cannot contain: “{narrow}”.",
                player=division.called(number),
                narrow=narrow,
            )
            yield _of(division, number, "name.letters", REFUSED, said)
        elif narrow != whole:
            yield _of(
                division,
                number,
                "name.letters",
                LOOK,
                phrase(
                    "{player} is written “{narrow}”.", player=division.called(number), narrow=narrow
                ),
            )
        elif not whole.isascii():
            said = phrase(
                "{player} has accented letters, which older programs may not read.",
                player=division.called(number),
            )
            yield _of(division, number, "name.accents", LOOK, said)


def names_have_no_digits(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds names with digits, which looser readers take for a result."""
    for division, number, name in _names(ground):
        if _DIGIT.search(name.given_first):
            said = phrase(
                "{player} has a digit in the name, which some readers take for a result.",
                player=division.called(number),
            )
            yield _of(division, number, "name.digits", LOOK, said)


def names_fit(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds names longer than the columns of a TOU file."""
    for division, number, name in _names(ground):
        if len(eight_bit(name.given_first)) > NAME_WIDTH:
            cut = fixed(name.given_first, NAME_WIDTH).strip()
            said = phrase(
                "{player} is cut to “{cut}”: a name has {name_width} columns.",
                player=division.called(number),
                cut=cut,
                name_width=NAME_WIDTH,
            )
            yield _of(division, number, "name.cut", LOOK, said)


def cut_names_are_unique(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds names that are the same in a TOU file."""
    return _clashes(ground, lambda name: fixed(name.given_first, NAME_WIDTH).strip())


def names_are_unique(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds names that two have, where a player is known by nothing else."""
    return _clashes(ground, lambda name: one_line(name.given_first))


def names_are_no_formulas(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds names that a spreadsheet would run, which get an apostrophe in front."""
    for division, number, name in _names(ground):
        written = one_line(name.given_first)
        if not written or written[0] in FORMULA:
            said = phrase(
                "{player} is written “'{written}”, which is a different name.",
                player=division.called(number),
                written=written,
            )
            yield _of(division, number, "name.formula", REFUSED, said)


def names_are_those_of_the_list(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds names that the list spells otherwise: each would become a second, unrated player."""
    for division, number, name in _names(ground):
        rating_list = division.rating_list
        line = rating_list.lines.get(number) if rating_list else None
        if rating_list and line and line.name != one_line(name.given_first):
            said = phrase(
                "{player} is called “{name}” on the list {found_name}: names must match exactly.",
                player=division.called(number),
                name=line.name,
                found_name=rating_list.name,
            )
            yield _of(division, number, "name.differs", REFUSED, said)


def _clashes(
    ground: SubmissionGround, written: Callable[[PersonName], str]
) -> Iterator[SubmissionFinding]:
    for division in ground.divisions:
        seen: dict[str, int] = {}
        for number, player in division.in_file.items():
            name = written(player.name)
            other = seen.setdefault(name, number)
            if other != number:
                said = phrase(
                    "{player} is called “{name}” in the file, as is no. {other}.",
                    player=division.called(number),
                    name=name,
                    other=other,
                )
                yield _of(division, number, "name.twice", REFUSED, said)


def _names(ground: SubmissionGround) -> Iterator[tuple[DivisionGround, int, PersonName]]:
    for division in ground.divisions:
        for number, player in division.in_file.items():
            yield division, number, player.name


def _of(
    division: DivisionGround, number: int, code: str, level: Level, said: str
) -> SubmissionFinding:
    """Returns the finding about a name; who is in the register has the name from there."""
    player = division.sheet.entries[number].player
    mend = "change-player" if player else "change-entry"
    return SubmissionFinding(
        code, level, said, division.name, number, "name", mend=mend, player=player
    )
