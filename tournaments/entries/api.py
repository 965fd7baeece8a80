"""The entries of a division for programs: what the public reads, and the roster of its director."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, QuerySet, Value
from django.http import Http404

from api.operations import Asked, Give, Listing, One, Stored, VersionedAnswer, register_api
from core.names import number_ending
from core.roles.access import may
from core.roles.table import Permission
from people.handles import masked
from tournaments.entries.commands.check_in import ArriveLate, CheckIn
from tournaments.entries.commands.entries import (
    AddEntry,
    ChangeEntry,
    ReinstateEntry,
    WithdrawEntry,
)
from tournaments.entries.commands.linking import LinkPlayers
from tournaments.entries.commands.moving import MoveEntry
from tournaments.entries.commands.roster import AddRoster
from tournaments.entries.commands.taking_ratings import TakeRatings
from tournaments.kernel.api_addresses import DIVISION, ENTRY, event_stream
from tournaments.kernel.queries.play import division_of_event
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.models import Entry
from tournaments.readmodel.answers import division_answer
from tournaments.readmodel.division import DivisionReadModel

ROSTER = f"{DIVISION}/roster"


@dataclass(frozen=True, slots=True)
class EntryShown:
    """An entry by the name under which the public knows it; `rating` 0 is unrated."""

    entry: int
    name: str
    rating: int
    has_left: bool


@dataclass(frozen=True, slots=True)
class EntriesShown:
    """The entries of a division in the order of their numbers."""

    event: str
    division: str
    rows: list[EntryShown]


@dataclass(frozen=True, slots=True)
class RosterMember:
    """A person of an entry, as entered; `player` is the key in the register, or empty.

    Of a key that tells an association number, it shows how that ends.
    """

    name: str
    player: str


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """An entry as its director has it. `key` names it in the event for good.

    `presence` is here, not_here, or empty; `away` lists the rounds not taken part in as pairs, the
    second null while it is withdrawn. Who does not direct the event sees how the
    `association_number` ends.
    """

    entry: int
    key: int
    name: str
    members: list[RosterMember]
    rating: int
    life_games: int | None
    association_number: str
    prize_class: str
    team: str
    presence: str
    away: list[list[int | None]]


def roster_entry(row: Any) -> RosterEntry:
    """Returns an entry with what its reader may know of it."""
    number = row.association_number
    return RosterEntry(
        entry=row.number,
        key=row.key,
        name=row.name,
        members=[RosterMember(one.name, masked(one.player)) for one in row.members.all()],
        rating=row.rating,
        life_games=row.life_games,
        association_number=number if row.is_for_director else number_ending(number),
        prize_class=row.prize_class,
        team=row.team,
        presence=row.presence,
        away=row.away,
    )


def _roster(asked: Asked) -> QuerySet[Any]:
    division = division_of_event(asked["event"], asked["division"])
    if division is None:
        raise Http404
    directs = may(asked.actor, Permission.DIRECT, event_stream(asked.path))
    entries = division.entries.annotate(is_for_director=Value(directs, BooleanField()))
    return entries.prefetch_related("members")


def _one(asked: Asked) -> RosterEntry:
    row = _roster(asked).filter(number=asked["entry"]).first()
    if row is None:
        raise Http404
    return roster_entry(row)


def _shown(line: EntryLine) -> EntryShown:
    return EntryShown(line.number, line.name, line.rating, line.has_left)


def entries_shown(read_model: DivisionReadModel) -> EntriesShown:
    """Returns the entries of a division as the public knows them."""
    entries = read_model.sheet.entries
    return EntriesShown(
        event=read_model.division.tournament.slug,
        division=read_model.division.name,
        rows=[_shown(entries[number]) for number in sorted(entries)],
    )


def _entries(event: str, division: str) -> VersionedAnswer:
    return division_answer(event, division, entries_shown)


register_api(
    "entries",
    Stored(
        path=f"{DIVISION}/entries",
        name="entries_read",
        says="Shows the entries of a division, by the names that the public reads.",
        shape=EntriesShown,
        page=_entries,
        rows="rows",
    ),
    Give(path=f"{DIVISION}/entries", name="entry_add", command=AddEntry),
    Listing(
        path=ROSTER,
        name="roster_list",
        says="Lists the entries of a division as its director has them.",
        shape=RosterEntry,
        rows=_roster,
        row=roster_entry,
        order="number",
        model=Entry,
        filters={"presence": ["exact"], "team": ["exact"], "name": ["icontains"]},
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=ROSTER, name="roster_add", command=AddRoster),
    One(
        path=ENTRY,
        name="entry_read",
        says="Shows an entry as its director has it.",
        shape=RosterEntry,
        find=_one,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=ENTRY, name="entry_change", command=ChangeEntry, verb="PATCH"),
    Give(path=f"{ENTRY}/withdrawal", name="entry_withdraw", command=WithdrawEntry),
    Give(path=f"{ENTRY}/reinstatement", name="entry_reinstate", command=ReinstateEntry),
    Give(path=f"{ENTRY}/arrival", name="entry_arrive", command=ArriveLate),
    Give(path=f"{ENTRY}/move", name="entry_move", command=MoveEntry),
    Give(path=f"{DIVISION}/check_in", name="check_in", command=CheckIn),
    Give(path=f"{DIVISION}/players", name="players_link", command=LinkPlayers, verb="PUT"),
    Give(path=f"{DIVISION}/ratings_taken", name="ratings_take", command=TakeRatings),
)
