"""An event set up: its layout and its entries as commands, given together or not at all."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db import transaction

from core.actors import Actor
from core.background import held
from core.journal.command import Command
from core.journal.errors import NeedsConfirmation
from core.journal.execute import Done, execute
from core.phrases import phrase
from people.commands import AddPlayer
from tournaments.board_games.commands.hand_in import OpenHandIn
from tournaments.cut_offs import parted
from tournaments.entries.commands.late_entry import RosterLine
from tournaments.entries.commands.roster import AddRoster
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.lexicon_choice.commands import ChooseLexicon
from tournaments.pairing.terms.presets import preset_rules
from tournaments.pairing.terms.rules import rules_from_values
from tournaments.prizes.commands.offers import AddPrizes, PrizeLine
from tournaments.prizes.commands.terms import SetPrizeTerms
from tournaments.prizes.forms.typed import read_worth
from tournaments.rehearsal.jobs.terms import PairingTerms
from tournaments.setup.queries.layout import DivisionLayout, Layout
from tournaments.timetable.commands import SetTimetable
from tournaments.timetabling.checking import checked_lines, checked_zone
from tournaments.timetabling.moving import fitting, on_day
from tournaments.timetabling.records import (
    Timetable,
    TimetableError,
    TimetableLine,
    from_values,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What an event is called, and when and where it is; `event` is its short name."""

    event: str
    name: str
    dates: str = ""
    starts_on: date | None = None
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """An event to be made; `entries` are those of each division in the order of the layout.

    `newcomers` put people into the register whom entries name.
    """

    heading: Heading
    layout: Layout
    entries: Sequence[Sequence[RosterLine]]
    director: str
    newcomers: Sequence[AddPlayer] = ()

    @property
    def players(self) -> int:
        """How many entries there are."""
        return sum(map(len, self.entries))


@dataclass(frozen=True, slots=True)
class GivenTogether:
    """What came of the commands: what was done, or what they ask before anything is.

    `acceptance` accepts exactly these questions.
    """

    done: tuple[tuple[Command, Done], ...] = ()
    questions: tuple[str, ...] = ()
    acceptance: str = ""


def commands_of(set_up: SetUp) -> list[Command]:
    """Returns the commands that make the event, in the order in which they are given.

    Raises UserError for a prize that cannot be meant.
    """
    heading, layout = set_up.heading, set_up.layout
    made: list[Command] = [
        *set_up.newcomers,
        CreateEvent(
            event=heading.event,
            name=heading.name,
            dates=heading.dates,
            starts_on=heading.starts_on,
            place=heading.place,
            director=set_up.director,
        ),
    ]
    for division, lines in zip(layout.divisions, set_up.entries, strict=True):
        made += _division_commands(heading.event, division, lines)
    return [*made, *_timetable_commands(set_up), *_prize_commands(set_up)]


def give_all(
    commands: Sequence[Command], *, actor: Actor, key: str = "", accepted: str = ""
) -> GivenTogether:
    """Gives the commands in one transaction, each under a key made of this one where there is one.

    What they ask is asked at once: nothing is done before all of it is `accepted`. Raises what a
    command raises, and then nothing was done either.
    """
    done: list[tuple[Command, Done]] = []
    questions: list[str] = []
    with held(), transaction.atomic():
        for place, command in enumerate(commands):
            its_key = f"{key}-{place}" if key else None
            try:
                done.append((command, execute(command, actor=actor, key=its_key)))
            except NeedsConfirmation as question:
                questions.append(question.message)
                sure = replace(command, confirmed=True)  # type: ignore[call-arg] # those that ask have it
                done.append((sure, execute(sure, actor=actor, key=its_key)))
        acceptance = _acceptance(questions)
        if questions and accepted != acceptance:
            transaction.set_rollback(True)
            return GivenTogether(questions=tuple(questions), acceptance=acceptance)
    return GivenTogether(done=tuple(done))


def in_classes(division: DivisionLayout, lines: Sequence[RosterLine]) -> tuple[RosterLine, ...]:
    """Returns the entries of a division in its classes by rating; one that was said stays."""
    if len(division.class_cut_offs) != len(division.classes) - 1:
        return tuple(lines)
    parts = parted([line.rating for line in lines], division.class_cut_offs)
    return tuple(
        line if line.prize_class else replace(line, prize_class=division.classes[part])
        for line, part in zip(lines, parts, strict=True)
    )


def _division_commands(
    event: str, division: DivisionLayout, lines: Sequence[RosterLine]
) -> Iterator[Command]:
    place: Mapping[str, Any] = {"event": event, "division": division.name}
    yield CreateDivision(
        event=event,
        name=division.name,
        planned_rounds=division.rounds_for(len(lines)),
        ruleset=division.ruleset,
        overrides=division.overrides,
        rating_system=division.rating_system,
    )
    if lines:
        yield AddRoster(**place, entries=in_classes(division, lines))
    if division.lexicon:
        yield ChooseLexicon(
            **place,
            lexicon=division.lexicon,
            second_opinion=division.second_opinion,
            closes_word_tools=division.closes_word_tools,
        )
    if division.takes_games:
        yield OpenHandIn(**place, takes_games=True)
    own = division.pairing_rules
    rules = None if own is None else rules_from_values(own)
    terms = PairingTerms(plan=division.plan_for(len(lines)), rules=rules)
    yield from terms.commands({}, place, preset_rules(division.ruleset))


def _timetable_commands(set_up: SetUp) -> Iterator[Command]:
    """Yields the timetable of the event before on the days of this one, as far as that fits."""
    heading, layout = set_up.heading, set_up.layout
    table = from_values(layout.timetable)
    if not table.lines or heading.starts_on is None:
        return
    sizes = [len(lines) for lines in set_up.entries]
    rounds = {
        one.name: one.rounds_for(players)
        for one, players in zip(layout.divisions, sizes, strict=True)
    }
    try:
        lines = _lines_of(table, heading.starts_on, rounds)
        zone = checked_zone(table.zone)
    except TimetableError:
        return
    if lines:
        yield SetTimetable(event=heading.event, lines=lines, zone=zone)


def _lines_of(
    table: Timetable, first: date, rounds: Mapping[str, int]
) -> tuple[TimetableLine, ...]:
    """Returns the lines of an event before as they were planned, on the days of this one.

    Where a line was typed since into the place of one that was late, that is no timetable: then
    the lines are as they were moved. Raises TimetableError where they are none either.
    """
    as_planned = fitting(on_day(table, first).lines, rounds)
    try:
        return checked_lines(as_planned, rounds)
    except TimetableError:
        moved = replace(table, lines=tuple(replace(one, late=0) for one in table.lines))
        return checked_lines(fitting(on_day(moved, first).lines, rounds), rounds)


def _prize_commands(set_up: SetUp) -> Iterator[Command]:
    event, layout = set_up.heading.event, set_up.layout
    if layout.currency:
        fees = layout.terms.get("division_fees", {})
        known = {name: fee for name, fee in fees.items() if name in layout.names}
        yield SetPrizeTerms(event=event, **{**layout.terms, "division_fees": known})
    offered = []
    for prize in layout.prizes:
        # Nobody is of a class as long as nobody is entered; its prize is offered later.
        if not prize.worth.strip() or (prize.prize_class and not set_up.players):
            continue
        worth = read_worth(prize.worth, layout.currency)
        offered.append(
            PrizeLine(
                kind=prize.kind,
                division="" if prize.division is None else layout.names[prize.division],
                prize_class=prize.prize_class,
                place=prize.place,
                amount=worth.amount,
                part=worth.part,
                text=worth.text,
                games=prize.games,
                first_round=prize.first_round,
                last_round=prize.last_round,
            )
        )
    if offered:
        yield AddPrizes(event=event, prizes=tuple(offered))


def _acceptance(questions: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(map(str, questions)).encode()).hexdigest()[:16]


def asked_together(questions: Sequence[str]) -> str:
    """Returns what several commands ask as one text."""
    return phrase("{questions} Set the event up all the same?", questions=" ".join(questions))
