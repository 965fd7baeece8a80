"""Replay of an event of 31 rounds, directed command by command, into an empty database.

The event is directed in one transaction and its pages are left to readers, so that the time before
the replay is short; the replay itself is the real one, in a process of its own. Run with
`python -m bench replay`.
"""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any
from unittest.mock import patch

from bench.ground import MACHINE, fresh_database

ROUNDS = 31
FIELDS = (60, 150, 300)


def main() -> None:
    """Prints, for each size, the commands directed live and replayed in a child process."""
    fresh_database()
    from django.db import transaction

    from tournaments import command_effects
    from tournaments.failover.queries.replaying import compare_with_replay
    from tournaments.models import Tournament

    print(f"An event of {ROUNDS} rounds, every result its own command, SQLite, {MACHINE}")
    print("   players  commands direct s  replay s  commands/s  equal")
    for players in FIELDS:
        slug = f"long-{players}"
        start = perf_counter()
        with patch.object(command_effects, "render_live_pages"), transaction.atomic():
            commands = direct(slug, players)
        live = perf_counter() - start
        start = perf_counter()
        found = compare_with_replay(Tournament.objects.get(slug=slug))
        took = perf_counter() - start
        print(
            f"  {players:>8} {commands:>9} {live:>8.1f} {took:>9.1f}"
            f" {commands / took:>11.0f}  {found.equal}"
        )
    print("  (aim: 10 s)")


def direct(slug: str, players: int, seed: int = 1) -> int:
    """Directs an event at random, round by round; returns how many commands that took."""
    from core.actors import CONSOLE
    from core.journal.execute import execute
    from tournaments.entries.commands.entries import AddEntry
    from tournaments.entries.commands.late_entry import Member
    from tournaments.event.commands.event import CreateDivision, CreateEvent
    from tournaments.results.commands.results import EnterResult
    from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

    dice = Random(seed)
    last = execute(CreateEvent(event=slug, name=slug), actor=CONSOLE)
    execute(CreateDivision(event=slug, name="A", planned_rounds=ROUNDS), actor=CONSOLE)
    place: dict[str, Any] = {"event": slug, "division": "A"}
    for number in range(players):
        member = Member(name=f"Player {number}")
        execute(AddEntry(**place, members=(member,), rating=dice.randint(500, 2000)), actor=CONSOLE)
    for number in range(1, ROUNDS + 1):
        order = dice.sample(range(1, players + 1), players)
        pairs = list(zip(order[::2], order[1::2], strict=True))
        boards = tuple(HandPairing(one=one, two=two) for one, two in pairs)
        execute(SetUpRound(**place, round=number, boards=boards), actor=CONSOLE)
        execute(PublishRound(**place, round=number), actor=CONSOLE)
        for one, _ in pairs:
            last = execute(
                EnterResult(
                    **place,
                    round=number,
                    entry=one,
                    score=dice.randint(250, 550),
                    opponent_score=dice.randint(250, 550),
                ),
                actor=CONSOLE,
            )
    return last.seq
