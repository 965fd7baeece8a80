"""The entry or the moment of a journal that an address names."""

from __future__ import annotations

from datetime import UTC, datetime

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from core.journal.undo import RestoreTo
from core.models import JournalEntry
from core.phrases import phrase
from desk.access import number_in
from desk.pages import UNDO, CommandPage


def entry_asked(request: HttpRequest, page: CommandPage, journal: str) -> JournalEntry | None:
    """Returns the entry of a journal that the address names; None where it names none.

    Raises Http404 for one that is not there.
    """
    seq = request.GET.get("seq")
    if page.asks != UNDO or seq is None:
        return None
    entries = JournalEntry.objects.select_related("stream")
    return get_object_or_404(entries, stream__key=journal, seq=number_in(seq))


def moment_asked(request: HttpRequest, page: CommandPage) -> datetime | None:
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
