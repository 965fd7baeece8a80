"""Recorded games of boards: handed in, confirmed or refused, corrected and removed.

`by` is the number of the entry by whose link something is asked, None where the director asks. A
board has one confirmed game at most; result and record are compared, and neither changes the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec

from core.journal.checked import change_checked
from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from games.engine.gcg.reading import read_gcg
from games.handed_in import LARGEST
from games.models import Game
from games.recording import HandedIn, Source, correct_record, put_on_record
from lexicon.places import Chosen
from tournaments.board_games.commands.base import BoardGameCommand, LinkedGameCommand
from tournaments.board_games.queries.board_games import (
    MOST_WAITING,
    confirmed_of,
    in_order,
    names_of,
    numbers_in_order,
    players_at,
    seats_of,
)
from tournaments.board_games.wording.comparison import seat_of_first_player, starter
from tournaments.board_terms import terms_of
from tournaments.kernel.queries.lexicon import chosen_at, chosen_of
from tournaments.models import Board, BoardGame, Division, Seat

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
                "Choose who went first: the record does not have the players' names, and the "
                "start is not recorded."
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

    The rules are the division's as they are now, and so is the lexicon, unless the two agreed on
    another for this game. A confirmed game that it replaces is set aside as refused.
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
        lexicon = self._lexicon(work, place.division, place.seat.board)
        game = self._put(work, place.division, lexicon, seats, first)
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
        self._check_how_many(work, board, self.by)
        return None

    def _check_how_many(self, work: Work, board: int, by: int) -> None:
        """Raises Refused where a link has handed in as many games as it may."""
        mine = BoardGame.objects.filter(board=board, handed_in_by__number=by)
        if mine.filter(game__state=Game.State.WAITING).count() >= MOST_WAITING:
            raise Refused(
                phrase_count(
                    "You have already handed in {count} game for this board that is not "
                    "confirmed yet.",
                    "You have already handed in {count} games for this board that are not "
                    "confirmed yet.",
                    count=MOST_WAITING,
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

    def _lexicon(self, work: Work, division: Division, board: Board) -> Chosen | None:
        """Returns the lexicon of the game; which words those of its terms are is a fact.

        A journal without that fact is from when every game was judged by its division's list.
        """
        chosen = chosen_of(division)
        if not terms_of(board.terms).lexicon:
            return chosen
        code, words = work.facts.decide(
            "lexicon",
            lambda: _kept_of(chosen_at(division, board)),
            unsaid=_kept_of(chosen),
        )
        return Chosen(code, words) if code else None

    def _put(
        self,
        work: Work,
        division: Division,
        lexicon: Chosen | None,
        seats: Sequence[Seat],
        first: int,
    ) -> Game:
        event = division.tournament
        return put_on_record(
            work,
            key=self.game,
            handed_in=self.handed_in,
            players=in_order(seats, first),
            state=Game.State.CONFIRMED if self.by is None else Game.State.WAITING,
            by="the director" if self.by is None else f"no. {self.by} by link",
            place=f"{event.slug}/{division.name}",
            label=f"{event.name}, division {division.name}, round {self.round}",
            lexicon=lexicon,
            ruleset=division.ruleset,
            overrides=division.overrides,
            title=self.title,
            played_on=event.starts_on,
        )

    def sentence(self, answer: Row) -> str:
        told = self.told_of(answer) | {"whose": self.whose, "replaced": answer["replaced"]}
        if answer["state"] != Game.State.CONFIRMED:
            return phrase(
                "Round {round} of {division}: game {game} of {players} handed in by {whose}: "
                "waiting",
                **told,
            )
        if answer["replaced"]:
            return phrase(
                "Round {round} of {division}: game {game} of {players} handed in by {whose}: "
                "confirmed, {replaced} set aside",
                **told,
            )
        return phrase(
            "Round {round} of {division}: game {game} of {players} handed in by {whose}: confirmed",
            **told,
        )


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
        notes_before = _notes_of(recorded, seats)
        first = self.seat_first(work, seats)
        work.ledger.update(recorded, first_seat=first)
        same = self._correct(work, recorded, seats, first)
        said = {notes.entry for notes in self.notes}
        notes = [*(one for one in notes_before if one.entry not in said), *self.notes]
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
        return phrase(
            "Round {round} of {division}: game {game} of {players} corrected",
            **self.told_of(answer),
        )


def _kept_of(lexicon: Chosen | None) -> list[str]:
    return [lexicon.code, lexicon.sha256] if lexicon else ["", ""]


def _notes_of(recorded: BoardGame, seats: Sequence[Seat]) -> list[SeatNotes]:
    """Returns the notes on each player of a game, by seat."""
    players = recorded.game.players.order_by("position")
    numbers = numbers_in_order(seats, recorded.first_seat)
    return [
        SeatNotes(entry=number, **{name: getattr(player, name) for name in _NOTED})
        for number, player in zip(numbers, players, strict=True)
    ]
