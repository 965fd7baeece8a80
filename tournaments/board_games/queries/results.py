"""The results of boards, held against the records of their games for everybody.

A record that ends otherwise than the result of its board is shown with that result, and claims no
record. Which of the two is wrong is the director's to find: the desk tells both.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Case, F, Q, QuerySet, Value, When

from core.phrases import phrase
from core.wording import DASH
from games.models import Game, PlayerFigures
from games.results import register_results
from tournaments.board_games.queries.findings import told_of
from tournaments.models import BoardGame


class BoardResults:
    """The results of the boards of events. Where nobody scored, a record contradicts nothing."""

    def contradicted(self) -> QuerySet[Any, int]:
        """Returns the rows of games that are over with other scores than were entered."""
        first = F("game__board_game__first_seat")
        return (
            PlayerFigures.objects.filter(
                game__state=Game.State.CONFIRMED, game__figures__complete=True
            )
            .annotate(seat=Case(When(position=0, then=first), default=Value(1) - first))
            .annotate(
                entered=Case(
                    When(seat=0, then=F("game__board_game__board__result__score_one")),
                    default=F("game__board_game__board__result__score_two"),
                )
            )
            .filter(~Q(score=F("entered")), entered__isnull=False)
            .values_list("game", flat=True)
        )

    def against(self, game: Game) -> str:
        """Returns the result that was entered where a game that is over has other scores."""
        if not game.place:
            return ""
        recorded = BoardGame.objects.select_related("board__result").filter(game=game).first()
        result = None if recorded is None else getattr(recorded.board, "result", None)
        record = told_of(game)
        if recorded is None or result is None or result.score_one is None or not record.complete:
            return ""
        scores = (result.score_one, result.score_two)
        entered = (scores[recorded.first_seat], scores[1 - recorded.first_seat])
        if entered == record.scores:
            return ""
        return phrase(
            "The result entered for this board is {entered}; the director has been told.",
            entered=DASH.join(map(str, entered)),
        )


register_results(BoardResults())
