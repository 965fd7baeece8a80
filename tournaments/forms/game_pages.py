"""The table of the commands on recorded games: each with its address, form and words."""

from __future__ import annotations

from tournaments.forms import games
from tournaments.forms.pages import CommandPage

RECORD_GAME = CommandPage(
    "record-game",
    games.RecordGameForm,
    "Put a game on record",
    "What really was played, phoneys too. It stands at once; the result is not changed by it.",
    asks="board",
    after="games",
)

HAND_IN_PAGES: tuple[CommandPage, ...] = (
    CommandPage(
        "open-hand-in",
        games.OpenHandInForm,
        "Games from players",
        "Each entry has a link of its own. What comes by it waits for the opponent or for you.",
        after="links",
    ),
    CommandPage(
        "renew-links",
        games.RenewLinksForm,
        "New links for everybody",
        "Where a card was lost, or went to the wrong hands. Undone, the old ones hold again.",
        after="links",
        danger=True,
    ),
)

GAME_PAGES: tuple[CommandPage, ...] = (
    CommandPage(
        "confirm-game",
        games.ConfirmGameForm,
        "Confirm the game",
        "Everybody can replay it then.",
        after="games",
    ),
    CommandPage(
        "refuse-game",
        games.RefuseGameForm,
        "Refuse the game",
        "It is kept here, and nobody else sees it.",
        after="games",
    ),
    CommandPage(
        "correct-game",
        games.CorrectGameForm,
        "Replace the record",
        "The game gets another record; its board, lexicon and rules stay as they were.",
        after="games",
    ),
    CommandPage(
        "remove-game",
        games.RemoveGameForm,
        "Remove the game",
        "It goes off the record. The log keeps what was handed in.",
        after="games",
        danger=True,
    ),
)
