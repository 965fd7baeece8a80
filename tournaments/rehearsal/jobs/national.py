"""The national of the demonstration: three divisions, the first in the middle of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from core.actors import CONSOLE
from core.journal.command import Command
from core.journal.execute import execute
from tournaments.clock.commands.timing import AnnounceStart
from tournaments.entries.commands.late_entry import RosterLine
from tournaments.event_ratings.jobs.rating import ask_to_rate
from tournaments.models import Tournament
from tournaments.pairing.terms.presets import preset_rules
from tournaments.prizes.commands.offers import AddPrizes, PrizeLine
from tournaments.prizes.commands.terms import PublishPrizes, SetPrizeTerms
from tournaments.prizing.records import PrizeKind
from tournaments.rehearsal.jobs.cast import HELD_AT, SEED, SLUG
from tournaments.rehearsal.jobs.playing import DivisionPlan, EventPlan, Told, rehearse
from tournaments.rehearsal.jobs.terms import PairingTerms
from tournaments.simulation.day import Chances
from tournaments.timetable.commands import SetTimetable
from tournaments.timetabling.records import LineKind, TimetableLine, time_at

DIVISIONS: Final = {"A": 16, "B": 14, "C": 11}
ROUNDS, COMPLETE, BEHIND = 7, 5, 4
"""Of so many rounds division A has played these, and the others those."""
PLACES = 3
AGO, AHEAD = timedelta(minutes=17), 25
"""How long ago the round of division A began, and in how many minutes that of the others does."""
A_ROUND, DOORS = timedelta(minutes=65), timedelta(minutes=45)
"""From one round to the next, and from when the doors are open until the first."""
FUND: Final = {"A": (30000, 18000, 10000), "B": (18000, 10000, 6000), "C": (10000, 6000, 3000)}
HIGH_WIN = 2500
# With these, everything happens in division A that is worth a look.
CHANCES = Chances(late=70, leaves=70, no_show=12, misread=40)


def direct_national(lines: Sequence[RosterLine], at: datetime, told: Told) -> Tournament:
    """Directs an invented national into the middle of the sixth round of division A; returns it.

    `lines` are its players by rating, `at` is the present moment.
    """
    names = [name for name, count in DIVISIONS.items() for _ in range(count)]
    divisions = tuple(
        DivisionPlan(
            name=name,
            lines=tuple(line for line, of in zip(lines, names, strict=True) if of == name),
            rounds=ROUNDS,
            terms=_terms(),
            complete=COMPLETE if name == "A" else BEHIND,
            begun=name == "A",
        )
        for name in DIVISIONS
    )
    plan = EventPlan(
        slug=SLUG,
        name="Demonstration national",
        starts_on=timezone.localdate(at),
        place=HELD_AT,
        divisions=divisions,
        seed=SEED,
        chances=CHANCES,
        rehearsal=False,
    )
    rehearse(plan, told, actor=CONSOLE, goes_on=True)
    event = Tournament.objects.get(slug=SLUG)
    with transaction.atomic():
        for command in (*_prizes(), *_clocks(at), _timetable(at)):
            execute(command, actor=CONSOLE)
        ask_to_rate(event, list(DIVISIONS))
    return event


def _terms() -> PairingTerms:
    rules = replace(preset_rules("naspa"), places=PLACES, contention_is_public=True)
    return PairingTerms(rules=rules)


def _prizes() -> tuple[Command, ...]:
    places = [
        PrizeLine(kind=PrizeKind.PLACE, division=name, place=place, amount=amount)
        for name, amounts in FUND.items()
        for place, amount in enumerate(amounts, 1)
    ]
    others = [
        PrizeLine(kind=PrizeKind.HIGH_WIN, division=name, amount=HIGH_WIN) for name in DIVISIONS
    ]
    upset = PrizeLine(kind=PrizeKind.UPSET, text="A book about anagrams")
    fund = sum(line.amount for line in (*places, *others))
    return (
        SetPrizeTerms(event=SLUG, currency="EUR", fund=fund),
        AddPrizes(event=SLUG, prizes=(*places, *others, upset)),
        PublishPrizes(event=SLUG, is_public=True),
    )


def _clocks(at: datetime) -> tuple[Command, ...]:
    first, *others = DIVISIONS
    return (
        AnnounceStart(event=SLUG, divisions=(first,), at=at - AGO),
        AnnounceStart(event=SLUG, divisions=tuple(others), minutes=AHEAD),
    )


def _timetable(at: datetime) -> SetTimetable:
    """Returns the timetable by which the clocks run, to five minutes, in the machine's zone."""
    first, *others = DIVISIONS
    now = timezone.localtime(at)
    of_first = [now - AGO + (number - COMPLETE - 1) * A_ROUND for number in range(1, ROUNDS + 1)]
    ahead = timedelta(minutes=AHEAD)
    of_others = [now + ahead + (number - BEHIND - 1) * A_ROUND for number in range(1, ROUNDS + 1)]
    lines = [_line(of_first[0] - DOORS, LineKind.CHECK_IN)]
    for divisions, starts in (((first,), of_first), (tuple(others), of_others)):
        for number, start in enumerate(starts, 1):
            lines.append(_line(start, LineKind.ROUNDS, number, divisions))
    lines.append(_line(max(of_first[-1], of_others[-1]) + A_ROUND, LineKind.PRIZES))
    return SetTimetable(event=SLUG, lines=tuple(lines))


def _line(
    at: datetime, kind: LineKind, number: int = 0, divisions: tuple[str, ...] = ()
) -> TimetableLine:
    minute = at.hour * 60 + at.minute
    return TimetableLine(
        day=at.date(),
        at=time_at(minute - minute % 5),
        kind=kind,
        first_round=number,
        last_round=number,
        divisions=divisions,
    )
