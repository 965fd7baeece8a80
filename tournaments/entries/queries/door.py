"""The door: who the lines of a roster may be, and who is here.

A person is found by the player's key or by the association number. A name only suggests: people
share names, so somebody has to choose.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.names import name_mark, number_ending
from core.phrases import phrase
from people.handles import MARK
from people.models import Player
from tournaments.formats.roster.reading import RosterPerson
from tournaments.kernel.queries.one_person import moved_to
from tournaments.models import Division, Entry, EntryMember, Result, Tournament
from tournaments.standings.attendance import takes_part


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player of the register whom a line may mean; `rating` is the last one entered, 0: none.

    A rating in a rehearsal is no rating. `handle` is what the player is called by before directors.
    `entered` is the entry of this event that the player has already, `numbered` the one that has
    the player's number: the same person, whom nobody linked to the register.
    """

    key: str
    handle: str
    name: str
    association_number: str
    club: str
    rating: int
    entered: str
    numbered: str

    def __str__(self) -> str:
        """Returns the name with what tells it from the same name; of a number only its end."""
        number = number_ending(self.association_number)
        said = [phrase("number {number}", number=number) if number else "", self.club]
        said += [phrase("rating {rating}", rating=self.rating) if self.rating else "", self.handle]
        return f"{self.name} ({', '.join(part for part in said if part)})"


@dataclass(frozen=True, slots=True)
class Match:
    """The findings on a line of a roster.

    `sure` is the player whom the key or the number names. `candidates` are all who may be meant.
    `namesakes` are entries and earlier lines of the same name. `doubled` is one sentence when the
    line names somebody who is entered, or stands in the roster, already.
    """

    person: RosterPerson
    sure: Candidate | None
    candidates: tuple[Candidate, ...]
    namesakes: tuple[str, ...]
    doubled: str


def matches(event: Tournament | None, people: Sequence[RosterPerson]) -> tuple[Match, ...]:
    """Returns the candidates for each line of a roster, in the order of the lines.

    An event that is still to be made (None) has no entries.
    """
    known = _Known(event, people)
    lines = _Lines()
    return tuple(_match(known, lines, person) for person in people)


def namesakes(event: Tournament, name: str) -> tuple[str, ...]:
    """Returns the entries of an event in which somebody of this name plays."""
    return tuple(_entered_names(event).get(name_mark(name), ()))


class _Known:
    """The register and the entries of an event, as far as a roster touches them."""

    def __init__(self, event: Tournament | None, people: Sequence[RosterPerson]) -> None:
        numbers = {person.association_number for person in people} - {""}
        players = _meant(people, numbers)
        members = EntryMember.objects.filter(player__in=[player.key for player in players])
        real = members.filter(entry__tournament__rehearsal=False)
        ratings = dict(real.order_by("pk").values_list("player", "entry__rating"))
        here = members.filter(entry__tournament=event).select_related("entry") if event else ()
        entered = {member.player: str(member.entry) for member in here}
        all_numbers = (numbers | {player.association_number for player in players}) - {""}
        numbered = event.entries.filter(association_number__in=all_numbers) if event else ()
        self.entered_numbers = {entry.association_number: str(entry) for entry in numbered}
        candidates = [
            Candidate(
                key=player.key,
                handle=player.handle,
                name=player.full_name,
                association_number=player.association_number,
                club=player.club.name if player.club else "",
                rating=ratings.get(player.key, 0),
                entered=entered.get(player.key, ""),
                numbered=self.entered_numbers.get(player.association_number, ""),
            )
            for player in players
        ]
        # A director knows a player by the handle where the key tells an association number.
        self.by_key = {one.handle: one for one in candidates} | {one.key: one for one in candidates}
        self.by_number = {
            one.association_number: one for one in candidates if one.association_number
        }
        self.by_name: dict[str, list[Candidate]] = defaultdict(list)
        for one in candidates:
            self.by_name[name_mark(one.name)].append(one)
        self.entered_names = _entered_names(event) if event else {}


def _meant(people: Sequence[RosterPerson], numbers: set[str]) -> list[Player]:
    """Returns whom of the register the lines name by key, handle or number, and all namesakes."""
    keys = {person.player for person in people} - {""}
    handles = {key for key in keys if MARK in key}
    marks = {name_mark(person.name) for person in people}
    return [
        player
        for player in Player.objects.filter(merged_into=None).select_related("club").order_by("key")
        if player.key in keys
        or (handles and player.handle in handles)
        or player.association_number in numbers
        or name_mark(player.full_name) in marks
    ]


class _Lines:
    """The lines of a roster seen so far."""

    def __init__(self) -> None:
        self.marks: dict[str, int] = {}
        self.names: dict[str, list[RosterPerson]] = defaultdict(list)

    def earlier(self, mark: str, line: int) -> int:
        """Returns the line where this mark stood first, 0 when it is this one."""
        first = self.marks.setdefault(mark, line)
        return 0 if first == line else first


def _match(known: _Known, lines: _Lines, person: RosterPerson) -> Match:
    number, mark = person.association_number, name_mark(person.name)
    sure = known.by_key.get(person.player) or known.by_number.get(number)
    alike = list(known.by_name.get(mark, ()))
    if sure is not None and sure not in alike:
        alike.insert(0, sure)
    twins = [
        phrase("line {line}", line=other.line)
        for other in lines.names[mark]
        if not (number and other.association_number)
    ]
    lines.names[mark].append(person)
    return Match(
        person=person,
        sure=sure,
        candidates=tuple(alike),
        namesakes=(*known.entered_names.get(mark, ()), *twins),
        doubled=_doubled(known, lines, person, sure),
    )


def _doubled(known: _Known, lines: _Lines, person: RosterPerson, sure: Candidate | None) -> str:
    number = person.association_number
    if number in known.entered_numbers:
        return phrase(
            "{name} is already entered, as {entry}.",
            name=person.name,
            entry=known.entered_numbers[number],
        )
    if sure is not None and sure.entered:
        return phrase(
            "{name} is already entered, as {entry}.", name=person.name, entry=sure.entered
        )
    if number and (earlier := lines.earlier(f"number {number}", person.line)):
        return phrase(
            "{name} is already in line {line} (number {number}).",
            name=person.name,
            line=earlier,
            number=number,
        )
    if sure is not None and (earlier := lines.earlier(f"player {sure.handle}", person.line)):
        return phrase(
            "{name} is already in line {line} (player {handle}).",
            name=person.name,
            line=earlier,
            handle=sure.handle,
        )
    return ""


def _entered_names(event: Tournament) -> dict[str, list[str]]:
    names: dict[str, list[str]] = defaultdict(list)
    for member in EntryMember.objects.filter(entry__tournament=event).select_related("entry"):
        names[name_mark(member.name)].append(str(member.entry))
    return names


class DoorState(StrEnum):
    """The state of an entry at the door."""

    NOT_TICKED = "not ticked"
    HERE = "here"
    LATE = "late"
    NOT_HERE = "not here"
    WITHDRAWN = "withdrawn"

    @property
    def word(self) -> str:
        """The state as it is said."""
        return _STATE_WORDS[self]


_STATE_WORDS = {
    DoorState.NOT_TICKED: phrase("not ticked"),
    DoorState.HERE: phrase("here"),
    DoorState.LATE: phrase("late"),
    DoorState.NOT_HERE: phrase("not here"),
    DoorState.WITHDRAWN: phrase("withdrawn"),
}


@dataclass(frozen=True, slots=True)
class DoorLine:
    """An entry as the door sees it; `key` stays when numbers move with the seeding."""

    key: int
    number: int
    name: str
    rating: int
    state: DoorState
    moved_to: str = ""

    @property
    def word(self) -> str:
        """Its state as it is said: who withdrew here to play elsewhere moved there."""
        if self.moved_to:
            return phrase("moved to {division}", division=self.moved_to)
        return self.state.word

    @property
    def is_ticked(self) -> bool:
        """Whether check-in has an answer for the entry."""
        return self.state in (DoorState.HERE, DoorState.LATE, DoorState.NOT_HERE)


def door_lines(division: Division, published: int) -> tuple[DoorLine, ...]:
    """Returns the entries of a division by number, with the state of each before the next round."""
    missed = Result.objects.filter(
        board__round__division=division, board__round__number=1, reason=Result.Reason.ABSENT
    )
    late = set(missed.values_list("board__seats__entry__number", flat=True))
    entries = list(division.entries.all())
    moved = moved_to(division, entries)
    return tuple(
        DoorLine(
            entry.key,
            entry.number,
            entry.shown_name,
            entry.rating,
            _state(entry, published, late),
            moved.get(entry.key, ""),
        )
        for entry in entries
    )


def counted(lines: Iterable[DoorLine]) -> tuple[tuple[int, str], ...]:
    """Returns (how many, what they are) in the order of the states; who came late is here.

    Entries moved to another division are counted last, by division.
    """
    words = [DoorState.HERE.word if ln.state == DoorState.LATE else ln.word for ln in lines]
    states = (DoorState.HERE, DoorState.NOT_HERE, DoorState.NOT_TICKED, DoorState.WITHDRAWN)
    moved = sorted({line.word for line in lines if line.moved_to})
    known = (*(state.word for state in states), *moved)
    return tuple((words.count(word), word) for word in known if word in words)


def is_meant(query: str, number: int, name: str) -> bool:
    """Returns whether a search means an entry: by its number, or by any part of its names."""
    if query.isdecimal():
        return str(number) == str(int(query))
    mark = name_mark(name)
    return all(word in mark for word in name_mark(query).split())


def _state(entry: Entry, published: int, late: set[int]) -> DoorState:
    if entry.presence == Entry.Presence.NOT_HERE:
        return DoorState.NOT_HERE
    if not takes_part(entry.away, published + 1):
        return DoorState.WITHDRAWN
    if not published:
        return DoorState.HERE if entry.presence else DoorState.NOT_TICKED
    return DoorState.LATE if entry.number in late else DoorState.HERE
