"""The hall of a random event: rounds paired, rearranged, and taken back."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from core.models import JournalEntry
from tests.scenarios.boards import Boards, boards_of
from tests.scenarios.director import Director
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.commands.moving import MoveEntry
from tournaments.kernel.queries.play import waiting
from tournaments.kernel.queries.sheet import BoardLine, load_sheet
from tournaments.models import Round
from tournaments.pairing.methods import METHODS
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.played import RecordPlayed
from tournaments.rounds.commands.rearranging import (
    PairWaiting,
    SwapSeats,
    TakeBoardApart,
    UnpublishRound,
)

SCORES = st.integers(150, 650)
# Whom a command that rearranges a round names in its request, and in its answer.
NAMED = {
    "round.seats_swapped": ("one", "two"),
    "round.waiting_paired": ("one", "two"),
    "round.board_taken_apart": ("entry", "waiting"),
    "round.played_recorded": ("entry", "opponent", "left"),
}
JOINED = ("entry.arrived", "entry.reinstated")


class InTheHall(Director):
    """The rules of the hall."""

    published: dict[int, Boards]

    @rule(
        method=st.sampled_from(list(METHODS)),
        opening=st.sampled_from(["fold", "random"]),
        repeats=st.sampled_from([None, None, 0, 1]),
    )
    def pair_the_next_round(self, method: str, opening: Any, repeats: int | None) -> None:
        number = self.next_round()
        if number == 1:
            entries = self.sheet().entries.values()
            left = tuple(e.number for e in entries if not e.presence and not e.away)
            self.try_to(CheckIn(**self.named, here=left))
        wanted = PairRound(
            **self.named, round=number, method=method, opening=opening, repeats=repeats
        )
        if self.try_to(wanted):
            row = Round.objects.get(division=self.division(), number=number)
            assert waiting(self.division(), row) == []

    @rule(data=st.data(), alone=st.sampled_from([None, None, "bye", "forfeit", "absent"]))
    def swap_two_seats(self, data: st.DataObject, alone: Any) -> None:
        one, two = self.anybody(data), self.anybody(data)
        self.rearrange(SwapSeats(**self.here(data), one=one, two=two, alone=alone), one, two)

    @rule(data=st.data())
    def pair_two_who_wait(self, data: st.DataObject) -> None:
        one, two = self.anybody(data), self.anybody(data)
        self.rearrange(PairWaiting(**self.here(data), one=one, two=two), one, two)

    @rule(data=st.data())
    def take_a_board_apart(self, data: st.DataObject) -> None:
        entry = self.anybody(data)
        self.rearrange(TakeBoardApart(**self.here(data), entry=entry), entry)

    @rule(data=st.data(), own=SCORES, other=SCORES, started=st.booleans())
    def play_the_wrong_opponent(
        self, data: st.DataObject, own: int, other: int, started: bool
    ) -> None:
        entry, opponent = self.anybody(data), self.anybody(data)
        self.rearrange(
            RecordPlayed(
                **self.here(data),
                entry=entry,
                opponent=opponent,
                score=own,
                opponent_score=other,
                first=opponent if started else None,
            ),
            entry,
            opponent,
        )

    @rule()
    def take_a_publication_back(self) -> None:
        self.try_to(UnpublishRound(**self.named, round=max(1, self.next_round() - 1)))

    @rule(data=st.data())
    def move_somebody_away(self, data: st.DataObject) -> None:
        self.try_to(MoveEntry(**self.named, entry=self.anybody(data), to="B"))

    def here(self, data: st.DataObject) -> dict[str, Any]:
        """Returns where a round is rearranged: mostly the last that is published, or its draft."""
        ahead = data.draw(st.sampled_from([-1, -1, -1, 0]))
        return {**self.named, "round": max(1, self.next_round() + ahead)}

    def rearrange(self, command: Any, *touched: int) -> None:
        """Tries to rearrange a round; a board of nobody who is named must stay as it was."""
        before = self.boards()
        if not self.try_to(command):
            return
        after = self.boards()
        for place, board in before.items():
            names = {seat.entry for seat in board.seats}
            if place[0] != command.round or not names & set(touched):
                assert after[place] == board

    def boards(self) -> dict[tuple[int, int], BoardLine]:
        """Returns every board, drafts too, by round and slot."""
        boards = load_sheet(self.division(), drafts=True).boards
        return {(board.round, board.slot): board for board in boards}

    def touched(self, number: int) -> set[int]:
        """Returns whoever was named when a round was rearranged, whatever was undone since."""
        found: set[int] = set()
        for entry in JournalEntry.objects.filter(command__in=NAMED, payload__round=number):
            for name in NAMED[entry.command]:
                value = entry.answer.get(name, entry.payload.get(name))
                found.update(value if isinstance(value, list) else [value])
        return found

    @invariant()
    def a_round_keeps_the_boards_it_was_published_with(self) -> None:
        """Whatever else is undone; but for boards of who was named when it was rearranged.

        A recorded start may turn sides.
        """
        sheet, standing = self.sheet(), self.standing()
        assert sorted(e.payload["round"] for e in standing) == list(sheet.stages)
        turned = {
            (entry.payload["round"], number)
            for entry in JournalEntry.objects.filter(command="start.recorded")
            for number in (entry.payload["entry"], entry.answer["other"])
        }
        for entry in standing:
            number = entry.payload["round"]
            now, touched = boards_of(sheet, number), self.touched(number)
            for slot, sides in self.published[entry.seq].items():
                if touched.intersection(side[0] for side in sides):
                    continue
                assert [side[0] for side in now[slot]] == [side[0] for side in sides]
                if (number, sides[0][0]) not in turned:
                    assert now[slot] == sides

    def standing(self) -> list[JournalEntry]:
        """Returns the publications that hold: not undone, and not taken back since."""
        back = [(e.payload["round"], e.seq) for e in self.entries("round.unpublished")]
        return [
            entry
            for entry in self.entries("round.published")
            if not any(n == entry.payload["round"] and seq > entry.seq for n, seq in back)
        ]

    @invariant()
    def whoever_waits_in_a_published_round_was_unseated_or_joined_it(self) -> None:
        division = self.division()
        for row in division.rounds.filter(stage=Round.Stage.PUBLISHED):
            left = waiting(division, row)
            if left:
                joined = {
                    entry.payload["entry"]
                    for entry in JournalEntry.objects.filter(command__in=JOINED)
                    if entry.payload["from_round"] <= row.number
                }
                assert set(left) <= joined | self.touched(row.number)
