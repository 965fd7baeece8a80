"""The table of the commands on recorded games: each with its address, form and words."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.board_games.forms import games
from tournaments.kernel.desk.pages import BOARD, ENTRY, EventPage

RECORD_GAME = EventPage(
    "record-game",
    games.RecordGameForm,
    phrase("Put a game on record"),
    (
        phrase(
            "Enter what was really played, including phoneys. It is confirmed at once and does not "
            "change the result."
        )
    ),
    asks=BOARD,
    leads_to="desk-games",
    goes_back=True,
)

HAND_IN_PAGES: tuple[EventPage, ...] = (
    EventPage(
        "open-hand-in",
        games.OpenHandInForm,
        phrase("Games from players"),
        (
            phrase(
                "Each entry has its own link. Games handed in through it wait for the opponent or "
                "for you."
            )
        ),
        leads_to="desk-links",
        goes_back=True,
    ),
    EventPage(
        "renew-links",
        games.RenewLinksForm,
        phrase("New links for everybody"),
        (
            phrase(
                "Use this if a card was lost or fell into the wrong hands. If you undo it, the old "
                "links work again."
            )
        ),
        leads_to="desk-links",
        goes_back=True,
        danger=True,
    ),
    EventPage(
        "renew-link",
        games.RenewLinkForm,
        phrase("New link for one player"),
        phrase("Use this if one card was lost. All other cards stay as they are."),
        asks=ENTRY,
        leads_to="desk-links",
        goes_back=True,
        danger=True,
    ),
)

GAME_PAGES: tuple[EventPage, ...] = (
    EventPage(
        "confirm-game",
        games.ConfirmGameForm,
        phrase("Confirm the game"),
        phrase("Everybody can then replay it."),
        leads_to="desk-games",
        goes_back=True,
    ),
    EventPage(
        "refuse-game",
        games.RefuseGameForm,
        phrase("Refuse the game"),
        phrase("It stays here, and nobody else can see it."),
        leads_to="desk-games",
        goes_back=True,
    ),
    EventPage(
        "correct-game",
        games.CorrectGameForm,
        phrase("Replace the record"),
        phrase("The game gets a new record; its board, lexicon and rules stay as they were."),
        leads_to="desk-games",
        goes_back=True,
    ),
    EventPage(
        "remove-game",
        games.RemoveGameForm,
        phrase("Remove the game"),
        phrase("The game is no longer recorded. The log keeps what was handed in."),
        leads_to="desk-games",
        goes_back=True,
        danger=True,
    ),
)
