"""The common part of the commands on games of no event: their journal and permissions."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Actor, Command
from core.journal.errors import NotAllowed, Refused
from core.journal.undo import STREAM_RULES
from core.phrases import phrase
from games.models import Game
from games.selectors.games import GAME_STREAM


def may_keep_games(actor: Actor, _scope: str = "") -> bool:
    """Returns whether the actor may put games of no event on record: any of the staff."""
    return actor.is_staff


STREAM_RULES[GAME_STREAM] = may_keep_games


@dataclass(frozen=True, kw_only=True)
class FreeGameCommand(Command):
    """Base of the commands on a game of no event; `game` is its key."""

    game: str

    def stream(self) -> str:
        return f"{GAME_STREAM}:{self.game}"

    def authorise(self, actor: Actor) -> None:
        if not may_keep_games(actor):
            raise NotAllowed(
                phrase("Only staff can record games that belong to no event."), code="not_allowed"
            )

    def find_game(self) -> Game:
        """Returns the game; Refused where there is none, or it belongs to an event."""
        game = Game.objects.filter(key=self.game, place="").first()
        if game is None:
            raise Refused(phrase("This game is not recorded here."), code="game.unknown")
        return game
