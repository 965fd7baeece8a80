"""A rehearsal: a whole event played with drawn results, through the commands of a real one.

What is drawn comes from the pure package `simulation`; whatever is written comes from commands, so
a rehearsed event has a log, an undo and a replay like any other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any

from django.db import transaction

from core.actors import Actor
from core.background import held
from core.journal.command import Command
from core.journal.execute import execute
from tournaments.entries.commands.check_in import ArriveLate, CheckIn
from tournaments.entries.commands.entries import WithdrawEntry
from tournaments.entries.commands.late_entry import RosterLine
from tournaments.entries.commands.roster import AddRoster
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.kernel.queries.sheet import BoardLine, SeatLine, Sheet, load_sheet
from tournaments.kernel.queries.standings_and_starts import standings_after
from tournaments.models import Division, Round, Tournament
from tournaments.pairing.terms.presets import preset_rules
from tournaments.rehearsal.jobs.giving_way import give_way
from tournaments.rehearsal.jobs.terms import NO_TERMS, OTHERWISE, PairingTerms
from tournaments.results.commands.results import CorrectResult, EnterForfeit, EnterResult
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.rounds import PublishRound, RecordStart
from tournaments.simulation.day import USUAL, Chances, Day, draw_board, plan_day
from tournaments.simulation.dice import dice
from tournaments.simulation.games import DrawnResult, WrongSlip, strengths
from tournaments.simulation.report import (
    DivisionReport,
    PlayedBoard,
    report_as_values,
    report_division,
)

DIRECTOR = Actor(name="rehearsal", trusted=True)
MISREAD = "Slip misread"
ROSTER_LINES = 500
TABLE_METHOD = "roundrobin"

Told = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionPlan:
    """A division to be played: who enters, under which rules, paired how.

    `method` empty follows the plan in `terms`. `keys` are those by which the terms name the
    entries, one for each line. `known` are the scores of boards that are not drawn, by round and
    slot: of the first and the second player, as the pairing has it. `complete` and `begun` None are
    those of the event.
    """

    name: str
    lines: tuple[RosterLine, ...]
    rounds: int
    ruleset: str = "naspa"
    overrides: Mapping[str, Any] = field(default_factory=dict)
    rating_system: str | None = None
    method: str = OTHERWISE
    variant: str = ""
    terms: PairingTerms = NO_TERMS
    keys: tuple[int, ...] = ()
    known: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    complete: int | None = None
    begun: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlan:
    """An event to be played. The same plan gives the same event, whatever else is in the database.

    A rehearsal draws its lots by its seed, so that it is the same under any slug.
    `complete` is how many rounds are played to the end, None for all; with `begun` the next round
    is published and has half of its results.
    """

    slug: str
    name: str
    divisions: tuple[DivisionPlan, ...]
    seed: str
    chances: Chances = USUAL
    dates: str = ""
    starts_on: date | None = None
    place: str = ""
    director: str = ""
    rehearsal: bool = True
    complete: int | None = None
    begun: bool = False


def rehearse(
    plan: EventPlan,
    told: Told | None = None,
    *,
    actor: Actor = DIRECTOR,
    goes_on: bool = False,
) -> dict[str, Any]:
    """Plays an event; returns the report in JSON values.

    `told` hears how many of how many boards are played. Raises what the commands raise: whatever is
    wrong with the plan before anything is written, a pairing that cannot be made in its round.
    Where it `goes_on`, what an earlier call made of this plan stays: each round of a division is
    one transaction, so that whoever is killed leaves it whole or not begun.
    """
    counted = _Counted(told, sum(len(d.lines) // 2 * d.rounds for d in plan.divisions))
    runs = [_Run(plan, division, actor, counted) for division in plan.divisions]
    if not (goes_on and Tournament.objects.filter(slug=plan.slug).exists()):
        _enter(plan, runs, actor)
    for number in range(1, max((run.last for run in runs), default=0) + 1):
        for run in runs:
            # What follows a command is done once a round: nobody waits for it before.
            with held():
                if goes_on:
                    run.play_unless_played(number)
                else:
                    run.play(number)
    counted.finish()
    return report_as_values(plan.seed, [run.report() for run in runs])


def _enter(plan: EventPlan, runs: Sequence[_Run], actor: Actor) -> None:
    """Makes the event with its divisions and entries: all of it, or nothing."""
    with held(), transaction.atomic():
        execute(
            CreateEvent(
                event=plan.slug,
                name=plan.name,
                dates=plan.dates,
                starts_on=plan.starts_on,
                place=plan.place,
                director=plan.director,
                rehearsal=plan.rehearsal,
                lots=plan.seed if plan.rehearsal else "",
            ),
            actor=actor,
        )
        for run in runs:
            run.enter()


class _Counted:
    """Counts boards, and says how many of them are played."""

    def __init__(self, told: Told | None, total: int) -> None:
        self._told, self._total, self._done = told, total, 0

    def one_more(self) -> None:
        self._done = min(self._done + 1, self._total - 1)
        self._tell(self._done)

    def finish(self) -> None:
        self._tell(self._total)

    def _tell(self, done: int) -> None:
        if self._told is not None:
            self._told(done, self._total)


class _Run:
    """One division while it is played. Players have their keys: numbers move until round 1."""

    def __init__(
        self, plan: EventPlan, division: DivisionPlan, actor: Actor, counted: _Counted
    ) -> None:
        self._plan, self._division, self._actor, self._counted = plan, division, actor, counted
        self._seed = f"{plan.seed}/{division.name}"
        self._place: dict[str, Any] = {
            "event": plan.slug,
            "division": division.name,
            "confirmed": True,
        }
        self._found: dict[int, list[CorrectResult]] = defaultdict(list)
        complete = plan.complete if division.complete is None else division.complete
        begun = plan.begun if division.begun is None else division.begun
        self._complete = min(division.rounds if complete is None else complete, division.rounds)
        self.last = min(self._complete + begun, division.rounds)

    def enter(self) -> None:
        """Makes the division, enters everybody and ticks who is here."""
        division = self._division
        self._give(
            CreateDivision(
                event=self._plan.slug,
                name=division.name,
                planned_rounds=division.rounds,
                ruleset=division.ruleset,
                overrides=division.overrides,
                rating_system=division.rating_system,
            )
        )
        for start in range(0, len(division.lines), ROSTER_LINES):
            lines = division.lines[start : start + ROSTER_LINES]
            self._give(AddRoster(**self._place, entries=lines))
        sheet = self._sheet()
        late = [n for n, entry in sheet.entries.items() if entry.key in self._day.arrives]
        here = [number for number in sheet.entries if number not in late]
        self._give(CheckIn(**self._place, here=tuple(here), not_here=tuple(late)))
        entered = sorted(sheet.entries.values(), key=lambda entry: entry.key)
        numbers = {key: entry.number for key, entry in zip(division.keys, entered, strict=False)}
        for command in division.terms.commands(
            numbers, self._place, preset_rules(division.ruleset)
        ):
            self._give(command)

    def play_unless_played(self, number: int) -> None:
        """Plays a round in one transaction, unless it was played before."""
        rounds = Round.objects.filter(
            division__tournament__slug=self._plan.slug, division__name=self._division.name
        )
        if not rounds.filter(number=number).exists():
            with transaction.atomic():
                self.play(number)
            give_way()
            return
        sheet = self._sheet()
        for board in self._played_boards(sheet, number):
            self._note_slip({**self._place, "round": number}, sheet, board)
            self._counted.one_more()
        self._corrections(number)

    def play(self, number: int) -> None:
        """Pairs, publishes and plays a round, or half of it where the plan says so."""
        if number > self.last:
            return
        self._come_and_go(number)
        division, here = self._division, {**self._place, "round": number}
        method = division.method or division.terms.method(number)
        self._give(PairRound(**here, method=method, variant=division.variant))
        self._give(PublishRound(**here))
        sheet = self._sheet()
        for board in self._played_boards(sheet, number):
            self._board(here, sheet, board)
            self._counted.one_more()
        for command in self._corrections(number):
            self._give(command, MISREAD)

    def report(self) -> DivisionReport:
        """Returns the report on the division."""
        sheet = self._sheet()
        strong = self._strengths
        rows = standings_after(sheet, sheet.last_round)
        return report_division(
            self._division.name,
            map(_played, sheet.boards),
            order=[row.number for row in rows if row.rank is not None],
            strengths={number: strong[entry.key] for number, entry in sheet.entries.items()},
        )

    def _come_and_go(self, number: int) -> None:
        """Lets those play who come late, and takes out those who leave before this round."""
        for entry in self._sheet().entries.values():
            here = {**self._place, "entry": entry.number, "from_round": number}
            if self._day.arrives.get(entry.key) == number:
                self._give(ArriveLate(**here))
            if self._day.leaves.get(entry.key) == number:
                self._give(WithdrawEntry(**here))

    def _played_boards(self, sheet: Sheet, number: int) -> list[BoardLine]:
        """Returns the boards of a round that get a result: all, or half where the plan says so."""
        boards = [board for board in sheet.by_round[number] if board.two is not None]
        return boards[::2] if number > self._complete else boards

    def _board(self, here: dict[str, Any], sheet: Sheet, board: BoardLine) -> None:
        assert board.two is not None
        one, two = board.one.entry, board.two.entry
        drawn = self._drawn(sheet, board)
        if drawn.absent is not None:
            keys = {sheet.entries[number].key: number for number in (one, two)}
            self._give(EnterForfeit(**here, absent=(keys[drawn.absent],)))
            return
        if board.one.side == "draw":
            pair = (sheet.entries[one].key, sheet.entries[two].key)
            first = dice(self._seed, "start", board.round, *sorted(pair)).choice((one, two))
            self._give(RecordStart(**here, entry=first))
        entered = drawn if drawn.slip is None else drawn.slip
        self._note_slip(here, sheet, board)
        self._give(EnterResult(**here, entry=one, opponent=two, **_scores(entered)))

    def _drawn(self, sheet: Sheet, board: BoardLine) -> DrawnResult:
        """Returns what is drawn for a board, the same whenever it is asked for."""
        assert board.two is not None
        known = self._division.known.get((board.round, board.slot))
        if known is not None:
            drawn = DrawnResult(*known)
            return drawn if board.one.side == "first" else drawn.turned()
        pair = (sheet.entries[board.one.entry].key, sheet.entries[board.two.entry].key)
        return draw_board(
            board.round, pair, self._strengths, chances=self._plan.chances, seed=self._seed
        )

    def _note_slip(self, here: dict[str, Any], sheet: Sheet, board: BoardLine) -> None:
        """Keeps what corrects the slip of a board if it is entered wrong, until it is found."""
        assert board.two is not None
        drawn = self._drawn(sheet, board)
        if drawn.absent is None and drawn.slip is not None:
            one, two = board.one.entry, board.two.entry
            right = CorrectResult(**here, entry=one, opponent=two, **_scores(drawn))
            self._found[board.round + drawn.slip.found_after].append(right)

    def _corrections(self, number: int) -> list[CorrectResult]:
        """Takes out the slips that are found after this round; after the last one, all of them."""
        due = [number] if number < self._division.rounds else sorted(self._found)
        return [command for found in due for command in self._found.pop(found, ())]

    @cached_property
    def _ratings(self) -> dict[int, int]:
        """The ratings of everybody entered, by key."""
        return {entry.key: entry.rating for entry in self._sheet().entries.values()}

    @cached_property
    def _strengths(self) -> dict[int, int]:
        return strengths(self._ratings, seed=self._seed)

    @cached_property
    def _day(self) -> Day:
        chances = self._plan.chances
        if self._division.method == TABLE_METHOD:
            # The table is drawn up for those who are there; there is no slot for who comes later.
            chances = replace(chances, late=0)
        rounds = self._division.rounds
        return plan_day(self._ratings, rounds=rounds, chances=chances, seed=self._seed)

    def _sheet(self) -> Sheet:
        division = Division.objects.select_related("tournament")
        return load_sheet(division.get(tournament__slug=self._plan.slug, name=self._division.name))

    def _give(self, command: Command, reason: str = "") -> None:
        execute(command, actor=self._actor, reason=reason)


def _scores(drawn: DrawnResult | WrongSlip) -> dict[str, Any]:
    return {"score": drawn.score, "opponent_score": drawn.opponent_score}


def _played(board: BoardLine) -> PlayedBoard:
    seats: tuple[SeatLine, ...] = board.seats
    return PlayedBoard(
        round=board.round,
        players=tuple(seat.entry for seat in seats),
        first=next((seat.entry for seat in seats if seat.side == "first"), None),
        game=board.is_game,
        bye=board.reason == "bye",
    )
