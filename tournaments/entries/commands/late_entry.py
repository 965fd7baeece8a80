"""The common part of entering people and bringing them back."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.journal.checked import fields_checked
from core.journal.command import Work
from core.journal.errors import Refused
from core.journal.ledger import Ledger
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from people.selectors import public_names
from tournaments.entry_details import EntryDetails, details_of
from tournaments.kernel.commands.awards import award_missed_rounds
from tournaments.kernel.commands.base import DivisionCommand
from tournaments.kernel.queries.one_person import OnePerson, also_playing
from tournaments.kernel.queries.play import is_open_to, last_published
from tournaments.kernel.queries.seeding import next_key, next_numbers
from tournaments.models import Division, Entry, EntryMember, Round, Seat
from tournaments.standings.attendance import back_at, takes_part

NAME_LIMIT = 60


@dataclass(frozen=True, kw_only=True)
class Member:
    """A person of an entry: the name as entered, and the key in the register when known."""

    name: str
    player: str = ""


@dataclass(frozen=True, kw_only=True)
class Entrants:
    """The people to enter: one person, or a team of two or three."""

    members: tuple[Member, ...]


@dataclass(frozen=True, kw_only=True)
class RosterLine(EntryDetails, Entrants):
    """One entry to be made, and what is held of it."""

    @property
    def name(self) -> str:
        """The name of the entry: those of its members."""
        return " & ".join(member.name.strip() for member in self.members)


def enter(work: Work, division: Division, lines: Sequence[RosterLine]) -> tuple[int, list[int]]:
    """Enters people who were checked; returns the last key given, and the rounds they missed.

    Before round 1 is published nobody ticked them yet; who comes later is here.
    """
    keys = {member.player for line in lines for member in line.members}
    work.facts.decide("players", lambda: known_players(keys))
    event, published = division.tournament, last_published(division)
    first = next_key(event)
    entries = [
        fields_checked(_entry(division, line, key, number))
        for key, (line, number) in enumerate(
            zip(lines, next_numbers(division, len(lines)), strict=True), first
        )
    ]
    event.last_entry_key = entries[-1].key
    event.save(update_fields=("last_entry_key",))
    for entry in entries:
        entry.presence = Entry.Presence.HERE if published else ""
    work.ledger.create_many(entries)
    work.ledger.create_many(
        [
            EntryMember(entry=entry, position=place, name=member.name.strip(), player=member.player)
            for entry, line in zip(entries, lines, strict=True)
            for place, member in enumerate(line.members, 1)
        ]
    )
    missed = [award_missed_rounds(work.ledger, entry, range(1, published + 1)) for entry in entries]
    return event.last_entry_key, missed[-1]


def check_line(division: Division, line: RosterLine) -> None:
    """Raises Refused, naming the field, for an entry that cannot be made."""
    check_members(division, line.members)
    check_rating(line.rating)
    fields_checked(_entry(division, line, 1, 1))


def check_entering_again(
    command: DivisionCommand, entry: JournalEntry, lines: Sequence[RosterLine]
) -> None:
    """Raises Refused when people whose entering was undone cannot be entered as they were."""
    division = command.find_division()
    if last_published(division) != entry.answer["published"]:
        raise Refused(
            phrase("Rounds have been published or unpublished since; enter the player again."),
            code="redo.published",
        )
    for line in lines:
        check_members(division, line.members)


def refuse_playing_twice(entry: Entry) -> None:
    """Raises Refused for an entry that plays while another one of the same player does."""
    other = also_playing(entry)
    if other is not None:
        raise Refused(
            phrase(
                "{entry} and {other} of division {division} are the same player in the register, "
                "who can play in only one entry at a time; withdraw {other} first.",
                entry=entry,
                other=other.entry,
                division=other.entry.division.name,
            ),
            code="player.plays",
            field="entry",
        )


def refuse_playing_twice_since(division: Division, entry: JournalEntry) -> None:
    """Raises Refused where what an undo or redo of `entry` put back has a player play twice."""
    keys = {change["row"][1][-1] for change in entry.changes if change["row"][0] == "entry"}
    for row in division.tournament.entries.filter(key__in=keys).order_by("number"):
        refuse_playing_twice(row)


def reinstate(ledger: Ledger, division: Division, entry: Entry, from_round: int) -> list[int]:
    """Takes an entry back in from a round on; returns the rounds it missed, now filled.

    The last published round is open to it while that is not complete and has no seat for it yet:
    somebody who waits there, or has the bye, can then be paired with it.
    """
    check_from_round(division, from_round)
    published = last_published(division)
    if from_round <= published and not is_open_to(division, entry, from_round):
        raise Refused(
            phrase(
                "Round {round} is published; the entry can play from round {next_round} on.",
                round=from_round,
                next_round=published + 1,
            ),
            code="round.published",
            field="from_round",
        )
    if takes_part(entry.away, from_round):
        raise Refused(
            phrase("{entry} is not withdrawn.", entry=entry), code="entry.active", field="entry"
        )
    was_missing = entry.presence == Entry.Presence.NOT_HERE
    ledger.update(
        entry,
        away=back_at(entry.away, from_round),
        presence=Entry.Presence.HERE if was_missing else entry.presence,
    )
    away = [number for number in range(1, from_round) if not takes_part(entry.away, number)]
    return award_missed_rounds(ledger, entry, away)


def refuse_once_playing(command: DivisionCommand, entry: JournalEntry, number: int) -> None:
    """Raises Refused when a return of entry `number` can no longer be undone or redone.

    That is so once a round in which it counts was published since, or gave the entry a seat.
    """
    from_round: int = entry.payload["from_round"]
    joined: int = entry.answer.get("published", from_round - 1)
    refuse_if_published(command, max(from_round, joined + 1))
    seats = Seat.objects.filter(
        round__division=command.find_division(),
        round__number__gte=from_round,
        round__stage=Round.Stage.PUBLISHED,
        entry__number=number,
    )
    if seats.exists():
        raise Refused(
            phrase(
                "No. {number} now has a place in round {round}; take them out of it first.",
                number=number,
                round=from_round,
            ),
            code="undo.seated",
        )


def random_number(seed: str, key: int) -> int:
    """Returns an entry's stored random number: fixed by the event's seed and the entry's key."""
    digest = hashlib.sha256(f"{seed}:{key}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def known_players(keys: set[str]) -> list[str]:
    """Returns the players named, once the register has them all.

    A fact: a replay has no register, and a player may leave it after the event.
    """
    wanted = sorted(keys - {""})
    missing = sorted(set(wanted) - set(public_names(wanted)))
    if missing:
        raise Refused(
            phrase("The register has no player {player}.", player=missing[0]),
            code="player.unknown",
            field="player",
        )
    return wanted


def check_rating(rating: int) -> None:
    """Raises Refused for a rating that cannot be."""
    if not 0 <= rating <= 9999:
        raise Refused(
            phrase("A rating must be between 0 and 9999."), code="rating.range", field="rating"
        )


def check_members(division: Division, members: tuple[Member, ...]) -> None:
    """Raises Refused for names that cannot be, and for players entered already."""
    check_names(members)
    check_unheld(division, dict.fromkeys(member.player for member in members if member.player))


def check_names(members: tuple[Member, ...]) -> None:
    """Raises Refused for members that cannot be one entry, whoever else is entered."""
    if not 1 <= len(members) <= 3:
        raise Refused(
            phrase("An entry must have one to three members."),
            code="members.count",
            field="members",
        )
    for member in members:
        name = member.name.strip()
        if not name or len(name) > NAME_LIMIT or not name.isprintable():
            raise Refused(
                phrase(
                    "A name must have 1 to {most} printable characters.",
                    most=NAME_LIMIT,
                ),
                code="name.malformed",
                field="name",
            )
    keys = [member.player for member in members if member.player]
    if len(set(keys)) != len(keys):
        raise Refused(phrase("The same player is in this entry twice."), code="player.twice")


def check_unheld(division: Division, wanted: Mapping[str, Entry | None]) -> None:
    """Raises Refused where one of these players is entered already and cannot be so again.

    `wanted` has by player the entry that they are to be in, None for one that is still to be made.
    """
    if not wanted:
        return
    members = EntryMember.objects.filter(player__in=wanted, entry__tournament=division.tournament)
    one_person = OnePerson(division.tournament)
    for member in members.select_related("entry").order_by("pk"):
        entry = wanted[member.player]
        said = phrase(
            "{name} is already entered, as {entry}.",
            name=member.shown_name,
            entry=member.entry,
        )
        if entry is not None:
            clash = one_person.clash(entry, member)
            said = f"{entry}: {clash}" if clash else ""
        if said:
            raise Refused(said, code="player.entered")


def check_from_round(division: Division, number: int) -> None:
    """Raises Refused for a round from which nobody can come or go."""
    if not 1 <= number <= division.planned_rounds + 1:
        raise Refused(
            phrase(
                "Division {division} has rounds 1 to {last}.",
                division=division.name,
                last=division.planned_rounds,
            ),
            code="round.unknown",
            field="from_round",
        )


def refuse_if_published(command: DivisionCommand, from_round: int) -> None:
    """Raises Refused when a round in which the undo would change who plays is published."""
    published = last_published(command.find_division())
    if published >= from_round:
        raise Refused(
            phrase(
                "Round {round} has been published since; undoing this cannot change who plays in "
                "it.",
                round=published,
            ),
            code="undo.published",
        )


def missed_rounds(numbers: Sequence[int]) -> str:
    """Returns rounds in words: "round 1 missed", "rounds 1, 2 missed"."""
    said = ", ".join(str(number) for number in numbers)
    return phrase_count(
        "round {rounds} missed", "rounds {rounds} missed", count=len(numbers), rounds=said
    )


def stripped(value: Any) -> Any:
    """Returns a text without the spaces around it, and anything else as it is."""
    return value.strip() if isinstance(value, str) else value


def _entry(division: Division, line: RosterLine, key: int, number: int) -> Entry:
    event = division.tournament
    return Entry(
        tournament=event,
        division=division,
        key=key,
        number=number,
        name=line.name,
        **{name: stripped(value) for name, value in details_of(line).items()},
        random_number=random_number(event.seed, key),
    )
