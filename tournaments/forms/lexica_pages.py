"""The table of the commands on lexica: each with its address, form and words."""

from __future__ import annotations

from tournaments.forms import journal, lexica
from tournaments.forms.pages import CommandPage

LEXICA_UNDO = CommandPage(
    "lexica-undo",
    journal.UndoEntryForm,
    "Undo",
    "Everything it changed goes back to what it was. The log keeps both.",
    asks="undo",
    after="lexica",
)

LEXICON_PAGES: tuple[CommandPage, ...] = (
    CommandPage(
        "change-lexicon",
        lexica.ChangeLexiconForm,
        "Change what it is",
        "Only what you change is recorded. The words stay, and so does the code.",
        after="lexica",
    ),
    CommandPage(
        "put-away-lexicon",
        lexica.PutAwayLexiconForm,
        "Put the lexicon away",
        "It is offered nowhere any more. What was played and judged by it keeps its words.",
        after="lexica",
    ),
    CommandPage(
        "take-up-lexicon",
        lexica.TakeUpLexiconForm,
        "Take the lexicon up again",
        "It can be chosen again.",
        after="lexica",
    ),
    CommandPage(
        "say-in-force",
        lexica.SayInForceForm,
        "Say when it is in force",
        "What you say stands before the dates that the program knows.",
        after="lexica",
    ),
    CommandPage(
        "forget-in-force",
        lexica.ForgetInForceForm,
        "Take dates back",
        "The dates that the program knows stand again.",
        after="lexica",
    ),
)
