"""The common part of the commands on games of no event: their journal and permissions."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Command
from core.journal.errors import Refused
from core.phrases import phrase
from core.roles.access import INSTALLATION
from core.roles.table import Permission
from games.models import Game
from games.selectors.games import GAME_STREAM


@dataclass(frozen=True, kw_only=True)
class FreeGameCommand(Command):
    """Base of the commands on a game of no event; `game` is its key."""

    permission = Permission.MAKE_EVENTS
    game: str

    def stream(self) -> str:
        return f"{GAME_STREAM}:{self.game}"

    def scope(self) -> str:
        return INSTALLATION

    def find_game(self) -> Game:
        """Returns the game; Refused where there is none, or it belongs to an event."""
        game = Game.objects.filter(key=self.game, place="").first()
        if game is None:
            raise Refused(phrase("This game is not recorded here."), code="game.unknown")
        return game
