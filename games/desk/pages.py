"""The commands on games of no event: each with its address, form and words."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from core.models import JournalEntry, Stream
from core.phrases import phrase
from desk.context import DeskContext
from desk.journal_forms import UndoEntryForm
from desk.pages import UNDO, UNDO_TEXT, CommandPage, entry_of_address
from games.desk.context import FreeGameContext
from games.desk.forms import CorrectFreeGameForm, RemoveFreeGameForm
from games.models import Game
from games.selectors.games import GAME_STREAM


class FreeGamePage(CommandPage):
    """A command on a game of no event; it leads back to the game."""

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        return where.back()


PAGES: tuple[FreeGamePage, ...] = (
    FreeGamePage(
        "correct-recorded-game",
        CorrectFreeGameForm,
        phrase("Correct the record"),
        phrase("It gets a new record; its lexicon and rules stay as they were."),
    ),
    FreeGamePage(
        "remove-recorded-game",
        RemoveFreeGameForm,
        phrase("Remove the game"),
        phrase("The game is no longer recorded. The log keeps what was handed in."),
        danger=True,
    ),
    FreeGamePage("recorded-game-undo", UndoEntryForm, phrase("Undo"), UNDO_TEXT, asks=UNDO),
)


def find_game(request: HttpRequest, page: CommandPage, key: str) -> FreeGameContext:
    """Returns the context of a game, or of the journal of one that was removed.

    Raises Http404 for what does not exist.
    """
    need_journal(key)
    if page.asks != UNDO:
        get_object_or_404(Game, key=key, place="")
    entry = entry_of_address(request, page, f"{GAME_STREAM}:{key}")
    return FreeGameContext(request.user.get_username(), undoing=entry, game=key)


def need_journal(key: str) -> None:
    """Raises Http404 where no game of no event ever had this key."""
    if not Stream.objects.filter(key=f"{GAME_STREAM}:{key}").exists():
        raise Http404(phrase("There is no such game."))
