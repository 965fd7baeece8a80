"""The table of the commands of the judge's stations: each with its address, form and words."""

from __future__ import annotations

from tournaments.forms import journal, judges
from tournaments.forms.pages import CommandPage

OPEN_JUDGE = CommandPage(
    "open-judge",
    judges.OpenDivisionJudgeForm,
    "Open a judge",
    "A device in the hall for challenges in a division.",
    after="judge",
)

OPEN_FREE_JUDGE = CommandPage(
    "open-free-judge",
    judges.OpenFreeJudgeForm,
    "Open a judge",
    "For a club evening or for study. It belongs to no division and has its own lexicon.",
    after="judge",
)

JUDGE_PAGES: tuple[CommandPage, ...] = (
    CommandPage(
        "change-judge",
        judges.ChangeJudgeForm,
        "Change the judge",
        "Only what you change is recorded.",
        after="judge",
    ),
    CommandPage(
        "close-judge",
        judges.CloseJudgeForm,
        "Close the judge",
        "Its devices are freed and no longer judge. Its log stays.",
        after="judge",
        danger=True,
    ),
    CommandPage(
        "judge-undo",
        journal.UndoEntryForm,
        "Undo",
        "Everything that it changed is set back. The log keeps both.",
        asks="undo",
        after="judge",
    ),
)
