"""Which entries of an event's log may depend on which, although they touched no row in common."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.ledger import Change
from core.journal.without import Building
from core.models import JournalEntry

_ON_ONE_BOARD = frozenset({"result", "penalty", "play_ruling", "board_game", "game", "game_player"})
_SIDES = frozenset({"side", "decided_by"})
_PRIZES = frozenset({"prize_terms", "prize", "event_money"})
_FOR_PAIRING = frozenset({"plan", "conditions", "pairing_rules", "planned_rounds", "position"})
"""What no board looks at, of all that a division says."""
_LOOK_AT_ALL = ("event.closed", "event.reopened")
"""These look at all that is in by then, so what came after them is played again as well."""
_CLOCK = "clock."
"""Clocks stay as they were: no board, place, prize or rating hangs on them."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What matters of an entry of the log to those that came later.

    `is_small` where it touched single boards only, `takes_next` where it gave somebody a key and a
    number, `changes_missed` where it changed what somebody is given for rounds missed,
    `changes_terms` where it changed what a result or a record is taken by: rules, lexicon.
    """

    is_clock: bool
    looks_at_all: bool
    is_small: bool
    is_of_prizes: bool
    takes_next: bool
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


def traits_of(entry: JournalEntry) -> Traits:
    """Returns what matters of an entry of an event's log."""
    kinds = {change["row"][0] for change in entry.changes}
    number = entry.payload.get("round")
    return Traits(
        is_clock=entry.command.startswith(_CLOCK),
        looks_at_all=entry.command in _LOOK_AT_ALL,
        is_small=all(_is_small(change) for change in entry.changes),
        is_of_prizes=not _PRIZES.isdisjoint(kinds),
        takes_next=takes_what_is_next(entry),
        changes_missed=entry.command == "division.rules_changed" or "round" in kinds,
        changes_terms=any(_changes_terms(change) for change in entry.changes),
        divisions=_divisions(entry),
        round=number if isinstance(number, int) else None,
    )


def may_build_on(entry: Traits, later: Traits) -> bool:
    """Returns whether a later entry may depend on one although it touched no row of it.

    What touched one board, a result or a penalty, is looked at only where an event is closed:
    pairings, sides and what was paid were decided then, and are facts. On rules and the lexicon
    everything may depend that is done in the same division; on who takes part and on rounds, too,
    but of what touched one board only that of the same round. What is done about prizes may depend
    on all this, and on what was done about prizes; nothing else depends on that.
    """
    if entry.is_clock or later.is_clock:
        return False
    if later.looks_at_all or entry.looks_at_all:
        return True
    if entry.is_small:
        return False
    if later.is_of_prizes or entry.is_of_prizes:
        return later.is_of_prizes
    if later.is_small:
        if entry.changes_terms:
            return not entry.divisions.isdisjoint(later.divisions)
        return not entry.rounds.isdisjoint(later.rounds)
    if later.takes_next and not entry.changes_missed:
        return entry.takes_next
    return not entry.divisions.isdisjoint(later.divisions)


def takes_what_is_next(entry: JournalEntry) -> bool:
    """Returns whether an entry of the log gave somebody a key and a number, each the next one."""
    return any(change["row"][0] == "entry" and not change["before"] for change in entry.changes)


def _is_small(change: Change) -> bool:
    kind = change["row"][0]
    if kind == "seat" and change["before"] and change["after"]:
        return _SIDES.issuperset(change["after"])
    return kind in _ON_ONE_BOARD


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


BUILDING = Building(traits=traits_of, on=may_build_on, once=takes_what_is_next)
