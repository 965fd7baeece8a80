"""A command at the desk: its address and the subject of that, its form, and where it leads."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from core.journal.command import Command
from core.journal.undo import RestoreTo, says
from core.models import JournalEntry
from core.phrases import phrase
from core.web.query_values import query
from desk.access import number_in
from desk.context import DeskContext
from desk.forms import CommandForm

UNDO = "undo"
UNDO_TEXT = phrase("Everything that it changed is set back. The log keeps both.")
RESTORE_TEXT = phrase("Everything done since then is undone, in one step that you can also undo.")
LOG_OFFERED = 50


class Link(NamedTuple):
    """The text of a link, and its target."""

    text: str
    href: str


class Choice(NamedTuple):
    """The choice before a form: a question, and links with their texts.

    `missing` leads to what has to be made first, where there is nothing to choose from.
    """

    question: str
    links: Sequence[Link]
    missing: Link | None = None


@dataclass(frozen=True)
class CommandPage(ABC):
    """One command at the desk; each app has a page of its own that says where its pages lead.

    `asks` is what its address names besides what all pages of the app name. One that `foresees`
    shows what the command would change, where somebody asks, or where it asks back.
    """

    path: str
    form: type[CommandForm[Any]]
    title: str
    text: str
    asks: str = ""
    danger: bool = False
    foresees: bool = False

    @property
    def command(self) -> type[Command]:
        """The command that the form gives."""
        return self.form.command_class

    @property
    def url_name(self) -> str:
        """The name of the page's address."""
        return f"desk-{self.path}"

    def title_at(self, where: DeskContext) -> str:
        """Returns the title of the page about this."""
        return self.title

    def choice(self, where: DeskContext) -> Choice | None:
        """Returns the choice to make before the form; None where the address names enough."""
        if self.asks == UNDO and where.undoing is None and where.moment is None:
            return Choice(phrase("Which entry of the log?"), _log(where.journal))
        return None

    @abstractmethod
    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        """Returns the address to go on to once the command is given and has this entry."""

    def back(self, where: DeskContext) -> str:
        """Returns the address for somebody who does not want the form after all."""
        return where.back()


def _log(journal: str) -> list[Link]:
    entries = JournalEntry.objects.filter(stream__key=journal, undone_by=None)
    return [
        Link(phrase("Log {seq}: {says}", seq=entry.seq, says=says(entry)), query(seq=entry.seq))
        for entry in entries.order_by("-seq")[:LOG_OFFERED]
    ]


def entry_of_address(request: HttpRequest, page: CommandPage, journal: str) -> JournalEntry | None:
    """Returns the entry of a journal that the address names; None where it names none.

    Raises Http404 for one that is not there.
    """
    seq = request.GET.get("seq")
    if page.asks != UNDO or seq is None:
        return None
    entries = JournalEntry.objects.select_related("stream")
    return get_object_or_404(entries, stream__key=journal, seq=number_in(seq))


def moment_of_address(request: HttpRequest, page: CommandPage) -> datetime | None:
    """Returns the time of the address to which a journal is restored, None where there is none.

    It is a time of the installation's zone; what is none is said to the person.
    """
    text = request.GET.get("moment")
    if page.command is not RestoreTo or text is None:
        return None
    try:
        moment: datetime = forms.DateTimeField(input_formats=()).clean(text)
        return moment.astimezone(UTC)
    except (ValidationError, OverflowError) as wrong:
        said = (
            wrong.messages[0]
            if isinstance(wrong, ValidationError)
            else phrase("Enter a later time.")
        )
        messages.error(request, phrase("The time to restore to: {said}", said=said))
        return None
