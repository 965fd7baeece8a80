"""The lines of a division file, one for each number from 1 to the highest.

Layout is that of tsh's reference, section 1: the name in 22 columns, the rating in 5, and the named
fields in alphabetical order; `00` stands for what is not defined.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.phrases import phrase
from tournaments.entry_details import DETAILS
from tournaments.formats.content import DivisionContent, EntryContent, SeatContent
from tournaments.formats.tsh.division import last_round_played
from tournaments.formats.tsh.entry import RATING_TEXT, UNDERSTOOD
from tournaments.formats.tsh.errors import FileLine, TshError
from tournaments.formats.tsh.limits import MAX_PLAYERS, MAX_ROUNDS
from tournaments.formats.tsh.players import VACANT, read_player
from tournaments.formats.tsh.text import check_plain, words

PRIVATE = (
    "address",
    "birth",
    "email",
    "grade",
    "hometown",
    "password",
    "phone",
    "pname",
    "schoolname",
)
_SIDE_CODES = {"first": 1, "second": 2, "draw": 3, None: 4}
_VACANT = EntryContent(number=0, name=VACANT, withdrawn_from=1, missed_spread=0)


class DivisionRows:
    """A division as tsh's table: opponent, score, side and board of every number and round."""

    def __init__(self, division: DivisionContent, file: str) -> None:
        self.file = file
        self.entries = {entry.number: entry for entry in division.entries}
        last = max(self.entries, default=0)
        length = max((r.number for r in division.rounds), default=0)
        if not 0 <= last <= MAX_PLAYERS or length > MAX_ROUNDS or min(self.entries, default=1) < 1:
            raise TshError(
                "division.too_large",
                phrase("The division “{name}” does not fit into a file", name=division.name),
                expected=phrase(
                    "numbers from 1 to {players} and at most {rounds} rounds",
                    players=MAX_PLAYERS,
                    rounds=MAX_ROUNDS,
                ),
            )
        numbers = range(1, last + 1)
        self.opponents: dict[int, list[int | None]] = {n: [None] * length for n in numbers}
        self.scores: dict[int, list[int | None]] = {n: [None] * length for n in numbers}
        self.sides: dict[int, list[int | None]] = {n: [None] * length for n in numbers}
        self.boards: dict[int, list[int | None]] = {n: [None] * length for n in numbers}
        self._fill(division)

    def _fill(self, division: DivisionContent) -> None:
        for played in division.rounds:
            at = played.number - 1
            for board in played.boards:
                one, two = board.seats
                self._seat(at, one, two.entry, board.number)
                self._seat(at, two, one.entry, board.number)
            for out in played.sit_outs:
                self.opponents[out.entry][at] = 0
                self.scores[out.entry][at] = out.spread
                self.sides[out.entry][at] = _SIDE_CODES[out.counted_as] if out.counted_as else 0
                self.boards[out.entry][at] = out.number or 0
        recorded = {side for row in self.sides.values() for side in row}
        if not recorded & {1, 2, 3}:
            self.sides = {number: [] for number in self.sides}

    def _seat(self, at: int, seat: SeatContent, opponent: int, number: int | None) -> None:
        self.opponents[seat.entry][at] = opponent
        self.scores[seat.entry][at] = seat.score
        self.sides[seat.entry][at] = _SIDE_CODES[seat.side]
        self.boards[seat.entry][at] = number or 0

    def exceptions(self) -> dict[str, object]:
        """Returns `withdrawn_from` (round by number) and `vacant` (unused numbers), if any."""
        rounds = {
            str(number): entry.withdrawn_from
            for number, entry in sorted(self.entries.items())
            if entry.withdrawn_from is not None
            and entry.withdrawn_from
            != last_round_played(self.opponents[number], self.scores[number]) + 1
        }
        vacant = [number for number in self.opponents if number not in self.entries]
        told = {"withdrawn_from": rounds, "vacant": vacant}
        return {key: value for key, value in told.items() if value}

    def lines(self, *, public: bool) -> list[str]:
        """Returns the lines in the order of the numbers; `public` leaves out private fields.

        Raises TshError `name.*` or `line.*` for a name or a field that a line cannot hold.
        """
        return [
            self._line(number, self.entries.get(number, _VACANT), public)
            for number in self.opponents
        ]

    def _line(self, number: int, entry: EntryContent, public: bool) -> str:
        place = FileLine(self.file, number)
        rating = entry.kept.get(RATING_TEXT, "")
        if not re.fullmatch(rf"0*{entry.rating}([.+][0-9.+]*)?", rating):
            rating = str(entry.rating)
        name = written_name(entry, place)
        line = (
            f"{name:<22} {rating:>5} {_numbers(self.opponents[number])};"
            f" {_numbers(self.scores[number])}"
        )
        for key, value in sorted(self.fields(number, entry, public=public).items()):
            check_plain(key + value, place, key)
            line += "; " + " ".join([_escaped(key), *(_escaped(w) for w in words(value))])
        return line.rstrip(" ")

    def fields(self, number: int, entry: EntryContent, *, public: bool) -> Mapping[str, str]:
        """Returns the named fields of a number; `public` leaves out private ones."""
        fields = {k: v for k, v in entry.kept.items() if k not in UNDERSTOOD and k != RATING_TEXT}
        known = {
            "board": _numbers(_without_zeros(self.boards[number])),
            "initrec": _record(entry),
            "p12": _numbers(self.sides[number]),
            "penalty": _numbers(_penalties(entry)),
            **{d.tsh: d.as_text(getattr(entry, d.name)) for d in DETAILS if d.tsh},
        }
        fields.update({key: value for key, value in known.items() if value})
        if entry.withdrawn_from is not None:
            fields["off"] = "" if entry.missed_spread is None else str(entry.missed_spread)
        if public:
            return {key: it for key, it in fields.items() if not key.lower().startswith(PRIVATE)}
        return fields


def written_name(entry: EntryContent, place: FileLine) -> str:
    """Returns the name with the association number after a colon.

    Raises TshError `name.unwritable` for a name that would be read back as another.
    """
    check_plain(entry.name, place, "name")
    name = " ".join(words(entry.name))
    written = f"{name}:{entry.association_number}" if entry.association_number else name
    try:
        read = read_player(f"{written} 0;", place, [])
        fits = (read.name, read.association_number) == (name, entry.association_number)
    except TshError:
        fits = False
    if not fits or "\t" in written or written.startswith("#"):
        raise place.error(
            "name.unwritable",
            phrase("the name “{name}” cannot be written", name=written),
            field="name",
            expected=phrase("a name without semicolon, leading # and words that are numbers"),
        )
    return written


def _numbers(values: Sequence[int | None]) -> str:
    last = max((i for i, value in enumerate(values) if value is not None), default=-1)
    return " ".join("00" if value is None else str(value) for value in values[: last + 1])


def _without_zeros(values: Sequence[int | None]) -> list[int | None]:
    last = max((i for i, value in enumerate(values) if value), default=-1)
    return [value or 0 for value in values[: last + 1]]


def _penalties(entry: EntryContent) -> list[int | None]:
    points = dict(entry.penalties)
    return [points.get(number, 0) for number in range(1, max(points, default=0) + 1)]


def _record(entry: EntryContent) -> str:
    carried = entry.carried
    if carried is None:
        return ""
    numbers = (carried.spread, carried.capped_spread, carried.total_score)
    return " ".join([_halves(carried.half_wins), _halves(carried.half_losses), *map(str, numbers)])


def _halves(half_points: int) -> str:
    sign = "-" if half_points < 0 else ""
    return f"{sign}{abs(half_points) // 2}{'.5' if half_points % 2 else ''}"


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace(";", "\\;")
