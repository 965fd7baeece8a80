"""Start the clock of a round, announce its start, give it time, have it rest, and stop it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from core.journal.command import Row, register
from core.journal.errors import Refused
from core.phrases import phrase
from tournaments.clock.commands.base import (
    MOST_MINUTES,
    ClockCommand,
    Timed,
    instant_of,
    of_divisions,
    of_rounds,
)
from tournaments.kernel.queries.play import RoundState
from tournaments.kernel.round_states import check
from tournaments.kernel.wording.clock import length, time_of_day
from tournaments.models import Board
from tournaments.timing.moves import continued, lengthened, paused, started, stopped
from tournaments.timing.records import ClockState, RoundsProgress


@dataclass(frozen=True, kw_only=True)
class StartCommand(ClockCommand):
    """Base of the commands that say when a round starts: `round`, or the one that is ahead.

    It lasts `length` minutes, or else as long as both players have by the rules.
    """

    round: int | None = None
    length: int | None = None

    def start(self, timed: Timed, at: datetime) -> ClockState:
        """Returns the clock of a division whose round starts at an instant."""
        number = timed.progress.ahead if self.round is None else self.round
        self._check_round(timed, number)
        if self.length is not None and not 1 <= self.length <= MOST_MINUTES:
            raise Refused(
                phrase("Give 1 to {most} minutes.", most=MOST_MINUTES),
                code="clock.minutes",
                field="length",
            )
        seconds = 2 * timed.division.rules.base_time_s if self.length is None else self.length * 60
        return started(timed.state, number, at, seconds)

    def _check_round(self, timed: Timed, number: int) -> None:
        progress, state = timed.progress, timed.state
        if not 1 <= number <= progress.planned:
            raise Refused(
                phrase(
                    "Division {division} has rounds 1 to {last}; there is no round {round}.",
                    division=timed.name,
                    last=progress.planned,
                    round=number,
                ),
                code="round.unknown",
                field="round",
            )
        if number < progress.published:
            raise Refused(
                phrase(
                    "Round {published} of division {division} is published, so round {round} is "
                    "timed no longer.",
                    published=progress.published,
                    division=timed.name,
                    round=number,
                ),
                code="clock.past",
                field="round",
            )
        check(self.code, _round_state(progress, number))
        begun = state.times(progress) and state.starts_at is not None
        if begun and state.starts_at <= state.known_at and state.round <= progress.published:  # type: ignore[operator] # there is a start
            raise Refused(
                phrase(
                    "Round {round} of division {division} has begun; stop its clock to start it "
                    "again.",
                    round=state.round,
                    division=timed.name,
                ),
                code="clock.runs",
                field="divisions",
            )

    def told(self, before: Timed, now: ClockState) -> Row:
        assert now.starts_at is not None
        return {
            "division": before.name,
            "round": now.round,
            "at": now.starts_at.isoformat(),
            "length_s": now.length_s,
        }


def _round_state(progress: RoundsProgress, number: int) -> RoundState:
    """Returns the state of a round that is the last published one, or comes after it."""
    if progress.closed:
        return RoundState.CLOSED
    if number > progress.published:
        return RoundState.DRAFT if number == progress.draft else RoundState.PLANNED
    return RoundState.COMPLETE if progress.complete else RoundState.PUBLISHED


@register
@dataclass(frozen=True, kw_only=True)
class StartClock(StartCommand):
    """Starts the clock of the round now."""

    code = "clock.started"

    def change(self, timed: Timed) -> ClockState:
        return self.start(timed, timed.state.known_at)

    def sentence(self, answer: Row) -> str:
        lengths = {one["length_s"] for one in answer["divisions"]}
        if len(lengths) > 1:
            return phrase("Clock started: {rounds}", rounds=of_rounds(answer))
        return phrase(
            "Clock started: {rounds}, {time} long",
            rounds=of_rounds(answer),
            time=length(lengths.pop()),
        )


@register
@dataclass(frozen=True, kw_only=True)
class AnnounceStart(StartCommand):
    """Announces that the round starts at an instant, or in so many minutes."""

    code = "clock.announced"
    at: datetime | None = None
    minutes: int | None = None

    def change(self, timed: Timed) -> ClockState:
        at = instant_of(timed.state.known_at, self.at, self.minutes, field="at", past=True)
        if at is None:
            raise Refused(
                phrase("Say when the round starts: at a time, or in how many minutes."),
                code="clock.when",
                field="at",
            )
        return self.start(timed, at)

    def sentence(self, answer: Row) -> str:
        at = datetime.fromisoformat(answer["divisions"][0]["at"])
        return phrase("{rounds} starts at {at}", rounds=of_rounds(answer), at=time_of_day(at, at))


@register
@dataclass(frozen=True, kw_only=True)
class AddTime(ClockCommand):
    """Gives the round more time (negative: less), or a `board` of one division alone."""

    code = "clock.time_added"
    seconds: int
    board: int | None = None

    def change(self, timed: Timed) -> ClockState:
        if self.board is None:
            return lengthened(timed.state, timed.progress, self.seconds)
        if len(self.divisions) != 1:
            raise Refused(
                phrase("Name the division of board {board}.", board=self.board),
                code="clock.board",
                field="divisions",
            )
        given = lengthened(timed.state, timed.progress, self.seconds, self.board)
        boards = Board.objects.filter(
            round__division=timed.division, round__number=timed.state.round, number=self.board
        )
        if not boards.exists():
            raise Refused(
                phrase(
                    "Round {round} has no board {number}.",
                    round=timed.state.round,
                    number=self.board,
                ),
                code="board.unknown",
                field="board",
            )
        return given

    def sentence(self, answer: Row) -> str:
        time = length(abs(self.seconds))
        said = {"divisions": of_divisions(answer), "time": time, "board": self.board}
        if self.board is not None:
            return (
                phrase("{time} more for board {board} of {divisions}", **said)
                if self.seconds > 0
                else phrase("{time} less for board {board} of {divisions}", **said)
            )
        if self.seconds > 0:
            return phrase("{time} more for {divisions}", **said)
        return phrase("{time} less for {divisions}", **said)


@register
@dataclass(frozen=True, kw_only=True)
class PauseClock(ClockCommand):
    """Has the clock of the round rest until it goes on."""

    code = "clock.paused"

    def change(self, timed: Timed) -> ClockState:
        return paused(timed.state, timed.progress)

    def sentence(self, answer: Row) -> str:
        return phrase("Clock rests: {rounds}", rounds=of_rounds(answer))


@register
@dataclass(frozen=True, kw_only=True)
class ContinueClock(ClockCommand):
    """Has the clock of the round go on after it rested."""

    code = "clock.continued"

    def change(self, timed: Timed) -> ClockState:
        return continued(timed.state, timed.progress)

    def sentence(self, answer: Row) -> str:
        return phrase("Clock goes on: {rounds}", rounds=of_rounds(answer))


@register
@dataclass(frozen=True, kw_only=True)
class StopClock(ClockCommand):
    """Stops the clock of the round, or takes back the start that was announced."""

    code = "clock.stopped"

    def change(self, timed: Timed) -> ClockState:
        return stopped(timed.state, timed.progress)

    def told(self, before: Timed, now: ClockState) -> Row:
        return {"division": before.name, "round": before.state.round}

    def sentence(self, answer: Row) -> str:
        return phrase("Clock stopped: {rounds}", rounds=of_rounds(answer))
