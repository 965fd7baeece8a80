"""The commands on entries, at the desk."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.entries.forms import check_in, entries, taking_ratings
from tournaments.kernel.desk.pages import ENTRY, EventPage

PAGES: tuple[EventPage, ...] = (
    EventPage(
        "add-entry",
        entries.AddEntryForm,
        phrase("Add an entry"),
        phrase("Numbers follow the ratings until round 1 is published."),
        leads_to="",
    ),
    EventPage(
        "change-entry",
        entries.ChangeEntryForm,
        phrase("Change an entry"),
        phrase("Only what you change is recorded."),
        asks=ENTRY,
        leads_to="desk-players",
    ),
    EventPage(
        "take-ratings",
        taking_ratings.TakeRatingsForm,
        phrase("Take ratings from a list"),
        phrase(
            "Every entry that is on the list gets its rating and games; the others keep theirs."
        ),
        leads_to="desk-players",
    ),
    EventPage(
        "withdraw-entry",
        entries.WithdrawEntryForm,
        phrase("Withdraw an entry"),
        phrase("It is no longer paired and leaves the ranking from this round on."),
        foresees=True,
    ),
    EventPage(
        "reinstate-entry",
        entries.ReinstateEntryForm,
        phrase("Reinstate an entry"),
        phrase("Missed rounds count as the rule set says."),
        foresees=True,
    ),
    EventPage(
        "arrive-late",
        check_in.ArriveLateForm,
        phrase("Arrive late"),
        phrase(
            "For a player who was not here at check-in. Missed rounds count as the rule set says."
        ),
        foresees=True,
        leads_to="desk-players",
    ),
)
