"""The commands on results, at the desk."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.kernel.desk.pages import BOARD, FILLED_BOARD, OPEN_BOARD, EventPage
from tournaments.results.forms import claims, results
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

CLAIM_PAGES: tuple[EventPage, ...] = (
    EventPage(
        "accept-claim",
        claims.AcceptClaimForm,
        phrase("Accept the claim"),
        phrase("The score is final, as if both had said it."),
        asks=BOARD,
        leads_to="desk-phones",
        goes_back=True,
    ),
    EventPage(
        "settle-dispute",
        claims.SettleDisputeForm,
        phrase("Settle a dispute"),
        phrase("Both claims stay in the log; what you choose is the result."),
        asks=BOARD,
        leads_to="desk-phones",
        goes_back=True,
    ),
    EventPage(
        "close-claims",
        claims.CloseClaimsForm,
        phrase("Close the round to claims"),
        phrase("Claims that count and that nobody answered become final. Disputes stay open."),
        leads_to="desk-phones",
        goes_back=True,
    ),
)
"""What the director decides of claims; reached from the page of the phones."""
