"""Set up a round by hand, publish it, and record who started."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.journal.ledger import Ledger
from core.journal.undo import says
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from core.roles.table import Permission
from tournaments.kernel.commands.awards import SitOut, seat_alone, seat_resting
from tournaments.kernel.commands.base import RoundCommand, find_entry
from tournaments.kernel.commands.seating import (
    NewBoard,
    clear_changed,
    hold,
    refuse_seat,
    write_round,
    write_sides,
)
from tournaments.kernel.queries.play import (
    called,
    coming_back,
    forfeiting,
    last_published,
    waiting,
)
from tournaments.kernel.queries.seeding import fix_numbers
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.kernel.queries.standings_and_starts import sides_for
from tournaments.models import Division, Result, Round, Seat
from tournaments.rounds.commands.publishing import check_to_publish
from tournaments.rounds.queries.conditions import resting
from tournaments.rounds.queries.pairing import unfinished

BOARDS_SAID = 6
"""How many boards of a round the log lists; the rest it counts."""


@dataclass(frozen=True, kw_only=True)
class HandPairing:
    """Two entries who meet; `board` None takes the next free number, `first` fixes who starts."""

    one: int
    two: int
    board: int | None = None
    first: int | None = None


@register
@dataclass(frozen=True, kw_only=True)
class SetUpRound(RoundCommand):
    """Writes the draft of a round: who meets whom, who has a bye, who is absent."""

    code = "round.set_up"
    boards: tuple[HandPairing, ...]
    byes: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        round_row = self.find_round(division)
        names = self._check_entries(division)
        numbers = self._board_numbers()
        tables = [
            NewBoard(number, pair.one, pair.two, pair.first)
            for number, pair in zip(numbers, self.boards, strict=True)
        ]
        alone: list[tuple[int, SitOut]] = [(number, "bye") for number in self.byes]
        alone += [(number, "absent") for number in self.absent]
        round_row = drafted(work.ledger, division, self.round, round_row)
        work.ledger.update(round_row, pairing={})
        write_round(work.ledger, round_row, tables, alone)
        rest(work, division, round_row)
        alone_named = [[number, names[number]] for number in (*self.byes, *self.absent)]
        said = [[names[one.one], names[one.two]] for one in self.boards[:BOARDS_SAID]]
        return {
            "boards": len(self.boards),
            "waiting": waiting(division, round_row),
            "pairs": said,
            "alone": alone_named,
        }

    def _check_entries(self, division: Division) -> dict[int, str]:
        """Returns the names by number; Refused unless all named may sit where they are put."""
        if not (self.boards or self.byes or self.absent):
            raise Refused(
                phrase("A round needs at least one board."), code="round.empty", field="boards"
            )
        named = [n for pair in self.boards for n in (pair.one, pair.two)]
        counts = Counter([*named, *self.byes, *self.absent])
        entries = {entry.number: entry for entry in division.entries.all()}
        for number, times in sorted(counts.items()):
            if number not in entries:
                raise Refused(
                    phrase(
                        "Division {name} has no entry no. {number}.",
                        name=division.name,
                        number=number,
                    ),
                    code="entry.unknown",
                    field="boards",
                )
            refuse_seat(division, entries[number], times, self.round)
        for pair in self.boards:
            if pair.one == pair.two:
                raise Refused(
                    phrase("{entries} cannot be their own opponent.", entries=entries[pair.one]),
                    code="pairing.self",
                )
            if pair.first not in (None, pair.one, pair.two):
                raise Refused(
                    phrase("No. {first} does not play on this board.", first=pair.first),
                    code="pairing.first",
                )
        return {number: entry.shown_name for number, entry in entries.items()}

    def _board_numbers(self) -> list[int]:
        chosen = [pair.board for pair in self.boards if pair.board is not None]
        for number, times in Counter(chosen).items():
            if times > 1 or not 1 <= number <= 9999:
                raise Refused(
                    phrase("Board {number} cannot be used twice.", number=number)
                    if times > 1
                    else phrase("Board {number} cannot be used.", number=number),
                    code="board.number",
                    field="boards",
                )
        free = iter(n for n in range(1, len(self.boards) + len(chosen) + 1) if n not in chosen)
        return [next(free) if pair.board is None else pair.board for pair in self.boards]

    def sentence(self, answer: Row) -> str:
        # Journals from before names were kept have none.
        alone = dict(answer.get("alone", ()))
        names = answer.get("pairs") or [("", "")] * BOARDS_SAID
        pairs = [
            phrase("{one} v {two}", one=called(pair.one, one), two=called(pair.two, two))
            for pair, (one, two) in zip(self.boards, names, strict=False)
        ]
        more = len(self.boards) - len(pairs)
        if more > 0:
            pairs.append(phrase_count("{count} more board", "{count} more boards", count=more))
        if self.byes:
            pairs.append(phrase("bye for {players}", players=_called(self.byes, alone)))
        if self.absent:
            pairs.append(phrase("absent: {players}", players=_called(self.absent, alone)))
        return phrase(
            "Round {round} of {division} set up: {boards}",
            round=self.round,
            division=self.division,
            boards=", ".join(pairs),
        )


def rest(work: Work, division: Division, round_row: Round) -> None:
    """Has the house players rest who were given nothing to do in a round."""
    # Journals from before there were house players have no such fact.
    numbers = work.facts.decide("resting", lambda: resting(division, round_row), unsaid=list[int]())
    round_row.division = division
    seat_resting(work.ledger, round_row, numbers)


@register
@dataclass(frozen=True, kw_only=True)
class PublishRound(RoundCommand):
    """Publishes a draft: decides who goes first and fixes the entry numbers."""

    code = "round.published"

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        round_row = self.find_published(division)
        check_to_publish(division, round_row)
        self._ask_about_ground(division, round_row)
        fix_numbers(division)
        # Of the draft as it was: who is given something now is not in it when this is done again.
        draft = _draft_digest(round_row)
        self._fill_absent(work, division, round_row)
        rest(work, division, round_row)
        decided = work.facts.decide("sides", lambda: sides_for(division, round_row))
        write_sides(work.ledger, round_row, decided)
        clear_changed(work.ledger, round_row)
        work.ledger.update(round_row, stage=Round.Stage.PUBLISHED, published_at=work.at)
        return {
            "boards": len(decided),
            "results": _results(round_row),
            "draft": draft,
        }

    def _ask_about_ground(self, division: Division, round_row: Round) -> None:
        """Asks back when a round whose results the pairing is based on is no longer complete."""
        based_on = round_row.pairing.get("based_on")
        if self.confirmed or not based_on:
            return
        open_round = unfinished(load_sheet(division), based_on)
        if open_round is not None:
            raise NeedsConfirmation(
                phrase(
                    "Round {round} was paired on the results through round {based_on}, but "
                    "round {open_round} is no longer complete. Publish it as it is?",
                    round=self.round,
                    based_on=based_on,
                    open_round=open_round,
                ),
                code="confirm",
                field="confirmed",
            )

    def _fill_absent(self, work: Work, division: Division, round_row: Round) -> None:
        """Gives those who come back later what the rules award for a round that they miss.

        An entry that forfeits all that is left loses the round. Others away get nothing here:
        those who come back all the same are given it then.
        """
        # Journals from before this was done have no such fact, and gave nothing.
        missed = work.facts.decide(
            "missed", lambda: coming_back(division, round_row), unsaid=list[int]()
        )
        for number in missed:
            seat_alone(work.ledger, round_row, find_entry(division, number), "absent")
        lost = work.facts.decide(
            "forfeited", lambda: forfeiting(division, round_row), unsaid=list[int]()
        )
        for number in lost:
            seat_alone(work.ledger, round_row, find_entry(division, number), "forfeit")

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Round {round} of {division} published", round=self.round, division=self.division
        )

    def check_redo(self, entry: JournalEntry) -> None:
        division = self.find_division()
        round_row = self.find_published(division)
        check_to_publish(division, round_row)
        if _draft_digest(round_row) != entry.answer["draft"]:
            raise Refused(
                phrase(
                    "Round {round} has been paired differently since; publish it again.",
                    round=self.round,
                ),
                code="redo.other_draft",
            )

    def check_undo(self, entry: JournalEntry) -> None:
        super().check_undo(entry)
        division = self.find_division()
        if last_published(division) > self.round:
            raise Refused(
                phrase(
                    "Round {round} has been published since; undo that first.", round=self.round + 1
                ),
                code="undo.published",
            )
        later = self.later_in_round(entry).first()
        if later is not None:
            raise Refused(
                phrase(
                    "Round {round} cannot be taken back: log {seq} came later"
                    " ({says}). Undo that first.",
                    round=self.round,
                    seq=later.seq,
                    says=says(later),
                ),
                code="undo.has_results",
                field=str(later.seq),
            )
        if _results(division.rounds.get(number=self.round)) != entry.answer["results"]:
            raise Refused(
                phrase(
                    "Round {round} has results and can no longer be taken back.", round=self.round
                ),
                code="undo.has_results",
            )


@register
@dataclass(frozen=True, kw_only=True)
class RecordStart(RoundCommand):
    """Records who really went first, without touching the score."""

    code = "start.recorded"
    permission = Permission.ENTER
    entry: int

    def apply(self, work: Work) -> Row:
        place = self.find_place(self.entry)
        if place is None or place.across is None:
            raise Refused(
                phrase(
                    "No. {entry} meets nobody in round {round}.", entry=self.entry, round=self.round
                ),
                code="start.no_game",
                field="entry",
            )
        seats = (place.seat, place.across)
        before = next((s.entry.number for s in seats if s.side == Seat.Side.FIRST), None)
        if before == self.entry:
            raise Refused(
                phrase("No. {entry} is already recorded as going first.", entry=self.entry),
                code="nothing_changed",
            )
        if before is not None and not self.confirmed:
            raise NeedsConfirmation(
                phrase(
                    "The sheet says that no. {before} goes first. Record no. {entry} instead?"
                    " Later published rounds keep their sides.",
                    before=before,
                    entry=self.entry,
                ),
                code="confirm",
                field="confirmed",
            )
        decided_by = "draw" if seats[0].side == Seat.Side.DRAW else "recorded"
        for one in seats:
            hold(one, place.seat.board)
        # Both sides are cleared first: a board has one first at any moment.
        for one in seats:
            work.ledger.update(one, side="")
        for one in seats:
            first = one.entry.number == self.entry
            side = Seat.Side.FIRST if first else Seat.Side.SECOND
            work.ledger.update(one, side=side, decided_by=decided_by)
        names = [place.seat.entry.shown_name, place.across.entry.shown_name]
        return {"before": before, "other": place.across.entry.number, "names": names}

    def sentence(self, answer: Row) -> str:
        own, other = map(called, (self.entry, answer["other"]), answer.get("names", ("", "")))
        names = {"round": self.round, "division": self.division, "first": own, "second": other}
        if answer["before"]:
            return phrase(
                "Round {round} of {division}: {first} went first against {second} "
                "(the sheet had it the other way round)",
                **names,
            )
        return phrase("Round {round} of {division}: {first} went first against {second}", **names)


def drafted(ledger: Ledger, division: Division, number: int, row: Round | None) -> Round:
    """Returns the row of a round to draft, made when it was only planned."""
    if row is not None:
        return row
    round_row = Round(division=division, number=number)
    ledger.create(round_row)
    return round_row


def _draft_digest(round_row: Round) -> str:
    """Returns a mark of who sits where in a round."""
    seats = round_row.seats.order_by("board__slot", "position")
    places = list(seats.values_list("board__slot", "position", "entry__key"))
    return hashlib.sha256(repr(places).encode()).hexdigest()[:16]


def _results(round_row: Round) -> int:
    return Result.objects.filter(board__round=round_row).count()


def _called(numbers: Iterable[int], names: Mapping[int, str]) -> str:
    return ", ".join(called(number, names.get(number, "")) for number in numbers)
