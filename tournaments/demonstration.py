"""An invented event to look at: what a new installation shows before its first own one."""

from __future__ import annotations

from core.journal.command import CONSOLE
from tournaments.jobs import ask_to_rate
from tournaments.models import Tournament
from tournaments.rehearsal import DivisionPlan, EventPlan, rehearse
from tournaments.rehearsal_plans import invented_lines
from tournaments.simulation.day import Chances

SLUG = "demonstration"
PLAYERS, ROUNDS, COMPLETE, UNRATED = 13, 7, 4, 70
# Chosen so that, in the four rounds, everything happens that is worth a look.
SEED = "club day 136"
CHANCES = Chances(late=70, leaves=70, no_show=25, misread=60)


def direct_demonstration(seed: str = SEED) -> Tournament:
    """Directs an invented club day into the middle of its fifth round; returns it.

    It is a rehearsal that anybody may look at: all of it goes through the commands, so its log,
    its undo and its replay are real. The rest is for whoever wants to try the desk.
    """
    lines = invented_lines(PLAYERS, seed=seed, unrated=UNRATED)
    plan = EventPlan(
        slug=SLUG,
        name="Demonstration club day",
        dates="An invented event",
        divisions=(DivisionPlan(name="A", lines=lines, rounds=ROUNDS),),
        seed=seed,
        chances=CHANCES,
        rehearsal=False,
        complete=COMPLETE,
        begun=True,
    )
    rehearse(plan, actor=CONSOLE)
    event = Tournament.objects.get(slug=SLUG)
    ask_to_rate(event, ["A"])
    return event
