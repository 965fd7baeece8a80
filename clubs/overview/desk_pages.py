"""The commands of a club in the order in which its desk offers them: each feature has its own."""

from __future__ import annotations

from clubs.club import desk_pages as club
from clubs.kernel.desk.pages import ClubPage
from clubs.leagues import desk_pages as leagues
from clubs.seasons import desk_pages as seasons
from core.phrases import phrase
from desk.journal_forms import RestoreToForm, UndoEntryForm
from desk.pages import RESTORE_TEXT, UNDO, UNDO_TEXT

LOG_PAGES: tuple[ClubPage, ...] = (
    ClubPage("club-undo", UndoEntryForm, phrase("Undo"), UNDO_TEXT, asks=UNDO, leads_to="club-log"),
    ClubPage(
        "club-restore",
        RestoreToForm,
        phrase("Restore"),
        RESTORE_TEXT,
        asks=UNDO,
        danger=True,
        leads_to="club-log",
    ),
)

PAGES: tuple[ClubPage, ...] = (*club.PAGES, *seasons.PAGES, *leagues.PAGES, *LOG_PAGES)
