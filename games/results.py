"""The questions of this app to the apps above it: what speaks against the record of a game.

Games are below tournaments and know no results. The app that keeps them registers here once.
"""

from __future__ import annotations

from typing import Any, Protocol

from django.db.models import QuerySet

from games.apps import RESULTS
from games.models import Game


class Results(Protocol):
    """The app that keeps results of games."""

    def contradicted(self) -> QuerySet[Any, int]:
        """Returns the rows of confirmed games that end otherwise than their results say."""
        ...

    def against(self, game: Game) -> str:
        """Returns in a sentence for everybody what the result of a game is, where its record ends
        otherwise; empty where nothing speaks against it.
        """
        ...


_results: list[Results] = []


def register_results(results: Results) -> None:
    """Registers who keeps the results of some games."""
    _results.append(results)


def contradicted_games() -> list[QuerySet[Any, int]]:
    """Returns the rows of the games that can claim nothing, as each of those says it who know."""
    RESULTS.load()
    return [results.contradicted() for results in _results]


def what_speaks_against(game: Game) -> str:
    """Returns the result of a game where its record ends otherwise, empty elsewhere."""
    RESULTS.load()
    return next((said for results in _results if (said := results.against(game))), "")
