"""Set up a round by hand, publish it, and record who started."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.journal.ledger import Ledger
from core.journal.undo import says
from core.models import JournalEntry
from tournaments.commands.awards import SitOut, sit_out_result
from tournaments.commands.base import RoundCommand
from tournaments.models import Board, Division, Entry, Result, Round, Seat
from tournaments.seeding import fix_numbers
from tournaments.selectors.play import last_published, open_draws, waiting
from tournaments.selectors.starts import sides_for
from tournaments.standings.attendance import takes_part


@dataclass(frozen=True, kw_only=True)
class Pairing:
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
    boards: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        round_row = self.find_round(division)
        entries = self._entries(division)
        numbers = self._board_numbers()
        if round_row is None:
            round_row = Round(division=division, number=self.round)
            work.ledger.create(round_row)
        else:
            _clear(work.ledger, round_row)
        self._seat(work.ledger, round_row, entries, numbers)
        return {"boards": len(self.boards), "waiting": waiting(division, round_row)}

    def _entries(self, division: Division) -> dict[int, Entry]:
        """Returns the entries named, by number, once everybody named may sit where he is put."""
        if not (self.boards or self.byes or self.absent):
            raise Refused("A round has at least one board.", code="round.empty", field="boards")
        named = [n for pair in self.boards for n in (pair.one, pair.two)]
        counts = Counter([*named, *self.byes, *self.absent])
        entries = {entry.number: entry for entry in division.entries.all()}
        for number, times in sorted(counts.items()):
            if number not in entries:
                raise Refused(
                    f"Division {division.name} has no entry no. {number}.",
                    code="entry.unknown",
                    field="boards",
                )
            _refuse_seat(division, entries[number], times, self.round)
        for pair in self.boards:
            if pair.one == pair.two:
                raise Refused(f"{entries[pair.one]} cannot meet himself.", code="pairing.self")
            if pair.first not in (None, pair.one, pair.two):
                raise Refused(
                    f"No. {pair.first} does not play on that board.", code="pairing.first"
                )
        return entries

    def _board_numbers(self) -> list[int]:
        chosen = [pair.board for pair in self.boards if pair.board is not None]
        for number, times in Counter(chosen).items():
            if times > 1 or not 1 <= number <= 9999:
                raise Refused(
                    f"Board {number} cannot be used" + (" twice." if times > 1 else "."),
                    code="board.number",
                    field="boards",
                )
        free = iter(n for n in range(1, len(self.boards) + len(chosen) + 1) if n not in chosen)
        return [next(free) if pair.board is None else pair.board for pair in self.boards]

    def _seat(
        self, ledger: Ledger, round_row: Round, entries: dict[int, Entry], numbers: list[int]
    ) -> None:
        alone: list[tuple[int, SitOut]] = [(number, "bye") for number in self.byes]
        alone += [(number, "absent") for number in self.absent]
        boards = [
            Board(round=round_row, slot=slot, number=number)
            for slot, number in enumerate(numbers, 1)
        ]
        boards += [
            Board(round=round_row, slot=slot) for slot, _ in enumerate(alone, len(numbers) + 1)
        ]
        ledger.create_many(boards)
        turns: Counter[int] = Counter()
        seats = []

        def sit(board: Board, number: int, position: int, fixed: dict[str, Any]) -> None:
            turns[number] += 1
            place = {"entry": entries[number], "position": position, "turn": turns[number]}
            seats.append(Seat(board=board, round=round_row, **place, **fixed))

        for board, pair in zip(boards, self.boards, strict=False):
            for position, number in enumerate((pair.one, pair.two)):
                sit(board, number, position, _fixed(pair, number))
        rules, results = round_row.division.rules, []
        for board, (number, outcome) in zip(boards[len(numbers) :], alone, strict=True):
            sit(board, number, 0, {})
            results.append(sit_out_result(board, outcome, rules, None))
        ledger.create_many(seats)
        ledger.create_many(results)

    def check_undo(self, entry: JournalEntry) -> None:
        """A draft can be taken back; what a publication fixed cannot, though no row moved on."""
        super().check_undo(entry)
        self.check_redo(entry)

    def sentence(self, answer: Row) -> str:
        extra = f", bye for {_numbers(self.byes)}" if self.byes else ""
        extra += f", absent {_numbers(self.absent)}" if self.absent else ""
        pairs = ", ".join(f"{pair.one}-{pair.two}" for pair in self.boards)
        return f"Round {self.round} of {self.division} set up: {pairs}{extra}"


@register
@dataclass(frozen=True, kw_only=True)
class PublishRound(RoundCommand):
    """Publishes a draft: decides who goes first and fixes the entry numbers."""

    code = "round.published"

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        round_row = self.find_published(division)
        self._check(division, round_row)
        fix_numbers(division)
        decided = work.facts.decide("sides", lambda: sides_for(division, round_row))
        _write_sides(work.ledger, round_row, decided)
        work.ledger.update(round_row, stage=Round.Stage.PUBLISHED, published_at=work.at)
        return {
            "boards": len(decided),
            "results": _results(round_row),
            "draft": _draft_digest(round_row),
        }

    def _check(self, division: Division, round_row: Round) -> None:
        before = last_published(division)
        if before != self.round - 1:
            raise Refused(
                f"Round {before + 1} is to be published first.", code="round.order", field="round"
            )
        left = waiting(division, round_row)
        if left:
            raise Refused(
                f"Nobody said what no. {_numbers(left)} does in round {self.round}.",
                code="round.waiting",
                field="boards",
            )
        away = _seated_though_away(round_row)
        if away:
            raise Refused(
                f"No. {_numbers(away)} is withdrawn but has a seat; set the round up again.",
                code="round.seated_away",
            )
        draws = open_draws(division, self.round)
        if draws:
            places = ", ".join(f"round {r} board {b}" for r, b in draws)
            raise Refused(
                f"Who started was drawn but not recorded: {places}.", code="round.open_draws"
            )

    def sentence(self, answer: Row) -> str:
        return f"Round {self.round} of {self.division} published"

    def check_redo(self, entry: JournalEntry) -> None:
        division = self.find_division()
        round_row = self.find_published(division)
        self._check(division, round_row)
        if _draft_digest(round_row) != entry.answer["draft"]:
            raise Refused(
                f"Round {self.round} was set up otherwise since; publish it anew.",
                code="redo.other_draft",
            )

    def check_undo(self, entry: JournalEntry) -> None:
        super().check_undo(entry)
        division = self.find_division()
        if last_published(division) > self.round:
            raise Refused(
                f"Round {self.round + 1} was published since; undo that first.",
                code="undo.published",
            )
        later = JournalEntry.objects.filter(
            stream=entry.stream,
            seq__gt=entry.seq,
            undone_by=None,
            payload__division=self.division,
            payload__round=self.round,
        ).first()
        if later is not None:
            raise Refused(
                f"Round {self.round} cannot be taken back: no. {later.seq} came later"
                f" ({says(later)}). Undo that first.",
                code="undo.has_results",
                field=str(later.seq),
            )
        if _results(division.rounds.get(number=self.round)) != entry.answer["results"]:
            raise Refused(
                f"Round {self.round} has results; it cannot be taken back any more.",
                code="undo.has_results",
            )


@register
@dataclass(frozen=True, kw_only=True)
class RecordStart(RoundCommand):
    """Records who really went first, without touching the score."""

    code = "start.recorded"
    entry: int

    def apply(self, work: Work) -> Row:
        place = self.find_place(self.entry)
        if place is None or place.across is None:
            raise Refused(
                f"No. {self.entry} meets nobody in round {self.round}.",
                code="start.no_game",
                field="entry",
            )
        seats = (place.seat, place.across)
        before = next((s.entry.number for s in seats if s.side == Seat.Side.FIRST), None)
        if before == self.entry:
            raise Refused(f"No. {self.entry} is recorded as first.", code="nothing_changed")
        if before is not None and not self.confirmed:
            raise NeedsConfirmation(
                f"The sheet says that no. {before} goes first. Record no. {self.entry} instead?"
                " Later published rounds keep their sides.",
                code="confirm",
                field="confirmed",
            )
        decided_by = "draw" if seats[0].side == Seat.Side.DRAW else "recorded"
        for one in seats:
            _hold(one, place.seat.round)
        # Both sides are cleared first: a board has one first at any moment.
        for one in seats:
            work.ledger.update(one, side="")
        for one in seats:
            first = one.entry.number == self.entry
            side = Seat.Side.FIRST if first else Seat.Side.SECOND
            work.ledger.update(one, side=side, decided_by=decided_by)
        return {"before": before, "other": place.across.entry.number}

    def sentence(self, answer: Row) -> str:
        was = f", not no. {answer['before']}" if answer["before"] else ""
        return (
            f"Round {self.round} of {self.division}: no. {self.entry} went first"
            f" against no. {answer['other']}{was}"
        )


def _draft_digest(round_row: Round) -> str:
    """Returns a mark of who sits where in a round."""
    seats = round_row.seats.order_by("board__slot", "position")
    places = list(seats.values_list("board__slot", "position", "entry__key"))
    return hashlib.sha256(repr(places).encode()).hexdigest()[:16]


def _results(round_row: Round) -> int:
    return Result.objects.filter(board__round=round_row).count()


def _refuse_seat(division: Division, entry: Entry, times: int, round_number: int) -> None:
    if times > division.rules.seats_per_round:
        raise Refused(
            f"{entry} stands {times} times in round {round_number}.",
            code="pairing.twice",
            field="boards",
        )


def _fixed(pair: Pairing, number: int) -> dict[str, Any]:
    if pair.first is None:
        return {}
    side = Seat.Side.FIRST if pair.first == number else Seat.Side.SECOND
    return {"side": side, "decided_by": "manual"}


def _clear(ledger: Ledger, round_row: Round) -> None:
    for board in round_row.boards.all():
        board.round = round_row
        for seat in board.seats.select_related("entry"):
            seat.board = board
            seat.round = round_row
            ledger.delete(seat)
        result = Result.objects.filter(board=board).first()
        if result is not None:
            result.board = board
            ledger.delete(result)
        ledger.delete(board)


def _write_sides(ledger: Ledger, round_row: Round, decided: Iterable[Row]) -> None:
    seats: dict[int, list[Seat]] = {}
    for seat in round_row.seats.select_related("board", "entry").order_by("position"):
        _hold(seat, round_row)
        seats.setdefault(seat.board.slot, []).append(seat)
    groups: dict[tuple[str, str], list[Seat]] = {}
    for decision in decided:
        for seat in seats[decision["slot"]]:
            first = decision["first"]
            mine = Seat.Side.FIRST if seat.entry.number == first else Seat.Side.SECOND
            sits = Seat.Side.DRAW if first is None else mine
            groups.setdefault((sits, decision["decided_by"]), []).append(seat)
    for (side, decided_by), members in groups.items():
        ledger.update_many(members, side=side, decided_by=decided_by)


def _seated_though_away(round_row: Round) -> list[int]:
    seats = round_row.seats.values_list("entry__number", "entry__away")
    return sorted({number for number, away in seats if not takes_part(away, round_row.number)})


def _hold(seat: Seat, round_row: Round) -> None:
    seat.round = round_row
    seat.board.round = round_row


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(str(number) for number in numbers)
