"""The table of the commands of rating lists: each with its address, form and words."""

from __future__ import annotations

from tournaments.forms import journal, list_import, rating_lists
from tournaments.forms.pages import CommandPage

NEW_LIST = CommandPage(
    "add-list",
    rating_lists.AddRatingListForm,
    "New rating list",
    "Computed here from the events that count, or imported as somebody else publishes it.",
    after="list",
)

LIST_PAGES: tuple[CommandPage, ...] = (
    CommandPage(
        "change-list",
        rating_lists.ChangeRatingListForm,
        "Change the list",
        "Only what you change is recorded. The system stays once the list has events.",
        after="list",
    ),
    CommandPage(
        "match-name",
        rating_lists.MatchNameForm,
        "Say who is meant",
        "It holds for this import and for later ones of the list.",
        after="list",
    ),
    CommandPage(
        "look-again",
        list_import.LookAgainForm,
        "Look again",
        "The lines of the last import are imported anew, so that whoever is in the register by now"
        " is found.",
        after="list",
    ),
    CommandPage(
        "choose-event",
        rating_lists.ChooseEventForm,
        "Choose an event",
        "A single division counts in the list, or does not, whatever the rule says.",
        after="list",
    ),
    CommandPage(
        "list-undo",
        journal.UndoEntryForm,
        "Undo",
        "Everything it changed goes back to what it was. The log keeps both.",
        asks="undo",
        after="list",
    ),
    CommandPage(
        "list-restore",
        journal.RestoreToForm,
        "Restore",
        "Everything done since is undone, in one step that you can undo in turn.",
        asks="undo",
        after="list",
        danger=True,
    ),
)
