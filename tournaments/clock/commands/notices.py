"""Call a break and end it, and announce something."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from core.journal.command import Row, register
from core.journal.errors import Refused
from core.phrases import phrase
from tournaments.clock.commands.base import ClockCommand, Timed, instant_of, of_divisions
from tournaments.kernel.wording.clock import time_of_day
from tournaments.timing.records import BreakKind, ClockState

MOST_LETTERS = 200


@register
@dataclass(frozen=True, kw_only=True)
class CallBreak(ClockCommand):
    """Calls lunch or another break, until a time or for so many minutes, else until it is ended."""

    code = "clock.break_called"
    kind: BreakKind = BreakKind.BREAK
    until: datetime | None = None
    minutes: int | None = None

    def change(self, timed: Timed) -> ClockState:
        until = instant_of(timed.state.known_at, self.until, self.minutes, field="until")
        return replace(timed.state, break_kind=str(self.kind), break_until=until)

    def told(self, before: Timed, now: ClockState) -> Row:
        until = now.break_until.isoformat() if now.break_until else None
        return {"division": before.name, "until": until}

    def sentence(self, answer: Row) -> str:
        kept = answer["divisions"][0]["until"]
        divisions, is_lunch = of_divisions(answer), self.kind == BreakKind.LUNCH
        if kept is None:
            return (
                phrase("Lunch: {divisions}", divisions=divisions)
                if is_lunch
                else phrase("Break: {divisions}", divisions=divisions)
            )
        until = datetime.fromisoformat(kept)
        said = {"divisions": divisions, "until": time_of_day(until, until)}
        if is_lunch:
            return phrase("Lunch until {until}: {divisions}", **said)
        return phrase("Break until {until}: {divisions}", **said)


@register
@dataclass(frozen=True, kw_only=True)
class EndBreak(ClockCommand):
    """Ends a break."""

    code = "clock.break_ended"

    def change(self, timed: Timed) -> ClockState:
        if not timed.state.break_kind:
            raise Refused(
                phrase("Division {division} has no break.", division=timed.name),
                code="clock.no_break",
                field="divisions",
            )
        return replace(timed.state, break_kind="", break_until=None)

    def sentence(self, answer: Row) -> str:
        return phrase("Break ended: {divisions}", divisions=of_divisions(answer))


@register
@dataclass(frozen=True, kw_only=True)
class Announce(ClockCommand):
    """Announces a text where the clock is shown, until a time or until another; empty, none."""

    code = "clock.announcement_made"
    text: str
    until: datetime | None = None
    minutes: int | None = None

    def change(self, timed: Timed) -> ClockState:
        text = " ".join(self.text.split())
        if len(text) > MOST_LETTERS:
            raise Refused(
                phrase("An announcement has at most {most} characters.", most=MOST_LETTERS),
                code="clock.text",
                field="text",
            )
        if not text:
            if not timed.state.said:
                raise Refused(
                    phrase("Nothing is announced in division {division}.", division=timed.name),
                    code="clock.nothing_said",
                    field="text",
                )
            return replace(timed.state, said="", said_until=None)
        until = instant_of(timed.state.known_at, self.until, self.minutes, field="until")
        return replace(timed.state, said=text, said_until=until)

    def told(self, before: Timed, now: ClockState) -> Row:
        return {"division": before.name, "text": now.said}

    def sentence(self, answer: Row) -> str:
        text, divisions = answer["divisions"][0]["text"], of_divisions(answer)
        if not text:
            return phrase("Announcement ended: {divisions}", divisions=divisions)
        return phrase("Announced to {divisions}: {text}", divisions=divisions, text=text)
