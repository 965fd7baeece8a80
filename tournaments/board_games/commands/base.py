"""What the commands on the recorded game of a board have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from core.actors import Actor
from core.journal.command import Row, Work
from core.journal.errors import NotAllowed, Refused
from core.models import JournalEntry
from core.phrases import joined_by_and, phrase
from core.roles.table import Permission
from core.roles.wording import who_may
from games.models import Game
from tournaments.board_games.queries.board_games import confirmed_of, seats_of
from tournaments.board_games.queries.entry_links import link_of
from tournaments.kernel.commands.base import RoundCommand
from tournaments.models import BoardGame, Division, Entry, Seat


@dataclass(frozen=True, kw_only=True)
class BoardGameCommand(RoundCommand):
    """Base of the commands on the recorded game of a board; `game` is its key."""

    permission = Permission.ANNOTATE
    game: str

    def find_game(self, division: Division) -> BoardGame:
        """Returns the game where it is of this round; Refused where it is not."""
        self.find_published(division)
        recorded = (
            BoardGame.objects.select_related("game", "board__round", "handed_in_by")
            .filter(
                game__key=self.game,
                board__round__number=self.round,
                board__round__division=division,
            )
            .first()
        )
        if recorded is None:
            raise Refused(
                phrase(
                    "Round {round} of {division} has no game {game}.",
                    round=self.round,
                    division=self.division,
                    game=self.game[:24],
                ),
                code="game.unknown",
            )
        return recorded

    def must_stand_alone(self, recorded: BoardGame) -> None:
        """Raises Refused where another game of the board is confirmed."""
        if confirmed_of(recorded.board_id).exclude(pk=recorded.pk).exists():
            raise Refused(
                phrase(
                    "Another game of this board is already confirmed; only the director can "
                    "replace it."
                ),
                code="game.confirmed",
            )

    def follow_undo(self, work: Work, entry: JournalEntry) -> None:
        """Raises Refused if a board would have two confirmed games."""
        of_round = BoardGame.objects.filter(
            board__round__division__tournament__slug=self.event,
            board__round__division__name=self.division,
            board__round__number=self.round,
            game__state=Game.State.CONFIRMED,
        )
        if of_round.values("board").annotate(many=Count("pk")).filter(many__gt=1).exists():
            raise Refused(
                phrase(
                    "The board would have two confirmed games; first refuse or remove the "
                    "other one."
                ),
                code="game.confirmed",
            )

    def told_of(self, answer: Row) -> dict[str, str | int]:
        """Returns the values for a sentence about a board's game: its key, round and players."""
        players = joined_by_and(
            phrase("no. {number} {name}", number=number, name=name)
            for number, name in answer["players"]
        )
        return {
            "round": self.round,
            "division": self.division,
            "game": self.game,
            "players": players,
        }


@dataclass(frozen=True, kw_only=True)
class LinkedGameCommand(BoardGameCommand):
    """Base of those that an entry may give by its link too; `by` is its number."""

    by: int | None = None

    def authorise(self, actor: Actor) -> None:
        if self.by is None or actor.trusted:
            super().authorise(actor)
            return
        entries = Entry.objects.filter(
            tournament__slug=self.event, division__name=self.division, number=self.by
        )
        key = entries.values_list("key", flat=True).first()
        if key is None or actor.link != link_of(self.event, key):
            raise NotAllowed(who_may(self.permission), code="not_allowed")

    def check_hand_in(self, division: Division, seats: Sequence[Seat]) -> None:
        """Raises Refused for a link where games are not taken, or for an entry not at the board."""
        if self.by is None:
            return
        if not division.takes_games:
            raise Refused(
                phrase(
                    "Division {name} does not take games through links; give it to the director.",
                    name=division.name,
                ),
                code="hand_in.closed",
            )
        if self.by not in [seat.entry.number for seat in seats]:
            raise Refused(phrase("This is another player's game."), code="game.not_yours")

    def find_to_judge(self) -> tuple[BoardGame, list[Seat]]:
        """Returns the game with its seats; a link confirms and refuses what its opponent sent."""
        division = self.find_division()
        recorded = self.find_game(division)
        seats = seats_of(recorded.board_id)
        self.check_hand_in(division, seats)
        if self.by is None:
            return recorded, seats
        if recorded.game.state != Game.State.WAITING:
            raise Refused(
                phrase("This game is no longer waiting for an answer."), code="game.settled"
            )
        if recorded.handed_in_by is None or recorded.handed_in_by.number == self.by:
            raise Refused(
                phrase("You cannot confirm your own game; your opponent or the director does."),
                code="game.own",
            )
        return recorded, seats

    @property
    def whose(self) -> str:
        """The person who asks, without a name: it may be read in public."""
        return (
            phrase("the director")
            if self.by is None
            else phrase("no. {number} by link", number=self.by)
        )
