"""Which entries of an event's log may depend on which, although they touched no row in common.

Whatever is not known to stand for itself depends: it is given again, as a replay would.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import Count

from core.journal.ledger import Change
from core.journal.without import Building
from core.models import JournalEntry
from tournaments.consequences.queries.looking import (
    AT_ALL,
    AT_ITS_BOARD,
    AT_ITS_ROUND,
    AT_NO_OTHER_BOARD,
    AT_NOBODY,
    BY_FACTS,
    CLOCK,
)
from tournaments.models import Division, EntryMember, Seat

_OF_BOARD = ("board", "seat", "result", "exception", "result_claim", "slip_photo")
"""Rows whose natural key begins with that of their board: division, round and slot."""
_OF_GAME = frozenset({"board_game", "game", "game_player"})
_ON_ONE_BOARD = _OF_GAME.union(_OF_BOARD[2:], ("penalty", "play_ruling"))
_SIDES = frozenset({"side", "decided_by"})
_PRIZES = frozenset({"prize_terms", "prize", "event_money"})
_FOR_PAIRING = frozenset({"plan", "conditions", "pairing_rules", "planned_rounds", "position"})
"""What no board looks at, of all that a division says."""
_NUMBERS = ("entry", "opponent", "by", "absent")
"""The fields by which a command about a board names who plays there."""


@dataclass(frozen=True, slots=True)
class EventTraits:
    """What matters of an event as a whole, by names of divisions.

    In those `drawing` the start of a game was drawn some time; in those of `several`, somebody can
    have more than one game in a round. The players `twice` are entered in the event more than once.
    """

    drawing: frozenset[str] = frozenset()
    several: frozenset[str] = frozenset()
    twice: frozenset[str] = frozenset()


_NOTHING = EventTraits()


@dataclass(frozen=True, slots=True)
class Traits:
    """What matters of an entry of the log to those that came later.

    `is_small` where it touched single boards only, `settles_draws` where it may have said who began
    a game whose start was drawn, or that it was never begun; `is_of_entries` where it changed who
    takes part, `takes_next` where it gave somebody a key and a number, `enters_again` where that is
    somebody who was entered before; `changes_missed` where it changed what somebody is given for
    rounds missed, `changes_terms` where it changed what a result or a record is taken by: rules,
    lexicon. What the `command` looks at is in `looking`.
    """

    command: str
    is_small: bool
    is_of_prizes: bool
    settles_draws: bool
    is_of_entries: bool
    takes_next: bool
    enters_again: bool
    changes_missed: bool
    changes_terms: bool
    divisions: frozenset[str]
    round: int | None

    @property
    def rounds(self) -> frozenset[tuple[str, int]]:
        """The round that the entry is about, with its division."""
        if self.round is None:
            return frozenset()
        return frozenset((name, self.round) for name in self.divisions)


def traits_of(entry: JournalEntry, known: EventTraits = _NOTHING) -> Traits:
    """Returns what matters of an entry of an event's log."""
    kinds = {change["row"][0] for change in entry.changes}
    number = entry.payload.get("round")
    divisions = _divisions(entry)
    takes_next = takes_what_is_next(entry)
    return Traits(
        command=entry.command,
        is_small=all(_is_small(change) for change in entry.changes),
        is_of_prizes=not _PRIZES.isdisjoint(kinds),
        settles_draws=any(
            _records_draw(change) or (_is_of_none_begun(change) and divisions & known.drawing)
            for change in entry.changes
        ),
        is_of_entries=not kinds.isdisjoint(("entry", "member")),
        takes_next=takes_next,
        enters_again=takes_next and not known.twice.isdisjoint(_players(entry)),
        changes_missed=entry.command == "division.rules_changed" or "round" in kinds,
        changes_terms=any(_changes_terms(change) for change in entry.changes),
        divisions=divisions,
        round=number if isinstance(number, int) else None,
    )


def places_of(entry: JournalEntry, known: EventTraits = _NOTHING) -> Iterator[str]:
    """Yields the boards that an entry is about, whatever is held of them in rows of their own.

    Who goes first is left out, which nothing at a board looks at. Games are told by round: not each
    entry about one says at which board it was played. Where somebody can have more than one game in
    a round, a board may be found by what the others have, so whoever plays there is told as well.
    """
    for change in entry.changes:
        kind, key = change["row"]
        if kind in _OF_BOARD and not _is_of_sides(change):
            yield repr(key[:3])
        elif kind in _OF_GAME:
            yield repr([*_round_of(entry), "games"])
        elif kind == "play_ruling":
            yield repr((change["before"] or change["after"]).get("board"))
    if not known.several.isdisjoint(_divisions(entry)):
        for name in _NUMBERS:
            said = entry.payload.get(name)
            for number in said if isinstance(said, list) else [said]:
                yield repr([*_round_of(entry), "plays", number])


def may_build_on(entry: Traits, later: Traits) -> bool:
    """Returns whether a later entry may depend on one although it touched no row of it.

    On what touched single boards, only that may depend which looks at other boards. On rules and
    the lexicon everything may depend that is done in the same division; on who takes part and on
    rounds, too, but of what touched one board only that of the same round. What is done about
    prizes may depend on all this, and on what was done about prizes; nothing else depends on that.
    """
    if entry.command.startswith(CLOCK) or later.command.startswith(CLOCK):
        return False
    if later.command in AT_ALL or entry.command in AT_ALL:
        return True
    if entry.is_small:
        return _looks_at_boards(entry, later)
    if later.is_of_prizes or entry.is_of_prizes:
        return later.is_of_prizes
    if entry.command in AT_NOBODY or later.command in BY_FACTS:
        return False
    return _looks_at_division(entry, later)


def _looks_at_division(entry: Traits, later: Traits) -> bool:
    """Returns whether a later entry may look at what one changed of a division or of the event."""
    if later.command in AT_ITS_BOARD and later.is_small and entry.divisions:
        meet = entry.rounds & later.rounds
        return bool(entry.divisions & later.divisions if entry.changes_terms else meet)
    if later.takes_next and not entry.changes_missed:
        return entry.takes_next or (later.enters_again and entry.is_of_entries)
    if entry.command == later.command == "division.created":
        return True  # Each takes the next place in the order.
    return _in_one_division(entry, later)


def _looks_at_boards(entry: Traits, later: Traits) -> bool:
    """Returns whether a later entry may look at the boards that one touched."""
    if later.command == "round.published" and entry.settles_draws:
        return _in_one_division(entry, later)
    if later.command in AT_NO_OTHER_BOARD or later.command in AT_NOBODY or later.is_of_prizes:
        return False
    if later.command in AT_ITS_ROUND:
        return not entry.rounds.isdisjoint(later.rounds)
    return _in_one_division(entry, later)


def _in_one_division(entry: Traits, later: Traits) -> bool:
    """Returns whether two entries are about one division; one that names none is about each."""
    if not entry.divisions or not later.divisions:
        return True
    return not entry.divisions.isdisjoint(later.divisions)


def takes_what_is_next(entry: JournalEntry) -> bool:
    """Returns whether an entry of the log gave somebody a key and a number, each the next one."""
    return any(change["row"][0] == "entry" and not change["before"] for change in entry.changes)


def building_in(journal: str) -> Building:
    """Returns what the entries of an event's log mean to each other; four queries."""
    known = _known(journal)
    return Building(
        traits=partial(traits_of, known=known),
        on=may_build_on,
        once=takes_what_is_next,
        places=partial(places_of, known=known),
    )


def _known(journal: str) -> EventTraits:
    sided = JournalEntry.objects.filter(
        stream__key=journal, command__startswith="round.", facts__has_key="sides"
    )
    slug = journal.partition(":")[2]
    divisions = Division.objects.filter(tournament__slug=slug)
    members = EntryMember.objects.filter(entry__tournament__slug=slug).exclude(player="")
    often = members.values("player").annotate(times=Count("pk")).filter(times__gt=1)
    return EventTraits(
        drawing=frozenset(
            name
            for name, sides in sided.values_list("payload__division", "facts__sides")
            if any(side["decided_by"] == Seat.Side.DRAW for side in sides)
        ),
        several=frozenset(one.name for one in divisions if one.rules.seats_per_round > 1),
        twice=frozenset(often.values_list("player", flat=True)),
    )


def _is_small(change: Change) -> bool:
    return _is_of_sides(change) or change["row"][0] in _ON_ONE_BOARD


def _is_of_sides(change: Change) -> bool:
    is_other = change["row"][0] == "seat" and change["before"] and change["after"]
    return bool(is_other) and _SIDES.issuperset(change["after"])


def _records_draw(change: Change) -> bool:
    values = (change["before"] or {}, change["after"] or {})
    return change["row"][0] == "seat" and Seat.Side.DRAW in (one.get("side") for one in values)


def _is_of_none_begun(change: Change) -> bool:
    values = (change["before"] or {}, change["after"] or {})
    return change["row"][0] == "result" and False in (one.get("begun") for one in values)


def _changes_terms(change: Change) -> bool:
    """Returns whether a change is of what boards look at; a new division is in nobody's way."""
    is_other = change["row"][0] == "division" and change["before"] and change["after"]
    return bool(is_other) and not _FOR_PAIRING.issuperset(change["after"])


def _divisions(entry: JournalEntry) -> frozenset[str]:
    """Returns the divisions that an entry of the log is about."""
    payload = entry.payload
    created = payload.get("name") if entry.command == "division.created" else None
    names = (payload.get("division"), payload.get("to"), created)
    return frozenset(name for name in names if isinstance(name, str))


def _round_of(entry: JournalEntry) -> tuple[Any, Any]:
    return entry.payload.get("division"), entry.payload.get("round")


def _players(entry: JournalEntry) -> Iterator[str]:
    """Yields the keys in the register of those whom an entry of the log entered."""
    for change in entry.changes:
        if change["row"][0] == "member" and change["after"]:
            yield change["after"].get("player", "")
