"""The entries of an event that can be one person of the register."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from tournaments.kernel.queries.moved import same_people
from tournaments.models import Entry, EntryMember, Result, Seat, Tournament
from tournaments.standings.attendance import has_left

_ABSENCES = (Result.Reason.ABSENT, Result.Reason.BOTH_ABSENT)


class OnePerson:
    """The evidence of an event's entries against two of them being one person.

    The page of links and the refusals of commands both use it.
    """

    def __init__(self, event: Tournament) -> None:
        self._event = event

    @cached_property
    def moves(self) -> Mapping[int, frozenset[int]]:
        """The other entries of whoever has several by moves, by the key of each."""
        return same_people(self._event)

    def clash(self, entry: Entry, member: EntryMember) -> str:
        """Returns why `member`, of another entry, is not in `entry` too; "" where they may be.

        Somebody who left a division may go on in another one, so one of their entries is withdrawn.
        Nobody plays twice in one round, but for who moved: divisions need not be at one round then.
        """
        other = member.entry
        if entry == other or not (has_gone(entry) or has_gone(other)):
            return f"{member.shown_name} is already entered, as {other}."
        if other.key in self.moves.get(entry.key, ()):
            return ""
        both = self._rounds[entry.pk] & self._rounds[other.pk]
        if not both:
            return ""
        return (
            f"{other} is this player, but both were in round {min(both)}; nobody can play twice "
            "in one round."
        )

    @cached_property
    def _rounds(self) -> Mapping[int, set[int]]:
        """The rounds in which each entry has a seat and is not absent, by its row."""
        seats = Seat.objects.filter(entry__tournament=self._event).exclude(
            board__result__reason__in=_ABSENCES
        )
        found: dict[int, set[int]] = defaultdict(set)
        for entry, number in seats.values_list("entry_id", "round__number"):
            found[entry].add(number)
        return found


def has_gone(entry: Entry) -> bool:
    """Returns whether an entry is withdrawn; who was not here at check-in may still come."""
    return has_left(entry.away) and entry.presence != Entry.Presence.NOT_HERE


def also_playing(entry: Entry) -> EntryMember | None:
    """Returns who plays in another entry of the event and is a player of this one, else None."""
    if has_gone(entry):
        return None
    players = entry.members.exclude(player="").values_list("player", flat=True)
    held = EntryMember.objects.filter(
        entry__tournament=entry.tournament, player__in=list(players)
    ).exclude(entry=entry)
    rows = held.select_related("entry__division").order_by("pk")
    return next((member for member in rows if not has_gone(member.entry)), None)
