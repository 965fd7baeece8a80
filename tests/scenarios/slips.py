"""Slips that are read a second time, and the choices where two readings differ."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.scenarios.director import Director
from tournaments.kernel.queries.exceptions import exceptions_of
from tournaments.results.commands.checking import ChooseResult, ReadAgain

READ = ("typed", "checked")


class ReadingSlips(Director):
    """The rules of a second reading, which changes no result."""

    @rule(data=st.data(), off=st.sampled_from([0, 0, 10]), how=st.sampled_from(READ))
    def read_a_slip_again(self, data: st.DataObject, off: int, how: Any) -> None:
        boards = self.sheet().boards
        board = data.draw(st.sampled_from(boards)) if boards else None
        if board is None or board.one.score is None or board.two is None:
            return
        own, other = board.one.score + off, board.two.score
        read = ReadAgain(
            **self.named,
            round=board.round,
            entry=board.one.entry,
            opponent=board.two.entry,
            score=own,
            opponent_score=other,
            how=how,
        )
        before = [(b.round, b.slot, b.reason, b.seats) for b in self.sheet().boards]
        self.try_to(read)
        assert [(b.round, b.slot, b.reason, b.seats) for b in self.sheet().boards] == before

    @rule(data=st.data(), claim=st.integers(1, 2))
    def choose_what_is_right(self, data: st.DataObject, claim: int) -> None:
        waiting = exceptions_of(self.division().tournament)
        if not waiting:
            return
        one = data.draw(st.sampled_from(waiting))
        fields = one.claims[min(claim, len(one.claims)) - 1].fields
        scores = {"score": fields["score_one"], "opponent_score": fields["score_two"]}
        chosen = ChooseResult(
            **self.named,
            round=one.round,
            entry=one.numbers[0],
            claim=min(claim, len(one.claims)),
            **scores,
        )
        if self.try_to(chosen):
            left = exceptions_of(self.division().tournament)
            assert (one.round, one.slot) not in {(each.round, each.slot) for each in left}
