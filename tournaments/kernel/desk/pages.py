"""A command in an event: its address, its form, its words, and where it leads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from core.models import JournalEntry
from core.phrases import phrase
from core.web.query_values import query
from desk.context import DeskContext
from desk.pages import UNDO, Choice, CommandPage, Link
from tournaments.kernel.commands.base import DivisionCommand, RoundCommand
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.models import Board

ENTRY, BOARD, OPEN_BOARD, FILLED_BOARD = (
    "entry",
    "board",
    "open board",
    "filled board",
)
EVENT = "desk-event"
OF_THE_EVENT = (
    *(EVENT, "desk-log", "desk-clock", "desk-timetable", "desk-prizes", "desk-event-money"),
    "desk-overlays",
)
"""The pages that are about the whole event, whatever division a command was about."""


@dataclass(frozen=True)
class EventPage(CommandPage):
    """One command in an event. `asks` is what its address names besides division and round.

    `leads_to` names the address to go on to, which takes the division and the round; empty, the
    page itself is shown again; `goes_back` says that "Back" goes there, too. `round_title` is the
    title where the round is known; `{round}` stands for it.
    """

    leads_to: str = EVENT
    round_title: str = ""
    goes_back: bool = False

    @property
    def in_division(self) -> bool:
        """Whether the address names a division."""
        return issubclass(self.command, DivisionCommand)

    @property
    def in_round(self) -> bool:
        """Whether the address names a round."""
        return issubclass(self.command, RoundCommand)

    def title_at(self, where: DeskContext) -> str:
        assert isinstance(where, EventContext)
        if where.round is None or not self.round_title:
            return self.title
        return self.round_title.format(round=where.round)

    def choice(self, where: DeskContext) -> Choice | None:
        assert isinstance(where, EventContext)
        if self.in_division and where.division is None:
            return _divisions(where)
        if self.asks in ("", UNDO) or where.entry is not None:
            return super().choice(where)
        if self.asks == ENTRY:
            entries = where.the_division.entries.all()
            return Choice(
                phrase("Which entry?"), [Link(str(e), _at(where, entry=e.number)) for e in entries]
            )
        return Choice(phrase("Which board?"), list(_boards(where, self.asks)))

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        assert isinstance(where, EventContext)
        slug = entry.stream.key.partition(":")[2]
        return self._address(where, slug)

    def back(self, where: DeskContext) -> str:
        assert isinstance(where, EventContext)
        if self.goes_back and where.division is not None:
            return self._address(where, where.the_event.slug)
        return where.back()

    def _address(self, where: EventContext, slug: str) -> str:
        """Returns the page that this one leads to, about the same division and round."""
        values: dict[str, Any] = {}
        if where.division is not None:
            values["division"] = where.division.name
        if where.round is not None:
            values["round"] = where.round
        address = reverse(self.leads_to or self.url_name, kwargs={"slug": slug})
        return address + ("" if self.leads_to in OF_THE_EVENT else query(**values))


def _divisions(where: EventContext) -> Choice:
    names = where.the_event.divisions.values_list("name", flat=True)
    return Choice(
        phrase("Which division?"),
        [Link(phrase("Division {name}", name=name), query(division=name)) for name in names],
        Link(phrase("make a division"), desk_link("create-division", where.the_event.slug)),
    )


def _boards(where: EventContext, asks: str) -> Iterable[Link]:
    boards = Board.objects.prefetch_related("seats__entry").filter(
        round__division=where.division, round__number=where.the_round
    )
    if asks != BOARD:
        boards = boards.filter(result__isnull=asks == OPEN_BOARD)
    for board in boards:
        entries = [seat.entry for seat in board.seats.all()]
        if len(entries) == 2:
            label = phrase(
                "Board {number}: {one} and {other}",
                number=board.number,
                one=entries[0],
                other=entries[1],
            )
            yield Link(label, _at(where, entry=entries[0].number))


def _at(where: EventContext, **more: Any) -> str:
    at: dict[str, Any] = {"division": where.the_division.name}
    if where.round is not None:
        at["round"] = where.round
    return query(**at, **more)


@dataclass(frozen=True, slots=True)
class Offer:
    """A command as a link; `refused` says why it is not one now, `href` is empty then.

    `needs` is what it takes to do it, where its page is open to those who only look.
    """

    title: str
    href: str
    refused: str = ""
    needs: str = ""
