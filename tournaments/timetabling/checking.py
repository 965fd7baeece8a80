"""Whether lines make a timetable: one sentence for the first that does not, naming it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final
from unicodedata import category
from zoneinfo import available_timezones

from core.phrases import phrase
from tournaments.timetabling.records import (
    DAY_MINUTES,
    LineKind,
    TimetableError,
    TimetableLine,
    in_order,
    is_time,
    minute_of,
)

MOST_LINES: Final = 300
MOST_LETTERS: Final = 80
LONGEST: Final = timedelta(days=60)
MOST_LATE: Final = DAY_MINUTES
NO_YEAR: Final = phrase("The year is not one from 1900 to 2200.")
_OF_ONE_MACHINE: Final = {"localtime", "Factory"}


def is_year(year: int) -> bool:
    """Returns whether a timetable may be of a year."""
    return 1900 <= year <= 2200


def checked_zone(zone: str) -> str:
    """Returns the name of a time zone; TimetableError for what is none on this machine.

    It is a name as the tz database has it, letter by letter: what else a disk would open, such as
    `localtime` or a name in other letters, means nothing on another machine.
    """
    if zone in _OF_ONE_MACHINE or zone not in available_timezones():
        raise TimetableError(
            phrase("There is no time zone {zone}.", zone=zone[:60]),
            code="timetable.zone",
            field="zone",
        )
    return zone


def checked_lines(
    lines: Sequence[TimetableLine], rounds: Mapping[str, int], numbers: Sequence[int] = ()
) -> tuple[TimetableLine, ...]:
    """Returns lines tidied and in order, for divisions with so many rounds by their names.

    Raises TimetableError for the first that is wrong, which is called by its number: as it is
    counted here, or out of `numbers`.
    """
    if len(lines) > MOST_LINES:
        raise TimetableError(
            phrase("A timetable has at most {most} lines.", most=MOST_LINES),
            code="timetable.too_long",
            field="lines",
        )
    called = list(numbers) or list(range(1, len(lines) + 1))
    tidy = [_checked(line, rounds, number) for line, number in zip(lines, called, strict=True)]
    _check_together(tidy, called)
    _check_rounds(tidy, rounds, called)
    return in_order(tidy)


def _checked(line: TimetableLine, rounds: Mapping[str, int], number: int) -> TimetableLine:
    tidy = replace(
        line,
        text=" ".join(line.text.split()) if line.kind is LineKind.OTHER else "",
        place=" ".join(line.place.split()),
    )
    wrong = _of_times(tidy) or _of_words(line, tidy) or _of_divisions(tidy, rounds)
    if not wrong and tidy.kind is LineKind.ROUNDS:
        wrong = _of_rounds(tidy, rounds)
    if wrong:
        raise _error(number, wrong)
    return tidy if tidy.kind is LineKind.ROUNDS else replace(tidy, first_round=0, last_round=0)


def _of_times(line: TimetableLine) -> str:
    if not is_year(line.day.year):
        return NO_YEAR
    if not is_time(line.at):
        return phrase("Give a time from 00:00 to 23:59, such as 09:30.")
    if line.until and not is_time(line.until):
        return phrase("Give a time from 00:00 to 23:59 for its end, or none.")
    if line.until and minute_of(line.until) <= line.starts:
        return phrase("It ends before it begins.")
    if abs(line.late) > MOST_LATE:
        return phrase("Nothing is more than a day late.")
    return ""


def _of_words(said: TimetableLine, tidy: TimetableLine) -> str:
    if tidy.kind is LineKind.OTHER and not tidy.text:
        return phrase("Say what there is at that time.")
    for words in (said.text, said.place):
        if any(category(letter) in ("Cc", "Cs") for letter in words):
            return phrase("It contains a character that cannot be printed.")
    if max(len(tidy.text), len(tidy.place)) > MOST_LETTERS:
        return phrase("A text has at most {most} characters.", most=MOST_LETTERS)
    return ""


def _of_divisions(line: TimetableLine, rounds: Mapping[str, int]) -> str:
    for name in line.divisions:
        if name not in rounds:
            return phrase("There is no division {name}.", name=name[:30])
    if len(set(line.divisions)) != len(line.divisions):
        return phrase("A division is named twice.")
    return ""


def _of_rounds(line: TimetableLine, rounds: Mapping[str, int]) -> str:
    last = max((rounds[name] for name in line.divisions or rounds), default=0)
    if not 1 <= line.first_round <= line.last_round <= last:
        return (
            phrase("Name rounds from 1 to {last}.", last=last)
            if last
            else phrase("Make a division before you say when its rounds begin.")
        )
    return ""


def _check_together(lines: Sequence[TimetableLine], called: Sequence[int]) -> None:
    """Raises TimetableError for a line that is there twice, or months from the first."""
    seen: dict[tuple[object, ...], int] = {}
    first = min((line.day for line in lines), default=None)
    for line, number in zip(lines, called, strict=True):
        if first is not None and line.day - first > LONGEST:
            most = LONGEST.days
            raise _error(
                number, phrase("It is more than {most} days after the first day.", most=most)
            )
        key = (line.day, line.at, line.place, *line.says)
        if key in seen:
            raise _error(number, phrase("It is the same as line {other}.", other=seen[key]))
        seen[key] = number


def _check_rounds(
    lines: Sequence[TimetableLine], rounds: Mapping[str, int], called: Sequence[int]
) -> None:
    """Raises TimetableError where a division has a round twice, or one before an earlier one."""
    places = sorted(range(len(lines)), key=lambda place: (lines[place].day, lines[place].starts))
    for division in rounds:
        played, before = 0, 0
        for place in places:
            line = lines[place]
            if line.kind is not LineKind.ROUNDS or not line.is_for(division):
                continue
            if line.first_round <= played:
                raise _error(
                    called[place],
                    phrase(
                        "Round {round} of division {division} comes after round {played} in "
                        "line {other}.",
                        round=line.first_round,
                        division=division,
                        played=played,
                        other=called[before],
                    ),
                )
            played, before = line.last_round, place


def _error(number: int, said: str) -> TimetableError:
    return TimetableError(
        phrase("Line {line}: {said}", line=number, said=said),
        code="timetable.line",
        line=number,
        field="lines",
    )
