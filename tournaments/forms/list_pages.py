"""The table of the commands of rating lists: each with its address, form and words."""

from __future__ import annotations

from tournaments.forms import journal, list_import, rating_lists
from tournaments.forms.pages import CommandPage

NEW_LIST = CommandPage(
    "add-list",
    rating_lists.AddRatingListForm,
    "New rating list",
    "Computed here from the events that count, or imported from somebody else's publication.",
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
        "This applies to this import and to later ones of the list.",
        after="list",
    ),
    CommandPage(
        "look-again",
        list_import.LookAgainForm,
        "Look again",
        (
            "Imports the lines of the last import again, to find players who are in the register "
            "by now."
        ),
        after="list",
    ),
    CommandPage(
        "choose-event",
        rating_lists.ChooseEventForm,
        "Choose an event",
        "Makes a single division count in the list or not, whatever the rule says.",
        after="list",
    ),
    CommandPage(
        "list-undo",
        journal.UndoEntryForm,
        "Undo",
        "Everything that it changed is set back. The log keeps both.",
        asks="undo",
        after="list",
    ),
    CommandPage(
        "list-restore",
        journal.RestoreToForm,
        "Restore",
        "Everything done since then is undone, in one step that you can also undo.",
        asks="undo",
        after="list",
        danger=True,
    ),
)
