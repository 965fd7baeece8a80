"""The commands on the register of players and clubs, as the desk offers them."""

from __future__ import annotations

from tournaments.forms import journal, register
from tournaments.forms.pages import CommandPage

REGISTER_PAGES: tuple[CommandPage, ...] = (
    CommandPage(
        "add-player",
        register.AddPlayerForm,
        "Add a player",
        "A player in the register can be entered in any event.",
        after="register",
    ),
    CommandPage(
        "change-player",
        register.ChangePlayerForm,
        "Change a player",
        "Only what you change is recorded.",
        asks="player",
        after="register",
    ),
    CommandPage("add-club", register.AddClubForm, "Add a club", "", after="register"),
    CommandPage(
        "register-undo",
        journal.UndoEntryForm,
        "Undo",
        "Everything that it changed is set back. The log keeps both.",
        asks="undo",
        after="register",
    ),
)
