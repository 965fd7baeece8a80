"""Record a game between two who were not paired: what was really played counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.models import JournalEntry
from core.phrases import joined_by_and, phrase
from core.roles.table import Permission
from tournaments.kernel.commands.awards import SitOut, change_sit_out, check_rest
from tournaments.kernel.commands.base import find_entry, find_round, refuse_bound
from tournaments.kernel.commands.outcome import OutcomeCommand
from tournaments.kernel.commands.seating import (
    mark_again,
    reseat,
    settle_changed,
    vacate,
    write_sides,
)
from tournaments.kernel.queries.pairing_terms import is_house
from tournaments.kernel.queries.play import SeatInRound, place_of
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import Board, Division, Entry, Result


@register
@dataclass(frozen=True, kw_only=True)
class RecordPlayed(OutcomeCommand):
    """Records a game that was played against the wrong opponent (rules.md, section 10).

    The two get the board of `entry`, with the result; those they were to meet are paired with each
    other on the other board and wait for their result. Where the opponent sat alone, who is left
    does now, with the bye unless `alone` says otherwise. `first` says who of the two started, None
    leaves it as the rule decides. Results that the two boards had are taken away.
    """

    code = "round.played_recorded"
    permission = Permission.CORRECT
    needs_reason = True
    first: int | None = None
    alone: SitOut = "bye"

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        round_row = self.find_published(division)
        places = [self._place(division, n, f) for n, f in self._named()]
        mine, theirs = places
        self._check(mine, theirs)
        boards = [mine.seat.board, theirs.seat.board]
        left = [place.across.entry for place in places if place.across is not None]
        self._confirm(places, left)
        for place in places:
            refuse_bound(Board.objects.filter(pk=place.seat.board_id))
            # The outcome of sitting alone stays on its board, for who sits there now.
            if place.result is not None and place.across is not None:
                work.ledger.delete(place.result)
        vacate(work.ledger, boards)
        reseat(work.ledger, boards[0], [mine.seat.entry, theirs.seat.entry])
        reseat(work.ledger, boards[1], left)
        if theirs.result is not None and theirs.across is None:
            self._change_alone(work, division, left[0], theirs.result)
        settle_changed(work, round_row, boards)
        self._record_first(work, mine)
        seat = boards[0].seats.select_related("entry").get(position=0)
        fields = self.outcome(seat, theirs.seat.entry, division.rules)
        work.ledger.create(Result(board=boards[0], **fields))
        return {
            "opponent": theirs.seat.entry.number,
            "players": [mine.seat.entry.shown_name, theirs.seat.entry.shown_name],
            "left": [one.number for one in left],
            "names": [one.shown_name for one in left],
            "boards": [board.number for board in boards],
        }

    def _named(self) -> tuple[tuple[int, str], tuple[int, str]]:
        if self.opponent is None:
            raise Refused(phrase("Give both players."), code="played.opponent", field="opponent")
        return (self.entry, "entry"), (self.opponent, "opponent")

    def _place(self, division: Division, number: int, field: str) -> SeatInRound:
        entry = find_entry(division, number, field)
        place = place_of(self.event, self.division, self.round, number)
        if place is None:
            raise Refused(
                phrase(
                    "{entry} has no place in round {round}; pair the two first.",
                    entry=entry,
                    round=self.round,
                ),
                code="result.no_game",
                field=field,
            )
        return place

    def _check(self, mine: SeatInRound, theirs: SeatInRound) -> None:
        if mine.seat.board == theirs.seat.board:
            raise Refused(
                phrase(
                    "No. {entry} and no. {opponent} are paired with each other; enter "
                    "or correct their result.",
                    entry=self.entry,
                    opponent=self.opponent,
                ),
                code="played.paired",
                field="opponent",
            )
        if mine.across is None:
            raise Refused(
                phrase(
                    "{entry} has no opponent in round {round}; give the other player first.",
                    entry=mine.seat.entry,
                    round=self.round,
                ),
                code="played.alone",
                field="entry",
            )
        if self.first not in (None, self.entry, self.opponent):
            raise Refused(
                phrase("No. {first} did not play in this game.", first=self.first),
                code="pairing.first",
                field="first",
            )

    def _confirm(self, places: list[SeatInRound], left: list[Entry]) -> None:
        if self.confirmed:
            return
        lost = [
            place.seat.board.number
            for place in places
            if place.result is not None and place.across is not None
        ]
        said = [
            phrase("{one} and {two} are paired with each other.", one=left[0], two=left[1])
            if len(left) == 2
            else phrase(
                "{player} sits alone: {outcome}.",
                player=left[0],
                outcome=outcome_word(self._outcome_of(places[0].division, left[0])),
            )
        ]
        if len(lost) == 1:
            said.append(phrase("The result on board {number} is taken away.", number=lost[0]))
        elif lost:
            one, two = lost
            said.append(
                phrase(
                    "The result on board {number} and the result on board {other} is taken away.",
                    number=one,
                    other=two,
                )
            )
        said.append(phrase("All other boards stay as they are."))
        raise NeedsConfirmation(" ".join(said), code="confirm", field="confirmed")

    def _outcome_of(self, division: Division, left: Entry) -> SitOut:
        """Returns the outcome of the one left; a house player without an opponent rests."""
        left.division = division
        check_rest(left, self.alone, self.round, "alone")
        return "rest" if is_house(division, left.key, self.round) else self.alone

    def _change_alone(self, work: Work, division: Division, left: Entry, result: Result) -> None:
        outcome = self._outcome_of(division, left)
        if result.reason != outcome:
            change_sit_out(work.ledger, result, outcome, division.rules)

    def _record_first(self, work: Work, mine: SeatInRound) -> None:
        if self.first is None:
            return
        round_row = mine.seat.board.round
        decision = {"slot": mine.seat.board.slot, "first": self.first, "decided_by": "recorded"}
        # Both sides are cleared first: a board has one first at any moment.
        cleared = {**decision, "first": None, "decided_by": ""}
        write_sides(work.ledger, round_row, [cleared])
        write_sides(work.ledger, round_row, [decision])

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

    def sentence(self, answer: Row) -> str:
        players = answer.get("players", ("", ""))
        words = {
            "round": self.round,
            "division": self.division,
            "game": self.words(answer["opponent"], players),
        }
        if "names" not in answer:
            # Journals from before names and boards were kept.
            left = joined_by_and(phrase("no. {number}", number=n) for n in answer["left"])
            return phrase(
                "Round {round} of {division}: really played {game}; {players} left",
                players=left,
                **words,
            )
        return _with_those_left(answer, words)


def _with_those_left(answer: Row, words: Mapping[str, Any]) -> str:
    """Returns where the game was played and what those do who were to meet the two."""
    left = [
        phrase("no. {number} {name}", number=number, name=name)
        for number, name in zip(answer["left"], answer["names"], strict=True)
    ]
    board, other = answer["boards"]
    if len(left) == 1:
        return phrase(
            "Round {round} of {division}: really played {game} on board {board}; {player} now "
            "sits alone",
            board=board,
            player=left[0],
            **words,
        )
    return phrase(
        "Round {round} of {division}: really played {game} on board {board}; {players} now meet "
        "on board {other}",
        board=board,
        players=joined_by_and(left),
        other=other,
        **words,
    )
