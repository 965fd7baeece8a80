"""The commands on lexica: each with its address, form and words."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from core.models import JournalEntry
from core.phrases import phrase
from desk.context import DeskContext
from desk.journal_forms import UndoEntryForm
from desk.pages import UNDO, UNDO_TEXT, CommandPage, entry_of_address
from lexicon.commands.base import LEXICA
from lexicon.desk.lexica.context import LexiconContext
from lexicon.desk.lexica.forms import (
    ChangeLexiconForm,
    ForgetInForceForm,
    PutAwayLexiconForm,
    SayInForceForm,
    TakeUpLexiconForm,
)
from lexicon.models import Lexicon


class LexiconPage(CommandPage):
    """A command on lexica; it leads back to the lexicon, or to all of them."""

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        return where.back()


UNDO_PAGE = LexiconPage("lexica-undo", UndoEntryForm, phrase("Undo"), UNDO_TEXT, asks=UNDO)

PAGES: tuple[LexiconPage, ...] = (
    LexiconPage(
        "change-lexicon",
        ChangeLexiconForm,
        phrase("Change the details"),
        phrase("Only what you change is recorded. The words and the code stay."),
    ),
    LexiconPage(
        "put-away-lexicon",
        PutAwayLexiconForm,
        phrase("Put the lexicon away"),
        phrase("It is no longer offered. Divisions and judges that use it keep its words."),
    ),
    LexiconPage(
        "take-up-lexicon",
        TakeUpLexiconForm,
        phrase("Take the lexicon up again"),
        phrase("It is offered again."),
    ),
    LexiconPage(
        "say-in-force",
        SayInForceForm,
        phrase("Set its dates"),
        phrase("Your dates take precedence over those that Wallchart knows."),
    ),
    LexiconPage(
        "forget-in-force",
        ForgetInForceForm,
        phrase("Remove the dates"),
        phrase("The dates that Wallchart knows apply again."),
    ),
)


def find_lexicon(request: HttpRequest, _page: CommandPage, code: str) -> LexiconContext:
    """Returns the lexicon of the address. Raises Http404 for what does not exist."""
    lexicon = get_object_or_404(Lexicon, code=code)
    return LexiconContext(request.user.get_username(), lexicon=lexicon)


def find_in_lexica(request: HttpRequest, page: CommandPage) -> LexiconContext:
    """Returns the entry of the journal of all lexica that the address names, if any."""
    return LexiconContext(
        request.user.get_username(), undoing=entry_of_address(request, page, LEXICA)
    )
