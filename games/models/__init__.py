"""The rows of recorded games: what commands write, and the figures that workers derive."""

from games.models.figures import GameFigures, PlayerFigures
from games.models.game import Game, GamePlayer

__all__ = ["Game", "GameFigures", "GamePlayer", "PlayerFigures"]
