"""Reads of the recorded games of boards: whose they are, and which are confirmed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from core.names import TEAM, shown_name
from games.models import Game
from games.recording import NamedPlayer
from people.selectors import public_names
from tournaments.models import BoardGame, Entry, Seat

MOST_WAITING = 3
"""How many games of a board an entry may have waiting by its link."""


def confirmed_of(board: int) -> QuerySet[BoardGame]:
    """Returns the confirmed game of the board with this row, if it has one."""
    return BoardGame.objects.filter(board=board, game__state=Game.State.CONFIRMED)


def shown_as(found: BoardGame) -> str:
    """Returns a hash of what a game shows: its record, and who of the board is who in it."""
    return hashlib.sha256(f"{found.first_seat}\n{found.game.record}".encode()).hexdigest()


def seats_of(board: int) -> list[Seat]:
    """Returns the two seats of the board with this row, in their order, with entries."""
    seats = Seat.objects.filter(board=board).select_related("entry").order_by("position")
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
