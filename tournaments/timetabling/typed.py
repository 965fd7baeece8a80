"""A timetable as it is typed, a line for each line: days as headings, `9:30 Round 1` below them.

Saturday 28 November 2026
9:00 Check-in
9:30 Round 1
12:50-13:40 Lunch @ Foyer
13:40 A, B: Rounds 5-7
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from itertools import islice
from typing import Final, NamedTuple

from core.phrases import phrase
from tournaments.timetabling.records import LineKind, TimetableError, TimetableLine, time_at

MOST_CHARACTERS: Final = 40_000
_CLOCK = r"([0-9]{1,2})(?:[:.h]([0-9]{2}))? ?([ap]\.?m\.?)?"
_AT = re.compile(
    rf"{_CLOCK}(?: ?(?:-|\u2013|to|until) ?{_CLOCK})?[ ,;]{{1,3}}(\S.*)", re.I | re.ASCII
)
_ONLY_TIME = re.compile(_CLOCK, re.I | re.ASCII)
_ROUNDS = re.compile(
    r"(?:rounds?|rondes?|games?|r) ?([0-9]{1,3})(?: ?(?:-|\u2013|to|and|\u00e0|et) ?([0-9]{1,3}))?",
    re.I,
)
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})", re.ASCII)
_WEEKDAY, _MONTH = r"(?:[^\W\d_]{1,12},? )?", r"([^\W\d_]{3,12})\.?"
_DAY = re.compile(rf"{_WEEKDAY}([0-9]{{1,2}})\.? {_MONTH},? ([0-9]{{4}})", re.ASCII)
_US_DAY = re.compile(rf"{_WEEKDAY}{_MONTH} ([0-9]{{1,2}}),? ([0-9]{{4}})", re.ASCII)
_DAY_NUMBER = re.compile(r"day ([0-9]{1,2})", re.I | re.ASCII)
_OF_DIVISIONS = re.compile(r"\Adivisions? ", re.I)
_BETWEEN = re.compile(r" ?, ?| and ")
_MOST_COLONS: Final = 8
_DASHES: Final = "-\u2013\u2014"
_MEANT = re.compile(
    rf"(.+?)(?P<colon> ?: ?| [{_DASHES}] ?|[{_DASHES}] )((?:{_ROUNDS.pattern}))", re.I
)
"""Words that end in rounds, behind a colon or a dash: rounds of somebody, as whoever types it."""
_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_WEEKDAYS: Final = (
    *("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
)
_KINDS: Final[Mapping[str, LineKind]] = {
    "check-in": LineKind.CHECK_IN,
    "check in": LineKind.CHECK_IN,
    "checkin": LineKind.CHECK_IN,
    "registration": LineKind.CHECK_IN,
    "lunch": LineKind.LUNCH,
    "lunch break": LineKind.LUNCH,
    "break": LineKind.BREAK,
    "prize giving": LineKind.PRIZES,
    "prize-giving": LineKind.PRIZES,
    "prizegiving": LineKind.PRIZES,
    "prizes": LineKind.PRIZES,
}
_WORDS: Final[Mapping[LineKind, str]] = {
    LineKind.CHECK_IN: "Check-in",
    LineKind.LUNCH: "Lunch",
    LineKind.BREAK: "Break",
    LineKind.PRIZES: "Prize giving",
}


class TypedTimetable(NamedTuple):
    """The lines of a text, and the number in the text of each."""

    lines: tuple[TimetableLine, ...]
    numbers: tuple[int, ...]


def read_typed(text: str, divisions: Collection[str], first_day: date | None) -> TypedTimetable:
    """Returns the lines of a text; `first_day` is the day until a heading names another.

    Raises TimetableError naming the line that cannot be read.
    """
    lines, numbers, day = [], [], first_day
    for number, typed in enumerate(text[:MOST_CHARACTERS].splitlines(), 1):
        said = " ".join(typed.split())
        if not said:
            continue
        heading = _heading(said, first_day, number)
        if heading is not None:
            day = heading
            continue
        if day is None:
            raise _error(number, phrase("Name the day first, on a line such as 2026-11-28."))
        lines.append(_line(said, day, divisions, number))
        numbers.append(number)
    return TypedTimetable(tuple(lines), tuple(numbers))


def typed_text(lines: Sequence[TimetableLine]) -> str:
    """Returns lines as they are typed; `read_typed` gives the same ones."""
    said: list[str] = []
    day = None
    for line in lines:
        if line.day != day:
            day = line.day
            said += ["", day_typed(day)] if said else [day_typed(day)]
        said.append(line_typed(line))
    return "\n".join(said)


def day_typed(day: date) -> str:
    """Returns the heading of a day as it is typed: "Saturday 28 November 2026"."""
    month = _MONTHS[day.month - 1].capitalize()
    return f"{_WEEKDAYS[day.weekday()]} {day.day} {month} {day.year}"


def read_time(typed: str) -> str | None:
    """Returns a time of day as it is typed, "9:30", "9.30", "9h30" or "1:40 pm"; None for none."""
    found = _ONLY_TIME.fullmatch(" ".join(typed.split()))
    return None if found is None else _time(*found.groups())


def line_typed(line: TimetableLine) -> str:
    """Returns a line as it is typed, without its day: "12:50-13:40 Lunch @ Foyer"."""
    when = f"{line.at}-{line.until}" if line.until else line.at
    where = f"{', '.join(line.divisions)}: " if line.divisions else ""
    what = _WORDS.get(line.kind, line.text)
    if line.kind is LineKind.ROUNDS:
        is_one = line.first_round == line.last_round
        what = (
            f"Round {line.first_round}"
            if is_one
            else f"Rounds {line.first_round}-{line.last_round}"
        )
    place = f" @ {line.place}" if line.place else ""
    return f"{when} {where}{what}{place}"


def _heading(said: str, first_day: date | None, number: int) -> date | None:
    """Returns the day that a line names, None where it names none."""
    counted = _DAY_NUMBER.fullmatch(said)
    named = _named(said)
    try:
        if counted and first_day is not None:
            return first_day + timedelta(days=int(counted[1]) - 1)
        return None if named is None else date(*named)
    except (ValueError, OverflowError) as wrong:
        raise _error(number, phrase("There is no such day.")) from wrong


def _named(said: str) -> tuple[int, int, int] | None:
    """Returns the year, the month and the day that a line names, whether there is such a day."""
    if found := _ISO.fullmatch(said):
        return int(found[1]), int(found[2]), int(found[3])
    for pattern, at_day, at_month in ((_DAY, 1, 2), (_US_DAY, 2, 1)):
        found = pattern.fullmatch(said)
        if found and (month := _month(found[at_month])):
            return int(found[3]), month, int(found[at_day])
    return None


def _month(word: str) -> int:
    short = word.casefold()
    if len(short) < 3:
        return 0
    return next((at for at, name in enumerate(_MONTHS, 1) if name.startswith(short)), 0)


def _line(said: str, day: date, divisions: Collection[str], number: int) -> TimetableLine:
    found = _AT.fullmatch(said)
    if found is None:
        raise _error(number, phrase("Begin with a time, such as “9:30 Round 1”, or a day."))
    at, until = _time(*found.groups()[:3]), ""
    if found[4] is not None:
        until = _time(*found.groups()[3:6]) or ""
    if at is None or (found[4] is not None and not until):
        raise _error(number, phrase("Give a time from 00:00 to 23:59, such as 09:30."))
    named, said_of = _divisions(found[7].strip(), divisions)
    what, _, place = said_of.rpartition(" @ ")
    what, place = (what.strip(), place) if what else (said_of, "")
    rounds, kind = _kind(what)
    if kind is LineKind.OTHER:
        rounds, kind = _kind(what.lstrip(f"{_DASHES} "))
    if kind is LineKind.OTHER and (meant := _MEANT.fullmatch(what)):
        raise _error(number, _not_meant(meant))
    return TimetableLine(
        day=day,
        at=at,
        until=until,
        kind=kind,
        first_round=int(rounds[1]) if rounds else 0,
        last_round=int(rounds[2] or rounds[1]) if rounds else 0,
        divisions=named,
        text=what if kind is LineKind.OTHER else "",
        place=place.strip(),
    )


def _kind(what: str) -> tuple[re.Match[str] | None, LineKind]:
    """Returns what words are about, and the rounds that they name."""
    rounds = _ROUNDS.fullmatch(what)
    return rounds, LineKind.ROUNDS if rounds else _KINDS.get(what.casefold(), LineKind.OTHER)


def _not_meant(meant: re.Match[str]) -> str:
    """Returns why rounds behind other words are not taken for words of the director's own."""
    name, rounds = meant[1].strip(), meant[3]
    if ":" in meant["colon"]:
        return phrase("There is no division {name}.", name=name[:30])
    return phrase(
        "Put a colon behind divisions: “{name}: {rounds}”.", name=name[:30], rounds=rounds
    )


def _divisions(what: str, known: Collection[str]) -> tuple[tuple[str, ...], str]:
    """Returns the divisions that a line is for, and the rest of it; none where it names none.

    A name may have a colon, a comma or an “and” of its own, so the longest head that names
    divisions counts.
    """
    names = {" ".join(name.split()): name for name in known}
    colons = [found.start() for found in islice(re.finditer(":", what), _MOST_COLONS)]
    for colon in reversed(colons):
        rest = what[colon + 1 :].strip()
        if rest and (named := _listed(what[:colon].strip(), names)):
            return named, rest
    return (), what


def _listed(head: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the divisions that a head lists, none where some part of it is none."""
    named: list[str] = []
    longest = max(map(len, names), default=0) + len("divisions ")
    while len(named) <= len(names):
        if len(head) <= longest and (last := _called(head, names)) is not None:
            return (*named, last)
        ends = list(_BETWEEN.finditer(head, 0, longest + 5))
        for end in reversed(ends):
            one = _called(head[: end.start()], names)
            if one is not None:
                named.append(one)
                head = head[end.end() :]
                break
        else:
            return ()
    return ()


def _called(words: str, names: Mapping[str, str]) -> str | None:
    """Returns the division of a name, as it is written before as it sounds; None where none is."""
    for said in (words, _OF_DIVISIONS.sub("", words, count=1)):
        if said in names:
            return names[said]
        alike = [name for spelt, name in names.items() if spelt.casefold() == said.casefold()]
        if len(alike) == 1:
            return alike[0]
    return None


def _time(hours: str, minutes: str | None, half: str | None) -> str | None:
    hour, minute = int(hours), int(minutes or 0)
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0] in "pP" else 0)
    elif minutes is None:
        return None
    return time_at(hour * 60 + minute) if hour < 24 and minute < 60 else None


def _error(number: int, said: str) -> TimetableError:
    return TimetableError(
        phrase("Line {line}: {said}", line=number, said=said),
        code="timetable.line",
        line=number,
        field="lines",
    )
