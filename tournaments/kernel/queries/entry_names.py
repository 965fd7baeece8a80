"""The names of all entries of an event, without anything that they played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.filing import Filed, filed_name
from core.names import TEAM, shown_name
from people.selectors import public_names
from tournaments.kernel.queries.one_person import moved_within
from tournaments.models import Entry, EntryMember, Tournament


class NamedEntry(NamedTuple):
    """An entry by its public name; `division` is the row of its division.

    `key` names it in the event for good, `number` until somebody is entered before it.
    """

    division: int
    key: int
    number: int
    name: str

    @property
    def filed(self) -> Filed:
        """The name as a list from A to Z has it."""
        return filed_name(self.name)


def public_name(entered: str, people: Sequence[tuple[str, str]], names: Mapping[str, str]) -> str:
    """Returns the name of an entry that everybody may see.

    `people` are its members' names and keys in the register, `names` the public names of those.
    """
    if not any(player in names for _, player in people):
        return shown_name(entered)
    return TEAM.join(names.get(player, shown_name(name)) for name, player in people)


def entries_named(event: Tournament, is_wanted: Callable[[str], bool]) -> list[NamedEntry]:
    """Returns the entries of an event whose public names are wanted, without those that moved away.

    In three queries at most, however many divisions there are: no sheet is read.
    """
    people: dict[Entry, list[tuple[str, str]]] = {}
    members = EntryMember.objects.filter(entry__tournament=event).select_related("entry")
    for member in members.order_by("entry", "position"):
        people.setdefault(member.entry, []).append((member.name, member.player))
    names = public_names({player for named in people.values() for _, player in named if player})
    shown = {entry: public_name(entry.name, named, names) for entry, named in people.items()}
    found = {entry: name for entry, name in shown.items() if is_wanted(name)}
    moved = moved_within(event, found)
    return [
        NamedEntry(entry.division_id, entry.key, entry.number, name)
        for entry, name in found.items()
        if entry.key not in moved
    ]
