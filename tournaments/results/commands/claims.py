"""Decide what players claimed: accept it, settle what is disputed, and close a round to claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Conflict, Refused
from core.journal.ledger import Ledger
from core.phrases import phrase, phrase_count
from core.roles.table import Permission
from tournaments.claiming import ClaimStanding, PlayerClaim, Scores, standing_of
from tournaments.kernel.commands.base import RoundCommand
from tournaments.kernel.commands.exceptions import settle_exception
from tournaments.kernel.commands.outcome import OutcomeCommand
from tournaments.kernel.queries.claims import claim_of_row, claimed_boards, entered
from tournaments.kernel.queries.play import SeatInRound
from tournaments.models import Board, Entry, Result, ResultClaim
from tournaments.results.commands.turning import ask_about_turning


@dataclass(frozen=True)
class ClaimedTable:
    """A board with what was claimed of it, as rows by the position of who claims."""

    place: SeatInRound
    other: Entry
    rows: Mapping[int, ResultClaim]

    @property
    def standing(self) -> ClaimStanding:
        """What has come of the claims."""
        return standing_of(self.claims, entered(self.place.result))

    @property
    def claims(self) -> tuple[PlayerClaim, ...]:
        """What was claimed."""
        return tuple(claim_of_row(row, position) for position, row in self.rows.items())

    def ordered(self, own: int, other: int) -> Scores:
        """Returns scores of the entry and its opponent in the order of the seats."""
        return (own, other) if self.place.seat.position == 0 else (other, own)


@dataclass(frozen=True, kw_only=True)
class DecideCommand(OutcomeCommand):
    """Base of the director's decisions on a board; scores are from the side of `entry`."""

    def find_claims(self, work: Work) -> ClaimedTable:
        """Returns the board with its claims; Refused where nobody claims anything."""
        place, other = self.find_game(replayed=work.facts.are_recorded)
        board = place.seat.board
        board.round = place.seat.round
        positions = {place.seat.entry.pk: place.seat.position, other.pk: 1 - place.seat.position}
        rows = {}
        for row in ResultClaim.objects.filter(board=board).select_related("entry"):
            row.board = board
            rows[positions[row.entry_id]] = row
        if not rows:
            raise Refused(
                phrase(
                    "Nobody has claimed a result for board {board}.",
                    board=board.number or board.slot,
                ),
                code="claim.missing",
            )
        return ClaimedTable(place, other, rows)

    def decide(self, work: Work, table: ClaimedTable) -> bool:
        """Makes the scores the result and settles the claims; returns whether it changed."""
        fields = self.outcome(table.place.seat, table.other, table.place.division.rules)
        result, changed = table.place.result, True
        settle_exception(work.ledger, table.place.exception)
        if result is None:
            work.ledger.create(Result(board=table.place.seat.board, **fields))
        else:
            ask_about_turning(self, table.place.division, result, fields)
            changed = work.ledger.update(result, **fields)
        settle_claims(work.ledger, table.place.seat.board)
        return changed

    def answered(self, table: ClaimedTable, **more: object) -> Row:
        """Returns the answer: the board, and the names of the two."""
        board = table.place.seat.board
        names = [table.place.seat.entry.shown_name, table.other.shown_name]
        return {"opponent": table.other.number, "board": board.number, "names": names, **more}


def settle_claims(ledger: Ledger, board: Board) -> None:
    """Settles what players said of a board, because the director decided; its round is loaded."""
    for row in ResultClaim.objects.filter(board=board, settled=False).select_related("entry"):
        row.board = board
        ledger.update(row, settled=True)


@register
@dataclass(frozen=True, kw_only=True)
class AcceptClaim(DecideCommand):
    """Accepts what one of the two claims and the other has not answered: it is final."""

    code = "claim.accepted"
    permission = Permission.ENTER

    def apply(self, work: Work) -> Row:
        table = self.find_claims(work)
        standing, board = table.standing, table.place.seat.board
        if table.place.exception is not None and not work.facts.are_recorded:
            raise Refused(
                phrase(
                    "Board {board} is an exception; choose its result first.",
                    board=board.number or board.slot,
                ),
                code="exception.there",
            )
        if standing is ClaimStanding.DISPUTED:
            raise Refused(
                phrase("This board is disputed; settle it instead."), code="claim.disputed"
            )
        if standing is not ClaimStanding.CLAIMED:
            raise Refused(
                phrase("There is nothing left to accept on this board."), code="nothing_changed"
            )
        (claim,) = table.claims
        if self.score is None or self.opponent_score is None or self.reason != "played":
            raise Refused(phrase("Enter both scores."), code="score.one", field="opponent_score")
        if claim.scores != table.ordered(self.score, self.opponent_score):
            raise Conflict(
                phrase("The claim has changed in the meantime; look at it again."),
                code="claim.changed",
            )
        self.decide(work, table)
        return self.answered(table)

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Round {round} of {division}: claim accepted, {game}",
            round=self.round,
            division=self.division,
            game=self.words(answer["opponent"], answer["names"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class SettleDispute(DecideCommand):
    """Says which result of a disputed board counts: one of the two that were said, or another."""

    code = "dispute.settled"
    permission = Permission.CORRECT

    def apply(self, work: Work) -> Row:
        table = self.find_claims(work)
        if table.standing is not ClaimStanding.DISPUTED:
            raise Refused(phrase("This board is not disputed."), code="claim.not_disputed")
        said = [
            None if claim.scores is None else table.ordered(*claim.scores)
            for claim in sorted(table.claims, key=lambda claim: claim.position)
        ]
        changed = self.decide(work, table)
        return self.answered(table, said=said, changed=changed)

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Round {round} of {division}: dispute settled, {game}",
            round=self.round,
            division=self.division,
            game=self.words(answer["opponent"], answer["names"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class CloseClaims(RoundCommand):
    """Makes the claims of a round final that count and that nobody has answered."""

    code = "claims.closed"
    permission = Permission.ENTER

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.find_published(division)
        boards = claimed_boards(round__division=division, round__number=self.round)
        open_slots = {
            board.slot: board.label
            for board in boards
            if board.standing is ClaimStanding.CLAIMED and board.result is not None
        }
        if not open_slots:
            raise Refused(
                phrase("No claim of round {round} waits for an answer.", round=self.round),
                code="nothing_changed",
            )
        rows = ResultClaim.objects.select_related("board__round__division", "entry").filter(
            board__round__division=division,
            board__round__number=self.round,
            board__slot__in=open_slots,
        )
        work.ledger.update_many(list(rows), settled=True)
        return {"boards": sorted(open_slots.values())}

    def sentence(self, answer: Row) -> str:
        boards = answer["boards"]
        return phrase_count(
            "Round {round} of {division} closed to claims: the one of board {boards} is final",
            "Round {round} of {division} closed to claims: those of boards {boards} are final",
            count=len(boards),
            round=self.round,
            division=self.division,
            boards=", ".join(map(str, boards)),
        )
