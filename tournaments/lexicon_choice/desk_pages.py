"""The command that chooses the lexicon of a division, at the desk."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.kernel.desk.pages import EventPage
from tournaments.lexicon_choice import forms as lexicon

PAGES: tuple[EventPage, ...] = (
    EventPage(
        "choose-lexicon",
        lexicon.ChooseLexiconForm,
        phrase("Choose the lexicon"),
        phrase("The list by which challenges are judged, with its words as they are now."),
    ),
)
