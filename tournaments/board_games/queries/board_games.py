"""Reads of the recorded games of boards: whose they are, which are confirmed or refused."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from core.models import JournalEntry
from core.names import TEAM, shown_name
from core.phrases import phrase
from games.models import Game
from games.recording import NamedPlayer
from people.selectors import public_names
from tournaments.models import BoardGame, Division, Entry, Seat

MOST_WAITING = 3
"""How many games of a board an entry may have waiting by its link."""
_REFUSED = "game.refused"
SET_ASIDE = phrase("Set aside when another game of the board was confirmed.")


def confirmed_of(board: int) -> QuerySet[BoardGame]:
    """Returns the confirmed game of the board with this row, if it has one."""
    return BoardGame.objects.filter(board=board, game__state=Game.State.CONFIRMED)


def shown_as(recorded: BoardGame) -> str:
    """Returns a hash of what a game shows: its record, and who of the board is who in it."""
    return hashlib.sha256(f"{recorded.first_seat}\n{recorded.game.record}".encode()).hexdigest()


def seats_of(board: int) -> list[Seat]:
    """Returns the two seats of the board with this row, in their order, with entries."""
    seats = Seat.objects.filter(board=board).select_related("entry", "board").order_by("position")
    return list(seats)


def players_at(seats: Sequence[Seat]) -> list[list[Any]]:
    """Returns number and name of each of the two, for the log."""
    return [[seat.entry.number, seat.entry.shown_name] for seat in seats]


def numbers_in_order(seats: Sequence[Seat], first_seat: int) -> list[int]:
    """Returns the numbers of the entries in the order of the record."""
    return [seats[place].entry.number for place in (first_seat, 1 - first_seat)]


def in_order(seats: Sequence[Seat], first_seat: int) -> list[NamedPlayer]:
    """Returns the players of a game in the order of the record, as a game keeps them.

    A team has no key in the register, so it has its public name from the start.
    """
    return [_named(seats[place].entry) for place in (first_seat, 1 - first_seat)]


def names_of(entry: Entry) -> list[str]:
    """Returns the names that a record may give an entry: as entered, as published, a member's."""
    members, names = _members(entry)
    public = [names.get(player, shown_name(name)) for name, player in members]
    return [
        entry.name,
        entry.shown_name,
        TEAM.join(public),
        *public,
        *(name for name, _ in members),
    ]


def _named(entry: Entry) -> NamedPlayer:
    members, names = _members(entry)
    if len(members) == 1:
        return NamedPlayer(entry.shown_name, members[0][1])
    if not names:
        return NamedPlayer(entry.shown_name)
    return NamedPlayer(TEAM.join(names.get(player, shown_name(name)) for name, player in members))


def _members(entry: Entry) -> tuple[list[tuple[str, str]], dict[str, str]]:
    """Returns (name, key) of each member, and the public names of those who are registered."""
    members = list(entry.members.order_by("position").values_list("name", "player"))
    return members, public_names({player for _, player in members if player})


class Reason(NamedTuple):
    """The reason for refusing a game, and the account that did.

    `by` is the number of the entry whose link it was, None where the director refused it.
    """

    why: str
    by: int | None
    actor: str


def reasons_of(slug: str, keys: Iterable[str]) -> dict[str, Reason]:
    """Returns for each game that was refused, and that refusal not undone, why and by whom."""
    entries = JournalEntry.objects.filter(
        stream__key=f"event:{slug}", command=_REFUSED, undone_by=None, payload__game__in=list(keys)
    ).order_by("seq")
    return {
        payload["game"]: Reason(said, payload.get("by"), actor)
        for payload, said, actor in entries.values_list("payload", "reason", "actor")
    }


def refusals_of(division: Division, games: Iterable[Game]) -> dict[str, str]:
    """Returns by whom and why, in a sentence for the director, each refused game was refused.

    One query where a game is refused, else none.
    """
    refused = [game.key for game in games if game.state == Game.State.REFUSED]
    reasons = reasons_of(division.tournament.slug, refused) if refused else {}
    return {key: _said(reasons[key]) if key in reasons else SET_ASIDE for key in refused}


def _said(reason: Reason) -> str:
    if reason.by is None:
        return phrase("Refused by {account}: {why}", account=reason.actor, why=reason.why)
    return phrase("Refused by no. {number} by link: {why}", number=reason.by, why=reason.why)
