"""The subject of a form in an event, the base of such forms, and the addresses of the desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse

from core.phrases import phrase
from core.web.query_values import query
from desk.context import DeskContext
from desk.forms import CommandForm
from tournaments.kernel.queries.numbering import numbering_mark, still_numbered
from tournaments.kernel.queries.play import RoundState, last_published, latest_state, round_state
from tournaments.kernel.round_states import TABLE, YES, StateVerdict
from tournaments.models import (
    Board,
    BoardGame,
    Division,
    Entry,
    EventPrize,
    Round,
    Seat,
    Tournament,
)

CHANGED_MEANWHILE = phrase("The list has changed in the meantime; check it again.")
_BY_NUMBER = {"entry", "one", "two", "boards", "fixed", "byes", "absent"}


def desk_link(path: str, slug: str, **values: Any) -> str:
    """Returns the address of a page of the desk for a place in an event."""
    return reverse(f"desk-{path}", kwargs={"slug": slug}) + (query(**values) if values else "")


def reopening_link(event: Tournament) -> str:
    """Returns the address of the step that opens a closed event again, empty for an open one."""
    return desk_link("reopen-event", event.slug) if event.closed else ""


def divisions_of(here: Division, path: str = "round") -> list[tuple[str, str, bool]]:
    """Returns the divisions of the event with the addresses of their rounds, or another page."""
    event = here.tournament
    names = event.divisions.values_list("name", flat=True)
    return [(name, desk_link(path, event.slug, division=name), name == here.name) for name in names]


@dataclass(frozen=True)
class EventContext(DeskContext):
    """The subject of a form in an event. Only what the command needs is there; the rest is None.

    `wanted` is the division that the address of a new judge's station names. `seats` are the two
    at the board of a recorded game, `game` is the game. `prize` is that of a page about one.
    """

    event: Tournament | None = None
    division: Division | None = None
    round: int | None = None
    entry: Entry | None = None
    wanted: str = ""
    seats: tuple[Seat, ...] = ()
    game: BoardGame | None = None
    prize: EventPrize | None = None

    @property
    def journal(self) -> str:
        return f"event:{self.event.slug}" if self.event else ""

    def scope(self) -> Mapping[str, Any]:
        return {
            "event": self.event.slug if self.event else None,
            "division": self.division.name if self.division else None,
            "round": self.round,
            "entry": self.entry.number if self.entry else None,
        }

    def obstacle(self, command_code: str) -> str:
        verdict = self.verdict(command_code)
        return verdict.text if verdict.kind == "refused" else ""

    def back(self) -> str:
        if self.event is None:
            return reverse("desk")
        if self.round is not None and self.division is not None:
            at = {"division": self.division.name, "round": self.round}
            return desk_link("round", self.event.slug, **at)
        return desk_link("event", self.event.slug)

    def shown(self) -> Mapping[str, Any]:
        if self.event is None:
            return {"event": None}
        # A game that is there is of one round.
        several = self.division and self.round is not None and self.game is None
        return {
            "event": self.event,
            "about": self._about(),
            "reopen": reopening_link(self.event),
            "rounds": self._rounds() if several else [],
        }

    def _about(self) -> str:
        """Returns what the page is about: the event, and the division and round of the address."""
        event = self.the_event.name
        if self.division is None:
            return event
        division = self.division.name
        if not self.round:
            return phrase("{event}, division {division}", event=event, division=division)
        return phrase(
            "{event}, division {division}, round {round}",
            event=event,
            division=division,
            round=self.round,
        )

    def _rounds(self) -> list[tuple[int, str, bool, str]]:
        """Returns the rounds as links, each with whether it is this one."""
        at = {"division": self.the_division.name}
        return [
            (number, query(**at, round=number), number == self.round, "")
            for number in range(1, self.the_division.planned_rounds + 1)
        ]

    @property
    def the_event(self) -> Tournament:
        """The event of a form that cannot be without one."""
        assert self.event is not None
        return self.event

    @property
    def the_division(self) -> Division:
        """The division of a form that cannot be without one."""
        assert self.division is not None
        return self.division

    @property
    def the_round(self) -> int:
        """The round of a form that cannot be without one."""
        assert self.round is not None
        return self.round

    @property
    def the_entry(self) -> Entry:
        """The entry of a form that cannot be without one."""
        assert self.entry is not None
        return self.entry

    @property
    def the_game(self) -> BoardGame:
        """The recorded game of a form that cannot be without one."""
        assert self.game is not None
        return self.game

    @cached_property
    def round_row(self) -> Round | None:
        """The round's row, None while it is only planned."""
        return self.the_division.rounds.filter(number=self.the_round).first()

    @cached_property
    def state(self) -> RoundState:
        """The state for the table of commands here."""
        if self.round is not None:
            return round_state(self.the_division, self.round_row)
        return latest_state(self.the_division)

    @cached_property
    def published(self) -> int:
        """The last published round of the division, 0 while there is none."""
        return last_published(self.the_division)

    @cached_property
    def numbering(self) -> str:
        """A mark of the current numbers in the division."""
        return numbering_mark(self.the_division)

    @cached_property
    def board(self) -> Board | None:
        """The board on which the entry meets somebody in this round, with both seats loaded."""
        boards = Board.objects.select_related("result").prefetch_related("seats__entry")
        its_boards = boards.filter(
            round__division=self.division,
            round__number=self.the_round,
            seats__entry=self.entry,
        )
        return next((b for b in its_boards.order_by("-slot") if len(b.seats.all()) == 2), None)

    @property
    def opponent(self) -> Entry | None:
        """The opponent of the entry, None if it has none."""
        seats = self.board.seats.all() if self.board else []
        return next((seat.entry for seat in seats if seat.entry != self.entry), None)

    def verdict(self, code: str) -> StateVerdict:
        """Returns the table's verdict on a command here; allowed where it has no row for it."""
        if code not in TABLE or self.division is None:
            return YES
        return TABLE[code][self.state]


def round_ahead(division: Division) -> int:
    """Returns the last published round, or the one after it once everything of it is in."""
    last = last_published(division)
    row = division.rounds.filter(number=last).first()
    if row is not None and round_state(division, row) != RoundState.COMPLETE:
        return last
    return min(last + 1, division.planned_rounds)


def usual_round(division: Division, command_code: str) -> int:
    """Returns the round that a command is most likely about: the first in which it may be given.

    The last published round comes first, because that is where the hall is; then those after it,
    then those before it.
    """
    rows: dict[int, Round] = {row.number: row for row in division.rounds.all()}
    last = max((n for n, row in rows.items() if row.stage == Round.Stage.PUBLISHED), default=1)
    likely: list[int] = [*range(last, division.planned_rounds + 1), *range(last - 1, 0, -1)]
    for number in likely:
        state = round_state(division, rows.get(number))
        if TABLE[command_code][state].kind != "refused":
            return number
    return last


class EventForm(CommandForm[EventContext]):
    """Base of the forms that give a command in an event.

    Numbers of entries follow the seeding until round 1 is published, so a form that names entries
    carries who they were when it was shown, as `numbering` or `entry_key`.
    """

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        mark, key = self._typed.get("numbering", ""), self._typed.get("entry_key", "")
        if mark and not still_numbered(self.where.the_division, mark):
            self.add_error(None, CHANGED_MEANWHILE)
        if key and (self.where.entry is None or key != str(self.where.entry.key)):
            self.add_error(None, CHANGED_MEANWHILE)
        return given

    @cached_property
    def entry_key(self) -> str:
        """The key of the entry that the address names, where no field names one."""
        if self.where.entry is None or "entry" in self.fields:
            return ""
        # Once it was sent it stays: what was typed is about that entry and no other.
        return str(self._typed.get("entry_key") or self.where.entry.key)

    @cached_property
    def numbering(self) -> str:
        """The current numbers of the entries, where fields name entries by them."""
        named = _BY_NUMBER & set(self.command_class.__dataclass_fields__)
        if self.where.division is None or not named or self.entry_key:
            return ""
        return self.where.numbering
