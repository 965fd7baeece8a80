"""The commands of rating lists: each with its address, form and words."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from core.models import JournalEntry
from core.phrases import phrase
from desk.context import DeskContext
from desk.journal_forms import RestoreToForm, UndoEntryForm
from desk.pages import (
    RESTORE_TEXT,
    UNDO,
    UNDO_TEXT,
    CommandPage,
    entry_of_address,
    moment_of_address,
)
from ratings.commands.base import STREAM
from ratings.desk.context import ListContext
from ratings.desk.import_forms import LookAgainForm
from ratings.desk.list_forms import (
    AddRatingListForm,
    ChangeRatingListForm,
    ChooseEventForm,
    MatchNameForm,
)
from ratings.models import RatingList


class ListPage(CommandPage):
    """A command of a rating list."""

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        key = entry.stream.key.partition(":")[2]
        # An undone founding leaves no list to go back to.
        is_there = RatingList.objects.filter(key=key).exists()
        return reverse("desk-list", kwargs={"key": key}) if is_there else reverse("desk-lists")


NEW_LIST = ListPage(
    "add-list",
    AddRatingListForm,
    phrase("New rating list"),
    phrase(
        "Computed here from the events that count, or imported from somebody else's publication."
    ),
)

PAGES: tuple[ListPage, ...] = (
    ListPage(
        "change-list",
        ChangeRatingListForm,
        phrase("Change the list"),
        phrase("Only what you change is recorded. The system stays once the list has events."),
    ),
    ListPage(
        "match-name",
        MatchNameForm,
        phrase("Match names to players"),
        phrase("This applies to this import and to later ones of the list."),
    ),
    ListPage(
        "match-again",
        LookAgainForm,
        phrase("Match again"),
        (
            phrase(
                "Imports the lines of the last import again, to match players who have since been "
                "added to the register."
            )
        ),
    ),
    ListPage(
        "choose-event",
        ChooseEventForm,
        phrase("Choose an event"),
        phrase("Makes a single division count in the list or not, whatever the rule says."),
    ),
    ListPage("list-undo", UndoEntryForm, phrase("Undo"), UNDO_TEXT, asks=UNDO),
    ListPage(
        "list-restore", RestoreToForm, phrase("Restore"), RESTORE_TEXT, asks=UNDO, danger=True
    ),
)


def new_list(request: HttpRequest, _page: CommandPage) -> ListContext:
    """Returns the context of the form for a new list: the account, and no list yet."""
    return ListContext(request.user.get_username())


def find_in_list(request: HttpRequest, page: CommandPage, rating_list: RatingList) -> ListContext:
    """Returns the context of a page of a list. Raises Http404 for what does not exist."""
    named = (request.GET[name] for name in ("name", "event") if name in request.GET)
    return ListContext(
        request.user.get_username(),
        undoing=entry_of_address(request, page, f"{STREAM}:{rating_list.key}"),
        moment=moment_of_address(request, page),
        rating_list=rating_list,
        wanted=next(named, ""),
    )
