"""The invented people of the demonstration: who plays where, and who is in the register."""

from __future__ import annotations

from dataclasses import replace

from core.actors import CONSOLE
from core.journal.execute import execute
from core.names import name_parts
from people.commands import AddPlayer
from people.models import Player
from tournaments.entries.commands.late_entry import RosterLine
from tournaments.rehearsal.jobs.plans import invented_lines

SLUG = "demonstration"
SEED = "nationals 41"
HELD_AT = "Inventham"
"""Where every event of the demonstration is: nobody else's is there."""
PLAYERS, REGISTERED, UNRATED = 41, 16, 70
"""How many play, how many of them are in the register, and how many of a thousand are unrated."""


def cast() -> tuple[RosterLine, ...]:
    """Returns all of them by rating, the first ones with their keys in the register."""
    lines = invented_lines(PLAYERS, seed=SEED, unrated=UNRATED)
    known = (_known(line, place) for place, line in enumerate(lines[:REGISTERED], start=1))
    return (*known, *lines[REGISTERED:])


def register_cast() -> None:
    """Puts the first ones into the register as the demonstration's: a list rates nobody else."""
    for line in cast()[:REGISTERED]:
        (member,) = line.members
        if Player.objects.filter(key=member.player).exists():
            continue  # One who played elsewhere, and so stayed when the demonstration was removed.
        given, family = name_parts(member.name)
        execute(AddPlayer(key=member.player, given_name=given, family_name=family), actor=CONSOLE)


def _known(line: RosterLine, place: int) -> RosterLine:
    (member,) = line.members
    return replace(line, members=(replace(member, player=f"{SLUG}-{place}"),))
