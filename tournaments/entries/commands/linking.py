"""Link the people of a division to the register, many in one command."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from people.handles import masked
from tournaments.entries.commands.late_entry import check_unheld, known_players
from tournaments.kernel.commands.base import DivisionCommand
from tournaments.kernel.wording.listing import some_of
from tournaments.models import Division, EntryMember

NAMES_SAID = 5


@dataclass(frozen=True, kw_only=True)
class PlayerLink:
    """The player of the register who is a member of an entry; `entry` is the entry's key."""

    entry: int
    member: int
    player: str


@register
@dataclass(frozen=True, kw_only=True)
class LinkPlayers(DivisionCommand):
    """Says of members who have no player in the register which player each is.

    One link that cannot be made refuses them all. Linked players are changed one by one.
    """

    code = "division.players_linked"
    links: tuple[PlayerLink, ...]

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        if not self.links:
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        work.facts.decide("players", lambda: known_players(self._keys()))
        self._check_keys()
        # What was linked once stays so in a replay, whatever is known of entries by now.
        if not work.facts.are_recorded:
            self._check_unheld(division)
        members = {
            (member.entry.key, member.position): member
            for member in EntryMember.objects.filter(entry__division=division).select_related(
                "entry__tournament"
            )
        }
        names = []
        for link in self.links:
            member = self._unlinked(link, members.get((link.entry, link.member)))
            work.ledger.update(member, player=link.player)
            names.append(member.shown_name)
        return {"names": names}

    def _unlinked(self, link: PlayerLink, member: EntryMember | None) -> EntryMember:
        """Returns the member of a link; Refused where there is none, or who is linked already."""
        if member is None:
            raise Refused(
                phrase(
                    "Division {division} has no member {member} of entry key {entry}.",
                    division=self.division,
                    member=link.member,
                    entry=link.entry,
                ),
                code="member.unknown",
            )
        if member.player:
            raise Refused(
                phrase(
                    "{name} ({entry}) is already linked to the register.",
                    name=member.shown_name,
                    entry=member.entry,
                ),
                code="player.linked",
            )
        return member

    def check_redo(self, entry: JournalEntry) -> None:
        super().check_redo(entry)
        self._check_unheld(self.find_division())

    def _keys(self) -> set[str]:
        return {link.player for link in self.links}

    def _check_keys(self) -> None:
        """Raises Refused for a player who is named twice, or not named."""
        twice = [
            key for key, times in Counter(link.player for link in self.links).items() if times > 1
        ]
        if twice or not all(self._keys()):
            said = (
                phrase("Two players cannot both be {player}.", player=masked(twice[0]))
                if any(twice)
                else phrase("Give a player.")
            )
            raise Refused(said, code="player.twice")

    def _check_unheld(self, division: Division) -> None:
        keys = [link.entry for link in self.links]
        entries = {entry.key: entry for entry in division.entries.filter(key__in=keys)}
        check_unheld(division, {link.player: entries.get(link.entry) for link in self.links})

    def sentence(self, answer: Row) -> str:
        names = answer["names"]
        return phrase_count(
            "Division {division}: {count} player linked to the register ({names})",
            "Division {division}: {count} players linked to the register ({names})",
            count=len(names),
            division=self.division,
            names=some_of(names, NAMES_SAID),
        )
