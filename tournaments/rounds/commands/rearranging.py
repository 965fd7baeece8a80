"""Rearrange a round that is drafted or published, board by board.

Every other board keeps opponents, number, sides and result. On a published round the boards
touched, and the sheet, carry the time of the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.models import JournalEntry
from core.phrases import english, phrase
from tournaments.kernel.commands.awards import SitOut, change_sit_out, check_rest
from tournaments.kernel.commands.base import RoundCommand, find_entry, find_round, refuse_bound
from tournaments.kernel.commands.seating import (
    mark_again,
    mark_changed,
    next_slot,
    remove_board,
    reseat,
    settle_changed,
    vacate,
)
from tournaments.kernel.queries.pairing_terms import is_house
from tournaments.kernel.queries.play import SeatInRound, called, last_published, place_of
from tournaments.models import Board, Division, Entry, Result, Round, Seat
from tournaments.rounds.wording.rearranging import (
    board_words,
    kept_board_words,
    will_sit,
    will_wait,
)
from tournaments.standings.attendance import takes_part


@dataclass(frozen=True, kw_only=True)
class RearrangeCommand(RoundCommand):
    """Base of the commands that change who sits where in a round that is set up."""

    def find_there(
        self, division: Division, number: int, field: str
    ) -> tuple[Entry, SeatInRound | None]:
        """Returns an entry that takes part in the round, and its place, None while it waits."""
        entry = find_entry(division, number, field)
        if not takes_part(entry.away, self.round):
            raise Refused(
                phrase(
                    "{entry} does not take part in round {round}.", entry=entry, round=self.round
                ),
                code="entry.away",
                field=field,
            )
        return entry, place_of(self.event, self.division, self.round, number)

    def must_be_open(self, place: SeatInRound | None) -> None:
        """Raises Refused for a board whose game has its result, is on record or had a ruling."""
        if place is None or place.across is None:
            return
        refuse_bound(Board.objects.filter(pk=place.seat.board_id))
        if place.result is not None:
            raise Refused(
                phrase(
                    "{called} has a result; undo it first, or record the "
                    "game that was really played.",
                    called=board_words(place.seat.board),
                ),
                code="result.there",
            )

    def confirm(self, round_row: Round, what: str) -> None:
        """Asks back before a published sheet is changed, saying what it will show."""
        if round_row.stage == Round.Stage.PUBLISHED and not self.confirmed:
            published = phrase("Round {round} is published.", round=self.round)
            others = phrase(
                "All other boards stay as they are, and the sheet will say when it was changed."
            )
            raise NeedsConfirmation(
                f"{published} {what} {others}", code="confirm", field="confirmed"
            )

    def check_undo(self, entry: JournalEntry) -> None:
        """Boards are taken back while the round is the last one that was published."""
        super().check_undo(entry)
        self.must_be_last()
        self.must_be_free(entry)

    def check_redo(self, entry: JournalEntry) -> None:
        super().check_redo(entry)
        self.check_undo(entry)

    def follow_undo(self, work: Work, entry: JournalEntry) -> None:
        mark_again(work, entry, find_round(self.find_division(), self.round))


@register
@dataclass(frozen=True, kw_only=True)
class SwapSeats(RearrangeCommand):
    """Puts each of two entries in the other's place; one of them may sit alone or wait.

    `alone` is the outcome of whoever sits alone afterwards, None keeps the one that was given: the
    bye of the round becomes the absence of somebody who did not come.
    """

    code = "round.seats_swapped"
    one: int
    two: int
    alone: SitOut | None = None

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        round_row = self.find_published(division)
        if self.one == self.two:
            raise Refused(phrase("Give two different entries."), code="swap.same", field="two")
        one, place = self.find_there(division, self.one, "one")
        two, other = self.find_there(division, self.two, "two")
        self._check(place, other)
        swap = {one.pk: two, two.pk: one}
        boards = [p.seat.board for p in (place, other) if p is not None]
        seated = [_occupants(board, swap) for board in boards]
        self.confirm(
            round_row, " ".join(will_sit(b, s) for b, s in zip(boards, seated, strict=True))
        )
        vacate(work.ledger, boards)
        for board, entries in zip(boards, seated, strict=True):
            reseat(work.ledger, board, entries)
        self._change_alone(work, division, boards)
        settle_changed(work, round_row, boards)
        return {
            "names": [one.shown_name, two.shown_name],
            "boards": [english(board_words(board)) for board in boards],
        }

    def _check(self, place: SeatInRound | None, other: SeatInRound | None) -> None:
        if place is None and other is None:
            raise Refused(
                phrase("Neither has a seat yet; pair the two waiting players."),
                code="swap.both_wait",
            )
        if place is not None and other is not None and place.seat.board == other.seat.board:
            raise Refused(
                phrase(
                    "No. {one} and no. {two} meet each other; to swap their sides, "
                    "record who went first.",
                    one=self.one,
                    two=self.two,
                ),
                code="swap.same_board",
                field="two",
            )
        self.must_be_open(place)
        self.must_be_open(other)

    def _change_alone(self, work: Work, division: Division, boards: Iterable[Board]) -> None:
        """Gives who sits alone now what the round is for them; a house player rests."""
        for board in boards:
            seats = list(board.seats.select_related("entry"))
            result = Result.objects.filter(board=board).first()
            if len(seats) > 1 or result is None:
                continue
            result.board = board
            outcome = self.alone or cast(SitOut, result.reason)
            seats[0].entry.division = division
            if self.alone is None and is_house(division, seats[0].entry.key, self.round):
                outcome = "rest"
            check_rest(seats[0].entry, outcome, self.round, "alone")
            if result.reason != outcome:
                change_sit_out(work.ledger, result, outcome, division.rules)

    def sentence(self, answer: Row) -> str:
        one, two = answer["names"]
        return phrase(
            "Round {round} of {division}: no. {number} {name} and no. {other_number} {other_name} "
            "changed places",
            round=self.round,
            division=self.division,
            number=self.one,
            name=one,
            other_number=self.two,
            other_name=two,
        )


@register
@dataclass(frozen=True, kw_only=True)
class PairWaiting(RearrangeCommand):
    """Pairs two who wait or sit alone on a board of their own; `board` None takes a free number."""

    code = "round.waiting_paired"
    one: int
    two: int
    board: int | None = None

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        round_row = self.find_published(division)
        if self.one == self.two:
            raise Refused(phrase("Give two different entries."), code="pairing.self", field="two")
        seated = [
            self.find_there(division, number, field)
            for number, field in ((self.one, "one"), (self.two, "two"))
        ]
        for entry, place in seated:
            if place is not None and place.across is not None:
                raise Refused(
                    phrase(
                        "{entry} meets {opponent} in round {round}; split that pair first.",
                        entry=entry,
                        opponent=place.across.entry,
                        round=self.round,
                    ),
                    code="pairing.seated",
                )
        number = self._number(round_row)
        self.confirm(
            round_row,
            phrase(
                "Board {number}: {one} and {two} will meet.",
                number=number,
                one=seated[0][0],
                two=seated[1][0],
            ),
        )
        for _, place in seated:
            if place is not None:
                remove_board(work.ledger, place.seat.board)
        board = Board(round=round_row, slot=next_slot(round_row), number=number)
        work.ledger.create(board)
        reseat(work.ledger, board, [entry for entry, _ in seated])
        settle_changed(work, round_row, [board])
        return {"board": number, "names": [entry.shown_name for entry, _ in seated]}

    def _number(self, round_row: Round) -> int:
        taken = set(round_row.boards.exclude(number=None).values_list("number", flat=True))
        if self.board is None:
            return next(n for n in range(1, len(taken) + 2) if n not in taken)
        if self.board in taken or not 1 <= self.board <= 9999:
            raise Refused(
                phrase("Board {board} cannot be used.", board=self.board),
                code="board.number",
                field="board",
            )
        return self.board

    def sentence(self, answer: Row) -> str:
        one, two = map(called, (self.one, self.two), answer.get("names", ("", "")))
        return phrase(
            "Round {round} of {division}: {one} and {two} paired on board {board}",
            round=self.round,
            division=self.division,
            one=one,
            two=two,
            board=answer["board"],
        )


@register
@dataclass(frozen=True, kw_only=True)
class TakeBoardApart(RearrangeCommand):
    """Takes the board of an entry apart: whoever sat there waits for another place."""

    code = "round.board_taken_apart"
    entry: int

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        round_row = self.find_published(division)
        entry, place = self.find_there(division, self.entry, "entry")
        if place is None:
            raise Refused(
                phrase("{entry} is already waiting.", entry=entry),
                code="entry.waits",
                field="entry",
            )
        self.must_be_open(place)
        board = place.seat.board
        waiting = [p.entry for p in (place.seat, place.across) if p is not None]
        self.confirm(round_row, will_wait(waiting))
        board_name = english(board_words(board))
        board.round = round_row
        remove_board(work.ledger, board)
        mark_changed(work.ledger, round_row, work.at)
        return {
            "board": board_name,
            "waiting": [one.number for one in waiting],
            "names": [one.shown_name for one in waiting],
        }

    def sentence(self, answer: Row) -> str:
        # Journals from before names were kept have none.
        names = answer.get("names") or [""] * len(answer["waiting"])
        who = list(map(called, answer["waiting"], names))
        place = {
            "round": self.round,
            "division": self.division,
            "board": kept_board_words(answer["board"]),
        }
        if len(who) == 1:
            return phrase(
                "Round {round} of {division}: {board} split, {player} waits", player=who[0], **place
            )
        return phrase(
            "Round {round} of {division}: {board} split, {one} and {two} wait",
            one=who[0],
            two=who[1],
            **place,
        )


@register
@dataclass(frozen=True, kw_only=True)
class UnpublishRound(RoundCommand):
    """Takes a published round back to a draft, while no game of it has a result."""

    code = "round.unpublished"

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        round_row = self.find_published(division)
        if last_published(division) > self.round:
            raise Refused(
                phrase(
                    "Round {round} has been published since; unpublish it first.",
                    round=last_published(division),
                ),
                code="undo.published",
            )
        self._refuse_results(round_row)
        self.must_be_free()
        if not self.confirmed:
            raise NeedsConfirmation(
                phrase(
                    "The pairings of round {round} will disappear from the public pages; "
                    "printed sheets are void.",
                    round=self.round,
                ),
                code="confirm",
                field="confirmed",
            )
        work.ledger.update(round_row, stage=Round.Stage.DRAFT, published_at=None)
        _open_sides(work, round_row)
        return {}

    def _refuse_results(self, round_row: Round) -> None:
        played = Result.objects.filter(board__round=round_row, board__seats__position=1).count()
        if played:
            raise Refused(
                phrase(
                    "Round {round} has results ({played}); rearrange single boards instead.",
                    round=self.round,
                    played=played,
                ),
                code="round.has_results",
            )

    def check_undo(self, entry: JournalEntry) -> None:
        """The publication can be restored while the draft is as it was left."""
        super().check_undo(entry)
        later = self.later_in_round(entry).first()
        if later is not None:
            raise Refused(
                phrase(
                    "The draft of round {round} was changed since (log {seq}); publish it instead.",
                    round=self.round,
                    seq=later.seq,
                ),
                code="undo.moved_on",
                field=str(later.seq),
            )

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Round {round} of {division} taken back to a draft",
            round=self.round,
            division=self.division,
        )


def _open_sides(work: Work, round_row: Round) -> None:
    """Takes back who goes first, but for what a person or a table had fixed."""
    decided = round_row.seats.exclude(side="").exclude(decided_by__in=("manual", "table"))
    seats: Sequence[Seat] = list(decided.select_related("board"))
    for seat in seats:
        seat.round = seat.board.round = round_row
    work.ledger.update_many(seats, side="", decided_by="")


def _occupants(board: Board, swap: dict[int, Entry]) -> list[Entry]:
    """Returns who sits on a board after the swap, in the order of its seats."""
    seats = board.seats.select_related("entry").order_by("position")
    return [swap.get(seat.entry_id, seat.entry) for seat in seats]
