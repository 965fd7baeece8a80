"""Confirm or refuse the recorded game of a board, and take one off the record.

`seen` is what the game showed to the person who judges it, None when that does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Conflict, NeedsConfirmation, Refused
from core.phrases import phrase
from core.roles.table import Permission
from games.models import Game
from games.recording import take_off_record
from tournaments.board_games.commands.base import LinkedGameCommand
from tournaments.board_games.queries.board_games import confirmed_of, players_at, seats_of, shown_as
from tournaments.models import BoardGame, Seat


@dataclass(frozen=True, kw_only=True)
class ConfirmationCommand(LinkedGameCommand):
    """Base of those that say of a game whether it is right."""

    permission = Permission.ANNOTATE
    seen: str | None = None

    def find_seen(self, work: Work) -> tuple[BoardGame, list[Seat]]:
        """Returns the game with its seats; Conflict where the person saw another record of it.

        What was done once is done again in a replay, where nobody looks.
        """
        recorded, seats = self.find_to_judge()
        if not work.facts.are_recorded and self.seen not in (None, shown_as(recorded)):
            raise Conflict(
                phrase("The record of this game has changed in the meantime; look at it again."),
                code="game.changed",
                field="seen",
            )
        return recorded, seats


@register
@dataclass(frozen=True, kw_only=True)
class ConfirmBoardGame(ConfirmationCommand):
    """Confirms a game: the opponent by their own link, where it waits, or the director.

    Another one that is confirmed is set aside as refused, where the director accepts it.
    """

    code = "game.confirmed"

    def apply(self, work: Work) -> Row:
        recorded, seats = self.find_seen(work)
        if recorded.game.state == Game.State.CONFIRMED:
            raise Refused(phrase("This game is already confirmed."), code="nothing_changed")
        rival = self._find_rival(recorded)
        if rival is not None:
            work.ledger.update(rival.game, state=Game.State.REFUSED)
        work.ledger.update(recorded.game, state=Game.State.CONFIRMED)
        return {"players": players_at(seats), "replaced": rival.game.key if rival else ""}

    def sentence(self, answer: Row) -> str:
        # Journals from before games were set aside here say nothing of it.
        replaced = answer.get("replaced")
        told = self.told_of(answer) | {"whose": self.whose, "replaced": replaced or ""}
        if replaced:
            return phrase(
                "Round {round} of {division}: game {game} of {players} confirmed by {whose}, "
                "{replaced} set aside",
                **told,
            )
        return phrase(
            "Round {round} of {division}: game {game} of {players} confirmed by {whose}", **told
        )

    def _find_rival(self, recorded: BoardGame) -> BoardGame | None:
        """Returns the confirmed game of the board; raises unless it may be set aside."""
        if self.by is not None:
            self.must_stand_alone(recorded)
        rival = confirmed_of(recorded.board_id).select_related("game").first()
        if rival is not None and not self.confirmed:
            raise NeedsConfirmation(
                phrase(
                    "This board has a confirmed game, {key}. It will be set aside as "
                    "refused, and this game takes its place.",
                    key=rival.game.key,
                ),
                code="confirm",
                field="confirmed",
            )
        return rival


@register
@dataclass(frozen=True, kw_only=True)
class RefuseBoardGame(ConfirmationCommand):
    """Says that a game is not right, and what is wrong: the opponent, or the director."""

    code = "game.refused"
    needs_reason = True

    def apply(self, work: Work) -> Row:
        recorded, seats = self.find_seen(work)
        if recorded.game.state == Game.State.REFUSED:
            raise Refused(phrase("This game is already refused."), code="nothing_changed")
        work.ledger.update(recorded.game, state=Game.State.REFUSED)
        return {"players": players_at(seats)}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Round {round} of {division}: game {game} of {players} refused by {whose}",
            **self.told_of(answer),
            whose=self.whose,
        )


@register
@dataclass(frozen=True, kw_only=True)
class RemoveBoardGame(LinkedGameCommand):
    """Takes a game off the record; the journal keeps what was handed in.

    By a link an entry takes back what it handed in itself, without a reason, while it waits.
    """

    code = "game.removed"
    needs_reason = True

    def wants_reason(self) -> bool:
        return self.by is None

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        recorded = self.find_game(division)
        seats = seats_of(recorded.board_id)
        self.check_hand_in(division, seats)
        if self.by is not None:
            self._must_be_own(recorded)
        ruling = recorded.game.rulings.order_by("number").first()
        if ruling is not None:
            raise Refused(
                phrase(
                    "Ruling {number} is about a play of this game; undo the ruling "
                    "first, or correct the game.",
                    number=ruling.number,
                ),
                code="game.ruled",
            )
        work.ledger.delete(recorded)
        take_off_record(work, recorded.game)
        return {"players": players_at(seats)}

    def sentence(self, answer: Row) -> str:
        told = self.told_of(answer)
        if self.by is None:
            return phrase("Round {round} of {division}: game {game} of {players} removed", **told)
        return phrase(
            "Round {round} of {division}: game {game} of {players} taken back by {whose}",
            **told,
            whose=self.whose,
        )

    def _must_be_own(self, recorded: BoardGame) -> None:
        if recorded.handed_in_by is None or recorded.handed_in_by.number != self.by:
            raise Refused(phrase("You did not hand this game in."), code="game.not_yours")
        if recorded.game.state != Game.State.WAITING:
            raise Refused(
                phrase("This game is no longer waiting for an answer."), code="game.settled"
            )
