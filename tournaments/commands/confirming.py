"""Confirm or refuse the recorded game of a board, and take one off the record."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from games.models import Game
from games.recording import take_off_record
from tournaments.commands.games import GameCommand, LinkedGameCommand
from tournaments.selectors.board_games import players_at, seats_of


@register
@dataclass(frozen=True, kw_only=True)
class ConfirmBoardGame(LinkedGameCommand):
    """Confirms a game that waits: the opponent by the own link, or the director."""

    code = "game.confirmed"

    def apply(self, work: Work) -> Row:
        found, seats = self.find_to_judge()
        if found.game.state == Game.State.CONFIRMED:
            raise Refused("This game is confirmed already.", code="nothing_changed")
        self.must_stand_alone(found)
        work.ledger.update(found.game, state=Game.State.CONFIRMED)
        return {"players": players_at(seats)}

    def sentence(self, answer: Row) -> str:
        return self.told(answer, f"confirmed by {self.whose}")


@register
@dataclass(frozen=True, kw_only=True)
class RefuseBoardGame(LinkedGameCommand):
    """Says that a game is not right, and what is wrong: the opponent, or the director."""

    code = "game.refused"
    needs_reason = True

    def apply(self, work: Work) -> Row:
        found, seats = self.find_to_judge()
        if found.game.state == Game.State.REFUSED:
            raise Refused("This game is refused already.", code="nothing_changed")
        work.ledger.update(found.game, state=Game.State.REFUSED)
        return {"players": players_at(seats)}

    def sentence(self, answer: Row) -> str:
        return self.told(answer, f"refused by {self.whose}")


@register
@dataclass(frozen=True, kw_only=True)
class RemoveBoardGame(GameCommand):
    """Takes a game off the record; the journal keeps what was handed in."""

    code = "game.removed"
    needs_reason = True

    def apply(self, work: Work) -> Row:
        found = self.find_game(self.find_division())
        seats = seats_of(found.board_id)
        ruling = found.game.rulings.order_by("number").first()
        if ruling is not None:
            raise Refused(
                f"Ruling {ruling.number} is about a play of this game; take the ruling back first,"
                " or correct the game.",
                code="game.ruled",
            )
        work.ledger.delete(found)
        take_off_record(work, found.game)
        return {"players": players_at(seats)}

    def sentence(self, answer: Row) -> str:
        return self.told(answer, "removed")
