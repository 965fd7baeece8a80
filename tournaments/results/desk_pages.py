"""The commands on results, at the desk."""

from __future__ import annotations

from tournaments.kernel.desk.pages import FILLED_BOARD, OPEN_BOARD, EventPage
from tournaments.results.forms import results
from tournaments.results.forms.penalties import SetPenaltyForm

PAGES: tuple[EventPage, ...] = (
    EventPage(
        "enter-result",
        results.EnterResultForm,
        "Enter a result",
        "Both scores as on the slip.",
        asks=OPEN_BOARD,
        leads_to="desk-round",
    ),
    EventPage(
        "correct-result",
        results.CorrectResultForm,
        "Correct a result",
        "The old result stays in the log.",
        asks=FILLED_BOARD,
        leads_to="desk-round",
    ),
    EventPage(
        "enter-forfeit",
        results.EnterForfeitForm,
        "Enter a forfeit",
        "For a game that was not begun.",
        leads_to="desk-round",
    ),
    EventPage(
        "record-sit-out",
        results.RecordSitOutForm,
        "Record a bye or an absence",
        "For an entry without an opponent in the round.",
        leads_to="desk-round",
    ),
    EventPage(
        "set-penalty",
        SetPenaltyForm,
        "Set a penalty",
        "It counts in the spread of this round, after the cap.",
    ),
)
