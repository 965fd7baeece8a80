"""The commands on results, at the desk."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.kernel.desk.pages import FILLED_BOARD, OPEN_BOARD, EventPage
from tournaments.results.forms import results
from tournaments.results.forms.penalties import SetPenaltyForm

PAGES: tuple[EventPage, ...] = (
    EventPage(
        "enter-result",
        results.EnterResultForm,
        phrase("Enter a result"),
        phrase("Both scores as on the slip."),
        asks=OPEN_BOARD,
        leads_to="desk-round",
        foresees=True,
    ),
    EventPage(
        "correct-result",
        results.CorrectResultForm,
        phrase("Correct a result"),
        phrase("The old result stays in the log."),
        asks=FILLED_BOARD,
        leads_to="desk-round",
        foresees=True,
    ),
    EventPage(
        "enter-forfeit",
        results.EnterForfeitForm,
        phrase("Enter a forfeit"),
        phrase("For a game that was not begun."),
        leads_to="desk-round",
        foresees=True,
    ),
    EventPage(
        "record-sit-out",
        results.RecordSitOutForm,
        phrase("Record a bye or an absence"),
        phrase("For an entry without an opponent in the round."),
        leads_to="desk-round",
        foresees=True,
    ),
    EventPage(
        "set-penalty",
        SetPenaltyForm,
        phrase("Set a penalty"),
        phrase("It counts in the spread of this round, after the cap."),
        foresees=True,
    ),
)
