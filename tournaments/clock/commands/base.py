"""The base of the commands on the clocks of an event's divisions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import listed, phrase
from tournaments.kernel.commands.base import EventCommand, find_tournament, must_be_open
from tournaments.kernel.queries.clock import columns_of, progress_of, state_of
from tournaments.models import Division, DivisionClock, Tournament
from tournaments.timing.moves import ClockError, Jump, jump_in, rebased
from tournaments.timing.records import ClockState, RoundsProgress

MOST_MINUTES: Final = 720
FURTHEST = timedelta(days=7)
LONGEST_AGO = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Timed:
    """A division with its clock at the moment of a command, and how far its rounds are."""

    division: Division
    state: ClockState
    progress: RoundsProgress

    @property
    def name(self) -> str:
        """The division's name."""
        return self.division.name


@dataclass(frozen=True, kw_only=True)
class ClockCommand(EventCommand):
    """Base of the commands on clocks: of the `divisions` named, or of all where none is.

    Of all divisions, those are left out in which it cannot be done; of those that are named, none.
    """

    divisions: tuple[str, ...] = ()

    def divisions_touched(self) -> tuple[str, ...] | None:
        return self.divisions or None

    @abstractmethod
    def change(self, timed: Timed) -> ClockState:
        """Returns what the clock of a division is from now on; ClockError or Refused if it cannot.

        `known_at` of the clock is the moment of the command.
        """

    def told(self, before: Timed, now: ClockState) -> Row:
        """Returns what the log says of a division."""
        return {"division": before.name, "round": now.round}

    def apply(self, work: Work) -> Row:
        event = find_tournament(self.event)
        must_be_open(event)
        divisions = self._divisions(event)
        rows = {
            row.division_id: row for row in DivisionClock.objects.filter(division__in=divisions)
        }
        moment = work.facts.decide("moment", lambda: _moment(self.stream(), rows, work.at))
        now, seq = datetime.fromisoformat(moment["now"]), moment["seq"]
        progress = progress_of(divisions)
        told, wrong = [], []
        for division in divisions:
            row = rows.get(division.pk)
            state = state_of(row) or ClockState(known_at=now)
            jump = _jump(moment["jumps"].get(state.known_at.isoformat()))
            timed = Timed(division, rebased(state, now, jump), progress[division.pk])
            try:
                changed = self.change(timed)
            except (ClockError, Refused) as refused:
                wrong.append(_refusal(refused, timed))
                continue
            _write(work, division, row, changed, seq)
            told.append(self.told(timed, changed))
        if wrong and (self.divisions or not told):
            raise wrong[0]
        return {"divisions": told}

    def _divisions(self, event: Tournament) -> list[Division]:
        rows = event.divisions.order_by("position", "name")
        found = {row.name: row for row in rows}
        for name in self.divisions:
            if name not in found:
                raise Refused(
                    phrase("There is no division {name}.", name=name),
                    code="division.unknown",
                    field="divisions",
                )
        wanted = self.divisions or tuple(found)
        chosen = [row for name, row in found.items() if name in wanted]
        if not chosen:
            raise Refused(phrase("The event has no division yet."), code="division.none")
        for row in chosen:
            row.tournament = event
        return chosen


def instant_of(
    now: datetime, at: datetime | None, minutes: int | None, *, field: str, past: bool = False
) -> datetime | None:
    """Returns the instant that a command names, by itself or in minutes from now; None for none.

    Raises Refused for one that has passed, unless `past` lets it be up to 12 hours ago.
    """
    if at is not None and minutes is not None:
        raise Refused(
            phrase("Give a time or a number of minutes, not both."), code="clock.both", field=field
        )
    if minutes is not None:
        if not 1 <= minutes <= MOST_MINUTES:
            raise Refused(
                phrase("Give 1 to {most} minutes.", most=MOST_MINUTES),
                code="clock.minutes",
                field="minutes",
            )
        return now + timedelta(minutes=minutes)
    if at is None:
        return None
    if at.tzinfo is None:
        raise Refused(
            phrase("Give the time with its distance from UTC, such as 13:40+01:00."),
            code="clock.zone",
            field=field,
        )
    # Compared first: the first and the last day of all are in no other zone.
    if at.replace(microsecond=0) <= now - (LONGEST_AGO if past else timedelta()):
        raise Refused(phrase("This time has passed."), code="clock.passed", field=field)
    if at > now + FURTHEST:
        raise Refused(phrase("This time is more than a week ahead."), code="clock.far", field=field)
    return at.astimezone(UTC).replace(microsecond=0)


def of_divisions(answer: Row) -> str:
    """Returns the divisions of an answer as the log names them: "division A", "A, B and C"."""
    names = [one["division"] for one in answer["divisions"]]
    if len(names) == 1:
        return phrase("division {name}", name=names[0])
    return phrase("divisions {names}", names=listed(names))


def of_rounds(answer: Row) -> str:
    """Returns the rounds of an answer as the log names them."""
    return listed(
        [
            phrase("round {round} of division {division}", **one_round(one))
            for one in answer["divisions"]
        ]
    )


def one_round(told: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the round and the division of a line of an answer."""
    return {"round": told["round"], "division": told["division"]}


def _moment(stream: str, rows: Mapping[int, DivisionClock], at: datetime) -> dict[str, Any]:
    """Returns the moment of a command: its instant, the entry before it, and any jump back.

    `jumps` has for the last command on a clock how far the machine's clock was set back since.
    """
    now = at.astimezone(UTC).replace(microsecond=0)
    since = min((row.known_seq for row in rows.values()), default=None)
    journal = JournalEntry.objects.filter(stream__key=stream).order_by("seq")
    last = journal.order_by("-seq").values_list("seq", flat=True).first() or 0
    entries = [] if since is None else list(journal.filter(seq__gt=since).values_list("seq", "at"))
    jumps = {}
    for row in rows.values():
        instants = [row.known_at, *(when for seq, when in entries if seq > row.known_seq), now]
        jump = jump_in(instants)
        if jump is not None:
            kept = [int(jump.by.total_seconds()), jump.latest.isoformat()]
            jumps[row.known_at.isoformat()] = kept
    return {"now": now.isoformat(), "seq": last, "jumps": jumps}


def _jump(kept: Sequence[Any] | None) -> Jump | None:
    if kept is None:
        return None
    return Jump(timedelta(seconds=kept[0]), datetime.fromisoformat(kept[1]))


def _write(
    work: Work, division: Division, row: DivisionClock | None, state: ClockState, seq: int
) -> None:
    values = columns_of(state) | {"known_seq": seq}
    if row is None:
        work.ledger.create(checked(DivisionClock(division=division, **values)))
        return
    row.division = division
    change_checked(row, values)
    work.ledger.update(row, **values)


def _refusal(wrong: ClockError | Refused, timed: Timed) -> Refused:
    if isinstance(wrong, Refused):
        return wrong
    words = _REFUSED[wrong.code].format(division=timed.name, round=timed.state.round)
    return Refused(words, code=wrong.code, field="divisions")


_REFUSED: Mapping[str, str] = {
    "clock.none": phrase("No round of division {division} is timed; start its clock first."),
    "clock.length": phrase("A round lasts from 1 minute to 12 hours."),
    "clock.added": phrase(
        "Division {division} would have less than a minute for the round, or over 12 hours."
    ),
    "clock.paused": phrase("The clock of division {division} rests already."),
    "clock.not_paused": phrase("The clock of division {division} does not rest."),
    "clock.not_begun": phrase("Round {round} of division {division} has not begun."),
}
