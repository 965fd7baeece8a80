"""Recorded games of boards: handed in, confirmed or refused, corrected and removed.

`by` is the number of the entry by whose link something is asked, None where the director asks. A
board has one confirmed game at most; result and record are compared, and neither changes the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec
from django.db.models import Count

from core.journal.checked import change_checked
from core.journal.command import Actor, Row, Work, register
from core.journal.errors import NeedsConfirmation, NotAllowed, Refused
from core.models import JournalEntry
from core.phrases import phrase
from games.engine.gcg.reading import read_gcg
from games.models import Game
from games.recording import (
    LARGEST,
    HandedIn,
    Source,
    correct_record,
    put_on_record,
)
from tournaments.board_games.queries.board_games import (
    MOST_WAITING,
    confirmed_of,
    in_order,
    names_of,
    numbers_in_order,
    players_at,
    seats_of,
)
from tournaments.board_games.queries.entry_links import link_of
from tournaments.board_games.wording.comparison import seat_of_first_player, starter
from tournaments.kernel.commands.base import NOT_YOURS, RoundCommand
from tournaments.kernel.queries.lexicon import chosen_of
from tournaments.models import BoardGame, Division, Entry, Seat

MOST_BY_LINK = 10
"""How many games an entry may hand in for a round by its link: the journal keeps each for good."""

_NOTED = ("time_used_s", "overtime_s", "challenges_won", "challenges_lost")

Seconds = Annotated[int, msgspec.Meta(ge=0, le=86_400)]
Challenges = Annotated[int, msgspec.Meta(ge=0, le=99)]


@dataclass(frozen=True, kw_only=True)
class SeatNotes:
    """The notes on an entry besides the moves; None where nobody made any."""

    entry: int
    time_used_s: Seconds | None = None
    overtime_s: Seconds | None = None
    challenges_won: Challenges | None = None
    challenges_lost: Challenges | None = None


@dataclass(frozen=True, kw_only=True)
class BoardGameCommand(RoundCommand):
    """Base of the commands on the recorded game of a board; `game` is its key."""

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

    def told(self, answer: Row, done: str) -> str:
        """Returns a sentence about the game of a board."""
        names = " and ".join(
            phrase("no. {number} {name}", number=number, name=name)
            for number, name in answer["players"]
        )
        return phrase(
            "Round {round} of {division}: game {game} of {names} {done}",
            round=self.round,
            division=self.division,
            game=self.game,
            names=names,
            done=done,
        )


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
            raise NotAllowed(NOT_YOURS, code="not_allowed")

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
        return phrase("the director") if self.by is None else phrase("no. {by} by link", by=self.by)


@dataclass(frozen=True, kw_only=True)
class RecordCommand(BoardGameCommand):
    """Base of those that hand a record in: its bytes, who went first where it does not say it."""

    content: bytes
    source: Source
    file_name: str = ""
    first: int | None = None
    notes: tuple[SeatNotes, ...] = ()

    @property
    def handed_in(self) -> HandedIn:
        """The material put on record."""
        return HandedIn(self.content, self.source, self.file_name)

    def seat_first(self, work: Work, seats: Sequence[Seat]) -> int:
        """Decides the fact `first_seat`: the seat of the record's first player.

        By who is said to have gone first, else by the names in the record, else by the sides.
        """
        return work.facts.decide("first_seat", lambda: self._first_seat(seats))

    def _first_seat(self, seats: Sequence[Seat]) -> int:
        numbers = [seat.entry.number for seat in seats]
        if self.first is not None and self.first not in numbers:
            raise Refused(
                phrase("No. {first} is not at this board.", first=self.first),
                code="game.first",
                field="first",
            )
        record = None if len(self.content) > LARGEST else read_gcg(self.content).record
        if record is None:
            return 0
        if self.first is None:
            found = seat_of_first_player(record, [names_of(seat.entry) for seat in seats])
            if found is not None:
                return found
        began = self._began(seats) if self.first is None else numbers.index(self.first)
        return began if starter(record) == 0 else 1 - began

    def _began(self, seats: Sequence[Seat]) -> int:
        for place, seat in enumerate(seats):
            if seat.side == Seat.Side.FIRST:
                return place
        raise Refused(
            phrase(
                "Choose who went first: the record does not have the players' names, "
                "and the start is "
                "not recorded."
            ),
            code="game.first",
            field="first",
        )

    def write_notes(
        self, work: Work, game: Game, numbers: Sequence[int], notes: Iterable[SeatNotes]
    ) -> None:
        """Writes what was noted of each player; `numbers` are theirs in the order of the record."""
        players = dict(zip(numbers, game.players.order_by("position"), strict=True))
        for said in notes:
            if said.entry not in players:
                raise Refused(
                    phrase("No. {entry} is not at this board.", entry=said.entry),
                    code="game.notes",
                    field="notes",
                )
            values = {name: getattr(said, name) for name in _NOTED}
            player = players[said.entry]
            player.game = game
            change_checked(player, values)
            work.ledger.update(player, **values)


@register
@dataclass(frozen=True, kw_only=True)
class RecordBoardGame(LinkedGameCommand, RecordCommand):
    """Puts the game of a board on record: confirmed by the director, waiting from a link.

    Lexicon and rules are the division's as they are now. A confirmed game that it replaces is set
    aside as refused.
    """

    code = "game.recorded"
    entry: int
    opponent: int | None = None
    title: str = ""

    def apply(self, work: Work) -> Row:
        place, _ = self.find_pair(self.entry, self.opponent)
        seats = seats_of(place.seat.board_id)
        self.check_hand_in(place.division, seats)
        replaced = self._make_room(work, place.seat.board_id)
        first = self.seat_first(work, seats)
        game = self._put(work, place.division, seats, first)
        self.write_notes(work, game, numbers_in_order(seats, first), self.notes)
        giver = next((seat.entry for seat in seats if seat.entry.number == self.by), None)
        work.ledger.create(
            BoardGame(board=place.seat.board, game=game, first_seat=first, handed_in_by=giver)
        )
        if replaced is not None:
            work.ledger.update(replaced.game, state=Game.State.REFUSED)
        return {
            "players": players_at(seats),
            "state": game.state,
            "replaced": replaced.game.key if replaced else "",
        }

    def _make_room(self, work: Work, board: int) -> BoardGame | None:
        """Returns the confirmed game that this one replaces; raises unless that is accepted."""
        confirmed = confirmed_of(board).select_related("game").first()
        if self.by is None:
            if confirmed is not None and not self.confirmed:
                raise NeedsConfirmation(
                    phrase(
                        "This board has a confirmed game, {key}. It will be set aside "
                        "as refused, and this game takes its place.",
                        key=confirmed.game.key,
                    ),
                    code="confirm",
                    field="confirmed",
                )
            return confirmed
        if confirmed is not None:
            raise Refused(
                phrase(
                    "The game of this board is already confirmed; only the director can replace it."
                ),
                code="game.confirmed",
            )
        mine = BoardGame.objects.filter(board=board, handed_in_by__number=self.by)
        if mine.filter(game__state=Game.State.WAITING).count() >= MOST_WAITING:
            raise Refused(
                phrase(
                    "You have already handed in {most_waiting} games for this board that are not "
                    "confirmed yet.",
                    most_waiting=MOST_WAITING,
                ),
                code="game.too_many",
            )
        if not work.facts.are_recorded and self._handed_in_before() >= MOST_BY_LINK:
            raise Refused(
                phrase(
                    "You have handed in too many games for this round; give the right one to "
                    "the director."
                ),
                code="game.too_many",
            )
        return None

    def _handed_in_before(self) -> int:
        """Returns how many the link handed in for the round, those taken back since among them."""
        handed_in = JournalEntry.objects.filter(
            stream__key=self.stream(),
            command=self.code,
            payload__division=self.division,
            payload__round=self.round,
            payload__by=self.by,
        )
        return handed_in.count()

    def _put(self, work: Work, division: Division, seats: Sequence[Seat], first: int) -> Game:
        event = division.tournament
        return put_on_record(
            work,
            key=self.game,
            handed_in=self.handed_in,
            players=in_order(seats, first),
            state=Game.State.CONFIRMED if self.by is None else Game.State.WAITING,
            by=self.whose,
            place=f"{event.slug}/{division.name}",
            label=phrase(
                "{name}, division {division_name}, round {round}",
                name=event.name,
                division_name=division.name,
                round=self.round,
            ),
            lexicon=chosen_of(division),
            ruleset=division.ruleset,
            overrides=division.overrides,
            title=self.title,
            played_on=event.starts_on,
        )

    def sentence(self, answer: Row) -> str:
        instead = (
            phrase(", {replaced} set aside", replaced=answer["replaced"])
            if answer["replaced"]
            else ""
        )
        return f"{self.told(answer, f'handed in by {self.whose}')}: {answer['state']}{instead}"


@register
@dataclass(frozen=True, kw_only=True)
class CorrectBoardGame(RecordCommand):
    """Gives a game another record, and keeps its place, lexicon and rules; says why.

    What was noted of a player stays where nothing else is said.
    """

    code = "game.corrected"
    needs_reason = True

    def apply(self, work: Work) -> Row:
        recorded = self.find_game(self.find_division())
        seats = seats_of(recorded.board_id)
        held = _notes_of(recorded, seats)
        first = self.seat_first(work, seats)
        work.ledger.update(recorded, first_seat=first)
        same = self._correct(work, recorded, seats, first)
        said = {notes.entry for notes in self.notes}
        notes = [*(one for one in held if one.entry not in said), *self.notes]
        self.write_notes(work, recorded.game, numbers_in_order(seats, first), notes)
        if same is not None and not work.ledger.changes:
            raise same
        return {"players": players_at(seats)}

    def _correct(
        self, work: Work, recorded: BoardGame, seats: Sequence[Seat], first: int
    ) -> Refused | None:
        """Writes the record; returns the refusal where it is the one that is there."""
        players = in_order(seats, first)
        try:
            correct_record(work, recorded.game, handed_in=self.handed_in, players=players)
        except Refused as refused:
            if refused.code != "nothing_changed":
                raise
            return refused
        return None

    def sentence(self, answer: Row) -> str:
        return self.told(answer, "corrected")


def _notes_of(recorded: BoardGame, seats: Sequence[Seat]) -> list[SeatNotes]:
    """Returns what is noted of each player of a game."""
    players = recorded.game.players.order_by("position")
    numbers = numbers_in_order(seats, recorded.first_seat)
    return [
        SeatNotes(entry=number, **{name: getattr(player, name) for name in _NOTED})
        for number, player in zip(numbers, players, strict=True)
    ]
