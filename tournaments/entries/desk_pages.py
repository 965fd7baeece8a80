"""The commands on entries, at the desk."""

from __future__ import annotations

from tournaments.entries.forms import check_in, entries, taking_ratings
from tournaments.kernel.desk.pages import ENTRY, EventPage

PAGES: tuple[EventPage, ...] = (
    EventPage(
        "add-entry",
        entries.AddEntryForm,
        "Add an entry",
        "Numbers follow the ratings until round 1 is published.",
        leads_to="",
    ),
    EventPage(
        "change-entry",
        entries.ChangeEntryForm,
        "Change an entry",
        "Only what you change is recorded.",
        asks=ENTRY,
        leads_to="desk-players",
    ),
    EventPage(
        "take-ratings",
        taking_ratings.TakeRatingsForm,
        "Take ratings from a list",
        "Every entry that is on the list gets its rating and games; the others keep theirs.",
        leads_to="desk-players",
    ),
    EventPage(
        "withdraw-entry",
        entries.WithdrawEntryForm,
        "Withdraw an entry",
        "It is no longer paired and leaves the ranking from this round on.",
    ),
    EventPage(
        "reinstate-entry",
        entries.ReinstateEntryForm,
        "Reinstate an entry",
        "Missed rounds count as the rule set says.",
    ),
    EventPage(
        "arrive-late",
        check_in.ArriveLateForm,
        "Arrive late",
        "For a player who was not here at check-in. Missed rounds count as the rule set says.",
        leads_to="desk-players",
    ),
)
