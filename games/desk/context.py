"""The subject of a form about a game of no event."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from desk.context import DeskContext
from games.selectors.games import GAME_STREAM


@dataclass(frozen=True)
class FreeGameContext(DeskContext):
    """A game of no event by its key, which is empty while the game is not on record."""

    game: str = ""

    @property
    def journal(self) -> str:
        return f"{GAME_STREAM}:{self.game}" if self.game else ""

    def back(self) -> str:
        if not self.game:
            return reverse("desk-recorded-games")
        return reverse("desk-recorded-game", kwargs={"key": self.game})
