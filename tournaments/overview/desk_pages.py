"""The commands of an event in the order in which the desk offers them: each feature has its own."""

from __future__ import annotations

from core.phrases import phrase
from desk.journal_forms import RestoreToForm
from desk.pages import RESTORE_TEXT, UNDO, UNDO_TEXT
from tournaments.board_games.desk_pages import HAND_IN_PAGES
from tournaments.challenges.desk_pages import OPEN_JUDGE
from tournaments.clock import desk_pages as clock
from tournaments.closing import desk_pages as closing
from tournaments.entries import desk_pages as entries
from tournaments.event import desk_pages as event
from tournaments.kernel.desk.pages import EventPage
from tournaments.lexicon_choice import desk_pages as lexicon_choice
from tournaments.overlays import desk_pages as overlays
from tournaments.overview.forms import UndoInEventForm
from tournaments.phones.desk_pages import PHONE_PAGES
from tournaments.prizes import desk_pages as prizes
from tournaments.results import desk_pages as results
from tournaments.rounds import desk_pages as rounds
from tournaments.timetable import desk_pages as timetable

LOG_PAGES: tuple[EventPage, ...] = (
    EventPage("undo", UndoInEventForm, phrase("Undo"), UNDO_TEXT, asks=UNDO, leads_to="desk-log"),
    EventPage(
        "restore",
        RestoreToForm,
        phrase("Restore"),
        RESTORE_TEXT,
        asks=UNDO,
        danger=True,
        leads_to="desk-log",
    ),
)

PAGES: tuple[EventPage, ...] = (
    *event.PAGES,
    *lexicon_choice.PAGES,
    rounds.CHANGE_ROUNDS,
    *entries.PAGES,
    rounds.MOVE_ENTRY,
    *rounds.CONDITIONS,
    *rounds.PAGES,
    *results.PAGES,
    *closing.PAGES,
    *LOG_PAGES,
)

OTHER_PAGES: tuple[EventPage, ...] = (
    OPEN_JUDGE,
    *PHONE_PAGES,
    *results.CLAIM_PAGES,
    *HAND_IN_PAGES,
    *clock.PAGES,
    *timetable.PAGES,
    *overlays.PAGES,
    *prizes.LIST_PAGES,
    *prizes.MONEY_PAGES,
)
"""The ones reached from pages of their own, not from the desk of the event."""
