"""The table of the commands on lexica: each with its address, form and words."""

from __future__ import annotations

from tournaments.forms import journal, lexica
from tournaments.forms.pages import CommandPage

LEXICA_UNDO = CommandPage(
    "lexica-undo",
    journal.UndoEntryForm,
    "Undo",
    "Everything that it changed is set back. The log keeps both.",
    asks="undo",
    after="lexica",
)

LEXICON_PAGES: tuple[CommandPage, ...] = (
    CommandPage(
        "change-lexicon",
        lexica.ChangeLexiconForm,
        "Change what it is",
        "Only what you change is recorded. The words and the code stay.",
        after="lexica",
    ),
    CommandPage(
        "put-away-lexicon",
        lexica.PutAwayLexiconForm,
        "Put the lexicon away",
        "It is no longer offered. Divisions and judges that use it keep its words.",
        after="lexica",
    ),
    CommandPage(
        "take-up-lexicon",
        lexica.TakeUpLexiconForm,
        "Take the lexicon up again",
        "It is offered again.",
        after="lexica",
    ),
    CommandPage(
        "say-in-force",
        lexica.SayInForceForm,
        "Say when it is in force",
        "Your dates take precedence over those that Wallchart knows.",
        after="lexica",
    ),
    CommandPage(
        "forget-in-force",
        lexica.ForgetInForceForm,
        "Take dates back",
        "The dates that Wallchart knows apply again.",
        after="lexica",
    ),
)
